"""Why something cannot be done: a reason in words, the rule's id, and nothing changed."""

import pytest

from kickdoor.engine.data import refusals
from kickdoor.engine.data.refusals import IllegalMove, Refusal
from kickdoor.play.intents import Intent
from kickdoor.rules import catalogue
from kickdoor.testing import table

REFUSALS = {name: value for name, value in vars(refusals).items() if isinstance(value, Refusal)}


@pytest.mark.parametrize("name", sorted(REFUSALS))
def test_every_refusal_gives_a_reason_and_a_rule_of_the_catalogue(name):
    refusal = REFUSALS[name]
    assert refusal.key == name.lower()
    assert refusal.reason[0].isupper()
    assert not refusal.rule or refusal.rule in catalogue()


def board(**position):
    return table(
        **{
            "players": {
                "A": {
                    "level": 9,
                    "classes": ["Thief"],
                    "equipped": ["Helm of Courage"],
                    "carried": ["Horny Helmet", "Huge Rock", "Mace of Sharpness"],
                    "hand": [
                        "Warrior",
                        "Chainsaw of Bloody Dismemberment",
                        "Boil an Anthill",
                        "Lame Goblin",
                        "Enraged",
                    ],
                },
                "B": {"level": 4, "hand": ["Elf", "Leather Armor", "Magic Missile"]},
                "C": {"level": 2},
            },
            "turn": "A",
            **position,
        }
    )


FIGHT = {"phase": "combat", "combat": {"fighter": "A", "monsters": [{"level": 20}]}}


@pytest.mark.parametrize(
    ("seat", "verb", "card", "on", "rule", "position"),
    [
        (0, "play", "Warrior", None, "CHAR-04", {}),
        (0, "play", "Chainsaw of Bloody Dismemberment", None, "ITEM-07", {}),
        (0, "play", "Boil an Anthill", 0, "HIER-05", {}),
        (0, "play", "Lame Goblin", None, "CMB-12", {}),
        (0, "play", "Enraged", None, "CMB-14", {}),
        (0, "equip", "Horny Helmet", None, "ITEM-03", {}),
        (0, "equip", "Mace of Sharpness", None, "ITEM-04", {}),
        (0, "drop", "Huge Rock", None, "ITEM-06", {}),
        (0, "sell", None, None, "SELL-03", {}),
        (1, "play", "Elf", None, "ACT-08", {}),
        (1, "play", "Leather Armor", None, "ACT-10", {}),
        (1, "sell", None, None, "ACT-09", {}),
        (1, "play", "Warrior", None, "CARD-05", {}),
        (0, "unequip", "Helm of Courage", None, "ITEM-05", FIGHT),
        (0, "play", "Chainsaw of Bloody Dismemberment", None, "ACT-12", FIGHT),
        (0, "claim", None, None, "CMB-01", FIGHT),
        (1, "claim", None, None, "HELP-01", FIGHT),
    ],
)
def test_why_not_gives_the_rule(seat, verb, card, on, rule, position):
    t = board(**position)
    before = t.game.to_bytes()
    number = None if card is None else t.card_of(seat, card)
    why = t.game.why_not(seat, Intent(verb=verb, card=number, on=on))
    assert why is not None
    assert (why.rule, bool(why.reason)) == (rule, True)
    assert str(why) == f"{why.reason} [{rule}]"
    assert t.game.to_bytes() == before


def test_what_can_be_done_has_no_reason_against_it():
    t = board()
    assert t.game.why_not(0, Intent(verb="play", card=t.card_of(0, "Boil an Anthill"), on=1)) is None
    assert t.game.why_not(0, Intent(verb="unequip", card=t.card_of(0, "Helm of Courage"))) is None
    for seat in range(3):
        for option in t.game.decision(seat).options:
            assert t.game.why_not(seat, option) is None


@pytest.mark.parametrize("position", [{}, FIGHT])
def test_an_answer_that_is_not_an_option_changes_nothing(position):
    game = board(**position).game
    before = game.to_bytes()
    for seat in range(3):
        allowed = {option.code for option in game.decision(seat).options}
        for option in range(0, 1 << 12, 7):
            if option in allowed:
                continue
            with pytest.raises(IllegalMove):
                game.apply(seat, option)
    assert game.to_bytes() == before


def test_an_intent_that_makes_no_sense_is_refused():
    game = board().game
    assert str(game.why_not(0, Intent(verb="sing"))) == "There is no action called “sing”"
    assert game.why_not(0, Intent(verb="play", card=99999)) is not None
    assert game.why_not(0, Intent(verb="play", card=-1)) is not None
    for verb in ("play", "lay", "equip", "unequip", "entrust", "drop"):
        assert game.why_not(0, Intent(verb=verb)) is not None
    assert game.why_not(0, Intent(verb="entrust", card=1, on=2**70)) is not None
    assert game.why_not(0, Intent(verb="play", card=1, on=-1)) is not None


def test_a_seat_that_is_not_there_is_nothing_to_aim_at():
    players = {"A": {"level": 2, "hand": ["Feed the Minion to Something"]}, "B": {"level": 2}, "C": {"level": 2}}
    t = table(packs=["bites"], players=players, turn="A", **FIGHT)
    card = t.card_of(0, "Feed the Minion to Something")
    for nobody in (3, 9, 4094):
        assert t.game.why_not(0, Intent(verb="play", card=card, on=nobody, ability=0)) is not None
