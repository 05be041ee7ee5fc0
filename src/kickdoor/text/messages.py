"""Message catalogues: every sentence and word shown to players, by key, one file a language.

A catalogue is a tree of YAML mappings; a key is the path to a leaf, joined by dots. A leaf is a template with
``{names}``. Where ``one`` and ``other`` stand in place of a leaf, the value ``n`` decides between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

THOUSANDS = "grammar.thousands"
MEND = "grammar.mend."
"""Under it a language names what is put right in a finished text: a pattern, an arrow, what stands there instead."""
ARROW = " => "
MADE_UP = ("trait", "tag", "tag_fact", "tag_made", "ability_name", "option", "mark", "face", "noted")
"""Families of words for names that packs make up. English can do with the name itself, spelled out."""


class Messages:
    """The messages of one language."""

    def __init__(self, language: str, tree: Mapping[str, Any]) -> None:
        self.language = language
        self._templates = dict(_leaves(tree, ""))
        mended = (text.split(ARROW) for key, text in self._templates.items() if key.startswith(MEND))
        self._mending = [(re.compile(pattern), put) for pattern, put in mended]

    def __contains__(self, key: str) -> bool:
        return key in self._templates or f"{key}.other" in self._templates

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def template(self, key: str) -> str:
        """Give the template of a message, with nothing put in."""
        return self._templates[key]

    def get(self, key: str, /, **values: object) -> str:
        """Give the message of a key, with the values put in; an unknown key is a KeyError."""
        template = self._templates.get(key)
        if template is None:
            template = self._templates.get(f"{key}.one" if values.get("n", 1) == 1 else f"{key}.other")
        if template is None:
            raise KeyError(f"no message {key!r} in language {self.language!r}")
        for name, value in values.items():
            if isinstance(value, int) and abs(value) >= 1000:
                values[name] = self._grouped(value)
        return template.format_map(values)

    def first(self, *keys: str, **values: object) -> str:
        """Give the message of the first key that there is; without any, that of the last key is missed."""
        for key in keys:
            if key in self:
                break
        return self.get(key, **values)

    def word(self, family: str, name: str, **values: object) -> str:
        """Give the word for a name that packs make up, such as a trait or a tag."""
        plain = name.replace("_", " ")
        return self.first(f"{family}.{name}", f"{family}.unknown", name=plain, title=plain.title(), **values)

    def listed(self, parts: Sequence[str], joint: str) -> str:
        """Join parts as a list, by the messages ``more`` and ``last`` of a joint."""
        joined = parts[0] if parts else ""
        for index, part in enumerate(parts[1:], start=2):
            joined = self.get(f"{joint}.{'last' if index == len(parts) else 'more'}", a=joined, b=part)
        return joined

    def mended(self, text: str) -> str:
        """Put right what a text made of parts has wrong, by the rules of the language."""
        for pattern, put in self._mending:
            text = pattern.sub(put, text)
        return text

    def indefinite(self, noun: str, form: str = "article") -> str:
        """Put the article before a noun; ``form`` is predicate for what somebody is said to be."""
        starts = self.get("grammar.vowels").split()
        exceptions = self.get("grammar.not_vowels").split()
        vowel = noun.startswith(tuple(starts)) and not noun.startswith(tuple(exceptions))
        return self.get(f"grammar.{form}.{'vowel' if vowel else 'consonant'}", noun=noun)

    def renamed(self, words: Mapping[str, str]) -> Messages:
        """Give the same messages with other words for some kinds of cards [MIX-02]."""
        pairs: dict[str, str] = {}
        for kind, name in words.items():
            one, other = (self.get(f"kind.{kind}", n=n) for n in (1, 2))
            renamed, several = (self.get("kind.renamed", name=name, n=n) for n in (1, 2))
            pairs |= {one: renamed, other: several, self.indefinite(one): self.indefinite(renamed)}
        wholly = re.compile(rf"\b({'|'.join(sorted(map(re.escape, pairs), key=len, reverse=True))})\b")
        templates = {key: wholly.sub(lambda found: pairs[found[0]], text) for key, text in self._templates.items()}
        return Messages(self.language, templates)

    def _grouped(self, number: int) -> str:
        return f"{number:,}".replace(",", self._templates[THOUSANDS])


def _leaves(tree: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        # YAML reads a bare on, off, yes or no as a truth value.
        if not isinstance(key, str):
            raise TypeError(f"the key {key!r} under {path!r} is no text: quote it")
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{path}{key}.")
        elif isinstance(value, str):
            yield f"{path}{key}", value
        else:
            raise TypeError(f"the message {path}{key} is no text: quote it")


@cache
def messages(language: str = "en", about: str = "") -> Messages:
    """Give the messages of a language, read once from its file: those of cards, or of another folder of messages."""
    source = files("kickdoor.text").joinpath("messages", about, f"{language}.yaml")
    if not source.is_file():
        raise KeyError(f"no messages {about!r} in language {language!r}")
    return Messages(language, msgspec.yaml.decode(source.read_bytes(), type=dict[str, Any]))


@cache
def languages(about: str = "") -> tuple[str, ...]:
    """Give the languages that there are messages in, looked up once."""
    folder = files("kickdoor.text").joinpath("messages", about)
    found = (entry.name.removesuffix(".yaml") for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return tuple(sorted(found))
