"""Clauses: what a step comes to, before it is put into a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

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


def _formed(speech: Speech, key: str, clause: Clause) -> str:
    who = clause.player
    return speech.get(key, who=who.name, whom=who.whom, whose=who.whose, **clause.values)
