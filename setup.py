"""Compile the engine with mypyc when KICKDOOR_COMPILE=1; everything else is in pyproject.toml."""

import os
from pathlib import Path

from setuptools import setup

if os.environ.get("KICKDOOR_COMPILE") == "1":
    from mypyc.build import mypycify

    # Paths relative to the project folder: they end up in the metadata of the build.
    engine = sorted(str(path) for path in Path("src/kickdoor/engine").rglob("*.py"))
    extensions = mypycify(engine, opt_level="3")
    if os.name == "posix":
        for extension in extensions:
            # Nobody replaces a function of the engine from outside, so calls within it go straight and may be inlined.
            extension.extra_compile_args.append("-fno-semantic-interposition")
    setup(ext_modules=extensions)
else:
    setup()
