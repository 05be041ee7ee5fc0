"""Measure the busiest scene of the stage in a browser that is slowed down six times, as a phone is.

python tools/frames.py [--slow 6] [--size phone] [--times 3] [--json]

Printed are the frames a second that the page was asked for, the share of frames that came in time, the milliseconds of
scripts, styles and layout a frame, and tasks longer than 50 ms. Without a graphics card pixels are painted by the
processor, which a phone does not have to do: the time of scripts, styles and layout is what the page answers for.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"desk": {"width": 1366, "height": 768}, "phone": {"width": 390, "height": 844}}
LONG = 5000
"""Milliseconds that are measured."""

WATCH = """() => {
  const seen = window.frames_seen = {times: [], long: []};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.long.push(Math.round(entry.duration));
  }).observe({type: 'longtask'});
  const tick = (now) => { seen.times.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


def beside(name: str) -> Any:
    """A module of the browser tests."""
    spec = importlib.util.spec_from_file_location(f"browser_{name}", ROOT / "tests" / "browser" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figures(session: Any) -> dict[str, float]:
    """What the browser has counted so far, by name."""
    return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}


def measure(page: Any, line: Any, sections: dict[str, Any] | None, slow: float) -> dict[str, Any]:
    """One run: with the scene, or, without sections, of a table at rest."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate(WATCH)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    before = figures(session)
    if sections is not None:
        line.tell(**sections)
    page.wait_for_timeout(LONG)
    after = figures(session)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    times = page.evaluate("window.frames_seen.times")
    gaps = [second - first for first, second in pairwise(times)]
    count = max(1, len(gaps))
    spent = {
        name: (after[key] - before[key]) * 1000 / count
        for name, key in (
            ("script_ms", "ScriptDuration"),
            ("style_ms", "RecalcStyleDuration"),
            ("layout_ms", "LayoutDuration"),
            ("task_ms", "TaskDuration"),
        )
    }
    return {
        "frames_a_second": round(1000 * count / max(1.0, sum(gaps)), 1),
        "in_time": round(sum(gap < 1000 / 60 * 1.5 for gap in gaps) / count, 3),
        "longest_gap_ms": round(max(gaps, default=0.0)),
        **{f"{name}_a_frame": round(value, 2) for name, value in spent.items()},
        "long_tasks": sorted(page.evaluate("window.frames_seen.long"), reverse=True)[:6],
    }


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--slow", type=float, default=6, help="so many times slower than this machine")
    parser.add_argument("--size", choices=tuple(SIZES), default="phone")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    browsing, staged = beside("conftest"), beside("staged")
    if browsing.chromium() is None:
        print("no Chromium is installed", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    words = staged.Words()
    found = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=browsing.chromium(), args=browsing.FLAGS)
        server = browsing.LaidOut(Path(folder))
        Path(server.seed).write_text('{"players": {}}', encoding="utf-8")
        server.start()
        try:
            for number in range(2 * asked.times):
                table = server.lay_out(**staged.POSITION, **staged.FIGHT)
                page = browsing.new_page(
                    browser, f"{server.url}/api/health", SIZES[asked.size], motion="on", tempo="normal", sound=False
                )
                line = staged.Line(page)
                page.goto(f"{server.url}/table/{table['table']}#seat={table['keys'][0]['token']}")
                page.locator(".fight").wait_for()
                page.wait_for_load_state("networkidle")
                busy = number % 2 == 1
                sections = None
                if busy:
                    sections = words.sections(staged.BUSY)
                    sections["view"] = {"players": line.levels(**{"3": 9})}
                figure = {"scene": "busy" if busy else "at rest", **measure(page, line, sections, asked.slow)}
                found.append(figure)
                page.context.close()
        finally:
            server.stop()
            browser.close()
    if asked.json:
        print(json.dumps(found, indent=2))
        return 0
    rows = list(found[0])
    width = max(map(len, rows))
    for row in rows:
        print(f"{row:{width}}  " + "  ".join(f"{one[row]!s:>16}" for one in found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
