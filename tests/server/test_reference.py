"""What pages can look up."""

from __future__ import annotations

import msgspec
import pytest

from kickdoor.packs.loader import available
from kickdoor.play.game import Game
from kickdoor.server.errors import BadRequest
from kickdoor.server.protocol import CardInfo
from kickdoor.server.reference import cards_at_table


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_card_of_a_table_can_be_shown_marks_included(language: str):
    header = Game.header(available(), 4, 1)
    rules = Game.before(header).state.rules
    shown = msgspec.json.decode(cards_at_table(header.packs, language), type=list[CardInfo])
    assert [(card.card, card.name) for card in shown] == [(i, d.name) for i, d in enumerate(rules.defs)]
    assert any(d.is_mark for d in rules.defs)


@pytest.mark.parametrize("packs", [("munchkin-6",), ("game-changers",), ("munchkin-6", "game-changers")])
def test_no_table_without_treasures(play, packs: tuple[str, ...]):
    async def test(inn):
        with pytest.raises(BadRequest, match=r"no Treasures in .*SETUP-03"):
            await inn.seat("me", "rookie", "rookie", packs=packs)
        assert inn.lobby.tables == {}

    play(test)
