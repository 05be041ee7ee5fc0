"""Compile what is hot with mypyc when KICKDOOR_COMPILE is 1, or `quickly`; everything else is in pyproject.toml."""

import os
from pathlib import Path

from setuptools import setup

# `quickly` is for tests: the same C, compiled in half the time.
OPTIMISED = {"1": "3", "quickly": "0"}
asked = os.environ.get("KICKDOOR_COMPILE", "")

if asked in OPTIMISED:
    from mypyc.build import mypycify

    # Paths relative to the project folder: they end up in the metadata of the build.
    source = Path("src/kickdoor")
    engine = sorted(str(path) for path in (source / "engine").rglob("*.py"))
    play = [str(source / "play" / "looking.py")]
    # A group each, so that a change of one leaves the others as they are compiled.
    groups = [(engine, "kickdoor_engine"), (play, "kickdoor_play")]
    extensions = mypycify(engine + play, opt_level=OPTIMISED[asked], separate=groups)
    if os.name == "posix":
        for extension in extensions:
            # Nobody replaces a function of the engine from outside, so calls within it go straight and may be inlined.
            extension.extra_compile_args.append("-fno-semantic-interposition")
    setup(ext_modules=extensions)
else:
    setup()
