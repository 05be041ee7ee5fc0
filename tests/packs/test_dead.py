"""Dead cards: those of which nothing can happen in a mix are found, and no others."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from kickdoor import Game
from kickdoor.engine.data.terms import CURSE as CURSE_KIND
from kickdoor.engine.data.terms import IN_PLAY, ITEM, ONE_SHOT
from kickdoor.engine.questions.table import face
from kickdoor.packs.dead import PLAIN, IdleCard, idle_cards, why_idle
from kickdoor.packs.language import Card
from kickdoor.packs.loader import available, load
from kickdoor.packs.supply import Supply
from kickdoor.play.driver import draw_answer
from kickdoor.rules.books import resolve

PackOf = Callable[..., str]

NUMBERS = resolve("deluxe")
RAT = {"kind": "monster", "level": 2, "treasures": 1, "bad_stuff": [{"lose_levels": 1}]}
ELF = {"kind": "race", "id": "elf"}
ELFLING = {"kind": "race", "id": "elfling", "trait": "elf"}
CLERIC = {"kind": "class", "id": "cleric"}
CURSE = {"kind": "curse", "play": [{"lose_levels": 1}]}
GHOST = {**RAT, "tags": ["undead"]}
GRAVE = {"kind": "monster_enhancer", "bonus": 5, "makes": ["undead"]}
STEED = {"kind": "steed", "bonus": 2, "gold": 0}
LANCE = {"kind": "item", "bonus": 1, "gold": 300}
KILLER = {**RAT, "bad_stuff": [{"die": "you"}]}
TAMER = {
    "when": "any_combat",
    "play": [{"choose": {"monsters": True, "into": "$m"}}, {"tame": {"monster": "$m", "bonus": 2}}],
}
COUNTER = {
    "when": "own_turn",
    "play": [{"choose": {"cards": {"from": "races"}, "into": "$race"}}, {"count_as_class": "$race"}],
}


def card(given: dict[str, Any]) -> Card:
    return msgspec.convert({"id": "it", "name": "It", "deck": "door", "kind": "special", **given}, Card)


def why(given: dict[str, Any], *others: dict[str, Any], **numbers: int) -> str:
    """Why a card is idle among these others."""
    one = card(given)
    return why_idle(one, Supply([one, *map(card, others)], {**NUMBERS, **numbers}))


def played(*steps: Any, **fields: Any) -> dict[str, Any]:
    return {"when": "any_time", "play": list(steps), **fields}


def from_kind(kind: str) -> dict[str, Any]:
    return {"from": "table", "where": {"kind": kind}}


DEAD_WITHOUT: dict[str, tuple[dict[str, Any], list[list[dict[str, Any]]]]] = {
    # The card, and what else wakes it: each list alone is enough.
    "an Item for Elves": (
        {"kind": "item", "gold": 400, "bonus": 3, "usable_by": "elf"},
        [[ELF], [ELFLING], [{"grants": [{"trait": "elf", "for": ["items"]}], "stays": True}]],
    ),
    "an Item for Elves or Clerics": (
        {"kind": "item", "gold": 400, "bonus": 3, "usable_by": ["elf", "cleric"]},
        [[ELF], [CLERIC]],
    ),
    "an Item not for humans": ({"kind": "item", "gold": 400, "bonus": 3, "not_usable_by": "human"}, [[ELF]]),
    "an Item for the owner of a Power": (
        {"kind": "item", "gold": 400, "bonus": 3, "usable_by": "flight"},
        [[{"kind": "power", "id": "flight", "rank": 1, "bonus": 1}]],
    ),
    "a Power for Elves": ({"kind": "power", "rank": 1, "bonus": 2, "usable_by": "elf"}, [[ELF]]),
    "Super Munchkin": ({"kind": "class_enhancer", "purifies": "class"}, [[CLERIC], [ELF, COUNTER]]),
    "Half-Breed": ({"kind": "race_enhancer", "purifies": "race"}, [[ELF]]),
    "a Portal": ({"kind": "portal"}, [[{"kind": "dungeon", "deck": "dungeon"}]]),
    "a monster enhancer": ({"kind": "monster_enhancer", "bonus": 5}, [[RAT]]),
    "an Item enhancer": ({"kind": "item_enhancer", "bonus": 5}, [[LANCE]]),
    "a one-shot": ({"kind": "one_shot", "gold": 100, "bonus": 5}, [[RAT]]),
    "a one-shot for Elves": (
        played({"gain_levels": 1}, kind="one_shot", gold=100, usable_by="elf"),
        [[ELF], [ELFLING]],
    ),
    "an ability of a one-shot for Elves": (
        {
            "kind": "one_shot",
            "gold": 100,
            "usable_by": "elf",
            "abilities": {"leap": {"when": "any_time", "from": "any", "do": [{"gain_levels": 1}]}},
        },
        [[ELF]],
    ),
    "a bonus for Elves": (
        {"kind": "item", "gold": 400, "strength": [{"add": 2, "if": {"trait": "elf"}}]},
        [[ELF], [{"grants": [{"trait": "elf", "for": ["own"]}], "stays": True}]],
    ),
    "a bonus for each Elf": (
        {"kind": "item", "gold": 400, "strength": [{"add": 2, "each": "elf"}]},
        [[ELF], [{"kind": "hireling", "trait": "elf"}]],
    ),
    "an ability of Elves": (
        {
            "kind": "item",
            "gold": 400,
            "abilities": {"leap": {"when": "any_time", "if": {"suffers": "elf"}, "do": [{"gain_levels": 1}]}},
        },
        [[ELF]],
    ),
    "a price of Steeds": (
        played({"gain_levels": 1}, cost=[{"choose": {"cards": {"from": "steeds"}, "into": "$s"}}, {"discard": "$s"}]),
        [[STEED], [RAT, TAMER]],
    ),
    "a target of Curses": (
        played({"out_of_game": "$c"}, target=[{"choose": {"cards": {"from": "curses"}, "into": "$c"}}]),
        [[CURSE]],
    ),
    "what befalls Wizards": (
        {**CURSE, "play": [{"if": {"trait": "wizard"}, "then": [{"lose_levels": 2}]}]},
        [[{"kind": "class", "id": "wizard"}]],
    ),
    "what takes a Class": ({**CURSE, "play": [{"lose": {"from": "classes"}}]}, [[CLERIC], [ELF, COUNTER]]),
    "what takes a Class that is chosen": (
        {
            **CURSE,
            "play": [
                {"choose": {"cards": {"from": "classes"}, "into": "$x"}},
                {"if": {"exists": "$x"}, "then": [{"take": {"cards": "$x", "to": "left"}}]},
            ],
        },
        [[CLERIC]],
    ),
    "what takes all Steeds": (
        {**CURSE, "play": [{"for_each": {"cards": from_kind("steed"), "as": "$s", "do": [{"lose": "$s"}]}}]},
        [[STEED], [RAT, TAMER]],
    ),
    "against the Undead": (
        {"kind": "one_shot", "gold": 100, **TAMER, "if": {"monster_tag": "undead"}},
        [[GHOST], [RAT, GRAVE]],
    ),
    "against a chosen Undead": (
        {
            **TAMER,
            "target": [{"choose": {"monsters": {"tag": "undead"}, "into": "$u"}}],
            "play": [{"kill_monster": "$u"}],
        },
        [[GHOST], [RAT, GRAVE]],
    ),
    "when a Curse strikes": ({"when": "when_cursed", "play": [{"cancel_curse": True}]}, [[CURSE]]),
    "what turns Curses aside": ({"stays": True, "reactions": [{"to": "struck", "instead": True}]}, [[CURSE]]),
    "what saves from death": ({"stays": True, "reactions": [{"to": "died", "instead": True}]}, [[KILLER]]),
    "a level for who wears Headgear": (
        {"kind": "go_up_a_level", "on": {"wears": "headgear"}, "play": [{"gain_levels": 1}]},
        [[{**LANCE, "slot": "headgear"}]],
    ),
    "a level for who has a Title": (
        played({"gain_levels": 1}, **{"if": {"any": [{"has": from_kind("steed")}, {"party_has": "elf"}]}}),
        [[STEED], [ELF]],
    ),
}


@pytest.mark.parametrize("name", DEAD_WITHOUT)
def test_a_card_is_dead_without_what_it_needs_and_wakes_with_it(name: str):
    given, wakers = DEAD_WITHOUT[name]
    assert why(given).startswith("needs "), name
    unrelated = [{"kind": "race", "id": "gnome"}] if name not in ("an Item not for humans", "Half-Breed") else []
    assert why(given, *unrelated), name
    for others in wakers:
        assert why(given, *others) == "", others


ALIVE: dict[str, dict[str, Any]] = {
    "a monster": {**RAT, "strength": [{"add": 3, "if": {"party_suffers": "elf"}}]},
    "a Race": ELF,
    "a Hireling": {"kind": "hireling", "abilities": {"x": {"when": "own_combat", "if": {"trait": "elf"}, "do": []}}},
    "an Item for humans": {"kind": "item", "gold": 400, "bonus": 3, "usable_by": "human"},
    "an Item for women": {"kind": "item", "gold": 400, "bonus": 3, "usable_by": ["female", "elf"]},
    "an Item not for Elves": {"kind": "item", "gold": 400, "bonus": 3, "not_usable_by": "elf"},
    "an Item without effect": {"kind": "item", "gold": 400},
    "an Item with more for Elves": {
        "kind": "item",
        "gold": 400,
        "bonus": 1,
        "strength": [{"add": 2, "if": {"trait": "elf"}}],
    },
    "an Item for Elves that all can throw from the table": {
        "kind": "item",
        "gold": 400,
        "bonus": 3,
        "usable_by": "elf",
        "abilities": {"throw": {"when": "any_time", "cost": [{"discard": "$it"}], "do": [{"gain_levels": 1}]}},
    },
    "an Item for Elves that pays when it is lost": {
        "kind": "item",
        "gold": 400,
        "usable_by": "elf",
        "reactions": [{"to": "lost", "do": [{"draw": {"deck": "treasure"}}]}],
    },
    "one of two ways": played({"if": {"trait": "elf"}, "then": [{"gain_levels": 1}], "else": [{"lose_levels": 1}]}),
    "who is no Elf": played({"if": {"not": {"trait": "elf"}}, "then": [{"gain_levels": 1}]}),
    "who is no Elf, by no Elf": played({"if": {"not": {"not": {"trait": "human"}}}, "then": [{"gain_levels": 1}]}),
    "one of two conditions": played({"gain_levels": 1}, **{"if": {"any": [{"trait": "elf"}, {"sex": "male"}]}}),
    "a choice that may be empty": played(
        {"choose": {"cards": {"from": "steeds"}, "into": "$s", "optional": True}}, {"gain_levels": 1}
    ),
    "a choice of what another chose": played(
        {"gain_levels": 1},
        target=[
            {"choose": {"players": "others", "into": "$o"}},
            {"choose": {"cards": {"from": "steeds", "of": "$o"}, "into": "$s"}},
        ],
    ),
    "what is not of a kind": played({"lose": {"from": "hand", "where": {"not": {"kind": "steed"}}}}),
    "what is equipped": played({"lose": {"from": "items", "where": {"equipped": True}}}, kind="item", gold=1),
    "a Curse without effect": {"kind": "curse"},
    "a name stored twice": played(
        {"choose": {"cards": {"from": "steeds"}, "into": "$x"}},
        {"choose": {"cards": {"from": "hand"}, "into": "$x"}},
        {"discard": "$x"},
    ),
    "what can be fought as well": played({"lose": {"from": "steeds"}}, as_monster={"level": 3}),
    "an epic card": {"kind": "item", "gold": 400, "bonus": 3, "usable_by": "elf", "epic": True},
}


@pytest.mark.parametrize("name", ALIVE)
def test_what_could_be_used_is_not_dead(name: str):
    assert why(ALIVE[name]) == ""


def test_the_reason_names_all_that_is_asked():
    asked = {"any": [{"kind": "steed"}, {"tag": ["fire", "ice"]}], "not": {"big": True}}
    assert why(played({"lose": {"from": "hand", "where": asked}})) == (
        "needs a card with not big True, any kind steed or tag fire or ice, and there is none here"
    )


def test_every_field_of_a_card_is_known_or_counts_as_an_effect():
    fields = set(Card.__struct_encode_fields__)
    assert fields >= PLAIN
    assert {"bonus", "makes", "grants", "hides", "purifies", "lifts_limits", "as_monster"} <= fields - PLAIN


def test_a_grant_for_monsters_alone_lets_nobody_use_an_item():
    seen = {"stays": True, "grants": [{"trait": "elf", "for": ["monsters"]}]}
    assert why({"kind": "item", "gold": 400, "bonus": 3, "usable_by": "elf"}, seen)


def test_where_nobody_dies_nobody_is_saved_from_death():
    saver = {"stays": True, "reactions": [{"to": "died", "instead": True}]}
    assert why(saver, KILLER) == ""
    assert why(saver, KILLER, nobody_dies=1) == "needs somebody to die, and here nobody does"


# Mixes


SWORD = {
    "id": "sword",
    "name": "Elf Sword",
    "deck": "treasure",
    "kind": "item",
    "gold": 400,
    "bonus": 3,
    "usable_by": "elf",
    "copies": 2,
}


def test_a_dead_card_is_told_with_reason_and_remedy(pack_of: PackOf):
    found = idle_cards([pack_of("mine", SWORD)], NUMBERS)
    assert found == [
        IdleCard(
            id="mine/sword",
            name="Elf Sword",
            copies=2,
            why="needs elf, which no card here gives",
            through=(),
            woken_by=found[0].woken_by,
        )
    ]
    assert {"munchkin", "munchkin-lite"} <= set(found[0].woken_by) < set(available())
    assert idle_cards([pack_of("mine", SWORD), "munchkin"], NUMBERS) == []


@pytest.mark.parametrize(
    "lifter",
    [
        {
            "deck": "door",
            "kind": "special",
            "lifts_limits": True,
            "when": "own_turn",
            "play": [{"attach": {"to": "$it"}}],
        },
        {"deck": "treasure", "kind": "hireling", "carries": 1},
        {"deck": "door", "kind": "special", "when": "own_combat", "play": [{"free_use": "you"}]},
    ],
    ids=["a card on it", "a Hireling who carries it", "a fight with all Items"],
)
def test_an_item_is_not_dead_while_a_restriction_can_be_lifted(pack_of: PackOf, lifter: dict[str, Any]):
    foe = {"id": "rat", "name": "Rat", "deck": "door", **RAT}
    (sword,) = idle_cards([pack_of("mine", SWORD, foe, {"id": "lifter", "name": "Lifter", **lifter})], NUMBERS)
    assert (sword.id, sword.through) == ("mine/sword", ("Lifter",))


def test_a_restriction_that_is_lifted_wakes_no_card_that_is_dead_for_another_reason(pack_of: PackOf):
    saver = {"bonus": 0, "reactions": [{"to": "died", "instead": True}]}
    porter = {"id": "porter", "name": "Porter", "deck": "treasure", "kind": "hireling", "carries": 1}
    (sword,) = idle_cards([pack_of("mine", {**SWORD, **saver}, porter)], NUMBERS)
    assert sword.through == ()


@pytest.mark.parametrize("name", available())
def test_no_card_of_a_set_is_dead_by_its_own_book(name: str):
    """An expansion is played with the sets that it expands."""
    expands = name.removeprefix("munchkin-").isdigit() or name == "game-changers"
    packs = [*(pack for pack in available() if pack.startswith("munchkin") and pack != "munchkin-lite")]
    assert idle_cards([*packs, name] if expands else [name], resolve(load(name).pack.book)) == []


def test_dead_cards_are_never_used(tmp_path: Path):
    """The base set without Races, and without what lifts limits: what is then called dead stays so in play."""
    pack = load("munchkin").pack
    kept = [
        one for one in pack.cards if one.kind not in ("race", "hireling") and not one.lifts_limits and not frees(one)
    ]
    path = tmp_path / "raceless.yaml"
    path.write_bytes(msgspec.yaml.encode(msgspec.structs.replace(pack, id="raceless", cards=kept)))
    dead = {one.id for one in idle_cards([str(path)], NUMBERS)}
    assert {"raceless/half_breed", "raceless/bow_with_ribbons"} <= dead
    assert len(dead) >= 6
    for seed in range(12):
        play_without(dead, Game.new([str(path)], 4, seed), Random(seed))


def frees(one: Card) -> bool:
    return "free_use" in str(msgspec.to_builtins(one))


def play_without(dead: set[str], game: Game, rng: Random) -> None:
    """Play on; no dead card but a Curse, which strikes without effect, is ever equipped, laid, played or used."""
    s = game.state
    while not game.over and s.turns < 60:
        seat, _, option = draw_answer(s, rng)
        for event in game.apply(seat, option):
            if event.what in ("played", "used", "equipped"):
                d = s.rules.defs[event.card]
                assert d.id not in dead or d.kind == CURSE_KIND
        for c, d in enumerate(s.rules.defs):
            if d.id in dead and s.where[c] >= IN_PLAY:
                assert face(s, c).kind in (ITEM, ONE_SHOT)
                assert not s.up[c]
