"""Spoil packs in ten thousand ways: none breaks the check, the compiler, a short game or the server.

python tools/fuzz_packs.py [--packs 10000] [--seed 1] [--server 500]

Every pack is a real one with some of its cards, changed in data or in text. It is checked as the server checks a draft;
one that passes is compiled in a mix and played for some turns by chance, and one of its cards is tried. Every so often
the whole way over HTTP is taken. Fails on any exception that is no refusal, on more than 30 CPU seconds for one pack
and on more than 500 MB.
"""

from __future__ import annotations

import argparse
import copy
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import yaml

from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.packs.guests import guest
from kickdoor.packs.loader import PackError, available, load, read_yaml, welcome
from kickdoor.play.driver import draw_answer
from kickdoor.play.game import Game
from kickdoor.rules.books import BadSetup
from kickdoor.server import craft
from kickdoor.server.protocol import CardTry, TryResult
from kickdoor.server.trying import try_card

MOST_SECONDS = 30.0
MOST_MEGABYTES = 500
MOST_WAITING = 120
"""Seconds after which a pack is given up, however busy the machine is."""

MOST_ADDRESSES = 4 << 30
"""Bytes that the system gives at most: a pack that takes more is told as one that breaks something."""

ANSWERS = 150
"""So many answers of a short game."""

ODD: list[Any] = [
    None,
    -1,
    0,
    10**6,
    10**7,
    1.5,
    True,
    "",
    "$x",
    [],
    {},
    [[]],
    {"a": 1},
    "<b>bold</b>",
    "<img src=x onerror=alert(1)>",
    "\u202eevil",
    "a\u0000b",
    "x" * 3000,
    "you",
    "all",
    {"repeat": {"times": 1000000, "do": [{"gain_levels": 1}]}},
    [{"draw": {"deck": "treasure", "count": 1000}}],
]


class Plain(yaml.SafeDumper):
    """Writes what stands in two places twice, as people do."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never refer to what was written before."""
        return True


def places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places of plain data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(found for key, each in inner for found in places(each, (*place, key)))]


def within(raw: Any, place: tuple[Any, ...]) -> Any:
    """What stands at a place."""
    for key in place:
        raw = raw[key]
    return raw


def spoil_data(raw: Any, rng: Random) -> Any:
    """Some things taken away, renamed, replaced, doubled, or exchanged with others of the pack."""
    raw = copy.deepcopy(raw)
    for _ in range(rng.randint(1, 4)):
        all_places = [place for place in places(raw) if place]
        place = rng.choice(all_places)
        *way, last = place
        held = within(raw, tuple(way))
        match rng.randrange(7):
            case 0:
                held.pop(last)
            case 1:
                held[last] = copy.deepcopy(rng.choice(ODD))
            case 2 if isinstance(held, dict):
                held[f"{last}x"] = held.pop(last)
            case 3:
                held[last] = [held[last]]
            case 4:
                held[last] = copy.deepcopy(within(raw, rng.choice(all_places)))
            case 5 if isinstance(held[last], int) and not isinstance(held[last], bool):
                held[last] = rng.choice([-held[last], held[last] + 1, held[last] * 100, 0])
            case _ if isinstance(held, list):
                held.insert(rng.randrange(len(held) + 1), copy.deepcopy(held[last]))
            case _:
                held[last] = rng.choice([held[last], -1])
        if not isinstance(raw, dict) or not raw:
            return raw
    return raw


def vary(raw: Any, rng: Random) -> Any:
    """What is still likely to be lawful: other numbers, steps left out or doubled, parts exchanged between cards."""
    raw = copy.deepcopy(raw)
    by_key: dict[Any, list[tuple[Any, ...]]] = {}
    for place in places(raw["cards"]):
        if place and place[-1] not in ("id", "name", "deck", "kind"):
            by_key.setdefault(place[-1] if isinstance(place[-1], str) else "entry", []).append(place)
    for _ in range(rng.randint(1, 5)):
        key = rng.choice(list(by_key))
        one, other = rng.choice(by_key[key]), rng.choice(by_key[key])
        with suppress(LookupError, TypeError, AttributeError):  # another change has taken it away
            held, value = within(raw["cards"], one[:-1]), within(raw["cards"], other)
            if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.5:
                held[one[-1]] = rng.choice([0, 1, -value, value + 1, value * 7, 1000])
            elif isinstance(held, list) and rng.random() < 0.4:
                held.insert(rng.randrange(len(held) + 1), copy.deepcopy(value))
            else:
                held[one[-1]] = copy.deepcopy(value)
    return raw


