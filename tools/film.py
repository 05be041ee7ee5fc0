"""Film every scene of the stage in a browser: a frame every 200 ms, laid out side by side as a picture for each scene.

python tools/film.py [--into build/film] [--only door win] [--size phone] [--language de] [--still]
python tools/film.py --docs    the strips of docs/stage.md, as small files

Time is the script's own, so that a slow machine films the same. Needs a built page and a Chromium.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import Any

from browsing import DESK_AND_PHONE, ROOT, chromium, sit_down, stage_tables, staged
from PIL import Image

EVERY = 200
LONGEST = 6000
STEPS = 10
"""Milliseconds from one frame to the next, and after which a scene is cut; time goes on in so many steps between two
frames, so that what is drawn a moment later is not a whole frame late."""

ACROSS = {"desk": 3, "phone": 7}
WIDTH = {"desk": 520, "phone": 220}
"""How many frames stand side by side, and how wide each is."""

DOCS = ROOT / "docs" / "images" / "stage"
DOCS_ACROSS, DOCS_WIDTH, DOCS_QUALITY = 4, 380, 55
DOCS_PART = (0.77, 0.61)
"""For the documentation: the part of a frame, from its upper left corner, in which a scene is played."""

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
        for _ in range(STEPS):
            page.evaluate(STEP, EVERY // STEPS)
            page.clock.run_for(EVERY // STEPS)
        if not page.evaluate("document.querySelector('[data-act-shown]') !== null"):
            break
    return frames


def laid_out(frames: list[Image.Image], across: int, width: int) -> Image.Image:
    """Frames side by side."""
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
    parser.add_argument("--size", choices=tuple(DESK_AND_PHONE), default="desk")
    parser.add_argument("--language", choices=("en", "de"), default="en")
    parser.add_argument("--still", action="store_true", help="as somebody sees it who wants no motion")
    parser.add_argument("--docs", action="store_true", help="the strips of docs/stage.md")
    asked = parser.parse_args()
    (DOCS if asked.docs else asked.into).mkdir(parents=True, exist_ok=True)
    words = staged.Words(asked.language)
    with chromium() as browser, stage_tables() as server:
        for name, told in staged.SCENES.items():
            if asked.only and name not in asked.only:
                continue
            page, line = sit_down(
                browser,
                server,
                asked.size,
                own_time=True,
                motion="off" if asked.still else "on",
                language=asked.language,
            )
            page.wait_for_timeout(1500)
            page.clock.pause_at(100)
            frames = film(page, line, words, name, told)
            if asked.docs:
                wide, high = DOCS_PART
                parts = [frame.crop((0, 0, int(frame.width * wide), int(frame.height * high))) for frame in frames]
                strip = laid_out(parts, DOCS_ACROSS, DOCS_WIDTH)
                strip.save(DOCS / f"{name}.webp", quality=DOCS_QUALITY, method=6)
            else:
                strip = laid_out(frames, ACROSS[asked.size], WIDTH[asked.size])
                small = strip.quantize(200, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
                small.save(asked.into / f"{name}.png", optimize=True)
            print(f"{name}: {len(frames)} frames", flush=True)
            page.context.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
