"""The pictures and frames of cards, drawn by the very script that draws them on the page.

The page's build leaves it as `drawing.js` beside the icons. It runs in an embedded JavaScript engine, which it asks for
nothing but strings: no page, no network, no files.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
from py_mini_racer import MiniRacer

#: What the script needs of the icons that it places: the markup of each, as a line of it.
GLUE: Final = """
function picture(card, bodies, proportion) {
  const icons = JSON.parse(bodies);
  return drawing.drawPicture(JSON.parse(card), (name) => icons[name] ?? "", proportion);
}
function corners(card, size) {
  const facts = JSON.parse(card);
  return drawing.drawCorners({ deck: facts.deck, kind: facts.kind, set: drawing.setOf(facts) }, size);
}
function icons(card) { return JSON.stringify(drawing.picturesOf(JSON.parse(card)).slice(0, 2)); }
function tones(card) {
  const facts = JSON.parse(card);
  return JSON.stringify(drawing.tonesOf(facts.deck, facts.kind, drawing.setOf(facts)));
}
function described(card) { return JSON.stringify(drawing.compositionOf(JSON.parse(card))); }
function back(deck, body) { return drawing.drawBack(deck, () => body); }
function backIcon(deck) { return drawing.backIcon(deck); }
function heightOf(card) { return drawing.heightOf(JSON.parse(card)); }
"""

SVG = "http://www.w3.org/2000/svg"
ICON: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
BODY: Final = re.compile(r"<symbol[^>]*>(.*)</symbol>", re.DOTALL)


class NoPage(Exception):
    """The page is not built, so there is nothing to draw with."""


def static_folder() -> Path:
    """Where the built page lies."""
    return Path(str(files("kickdoor"))) / "server" / "static"


@lru_cache(maxsize=1024)
def icon_body(name: str) -> str:
    """The shapes of an icon, within 512 by 512; nothing where there is none of this name."""
    path = static_folder() / "pictures" / f"{name}.svg"
    if not ICON.fullmatch(name) or not path.is_file():
        return ""
    found = BODY.search(path.read_text(encoding="utf-8"))
    return found[1] if found else ""


class Artist:
    """Draws cards from their facts, as :func:`kickdoor.text.showing.shown_card` gives them."""

    def __init__(self) -> None:
        script = static_folder() / "drawing.js"
        if not script.is_file():
            raise NoPage("the page is not built, which brings what draws cards: make page")
        self._engine = MiniRacer()
        self._engine.eval(script.read_text(encoding="utf-8") + GLUE)

    def picture(self, facts: dict[str, Any], proportion: float = 4 / 3) -> str:
        """The shapes of a card's picture with its opening, for a box so many times as wide as high."""
        card = _plain(facts)
        bodies = {name: icon_body(name) for name in json.loads(self._engine.call("icons", card))}
        return str(self._engine.call("picture", card, json.dumps(bodies), proportion))

    def corners(self, facts: dict[str, Any], size: float) -> str:
        """The corners of a card's frame, each so large."""
        return str(self._engine.call("corners", _plain(facts), f"{size:g}"))

    def back(self, deck: str) -> str:
        """The back of a deck's cards."""
        return str(self._engine.call("back", deck, icon_body(str(self._engine.call("backIcon", deck)))))

    def tones(self, facts: dict[str, Any]) -> dict[str, str]:
        """The colours of a card's frame."""
        found: dict[str, str] = json.loads(self._engine.call("tones", _plain(facts)))
        return found

    def composition(self, facts: dict[str, Any]) -> dict[str, Any]:
        """What a card's picture is made of: its icon, a smaller one, what is behind them, its set."""
        found: dict[str, Any] = json.loads(self._engine.call("described", _plain(facts)))
        return found

    def height(self, facts: dict[str, Any]) -> float:
        """How tall the icon of a card's picture stands."""
        return float(self._engine.call("heightOf", _plain(facts)))


def svg(shapes: str, width: float, height: float) -> str:
    """Shapes as a file of their own."""
    return f'<svg xmlns="{SVG}" width="{width:g}" height="{height:g}">{shapes}</svg>'


def _plain(facts: dict[str, Any]) -> str:
    return msgspec.json.encode(facts).decode()
