"""Compiling the cards of a mix together: what one card is depends on what others can do to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

import msgspec

from kickdoor.engine.data import terms
from kickdoor.engine.data.abilities import ON_STRUCK, TO_ANOTHER
from kickdoor.engine.data.cards import BY_CLASS, BY_RACE, BY_SEX, CardDef
from kickdoor.engine.data.rules import Options, Rules
from kickdoor.engine.steps.cards import Recast
from kickdoor.engine.steps.fights import Tame
from kickdoor.packs import language as lang
from kickdoor.packs.card_tests import traits
from kickdoor.packs.compiler import Compiler, refuse_unknown_faces
from kickdoor.packs.expressions import CompileError
from kickdoor.packs.loader import Listed, PackError, available, descend, digest_of, load, mix
from kickdoor.packs.parts import parts_of
from kickdoor.rules.books import resolve

Entries = list[tuple[Listed, int]]
"""Cards of packs, each with its copies."""

Change = Callable[[Entries], Entries]
"""What makes another mix of a mix."""

MARKS = 8
"""How many players can have a Mark at once."""

KEPT = 32
"""How many mixes, with the cards that positions add to them, are kept as they were compiled."""

_rules: dict[tuple[object, ...], Rules] = {}


def compile_mix(packs: tuple[str, ...], book: str, chosen: dict[str, int | bool] | None = None) -> Rules:
    """The rules of a mix: all cards of all packs, with the options of a book."""
    return compile_with(packs, [], resolve(book, chosen))


def compile_with(packs: tuple[str, ...], more: Entries, numbers: dict[str, int], change: Change | None = None) -> Rules:
    """The rules of a mix, changed or not, and some cards more. What was compiled is kept for the next time."""
    digests = tuple(digest_of(load(name)) for name in packs)
    if change is not None:
        return _compile_with(packs, _compiled_changed(packs, digests, change), more, numbers, change)
    key = (
        packs,
        digests,
        msgspec.json.encode([(entry.id, entry.card, n) for entry, n in more]),
        *sorted(numbers.items()),
    )
    rules = _rules.get(key)
    if rules is None:
        if len(_rules) == KEPT:
            del _rules[next(iter(_rules))]
        rules = _rules[key] = _compile_with(packs, _compiled(packs, digests), more, numbers)
        rules.guests = bool(more) or not set(packs) <= set(available())
    return rules


def _compile_with(
    packs: tuple[str, ...], known: Compiled, more: Entries, numbers: dict[str, int], change: Change | None = None
) -> Rules:
    added = known.copy()
    added.add(more)
    if added.changes(known):
        return compile_cards((mix(packs) if change is None else change(mix(packs))) + more, packs, numbers)
    added.complete(more, len(known.faces))
    return added.rules(packs, numbers)


def compile_cards(entries: Entries, packs: tuple[str, ...], numbers: dict[str, int]) -> Rules:
    """Compile listed cards, each in so many copies."""
    return Compiled.of(entries).rules(packs, numbers)


#: Where a card counts what has happened in the game.
HISTORY = b'"history"'


class Compiled:
    """Cards of a mix as they are compiled: definitions by card, all faces, and what gives cards other faces."""

    def __init__(self, compiler: Compiler, defs: list[CardDef], faces: list[CardDef]) -> None:
        self.compiler = compiler
        self.defs = defs
        self.faces = faces
        self.taming = False
        self.recasting = False
        self.spreading = False  #: a card passes Curses on
        self.remembering = False  #: a card counts what has happened in the game
        self.kinds: dict[str, int] = {}  #: of the traits, whether Class or Race
        self.asked: set[str] = set()  #: traits and sexes that cards ask for

    @classmethod
    def of(cls, entries: Entries) -> Compiled:
        """Compile listed cards, each in so many copies."""
        compiled = cls(Compiler(), [], [])
        compiled.add(entries)
        compiled.complete(entries, 0)
        return compiled

    def rules(self, packs: tuple[str, ...], numbers: dict[str, int]) -> Rules:
        """The rules of these cards."""
        rules = Rules(self.defs, self.faces, self.compiler.scripts, Options(numbers), packs)
        rules.remembers = self.remembering
        return rules

    def copy(self) -> Compiled:
        """One that can be added to; the definitions are shared."""
        compiler = Compiler()
        compiler.scripts = self.compiler.scripts.copy()
        copied = Compiled(compiler, self.defs.copy(), self.faces.copy())
        copied.taming = self.taming
        copied.recasting = self.recasting
        copied.spreading = self.spreading
        copied.remembering = self.remembering
        copied.kinds = self.kinds.copy()
        copied.asked = self.asked.copy()
        return copied

    def changes(self, known: Compiled) -> bool:
        """Whether what was added to the known cards makes something else of these: other faces, or other limits."""
        if (self.taming, self.recasting, self.spreading) != (known.taming, known.recasting, known.spreading):
            return True
        return any(self.kinds[trait] != known.kinds.get(trait, -1) for trait in known.asked & self.kinds.keys())

    def add(self, entries: Entries) -> None:
        """Compile further cards, each as itself."""
        first = len(self.compiler.scripts)
        for entry, copies in entries:
            start = len(self.compiler.scripts)
            with told_of(entry):
                d = self.compiler.card(entry.id, len(self.faces), entry.card)
                refuse_unknown_faces(entry.card, self.compiler.scripts[start:])
            self.faces.append(d)
            self.defs.extend([d] * copies)
            self.asked |= words_asked(entry.card)
            self.remembering = self.remembering or HISTORY in msgspec.json.encode(entry.card)
            spreads = d.kind == terms.DUNGEON_CARD and d.reacts >> ON_STRUCK & 1 == 1
            self.spreading = self.spreading or spreads or d.reacts >> ON_STRUCK + TO_ANOTHER & 1 == 1
            if d.trait and d.kind != terms.HIRELING:
                self.kinds[d.trait] = d.kind
        for script in self.compiler.scripts[first:]:
            for step in script.steps:
                self.taming = self.taming or isinstance(step, Tame)
                self.recasting = self.recasting or isinstance(step, Recast)

    def complete(self, entries: Entries, first: int) -> None:
        """Give cards, whose faces begin with `first`, what depends on the other cards of the mix."""
        own = self.faces[first : first + len(entries)]
        others = len(self.faces)
        for (entry, _), d in zip(entries, own, strict=True):
            start = len(self.compiler.scripts)
            with told_of(entry):
                self.compiler.other_faces(entry, d, self.faces, self.taming, self.recasting, self.spreading)
                refuse_unknown_faces(entry.card, self.compiler.scripts[start:])
        for d in self.faces[others:]:
            if d.is_mark:
                self.defs.extend([d] * MARKS)
        for d in self.faces[first:]:
            self._tell_limits(d)
        looks = {"male", "female", "human"} | {trait for trait, kind in self.kinds.items() if kind == terms.RACE}
        for (entry, _), d in zip(entries, own, strict=True):
            for given, rule in zip(entry.card.strength, d.strength, strict=True):
                asked = given.if_
                if asked:
                    words = {*traits(asked.party_suffers), *traits(asked.party_has), *traits(asked.suffers)}
                    rule.against_looks = bool(words & looks) and entry.card.kind in ("monster", "monster_enhancer")

    def _tell_limits(self, d: CardDef) -> None:
        """Note by what an Item's users are limited."""
        for word in d.usable_by:
            if word in ("male", "female"):
                d.limited_to |= BY_SEX
            elif self.kinds.get(word) == terms.CLASS:
                d.limited_to |= BY_CLASS
            elif self.kinds.get(word, terms.RACE) == terms.RACE:
                d.limited_to |= BY_RACE


