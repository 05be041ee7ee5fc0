"""A veteran tries out plays of strangers' cards that no lore values."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from kickdoor.bots import Veteran, make_bot
from kickdoor.bots.curious import Curious, strange_plays
from kickdoor.engine.data.options import first_of
from kickdoor.packs.loader import available
from kickdoor.play.choices import Option
from kickdoor.play.game import Game

PLANTED = str(Path(__file__).parents[1] / "probe" / "planted.yaml")

ODD_PACK = """\
id: oddities
name: Oddities
cards:
- id: forever
  name: Forever
  deck: treasure
  kind: special
  origin: own
  when: any_time
  play: [{repeat: {times: 100000, do: [{set_level: {to: 9}}]}}]
- id: two_doors
  name: Two Doors
  deck: treasure
  kind: special
  origin: own
  when: own_turn
  play:
  - choose: {options: [up, down], into: $way}
  - if: {option: {$way: up}}
    then: [{set_level: {to: 8}}]
    else: [{set_level: {to: 1}}]
"""


def at_table(hand: list[str], levels: tuple[int, ...], packs: tuple[str, ...] = ("munchkin", PLANTED)) -> Game:
    players: dict[str, Any] = {name: {"level": level} for name, level in zip(("Ann", "Bo", "Cy"), levels, strict=True)}
    players["Ann"]["hand"] = hand
    return Game.from_scenario({"id": "try", "packs": list(packs), "players": players, "turn": "Ann", "unlawful": True})


def chosen(game: Game, seed: int = 1) -> tuple[Curious, Option]:
    bot = make_bot("veteran", Random(seed), game.state.rules)
    assert isinstance(bot, Curious)
    decision = game.decision(0)
    assert decision is not None
    choice = bot.choose(game.view(0), decision)
    assert isinstance(choice, Option)
    return bot, choice


def plays(game: Game, choice: Option, name: str) -> bool:
    return choice.verb == "play" and game.card_name(first_of(choice.code)) == name


@pytest.mark.parametrize("pack", available())
def test_of_printed_packs_nothing_is_strange(pack: str):
    packs = (pack,) if pack in ("munchkin", "munchkin-lite", "star", "bites", "babies") else ("munchkin", pack)
    rules = Game.new(packs, 3, 1).state.rules
    assert not strange_plays(rules)
    assert type(make_bot("veteran", Random(1), rules)) is Veteran


def test_only_what_no_lore_values_is_strange():
    rules = Game.new(("munchkin", PLANTED), 3, 1).state.rules
    names = {rules.defs[first_of(option)].name for option in strange_plays(rules)}
    assert names == {"Long Fall", "Seat of Honour"}


@pytest.mark.parametrize(("levels", "used"), [((1, 9, 2), True), ((5, 5, 5), False), ((9, 2, 2), False)])
def test_the_leaders_level_is_taken_where_there_is_a_leader(levels: tuple[int, ...], used: bool):
    game = at_table(["Seat of Honour"], levels)
    bot, choice = chosen(game)
    assert plays(game, choice, "Seat of Honour") == used
    assert (bot.why == "tried out, Seat of Honour pays") == used


@pytest.mark.parametrize(("levels", "used"), [((5, 9, 2), True), ((5, 2, 1), False)])
def test_a_rival_falls_where_it_is_worth_a_card(levels: tuple[int, ...], used: bool):
    game = at_table(["Long Fall"], levels)
    bot, choice = chosen(game)
    assert plays(game, choice, "Long Fall") == used
    if used:
        game.apply(0, choice)
        decision = game.decision(0)
        assert decision is not None
        game.apply(0, bot.choose(game.view(0), decision))
        assert [player.level for player in game.state.players] == [5, 1, 2]


def test_the_same_chance_makes_the_same_choice():
    game = at_table(["Long Fall", "Seat of Honour"], (3, 8, 7))
    assert len({chosen(game, 4)[1] for _ in range(3)}) == 1


def test_the_picks_of_a_play_are_tried_and_what_never_ends_is_left_alone(tmp_path: Path):
    path = tmp_path / "oddities.yaml"
    path.write_text(ODD_PACK, encoding="utf-8")
    game = at_table(["Two Doors", "Forever"], (4, 4, 4), ("munchkin", str(path)))
    bot, choice = chosen(game)
    assert plays(game, choice, "Two Doors")
    game.apply(0, choice)
    decision = game.decision(0)
    assert decision is not None
    game.apply(0, bot.choose(game.view(0), decision))
    assert game.state.players[0].level == 8
    assert not plays(game, chosen(game)[1], "Forever")


def test_in_a_fight_the_turn_is_played_on():
    """A fight that would win the game is stopped by a card that no lore knows."""
    players = {"Ann": {"level": 5, "hand": ["Long Fall"]}, "Bo": {"level": 9}, "Cy": {"level": 2}}
    game = Game.from_scenario(
        {
            "id": "try",
            "packs": ["munchkin", PLANTED],
            "players": players,
            "turn": "Bo",
            "combat": {"fighter": "Bo", "monsters": ["Crabs"]},
            "unlawful": True,
        }
    )
    bot, choice = chosen(game)
    assert bot._in_fights == 1
    assert choice.verb == "pass", "there is time until the fight is decided"
    claim = next(option for option in game.decisions[1].options if option.verb == "claim")
    game.apply(1, claim)
    decision = game.decision(0)
    assert decision is not None
    choice = bot.choose(game.view(0), decision)
    assert isinstance(choice, Option)
    assert plays(game, choice, "Long Fall")
