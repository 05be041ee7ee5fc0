"""Cards of our own: each has an idea of its own."""

import re
from collections import defaultdict

import msgspec
from msgspec import UNSET

from kickdoor.packs import loader
from kickdoor.packs.language import Card
from kickdoor.packs.loader import load

STORED = re.compile(r'"\$(?!it\b|event\b|chaser\b|host\b|one\b)\w+')


def idea(card: Card) -> str:
    """What a card does, whatever it is called and what it is worth; stored names count by their order."""
    abilities = {str(n): each for n, each in enumerate(card.abilities.values())}
    plain = msgspec.structs.replace(card, name="", gold=0 if card.gold is not UNSET else UNSET, abilities=abilities)
    found: dict[str, str] = {}
    text = loader.content_of(plain).decode()
    return STORED.sub(lambda name: found.setdefault(name[0], f'"${len(found)}'), text)


def test_an_idea_is_what_is_left_without_a_name():
    def card(**fields: object) -> Card:
        return msgspec.convert({"deck": "door", "kind": "curse", **fields}, Card)

    def lose(name: str) -> list[object]:
        return [{"choose": {"cards": {"from": "items"}, "into": name}}, {"lose": name}]

    one = card(id="one", name="One", play=lose("$item"))
    assert idea(one) == idea(card(id="two", name="Two", play=lose("$thing")))
    assert idea(one) != idea(card(id="two", name="Two", play=[{"lose_levels": 1}]))


def test_no_card_of_our_own_equals_another_in_all_but_name_and_price():
    by_idea: dict[str, list[loader.Listed]] = defaultdict(list)
    for pack in loader.available():
        source = load(pack)
        for entry in loader.cards_of(source):
            if entry.id.startswith(f"{source.pack.id}/"):
                by_idea[idea(entry.card)].append(entry)
    ours = [alike for alike in by_idea.values() if any(each.card.origin == "ours" for each in alike)]
    assert len(ours) > 200
    assert [[each.id for each in alike] for alike in ours if len(alike) > 1] == []
