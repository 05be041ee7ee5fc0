"""What a position comes to, in the words of a scenario's expectations; and going on from it by the plainest answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from kickdoor.engine.data.terms import MOMENTS, SECOND, SEXES
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.strength import sums
from kickdoor.play.naming import Failure
from kickdoor.play.table import Table


class Outcome(msgspec.Struct):
    """What is so, by expectation."""

    expected: dict[str, Any]

    def differs_from(self, found: Outcome) -> str:
        """What is otherwise there; empty where nothing is."""
        return "; ".join(
            f"{key}: {found.expected.get(key)!r}, expected {value!r}"
            for key, value in self.expected.items()
            if found.expected.get(key) != value
        )


def _players(table: Table) -> list[tuple[str, Any]]:
    return list(zip(table.seats, table.game.state.players, strict=True))


def _levels(table: Table) -> Any:
    return {name: player.level for name, player in _players(table)}


def _dead(table: Table) -> Any:
    return [name for name, player in _players(table) if player.dead]


def _winners(table: Table) -> Any:
    return [table.seats[seat] for seat in table.game.winners]


def _strength(table: Table) -> Any:
    fight = table.fight()
    return list(sums(table.game.state, fight)) if fight is not None else None


def _monsters(table: Table) -> Any:
    fight = table.fight()
    faces = table.game.state.rules.faces
    return sorted(faces[m.face].name for m in living(fight)) if fight is not None else []


def _moment(table: Table) -> Any:
    return MOMENTS[table.game.state.moment]


def _turn(table: Table) -> Any:
    return table.seats[table.game.state.turn]


def _hand(table: Table) -> Any:
    return {name: len(player.hand) for name, player in _players(table)}


def _sex(table: Table) -> Any:
    return {name: SEXES[player.sex] for name, player in _players(table)}


def _asked_of(table: Table) -> Any:
    return table.asked_names()


ASPECTS: dict[str, Callable[[Table], Any]] = {
    "levels": _levels,
    "dead": _dead,
    "winners": _winners,
    "strength": _strength,
    "monsters": _monsters,
    "moment": _moment,
    "turn": _turn,
    "hand": _hand,
    "sex": _sex,
    "asked_of": _asked_of,
}


def outcome_of(table: Table, aspects: tuple[str, ...]) -> Outcome:
    """What is so now; `cards:a,b` is where the cards a and b are."""
    found: dict[str, Any] = {}
    for aspect in aspects:
        if aspect.startswith("cards:"):
            names = aspect.removeprefix("cards:").split(",")
            found["cards"] = {name: table.place(table.cards_named(name)[0]) for name in names}
        else:
            value = ASPECTS[aspect](table)
            if value is not None:
                found[aspect] = value
    return Outcome(found)


def follow(table: Table, most: int) -> list[dict[str, Any]]:
    """Go on by the plainest answers: the first that can be picked, passes, a look round the room. Returns the steps."""
    steps: list[dict[str, Any]] = []
    game = table.game
    turns = game.turns
    while len(steps) < most and not game.over and game.turns == turns and game.waiting:
        seat = game.waiting[0]
        decision = game.decision(seat)
        assert decision is not None
        if decision.passable:
            step: dict[str, Any] = {"pass": "all"}
        else:
            step = {table.seats[seat]: {"choose": table.label(decision.options[0].code)[0]}}
        loot = {table.seats[game.state.turn]: "loot"}
        if game.state.moment == SECOND and not table.waits_for() and _can(table, loot):
            step = loot
        if not _can(table, step):
            break
        table.do(step)
        steps.append(step)
    return steps


def _can(table: Table, step: dict[str, Any]) -> bool:
    """Whether a step can be taken: a window does not close by passing where somebody has a choice."""
    try:
        Table(table.game.clone(), table.seats).do(step)
    except Failure:
        return False
    return True
