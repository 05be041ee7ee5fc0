"""Compile the engine in a checkout, where its sources have changed since; `--tidy` only removes what is out of date.

Python takes a compiled module before its source, whichever is newer. So what was compiled is kept with a fingerprint of
its sources, and removed where that does not fit any more: an engine that its sources are ahead of is never run.

`--beside COMMAND` runs a command and compiles meanwhile. Compiled modules and plain ones do not go together in one
process, so what was made is put aside, and into its place when the next command begins.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "play", "bots", "env")
"""Of which modules are compiled."""

COMPILER = ["mypy>=2.0", "msgspec>=0.20", "numpy>=2.0", "types-PyYAML>=6.0.12"]
"""mypyc, and what it must know the types of."""

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


def aside(root: Path) -> Path:
    """Where compiled modules wait to be put into their places, with the fingerprint of their sources."""
    return root / "build" / "engine"


def failed(root: Path) -> Path:
    """The fingerprint of sources that could not be compiled beside a command; they are not tried again."""
    return root / "build" / "engine.failed"


def compile_aside(root: Path) -> None:
    """Compile a copy, and put the modules aside when all of them are there."""
    of = fingerprint(root)
    copy = root / "build" / "compiling"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.rmtree(aside(root), ignore_errors=True)
    copy.mkdir(parents=True)
    for part in PARTS:
        if (root / part).is_dir():
            shutil.copytree(root / part, copy / part, ignore=LEFT_OUT)
        else:
            shutil.copy2(root / part, copy)
    asked = {**os.environ, "KICKDOOR_COMPILE": os.environ.get("KICKDOOR_COMPILE") or "1"}
    subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=copy, env=asked, check=True)
    for path in list(compiled(copy)):
        there = aside(root) / path.relative_to(copy)
        there.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, there)
    (aside(root) / "fingerprint").write_text(of, encoding="utf-8")
    shutil.rmtree(copy)


def put_in_place(root: Path) -> bool:
    """Put modules that wait aside into their places, if they are of the sources as they are; whether there were any."""
    kept = aside(root) / "fingerprint"
    if not kept.is_file():
        return False
    fits = kept.read_text(encoding="utf-8") == fingerprint(root)
    if fits:
        for path in list(compiled(aside(root))):
            os.replace(path, root / path.relative_to(aside(root)))
        os.replace(kept, note(root))
    shutil.rmtree(aside(root))
    return fits


def can_compile() -> bool:
    """Whether there is a C compiler, and what it needs of Python."""
    named = (sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    return os.name == "posix" and shutil.which(named) is not None and headers.is_file()


def compile_later(root: Path) -> int:
    """Compile aside at the lowest priority, with mypyc, which is installed where it is missing."""
    os.nice(19)
    try:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        subprocess.run([*pip, *COMPILER, "setuptools>=77"], check=True)
        compile_aside(root)
    except subprocess.CalledProcessError:
        failed(root).write_text(fingerprint(root), encoding="utf-8")
        return 1
    return 0


def run_beside(root: Path, command: list[str]) -> int:
    """Run a command, and compile the engine meanwhile where that can be done, unless the command ends before."""
    behind = None
    tried = failed(root).is_file() and failed(root).read_text(encoding="utf-8") == fingerprint(root)
    if not is_fresh(root) and not tried and can_compile() and os.environ.get("KICKDOOR_COMPILE") != "no":
        log = root / "build" / "compiling.log"
        log.parent.mkdir(exist_ok=True)
        print("kickdoor: compiling the engine meanwhile: bots think several times as fast from the next start on")
        print("kickdoor: (KICKDOOR_COMPILE=no make play does not)", flush=True)
        words = [sys.executable, __file__, "--later"]
        with log.open("w", encoding="utf-8") as said:
            behind = subprocess.Popen(words, stdout=said, stderr=said, start_new_session=True)
    running = subprocess.Popen(command)
    # Ctrl-C at the terminal reaches the command by itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: running.terminate())
    try:
        return running.wait()
    finally:
        if behind is not None and behind.poll() is None:
            os.killpg(behind.pid, signal.SIGTERM)
            behind.wait()


def main(words: list[str], root: Path = ROOT) -> int:
    """Do what is asked, and say so."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tidy", action="store_true", help="only remove what is out of date")
    parser.add_argument("--later", action="store_true", help="compile for the next start, at the lowest priority")
    parser.add_argument("--beside", nargs=argparse.REMAINDER, help="run a command, and compile for the next start")
    asked = parser.parse_args(words)
    if asked.later:
        return compile_later(root)
    if tidy(root):
        print("kickdoor: the compiled engine was older than its sources and is removed; `make compile` makes it anew")
    if put_in_place(root):
        print("kickdoor: the engine is compiled now")
    if asked.beside:
        return run_beside(root, asked.beside)
    if asked.tidy:
        return 0
    if is_fresh(root):
        print("kickdoor: the engine is compiled already, and nothing has changed")
        return 0
    print("kickdoor: compiling the engine (six minutes or so of one core)", flush=True)
    compile_aside(root)
    put_in_place(root)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
