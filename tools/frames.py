"""Measure the busiest scene of the stage in a browser that is slowed down six times, as a phone is.

python tools/frames.py [--slow 6] [--size phone] [--times 3] [--json]

Three things are measured, each of a table at rest and of the busiest scene:

- seen: the frames that came to the screen of those that something moved in, by the browser's own count. What is moved
  by the compositor moves on while the thread of the page is busy.
- asked for: the frames a second that the thread of the page could have drawn, the share that came in time, and tasks
  over 50 ms. To ask for each frame makes the page work in each: it does not while nobody asks.
- at full speed: the processor's own time for a frame, times the slowness, and what the longest tasks spent it on.
  Nobody else's work counts, so it says what the page answers for: what it does at once must fit into the 16.7 ms of
  a frame.

The first two are slowed down, and whatever else the machine does counts too. Without a graphics card the processor
also paints the pixels.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from browsing import DESK_AND_PHONE, chromium, sit_down, stage_tables, staged

LONG = 5000
"""Milliseconds that are measured."""

SETTLED = 4000
"""Milliseconds until a table has come to rest, and the stage has rehearsed: nobody wins in the first second."""

FRAME = 1000 / 60

KEEP_THE_LINE = """window.WebSocket = class extends window.WebSocket {
  constructor(...given) { super(...given); window.line = this; }
};"""
PUT = """(text) => setTimeout(() => window.line.dispatchEvent(new MessageEvent('message', {data: text})), 50)"""
"""The scene begins as by a message of the server, and not in the midst of what the tool does."""

WATCH = """() => {
  const seen = window.frames_seen = {times: [], long: []};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.long.push(Math.round(entry.duration));
  }).observe({type: 'longtask'});
  const tick = (now) => { seen.times.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""

FRAMES = ["disabled-by-default-devtools.timeline.frame"]
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
PAGE = "CrRendererMain"
PAINTERS = ("ThreadPoolForegroundWorker", "CompositorTileWorker")
"""The thread of the page, and those that turn what it draws into pixels."""

KINDS = {
    "FunctionCall": "script",
    "ParseHTML": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "layers",
    "Commit": "layers",
    "MinorGC": "garbage",
    "MajorGC": "garbage",
}
"""What a thread does, by what the browser calls it; the rest is its own."""

SHOWN = 6
"""So many of the longest tasks are told."""


def gaps_of(page: Any) -> list[float]:
    """Milliseconds from frame to frame."""
    return [second - first for first, second in pairwise(page.evaluate("window.frames_seen.times"))]


def traced(page: Any, categories: list[str], begin: Callable[[], None]) -> list[dict[str, Any]]:
    """What the browser notes of itself while something is played."""
    browser = page.context.browser
    browser.start_tracing(page=page, categories=categories)
    begin()
    page.wait_for_timeout(LONG)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    return events


def slowed(page: Any, slow: float) -> None:
    """Take so many times as long for everything."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})


def seen(page: Any, slow: float, begin: Callable[[], None]) -> dict[str, Any]:
    """What comes to the screen on a slow machine, of the frames in which something moves."""
    slowed(page, slow)
    states: dict[tuple[int, int, int], set[str]] = defaultdict(set)
    for one in traced(page, FRAMES, begin):
        frame = one.get("args", {}).get("frame_reporter", {})
        if frame.get("has_compositor_animation") or frame.get("has_main_animation"):
            number = (frame["layer_tree_host_id"], frame["frame_source"], frame["frame_sequence"])
            states[number].add(frame["state"])
    drawn = sum(any("PRESENTED" in state for state in found) for found in states.values())
    dropped = sum(found == {"STATE_DROPPED"} for found in states.values())
    return {
        "frames_a_second": round(60 * drawn / (drawn + dropped), 1) if drawn else "-",
        "drawn": drawn,
        "dropped": dropped,
    }


def asked_for(page: Any, slow: float, begin: Callable[[], None]) -> dict[str, Any]:
    """How often the thread of the page is free for a frame on a slow machine."""
    page.evaluate(WATCH)
    slowed(page, slow)
    begin()
    page.wait_for_timeout(LONG)
    slowed(page, 1)
    gaps = gaps_of(page)
    count = max(1, len(gaps))
    return {
        "frames_a_second": round(1000 * count / max(1.0, sum(gaps)), 1),
        "in_time": round(sum(gap < FRAME * 1.5 for gap in gaps) / count, 3),
        "longest_gap_ms": round(max(gaps, default=0.0)),
        "long_tasks": sorted(page.evaluate("window.frames_seen.long"), reverse=True)[:SHOWN],
    }


def at_full_speed(page: Any, slow: float, begin: Callable[[], None]) -> dict[str, Any]:
    """What the processor spent on it, as it would be on a machine so many times slower."""
    page.evaluate(WATCH)
    events = traced(page, TRACED, begin)
    threads = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one["name"] == "thread_name"}
    works: dict[str, list[dict[str, Any]]] = {"page": [], "painters": []}
    for one in events:
        thread = threads.get((one.get("pid"), one.get("tid")), "")
        if "tdur" in one and thread == PAGE:
            works["page"].append(one)
        elif thread.startswith(PAINTERS) and one["name"] == "RasterTask":
            works["painters"].append(one)
    tasks = tasks_of(works["page"], slow)
    painting = sum(one.get("tdur", 0) for one in works["painters"]) / 1000 * slow
    longest = sorted(tasks, key=lambda task: task.total(), reverse=True)
    count = max(1, len(gaps_of(page)))
    return {
        "page_ms_a_frame": round(sum(task.total() for task in tasks) / count, 2),
        "tasks_over_a_frame": sum(task.total() > FRAME for task in tasks),
        "ms_beyond_a_frame": round(sum(max(0.0, task.total() - FRAME) for task in tasks)),
        "longest_tasks_ms": [round(task.total()) for task in longest[:SHOWN]],
        "painting_ms_a_frame": round(painting / count, 2),
        "what_they_did": [
            ", ".join(f"{kind} {ms:.0f}" for kind, ms in task.most_common() if ms >= 1) for task in longest[:SHOWN]
        ],
    }


def tasks_of(events: list[dict[str, Any]], slow: float) -> list[Counter[str]]:
    """The tasks of a thread: the milliseconds of each, by what it did."""
    tasks: list[Counter[str]] = []
    within: list[tuple[float, str]] = []
    for one in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        while within and one["ts"] >= within[-1][0]:
            within.pop()
        spent = one["tdur"] / 1000 * slow
        if one["name"] == "RunTask":
            tasks.append(Counter())
        elif not within:
            continue
        kind = KINDS.get(one["name"]) or (within[-1][1] if within else "rest")
        tasks[-1][kind] += spent
        if within:
            tasks[-1][within[-1][1]] -= spent
        within.append((one["ts"] + one["dur"], kind))
    return tasks


WAYS = {"seen": seen, "asked for": asked_for, "at full speed": at_full_speed}


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--slow", type=float, default=6, help="so many times slower than this machine")
    parser.add_argument("--size", choices=tuple(DESK_AND_PHONE), default="phone")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    words = staged.Words()
    found: dict[str, list[dict[str, Any]]] = {way: [] for way in WAYS}
    with chromium() as browser, stage_tables() as server:
        for way, busy in [(way, busy) for way in WAYS for busy in (False, True)] * asked.times:
            page, line = sit_down(browser, server, asked.size, script=KEEP_THE_LINE, motion="on", sound=False)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(SETTLED)

            def begin(page: Any = page, line: Any = line, busy: bool = busy) -> None:
                if busy:
                    players = line.levels(**{"3": 9})
                    page.evaluate(PUT, line.update(**words.sections(staged.BUSY), view={"players": players}))

            found[way].append({"scene": "busy" if busy else "at rest", **WAYS[way](page, asked.slow, begin)})
            page.context.close()
    if asked.json:
        print(json.dumps(found, indent=2))
        return 0
    for way, runs in found.items():
        print(f"{way}:")
        width = max(map(len, runs[0]))
        for row in runs[0]:
            if row == "what_they_did":
                for one in runs:
                    print(f"  {one['scene']}: " + "; ".join(one[row]))
            else:
                print(f"  {row:{width}}  " + "  ".join(f"{one[row]!s:>26}" for one in runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
