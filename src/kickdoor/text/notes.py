"""What a number noted on a card stands for, by the names that the card gives such numbers."""

from __future__ import annotations

from kickdoor.packs.language import If, Number
from kickdoor.text.speech import Speech


def standing_for(speech: Speech, value: int) -> tuple[str, bool]:
    """The name of a noted number, and whether it is that state or its opposite; no name: "".

    Where one number alone has a name, 0 is the opposite of it.
    """
    names = speech.card.notes
    if value == 0 and len(names) == 1:
        return next(iter(names.values())), False
    return names.get(value, ""), True


def key_of(speech: Speech, name: str, form: str) -> str:
    """The key of the words for a named note."""
    key = f"noted.{name}.{form}"
    return key if key in speech.messages else f"noted.unknown.{form}"


def worded(speech: Speech, name: str, form: str, **values: object) -> str:
    """The words for a named note, in one of its forms: is, not, where, number, equals …."""
    return speech.get(key_of(speech, name, form), name=name.replace("_", " "), **values)


def is_turned(speech: Speech, value: object) -> str:
    """The name of the state that a number turns on and off by turns, or ""."""
    for number, name in speech.card.notes.items():
        if value == Number(value=0, if_=If(noted=number), else_=number):
            return name
    return ""
