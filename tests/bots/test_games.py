"""Bots of every level play whole games of every pack, and the same chance gives the same game."""

from random import Random

import pytest

from kickdoor.bots import make_bot
from kickdoor.packs.loader import available
from kickdoor.play.driver import Tally, play_out
from kickdoor.play.game import Game

LEVELS = {
    "rookie": ("rookie", "rookie", "rookie", "rookie"),
    "veteran": ("veteran", "veteran", "veteran", "veteran"),
    "master": ("master:1w", "veteran", "rookie"),
    "grandmaster": ("grandmaster:1w", "veteran", "rookie"),
}


def play(packs: list[str], bots: tuple[str, ...], seed: int, winning_level: int) -> tuple[Game, Tally]:
    game = Game.new(packs, seats=len(bots), seed=seed, options={"winning_level": winning_level})
    rng = Random(seed)
    agents = [make_bot(name, rng, game.state.rules) for name in bots]
    return game, play_out(game, agents, rng, limit=200)


def playable(pack: str) -> list[str]:
    """A pack that can be played: expansions need the base set."""
    return ["munchkin", pack] if pack.startswith(("munchkin-", "game-")) and pack != "munchkin-lite" else [pack]


@pytest.mark.parametrize("pack", available())
@pytest.mark.parametrize(("level", "winning_level"), [("rookie", 6), ("veteran", 6), ("master", 4), ("grandmaster", 3)])
def test_every_level_plays_every_pack(level: str, winning_level: int, pack: str):
    assert play(playable(pack), LEVELS[level], 3, winning_level)[1].finished


@pytest.mark.parametrize(
    ("bot", "winning_level"), [("rookie", 4), ("veteran", 4), ("master:2w", 3), ("grandmaster:2w", 3)]
)
def test_the_same_chance_gives_the_same_game(bot: str, winning_level: int):
    games = [play(["munchkin"], (bot, bot, bot), 5, winning_level)[0] for _ in range(2)]
    assert games[0].to_bytes() == games[1].to_bytes()
