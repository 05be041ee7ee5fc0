"""Clauses: what a step comes to, and how clauses are put into sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kickdoor.text.phrases import said
from kickdoor.text.speech import Player, Speech


@dataclass
class Clause:
    """Something that somebody does or that happens, ready to be put into a sentence."""

    key: str = ""
    who: str = "you"
    player: Player = field(default_factory=lambda: Player("", "", "", "you"))
    values: dict[str, object] = field(default_factory=dict)
    text: str = ""  #: of a clause that was put together already


def plain(speech: Speech, clause: Clause) -> str:
    """Say a clause as an order to you, or as what somebody does."""
    return clause.text or said(speech, clause.key, clause.player, **clause.values)


def bare(speech: Speech, clause: Clause) -> str | None:
    """Say a clause as it stands after "may" and "to"; None where it cannot."""
    if clause.text:
        return None
    key = clause.key
    if clause.player.person == "you":
        form = next((form for form in ("bare", "you") if f"{key}.{form}" in speech.messages), "")
        return _formed(speech, f"{key}.{form}" if form else key, clause)
    if f"{key}.make" in speech.messages:
        return _formed(speech, f"{key}.make", clause)
    action = infinitive(speech, clause)
    return None if action is None else speech.get("clause.make", whom=clause.player.whom, action=action)


def infinitive(speech: Speech, clause: Clause) -> str | None:
    """Say only what is done, for a subject that stands elsewhere."""
    form = next((form for form in ("bare", "you") if f"{clause.key}.{form}" in speech.messages), None)
    return _formed(speech, f"{clause.key}.{form}", clause) if form and not clause.text else None


def joined(speech: Speech, told: Sequence[Clause]) -> str:
    """Say clauses as parts of one sentence."""
    texts = [plain(speech, clause) for clause in told]
    if any(clause.text for clause in told) and len(told) > 1:
        return speech.join(texts, "then")
    if len(names := {clause.player.name for clause in told}) > 1:
        return speech.join(texts, "steps_lists")
    # Whoever does all of it is named once.
    subject = f"{names.pop()} " if names else ""
    if all(text.startswith(subject) for text in texts):
        texts[1:] = [text.removeprefix(subject) for text in texts[1:]]
    return speech.join(texts, "steps")


def joined_bare(speech: Speech, told: Sequence[Clause]) -> str | None:
    """Say clauses as they stand after "may" and "to"; None where they cannot."""
    texts = [text for clause in told if (text := bare(speech, clause)) is not None]
    return speech.join(texts, "steps") if told and len(texts) == len(told) else None


def paragraph(speech: Speech, told: Sequence[Clause], lead: str = "", key: str = "clause.lead") -> str:
    """Say clauses as sentences, the first of them after a lead such as a time, or after a label."""
    texts = [plain(speech, clause) for clause in told]
    if lead and texts:
        text = texts[0] if key == "clause.lead" else speech.capital(texts[0])
        texts[0] = speech.get(key, lead=lead, text=text)
    return speech.paragraph(texts)


def merged(speech: Speech, told: Sequence[Clause]) -> list[Clause]:
    """Tell what is done to several things in a row in one."""
    return [_merged_run(speech, list(run)) for _, run in groupby(told, key=_sort_of)]


def _sort_of(clause: Clause) -> tuple[object, ...]:
    """Give what clauses must have in common to be told in one; of others, that they are themselves."""
    mergeable = not clause.text and set(clause.values) == {"what"}
    return (clause.key, clause.who) if mergeable else (id(clause),)


def _merged_run(speech: Speech, run: Sequence[Clause]) -> Clause:
    first = run[0]
    if len(run) == 1:
        return first
    what = speech.join([str(clause.values["what"]) for clause in run], "and")
    return Clause(first.key, first.who, first.player, {"what": what})


def _formed(speech: Speech, key: str, clause: Clause) -> str:
    who = clause.player
    return speech.get(key, who=who.name, whom=who.whom, whose=who.whose, **clause.values)
