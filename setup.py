"""Compile what is hot with mypyc when KICKDOOR_COMPILE is 1, or `quickly`; everything else is in pyproject.toml."""

import os
from pathlib import Path

from setuptools import setup

# `quickly` is for tests: the same C, compiled in half the time.
OPTIMISED = {"1": "3", "quickly": "0"}
asked = os.environ.get("KICKDOOR_COMPILE", "")

if asked in OPTIMISED:
    from mypyc.build import mypycify

    # Paths relative to the project folder: they end up in the metadata of the build. A group each, so that a change of
    # one leaves the others as they are compiled.
    source = Path("src/kickdoor")
    bots = ("bargainer", "outlook", "picking", "speaking", "tactics", "worth")
    groups = [
        ([str(path) for path in sorted((source / "engine").rglob("*.py"))], "kickdoor_engine"),
        ([str(source / "play" / f"{name}.py") for name in ("looking", "offering")], "kickdoor_play"),
        ([str(source / "bots" / f"{name}.py") for name in bots], "kickdoor_bots"),
    ]
    hot = [path for paths, _ in groups for path in paths]
    extensions = mypycify(hot, opt_level=OPTIMISED[asked], separate=groups)
    if os.name == "posix":
        for extension in extensions:
            # Nobody replaces a function of a group from outside, and groups know each other's by a table of their own:
            # calls within one go straight and may be inlined.
            flags = ["-fno-semantic-interposition", "-fvisibility=hidden"]
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
    setup(ext_modules=extensions)
else:
    setup()
