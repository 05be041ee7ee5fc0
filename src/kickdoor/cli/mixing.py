"""Sets shuffled together: what became of their cards, and which of them can never do anything."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kickdoor.cli.errors import complain
from kickdoor.cli.output import console, grid
from kickdoor.engine.data.terms import DECKS
from kickdoor.packs.dead import IdleCard, idle_cards
from kickdoor.packs.loader import mix
from kickdoor.play.record import Record
from kickdoor.rules.books import resolve

NAMED = 6
"""So many dead cards a warning names."""


class MixReport(msgspec.Struct, frozen=True):
    """A mix: cards with their copies by deck, equal cards that became one, names that need a full id, idle cards."""

    packs: list[str]
    book: str
    cards: int
    doors: int
    treasures: int
    dungeons: int
    merged: dict[str, list[str]]  #: the id that equal cards go by, and their own
    same_names: dict[str, list[str]]  #: a name, and the different cards that have it
    dead: list[IdleCard]
    only_through: list[IdleCard]


def mix_report(packs: Sequence[str], book: str) -> MixReport:
    """Look through a mix."""
    entries = mix(packs)
    decks = {deck: sum(copies for entry, copies in entries if entry.card.deck == deck) for deck in DECKS}
    names: dict[str, list[str]] = {}
    for entry, _ in entries:
        names.setdefault(entry.card.name, []).append(entry.id)
    idle = idle_cards(packs, resolve(book))
    return MixReport(
        packs=list(packs),
        book=book,
        cards=sum(decks.values()),
        doors=decks["door"],
        treasures=decks["treasure"],
        dungeons=decks["dungeon"],
        merged={entry.id: list(entry.also) for entry, _ in entries if entry.also},
        same_names={name: ids for name, ids in names.items() if len(ids) > 1},
        dead=[card for card in idle if not card.through],
        only_through=[card for card in idle if card.through],
    )


def tell_mix(report: MixReport) -> None:
    """Print what became of a mix."""
    out = console()
    decks = {"doors": report.doors, "treasures": report.treasures, "dungeons": report.dungeons}
    counts = ", ".join(f"{count} {deck}" for deck, count in decks.items() if count)
    out.print(f"{', '.join(report.packs)} by the book {report.book}: {report.cards} cards ({counts})", markup=False)
    if report.merged:
        rows = [(id, ", ".join(ids)) for id, ids in report.merged.items()]
        out.print("\nEqual cards, shuffled together as one:")
        out.print(grid(("card", "and"), rows))
    if report.same_names:
        rows = [(name, ", ".join(ids)) for name, ids in report.same_names.items()]
        out.print("\nDifferent cards of one name; call them by their ids:")
        out.print(grid(("name", "cards"), rows))
    _tell_idle("\nCan never do anything in this mix:", report.dead)
    _tell_idle("\nCan be used only through other cards:", report.only_through)


def _tell_idle(title: str, cards: list[IdleCard]) -> None:
    if not cards:
        return
    rows = [
        (card.id, f"{card.why}{_listed('; only through', card.through)}{_listed('; woken by', card.woken_by)}")
        for card in cards
    ]
    out = console()
    out.print(title)
    out.print(grid(("card", "why"), rows))


def _listed(lead: str, names: Sequence[str]) -> str:
    return f"{lead} {', '.join(names)}" if names else ""


def warn_of_dead_cards(header: Record) -> None:
    """Tell on stderr, in a line, which cards of a game to come can never do anything."""
    idle = idle_cards(header.packs, resolve(header.book, dict(header.options)))
    dead = [card.name for card in idle if not card.through]
    if dead:
        named = ", ".join(dead[:NAMED]) + (f" and {len(dead) - NAMED} more" if len(dead) > NAMED else "")
        asked = f"kickdoor packs --packs {','.join(header.packs)} --book {header.book}"
        count = f"{len(dead)} card{'s' if len(dead) != 1 else ''}"
        complain(f"{count} can never do anything in this mix: {named}. `{asked}` says why")
