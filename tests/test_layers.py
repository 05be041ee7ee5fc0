"""Strength and the numbers of the rules may not ask how the fight stands: that is worked out from them."""

import pytest

from kickdoor.packs.loader import PackError, cards_of, parse
from kickdoor.packs.mixing import compile_cards
from kickdoor.rules.books import resolve

PACK = """
id: loops
name: Loops
cards:
- id: hubris
  name: Hubris
  deck: treasure
  kind: item
  gold: 100
  {field}
"""


@pytest.mark.parametrize(
    "field",
    [
        "strength: [{add: 2, if: {winning: true}}]",
        "strength: [{add: 2, if: {not: {unaided: true}}}]",
        "modifiers: [{value: run, add: 1, if: {any: [{level_at_least: 3}, {winning: false}]}}]",
    ],
)
def test_a_condition_on_a_later_layer_is_refused_at_load(field: str):
    source = parse(PACK.replace("{field}", field), "loops.yaml")
    with pytest.raises(PackError, match=r"loops.yaml:\d+: card hubris: .*who is winning"):
        compile_cards([(entry, 1) for entry in cards_of(source)], ("loops",), resolve("deluxe"))


def test_a_condition_on_an_earlier_layer_is_taken():
    source = parse(PACK.replace("{field}", "strength: [{add: 2, if: {trait: elf}}]"), "loops.yaml")
    rules = compile_cards([(entry, 1) for entry in cards_of(source)], ("loops",), resolve("deluxe"))
    assert rules.defs[0].strength
