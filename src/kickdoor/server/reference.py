"""Cards, packs, rules and options for pages to show."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import parse_qs

import msgspec

from kickdoor.packs.loader import Listed, available, load, marks_of, mix
from kickdoor.packs.report import PackInfo, pack_info
from kickdoor.play.game import Game
from kickdoor.play.lesson import lessons
from kickdoor.rules.books import BOOKS, OptionOfRules, differing
from kickdoor.rules.books import options as book_options
from kickdoor.rules.catalogue import catalogue
from kickdoor.server.errors import BadRequest
from kickdoor.server.protocol import CardInfo, LessonOffer
from kickdoor.server.telling import ENCODER
from kickdoor.text.messages import languages
from kickdoor.text.showing import shown_card


def known_language(language: str) -> str:
    """The language, where there are words in it; else English."""
    return language if language in languages() else "en"


def asked_language(query: bytes) -> str:
    """The language that the address of a request names with `lang`."""
    return known_language(parse_qs(query.decode("latin-1")).get("lang", ["en"])[-1])


def names_in(text: str) -> tuple[str, ...]:
    """Names that are joined by commas, each once."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def card_info(entry: Listed, copies: int, language: str, card: int | None = None) -> CardInfo:
    """A card with its words."""
    return CardInfo(card=card, copies=copies, **shown_card(entry, language))


def cards_of_packs(packs: tuple[str, ...], language: str) -> bytes:
    """All cards of some packs, each once, encoded."""
    return ENCODER.encode([card_info(entry, copies, language) for entry, copies in mix(packs, whole=False)])


def cards_at_table(packs: tuple[str, ...], language: str) -> bytes:
    """The cards of a table by their numbers, encoded. Neither its book nor its options change which they are."""
    defs = cards_of_mix(packs)
    mixed = [entry for entry, _ in mix(packs)]
    marks = [mark for entry in mixed for mark in marks_of(entry).values()]
    infos = {entry.id: card_info(entry, 1, language) for entry in [*mixed, *marks]}
    return ENCODER.encode([msgspec.structs.replace(infos[id], card=card) for card, id in enumerate(defs)])


@lru_cache(maxsize=128)
def cards_of_mix(packs: tuple[str, ...]) -> tuple[str, ...]:
    """Which card each number is at a table with these packs."""
    book = load(packs[0]).pack.book
    seats = book_options()["min_players"].values[book]
    return tuple(d.id for d in Game.before(Game.header(packs, seats, 0, book)).state.rules.defs)


def all_rules() -> bytes:
    """All rules, as JSON."""
    return ENCODER.encode(list(catalogue().values()))


def lesson_offers(language: str) -> list[LessonOffer]:
    """All lessons."""
    found = []
    for lesson in lessons().values():
        title, about = (words.get(language) or words["en"] for words in (lesson.facts.title, lesson.facts.about))
        found.append(LessonOffer(lesson.id, title, about, lesson.facts.minutes))
    return found


@lru_cache(maxsize=1)
def packs_info() -> list[PackInfo]:
    """All packs."""
    return [pack_info(load(name)) for name in available()]


def options_info(packs: tuple[str, ...], book: str | None) -> list[OptionOfRules]:
    """House options: all, or those in which the books of some packs differ, with the values of these books."""
    if book is not None and book not in BOOKS:
        raise BadRequest("setup.no_book", about=(book[:40],))
    if not packs:
        return [_option(option, [book] if book else list(BOOKS)) for option in book_options().values()]
    books: list[str] = [load(name).pack.book for name in packs]
    books = list(dict.fromkeys([book or books[0], *books]))
    return [_option(option, books) for option in differing(books)]


def _option(option: OptionOfRules, books: list[str]) -> OptionOfRules:
    return msgspec.structs.replace(option, values={book: option.values[book] for book in books})
