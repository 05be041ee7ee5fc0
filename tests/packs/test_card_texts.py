"""A card can be taken out of its pack as it is written."""

from __future__ import annotations

import msgspec
import pytest

from kickdoor.packs.language import Card
from kickdoor.packs.loader import available, card_texts, content_of, load, read_yaml


@pytest.mark.parametrize("name", available())
def test_every_card_as_it_is_written_is_the_same_card(name: str):
    source = load(name)
    texts = card_texts(source.text)
    assert list(texts) == [card.id for card in source.pack.cards]
    for card in source.pack.cards:
        written = msgspec.convert(read_yaml(texts[card.id]), Card)
        assert content_of(written) == content_of(card)
        assert msgspec.structs.replace(written, origin=card.origin) == card
