"""Measure the busiest scene of the stage in a browser that is slowed down six times, as a phone is.

python tools/frames.py [--slow 6] [--size phone] [--times 3] [--json]

Two things are measured, each of a table at rest and of the busiest scene:

- slowed down: the frames a second that the page was asked for, the share that came in time, and tasks over 50 ms.
  Whatever else the machine does counts too. Without a graphics card the processor also paints the pixels.
- at full speed: the processor's own time for a frame, times the slowness, by what it was spent on. Nobody else's work
  counts, so it says what the page answers for: what its thread needs must fit into the 16.7 ms of a frame.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from itertools import pairwise
from typing import Any

from browsing import DESK_AND_PHONE, chromium, sit_down, stage_tables, staged

LONG = 5000
"""Milliseconds that are measured."""

SETTLED = 4000
"""Milliseconds until a table has come to rest, and the stage has rehearsed: nobody wins in the first second."""

FRAME = 1000 / 60

WATCH = """() => {
  const seen = window.frames_seen = {times: [], long: []};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.long.push(Math.round(entry.duration));
  }).observe({type: 'longtask'});
  const tick = (now) => { seen.times.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""

TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
PAGE = "CrRendererMain"
PAINTERS = ("ThreadPoolForegroundWorker", "CompositorTileWorker")
"""The thread of the page, and those that turn what it draws into pixels."""


def gaps_of(page: Any) -> list[float]:
    """Milliseconds from frame to frame."""
    return [second - first for first, second in pairwise(page.evaluate("window.frames_seen.times"))]


def slowed_down(page: Any, slow: float, begin: Any) -> dict[str, Any]:
    """How fluent it is on a slow machine."""
    session = page.context.new_cdp_session(page)
    page.evaluate(WATCH)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    begin()
    page.wait_for_timeout(LONG)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    gaps = gaps_of(page)
    count = max(1, len(gaps))
    return {
        "frames_a_second": round(1000 * count / max(1.0, sum(gaps)), 1),
        "in_time": round(sum(gap < FRAME * 1.5 for gap in gaps) / count, 3),
        "longest_gap_ms": round(max(gaps, default=0.0)),
        "long_tasks": sorted(page.evaluate("window.frames_seen.long"), reverse=True)[:6],
    }


def at_full_speed(page: Any, slow: float, begin: Any) -> dict[str, Any]:
    """What the processor spent on it, as it would be on a machine so many times slower."""
    page.evaluate(WATCH)
    browser = page.context.browser
    browser.start_tracing(page=page, categories=TRACED)
    begin()
    page.wait_for_timeout(LONG)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one["name"] == "thread_name"}
    tasks: list[float] = []
    painting = 0.0
    for one in events:
        thread = threads.get((one.get("pid"), one.get("tid")), "")
        spent = one.get("tdur", 0) / 1000 * slow
        if thread == PAGE and one["name"] == "RunTask":
            tasks.append(spent)
        elif thread.startswith(PAINTERS) and one["name"] == "RasterTask":
            painting += spent
    count = max(1, len(gaps_of(page)))
    return {
        "page_ms_a_frame": round(sum(tasks) / count, 2),
        "tasks_over_a_frame": sum(task > FRAME for task in tasks),
        "longest_tasks_ms": [round(task) for task in sorted(tasks, reverse=True)[:6]],
        "painting_ms_a_frame": round(painting / count, 2),
    }


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--slow", type=float, default=6, help="so many times slower than this machine")
    parser.add_argument("--size", choices=tuple(DESK_AND_PHONE), default="phone")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    words = staged.Words()
    found: dict[str, list[dict[str, Any]]] = {"slowed down": [], "at full speed": []}
    with chromium() as browser, stage_tables() as server:
        for way, measure, busy in [
            (way, measure, busy)
            for way, measure in (("slowed down", slowed_down), ("at full speed", at_full_speed))
            for busy in (False, True)
        ] * asked.times:
            page, line = sit_down(browser, server, asked.size, motion="on", sound=False)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(SETTLED)
            sections = {**words.sections(staged.BUSY), "view": {"players": line.levels(**{"3": 9})}}
            begin = partial(line.tell, **sections) if busy else page.bring_to_front
            found[way].append({"scene": "busy" if busy else "at rest", **measure(page, asked.slow, begin)})
            page.context.close()
    if asked.json:
        print(json.dumps(found, indent=2))
        return 0
    for way, runs in found.items():
        print(f"{way}:")
        width = max(map(len, runs[0]))
        for row in runs[0]:
            print(f"  {row:{width}}  " + "  ".join(f"{one[row]!s:>26}" for one in runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
