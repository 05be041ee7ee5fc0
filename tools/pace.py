"""Play whole games against three bots in a browser and print what they ask of a person: clicks, presses, time, jumps.

python tools/pace.py [--games 3] [--first 0] [--tempo fast] [--minutes 20] [--json]

The player is simple: takes the main answer, else the first, lays down what glows, lets pass what it is asked to let
pass. Needs a built page and a Chromium.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from browsing import browsing, chromium

SIZE = {"width": 1366, "height": 768}
LOOKING = 60
READING = 600
"""Milliseconds between two looks, and from being asked to the press: what moves within half a second of a press is
expected by who pressed, and does not count as a jump."""

STUCK = 40
"""A question that is answered so often in a row leads nowhere."""

WATCH = """
window.jumps = 0;
window.jumped = {};
const place = (node) => {
  const one = node?.nodeType === 1 ? node : node?.parentElement;
  const names = [];
  for (let at = one; at && names.length < 4 && at.id !== 'app'; at = at.parentElement) {
    const name = [...at.classList].filter((each) => !each.startsWith('s-') && !each.startsWith('svelte')).join('.');
    names.unshift(name ? `${at.tagName.toLowerCase()}.${name}` : at.tagName.toLowerCase());
  }
  return names.join(' ') || 'gone';
};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.jumps += entry.value;
    for (const source of entry.sources) {
      const key = place(source.node);
      window.jumped[key] = (window.jumped[key] ?? 0) + entry.value / entry.sources.length;
    }
  }
}).observe({type: 'layout-shift', buffered: true});
"""

LOOK = """() => {
  const seen = (one) => one && !one.disabled && one.checkVisibility({visibilityProperty: true});
  const find = (where) => [...document.querySelectorAll(where)].find(seen);
  const told = (kind, one) =>
    one ? {kind, words: one.innerText.trim(), verb: one.dataset.verb ?? one.dataset.act} : null;
  const over = document.querySelector('.end, [class*=winners]');
  const turn = document.querySelector('.top .turn b')?.innerText ?? '';
  const ask = document.querySelector('.prompt')?.classList.contains('asked') ?? false;
  const pick = find('.prompt [data-pick][aria-pressed=false]');
  const confirm = find('.prompt [data-act=confirm]');
  const main = find('.prompt .main[data-option]');
  const first = find('.prompt .answers [data-option]:not(details *, .also *)');
  const on = find('.prompt .main[data-act=on], .prompt .main[data-act=pass]');
  const any = find('.prompt [data-option]');
  const list = find('.prompt details:not([open]) > summary');
  const lit = find('.mine [data-card]:has(.lit), .hand [data-card]:has(.lit), .strip [data-card]:has(.lit)');
  const glow = ask ? find('.hand [data-card]:has(.lit)') : null;
  const next = told('confirm', confirm) ?? told('pick', pick) ?? told('answer', main ?? first) ?? told('pass', on)
    ?? (ask ? told('answer', any) ?? told('lit', lit) ?? told('list', list) : null);
  const could = first || find('.hand .lit, .mine .lit, .prompt .offer');
  const asked = document.querySelector('.prompt .question p')?.innerText ?? '';
  return {over: Boolean(over), turn, ask, next, could: Boolean(could), asked, glow: glow ? glow.dataset.card : null};
}"""

FIND = """(kind) => {
  const seen = (one) => one && !one.disabled && one.checkVisibility({visibilityProperty: true});
  const find = (where) => [...document.querySelectorAll(where)].find(seen);
  const ways = {
    confirm: ['.prompt [data-act=confirm]'],
    pick: ['.prompt [data-pick][aria-pressed=false]'],
    answer: [
      '.prompt .main[data-option]',
      '.prompt .answers [data-option]:not(details *, .also *)',
      '.prompt [data-option]',
    ],
    pass: ['.prompt .main[data-act=on], .prompt .main[data-act=pass]'],
    lit: ['.mine [data-card]:has(.lit), .hand [data-card]:has(.lit), .strip [data-card]:has(.lit)'],
    list: ['.prompt details:not([open]) > summary'],
    sheet: ['dialog[open] [data-option]'],
  };
  // A card may be picked in several ways, of which one counts: go round, so that every card has its turn.
  const each = [...document.querySelectorAll('.prompt [data-pick][aria-pressed=false]')].filter(seen);
  for (const way of ways[kind]) {
    const one = kind === 'pick' ? each[(window.tried = (window.tried ?? -1) + 1) % each.length] : find(way);
    if (one) {
      one.scrollIntoView({block: 'nearest', inline: 'nearest'});
      const {x, y, width, height} = one.getBoundingClientRect();
      // Cards overlap: of most, only the left edge can be touched.
      return kind === 'lit' ? [x + 14, y + 24] : [x + width / 2, y + height / 2];
    }
  }
  return null;
}"""


def named(kind: str, words: str, verb: str | None) -> str:
    """What a press is counted as."""
    if kind == "pass":
        return "no objection" if "objection" in words else "ready" if "ready" in words else "on"
    return f"answer {verb}" if kind == "answer" else kind


def use_sheet(page: Any, presses: Counter[str]) -> int:
    """Take the first thing that can be done with a card that has several uses; gives how many clicks that took."""
    page.wait_for_timeout(LOOKING)
    sheet = page.evaluate(FIND, "sheet")
    if sheet:
        page.mouse.click(*sheet)
        presses["sheet"] += 1
    page.keyboard.press("Escape")
    return int(sheet is not None)


def play(browser: Any, server: Any, tempo: str, limit: float) -> dict[str, Any]:
    """One game: what it asked of the person."""
    bot = {"kind": "bot", "bot": "rookie"}
    table = server.table({"kind": "me", "name": "Ada"}, bot, bot, bot, speed="normal")
    url = f"{server.url}/table/{table['table']}#seat={table['keys'][0]['token']}"
    page = browsing.new_page(browser, url, SIZE, tempo=tempo)
    page.evaluate(WATCH)
    presses: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    turns: Counter[str] = Counter()
    idle: list[str] = []
    own = 0
    last_turn = ""
    laid: set[tuple[int, str]] = set()
    began = time.monotonic()
    same: tuple[str, int] = ("", 0)
    while time.monotonic() - began < limit:
        seen = page.evaluate(LOOK)
        if seen["over"]:
            break
        if seen["turn"] and seen["turn"] != last_turn:
            last_turn = seen["turn"]
            turns["mine" if last_turn == "Your turn" else "bots"] += 1
        card = seen["glow"]
        if card is not None and (turns["mine"], card) not in laid and seen["next"] and seen["next"]["kind"] == "answer":
            laid.add((turns["mine"], card))
            page.wait_for_timeout(READING)
            page.locator(f".hand [data-card='{card}']").click(position={"x": 14, "y": 24})
            presses["card"] += 1
            own += last_turn == "Your turn"
            theirs["card"] += last_turn != "Your turn"
            own += use_sheet(page, presses) * (last_turn == "Your turn")
        elif seen["next"] is not None:
            page.wait_for_timeout(READING)
            place = page.evaluate(FIND, seen["next"]["kind"])
            if place is None:  # the table has gone on
                continue
            page.mouse.click(*place)
            presses[named(**seen["next"])] += 1
            theirs[f"{named(**seen['next'])}: {seen['asked'][:60]}"] += last_turn != "Your turn"
            same = (seen["asked"], same[1] + 1 if same[0] == seen["asked"] else 1)
            if seen["next"]["kind"] == "lit":
                own += use_sheet(page, presses) * (last_turn == "Your turn")
            if same[1] >= STUCK:
                break
            own += last_turn == "Your turn"
            if "objection" in seen["next"]["words"] and not seen["could"]:
                idle.append(seen["asked"])
        page.wait_for_timeout(LOOKING)
    seconds = time.monotonic() - began
    jumps = page.evaluate("window.jumps")
    jumped = page.evaluate("window.jumped")
    mail = page.evaluate("performance.getEntriesByType('resource').length")
    page.context.close()
    clicks = sum(presses.values())
    return {
        "finished": seen["over"],
        "stuck_at": same[0] if same[1] >= STUCK else "",
        "turns_of_mine": turns["mine"],
        "turns_of_bots": turns["bots"],
        "clicks": clicks,
        "clicks_a_turn_of_mine": round(own / max(1, turns["mine"]), 1),
        "clicks_a_turn_of_a_bot": round((clicks - own) / max(1, turns["bots"]), 2),
        "no_objection": presses["no objection"],
        "no_objection_with_nothing_to_play": len(idle),
        "seconds_a_turn": round(seconds / max(1, turns["mine"] + turns["bots"]), 1),
        "layout_shift_a_minute": round(jumps / (seconds / 60), 3),
        "requests": mail,
        "idle": idle,
        "jumped": {place: round(value, 4) for place, value in sorted(jumped.items(), key=lambda one: -one[1])[:8]},
        "presses": dict(presses.most_common()),
        "in_turns_of_bots": {what: count for what, count in theirs.most_common() if count},
    }


def main() -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--tempo", default="fast", choices=("slow", "normal", "fast", "at_once"))
    parser.add_argument("--minutes", type=float, default=20, help="so long a game may take")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    games = []
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for number in range(asked.first, asked.first + asked.games):
            place = Path(folder) / str(number)
            place.mkdir()
            server = browsing.Server(place, f"pace-{number}")
            server.start()
            try:
                games.append(play(browser, server, asked.tempo, asked.minutes * 60))
            finally:
                server.stop()
            print(f"game {number + 1}: {json.dumps(games[-1])}", file=sys.stderr, flush=True)
    if asked.json:
        print(json.dumps(games, indent=2))
        return 0
    rows = [key for key, value in games[0].items() if not isinstance(value, dict | list)]
    width = max(map(len, rows))
    for row in rows:
        print(f"{row:{width}}  " + "  ".join(f"{game[row]!s:>8}" for game in games))
    for what in ("presses", "in_turns_of_bots", "jumped"):
        print(f"{what}:")
        for game in games:
            print("  " + ", ".join(f"{kind} {count}" for kind, count in game[what].items()))
    return 0 if all(game["finished"] for game in games) else 1


if __name__ == "__main__":
    sys.exit(main())
