"""What a text knows while it is being made: the language, the card, and what its stored names stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field

from kickdoor.packs.language import Card, Choose
from kickdoor.text.messages import Messages

Pair = tuple[str, str]
"""A noun as said of one and of several."""


@dataclass(frozen=True)
class Player:
    """A player as a sentence names them; ``person`` picks the form of the verb."""

    name: str
    whom: str
    whose: str
    person: str = "he"


@dataclass
class Named:
    """What a stored name stands for."""

    sort: str  #: player, card, monster, number …: picks the way to refer to it
    noun: Pair
    many: bool = False
    owner: str = "you"  #: of cards: whose they are
    #: How it is said the first time, where its choice was not told in a sentence of its own.
    first: Callable[[], str] | None = None
    picked_by: str = "you"
    place: str = ""  #: of cards: the zone that they are in
    #: Of who or what a loop goes through: named at its head, not where it is first spoken of.
    at_head: bool = False
    loop: bool = False
    choose: Choose | None = None  #: how it is chosen, where it is chosen at all


@dataclass
class Speech:
    """The making of one card's text."""

    messages: Messages
    card: Card
    names: dict[str, Named] = field(default_factory=dict)
    subject: str = "you"  #: whom the verb of the clause being made belongs to
    whose: bool = False  #: whether the subject's own cards are said to be theirs
    event: str = ""  #: in a reaction: what it reacts to …
    of: str = "you"  #: … and to whom that happens
    decider: str = ""  #: who picks between the ways that are being told
    picking: bool = False  #: whether some of several sorts of cards are picked: Headgear or Footgear
    moment: str = ""  #: in what is played or used: when that is
    marks: int = 0  #: in a Mark: how many there are on its card
    mark: bool = False  #: whether the text is of a Mark that is no Curse
    powers: Mapping[str, str] = field(default_factory=dict)  #: the traits that are Powers, with their names
    called: Mapping[str, str] = field(default_factory=dict)  #: the traits that a pack has names of its own for

    def get(self, key: str, /, **values: object) -> str:
        """Give a message of the language."""
        return self.messages.get(key, **values)

    @contextmanager
    def about(self, who: str, whose: bool = False) -> Iterator[None]:
        """Make a clause whose subject is this player."""
        before = self.subject, self.whose
        self.subject, self.whose = who, whose
        try:
            yield
        finally:
            self.subject, self.whose = before

    @contextmanager
    def picking_some(self) -> Iterator[None]:
        """Name cards of which some are picked."""
        before, self.picking = self.picking, True
        try:
            yield
        finally:
            self.picking = before

    def both(self, n: int) -> str:
        """How several sorts are joined: one is this or that, all of them are this and that."""
        return "or" if n == 1 or self.picking else "and"

    def anew(self) -> Speech:
        """Begin another part of the same card's text."""
        return Speech(
            self.messages, self.card, mark=self.mark, marks=self.marks, powers=self.powers, called=self.called
        )

    def saved(self) -> dict[str, Named]:
        """Give the stored names as they are now, to come back to."""
        return {name: copy(named) for name, named in self.names.items()}

    def join(self, parts: Sequence[str], how: str) -> str:
        """Join parts as a list: ``how`` is and, or, steps …."""
        if not parts:
            return ""
        joint = self.get(f"join.{how}.last", a="", b="")
        # A part that is a list itself, or ends with an aside, must not run into the next.
        aside = "," if how == "steps" else joint
        if f"join.{how}_lists.last" in self.messages and any(joint in part or aside in part for part in parts[:-1]):
            how = f"{how}_lists"
        return self.messages.listed(parts, f"join.{how}")

    def speaks_to_you(self, text: str) -> bool:
        """Whether a text says you or your, and so cannot be said of others."""
        words = {self.get("who.you.name"), self.get("who.you.whom"), self.get("who.you.whose")}
        return not words.isdisjoint(text.split())

    def noun(self, word: str) -> Pair:
        """Give a noun, for one and for several."""
        return self.get(f"noun.{word}", n=1), self.get(f"noun.{word}", n=2)

    def indefinite(self, noun: str) -> str:
        """Put the article before a noun."""
        return self.messages.indefinite(noun)

    def predicate(self, noun: str) -> str:
        """Give a noun as what somebody is said to be."""
        return self.messages.indefinite(noun, "predicate")

    def sentence(self, text: str) -> str:
        """Give a clause its capital letter and its full stop."""
        text = self.capital(text)
        return text if text.endswith(".") else self.get("grammar.sentence", text=text)

    def capital(self, text: str) -> str:
        """Give a clause its capital letter."""
        return text[:1].upper() + text[1:]

    def paragraph(self, texts: Sequence[str]) -> str:
        """Give several clauses as sentences in a row."""
        return self.get("grammar.space").join(self.sentence(text) for text in texts)

    def word(self, family: str, name: str, **values: object) -> str:
        """Give the word for a name that packs make up, such as a trait or a tag."""
        return self.messages.word(family, name, **values)
