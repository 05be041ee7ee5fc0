"""Sentences written by hand in place of those made from a card's data, and whether they still fit the card.

A card has them in its pack, under `wording`; a language has them in `messages/cards/`, by the full ids of cards, and
those come first. They hold the fingerprint of what the card did when they were written. Where it does something else
by now they are not used, and `misfits` says so.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping

from msgspec import UNSET

from kickdoor.packs.language import Card
from kickdoor.packs.loader import Listed, content_of
from kickdoor.text.messages import Messages, languages, messages

FOLDER = "cards"
NUMBERS = re.compile(r"\d+")
LETTERS = str.maketrans("0123456789", "ghijklmnop")

Made = Mapping[str, Mapping[str, Mapping[str, str]]]
"""The sentences made from data, by card, language and field."""


def fingerprint(card: Card) -> str:
    """What a card does, in eight letters: another effect has another."""
    return hashlib.sha256(content_of(card)).hexdigest()[:8].translate(LETTERS)


def of_card(card: Card, language: str) -> dict[str, str]:
    """The sentences by fields that a card's pack gives it in a language, where they fit."""
    if card.wording is UNSET or card.wording.fits != fingerprint(card):
        return {}
    return card.wording.said.get(language, {})


def of_entry(entry: Listed, language: str) -> dict[str, str]:
    """The sentences by fields for a card of a pack: the language's own, else the pack's."""
    own = _of_language(entry.id, language)
    if own.pop("fits", "") == (fingerprint(entry.card) if own else ""):
        return of_card(entry.card, language) | own
    return of_card(entry.card, language)


def misfits(entries: Iterable[Listed], made: Made) -> list[str]:
    """What is wrong with sentences written by hand, beside those that are made."""
    found = []
    for entry in entries:
        wording = entry.card.wording
        if wording is not UNSET:
            for language, said in wording.said.items():
                found += _misfit(entry, language, wording.fits, said, made)
        for language in languages(FOLDER):
            own = _of_language(entry.id, language)
            if own:
                found += _misfit(entry, language, own.pop("fits", ""), own, made)
    return found


def strangers(known: Collection[str]) -> list[str]:
    """The cards that languages have sentences for, but that there are not."""
    told = {_id_of(key) for language in languages(FOLDER) for key in messages(language, FOLDER)}
    return sorted(told - set(known))


def _misfit(
    entry: Listed,
    language: str,
    fits: str,
    said: Mapping[str, str],
    made: Made,
) -> list[str]:
    where = f"{entry.id} in {language}"
    if language not in languages():
        return [f"{where}: there is no such language"]
    found = []
    if fits != fingerprint(entry.card):
        found.append(
            f"{where}: its words were written for {fits or 'nothing'}, and the card is {fingerprint(entry.card)}"
        )
    for field, text in said.items():
        generated = made[entry.id][language].get(field)
        if generated is None:
            found.append(f"{where}: nothing is told of {field!r}")
        elif text and (missing := set(NUMBERS.findall(generated)) - set(NUMBERS.findall(text))):
            found.append(f"{where}: the words for {field!r} leave out {', '.join(sorted(missing))}")
    return found


def _of_language(id: str, language: str) -> dict[str, str]:
    if language not in languages(FOLDER):
        return {}
    told: Messages = messages(language, FOLDER)
    return {key.rpartition(".")[2]: told.template(key) for key in told if _id_of(key) == id}


def _id_of(key: str) -> str:
    return key.rpartition(".")[0]
