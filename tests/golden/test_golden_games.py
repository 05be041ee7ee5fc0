"""Golden games: one for each book and mix, told by its answers, with digests of all that came of them.

A change of behaviour is seen here, and named on purpose: `make golden` writes the games anew, and the changelog says
what changed. A digest is kept for every hundredth answer, so a difference is found to within a hundred.
"""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import msgspec
import pytest

from kickdoor import Game
from kickdoor.bots import make_bot
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.play.digest import Digest

FILE = Path(__file__).with_name("games.json")
SPAN = 100
MOST_ANSWERS = 400

EXPANSIONS = [f"munchkin-{number}" for number in range(2, 9)]
EVERYTHING = ["munchkin", *EXPANSIONS, "game-changers", "star", "bites", "babies"]

#: Packs, book and seats of each game.
SETUPS: dict[str, tuple[list[str], str, int]] = {
    "deluxe": (["munchkin"], "deluxe", 4),
    "lite": (["munchkin-lite"], "lite", 3),
    "star": (["star"], "star", 4),
    "bites": (["bites"], "bites", 4),
    "babies": (["babies"], "babies", 4),
    **{f"with {pack}": (["munchkin", pack], "deluxe", 3 + number % 4) for number, pack in enumerate(EXPANSIONS)},
    "with game-changers": (["munchkin", "game-changers"], "deluxe", 3),
    "all expansions": (["munchkin", *EXPANSIONS, "game-changers"], "deluxe", 6),
    **{f"everything by {book}": (EVERYTHING, book, 5) for book in ("deluxe", "star", "bites", "babies")},
    "everything by lite": (EVERYTHING, "lite", 4),
}


class Golden(msgspec.Struct):
    answers: list[tuple[int, int]]
    digests: list[dict[str, str]] = []


def begin(name: str) -> Game:
    packs, book, seats = SETUPS[name]
    return Game.new(packs=packs, book=book, seats=seats, seed=f"golden {name}")


def digests_of(name: str, answers: list[tuple[int, int]]) -> list[dict[str, str]]:
    game, digest = begin(name), Digest()
    digest.look(game, [])
    found = []
    for number, (seat, answer) in enumerate(answers, 1):
        digest.look(game, game.apply(seat, answer))
        if number % SPAN == 0 or number == len(answers):
            found.append(digest.words)
    return found


def play(name: str) -> list[tuple[int, int]]:
    """Rookies, and at every other seat chance, which does what no rookie would."""
    game, rng = begin(name), random.Random(name)
    rookies = {seat: make_bot("rookie", random.Random(seat), game.state.rules) for seat in range(0, game.seats, 2)}
    answers: list[tuple[int, int]] = []
    while not game.over and len(answers) < MOST_ANSWERS:
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        chosen = rookies[seat].choose(game.view(seat), decision) if seat in rookies else rng.choice(decision.options)
        # An offer in one's own words is no number: a suggestion stands in for it.
        code = getattr(chosen, "code", None) or rng.choice(decision.options).code
        game.apply(seat, code)
        answers.append((seat, code))
    return answers


def read() -> dict[str, Golden]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Golden]) if FILE.exists() else {}


def played_again(name: str, known: Golden | None) -> Golden:
    """The game with today's digests: by its answers where they are still lawful, else played anew."""
    if known is not None:
        with contextlib.suppress(IllegalMove):
            return Golden(known.answers, digests_of(name, known.answers))
    answers = play(name)
    return Golden(answers, digests_of(name, answers))


@pytest.mark.parametrize("name", SETUPS)
def test_the_game_is_the_same(name: str) -> None:
    golden = read()[name]
    try:
        found = digests_of(name, golden.answers)
    except IllegalMove as error:
        pytest.fail(f"{name}: an answer is no longer lawful ({error}). If that is meant: make golden, and say so")
    for number, (now, then) in enumerate(zip(found, golden.digests, strict=True)):
        changed = [kind for kind in then if now[kind] != then[kind]]
        assert not changed, (
            f"{name}: {' and '.join(changed)} differ between answers {number * SPAN} and {(number + 1) * SPAN}. "
            "If that is meant: make golden, and say what changed in CHANGELOG.md"
        )


def test_every_book_has_a_game() -> None:
    assert {book for _, book, _ in SETUPS.values()} == {"deluxe", "lite", "star", "bites", "babies"}
    assert set(read()) == set(SETUPS)


def test_a_changed_rule_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    golden = read()["deluxe"]
    packs, book, seats = SETUPS["deluxe"]
    changed = Game.new(packs=packs, book=book, seats=seats, seed="golden deluxe", options={"escape_roll": 6})
    monkeypatch.setitem(globals(), "begin", lambda name: changed)
    with contextlib.suppress(IllegalMove):
        assert digests_of("deluxe", golden.answers) != golden.digests


def write() -> None:
    known = read()
    games = {name: played_again(name, known.get(name)) for name in SETUPS}
    lines = [f'"{name}": {msgspec.json.encode(game).decode()}' for name, game in games.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
