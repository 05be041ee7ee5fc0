"""Compile what is hot with mypyc when KICKDOOR_COMPILE is 1, or `quickly`; everything else is in pyproject.toml."""

import os
import sys
from pathlib import Path

from setuptools import setup

# `quickly` is for tests: the same C, compiled in half the time.
OPTIMISED = {"1": "3", "quickly": "0"}
asked = os.environ.get("KICKDOOR_COMPILE", "")

if asked in OPTIMISED:
    from mypyc.build import mypycify

    # Paths relative to the project folder: they end up in the metadata of the build. All is one group: between groups
    # the compiler would not know which attributes are always there, and test for each.
    source = Path("src/kickdoor")
    hot = sorted(str(path) for path in (source / "engine").rglob("*.py"))
    hot += [str(source / "play" / f"{name}.py") for name in ("looking", "offering")]
    bots = ("bargainer", "outlook", "picking", "speaking", "tactics", "worth")
    hot += [str(source / "bots" / f"{name}.py") for name in bots]
    hot.append(str(source / "env" / "features.py"))
    extensions = mypycify(hot, opt_level=OPTIMISED[asked])
    if os.name == "posix":
        for extension in extensions:
            # Nobody replaces a function from outside, so calls within go straight and may be inlined.
            extension.extra_compile_args = [*extension.extra_compile_args, "-fno-semantic-interposition", "-g0"]
            # The names within are for debuggers: without them the files are far smaller.
            strip = "-Wl,-x" if sys.platform == "darwin" else "-Wl,--strip-all"
            extension.extra_link_args = [*extension.extra_link_args, strip]
    setup(ext_modules=extensions)
else:
    setup()
