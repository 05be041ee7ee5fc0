"""Plots as SVG that stands in a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

import matplotlib

from kickdoor.report.cards import Swing
from kickdoor.report.edges import WinRate
from kickdoor.report.games import Distribution, Levels
from kickdoor.report.ratios import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, ORANGE, GREY, INK, PALE = "#2b6c99", "#c2571a", "#8b929a", "#23292f", "#dfe3e7"
COLOURS = {"more": BLUE, "less": ORANGE}

WIDTH = 4.4
"""In inches, for all: so a phone shows a plot about as large as it is, and a desk two beside each other."""

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "kickdoor",
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
}


class Plot:
    """A plot under way: draw on `axes`, then take its SVG."""

    def __init__(self, name: str, height: float = 3.0) -> None:
        # Read here, and not for all of the program: whoever embeds kickdoor may have a style of their own.
        from matplotlib.figure import Figure

        self.name = name
        with matplotlib.rc_context(STYLE):
            self.figure = Figure(figsize=(WIDTH, height), layout="constrained")
            self.axes: Axes = self.figure.subplots()

    def svg(self) -> str:
        """The plot as an SVG element, with ids that no other plot of the page has."""
        out = StringIO()
        with matplotlib.rc_context(STYLE):
            self.figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        text = out.getvalue()
        text = text[text.index("<svg") :]
        text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
        text = re.sub(r'<g id="[^"]*"', "<g", text)
        text = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{self.name}-", text)
        text = re.sub(
            r'<svg [^>]*?(viewBox="[^"]*")[^>]*>',
            r'<svg \1 aria-hidden="true" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">',
            text,
            count=1,
        )
        return text.strip()


def histogram(name: str, told: Distribution, what: str, whose: str = "games") -> str:
    """How a number is spread, with its mean."""
    plot = Plot(name, 2.6)
    axes = plot.axes
    axes.bar(
        [bin.start for bin in told.bins],
        [bin.count for bin in told.bins],
        width=told.width * 0.92,
        align="center" if told.width == 1 else "edge",
        color=BLUE,
        alpha=0.85,
    )
    if told.mean.value is not None:
        axes.axvline(told.mean.value, color=ORANGE, linewidth=1.6)
    axes.grid(axis="y", color=PALE)
    axes.set_xlabel(what)
    axes.set_ylabel(whose)
    return plot.svg()


def win_rates(name: str, rates: Sequence[tuple[str, WinRate]]) -> str:
    """Win rates with their intervals, each beside that of the other seats of the same games."""
    plot = Plot(name, 0.9 + 0.34 * len(rates))
    axes = plot.axes
    for y, (_, rate) in enumerate(reversed(rates)):
        if rate.rate is None:
            continue
        colour = COLOURS.get(rate.verdict, GREY)
        axes.plot([100 * rate.interval.low, 100 * rate.interval.high], [y, y], color=colour, linewidth=2)
        axes.plot(100 * rate.rate, y, "o", color=colour, markersize=7)
        if rate.control is not None:
            axes.plot(100 * rate.control, y, "|", color=INK, markersize=11, markeredgewidth=1.6)
    _name_rows(axes, [label for label, _ in rates])
    axes.set_xlabel("won, %")
    return plot.svg()


def edges(name: str, rates: Sequence[tuple[str, WinRate]]) -> str:
    """What those who had something won more often than the other seats."""
    plot = Plot(name, 0.9 + 0.27 * len(rates))
    axes = plot.axes
    axes.axvline(0, color=INK, linewidth=1)
    for y, (_, rate) in enumerate(reversed(rates)):
        edge, colour = rate.edge, COLOURS.get(rate.verdict, GREY)
        if edge.value is None or edge.low is None or edge.high is None:
            continue
        axes.plot([100 * edge.low, 100 * edge.high], [y, y], color=colour, linewidth=2)
        axes.plot(100 * edge.value, y, "o", color=colour, markersize=6)
    _name_rows(axes, [label for label, _ in rates])
    axes.set_xlabel("edge over the other seats, points of %")
    return plot.svg()


def levels(name: str, all_players: Levels, winners: Levels) -> str:
    """Levels by where they come from, of all players and of winners."""
    sources = {
        "killing": "by_kill",
        "cards": "by_card",
        "selling": "by_sale",
        "helping": "by_help",
        "lost": "lost",
    }
    plot = Plot(name, 2.9)
    axes = plot.axes
    for shift, told, colour, whose in ((0.2, all_players, GREY, "all players"), (-0.2, winners, BLUE, "winners")):
        values = [getattr(told, field).value or 0.0 for field in sources.values()]
        rows = [y + shift for y in reversed(range(len(sources)))]
        axes.barh(rows, values, height=0.38, color=colour, label=whose)
        for y, value in zip(rows, values, strict=True):
            axes.text(value, y, f" {value:.1f}", va="center", fontsize=9)
    _name_rows(axes, list(sources))
    axes.grid(visible=False, axis="y")
    axes.margins(x=0.1)
    axes.set_xlabel("levels a player and game")
    axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return plot.svg()


def parts(name: str, told: Sequence[tuple[str, Estimate, str]]) -> str:
    """Parts of a whole, as one bar."""
    plot = Plot(name, 1.5)
    axes = plot.axes
    at = 0.0
    for label, part, colour in told:
        value = 100 * (part.value or 0.0)
        axes.barh(0, value, left=at, color=colour, height=0.6, label=f"{label} {value:.0f} %", edgecolor="white")
        at += value
    axes.set_axis_off()
    axes.set_xlim(0, 100)
    axes.legend(
        frameon=False,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=len(told),
        columnspacing=1.0,
        handlelength=1.0,
    )
    return plot.svg()


def bars(name: str, values: Sequence[tuple[str, float]], what: str) -> str:
    """Parts of different wholes, in %."""
    plot = Plot(name, 0.9 + 0.27 * len(values))
    axes = plot.axes
    rows = list(reversed(range(len(values))))
    axes.barh(rows, [100 * value for _, value in values], color=BLUE, alpha=0.85, height=0.7)
    for y, (_, value) in zip(rows, values, strict=True):
        axes.text(100 * value, y, f" {100 * value:.0f}", va="center", fontsize=9)
    _name_rows(axes, [label for label, _ in values])
    axes.grid(visible=False, axis="y")
    axes.margins(x=0.1)
    axes.set_xlabel(what)
    return plot.svg()


def swings(name: str, told: Sequence[Swing]) -> str:
    """From the win rate of those who only had a card to that of those who played it."""
    plot = Plot(name, 1.2 + 0.3 * len(told))
    axes = plot.axes
    for y, swing in enumerate(reversed(told)):
        idle, played = 100 * swing.rate_idle, 100 * swing.rate_played
        axes.plot([idle, played], [y, y], color=BLUE if played > idle else ORANGE, linewidth=2.4, alpha=0.6)
        axes.plot(idle, y, "o", color="white", markeredgecolor=INK, markersize=7)
        axes.plot(played, y, "o", color=BLUE if played > idle else ORANGE, markersize=8)
    _name_rows(axes, [swing.name for swing in told])
    axes.set_xlabel("won, %")
    return plot.svg()


def _name_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Name rows from above, and lay a light line under each."""
    axes.set_yticks(list(reversed(range(len(labels)))), [_short(label) for label in labels])
    axes.set_ylim(-0.6, len(labels) - 0.4)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="both", color=PALE)


def _short(label: str) -> str:
    """A name as long as fits beside a plot on a phone."""
    return label if len(label) <= 20 else f"{label[:19].rstrip()}…"
