"""Decks for Tabletop Simulator: pictures with many cards each, and the JSON of an object that can be loaded there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from kickdoor.press.press import WIDTH, Press

COLUMNS: Final = 10
ROWS: Final = 7
#: The last place of a picture is what others see of a hidden card.
MOST: Final = COLUMNS * ROWS - 1
PPI: Final = 4096 / COLUMNS / (WIDTH / 25.4)  #: a picture is 4096 wide
TRANSFORM: Final = {
    "posX": 0,
    "posY": 1,
    "posZ": 0,
    "rotX": 0,
    "rotY": 180,
    "rotZ": 180,
    "scaleX": 1,
    "scaleY": 1,
    "scaleZ": 1,
}


class Sheet(msgspec.Struct, frozen=True):
    """A picture with many cards: of which deck, which cards, in how many rows."""

    name: str
    deck: str
    cards: tuple[int, ...]
    rows: int


def sheets_of(press: Press) -> list[Sheet]:
    """The pictures that all cards need, by deck."""
    found = []
    for deck in dict.fromkeys(facts["deck"] for facts in press.facts):
        cards = [i for i, facts in enumerate(press.facts) if facts["deck"] == deck]
        for number, start in enumerate(range(0, len(cards), MOST), 1):
            these = tuple(cards[start : start + MOST])
            # At least two rows and one place more than there are cards.
            rows = max(2, len(these) // COLUMNS + 1)
            found.append(Sheet(f"{deck}-{number}.png", deck, these, rows))
    return found


def draw_sheet(press: Press, sheet: Sheet) -> bytes:
    """A picture with many cards."""
    return press.grid(sheet.cards, COLUMNS, sheet.rows, PPI)


def saved_object(press: Press, sheets: list[Sheet], urls: Mapping[str, str]) -> bytes:
    """The decks as an object to be saved there; `urls` says where each picture lies."""
    decks = dict.fromkeys(sheet.deck for sheet in sheets)
    states = [_deck(press, deck, sheets, urls, i) for i, deck in enumerate(decks)]
    return msgspec.json.format(msgspec.json.encode({"SaveName": "", "ObjectStates": states}), indent=2)


def _deck(press: Press, deck: str, sheets: list[Sheet], urls: Mapping[str, str], place: int) -> dict[str, Any]:
    custom: dict[str, Any] = {}
    cards: list[dict[str, Any]] = []
    for number, sheet in enumerate(sheets, 1):
        if sheet.deck != deck:
            continue
        custom[str(number)] = {
            "FaceURL": urls[sheet.name],
            "BackURL": urls[f"back-{deck}.png"],
            "NumWidth": COLUMNS,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": False,
        }
        for at, card in enumerate(sheet.cards):
            facts = press.facts[card]
            one = {
                "Name": "CardCustom",
                "Transform": TRANSFORM,
                "Nickname": facts["name"],
                "Description": "\n".join(facts["words"]),
                "CardID": number * 100 + at,
                "CustomDeck": {str(number): custom[str(number)]},
            }
            cards.extend([one] * press.entries[card].copies)
    transform = {**TRANSFORM, "posX": place * 4}
    if len(cards) == 1:
        return {**cards[0], "Transform": transform}
    return {
        "Name": "DeckCustom",
        "Transform": transform,
        "Nickname": deck.capitalize(),
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }
