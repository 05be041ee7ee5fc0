"""Real browsers at a real server. Skipped where no Chromium is found."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import kickdoor

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATIC = ROOT / "src" / "kickdoor" / "server" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-rasterization",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds: a busy machine is no fault of the page
STARTING = 150  # seconds, for the same reason
FOR_MANY = ("--limit-scale", "100")  # all tests of a worker are one visitor
DESK = {"width": 1366, "height": 860}
PHONE = {"width": 390, "height": 844}
SETTLED = {"toured": True, "hints": False, "language": "en", "theme": "dark", "motion": "off"}


def chromium() -> str | None:
    """Where a Chromium is, if there is one."""
    asked = os.environ.get("KICKDOOR_CHROMIUM", "")
    names = (asked, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = ""
    if chromium() is None:
        missing = "no Chromium is installed"
    elif not (STATIC / "index.html").exists():
        missing = "the page is not built: make page"
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")
            if missing:
                item.add_marker(pytest.mark.skip(reason=missing))


def beside(name: str) -> ModuleType:
    """A module of this folder."""
    spec = spec_from_file_location(f"browser_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def course() -> ModuleType:
    """How the players of the tests play."""
    return beside("course")


class Server:
    """A server of its own, that can be killed and started again."""

    script = HERE.parent / "seeded.py"

    def __init__(self, folder: Path, seed: str, *more: str) -> None:
        self.folder = folder
        self.seed = seed
        self.more = more
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        database = f"sqlite:///{self.folder / 'tables.db'}"
        command = [sys.executable, self.script, self.seed, "serve", "--port", str(self.port)]
        env = {**os.environ, "PYTHONPATH": str(Path(kickdoor.__file__).parents[1])}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--database", database, "--log-level", "warning", *self.more],
                env=env,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + STARTING
        while time.monotonic() < end and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=5).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        self.stop()
        raise AssertionError(f"the server does not answer: {(self.folder / 'log').read_text()}")

    def kill(self) -> None:
        """End it without a word: kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(20)

    def stop(self) -> None:
        """End it politely, and without a word where it does not listen."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask it over HTTP."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"content-type": "application/json"})
        end = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:  # the pages of this visitor may have asked for much
                if "retry-after" not in error.headers or time.monotonic() > end:
                    raise
                time.sleep(float(error.headers["retry-after"]))

    def table(self, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
        """A new table whose game has begun."""
        return dict(self.ask("/api/tables", {"seats": seats, "start": True, **more}))


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server with a seed; it ends with the test."""
    with ExitStack() as stack:

        def started(seed: str = "browser", *more: str) -> Server:
            server = Server(tmp_path, seed, *more)
            stack.callback(server.stop)
            server.start()
            return server

        yield started


@pytest.fixture(scope="session")
def serve_in() -> type[Server]:
    """A server of its own in a folder of its own."""
    return Server


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tests share, for those who neither kill it nor ask what else is in it."""
    server = Server(tmp_path_factory.mktemp("house"), "browser", *FOR_MANY)
    server.start()
    yield server
    server.stop()


class LaidOut(Server):
    """A server whose games begin where a position says."""

    script = HERE / "laid_out.py"

    def __init__(self, folder: Path, *more: str) -> None:
        super().__init__(folder, str(folder / "position.json"), *more)
        Path(self.seed).write_text('{"players": {"A": {}, "B": {}}}', encoding="utf-8")

    def lay_out(self, **position: Any) -> dict[str, Any]:
        """A new table for people only, with a position as scenarios have it."""
        Path(self.seed).write_text(json.dumps(position), encoding="utf-8")
        seats = [{"kind": "me", "name": name} for name in position["players"]]
        return self.table(*seats, speed="none", packs=position.get("packs", ["munchkin"]))


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaidOut]:
    """A server for positions, which all tests share: each lays out a table of its own."""
    server = LaidOut(tmp_path_factory.mktemp("laid_out"), *FOR_MANY)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def laid_out_strictly(tmp_path: Path) -> Iterator[LaidOut]:
    """A server for positions with the limits that visitors have."""
    server = LaidOut(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    """Playwright, which has an event loop in this thread: it ends with the module, and later tests can have theirs."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        yield running


