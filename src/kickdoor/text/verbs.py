"""How the clause of a verb is made: its subject, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kickdoor.packs.language import Attach, Cards
from kickdoor.text.clause import Clause
from kickdoor.text.phrases import COMMON_ZONES, GROUPS, all_cards, player, reference
from kickdoor.text.speech import Named, Speech

Verb = Callable[[Speech, Any], Clause]


def made(speech: Speech, key: str, who: str, **values: Callable[[], object]) -> Clause:
    """Make a clause: first its subject, then what it says, so that names are told in that order."""
    with speech.about(who):
        subject = player(speech, who)
        return Clause(f"step.{key}", who, subject, {name: value() for name, value in values.items()})


def things(speech: Speech, value: str | Cards) -> str:
    """Name the cards that are meant: a set of them, or a stored name."""
    return all_cards(speech, value) if isinstance(value, Cards) else reference(speech, value)


def owner(speech: Speech, value: str | Cards) -> str:
    """Tell whose cards are meant, where the owner is the one who parts with them."""
    named = Named("card", ("", ""), owner=value.of) if isinstance(value, Cards) else speech.names.get(value)
    if named is None or named.place in COMMON_ZONES or named.owner in GROUPS:
        return "you"
    return named.owner


def parting(key: str) -> Verb:
    """Tell that an owner parts with cards."""

    def clause(speech: Speech, value: str | Cards) -> Clause:
        if isinstance(value, Cards) and value.of in GROUPS:
            return made(speech, key, value.of, what=lambda: things(speech, value))
        return made(speech, key, owner(speech, value), what=lambda: things(speech, value))

    return clause


def simple(key: str) -> Verb:
    """Tell what somebody does, with no word beside it."""

    def clause(speech: Speech, value: str) -> Clause:
        return made(speech, key, value)

    return clause


def fact(key: str) -> Verb:
    """Tell what is so, whoever it concerns."""

    def clause(speech: Speech, value: bool) -> Clause:
        return made(speech, key, "you")

    return clause


def of_card(key: str) -> Verb:
    """Tell what becomes of a card, which is named by whose it is: 1 of your Items."""

    def clause(speech: Speech, value: str | Attach) -> Clause:
        name = value.to if isinstance(value, Attach) else value
        with speech.about("you", whose=True):
            what = reference(speech, name)
        also = isinstance(value, Attach) and value.also
        return made(speech, f"{key}_also" if also else key, "you", what=lambda: what)

    return clause
