"""Runs made up for the tests, as `kickdoor sim --out` would write them."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from kickdoor.packs.loader import mix
from kickdoor.play.game import Game
from kickdoor.report.tables import Tables
from kickdoor.sim.results import frame_of, origin_of
from kickdoor.sim.runner import Plan
from kickdoor.sim.sheets import CardRow, GameRow, PlayerRow

IDS = [entry.id for entry, _ in mix(["munchkin"])]
SEATS = 4
CLASSES = ((), ("warrior",), ("wizard",), ("thief", "cleric"))
RACES = ((), ("elf",), ("dwarf", "dwarf"))

Write = Callable[..., Path]
Run = Callable[..., Tables]


def game_rows(number: int, rng: Random, seed: str, strong: str, hand: int) -> tuple[GameRow, list, list]:
    """A game in which everybody has the same chances, but for those who have a strong card."""
    hands = [rng.sample(IDS, hand) for _ in range(SEATS)]
    winner = rng.choices(range(SEATS), [6.0 if strong in held else 1.0 for held in hands])[0]
    finished = number % 17 != 5
    turns = rng.randint(15, 50)
    helps = [rng.randint(0, 2) for _ in range(SEATS)]
    deaths = [int(rng.random() < 0.2) for _ in range(SEATS)]
    game = GameRow(
        game=number,
        seed=seed,
        seats=SEATS,
        turns=turns,
        decisions=turns * 20 + rng.randint(0, 99),
        answers=turns * 30,
        finished=finished,
        winners=(winner,) if finished else (),
        first_player=number % SEATS,
        first_at_nine=rng.choice((-1, winner, rng.randrange(SEATS))),
        lead_changes=rng.randint(0, 9),
        fights_won=rng.randint(8, 20),
        fights_lost=rng.randint(2, 8),
        fights_nobodys=rng.randint(0, 2),
        helps=sum(helps),
        interferences=rng.randint(0, 15),
        deaths=sum(deaths),
    )
    players = [
        PlayerRow(
            *(number, seat, "rookie", finished and seat == winner, rng.randint(1, 9)),
            *(rng.choice(CLASSES), rng.choice(RACES)),
            *(rng.randint(2, 8), rng.randint(0, 3), rng.randint(0, 2), rng.randint(0, 1), rng.randint(0, 3)),
            *(helps[seat], helps[seat] + rng.randint(0, 1), rng.randint(0, 1), helps[seat] + 1, 0),
            *(deaths[seat], rng.randint(0, turns)),
        )
        for seat in range(SEATS)
    ]
    cards = []
    for seat in range(SEATS):
        for card in sorted(hands[seat]):
            fate = rng.random()
            counts = [int(low <= fate < low + 0.15) for low in (0.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.85)]
            cards.append(CardRow(number, seat, card, 1, *counts, won=finished and seat == winner))
    return game, players, cards


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a run into a directory of its own."""

    def write(name: str = "run", games: int = 60, seed: str = "1", strong: str = "", hand: int = 12) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        rows = [game_rows(i, Random(f"{seed}:{i}"), f"{seed}:{i}", strong, hand) for i in range(games)]
        for number, part in enumerate((rows[: games // 2], rows[games // 2 :])):
            for table, row, found in (
                ("games", GameRow, [game for game, _, _ in part]),
                ("players", PlayerRow, [player for _, players, _ in part for player in players]),
                ("cards", CardRow, [card for _, _, cards in part for card in cards]),
            ):
                frame_of(row, found).write_parquet(folder / f"{table}-{number:06}.parquet")
        plan = Plan(Game.header(["munchkin"], SEATS, seed), games, bots=("rookie",))
        (folder / "plan.json").write_bytes(msgspec.json.encode(origin_of(plan)))
        return folder

    return write


@pytest.fixture
def run(write: Write) -> Run:
    """Write a run and read it again."""

    def run(*words: object, **named: object) -> Tables:
        return Tables.read(write(*words, **named))

    return run
