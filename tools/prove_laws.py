"""Do the laws find things? Lines of the engine are broken on purpose, one at a time, and the laws must find them.

The lines are those of tests/laws/mutations.yaml, or with --random so many that chance draws (see breaking.py). The
cases of all laws are made and tried once with the engine as it is; each line is then broken in a fork of the process,
which tries those that come to its function until one finds it or time is up. Fails where more than one in ten goes
unnoticed. --first and --count take a part of the lines, so that a long proof can be run in pieces.
"""

from __future__ import annotations

import argparse
import builtins
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import yaml
from breaking import changed_function, drawn, put_in

import kickdoor
from kickdoor.laws import tables
from kickdoor.laws.law import Law, SaysNothing, finds
from kickdoor.laws.running import LAWS, cases_of, in_time, trials_of
from kickdoor.play.table import Table

ROOT = Path(kickdoor.__file__).parent
MUTATIONS = Path(__file__).resolve().parent.parent / "tests" / "laws" / "mutations.yaml"
PACKS = ("munchkin", "munchkin-3", "munchkin-8", "star", "munchkin-4", "munchkin-6")
MOST_MISSED = 0.1


def mutated(mutation: dict[str, Any]) -> str:
    """A file with its line broken; an error where the line is not there once, or not as often as is said."""
    source = (ROOT / mutation["file"]).read_text(encoding="utf-8")
    line, broken = mutation["line"], mutation["broken"]
    parts = source.split(line + "\n")
    which = mutation.get("which", 1)
    if len(parts) < 2 or (len(parts) > 2 and "which" not in mutation):
        raise SystemExit(f"{mutation['file']}: {line.strip()!r} stands there {len(parts) - 1} times")
    return (line + "\n").join(parts[:which]) + broken + "\n" + (line + "\n").join(parts[which:])


class Tables:
    """Tables that were laid out once are kept, so that a broken line meets them without more ado."""

    def __init__(self) -> None:
        self.kept: dict[bytes, Table] = {}
        self.looked_at: set[bytes] | None = None  # anew, since the line was broken
        self.lay_out: Callable[[bytes], Table] = tables._laid_out.__wrapped__
        tables._laid_out = self  # type: ignore[assignment]

    def __call__(self, place: bytes) -> Table:
        """The table at a position; what it keeps for speed is forgotten once the engine is another."""
        if place not in self.kept:
            self.kept[place] = self.lay_out(place)
        table = self.kept[place]
        if self.looked_at is not None and place not in self.looked_at:
            self.looked_at.add(place)
            s = table.game.state
            s.version += 1
            s.altered, s.listed_for = None, -1
            for player in s.players:
                player.means, player.held = None, -1
        return table


