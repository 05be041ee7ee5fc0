"""A browser, a server and a page for the tools that drive the table; the ways are those of the browser tests."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DESK_AND_PHONE = {"desk": {"width": 1366, "height": 768}, "phone": {"width": 390, "height": 844}}


def beside(name: str) -> Any:
    """A module of the browser tests."""
    spec = importlib.util.spec_from_file_location(f"browser_{name}", ROOT / "tests" / "browser" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


browsing = beside("conftest")
staged = beside("staged")


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; without a Chromium the tool ends with a word of it."""
    if browsing.chromium() is None:
        raise SystemExit("no Chromium is installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=browsing.chromium(), args=browsing.FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def stage_tables() -> Iterator[Any]:
    """A server whose tables are laid out; it ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        server = browsing.LaidOut(Path(folder), *browsing.FOR_MANY)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def sit_down(
    browser: Any, server: Any, size: str, *, own_time: bool = False, script: str = "", **settings: Any
) -> tuple[Any, Any]:
    """A page at the fight that the scenes are played at, and the line into which they are told.

    With `own_time` the clock of the page is the tool's. A script is run before those of the page.
    """
    table = server.lay_out(**staged.POSITION, **staged.FIGHT)
    page = browsing.new_page(browser, f"{server.url}/api/health", DESK_AND_PHONE[size], tempo="normal", **settings)
    line = staged.Line(page)
    if script:
        page.add_init_script(script)
    if own_time:
        page.clock.install(time=0)
    page.goto(f"{server.url}/table/{table['table']}#seat={table['keys'][0]['token']}")
    page.locator(".fight").wait_for()
    return page, line
