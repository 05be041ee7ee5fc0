"""What a player sees in the terminal: the table, the fight, the hand, what happened, what can be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kickdoor.packs.loader import Listed
from kickdoor.play.card import listed_cards
from kickdoor.play.game import Game
from kickdoor.play.view import CardView, FightView, PlayerView, View
from kickdoor.text import listed_words
from kickdoor.text.asking import phase_words
from kickdoor.text.teller import Teller

NEWS_LINES = 14
"""So many of the latest lines are shown; the rest can be asked for."""

MANY_OPTIONS = 9
"""More options than this are shown in two columns."""


class Fit(NamedTuple):
    """A way to fit the terminal."""

    full: bool  #: the words of hand and Dungeons in full
    news: int  #: so many lines of news
    column: int = MANY_OPTIONS  #: so many options in one column
    brief: bool = False  #: a line for each player, the sums of a fight as running text


FITS = (
    Fit(True, NEWS_LINES),
    Fit(False, NEWS_LINES),
    Fit(False, 9),
    Fit(False, 6, 5),
    Fit(False, 3, 3),
    Fit(False, 6, 5, True),
    Fit(False, 2, 3, True),
)
"""The roomiest first."""

TRAIT_KINDS = ("race", "class", "race_enhancer", "class_enhancer")

Line = tuple[str, int]
"""What happened, and how many times in a row."""


def words_of(entry: Listed) -> list[str]:
    """The words of a card, as its pack calls the kinds."""
    return listed_words(entry)


def plain_table() -> Table:
    """A table without lines or titles."""
    return Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)


class Screen:
    """Draws a game on a console."""

    def __init__(self, game: Game, names: Sequence[str], console: Console) -> None:
        self.game = game
        self.names = names
        self.console = console
        self.listed = listed_cards(game.state.rules.packs)
        self.models = {id: entry.card for id, entry in self.listed.items()}

    def teller(self, viewer: int) -> Teller:
        """Who names players and cards to a viewer."""
        return Teller(self.game.state, self.names, viewer)

    def say(self, text: str, style: str = "") -> None:
        """A remark."""
        self.console.print(Text(text, style=style))

    def ask(
        self,
        seat: int,
        news: Sequence[Line],
        asking: int,
        question: str,
        options: Sequence[str],
        whole: bool = False,
    ) -> None:
        """All that a player must know to decide, and the question; unless `whole`, what fits the terminal."""
        view = self.game.view(seat)
        shown: RenderableType = ""
        for fit in FITS:
            parts = [self.heading(seat), self.news(news, fit.news), "", self.table(view, fit.brief)]
            if view.dungeons:
                parts.extend(["", self.dungeons(view, fit.full, fit.brief)])
            if view.fight is not None:
                parts.extend(["", self.fight(view.fight, seat, fit.brief)])
            parts.extend(["", self.hand(view.players[seat], fit.full)])
            if asking >= 0:
                parts.extend(["", self.card(self.game.state.rules.defs[asking].id)])
            parts.extend(["", self.options(question, options, fit.column)])
            shown = Group(*parts)
            if whole or not self.console.is_terminal or self._height(shown) <= self.console.height - 3:
                break
        self.console.print()
        self.console.print(shown)

    def _height(self, shown: RenderableType) -> int:
        return len(self.console.render_lines(shown, pad=False))

    # Parts of the screen

    def heading(self, viewer: int) -> RenderableType:
        """Whose turn it is, and which part of it."""
        s = self.game.state
        phase = phase_words(s, self.names)
        whose = self.teller(viewer).whose(s.turn)
        title = f"Turn {s.turns}: {whose} turn, {phase}" if s.turns else phase.capitalize()
        return Rule(Text(title, style="bold"), align="left", style="blue")

    def news(self, news: Sequence[Line], most: int = NEWS_LINES) -> RenderableType:
        """What happened since the player last looked."""
        parts = []
        if len(news) == most + 1:
            most += 1  # the line about the line would take its place
        if len(news) > most:
            parts.append(Text(f"  ... {len(news) - most} lines before this; l shows them", style="dim"))
        for words, times in news[-most:]:
            parts.append(Text(f"  {words}{f' (x{times})' if times > 1 else ''}", style="cyan"))
        return Group(*parts)

    def table(self, view: View, brief: bool = False) -> RenderableType:
        """All players with what lies before them; `brief`, as much of it as goes on a line each."""
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1))
        table.add_column("", no_wrap=True)
        table.add_column("", no_wrap=True)
        table.add_column("Level", justify="right", no_wrap=True)
        for title in ("Character", "Equipped", "Carried and kept"):
            table.add_column(title)
        table.add_column("Hand", no_wrap=True)
        for seat, player in enumerate(view.players):
            cells = self._player(seat, player, view)
            for cell in cells:
                if brief and isinstance(cell, Text):
                    cell.no_wrap, cell.overflow = True, "ellipsis"
            table.add_row(*cells, style="bold" if seat == view.seat else "")
        return table

    def _player(self, seat: int, player: PlayerView, view: View) -> list[str | Text]:
        teller = self.teller(view.seat)
        traits: list[str] = []
        equipped: list[str] = []
        other: list[str] = []
        for shown in player.table:
            model = self.models[shown.id]
            if model.kind in TRAIT_KINDS:
                traits.append(model.name)
            else:
                (equipped if shown.equipped else other).append(self._item(shown))
        if not any(self.models[shown.id].kind == "race" for shown in player.table):
            traits.insert(0, "Human")
        held = player.doors + player.treasures
        return [
            ">" if seat == view.turn and view.turns else " ",
            Text(teller.sentence(teller.player(seat))),
            str(player.level),
            "dead" if player.dead else Text(f"{player.sex} {' '.join(traits)}"),
            Text(", ".join(equipped)),
            Text(", ".join(other)),
            f"{held} ({player.doors}D {player.treasures}T)",
        ]

    def _item(self, shown: CardView) -> str:
        model = self.models[shown.id]
        bonus = model.bonus + shown.note if model.bonus or model.kind == "monster" else 0
        text = f"{model.name} {bonus:+d}" if bonus else model.name
        if shown.on:
            text += f" (on {', '.join(self.game.card_name(host) for host in shown.on)})"
        return text

    def dungeons(self, view: View, full: bool = True, brief: bool = False) -> RenderableType:
        """The Dungeons that count, with their words where there is room, and who is in them; `brief`, all in a row."""
        parts = []
        for shown in view.dungeons:
            entry = self.listed[shown.id]
            inside = ", ".join(self.names[seat] for seat in shown.seats)
            title = f"{entry.card.name} ({inside})" if inside else entry.card.name
            words = " ".join(words_of(entry)[1:]) if full else ""
            parts.append(Text.assemble((f"  {title}", "bold"), f"  {words}" if words else ""))
        return Text("").join(parts) if brief else Group(*parts)

    def fight(self, fight: FightView, viewer: int, brief: bool = False) -> RenderableType:
        """Both sides of a fight, line by line or `brief` as running text, and the gap between them."""
        teller = self.teller(viewer)
        party = [fight.fighter] if fight.helper is None else [fight.fighter, fight.helper]
        sides: dict[str, Counter[tuple[str, int]]] = {"party": Counter(), "monsters": Counter()}
        for line in fight.lines:
            own = teller.sentence(f"{teller.whose(line.owner)} Level") if line.source < 0 else ""
            sides[line.side][own or teller.monster(line.source), line.amount] += 1
        monsters = ", ".join(teller.monster(monster.monster) for monster in fight.monsters)
        players = teller.sentence(teller.listed([teller.player(seat) for seat in party]))
        heads = {
            "party": (players, fight.party, "bold green"),
            "monsters": (monsters or "no monster", fight.against, "bold red"),
        }
        if brief:
            parts = []
            for side, (who, sum, style) in heads.items():
                made = ", ".join(
                    f"{what} {amount * times:+d}{f' (x{times})' if times > 1 else ''}"
                    for (what, amount), times in sides[side].items()
                )
                parts.append(Text.assemble((f"{who}  {sum}", style), f"  {made}"))
            return Group(*parts, Text(f"  {self._gap(fight)}", style="bold"), *self._monsters(fight, brief))
        table = plain_table()
        row: list[str | Text] = []
        for who, sum, style in heads.values():
            table.add_column()
            table.add_column(justify="right")
            table.add_column(width=3)
            row.extend([Text(who, style=style), Text(str(sum), style=style), ""])
        table.add_row(*row)
        for at in range(max(len(lines) for lines in sides.values())):
            row = []
            for lines in sides.values():
                (what, amount), times = list(lines.items())[at] if at < len(lines) else (("", 0), 0)
                often = f" (x{times})" if times > 1 else ""
                row.extend([Text(f"  {what}{often}"), f"{amount * times:+d}" if what else "", ""])
            table.add_row(*row)
        return Group(table, Text(f"  {self._gap(fight)}", style="bold"), *self._monsters(fight, brief))

    def _monsters(self, fight: FightView, brief: bool) -> list[Text]:
        """What the monsters do, each once; `brief`, as much of it as goes on a line."""
        shown = []
        for id in dict.fromkeys(monster.id for monster in fight.monsters):
            entry = self.listed[id]
            text = Text.assemble((f"  {entry.card.name}  ", "bold"), (" ".join(words_of(entry)), "dim"))
            text.no_wrap, text.overflow = brief, "ellipsis" if brief else "fold"
            shown.append(text)
        return shown

    def _gap(self, fight: FightView) -> str:
        if not fight.monsters:
            return "No monster is left."
        treasures = sum(monster.treasures for monster in fight.monsters)
        worth = f"{treasures} Treasure{'s' if treasures != 1 else ''} at stake."
        gap = fight.party - fight.against
        if gap == 0:
            return f"Even, and a tie is {'won' if fight.winning else 'lost'}. {worth}"
        return f"The players are {'ahead' if gap > 0 else 'behind'} by {abs(gap)}. {worth}"

    def hand(self, player: PlayerView, full: bool = True) -> RenderableType:
        """The cards of one's own hand with their words, in full or a line each."""
        entries = [self.listed[shown.id] for shown in player.hand]
        longest = max((len(entry.card.name) for entry in entries), default=0)
        table = plain_table()
        lines: list[RenderableType] = [Padding(table, (0, 0, 0, 2))] if full else []
        for entry in entries:
            words = " ".join(words_of(entry))
            if full:
                table.add_row(Text(entry.card.name, style="bold"), Text(words, style="dim"))
            else:
                name = (f"  {entry.card.name:<{longest}}  ", "bold")
                lines.append(Text.assemble(name, (words, "dim"), no_wrap=True, overflow="ellipsis"))
        held, limit = len(player.hand), player.hand_limit
        title = f"Your hand: {held} card{'s' if held != 1 else ''}"
        if held > limit:
            title += f" (more than {limit} go at the end of your turn)"
        return Group(Text(title, style="dim"), *lines)

    def options(self, question: str, options: Sequence[str], most: int = MANY_OPTIONS) -> RenderableType:
        """A question and its numbered answers, in columns where there are more than so many."""
        columns = 1 if len(options) <= most else 2 if len(options) <= 3 * MANY_OPTIONS else 3
        rows = -(-len(options) // columns)
        table = plain_table()
        for _ in range(columns):
            table.add_column(justify="right", style="bold", no_wrap=True)
            table.add_column()
        for at in range(rows):
            row: list[str | Text] = []
            for number in range(at, len(options), rows):
                row.extend([str(number + 1), Text(options[number])])
            table.add_row(*row)
        return Group(Text(question, style="bold yellow"), Padding(table, (0, 0, 0, 1)))

    def card(self, id: str) -> RenderableType:
        """A card in full."""
        model = self.models[id]
        lines = [Padding(Text(line), (0, 0, 0, 2)) for line in words_of(self.listed[id])]
        if model.origin != "printed":
            lines.append(Padding(Text(f"({model.origin})", style="dim"), (0, 0, 0, 2)))
        return Group(Text(model.name, style="bold"), *lines)

    def is_item(self, shown: CardView) -> bool:
        """Whether a card on the table can be traded."""
        return self.models[shown.id].gold is not UNSET
