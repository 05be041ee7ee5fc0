"""Which characters can be printed: those that some font has. A blank would tell nobody what is missing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
import typst

from kickdoor.press.leave import NoLeave

PROOF: Final = """\
#set page(width: auto, height: auto)
#for word in json("words.json") { text(word); parbreak() }
"""
LACKING: Final = re.compile(r'the text `"(.+?)"` could not be displayed')
MOST_NAMED: Final = 8


def check_glyphs(texts: Iterable[str], named: Mapping[str, Collection[str]], folder: Path) -> None:
    """Refuse what no font can print, of the folder's, typst's or this machine's; raises NoLeave.

    Cards in which such a character stands are told by name: `named` are the texts of each.
    """
    missing = lacking(texts, folder)
    if not missing:
        return
    signs = ", ".join(f"{sign} (U+{ord(sign[0]):04X})" for sign in missing[:MOST_NAMED])
    signs += " …" if len(missing) > MOST_NAMED else ""
    cards = [name for name, words in named.items() if any(sign in word for sign in missing for word in words)]
    where = f" (in {', '.join(cards[:3])}{' …' if len(cards) > 3 else ''})" if cards else ""
    problem = f"no font on this machine has {signs}{where}"
    raise NoLeave(f"{problem}. Write it otherwise, or install a font that has it, such as one of Noto")


def lacking(texts: Iterable[str], folder: Path) -> list[str]:
    """Characters that no font has, in the order in which they are met.

    The strict kinds of PDF allow no character without a glyph: typst says so of each, and of nothing else at all.
    """
    words = dict.fromkeys(word for text in texts for word in text.split() if not word.isascii())
    if not words:
        return []
    (folder / "words.json").write_bytes(msgspec.json.encode(list(words)))
    (folder / "proof.typ").write_text(PROOF, encoding="utf-8")
    try:
        typst.compile(
            folder / "proof.typ", root=folder, font_paths=[folder / "fonts"], format="pdf", pdf_standards="a-2b"
        )
    except typst.TypstError as error:
        return list(dict.fromkeys(LACKING.findall(str(error.diagnostic))))
    return []


def words_in(data: object) -> Iterator[str]:
    """All texts of plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for each in data.values():
            yield from words_in(each)
    elif isinstance(data, Iterable):
        for each in data:
            yield from words_in(each)
