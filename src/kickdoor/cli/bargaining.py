"""Making an offer at the keyboard: step by step, until it is whole or given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kickdoor.cli.screen import Screen
from kickdoor.engine.data.deals import ORDERS
from kickdoor.play.choices import Offer
from kickdoor.play.game import Game
from kickdoor.play.view import CardView, View


class Bargaining:
    """Asks a player what they offer and to whom; an empty line gives up."""

    def __init__(self, game: Game, seat: int, names: Sequence[str], screen: Screen, read: Callable[[str], str]) -> None:
        self.game = game
        self.seat = seat
        self.names = names
        self.screen = screen
        self.read = read

    def make(self) -> Offer | None:
        """A lawful offer, or None."""
        view = self.game.view(self.seat)
        kinds = ["trade"]
        if view.fight is not None and view.fight.helper is None:
            kinds.insert(0, "help")
        kind = kinds[0]
        if len(kinds) > 1:
            picked = self._pick("An offer about what?", ["help in this fight", "a trade of Items"])
            if picked is None:
                return None
            kind = kinds[picked]
        offer = self._help(view) if kind == "help" else self._trade(view)
        if offer is None:
            self.screen.say("No offer made.", "dim")
            return None
        why = self.game.why_not(self.seat, offer)
        if why is not None:
            self.screen.say(f"That cannot be offered: {why}")
            return None
        return offer

    def _help(self, view: View) -> Offer | None:
        assert view.fight is not None
        fighter = view.fight.fighter
        if fighter == self.seat:
            to = self._player("Whom do you ask for help?")
        else:
            to = fighter
            self.screen.say(f"You offer {self.names[fighter]} your help.")
        if to is None:
            return None
        most = sum(monster.treasures for monster in view.fight.monsters)
        treasures = self._number(f"How many Treasures go to the helper, 0 to {most}?", most)
        if treasures is None:
            return None
        order = 1
        if treasures:
            picked = self._pick("Who picks first?", ["the fighter", "the helper", "they pick in turn"])
            if picked is None:
                return None
            order = picked
        gives = self._items(view, self.seat, "Which Items do you add, if any?")
        takes = self._items(view, to, f"Which Items of {self.names[to]} do you ask for, if any?")
        if gives is None or takes is None:
            return None
        return Offer(kind="help", to=to, treasures=treasures, order=ORDERS[order], gives=gives, takes=takes)

    def _trade(self, view: View) -> Offer | None:
        to = self._player("With whom do you trade?")
        if to is None:
            return None
        gives = self._items(view, self.seat, "Which Items do you give?")
        takes = self._items(view, to, f"Which Items of {self.names[to]} do you want?")
        if gives is None or takes is None or not (gives or takes):
            return None
        return Offer(kind="trade", to=to, gives=gives, takes=takes)

    def _player(self, question: str) -> int | None:
        others = [seat for seat in range(self.game.seats) if seat != self.seat]
        picked = self._pick(question, [self.names[seat] for seat in others])
        return None if picked is None else others[picked]

    def _pick(self, question: str, choices: Sequence[str]) -> int | None:
        self.screen.console.print(self.screen.options(question, choices))
        number = self._number("A number, or Enter to give it up:", len(choices), least=1)
        return None if number is None else number - 1

    def _number(self, question: str, most: int, least: int = 0) -> int | None:
        while said := self.read(f"{question} ").strip():
            if said.isdigit() and least <= int(said) <= most:
                return int(said)
            self.screen.say(f"Type a number from {least} to {most}.")
        return None

    def _items(self, view: View, seat: int, question: str) -> tuple[int, ...] | None:
        """Items of a player that are named by their numbers; none is an answer too."""
        items: list[CardView] = [c for c in view.players[seat].table if self.screen.is_item(c)]
        if not items:
            return ()
        names = [self.game.card_name(item.card) for item in items]
        self.screen.console.print(self.screen.options(question, names))
        while True:
            words = self.read("Numbers, or Enter for none: ").replace(",", " ").split()
            if all(word.isdigit() and 1 <= int(word) <= len(items) for word in words):
                return tuple(dict.fromkeys(items[int(word) - 1].card for word in words))
            self.screen.say(f"Type numbers from 1 to {len(items)}, for example: 1 2")
