"""What a player sees in the terminal: the table, the fight, the hand, what happened, what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import UNSET
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kickdoor.packs.language import Card
from kickdoor.packs.loader import cards_of, load
from kickdoor.play.game import Game
from kickdoor.play.view import CardView, FightView, PlayerView, View
from kickdoor.text import card_words
from kickdoor.text.asking import phase_words
from kickdoor.text.teller import Teller

NEWS_LINES = 14
"""So many of the latest lines are shown; the rest can be asked for."""

MANY_OPTIONS = 9
"""More options than this are shown in two columns."""

TRAIT_KINDS = ("race", "class", "race_enhancer", "class_enhancer")
SHORT_DECKS = (("doors", "D"), ("treasures", "T"))

Line = tuple[str, int]
"""What happened, and how many times in a row."""


@cache
def card_models(packs: tuple[str, ...]) -> dict[str, Card]:
    """The cards of a mix by their full id."""
    return {entry.id: entry.card for name in packs for entry in cards_of(load(name))}


class Screen:
    """Draws a game on a console."""

    def __init__(self, game: Game, names: Sequence[str], console: Console) -> None:
        self.game = game
        self.names = names
        self.console = console
        self.models = card_models(game.state.rules.packs)

    # Parts of the screen

    def show(self, seat: int, news: Sequence[Line]) -> None:
        """All that a player must know before he decides."""
        self.show_heading(seat)
        self.show_news(news)
        self.show_table(seat)
        view = self.game.view(seat)
        if view.fight is not None:
            self.show_fight(view.fight, seat)
        self.show_hand(seat)

    def show_heading(self, seat: int) -> None:
        """Whose turn it is, and which part of it."""
        s = self.game.state
        phase = phase_words(s, self.names)
        whose = Teller(s, self.names, seat).whose(s.turn)
        title = f"Turn {s.turns}: {whose} turn, {phase}" if s.turns else phase.capitalize()
        self.console.print()
        self.console.print(Rule(Text(title, style="bold"), align="left", style="blue"))

    def show_news(self, news: Sequence[Line], most: int = NEWS_LINES) -> None:
        """What happened since the player last looked."""
        if len(news) > most:
            self.console.print(f"  ... {len(news) - most} lines before this; l shows them", style="dim")
        for words, times in news[-most:]:
            self.console.print(f"  {words}{f' (x{times})' if times > 1 else ''}", markup=False, style="cyan")

    def show_table(self, viewer: int) -> None:
        """All players with what lies before them."""
        view = self.game.view(viewer)
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1))
        for title, justify in (("", "left"), ("", "left"), ("Level", "right")):
            table.add_column(title, justify=justify, no_wrap=True)  # type: ignore[arg-type]
        for title in ("Character", "Equipped", "Carried and kept"):
            table.add_column(title, overflow="fold")
        table.add_column("Hand", no_wrap=True)
        for seat, player in enumerate(view.players):
            table.add_row(*self._player(seat, player, view, viewer), style="bold" if seat == viewer else "")
        self.console.print(Padding(table, (1, 0, 0, 0)))

    def _player(self, seat: int, player: PlayerView, view: View, viewer: int) -> list[str | Text]:
        name = Teller(self.game.state, self.names, viewer).player(seat)
        traits, equipped, other = [], [], []
        for shown in player.table:
            model = self.models[shown.id]
            if model.kind in TRAIT_KINDS:
                traits.append(model.name)
            elif shown.equipped:
                equipped.append(self._item(shown))
            else:
                other.append(self._item(shown))
        if not any(self.models[shown.id].kind == "race" for shown in player.table):
            traits.insert(0, "Human")
        held = player.doors + player.treasures
        backs = " ".join(f"{getattr(player, back)}{short}" for back, short in SHORT_DECKS)
        return [
            ">" if seat == view.turn and view.turns else " ",
            Text(name.capitalize() if seat == viewer else name),
            str(player.level),
            "dead" if player.dead else f"{player.sex} {' '.join(traits)}",
            Text(", ".join(equipped)),
            Text(", ".join(other)),
            f"{held} ({backs})",
        ]

    def _item(self, shown: CardView) -> str:
        model = self.models[shown.id]
        text = f"{model.name} {model.bonus + shown.note:+d}" if model.bonus else model.name
        if shown.on:
            text += f" (on {', '.join(self.game.card_name(host) for host in shown.on)})"
        return text

    def show_fight(self, fight: FightView, viewer: int) -> None:
        """Both sides of a fight, line by line, and the gap between them."""
        teller = Teller(self.game.state, self.names, viewer)
        party = [teller.player(fight.fighter)]
        if fight.helper is not None:
            party.append(teller.player(fight.helper))
        sides: dict[str, list[tuple[str, int]]] = {"party": [], "monsters": []}
        for line in fight.lines:
            what = (
                teller.monster(line.source) if line.source >= 0 else f"Level of {teller.player(line.owner)}"
            )
            sides[line.side].append((what, line.amount))
        table = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
        for justify in ("left", "right", "left", "left", "right"):
            table.add_column(justify=justify)
        monsters = ", ".join(teller.monster(monster.monster) for monster in fight.monsters) or "no monster"
        table.add_row(
            Text(teller.sentence(teller.listed(party)), style="bold green"),
            Text(str(fight.party), style="bold green"),
            "  ",
            Text(monsters, style="bold red"),
            Text(str(fight.against), style="bold red"),
        )
        for at in range(max(len(lines) for lines in sides.values())):
            row: list[str | Text] = []
            for side in ("party", "monsters"):
                what, amount = sides[side][at] if at < len(sides[side]) else ("", 0)
                row.extend([Text(f"  {what}"), f"{amount:+d}" if what else "", ""])
            table.add_row(*row[:5])
        self.console.print(Padding(table, (1, 0, 0, 0)))
        self.console.print(Text(f"  {self._gap(fight)}", style="bold"))

    def _gap(self, fight: FightView) -> str:
        treasures = sum(monster.treasures for monster in fight.monsters)
        worth = f"{treasures} Treasure{'s' if treasures != 1 else ''} at stake."
        gap = fight.party - fight.against
        if not fight.monsters:
            return "No monster is left."
        if gap == 0:
            return f"Even, and a tie is {'won' if fight.winning else 'lost'}. {worth}"
        standing = f"The players are {'ahead' if gap > 0 else 'behind'} by {abs(gap)}."
        return f"{standing} {worth}"

    def show_hand(self, seat: int) -> None:
        """The cards of a hand with their words."""
        view = self.game.view(seat)
        me = view.players[seat]
        table = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
        table.add_column(style="bold", max_width=30)
        table.add_column(style="dim")
        for shown in me.hand:
            table.add_row(Text(self.models[shown.id].name), Text(self.words(shown.id)))
        held = len(me.hand)
        self.console.print()
        limit = f" (more than {me.hand_limit} go at the end of your turn)" if held > me.hand_limit else ""
        self.console.print(Text(f"Your hand: {held} card{'s' if held != 1 else ''}{limit}", style="dim"))
        if held:
            self.console.print(Padding(table, (0, 0, 0, 2)))

    def words(self, id: str) -> str:
        """The words of a card in one paragraph."""
        return " ".join(card_words(self.models[id]))

    def show_options(self, question: str, options: Sequence[str]) -> None:
        """The question and the numbered answers."""
        self.console.print()
        self.console.print(Text(question, style="bold yellow"))
        columns = 2 if len(options) > MANY_OPTIONS else 1
        rows = -(-len(options) // columns)
        table = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
        for _ in range(columns):
            table.add_column(justify="right", style="bold", no_wrap=True)
            table.add_column()
        for at in range(rows):
            row: list[str | Text] = []
            for number in range(at, len(options), rows):
                row.extend([str(number + 1), Text(options[number])])
            table.add_row(*row)
        self.console.print(Padding(table, (0, 0, 0, 1)))

    def show_card(self, id: str) -> None:
        """A card in full."""
        model = self.models[id]
        self.console.print(Text(model.name, style="bold"))
        for line in card_words(model):
            self.console.print(Padding(Text(line), (0, 0, 0, 2)))
        if model.origin != "printed":
            self.console.print(Text(f"  ({model.origin})", style="dim"))

    def say(self, text: str, style: str = "") -> None:
        """A remark."""
        self.console.print(Text(text, style=style))

    def is_item(self, shown: CardView) -> bool:
        """Whether a card on the table can be traded."""
        return self.models[shown.id].gold is not UNSET
