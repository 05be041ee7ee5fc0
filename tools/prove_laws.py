"""Do the laws find things? Lines of the engine are broken on purpose, one at a time, and the laws must find them.

The lines are those of tests/laws/mutations.yaml. Each is broken in a copy of the source, and there `kickdoor laws`
tries the law that should notice, pack by pack until it does; where it does not, all laws. Fails where more than one in
ten goes unnoticed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
MUTATIONS = ROOT / "tests" / "laws" / "mutations.yaml"
PACKS = ("munchkin", "munchkin-8", "munchkin-3")
MOST_MISSED = 0.1
OF_ALL_LAWS = 0.1
"""All laws take long: they are tried on this part of the share."""
MOST_SECONDS = 600
"""So long may the laws take on one pack."""


def mutated(source: str, mutation: dict[str, Any]) -> str:
    """A file with its line broken; an error where the line is not there once, or not as often as is said."""
    line, broken = mutation["line"], mutation["broken"]
    parts = source.split(line + "\n")
    which = mutation.get("which", 1)
    if len(parts) < 2 or (len(parts) > 2 and "which" not in mutation):
        raise SystemExit(f"{mutation['file']}: {line.strip()!r} stands there {len(parts) - 1} times")
    return (line + "\n").join(parts[:which]) + broken + "\n" + (line + "\n").join(parts[which:])


def broken_laws(src: Path, law: str, pack: str, share: float, jobs: int) -> tuple[list[str], str]:
    """The laws (one, or all) that do not hold in a copy of the source on one pack, and an example."""
    words = ["laws", "--packs", pack, "--share", str(share), "--jobs", str(jobs), "--json"]
    run = subprocess.run(
        [sys.executable, "-m", "kickdoor", *words, *(["--law", law] if law else [])],
        env={**os.environ, "PYTHONPATH": str(src)},
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
    )
    try:
        verdicts = json.loads(run.stdout)
    except ValueError:
        return ["(the engine fails)"], run.stderr.strip().splitlines()[-1][:200]
    broken = [verdict for verdict in verdicts if verdict["violations"]]
    if not broken:
        return [], ""
    first = broken[0]["violations"][0]
    return [verdict["law"] for verdict in broken], f"{first['scenario']['id']}: {first['why']}"


class Proof:
    """Breaks lines in a copy of the source; the source as it is must keep whatever law finds one."""

    def __init__(self, folder: Path, share: float, jobs: int) -> None:
        self.src = folder / "src"
        self.share = share
        self.jobs = jobs
        self.kept: set[tuple[str, str]] = set()  # laws that hold on packs as the source is

    def found_by(self, mutation: dict[str, Any]) -> tuple[list[str], str]:
        """The laws that find a broken line: the one that should notice, or else any."""
        path = self.src / "kickdoor" / mutation["file"]
        whole = path.read_text()
        for law, share in ((mutation["law"], self.share), ("", self.share * OF_ALL_LAWS)):
            for pack in PACKS:
                path.write_text(mutated(whole, mutation))
                found, example = broken_laws(self.src, law, pack, share, self.jobs)
                path.write_text(whole)
                if found:
                    self._see_that_it_holds(law, pack, share)
                    return found, example
        return [], ""

    def _see_that_it_holds(self, law: str, pack: str, share: float) -> None:
        if (law, pack) not in self.kept:
            found, example = broken_laws(self.src, law, pack, share, self.jobs)
            if found:
                raise SystemExit(f"{pack}: the law does not hold as it is, so it proves nothing: {example}")
            self.kept.add((law, pack))


def main() -> None:
    """Break each line, and tell by which laws it was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the cards of each pack")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 for one a core")
    parser.add_argument("--only", default="", help="only mutations whose description has these words")
    args = parser.parse_args()
    mutations = [one for one in yaml.safe_load(MUTATIONS.read_text()) if args.only in one["about"]]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        proof = Proof(Path(folder), args.share, args.jobs)
        shutil.copytree(ROOT / "src", proof.src, ignore=shutil.ignore_patterns("__pycache__", "*.so", "static"))
        for mutation in mutations:
            began = time.monotonic()
            laws, example = proof.found_by(mutation)
            missed += not laws
            took = time.monotonic() - began
            print(
                f"{'found' if laws else 'MISSED'}  {mutation['about']}  [{took:.0f} s]  {', '.join(laws)}", flush=True
            )
            if example:
                print(f"       {example[:220]}", flush=True)
    print(f"{len(mutations) - missed} of {len(mutations)} found")
    if missed > MOST_MISSED * len(mutations):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
