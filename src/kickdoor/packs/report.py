"""A pack in numbers, and which cards of it do anything."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET

from kickdoor.packs.language import Card
from kickdoor.packs.loader import Listed, Source, cards_of

EFFECTS = (
    "bonus",
    "treasure_bonus",
    "least_treasures",
    "makes",
    "carries",
    "strength",
    "modifiers",
    "purifies",
    "lifts_limits",
    "lends",
    "grants",
    "hides",
    "no_help",
    "forbids",
    "bars",
    "immune_to",
    "protects",
    "half_price",
    "host",
    "slots",
    "any_sex",
    "no_sex",
    "spares",
    "dulls",
    "kept_at_death",
    "deathless",
    "on_enter",
    "on_leave",
    "play",
    "abilities",
    "reactions",
)
"""Fields by which a card does something; one that has none of them merely exists."""


def has_effect(card: Card) -> bool:
    """Whether a card does anything beyond existing."""
    if card.kind == "monster" and card.level is not UNSET:
        return True
    if card.most_treasures is not UNSET or card.treasure_times != 1:
        return True
    # An Item that is neither worn nor held may be there for its price alone.
    if card.kind == "item" and card.slot is UNSET and card.gold is not UNSET and card.gold > 0:
        return True
    # A Hireling can be sacrificed by the rules, whatever else it does.
    return card.kind == "hireling" or any(bool(getattr(card, name)) for name in EFFECTS)


class PackInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A set of cards in numbers, and who made it; all counts are of cards with their copies."""

    id: str
    ref: str  #: by which a table names it: its id, or for a pack that has no file here its id and hash
    name: str
    book: str
    cards: int
    doors: int
    treasures: int
    dungeons: int
    printed: int
    completed: int
    ours: int
    own: int
    version: str = ""
    author: str = ""
    licence: str = ""
    description: str = ""
    languages: list[str] = []
    needs: dict[str, str] = {}


class PackReport(PackInfo, frozen=True, kw_only=True):
    """A pack in numbers, and its cards that do nothing."""

    without_effect: list[str]


def pack_info(source: Source, ref: str = "") -> PackInfo:
    """Count the cards of a pack."""
    listed = cards_of(source)
    pack = source.pack

    def count(entries: Iterable[Listed]) -> int:
        return sum(entry.copies for entry in entries)

    return PackInfo(
        id=pack.id,
        ref=ref or pack.id,
        name=pack.name,
        book=pack.book,
        cards=count(listed),
        doors=count(e for e in listed if e.card.deck == "door"),
        treasures=count(e for e in listed if e.card.deck == "treasure"),
        dungeons=count(e for e in listed if e.card.deck == "dungeon"),
        printed=count(e for e in listed if e.card.origin == "printed"),
        completed=count(e for e in listed if e.card.origin == "completed"),
        ours=count(e for e in listed if e.card.origin == "ours"),
        own=count(e for e in listed if e.card.origin == "own"),
        version=pack.version or "",
        author=pack.author or "",
        licence=pack.licence or "",
        description=pack.description or "",
        languages=pack.languages,
        needs=pack.needs,
    )


def pack_report(source: Source) -> PackReport:
    """Count the cards of a pack, and name those that do nothing."""
    without_effect = [entry.id for entry in cards_of(source) if not has_effect(entry.card)]
    return PackReport(**msgspec.structs.asdict(pack_info(source)), without_effect=without_effect)
