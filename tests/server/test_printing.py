"""Drafts of visitors are printed in a process of their own; printed cards of the game are refused with the reason."""

from __future__ import annotations

import asyncio

import pytest

from kickdoor.packs.beginning import new_pack
from kickdoor.press.errand import REFUSED, PrintErrand, carry_out
from kickdoor.server import printing
from kickdoor.server.errors import BadRequest, TooMuch
from kickdoor.server.printing import PrintRoom

TEXT = new_pack("hats", "Hats")
PRINTED = TEXT.replace("  kind: item\n", "  kind: item\n  origin: printed\n")


def order(room: PrintRoom, text: str) -> bytes:
    return asyncio.run(room.order(PrintErrand(text, "a4", "de")))


def test_cards_of_others_and_bad_packs_are_refused_with_the_reason():
    assert PRINTED != TEXT
    assert b"no substitute" in carry_out(PrintErrand(PRINTED, "a4", "en"))
    assert carry_out(PrintErrand("{", "a4", "en")).startswith(REFUSED)


def test_what_is_refused_in_the_process_is_told():
    with pytest.raises(BadRequest) as refused:
        order(PrintRoom(), PRINTED)
    assert "keinen Ersatz" in str(refused.value.details)


def test_what_takes_too_long_is_ended_and_too_many_are_sent_away(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(BadRequest):
        order(PrintRoom(longest=0.01), TEXT)
    monkeypatch.setattr(printing, "MOST_WAITING", 0)
    with pytest.raises(TooMuch):
        order(PrintRoom(), TEXT)