def spoil_text(text: str, rng: Random) -> str:
    """Some characters or lines taken away, doubled or put elsewhere."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(max(1, len(text)))
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                text = text[:at] + text[at + rng.randint(1, 30) :]
            case 1:
                text = (
                    text[:at]
                    + rng.choice(
                        [
                            ":",
                            "- ",
                            "{",
                            "]",
                            "&a ",
                            "*a",
                            "!!python/object:os.system ",
                            "\t",
                            "\x00",
                            "|\n",
                            "'",
                            "\u2028",
                        ]
                    )
                    + text[at:]
                )
            case 2:
                text = "\n".join([*lines[:line], " " * rng.randint(1, 4) + lines[line], *lines[line + 1 :]])
            case 3:
                text = "\n".join([*lines[:line], *lines[line : line + 3], *lines[line:]])
            case 4:
                text = "\n".join([*lines[:line], *lines[line + 1 :]])
            case _:
                text = f"{text}\nx: &a [{', '.join(['1'] * 20)}]\ny: [{', '.join(['*a'] * 20)}]\n"
    return text


def spoilt(rng: Random, wholes: list[dict[str, Any]]) -> str:
    """The text of a pack that is a real one but for some changes."""
    whole = rng.choice(wholes)
    cards = rng.sample(whole["cards"], min(len(whole["cards"]), rng.randint(1, 8)))
    few = {**whole, "id": "spoilt", "name": "Spoilt", "include": [], "reprint": [], "cards": cards}
    if rng.random() < 0.5:
        few["needs"] = {"munchkin": ""}
    if rng.random() < 0.5:
        return yaml.dump(vary(few, rng), Dumper=Plain, sort_keys=False, allow_unicode=True)
    changed = spoil_data(few, rng) if rng.random() < 0.8 else few
    text: str = yaml.dump(changed, Dumper=Plain, sort_keys=False, allow_unicode=True)
    return spoil_text(text, rng) if rng.random() < 0.3 or changed is few else text


def follow(text: str, rng: Random) -> str:
    """Check, compile, play and try a pack; says how far it came. Only refusals are caught."""
    found = craft.check(text, ("munchkin",))
    msgspec.json.encode(found)
    if found.pack is None:
        return "refused by the check"
    source = guest(text, "spoilt.yaml")
    name = welcome(source)
    try:
        game = Game.new(["munchkin", name], 3, rng.randrange(10**6))
    except (PackError, BadSetup):
        return "refused in the mix"
    try:
        for _ in range(ANSWERS):
            if game.over:
                break
            seat, _, option = draw_answer(game.state, rng)
            game.apply(seat, option)
    except IllegalMove:
        return "an effect that never ends"
    card = rng.choice(source.pack.cards) if source.pack.cards else None
    if card is not None:
        wanted = CardTry(text=text, card=card.id)
        for _ in range(3):
            tried: TryResult = try_card(wanted, ("munchkin",), rng.choice(["en", "de"]))
            choices = [(choice.seat, option.code) for choice in tried.choices for option in choice.options]
            if not choices:
                break
            wanted = msgspec.structs.replace(wanted, answers=(*wanted.answers, rng.choice(choices)))
    return "played"


def over_http(texts: Iterator[str]) -> Counter[int]:
    """Check, bring and try packs over HTTP; the answers by status."""
    from litestar.testing import TestClient

    from kickdoor.server.app import make_app
    from kickdoor.server.settings import Settings

    seen: Counter[int] = Counter()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "rookie"}, {"kind": "bot", "bot": "rookie"}]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{Path(folder) / 'tables.db'}", most_pack_bytes_of_address=1 << 30)
        with TestClient(make_app(settings.scaled(1e4))) as client:
            for text in texts:
                body = {"text": text.encode("utf-8", "replace").decode()}
                checked = client.post("/api/packs/check", json=body)
                seen[checked.status_code] += 1
                brought = client.post("/api/packs", json=body)
                seen[brought.status_code] += 1
                if brought.status_code == 201:
                    packs = ["munchkin", brought.json()["ref"]]
                    made = client.post("/api/tables", json={"packs": packs, "seats": seats, "start": True})
                    seen[made.status_code] += 1
    return seen


def too_long(*_: object) -> None:
    """Break off a pack that hangs."""
    raise TimeoutError(f"more than {MOST_WAITING} seconds")


def main(arguments: list[str]) -> int:
    """Spoil packs; the number of those that broke something."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--packs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--server", type=int, default=500, help="how many of them go over HTTP, too")
    given = parser.parse_args(arguments)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    signal.signal(signal.SIGALRM, too_long)
    rng = Random(given.seed)
    read: list[Any] = [read_yaml(load(name).text) for name in available()]
    wholes = [whole for whole in read if whole.get("cards")]
    ways: Counter[str] = Counter()
    broken = 0
    slowest = 0.0
    for number in range(given.packs):
        text = spoilt(rng, wholes)
        began = time.process_time()
        signal.alarm(MOST_WAITING)
        try:
            ways[follow(text, Random(number))] += 1
        except Exception:
            broken += 1
            print(f"--- pack {number} of seed {given.seed}\n{text}\n{traceback.format_exc()}")
        signal.alarm(0)
        slowest = max(slowest, time.process_time() - began)
        if number % 500 == 499:
            print(f"{number + 1}: {dict(ways)}, {broken} broken, slowest {slowest:.1f} s", flush=True)
    statuses = over_http(spoilt(rng, wholes) for _ in range(given.server)) if given.server else Counter()
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{given.packs} packs: {dict(ways)}; {broken} broken; slowest {slowest:.1f} CPU s; {megabytes:.0f} MB")
    print(f"over HTTP: {dict(statuses)}")
    bad = broken or slowest > MOST_SECONDS or megabytes > MOST_MEGABYTES or any(code >= 500 for code in statuses)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
