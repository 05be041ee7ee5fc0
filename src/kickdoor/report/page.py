"""The page of a run: one HTML file with everything in it, to be looked at on a desk or a phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from kickdoor.report import plots
from kickdoor.report.cards import CardFigures
from kickdoor.report.edges import WinRate
from kickdoor.report.games import GameFigures
from kickdoor.report.ratios import ENOUGH, Estimate
from kickdoor.report.summary import Summary

SHOWN = 12
"""So many cards a plot shows at each end."""

#: The counts that the table of cards shows, with what is counted in each.
COUNTED = {
    "drawn": ("drawn",),
    "put to use": ("laid", "played", "used", "fought"),
    "struck": ("struck",),
    "sold": ("sold",),
    "stuck": ("stuck",),
}

Cell = tuple[str, str | float | None]
"""What a cell shows, as HTML, and by what it is sorted."""


def write_page(summary: Summary) -> str:
    """The page, as HTML."""
    title = f"kickdoor: {', '.join(summary.origin.packs)}, {summary.origin.seats} seats"
    body = "\n".join(
        [
            _header(summary),
            "<main>",
            _tiles(summary.games),
            *_sections(summary),
            "</main>",
            f"<footer><p>{escape(summary.notice)}.</p></footer>",
        ]
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{_asset("page.css")}</style>
</head>
<body>
{body}
<script>
{_asset("page.js")}</script>
</body>
</html>
"""


def _asset(name: str) -> str:
    return files("kickdoor.report").joinpath(name).read_text(encoding="utf-8")


def _header(summary: Summary) -> str:
    origin = summary.origin
    house = ", ".join(f"{name} = {value}" for name, value in origin.options.items())
    bots = ", ".join(dict.fromkeys(origin.bots))
    lines = [
        f"{summary.finished:,} games of {origin.seats} {bots} bots with {', '.join(origin.packs)}, by the book "
        f"{origin.book}{f', with {house}' if house else ''}; seed {origin.seed}.",
    ]
    if summary.crashed or summary.unfinished:
        lines.append(f"Left out: {summary.crashed:,} that crashed and {summary.unfinished:,} that did not end.")
    told = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f"<header><h1>What happened at the table</h1>{told}<p class=soft>{escape(summary.notice)}.</p></header>"


def _tiles(games: GameFigures) -> str:
    tiles = [
        ("turns a game", _number(games.length.turns.mean), _around(games.length.turns.mean)),
        ("minutes at a table, estimated", _number(games.length.minutes.mean, 0), _around(games.length.minutes.mean, 0)),
        ("lead changes", _number(games.lead_changes.mean), _around(games.lead_changes.mean)),
        ("first to Level 9 wins", _percent(games.first_at_nine_wins), _percents(games.first_at_nine_wins)),
        ("fights a game", _number(games.fights.per_game), _around(games.fights.per_game)),
        ("deaths a game", _number(games.deaths.per_game, 2), _around(games.deaths.per_game, 2)),
    ]
    cells = "".join(
        f"<div class=tile><b>{value}</b><span>{what}</span><small>{span}</small></div>" for what, value, span in tiles
    )
    return f"<div class=tiles>{cells}</div>"


def _sections(summary: Summary) -> Iterable[str]:
    games = summary.games
    yield _section("How long games are", _length(games))
    yield _section("Who wins", _who_wins(games))
    yield _section("How the lead goes", _lead(games))
    yield _section("Fights, help and deaths", _fights(games))
    yield _section(
        "Cards", _card_plots(summary), _card_words(summary), _card_table(summary.cards.cards), _dead(summary)
    )


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{title}</h2>{''.join(parts)}</section>"


def _plots(*figures: str) -> str:
    return f"<div class=plots>{''.join(figures)}</div>"


