"""Laws of reckoning: what a card adds, and what is done to Levels and to bonuses apart."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from kickdoor.laws.law import Claim, Law
from kickdoor.laws.outcome import outcome_of
from kickdoor.laws.positions import FIELDS
from kickdoor.laws.supply import Supply, full_name
from kickdoor.laws.tables import lay_out
from kickdoor.packs.card_tests import traits
from kickdoor.packs.language import Card
from kickdoor.play.naming import Failure
from kickdoor.play.position import PositionError

LEVEL = 4
FOE = {"name": "made-up ogre", "level": 9, "treasures": 2}


def _fight(supply: Supply, seat: dict[str, Any], monsters: list[Any]) -> dict[str, Any]:
    return {
        "packs": supply.packs,
        "players": {"A": {"level": LEVEL, **seat}, "B": {}, "C": {}},
        "turn": "A",
        "phase": "combat",
        "combat": {"fighter": "A", "monsters": monsters},
    }


def printed_bonuses(supply: Supply) -> Iterator[Claim]:
    """Every Item, Steed and monster of which the card says nothing more of strength."""
    for card in supply.sampled([card for card in supply.cards if not card.strength]):
        name = full_name(supply, card)
        if card.kind in ("item", "steed"):
            place = _fight(supply, _wearer(card, name), [FOE])
            yield Claim(f"{card.name} alone", place, {"lines": {"A": _but_nothing(LEVEL, card.bonus)}})
            if card.bonus and card.kind == "item":
                enhanced = copy.deepcopy(place)
                seat = enhanced["players"]["A"]
                seat["table"] = [{"name": "made-up polish", "kind": "item_enhancer", "bonus": 2}]
                seat["attached"] = {"made-up polish": name}
                yield Claim(f"{card.name} enhanced", enhanced, {"lines": {"A": [LEVEL, card.bonus, 2]}})
        elif card.kind == "monster" and isinstance(card.level, int):
            place = _fight(supply, {}, [name])
            yield Claim(f"{card.name} alone", place, {"strength": [LEVEL, card.level]})
            stronger = {"card": name, "enhancers": [{"name": "made-up rage", "kind": "monster_enhancer", "bonus": 5}]}
            place = _fight(supply, {}, [stronger])
            yield Claim(f"{card.name} enhanced", place, {"strength": [LEVEL, card.level + 5]})


def _wearer(card: Card, name: str) -> dict[str, Any]:
    """Somebody who has a card equipped, and whatever they must be for it by something that adds nothing."""
    words = traits(card.usable_by)
    sexes = [word for word in words if word in ("male", "female")]
    masks = [{"name": "made-up mask", "grants": [{"trait": words[0], "for": ["items"]}]}] if words and not sexes else []
    return {"sex": sexes[0] if sexes else "male", "equipped": [*masks, name]}


def _but_nothing(*amounts: int) -> list[int]:
    return [amount for amount in amounts if amount]


def levels_apart(supply: Supply) -> Iterator[Claim]:
    """Every card that counts Levels otherwise, with and without a bonus: the bonus counts as ever, or not at all."""
    for card in supply.sampled([card for card in supply.cards if _speaks_of_levels(card)]):
        for words, seat, monsters, opening in _uses(supply, card):
            bare = _fight(supply, seat, monsters)
            richer = copy.deepcopy(bare)
            richer["players"]["A"].setdefault("table", []).append(
                {"name": "made-up friend", "kind": "hireling", "deck": "door", "bonus": 2}
            )
            higher = copy.deepcopy(bare)
            higher["players"]["A"]["level"] = LEVEL + 1
            try:
                table = lay_out(bare)
                for step in opening:
                    table.do(step)
            except (PositionError, Failure):
                continue
            ours, theirs = outcome_of(table, ("strength",)).expected["strength"]
            counted = 0 if _silences(card) else 2
            yield Claim(f"{card.name}{words} and a bonus", richer, {"strength": [ours + counted, theirs]}, opening)
            yield Claim(f"{card.name}{words} and a Level", higher, {"strength": [ours + _times(card), theirs]}, opening)


def _speaks_of_levels(card: Card) -> bool:
    return any(rule.multiply == "levels" or isinstance(rule.level_as, int) or _drop(rule) for rule in card.strength)


def _drop(rule: Any) -> str:
    return rule.drop if isinstance(rule.drop, str) and "level" in rule.drop else ""


def _silences(card: Card) -> bool:
    return any("all_but" in _drop(rule) for rule in card.strength)


def _times(card: Card) -> int:
    """How much one Level more adds."""
    for rule in sorted(card.strength, key=lambda rule: rule.multiply != "levels"):
        if rule.multiply == "levels":
            return rule.by
        if isinstance(rule.level_as, int) or _drop(rule) == "levels":
            return 0
    return 1


def _uses(supply: Supply, card: Card) -> Iterator[tuple[str, dict[str, Any], list[Any], list[dict[str, Any]]]]:
    """How a card comes to count: fought, played, before its owner, on a Race or Class."""
    name = full_name(supply, card)
    if card.kind == "monster":
        yield " fought", {}, [name], []
    elif card.kind in ("race_enhancer", "class_enhancer"):
        field = "races" if card.kind == "race_enhancer" else "classes"
        hosts = supply.somebody().get(field, [])
        if hosts:
            yield " attached", {field: hosts, "table": [name], "attached": {name: hosts[0]}}, [FOE], []
    elif card.kind == "curse":
        yield " suffered", {"curses": [name]}, [FOE], []
    elif card.kind in ("one_shot", "special"):
        if not any(isinstance(rule.level_as, int) for rule in card.strength):  # that would be a monster's Level
            yield " played", {"hand": [name]}, [FOE], [{"A": {"play": name}}]
    else:
        yield " in force", {FIELDS.get(card.kind, "table"): [name], **supply.bearer(card)}, [FOE], []


LAWS = (
    Law(
        "printed-bonus",
        "A card adds what is printed on it, and what lies on it adds to that.",
        ("CMB-07", "ITEM-02", "ITEM-13"),
        printed_bonuses,
    ),
    Law(
        "levels-apart",
        "What counts the Level otherwise leaves bonuses alone, and what silences bonuses leaves the Level.",
        ("CHAR-12", "ENHC-03"),
        levels_apart,
    ),
)