@lru_cache(maxsize=64)
def _compiled(packs: tuple[str, ...], digests: tuple[str, ...]) -> Compiled:
    """The cards of a mix. The digests tell a pack from what stood in its file before."""
    return Compiled.of(mix(packs))


@lru_cache(maxsize=8)
def _compiled_changed(packs: tuple[str, ...], digests: tuple[str, ...], change: Change) -> Compiled:
    return Compiled.of(change(mix(packs)))


@contextmanager
def told_of(entry: Listed) -> Iterator[None]:
    """Say of which card, and where in its file, something cannot be compiled."""
    try:
        yield
    except CompileError as error:
        place = where_of(entry, place_in(entry.card, error.step) if error.step is not None else error.where)
        line, column, _ = descend(entry.source.text, place)
        raise PackError(entry.source.path, line, entry.card.id, str(error), error.remedy, column) from error


def place_in(model: object, sought: object) -> str:
    """Where in a card a part of it stands, such as play[1].then[0]; empty where it does not."""
    return next((place for place, part in parts_of(model) if part is sought), "")


def words_asked(card: lang.Card) -> set[str]:
    """The races, classes and sexes that a card's limits and lines of strength ask for."""
    words = set(traits(card.usable_by))
    for line in card.strength:
        if line.if_:
            words.update(traits(line.if_.party_suffers), traits(line.if_.party_has), traits(line.if_.suffers))
    return words


def where_of(entry: Listed, field: str) -> str:
    """The place of a card's field in its file."""
    for i, card in enumerate(entry.source.pack.cards):
        if card.id == entry.card.id:
            return f"cards[{i}].{field}" if field else f"cards[{i}]"
    return ""