def _figure(title: str, svg: str, caption: str) -> str:
    label = escape(f"{title}. {caption}", quote=True)
    return (
        f'<figure><h3>{escape(title)}</h3><div role="img" aria-label="{label}">{svg}</div>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def _length(games: GameFigures) -> str:
    length = games.length
    figures = []
    for name, told, decimals in (
        ("turns", length.turns, 1),
        ("minutes", length.minutes, 0),
        ("decisions", length.decisions, 0),
    ):
        caption = (
            f"{_number(told.mean, decimals)} on average (line); half of the games have at most {told.median:.0f}, "
            f"one in ten more than {told.ninetieth:.0f}. The last bar holds all longer games."
        )
        if name == "minutes":
            caption += f" Estimated: {length.minutes_how}"
        figures.append(_figure(name.capitalize(), plots.histogram(f"length-{name}", told, name), caption))
    return f"<div class='plots three'>{''.join(figures)}</div>"


PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _place(label: str) -> str:
    return PLACES[int(label) - 1]


def _who_wins(games: GameFigures) -> str:
    order = [(f"plays {_place(rate.label)}", rate) for rate in games.order]
    seats = [(f"seat {rate.label}", rate) for rate in games.seats]
    traits = [(_named(rate.label), rate) for rate in sorted(games.classes, key=_by_rate)]
    races = [(_named(rate.label), rate) for rate in sorted(games.races, key=_by_rate)]
    figures = [
        _figure("Order of play", plots.win_rates("order", order), _verdicts(order)),
        _figure(
            "Seats",
            plots.win_rates("seats", seats),
            f"{_verdicts(seats)} Who begins is rolled for unless an option says otherwise, so a difference between "
            "seats need not be one of playing first.",
        ),
        _figure("Classes at the end", plots.win_rates("classes", traits), _verdicts(traits)),
        _figure("Races at the end", plots.win_rates("races", races), _verdicts(races)),
        _figure(
            "Where levels come from",
            plots.levels("levels", games.levels, games.levels_of_winners),
            "Levels gained by a player in a game, on average, and levels lost.",
        ),
    ]
    if games.bots:
        bots = [(rate.label, rate) for rate in games.bots]
        figures.insert(1, _figure("Bots", plots.win_rates("bots", bots), _verdicts(bots)))
    words = (
        "Dots are win rates with their 95 % intervals, bars those of the other seats of the same games. Somebody with "
        "two Classes or Races counts for both."
    )
    return f"{_plots(*figures)}<p class=soft>{words}</p>"


def _lead(games: GameFigures) -> str:
    last, back = games.last, games.last.comebacks
    nine = games.first_at_nine_wins
    first = f"The first to reach Level 9 wins {_percent(nine)} of games ({_percents(nine)})."
    tale = (
        f"{first if nine.value is not None else 'Nobody got as far as Level 9.'} A player is last, or shares "
        f"the last place, {_percent(last.part)} of the time. Whoever was last for half of the game or longer won "
        f"{_rate(back.rate)} ({back.players:,} players; the others of their games {_rate(back.control)})."
    )
    return f"<p>{tale}</p>" + _plots(
        _figure(
            "Lead changes",
            plots.histogram("lead", games.lead_changes, "changes of who leads alone"),
            f"{_number(games.lead_changes.mean)} a game on average (line).",
        ),
        _figure(
            "How long one stays last",
            plots.histogram("last", last.turns, "turns that a player was last", "players"),
            f"{_number(last.turns.mean)} turns of the table a player and game on average (line); one in ten more than "
            f"{last.turns.ninetieth:g}.",
        ),
    )


def _fights(games: GameFigures) -> str:
    fights, helps, deaths = games.fights, games.helps, games.deaths
    dead = deaths.of_the_dead
    rows = [
        ("Fights a game", _number(fights.per_game), _around(fights.per_game)),
        ("Interferences a fight", _number(fights.interferences, 2), _around(fights.interferences, 2)),
        ("Offers for help a fight", _number(helps.asked_per_fight, 2), _around(helps.asked_per_fight, 2)),
        ("Helps a game", _number(helps.per_game, 2), _around(helps.per_game, 2)),
        ("Helps a fight", _number(helps.per_fight, 2), _around(helps.per_fight, 2)),
        ("Treasures promised for a help", _number(helps.treasures, 2), _around(helps.treasures, 2)),
        ("Items given for a help", _number(helps.items, 2), _around(helps.items, 2)),
        ("Deaths a game", _number(deaths.per_game, 2), _around(deaths.per_game, 2)),
        ("Games without a death", _percent(deaths.games_without), _percents(deaths.games_without)),
        ("Win rate of those who died", _rate(dead.rate), f"the others of their games {_rate(dead.control)}"),
    ]
    lines = "".join(
        f"<tr><td>{what}</td><td>{value}</td><td><small>{span}</small></td></tr>" for what, value, span in rows
    )
    bar = plots.parts(
        "fights",
        [
            ("won", fights.won, plots.BLUE),
            ("lost", fights.lost, plots.ORANGE),
            ("nobody's", fights.nobodys, plots.GREY),
        ],
    )
    caption = "Lost: somebody had to run. Nobody's: the fight ended without a kill and without running."
    return _plots(
        _figure("Fights by outcome", bar, caption),
        f"<div class=table style='margin:0'><table><tbody>{lines}</tbody></table></div>",
    )


def _card_plots(summary: Summary) -> str:
    ranked = sorted(
        (card for card in summary.cards.cards if card.when_drawn.q is not None),
        key=lambda card: card.when_drawn.edge.value or 0.0,
        reverse=True,
    )
    ends = ranked if len(ranked) <= 2 * SHOWN else [*ranked[:SHOWN], *ranked[-SHOWN:]]
    stuck = sorted(
        (card for card in ranked if card.fates["drawn"]), key=lambda card: _share(card, "stuck"), reverse=True
    )[:SHOWN]
    figures = []
    if ends:
        figures.append(
            _figure(
                "Who draws them wins more, or less",
                plots.edges("drawn", [(card.name, card.when_drawn) for card in ends]),
                "The cards at both ends, against the other seats of the same games. Coloured: more than chance. Who "
                "does well draws more cards, so most Treasures look a little better than they are.",
            )
        )
    if summary.cards.swings:
        figures.append(
            _figure(
                "The swingiest cards",
                plots.swings("swings", summary.cards.swings),
                "Win rate of those who only had the card (empty), and of those who played it, fought it or laid it "
                "down (full). Ordered by the change that the interval leaves no doubt of. Playing a card is a choice, "
                "so this is not all the card's doing.",
            )
        )
    if stuck:
        figures.append(
            _figure(
                "Stuck in hand",
                plots.bars(
                    "stuck",
                    [(card.name, _share(card, "stuck")) for card in stuck],
                    "in hand at the end, % of times drawn",
                ),
                "The cards that are left over most often.",
            )
        )
    return _plots(*figures[:1], f"<div class=stack>{''.join(figures[1:])}</div>")


def _card_words(summary: Summary) -> str:
    return (
        "<p>For each card: how often it was drawn, put to use (laid, played, used or fought), struck somebody, was "
        "sold, and was stuck in a hand at the end; then by how many points of % its players won more often than the "
        "other seats of the same games, when they drew it, put it to use, or held it at the end, with 95 % intervals. "
        f"Coloured are those that are more than chance after a correction for all {summary.cards.comparisons:,} "
        "comparisons (Benjamini and Hochberg, 5 % false alarms); grey are those from fewer than "
        f"{ENOUGH} games.</p>"
        "<p class=find><label>Find <input type=search data-table=cards placeholder='a card or a kind'></label>"
        "<span class=soft>Press a title to sort.</span></p>"
    )


def _card_table(cards: Sequence[CardFigures]) -> str:
    titles = ["Card", *map(str.capitalize, COUNTED), "When drawn", "When put to use", "When held", "Kind"]
    head = "".join(f"<th scope=col><button type=button>{title}</button></th>" for title in titles)
    rows = "".join(f"<tr>{''.join(_cell(*cell) for cell in _card_cells(card))}</tr>" for card in cards)
    return (
        "<div class=table><table class=sorted id=cards>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _card_cells(card: CardFigures) -> list[Cell]:
    counts = [sum(card.fates[fate] for fate in counted) for counted in COUNTED.values()]
    return [
        (escape(card.name), card.name),
        *((f"{count:,}", count) for count in counts),
        *(_edge_cell(rate) for rate in (card.when_drawn, card.when_played, card.when_held)),
        (escape(card.kind.replace("_", " ")), card.kind),
    ]


def _edge_cell(rate: WinRate) -> Cell:
    edge = rate.edge
    if edge.value is None or edge.low is None or edge.high is None:
        return "<span class=few>-</span>", ""
    name = "few" if rate.q is None else rate.verdict if rate.verdict in ("more", "less") else ""
    shown = f"{100 * edge.value:+.1f} <small>{100 * edge.low:+.0f} … {100 * edge.high:+.0f}</small>"
    title = f"won {_rate(rate.rate)} of {rate.players:,}, the others {_rate(rate.control)}"
    return f"<span class='{name}' title='{title}'>{shown}</span>", edge.value


def _cell(shown: str, key: str | float | None) -> str:
    return f'<td data-key="{escape(str(key))}">{shown}</td>'


def _dead(summary: Summary) -> str:
    dead = summary.cards.dead
    if not dead:
        return "<h2>Dead cards</h2><p>Every card of this mix can do something.</p>"
    rows = "".join(
        f"<tr><td>{escape(card.name)}</td><td class=words>{escape(card.why)}</td>"
        f"<td class=words>{escape(', '.join(card.woken_by)) or '-'}</td></tr>"
        for card in dead
    )
    head = "<tr><th>Card</th><th class=words>Why</th><th class=words>Woken by</th></tr>"
    return (
        f"<h2>Dead cards</h2><p>{len(dead)} cards can never do anything in this mix, however it is played.</p>"
        f"<div class=table><table><thead>{head}</thead><tbody>{rows}</tbody></table></div>"
    )


# Words and numbers


def _verdicts(rates: Sequence[tuple[str, WinRate]]) -> str:
    if all(rate.q is None for _, rate in rates):
        return "Too few games to tell."
    more = [label for label, rate in rates if rate.verdict == "more"]
    less = [label for label, rate in rates if rate.verdict == "less"]
    told = [
        f"More often than the others: {', '.join(more)}." if more else "",
        f"Less often: {', '.join(less)}." if less else "",
    ]
    return " ".join(filter(None, told)) or "No difference that chance would not make."


def _named(trait: str) -> str:
    return trait.replace("_", " ").capitalize()


def _by_rate(rate: WinRate) -> float:
    return -(rate.rate or 0.0)


def _share(card: CardFigures, fate: str) -> float:
    return card.fates[fate] / card.fates["drawn"]


def _number(told: Estimate, decimals: int = 1) -> str:
    return "-" if told.value is None else f"{told.value:,.{decimals}f}"


def _around(told: Estimate, decimals: int = 1) -> str:
    if told.low is None or told.high is None:
        return ""
    return f"{told.low:,.{decimals}f} to {told.high:,.{decimals}f}"


def _percent(told: Estimate) -> str:
    return _rate(told.value)


def _percents(told: Estimate) -> str:
    return "" if told.low is None or told.high is None else f"{100 * told.low:.0f} to {100 * told.high:.0f} %"


def _rate(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.0f} %"
