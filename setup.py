"""Compile the engine with mypyc when KICKDOOR_COMPILE=1; everything else is in pyproject.toml."""

import os
from pathlib import Path

from setuptools import setup

if os.environ.get("KICKDOOR_COMPILE") == "1":
    from mypyc.build import mypycify

    # Paths relative to the project folder: they end up in the metadata of the build.
    engine = sorted(str(path) for path in Path("src/kickdoor/engine").rglob("*.py"))
    setup(ext_modules=mypycify(engine, opt_level="3"))
else:
    setup()
