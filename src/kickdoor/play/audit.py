"""The audit: would a scenario notice if its card did nothing, or something else?

Each effect of a card is emptied and each of its numbers changed by one; each switch of the rules is turned
over. Some scenario that names the card (or the rule behind the switch) must then fail.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import msgspec

from kickdoor.packs.expressions import CompileError
from kickdoor.packs.implied import ANY_NUMBER
from kickdoor.packs.language import ONLY_WORDS, Card
from kickdoor.packs.loader import Listed, cards_of, load
from kickdoor.packs.mixing import Entries
from kickdoor.play.scenario import run_one
from kickdoor.play.scenario_files import Written, collect
from kickdoor.rules.books import options

#: Fields of a card that are not part of what it does.
PLAIN = ONLY_WORDS | {
    "id",
    "name",
    "deck",
    "kind",
    "copies",
    "origin",
    "epic",
    "trait",
    "rank",
    "complex",
    "makes",
    "stays",
}


class Finding(msgspec.Struct, frozen=True):
    """A change that no scenario noticed."""

    what: str
    change: str
    scenarios: int  #: how many scenarios name the card or rule


def mutants(card: Card) -> Iterator[tuple[str, Card]]:
    """The card with one effect emptied or one number changed, for each."""
    plain: dict[str, Any] = msgspec.to_builtins(card)
    for field in plain:
        if field in PLAIN or (field == "slot" and plain.get("hands")):  # what takes Hands is held, whatever it says
            continue
        emptied = copy.deepcopy(plain)
        del emptied[field]
        if field in ("level", "treasures", "gold"):
            continue
        yield f"{field} emptied", msgspec.convert(emptied, Card)
    for path, value in _numbers(plain, ()):
        if path[0] in PLAIN or _makes_no_difference(plain, path):
            continue
        changed = copy.deepcopy(plain)
        place: Any = changed
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = value + 1
        yield f"{'.'.join(str(p) for p in path)}: {value + 1} for {value}", msgspec.convert(changed, Card)


def _makes_no_difference(plain: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """Whether one more is no change: a number read as yes or no, or more than there are players or cards."""
    place: Any = plain
    for part in path[:-1]:
        place = place[part]
    if path[0] == "modifiers" and path[-1] == "set":
        return place["value"] in ("wins_ties", "keeps_powers", "sure_escape", "unpursued", "only_kills", "bare_run")
    if path[-1] != "count":
        return False
    most = {"party": 2, "all": 6, "others": 5}.get(place.get("players", ""), ANY_NUMBER)
    return bool(place["count"] >= most)


def _numbers(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], int]]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _numbers(inner, (*path, number))


def noticed(scenarios: list[Written], id: str, changed: Card) -> bool:
    """Whether some scenario fails when the card is changed."""

    def change(entries: Entries) -> Entries:
        return [
            (msgspec.structs.replace(entry, card=changed), copies) if id in (entry.id, *entry.also) else (entry, copies)
            for entry, copies in entries
        ]

    for written in scenarios:
        try:
            if not run_one(written.raw, written.file, change).passed:
                return True
        except (CompileError, ValueError, AssertionError, IndexError, KeyError):
            return True
    return False


def audit_card(entry: Listed, scenarios: list[Written]) -> list[Finding]:
    """What no scenario of this card would notice."""
    named = [written for written in scenarios if {entry.card.id, entry.id} & set(written.raw.get("cards", []))]
    failing = [written.id for written in named if not run_one(written.raw, written.file).passed]
    if failing:
        return [Finding(entry.id, f"scenario {id} fails as it is", len(named)) for id in failing]
    if not named:
        return [Finding(entry.id, "no scenario names this card", 0)]
    return [
        Finding(entry.id, change, len(named))
        for change, changed in mutants(entry.card)
        if not noticed(named, entry.id, changed)
    ]


def audit_switch(name: str, scenarios: list[Written]) -> list[Finding]:
    """Whether turning a switch of the rules over makes some scenario of its rules fail."""
    option = options()[name]
    named = [written for written in scenarios if set(option.rules) & set(written.raw.get("rules", []))]
    for written in named:
        turned = dict(written.raw)
        book = turned.get("book") or load(turned.get("packs", ["munchkin"])[0]).pack.book
        chosen = dict(turned.get("options", {}))
        if "faster_play" in chosen and name in ("listen_at_door", "loot_treasure"):
            chosen[name] = 1 - int(chosen.pop("faster_play"))
        else:
            now = int(chosen.get(name, option.values[book]))
            chosen[name] = 1 - now if option.kind == "switch" else now + 1
        turned["options"] = chosen
        if not run_one(turned, written.file).passed:
            return []
    return [Finding(name, "turned over" if option.kind == "switch" else "one more", len(named))]


def cards_to_audit(packs: list[str]) -> list[Listed]:
    """Every card of the packs, once; Epic cards are in no deck, so nothing that they say can matter [SETUP-10]."""
    found: dict[str, Listed] = {}
    for name in packs:
        for entry in cards_of(load(name)):
            if not entry.card.epic:
                found.setdefault(entry.id, entry)
    return list(found.values())


def switches_to_audit() -> list[str]:
    """Every switch and number of the rulebooks that a scenario can see."""
    return [name for name, option in options().items() if option.kind in ("switch", "number")]


class _Worker:
    """What a process needs to audit its share."""

    cards: dict[str, Listed]
    scenarios: list[Written]

    @classmethod
    def begin(cls, paths: list[Path], packs: list[str]) -> None:
        cls.cards = {entry.id: entry for entry in cards_to_audit(packs)}
        cls.scenarios = collect(paths)

    @classmethod
    def audit(cls, name: str) -> list[Finding]:
        entry = cls.cards.get(name)
        return audit_switch(name, cls.scenarios) if entry is None else audit_card(entry, cls.scenarios)


def names_to_audit(packs: list[str]) -> list[str]:
    """Every card of the packs, by its full id, and every switch."""
    return [entry.id for entry in cards_to_audit(packs)] + switches_to_audit()


def audit(
    paths: list[Path], packs: list[str], names: list[str], jobs: int = 0, seen: Callable[[], None] | None = None
) -> list[Finding]:
    """Audit these cards of the packs and these switches, on so many processes (0: one a core)."""
    found: list[Finding] = []
    with Pool(jobs or os.cpu_count() or 1, _Worker.begin, (paths, packs)) as pool:
        for findings in pool.imap(_Worker.audit, names):
            found.extend(findings)
            if seen is not None:
                seen()
    return found