@pytest.fixture
def expect() -> Callable[..., Any]:
    """What a page has to come to show: `expect(box).to_be_checked()`."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect


@pytest.fixture
def until() -> Callable[..., None]:
    """Wait for what the test itself is told, as what goes over the line: `until(page, lambda: line.said)`."""

    def waited(page: Any, so: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while not so():
            assert time.monotonic() < end, "it does not come to that"
            page.wait_for_timeout(50)

    return waited


@pytest.fixture
def launch(playwright: Any) -> Iterator[Callable[[], Any]]:
    """Start browsers; they end with the test."""
    with ExitStack() as stack:

        def launched() -> Any:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            stack.callback(browser.close)
            return browser

        yield launched


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Iterator[Any]:
    """The browser that the tests of a module share, each with pages of its own."""
    running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    yield running
    running.close()


@pytest.fixture
def browse(browser: Any) -> Iterator[Callable[..., Any]]:
    """A page of its own in the browser that all share: `browse(url, size, touch, **settings)`."""
    with ExitStack() as stack:

        def opened(url: str, size: dict[str, int] = DESK, touch: bool = False, **settings: Any) -> Any:
            page = new_page(browser, url, size, touch, **settings)
            stack.callback(page.context.close)
            return page

        yield opened


def new_page(browser: Any, url: str, size: dict[str, int] = DESK, touch: bool = False, **settings: Any) -> Any:
    """A page as a visitor sees it who has chosen these settings. What goes wrong in it is kept in `faults`."""
    context = browser.new_context(viewport=size, has_touch=touch)
    context.set_default_timeout(PATIENCE)
    chosen = json.dumps({**SETTLED, **settings})
    key = "'kickdoor.settings'"
    context.add_init_script(f"localStorage.getItem({key}) ?? localStorage.setItem({key}, JSON.stringify({chosen}))")
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.goto(url)
    return page


@pytest.fixture
def at_table(browse: Callable[..., Any]) -> Callable[..., Any]:
    """Sit down at a table with the key of a seat."""

    def sat(server: Server, table: dict[str, Any], seat: int = 0, **more: Any) -> Any:
        token = table["keys"][seat]["token"]
        page = browse(f"{server.url}/table/{table['table']}#seat={token}", **more)
        page.locator(".board").wait_for()
        return page

    return sat


MOVES = 400
GO_ON = """() => {
  const pass = document.querySelector('.prompt [data-act=pass]');
  if (pass?.getAttribute('aria-pressed') === 'true') return;
  const confirm = document.querySelector('.prompt [data-act=confirm]');
  if (confirm) {
    (confirm.disabled ? document.querySelector('.prompt [data-pick][aria-pressed=false]') : confirm)?.click();
    return;
  }
  const first = (where) => document.querySelector(`${where} [data-option]:not(details *, .also *)`);
  (first('.prompt .answers') ?? pass ?? document.querySelector('.prompt [data-option]'))?.click();
}"""
"""Take the first answer that the page offers, or let it pass; once it has, wait for the others."""


@pytest.fixture
def play_until() -> Callable[..., None]:
    """Everybody at these pages does something, or nothing, until something is so."""

    def played(pages: list[Any], so: Callable[[], Any]) -> None:
        for _ in range(MOVES):
            if so():
                return
            for page in pages:
                page.evaluate(GO_ON)
                page.wait_for_timeout(30)
        raise AssertionError("it does not come to that")

    return played


SERIOUS = ("serious", "critical")
LOOKED_FOR = {
    "dark": {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "preload": False},
    "light": {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "preload": False},
}
"""All that axe looks for; and what can differ in the other theme."""


@pytest.fixture
def violations() -> Callable[[Any], list[str]]:
    """What axe-core finds on a page, in both themes, that would shut somebody out."""

    def found(page: Any) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        chosen = page.locator("html").get_attribute("data-theme")
        told = []
        for theme, options in LOOKED_FOR.items():
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            result = page.evaluate("options => axe.run(document, options)", options)
            told += [
                f"{theme}: {each['id']} ({each['impact']}): {node['target']} {node['failureSummary']}"
                for each in result["violations"]
                if each["impact"] in SERIOUS
                for node in each["nodes"]
            ]
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", chosen)
        return told

    return found
