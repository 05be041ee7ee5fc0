"""Film every scene of the stage in a browser: a frame every 200 ms, laid out side by side as a picture for each scene.

python tools/film.py [--into build/film] [--only door win] [--size phone] [--language de] [--still]

Time is the script's own, so that a slow machine films the same. Needs a built page and a Chromium.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"desk": {"width": 1366, "height": 768}, "phone": {"width": 390, "height": 844}}
EVERY = 200
LONGEST = 6000
"""Milliseconds from one frame to the next, and after which a scene is cut."""

ACROSS = {"desk": 3, "phone": 7}
WIDTH = {"desk": 520, "phone": 220}

STEP = """(ms) => {
  for (const one of document.getAnimations()) {
    one.pause();
    one.currentTime = Number(one.currentTime ?? 0) + (window.seen?.has(one) ? ms : 0);
    (window.seen ??= new WeakSet()).add(one);
  }
}"""
"""Move all animations on by so much; one that has just begun is at its beginning."""

AFTER = {"lead": {"3": 6}, "last_step": {"3": 9}, "win": {"3": 10}}
"""The Levels after a scene, by seat, where they change."""

BEFORE = {"close_win": {"party": 21, "against": 20, "winning": True, "lacking": 0}}
"""How the fight stands before a scene, where it must be another."""


def beside(name: str) -> Any:
    """A module of the browser tests."""
    spec = importlib.util.spec_from_file_location(f"browser_{name}", ROOT / "tests" / "browser" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def film(page: Any, line: Any, words: Any, name: str, told: list[Any]) -> list[Image.Image]:
    """The frames of one scene."""
    if name in BEFORE:
        line.tell(view={"fight": {**line.view["fight"], **BEFORE[name]}})
        page.wait_for_timeout(300)
    sections = words.sections(told)
    if name in AFTER:
        sections["view"] = {"players": line.levels(**AFTER[name])}
    line.tell(**sections)
    page.locator("[data-act-shown]").wait_for(state="attached")
    frames = []
    for _ in range(LONGEST // EVERY):
        page.evaluate(STEP, 0)
        frames.append(Image.open(io.BytesIO(page.screenshot())))
        page.evaluate(STEP, EVERY)
        page.clock.run_for(EVERY)
        if not page.evaluate("document.querySelector('[data-act-shown]') !== null"):
            break
    return frames


def laid_out(frames: list[Image.Image], size: str) -> Image.Image:
    """Frames side by side."""
    across, width = ACROSS[size], WIDTH[size]
    height = round(width * frames[0].height / frames[0].width)
    rows = -(-len(frames) // across)
    sheet = Image.new("RGB", (across * width, rows * height), "#1a110b")
    for number, frame in enumerate(frames):
        small = frame.convert("RGB").resize((width - 4, height - 4), Image.Resampling.LANCZOS)
        sheet.paste(small, (number % across * width + 2, number // across * height + 2))
    return sheet


def main() -> int:
    """Film what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "film")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--size", choices=tuple(SIZES), default="desk")
    parser.add_argument("--language", choices=("en", "de"), default="en")
    parser.add_argument("--still", action="store_true", help="as somebody sees it who wants no motion")
    asked = parser.parse_args()
    browsing, staged = beside("conftest"), beside("staged")
    if browsing.chromium() is None:
        print("no Chromium is installed", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    asked.into.mkdir(parents=True, exist_ok=True)
    words = staged.Words(asked.language)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=browsing.chromium(), args=browsing.FLAGS)
        server = browsing.LaidOut(Path(folder))
        Path(server.seed).write_text('{"players": {}}', encoding="utf-8")
        server.start()
        try:
            for name, told in staged.SCENES.items():
                if asked.only and name not in asked.only:
                    continue
                table = server.lay_out(**staged.POSITION, **staged.FIGHT)
                page = browsing.new_page(
                    browser,
                    f"{server.url}/api/health",
                    SIZES[asked.size],
                    motion="off" if asked.still else "on",
                    language=asked.language,
                    tempo="normal",
                )
                line = staged.Line(page)
                page.clock.install(time=0)
                page.goto(f"{server.url}/table/{table['table']}#seat={table['keys'][0]['token']}")
                page.locator(".board").wait_for()
                page.wait_for_timeout(1500)
                page.clock.pause_at(100)
                frames = film(page, line, words, name, told)
                laid_out(frames, asked.size).quantize(
                    200, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
                ).save(asked.into / f"{name}.png", optimize=True)
                print(f"{name}: {len(frames)} frames", flush=True)
                page.context.close()
        finally:
            server.stop()
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
