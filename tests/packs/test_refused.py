"""What a pack cannot mean is refused when it is read, with card, line and remedy."""

import pytest

from kickdoor.packs.loader import PackError, cards_of, parse
from kickdoor.packs.mixing import compile_cards
from kickdoor.rules.books import resolve

PACK = """
id: odd
name: Odd
cards:
- id: stone
  name: Stone
  deck: door
  kind: {kind}
  {field}
"""


@pytest.mark.parametrize(
    ("kind", "field", "problem"),
    [
        ("curse", "faces: {rock: {kind: item}}\n  play: [{turn_into: {face: rock}}]", "only a card before a player"),
        (
            "monster",
            "faces: {rock: {kind: item}}\n  level: 1\n"
            "  abilities: {a: {when: own_combat, by: fighter, do: [{turn_into: {face: rock}}]}}",
            "only a card before a player",
        ),
        ("curse", "play: [{put_in_play: {card: $it}}, {turn_into: {face: rock}}]", "it has no face 'rock'"),
        ("curse", "play: [{mark: {with: moss}}]", "it has no Mark 'moss'"),
        (
            "class",
            "faces: {rock: {kind: item, abilities: {a: {when: own_turn, do: [{turn_into: {face: moss}}]}}}}",
            "it has no face 'moss'",
        ),
    ],
)
def test_what_a_card_turns_into_stands_on_it_and_needs_a_place(kind: str, field: str, problem: str):
    source = parse(PACK.replace("{kind}", kind).replace("{field}", field), "odd.yaml")
    with pytest.raises(PackError, match=rf"odd.yaml:\d+: card stone: {problem}"):
        compile_cards([(entry, 1) for entry in cards_of(source)], ("odd",), resolve("deluxe", {}))
