"""Trying a card of a draft at a table that is laid out for it."""

from __future__ import annotations

import pytest

from kickdoor.packs.loader import PackError
from kickdoor.server.protocol import CardTry, TryResult, TrySeat
from kickdoor.server.trying import try_card

PACK = """\
id: stall
name: Stall
needs: {munchkin: ""}
cards:
- {id: goose, name: Goose, deck: door, kind: monster, level: 14, treasures: 2, bad_stuff: [{lose_levels: 2}],
   strength: [{add: 4, if: {party_suffers: elf}}]}
- {id: gong, name: Gong, deck: door, kind: monster, level: 1, treasures: 1,
   on_meet: [{roll: {}}, {lose_levels: 1}]}
- {id: nap, name: Nap, deck: treasure, kind: special, when: own_turn, play: [{gain_levels: 1}]}
- {id: prayer, name: Prayer, deck: treasure, kind: one_shot, gold: 100, bonus: 3, usable_by: [cleric]}
"""


def tried(card: str, text: str = PACK, **more: object) -> TryResult:
    return try_card(CardTry(text=text, card=card, **more), ("munchkin",))


def option(result: TryResult, verb: str) -> tuple[int, int]:
    return next((each.seat, o.code) for each in result.choices for o in each.options if o.verb == verb)


def test_each_try_has_its_own_dice_and_the_next_rolls_can_be_given():
    def fled(**more: object) -> str:
        run = option(tried("goose", **more), "run")
        roll = option(tried("goose", answers=(run,), **more), "run")
        return " ".join(tried("goose", answers=(run, roll), **more).lines)

    assert len({fled(seed=str(seed)) for seed in range(8)}) > 2
    caught = fled(rolls=(1,), seed="any")
    assert "rolls a 1" in caught
    assert "loses 2 levels" in caught
    assert "rolls a 6" in fled(rolls=(6,), seed="any")


def test_what_ann_and_bo_have_lies_before_them():
    elf = TrySeat(level=6, table=("Elf", "Horny Helmet"), hand=("Boil an Anthill",))
    result = tried("goose", ann=elf, bo=TrySeat(level=3, table=("Cleric",)))
    assert result.strengths == (9, 18)
    assert [player.cards for player in result.players] == [["Elf", "Horny Helmet"], ["Cleric"], []]
    assert [(player.level, player.hand) for player in result.players][:2] == [(6, 1), (3, 0)]
    assert "Elff" in tried("goose", ann=TrySeat(table=("Elff",))).problem


def test_bo_helps_who_asks():
    asked = option(tried("goose", bo=TrySeat(level=9)), "offer")
    helped = tried("goose", bo=TrySeat(level=9), answers=(asked,))
    assert helped.strengths == (14, 14)


def test_a_card_for_the_time_out_of_combat_is_tried_without_a_fight():
    nap = tried("nap")
    assert (nap.place, nap.monster, nap.strengths, nap.why_not) == ("hand", "", None, "")
    assert tried("nap", answers=(option(nap, "play"),)).players[0].level == 6
    fought = tried("nap", monster="stall/goose")
    assert fought.monster == "Goose"
    assert fought.why_not, "the page says why it cannot be played in a fight"
    assert tried("prayer", monster="nobody").strengths is None


def test_what_happens_before_the_first_answer_is_told():
    assert any("rolls a 3" in line for line in tried("gong", rolls=(3,)).lines)


def test_a_sound_card_is_tried_whatever_is_wrong_with_others():
    broken = f"{PACK}- {{id: bad, name: Bad, deck: dor, kind: monster}}\n"
    broken += "- {id: two, name: Two, deck: door, kind: curse, play: [{die: you, lose_levels: 1}]}\n"
    assert tried("goose", broken).strengths == (5, 14)
    for card in ("bad", "two"):
        with pytest.raises(PackError, match="error in this card"):
            tried(card, broken)
