"""What a law is, how a case of it is tried, and how a violation becomes the smallest scenario that shows it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from kickdoor.engine.data.refusals import Endless, IllegalMove
from kickdoor.laws.outcome import Outcome, follow, outcome_of
from kickdoor.laws.supply import Supply
from kickdoor.laws.tables import lay_out
from kickdoor.laws.wandering import wander
from kickdoor.play.lawful import unlawful
from kickdoor.play.naming import Failure
from kickdoor.play.position import PositionError
from kickdoor.play.soundness import unsound, unsound_now

Place = dict[str, Any]  #: a position, in the words of scenario files
Steps = list[dict[str, Any]]


class Case(msgspec.Struct):
    """Two positions that must come to the same: one that is tried, and one whose outcome nobody doubts."""

    about: str
    tried: Place
    plain: Place
    opening: Steps = []  #: what is done in the position that is tried …
    plain_opening: Steps | None = None  #: … and in the plain one, where that differs
    aspects: tuple[str, ...] = ("levels", "dead", "winners", "strength", "moment", "monsters")
    provided: dict[str, Any] = {}  #: what must be so in the plain position after its opening, or the case says nothing
    further: int = 8  #: steps that follow the opening: whatever is asked is answered, windows are passed


class Claim(msgspec.Struct):
    """A position, what is done in it, and what must be so then, in the words of a scenario."""

    about: str
    place: Place
    expected: dict[str, Any]
    opening: Steps = []
    must: bool = False  #: the opening must be possible; otherwise one that is not says nothing


class Trial(msgspec.Struct):
    """A position in which something must be so, now and after each step."""

    about: str
    place: Place
    opening: Steps = []
    further: int = 0  #: steps that follow the opening, as in a case
    deep: bool = True  #: whether every answer is tried that can be given when the opening is done
    walk: str = ""  #: the steps are taken by chance, this being its seed; empty: the plainest


class Law(msgspec.Struct, frozen=True):
    """A statement about all cards, and where to look for what breaks it."""

    name: str
    says: str
    rules: tuple[str, ...]
    cases: Callable[[Supply], Iterator[Case | Claim]] | None = None  #: where to look; or else …
    check: str = ""  #: … or what must be so in every position (`play.soundness`)
    bare: bool = False  #: its cases have made-up cards alone, and are tried with the base set only


class Violation(msgspec.Struct):
    """A case in which a law does not hold, as a scenario that fails."""

    law: str
    why: str
    scenario: dict[str, Any]


class SaysNothing(Exception):
    """A case that cannot be set up, or whose plain side cannot begin: it says nothing of the law."""


def try_case(law: Law, case: Case | Claim) -> Violation | None:
    """Whether the law holds in a case; raises SaysNothing."""
    if isinstance(case, Claim):
        return _try_claim(law, case)
    found = _differs(case)
    if found is None:
        return None
    case, why, expected = _smallest(case, found)
    return Violation(law.name, why, _scenario(law, case, expected))


def finds(laws: Sequence[Law], case: Case | Claim | Trial) -> tuple[str, str]:
    """Which of the laws does not hold in a case, and why, without looking for a smaller one; raises SaysNothing."""
    if isinstance(case, Trial):
        wrong = _unsound(case, [law.check for law in laws])
        return next(((law.name, wrong[law.check][0]) for law in laws if law.check in wrong), ("", ""))
    if isinstance(case, Claim):
        why = _fails(case)
    else:
        found = _differs(case)
        why = found[0] if found is not None else ""
    return (laws[0].name, why) if why else ("", "")


def _try_claim(law: Law, claim: Claim) -> Violation | None:
    why = _fails(claim)
    if not why:
        return None
    lawful = _is_lawful(claim.place)
    changed = True
    while changed:
        changed = False
        for path in _removable(claim.place):
            if _is_spoken_of(path[-1], (claim.opening, claim.expected)):
                continue
            smaller = msgspec.structs.replace(claim, place=copy.deepcopy(claim.place))
            _remove(smaller.place, path)
            try:
                still = _fails(smaller)
            except SaysNothing:
                continue
            if still == why and _is_lawful(smaller.place) >= lawful:
                claim, changed = smaller, True
                break
    scenario = _head(law, claim.about, claim.place)
    return Violation(law.name, why, {**scenario, "steps": claim.opening, "expect": claim.expected})


def _head(law: Law, about: str, place: Place) -> dict[str, Any]:
    """The beginning of a scenario; one whose position no game comes to says that it is meant."""
    scenario = {"id": f"{law.name}: {about}", "about": law.says, "rules": list(law.rules), **place}
    return scenario if _is_lawful(place) else {**scenario, "unlawful": True}


def _is_lawful(place: Place) -> bool:
    table = lay_out(place)
    return not unlawful(table.game.state, table.seats)


def _fails(claim: Claim) -> str:
    """Why it is not as claimed; empty where it is."""
    try:
        table = lay_out(claim.place)
    except PositionError as error:
        raise SaysNothing(str(error)) from error
    try:
        for step in claim.opening:
            table.do(step)
    except (Failure, IllegalMove) as error:
        if claim.must:
            return str(error)
        raise SaysNothing(str(error)) from error
    try:
        table.expect(claim.expected)
    except Failure as failure:
        return str(failure)
    return ""


def try_trial(laws: Sequence[Law], trial: Trial) -> list[Violation]:
    """Which of the laws do not hold in a position; one that cannot be set up says nothing."""
    found = _unsound(trial, [law.check for law in laws])
    violations = []
    for law in laws:
        if law.check in found:
            smallest, why = _smallest_trial(trial, law.check, found[law.check][0])
            violations.append(Violation(law.name, why, _scenario_of_trial(law, smallest)))
    return violations


def _unsound(trial: Trial, checks: Sequence[str]) -> dict[str, tuple[str, Steps]]:
    """What is wrong, by check, the first time that it is; with the steps up to there."""
    found: dict[str, tuple[str, Steps]] = {}
    steps: Steps = []
    try:
        table = lay_out(trial.place)
        for step in trial.opening:
            table.do(step)
            steps.append(step)
    except (Failure, IllegalMove, PositionError):
        return found
    look = unsound if trial.deep else unsound_now
    chance = Random(trial.walk)
    while True:
        still = [check for check in checks if check not in found]
        for check, why in look(table.game, table.events, still, table.last):
            found.setdefault(check, (why, list(steps)))
        if len(steps) == len(trial.opening) + trial.further:
            return found
        look = unsound_now
        try:
            made = wander(table, chance) if trial.walk else follow(table, 1)
        except Endless as error:
            if "offered" in checks:
                found.setdefault("offered", (f"going on never ends: {error}", list(steps)))
            return found
        except (Failure, IllegalMove):
            return found
        except Exception as error:  # a fault of the engine: a scenario that runs into it fails, too
            if "offered" in checks:
                found.setdefault("offered", (f"going on fails: {error!r}", list(steps)))
            return found
        if not made:
            return found
        steps += made


def _smallest_trial(trial: Trial, check: str, why: str) -> tuple[Trial, str]:
    lawful = _is_lawful(trial.place)
    changed = True
    while changed:
        changed = False
        for smaller in _smaller_trials(trial):
            still = _unsound(smaller, [check])
            if still and _is_lawful(smaller.place) >= lawful:
                trial, why, changed = smaller, still[check][0], True
                break
    steps = _unsound(trial, [check])[check][1]
    return Trial(trial.about, trial.place, steps), why


def _smaller_trials(trial: Trial) -> Iterator[Trial]:
    if trial.further:
        yield msgspec.structs.replace(trial, further=trial.further // 2)
    for path in _removable(trial.place):
        if _is_spoken_of(path[-1], trial.opening):
            continue
        place = copy.deepcopy(trial.place)
        _remove(place, path)
        yield msgspec.structs.replace(trial, place=place)


def _scenario_of_trial(law: Law, trial: Trial) -> dict[str, Any]:
    scenario = _head(law, trial.about, trial.place)
    scenario["steps"] = trial.opening
    scenario["expect"] = {"sound": [law.check]}
    return scenario


Difference = tuple[str, list[dict[str, Any]], Outcome, Outcome]


def _differs(case: Case) -> Difference | None:
    """Why both sides come to something else; with the steps that follow and what was expected after each part."""
    opening = case.opening if case.plain_opening is None else case.plain_opening
    try:
        plain = lay_out(case.plain)
        tried = lay_out(case.tried)
        for step in opening:
            plain.do(step)
        plain.expect(case.provided)
        early = outcome_of(plain, case.aspects)
        tail = follow(plain, case.further)
        late = outcome_of(plain, case.aspects)
    except (Failure, IllegalMove, PositionError) as error:
        raise SaysNothing(str(error)) from error
    done = 0
    try:
        for step in case.opening:
            tried.do(step)
        why = early.differs_from(outcome_of(tried, case.aspects))
        if why:
            return why, [], early, late
        for step in tail:
            done += 1
            tried.do(step)
        why = late.differs_from(outcome_of(tried, case.aspects))
    except (Failure, IllegalMove) as error:
        why = f"cannot go on as the plain position does: {error}"
    return (why, tail[:done], early, late) if why else None


def _smallest(case: Case, found: Difference) -> tuple[Case, str, Difference]:
    """The case with as little in it as shows the difference still."""
    lawful = _is_lawful(case.tried)
    changed = True
    while changed:
        changed = False
        for smaller in _smaller(case):
            try:
                still = _differs(smaller)
            except SaysNothing:
                continue
            if still is not None and _is_lawful(smaller.tried) >= lawful:
                case, found, changed = smaller, still, True
                break
    return case, found[0], found


def _smaller(case: Case) -> Iterator[Case]:
    """The case with one thing less on both sides, and with fewer steps."""
    if case.further:
        yield msgspec.structs.replace(case, further=case.further // 2)
    for path in _removable(case.tried):
        if not _has(case.plain, path) or _is_spoken_of(path[-1], (case.opening, case.plain_opening)):
            continue
        tried, plain = copy.deepcopy(case.tried), copy.deepcopy(case.plain)
        for place in (tried, plain):
            _remove(place, path)
        yield msgspec.structs.replace(case, tried=tried, plain=plain)


def _is_spoken_of(name: str, steps: Any) -> bool:
    return repr(name) in repr(steps)


LISTS = ("hand", "equipped", "carried", "table", "curses", "races", "classes", "powers")


def _removable(place: Place) -> Iterator[tuple[str, ...]]:
    for name, seat in place["players"].items():
        for field in LISTS:
            held = seat.get(field)
            if isinstance(held, list):
                for card in held:
                    yield ("players", name, field, _name(card))
        if len(place["players"]) > 3 and name not in (place.get("turn"), (place.get("combat") or {}).get("fighter")):
            yield ("players", name)
        for card in seat.get("attached", {}):
            yield ("players", name, "attached", card)
    for field in ("door", "treasure", "door_discards", "treasure_discards", "dungeons"):
        for card in place.get(field, []):
            yield (field, _name(card))
    for field in ("played", "monsters"):
        cards = (place.get("combat") or {}).get(field, [])
        for card in cards if field == "played" or len(cards) > 1 else []:
            yield ("combat", field, _name(card))


def _name(card: Any) -> str:
    return str(card.get("name", card.get("card", ""))) if isinstance(card, dict) else str(card)


def _has(place: Any, path: tuple[str, ...]) -> bool:
    for part in path[:-1]:
        if not isinstance(place, dict) or part not in place:
            return False
        place = place[part]
    if isinstance(place, list):
        return any(_name(card) == path[-1] for card in place)
    return path[-1] in place


def _remove(place: Any, path: tuple[str, ...]) -> None:
    for part in path[:-1]:
        place = place[part]
    if isinstance(place, dict):
        del place[path[-1]]
        return
    index = next(i for i, card in enumerate(place) if _name(card) == path[-1])
    del place[index]


def _scenario(law: Law, case: Case, found: Difference) -> dict[str, Any]:
    _, tail, early, late = found
    steps: list[dict[str, Any]] = [*case.opening, {"expect": early.expected}, *tail]
    scenario = _head(law, case.about, case.tried)
    scenario["steps"] = steps
    if tail:
        scenario["expect"] = late.expected
    return scenario
