"""The booklet of a pack: what it is, how it is played, its rulings and all its cards, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from kickdoor.packs.loader import Listed, Source, available, load
from kickdoor.text.messages import messages
from kickdoor.text.words import kind_and_words


@cache
def booklet_words(language: str) -> dict[str, Any]:
    """The booklet's own words in a language; in English where there are none."""
    found = yaml.safe_load(Path(__file__).with_name("booklet.yaml").read_text(encoding="utf-8"))
    words: dict[str, Any] = found.get(language, found["en"])
    return words


def byline(source: Source, language: str) -> str:
    """Who made a pack, and which version it is."""
    words, pack = booklet_words(language), source.pack
    parts = [words["by"].format(author=pack.author)] if pack.author else []
    if pack.version:
        parts.append(words["version"].format(version=pack.version))
    return ", ".join(parts)


def small_print(language: str) -> str:
    """What stands at the foot of every sheet."""
    words = booklet_words(language)
    return f"{words['unofficial']} {words['pictures']}"


def chapters(source: Source, entries: Sequence[Listed], language: str) -> list[dict[str, Any]]:
    """The chapters of a booklet: a title, paragraphs, and cards with their words."""
    words, pack = booklet_words(language), source.pack
    about = [pack.description] if pack.description else []
    if pack.licence:
        about.append(words["licence"].format(licence=pack.licence))
    if pack.needs:
        needs = [
            f"{load(id).pack.name if id in available() else id} {version}".strip() for id, version in pack.needs.items()
        ]
        about.append(words["needs"].format(packs=_joined(needs, words["and"])))
    found = [_chapter(words["about"], about)] if about else []

    counts = Counter[str]()
    for entry in entries:
        counts[entry.card.deck] += entry.copies
    told = _joined([_counted(words[deck], n) for deck, n in counts.items()], words["and"])
    playing = [words["shuffle"].format(counts=told, book=words["books"][pack.book]), words["cutting"]]
    for kind, name in pack.words.items():
        playing.append(words["renamed"].format(kind=name, usual=messages(language).get(f"kind.{kind}", n=1)))
    found.append(_chapter(words["playing"], playing))
    if pack.rulings:
        found.append(_chapter(words["rulings"], list(pack.rulings)))
    found.append({**_chapter(words["cards"], []), "cards": [_card(entry, language) for entry in entries]})
    return found


def _card(entry: Listed, language: str) -> tuple[str, str]:
    """A card's name, as the beginning of a sentence, and its words."""
    name = entry.card.names.get(language, entry.card.name)
    kind, words = kind_and_words(entry, language)
    return name if name.endswith((".", "!", "?", "…")) else f"{name}.", " ".join([f"{kind}.", *words])


def _joined(parts: Sequence[str], last: str) -> str:
    return f"{', '.join(parts[:-1])}{last}{parts[-1]}" if len(parts) > 1 else "".join(parts)


def _counted(forms: dict[str, str], n: int) -> str:
    return forms["one"] if n == 1 else forms["other"].format(n=n)


def _chapter(title: str, lines: Sequence[str]) -> dict[str, Any]:
    return {"title": title, "lines": lines, "cards": []}
