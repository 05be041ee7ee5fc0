"""Trying all laws on all packs, on several cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from multiprocessing import Pool
from random import Random

import msgspec

from kickdoor.laws import absence, enhancing, looks, symmetry
from kickdoor.laws.law import Law, Violation, try_case
from kickdoor.laws.supply import Supply

LAWS: tuple[Law, ...] = (*enhancing.LAWS, *looks.LAWS, *absence.LAWS, *symmetry.LAWS)
BY_NAME = {law.name: law for law in LAWS}

MOST_SHOWN = 5
"""Violations of one law on one pack that are shown: more would be the same one again and again."""


class Verdict(msgspec.Struct, frozen=True):
    """What came of one law on the cards of one pack."""

    law: str
    pack: str
    cases: int
    violations: list[Violation]


def try_law(law: Law, pack: str, share: float = 1.0, seed: str = "laws") -> Verdict:
    """Try one law on the cards of a pack, or on a share of them."""
    supply = Supply(pack, Random(f"{seed} {law.name} {pack}"), share)
    cases = 0
    violations: list[Violation] = []
    for case in law.cases(supply):
        cases += 1
        found = try_case(law, case)
        if found is not None:
            violations.append(found)
            if len(violations) == MOST_SHOWN:
                break
    return Verdict(law.name, pack, cases, violations)


def _try(task: tuple[str, str, float, str]) -> Verdict:
    name, pack, share, seed = task
    return try_law(BY_NAME[name], pack, share, seed)


def try_laws(
    packs: Sequence[str],
    names: Sequence[str] = (),
    share: float = 1.0,
    seed: str = "laws",
    jobs: int = 0,
    seen: Callable[[Verdict], None] | None = None,
) -> list[Verdict]:
    """Try laws (all) on packs, on so many processes (0: one a core)."""
    tasks = [(name, pack, share, seed) for name in names or BY_NAME for pack in packs]
    found = []
    with Pool(jobs or os.cpu_count() or 1) as pool:
        for verdict in pool.imap_unordered(_try, tasks):
            found.append(verdict)
            if seen is not None:
                seen(verdict)
    return sorted(found, key=lambda verdict: (verdict.law, verdict.pack))
