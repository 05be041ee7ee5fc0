"""Do the laws find things? Lines of the engine are broken on purpose, one at a time, and the laws must find them.

The lines are those of tests/laws/mutations.yaml. Each is broken in a copy of the source, and `kickdoor laws` is run
there, pack by pack until something is found. Fails where more than one in ten goes unnoticed.
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


def mutated(source: str, mutation: dict[str, Any]) -> str:
    """A file with its line broken; an error where the line is not there once, or not as often as is said."""
    line, broken = mutation["line"], mutation["broken"]
    parts = source.split(line + "\n")
    which = mutation.get("which", 1)
    if len(parts) < 2 or (len(parts) > 2 and "which" not in mutation):
        raise SystemExit(f"{mutation['file']}: {line.strip()!r} stands there {len(parts) - 1} times")
    return (line + "\n").join(parts[:which]) + broken + "\n" + (line + "\n").join(parts[which:])


def found_by(src: Path, packs: tuple[str, ...], share: float, jobs: int) -> tuple[list[str], str]:
    """The laws that are broken in a copy of the source, by the first pack that shows it; and an example."""
    for pack in packs:
        words = ["laws", "--packs", pack, "--share", str(share), "--jobs", str(jobs), "--json"]
        run = subprocess.run(
            [sys.executable, "-m", "kickdoor", *words],
            env={**os.environ, "PYTHONPATH": str(src)},
            capture_output=True,
            text=True,
            timeout=1800,
        )
        try:
            verdicts = json.loads(run.stdout)
        except ValueError:
            return ["(the engine fails)"], run.stderr.strip().splitlines()[-1][:200]
        broken = [verdict for verdict in verdicts if verdict["violations"]]
        if broken:
            first = broken[0]["violations"][0]
            return [verdict["law"] for verdict in broken], f"{first['scenario']['id']}: {first['why']}"
    return [], ""


def main() -> None:
    """Break each line, and tell by which laws it was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=0.2, help="of the cards of each pack")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 for one a core")
    parser.add_argument("--only", default="", help="only mutations whose description has these words")
    args = parser.parse_args()
    mutations = [one for one in yaml.safe_load(MUTATIONS.read_text()) if args.only in one["about"]]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        src = Path(folder) / "src"
        shutil.copytree(ROOT / "src", src, ignore=shutil.ignore_patterns("__pycache__", "*.so", "static"))
        laws, example = found_by(src, PACKS, args.share, args.jobs)
        if laws:
            raise SystemExit(f"the laws do not hold as it is, so they prove nothing: {example}")
        for mutation in mutations:
            path = src / "kickdoor" / mutation["file"]
            whole = path.read_text()
            path.write_text(mutated(whole, mutation))
            began = time.monotonic()
            laws, example = found_by(src, PACKS, args.share, args.jobs)
            path.write_text(whole)
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
