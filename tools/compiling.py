"""Compile the engine in a checkout, where its sources have changed since; `--tidy` only removes what is out of date.

Python takes a compiled module before its source, whichever is newer. So what was compiled is kept with a fingerprint of
its sources, and removed where that does not fit any more: an engine that its sources are ahead of is never run.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "play", "bots", "env")
"""Of which modules are compiled."""

PARTS = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "src")
LEFT_OUT = shutil.ignore_patterns("static", "__pycache__", "*.so", "*.pyd")


def fingerprint(root: Path) -> str:
    """Of all that the compiled engine is made of, and the Python that it is for."""
    digest = hashlib.sha256(str(sys.implementation.cache_tag).encode())
    found = [path for package in PACKAGES for path in (root / "src" / "kickdoor" / package).rglob("*.py")]
    for path in [root / "setup.py", *sorted(found)]:
        digest.update(f"{path.relative_to(root)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def compiled(root: Path) -> Iterator[Path]:
    """The compiled modules of a checkout."""
    for ending in (".so", ".pyd"):
        yield from (root / "src").rglob(f"*{ending}")


def note(root: Path) -> Path:
    """Where the fingerprint of what was compiled is kept."""
    return root / "build" / "engine.fingerprint"


def is_fresh(root: Path) -> bool:
    """Whether what is compiled is of the sources as they are."""
    kept = note(root)
    return any(compiled(root)) and kept.is_file() and kept.read_text(encoding="utf-8") == fingerprint(root)


def tidy(root: Path) -> bool:
    """Remove compiled modules that are out of date; whether there were any."""
    found = [] if is_fresh(root) else list(compiled(root))
    for path in found:
        path.unlink()
    return bool(found)


def compile_engine(root: Path) -> None:
    """Compile a copy, and put the modules in their places when all of them are there."""
    of = fingerprint(root)
    copy = root / "build" / "compiling"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    for part in PARTS:
        if (root / part).is_dir():
            shutil.copytree(root / part, copy / part, ignore=LEFT_OUT)
        else:
            shutil.copy2(root / part, copy)
    asked = {**os.environ, "KICKDOOR_COMPILE": os.environ.get("KICKDOOR_COMPILE") or "1"}
    subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=copy, env=asked, check=True)
    for path in list(compiled(copy)):
        os.replace(path, root / path.relative_to(copy))
    note(root).write_text(of, encoding="utf-8")
    shutil.rmtree(copy)


def main(words: list[str], root: Path = ROOT) -> int:
    """Do what is asked, and say so."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tidy", action="store_true", help="only remove what is out of date")
    asked = parser.parse_args(words)
    if tidy(root):
        print("kickdoor: the compiled engine was older than its sources and is removed; `make compile` makes it anew")
    if asked.tidy:
        return 0
    if is_fresh(root):
        print("kickdoor: the engine is compiled already, and nothing has changed")
        return 0
    print("kickdoor: compiling the engine (six minutes or so of one core)", flush=True)
    compile_engine(root)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
