"""Trying all laws on all packs, on several cores."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import Pool
from random import Random
from types import FrameType

import msgspec

from kickdoor.laws import (
    absence,
    asking,
    bargaining,
    battling,
    choosing,
    doing,
    ending,
    enhancing,
    happening,
    keeping,
    knowing,
    looks,
    mending,
    moving,
    owning,
    paying,
    promises,
    reckoning,
    refusing,
    seeing,
    sorting,
    sound,
    speaking,
    standing,
    symmetry,
    telling,
    turning,
    using,
)
from kickdoor.laws.law import Case, Claim, Law, SaysNothing, Trial, Violation, try_case, try_trial
from kickdoor.laws.supply import Supply

LAWS: tuple[Law, ...] = (
    *enhancing.LAWS,
    *reckoning.LAWS,
    *looks.LAWS,
    *absence.LAWS,
    *symmetry.LAWS,
    *sound.LAWS,
    *promises.LAWS,
    *doing.LAWS,
    *sorting.LAWS,
    *asking.LAWS,
    *standing.LAWS,
    *keeping.LAWS,
    *knowing.LAWS,
    *choosing.LAWS,
    *happening.LAWS,
    *owning.LAWS,
    *paying.LAWS,
    *battling.LAWS,
    *mending.LAWS,
    *moving.LAWS,
    *refusing.LAWS,
    *telling.LAWS,
    *seeing.LAWS,
    *speaking.LAWS,
    *turning.LAWS,
    *ending.LAWS,
    *using.LAWS,
    *bargaining.LAWS,
)
BY_NAME = {law.name: law for law in LAWS}

BASE = "munchkin"
"""The set with which that is tried once which needs no pack."""

MOST_SHOWN = 5
"""Violations of one law on one pack that are shown: more would be the same one again and again."""


class Verdict(msgspec.Struct, frozen=True):
    """What came of one law on the cards of one pack."""

    law: str
    pack: str
    cases: int
    violations: list[Violation]
    void: int = 0  #: cases besides that could not be set up, and say nothing


def cases_of(law: Law, pack: str, share: float = 1.0, seed: str = "laws") -> Iterator[Case | Claim]:
    """The cases of a law on the cards of a pack, or on a share of them."""
    assert law.cases is not None
    if law.bare and pack != BASE:
        return
    supply = Supply(pack, Random(f"{seed} {law.name} {pack}"), share, seed)
    if not law.bare:
        yield from law.cases(supply)
        return
    made = [turned(case) if number % 2 else case for number, case in enumerate(law.cases(supply))]
    yield from supply.sampled(made)


#: What is listed in the order of the seats.
SEATED = ("fighting", "dead", "asked_of", "winners")


def turned(case: Case | Claim) -> Case | Claim:
    """The same claim at a table that is turned by one seat: who sits where must not matter once the game has begun."""
    if isinstance(case, Case) or case.place.get("phase") in ("deal", "setup"):
        return case
    names = list(case.place["players"])
    names = [*names[1:], names[0]]
    place = {**case.place, "players": {name: case.place["players"][name] for name in names}}
    expected = {key: sorted(value, key=names.index) if key in SEATED else value for key, value in case.expected.items()}
    return msgspec.structs.replace(case, place=place, expected=expected)


def trials_of(pack: str, share: float = 1.0, seed: str = "laws") -> Iterator[Trial]:
    """Where the laws of every position are tried with a pack."""
    yield from sound.trials(Supply(pack, Random(f"{seed} {pack}"), share, seed))


def try_law(law: Law, pack: str, share: float = 1.0, seed: str = "laws") -> Verdict:
    """Try one law on the cards of a pack, or on a share of them."""
    if law.cases is None:
        return try_checks([law], pack, share, seed)[0]
    cases = void = 0
    violations: list[Violation] = []
    for case in cases_of(law, pack, share, seed):
        try:
            with in_time(f"{law.name}: {case.about}"):
                found = try_case(law, case)
        except SaysNothing:
            void += 1
            continue
        cases += 1
        if found is not None:
            violations.append(found)
            if len(violations) == MOST_SHOWN:
                break
    return Verdict(law.name, pack, cases, violations, void)


def try_checks(laws: Sequence[Law], pack: str, share: float = 1.0, seed: str = "laws") -> list[Verdict]:
    """Try laws that hold of every position on the same positions."""
    cases = 0
    violations: dict[str, list[Violation]] = {law.name: [] for law in laws}
    for trial in trials_of(pack, share, seed):
        open_ones = [law for law in laws if len(violations[law.name]) < MOST_SHOWN]
        if not open_ones:
            break
        cases += 1
        with in_time(trial.about):
            for found in try_trial(open_ones, trial):
                violations[found.law].append(found)
    return [Verdict(law.name, pack, cases, violations[law.name]) for law in laws]


MOST_SECONDS = 60
"""No case takes so much of a processor's time: one that does never ends."""


@contextmanager
def in_time(about: str) -> Iterator[None]:
    """Stop a case that does not end; where there are no signals, it is waited for."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise RuntimeError(f"{about} does not end")

    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


Task = tuple[tuple[str, ...], str, float, str]


def _try(task: Task) -> list[Verdict]:
    names, pack, share, seed = task
    laws = [BY_NAME[name] for name in names]
    try:
        return try_checks(laws, pack, share, seed) if laws[0].check else [try_law(laws[0], pack, share, seed)]
    except Exception as error:  # a StopIteration would pass for the end of all tasks
        raise RuntimeError(f"{', '.join(names)} on {pack}: {error!r}") from error


def try_laws(
    packs: Sequence[str],
    names: Sequence[str] = (),
    share: float = 1.0,
    seed: str = "laws",
    jobs: int = 0,
    seen: Callable[[Verdict], None] | None = None,
) -> list[Verdict]:
    """Try laws (all) on packs, on so many processes (0: one a core)."""
    chosen = [BY_NAME[name] for name in names or BY_NAME]
    together = tuple(law.name for law in chosen if law.check)
    groups = [*([together] if together else []), *((law.name,) for law in chosen if not law.check)]
    tasks: list[Task] = [(group, pack, share, seed) for group in groups for pack in packs]
    found: list[Verdict] = []
    with Pool(jobs or os.cpu_count() or 1) as pool:
        for verdicts in pool.imap_unordered(_try, tasks):
            found += verdicts
            if seen is not None:
                for verdict in verdicts:
                    seen(verdict)
    return sorted(found, key=lambda verdict: (verdict.law, verdict.pack))
