"""The fingerprint of the rules: what the bare numbers of a save mean, in one short word.

A save holds numbers of scripts, places in them, registers, cards, moments; they mean the same only to an engine that
numbers all of these alike. Whatever is walked here has the same fields, names and values in plain and in compiled
builds. What merely *acts* otherwise (a mended step, say) leaves saves readable and the fingerprint as it is.
"""

from __future__ import annotations

import hashlib
import io
import tokenize
from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache
from importlib import import_module, resources
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from kickdoor.engine import data
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.scripts import Script

LENGTH = 16
"""Hexadecimal digits: enough that two engines are not taken for one by chance."""

SKIPPED = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.STRING, tokenize.ENCODING})


@lru_cache(maxsize=64)
def fingerprint_of(rules: Rules) -> str:
    """The fingerprint of the rules of a game: scripts, cards by number, the book's numbers, the shape of saves."""
    told = hashlib.sha256(shape_of_saves().encode())
    for script in rules.scripts:
        told.update(f"{script.registers}{told_of(script.steps)}".encode())
    told.update(told_of([[d.id for d in rules.defs], [d.id for d in rules.faces], rules.options.numbers]).encode())
    return told.hexdigest()[:LENGTH]


@cache
def shape_of_saves() -> str:
    """What all saves share: how a state is laid out, and the names of all numbers in it."""
    found = [code_of("codec.py")]
    for module in iter_modules(data.__path__):
        found += names_of(import_module(f"{data.__name__}.{module.name}"))
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


def names_of(module: ModuleType) -> Iterator[str]:
    """The constants of a module, and the fields of its classes, each in a line."""
    for name, value in sorted(vars(module).items()):
        if name.startswith("_"):
            continue
        if isinstance(value, type) and value.__module__ == module.__name__:
            members = [(each.name, each.value) for each in value] if issubclass(value, Enum) else ()
            yield f"{name}{fields_of(value)}{told_of(members)}"
        elif isinstance(value, int | str | tuple | list | frozenset | dict):
            yield f"{name}={told_of(value)}"


def code_of(name: str) -> str:
    """The source of a module of the engine's data without comments and strings, however it is laid out."""
    text = resources.files(data).joinpath(name).read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return " ".join(token.string.strip() for token in tokens if token.type not in SKIPPED)


def told_of(value: Any) -> str:
    """A parameter of a step, told by its parts."""
    match value:
        case bool() | int():
            return str(int(value))
        case None | str() | bytes() | float():
            return repr(value)
        case tuple() | list():
            return f"({','.join(map(told_of, value))})"
        case set() | frozenset():
            return f"{{{','.join(sorted(map(told_of, value)))}}}"
        case dict():
            return f"{{{','.join(sorted(f'{told_of(key)}:{told_of(each)}' for key, each in value.items()))}}}"
        case Script():
            return f"script {value.id}"
        case CardDef():
            return f"card {value.index}"
    if callable(value) and hasattr(value, "__name__"):
        return str(value.__name__)
    kind: type = type(value)
    parts = (f"{name}={told_of(getattr(value, name, None))}" for name in fields_of(kind))
    return f"{kind.__name__}[{','.join(parts)}]"


@cache
def fields_of(kind: type) -> tuple[str, ...]:
    """The names of the fields of a slotted class, in a fixed order; compiled classes keep them under another name."""
    compiled = getattr(kind, "__mypyc_attrs__", None)
    if compiled is not None:
        return tuple(sorted(name for name in compiled if not name.startswith("__")))
    found: set[str] = set()
    for each in kind.__mro__:
        slots = vars(each).get("__slots__", ())
        found.update((slots,) if isinstance(slots, str) else slots)
    return tuple(sorted(found))
