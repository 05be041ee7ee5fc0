"""Forms: what many scenarios have in common, written once; a line of facts makes a scenario of it.

A form is a scenario with blanks such as `<card>` or `<3 + bonus>`. docs/scenarios.md says how they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kickdoor.play.scenario import FIELDS

Facts = dict[str, Any]

ANY = object()

_BLANK = re.compile(r"<([^<>]+)>")
_TERM = re.compile(r"([+-]?)\s*([^+-]+)")


class FormError(ValueError):
    """A form or a line of facts that does not fit it."""


def merge(base: Any, change: Any) -> Any:
    """Mappings are merged key by key, all else is replaced."""
    if isinstance(base, dict) and isinstance(change, dict):
        merged = dict(base)
        for key, value in change.items():
            merged[key] = merge(base[key], value) if key in base else value
        return merged
    return change


def complete(forms: dict[str, dict[str, Any]], name: str) -> dict[str, Any]:
    """A form with what it takes over from the form that it is like."""
    if name not in forms:
        raise FormError(f"there is no form {name!r}. Known here: {', '.join(sorted(forms)) or 'none'}")
    form = dict(forms[name])
    like = form.pop("like", None)
    if like is None:
        return form
    if like == name:
        raise FormError(f"{name} is like itself. Name another form, or leave `like` out")
    others = {key: value for key, value in forms.items() if key != name}
    merged: dict[str, Any] = merge(complete(others, like), form)
    return merged


class Form:
    """A scenario with blanks, and the facts that it asks for."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.scenario = scenario
        self.variants: dict[str, dict[str, Any]] = {k: v or {} for k, v in (scenario.get("variants") or {}).items()}
        self.facts = set(_names(scenario))
        for variant in self.variants.values():
            self.facts.update(_conditions(variant))
        both = sorted(self.facts & FIELDS)
        if both:
            raise FormError(f"<{both[0]}> is a field of every scenario. Give the blank another name")

    def fill(self, line: dict[str, Any]) -> dict[str, Any]:
        """The scenario that a line of facts makes; fields of a scenario in the line are laid over it."""
        facts = {}
        over = {}
        for key, value in line.items():
            if key in self.facts:
                facts[key] = value
            elif key in FIELDS:
                over[key] = value
            else:
                raise FormError(f"the form has no blank <{key}>. It has {', '.join(sorted(self.facts))}")
        if "card" in facts:
            facts.setdefault("card id", id_of(str(facts["card"])))
        scenario = dict(self.scenario)
        if self.variants:
            scenario["variants"] = self._fitting(facts)
        made: dict[str, Any] = merge(_filled(scenario, facts), over)
        return made

    def _fitting(self, facts: Facts) -> dict[str, Any]:
        """The variants whose conditions the facts meet, without these conditions."""
        wanted: dict[str, list[Any]] = {}
        found = {}
        for name, variant in self.variants.items():
            conditions = _conditions(variant)
            for key, value in conditions.items():
                wanted.setdefault(key, []).append(value)
            if all(key in facts and value in (ANY, facts[key]) for key, value in conditions.items()):
                found[name] = {key: value for key, value in variant.items() if key != "given"}
        for key, values in wanted.items():
            if key in facts and ANY not in values and facts[key] not in values:
                raise FormError(f"{key}: {facts[key]} fits no variant. Known are {', '.join(map(str, values))}")
        if not found:
            raise FormError("no variant of the form fits. Give the facts that one of them asks for")
        return found


def _conditions(variant: dict[str, Any]) -> Facts:
    """What a variant wants to be given: facts by name, each with its value or any."""
    given = variant.get("given", [])
    return given if isinstance(given, dict) else dict.fromkeys([given] if isinstance(given, str) else given, ANY)


def id_of(name: str) -> str:
    """The id that a card of this name has, as a rule: small letters, and underscores for the rest."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def _filled(value: Any, facts: Facts) -> Any:
    if isinstance(value, str):
        whole = _BLANK.fullmatch(value)
        if whole:
            return _worth(whole[1], facts)
        return _BLANK.sub(lambda blank: str(_worth(blank[1], facts)), value)
    if isinstance(value, dict):
        return {_filled(key, facts): _filled(inner, facts) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, facts) for inner in value]
    return value


def _worth(blank: str, facts: Facts) -> Any:
    """What stands in a blank: a fact, or a sum of facts and numbers."""
    terms = [(sign, term.strip()) for sign, term in _TERM.findall(blank)]
    values = [int(term) if term.isdigit() else _fact(term, facts) for _, term in terms]
    if len(terms) == 1 and not terms[0][0]:
        return values[0]
    for value, (_, term) in zip(values, terms, strict=True):
        if not isinstance(value, int):
            raise FormError(f"<{blank}> is a sum, and {term} is no number but {value!r}")
    return sum(-value if sign == "-" else value for value, (sign, _) in zip(values, terms, strict=True))


def _fact(name: str, facts: Facts) -> Any:
    if name not in facts:
        name = "card" if name == "card id" else name
        raise FormError(f"{name} is missing. The form has a blank <{name}>")
    return facts[name]


def _names(value: Any) -> Iterator[str]:
    """All facts that a form asks for, in its blanks and in the conditions of its variants."""
    if isinstance(value, str):
        for blank in _BLANK.findall(value):
            for _, term in _TERM.findall(blank):
                if not term.strip().isdigit():
                    yield term.strip()
                    if term.strip() == "card id":
                        yield "card"
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _names(key)
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)
