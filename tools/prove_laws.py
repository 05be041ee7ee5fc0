"""Do the laws find things? Lines of the engine are broken on purpose, one at a time, and the laws must find them.

The lines are those of tests/laws/mutations.yaml, or with --random so many that chance draws (see breaking.py). The
cases of all laws are made once, of the engine as it is; each line is then broken in a fork of the process, which tries
them until one finds it or time is up. Fails where more than one in ten goes unnoticed.
"""

from __future__ import annotations

import argparse
import builtins
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import yaml
from breaking import drawn, put_in

import kickdoor
from kickdoor.laws.law import Case, Claim, Law, SaysNothing, Trial, finds
from kickdoor.laws.running import LAWS, cases_of, trials_of

ROOT = Path(kickdoor.__file__).parent
MUTATIONS = Path(__file__).resolve().parent.parent / "tests" / "laws" / "mutations.yaml"
PACKS = ("munchkin", "munchkin-3", "munchkin-8", "star", "munchkin-4", "munchkin-6")
MOST_MISSED = 0.1

Tried = tuple[str, Callable[[], str]]


def mutated(mutation: dict[str, Any]) -> str:
    """A file with its line broken; an error where the line is not there once, or not as often as is said."""
    source = (ROOT / mutation["file"]).read_text(encoding="utf-8")
    line, broken = mutation["line"], mutation["broken"]
    parts = source.split(line + "\n")
    which = mutation.get("which", 1)
    if len(parts) < 2 or (len(parts) > 2 and "which" not in mutation):
        raise SystemExit(f"{mutation['file']}: {line.strip()!r} stands there {len(parts) - 1} times")
    return (line + "\n").join(parts[:which]) + broken + "\n" + (line + "\n").join(parts[which:])


class Proof:
    """All cases of all laws, in the order in which a broken line meets them: made-up cards first, then by chance."""

    def __init__(self, packs: list[str], share: float, seed: str, seconds: float) -> None:
        self.seconds = seconds
        checks = [law for law in LAWS if law.check]
        bare: list[tuple[Law, str, Any]] = []
        rest: list[tuple[Law, str, Any]] = []
        for pack in packs:
            for law in LAWS:
                if not law.check:
                    into = bare if law.bare else rest
                    into += [(law, pack, case) for case in cases_of(law, pack, 1.0 if law.bare else share, seed)]
            rest += [(checks[0], pack, trial) for trial in trials_of(pack, share, seed)]
        chance = Random(seed)
        chance.shuffle(bare)
        chance.shuffle(rest)
        self.cases = [*bare, *rest]
        self.checks = checks

    def finding(self, reached: list[int]) -> tuple[str, str]:
        """The first law that something breaks, and how; both empty where time is up before."""
        end = time.process_time() + self.seconds
        hits = 0
        for number, (law, pack, case) in enumerate(self.cases):
            if time.process_time() > end:
                return "", f"{hits} of {number} cases came to it"
            reached.clear()
            try:
                signal.setitimer(signal.ITIMER_VIRTUAL, 20)
                name, why = finds(self.checks if law.check else [law], case)
            except SaysNothing:
                name = ""
            except Exception as error:
                name, why = law.name, f"the engine fails: {error!r}"
            hits += bool(reached)
            if name:
                return name, f"{pack}, case {number}, {case.about}: {why}"
        return "", f"{hits} of {len(self.cases)} cases came to it"


def in_a_fork(work: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    """What comes of something that must not touch this process."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            said = work()
        except BaseException as error:
            said = ("(the engine fails)", repr(error))
        os.write(writing, json.dumps(said).encode()[:60000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        words = answer.read()
    os.waitpid(child, 0)
    law, why = json.loads(words) if words else ("(the engine fails)", "without a word")
    return law, why


def lines(args: argparse.Namespace) -> Iterator[tuple[str, str, Any]]:
    """What is broken: about it, the file, and its source or tree."""
    if args.random:
        for broken in drawn(ROOT, args.random, args.seed):
            yield f"{broken.file}:{broken.line} {broken.function}: {broken.was}  ->  {broken.now}", broken.file, broken.tree
        return
    for mutation in yaml.safe_load(MUTATIONS.read_text(encoding="utf-8")):
        if args.only in mutation["about"]:
            yield mutation["about"], mutation["file"], mutated(mutation)


def main() -> None:
    """Break each line, and tell by which law it was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", default=",".join(PACKS))
    parser.add_argument("--share", type=float, default=0.1, help="of the cards of each pack")
    parser.add_argument("--seconds", type=float, default=60, help="of trying for each line")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="so many lines that chance draws")
    parser.add_argument("--seed", default="laws", help="of that chance")
    parser.add_argument("--only", default="", help="only mutations whose description has these words")
    args = parser.parse_args()
    began = time.monotonic()
    proof = Proof(args.packs.split(","), args.share, "laws", args.seconds)
    print(f"{len(proof.cases)} cases, made in {time.monotonic() - began:.0f} s", flush=True)
    reached: list[int] = []
    builtins.__dict__["_reached"] = lambda: reached.append(1)
    law, why = in_a_fork(lambda: proof.finding(reached))
    if law:
        raise SystemExit(f"{law} does not hold as the engine is, so it proves nothing: {why}")
    found = total = 0
    for about, file, tree in lines(args):

        def broken(file: str = file, tree: Any = tree) -> tuple[str, str]:
            if not put_in(ROOT, file, tree):
                return "", "no function that runs has this line"
            return proof.finding(reached)

        began = time.monotonic()
        law, why = in_a_fork(broken)
        total += 1
        found += bool(law)
        print(f"{'found' if law else 'MISSED'} [{time.monotonic() - began:.0f} s] {about}\n    {law} {why[:300]}", flush=True)
    print(f"{found} of {total} found")
    if total - found > MOST_MISSED * total:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