class Proof:
    """All cases of all laws, each tried once as the engine is, with the functions that it comes to.

    A broken line then meets the cases that come to its function, those first that come to few others.
    """

    def __init__(self, packs: list[str], share: float, seed: str, seconds: float, laws: list[Law]) -> None:
        self.seconds = seconds
        self.checks = [law for law in laws if law.check]
        self.cases: list[tuple[Law, str, Any]] = []
        for pack in packs:
            for law in laws:
                if not law.check:
                    made = cases_of(law, pack, 1.0 if law.bare else share, seed)
                    self.cases += [(law, pack, case) for case in made]
            if self.checks:
                self.cases += [(self.checks[0], pack, trial) for trial in trials_of(pack, share, seed)]
        self.comes_to: list[set[tuple[str, str]]] = []
        self.tables = Tables()

    def survey(self) -> None:
        """Try every case as the engine is, and note which functions of it are called."""
        called: set[CodeType] = set()

        def note(frame: FrameType, event: str, arg: object) -> None:
            if event == "call":
                called.add(frame.f_code)

        inside = str(ROOT / "engine")
        for law, pack, case in self.cases:
            called.clear()
            sys.setprofile(note)
            why = self.wrong(law, case)
            sys.setprofile(None)
            if why:
                raise SystemExit(f"{law.name} on {pack} does not hold as the engine is: {case.about}: {why}")
            found = [code for code in called if code.co_filename.startswith(inside)]
            names = {(code.co_filename[len(str(ROOT)) + 1 :], code.co_qualname) for code in found}  # type: ignore[attr-defined]
            self.comes_to.append({(sys.intern(file), sys.intern(name)) for file, name in names})

    def wrong(self, law: Law, case: Any) -> str:
        """What is wrong in a case, with the law that says so; empty where nothing is."""
        try:
            with in_time(case.about):
                name, why = finds(self.checks if law.check else [law], case)
        except SaysNothing:
            return ""
        except Exception as error:
            return f"{law.name}: the engine fails, {error!r}"
        return f"{name}: {why}" if why else ""

    def finding(self, file: str, function: str, reached: list[int]) -> tuple[str, str]:
        """What finds a broken line of a function; empty where nothing does, with how many cases came to it."""
        tried = [at for at, comes in enumerate(self.comes_to) if (file, function) in comes]
        tried.sort(key=lambda at: len(self.comes_to[at]))
        self.tables.looked_at = set()
        found, where = self._try(tried, reached)
        if not found:  # perhaps it shows only in laying out
            self.tables.kept.clear()
            found, where = self._try(tried, reached)
        return found, where

    def _try(self, tried: list[int], reached: list[int]) -> tuple[str, str]:
        end = time.process_time() + self.seconds
        hits = 0
        for number, at in enumerate(tried):
            if time.process_time() > end:
                tried = tried[:number]
                break
            law, pack, case = self.cases[at]
            reached.clear()
            why = self.wrong(law, case)
            hits += bool(reached)
            if why:
                return why, f"{pack}, case {number}: {case.about}"
        return "", f"{hits} of {len(tried)} cases came to it"


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


def lines(args: argparse.Namespace) -> Iterator[tuple[str, str, str, Any]]:
    """What is broken: about it, the file, the function, and its source or tree."""
    if args.random:
        for seed in args.seed.split(","):
            for one in drawn(ROOT, args.random, seed):
                about = f"{one.file}:{one.line} {one.function}: {one.was}  ->  {one.now}"
                yield about, one.file, one.function, one.tree
        return
    for mutation in yaml.safe_load(MUTATIONS.read_text(encoding="utf-8")):
        source = mutated(mutation)
        yield mutation["about"], mutation["file"], changed_function(ROOT, mutation["file"], source), source


def main() -> None:
    """Break each line, and tell by which law it was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", default=",".join(PACKS))
    parser.add_argument("--share", type=float, default=0.1, help="of the cards of each pack")
    parser.add_argument("--seconds", type=float, default=60, help="of trying for each line")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="so many lines that chance draws")
    parser.add_argument("--seed", default="laws", help="of that chance; several with commas draw so many each")
    parser.add_argument("--only", default="", help="only lines whose description has these words")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="begin with the Nth of the lines")
    parser.add_argument("--count", type=int, metavar="N", help="so many of them; all that are left")
    parser.add_argument("--laws", default="", help="only these, with commas between")
    args = parser.parse_args()
    began = time.process_time()
    chosen = [law for law in LAWS if not args.laws or law.name in args.laws.split(",")]
    proof = Proof(args.packs.split(","), args.share, "laws", args.seconds, chosen)
    proof.survey()
    print(f"{len(proof.cases)} cases hold as the engine is, {time.process_time() - began:.0f} s", flush=True)
    reached: list[int] = []
    builtins.__dict__["_reached"] = lambda: reached.append(1)
    found = total = 0
    last = None if args.count is None else args.first - 1 + args.count
    for about, file, function, tree in islice(lines(args), args.first - 1, last):
        if args.only not in about:
            continue

        def broken(file: str = file, function: str = function, tree: Any = tree) -> tuple[str, str]:
            if not put_in(ROOT, file, tree):
                return "", "no function that runs has this line"
            return proof.finding(file, function, reached)

        why, where = in_a_fork(broken)
        total += 1
        found += bool(why)
        print(f"{'found' if why else 'MISSED'}  {about}\n    {where}  {why[:300]}", flush=True)
    print(f"{found} of {total} found, {time.process_time() - began:.0f} s and what the forks took")
    if total - found > MOST_MISSED * total:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
