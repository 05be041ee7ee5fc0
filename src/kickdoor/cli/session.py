"""A game in the terminal: people take turns at the keyboard, bots hold the other seats."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from random import Random

import msgspec

from kickdoor.bots import make_bot
from kickdoor.cli.bargaining import Bargaining
from kickdoor.cli.screen import Line, Screen
from kickdoor.engine.actions import bargains
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.refusals import Endless
from kickdoor.engine.data.terms import END
from kickdoor.engine.questions.table import face
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.text.asking import card_asking, option_words, question_words
from kickdoor.text.log import log_lines

FREE = frozenset({"pass", "equip", "unequip", "drop", "entrust", "offer", "proceed"})
"""What one can do at almost any time: nobody is asked for the sake of these alone."""

GO_ON = ("trouble", "loot", "claim", "run", "done", "proceed", "pass")
"""Answers by which the game goes on: they are listed last."""

DULL = frozenset({"turn_ended", "fight_won"})
"""Events that the next one tells just as well."""

HELP = """\
A number    do what stands beside it. Enter alone passes, where you can pass.
?           why the other cards of your hand cannot be played now
c NAME      show a card; the beginning of its name will do
o           make an offer: help for Treasures, or a trade of Items
s           say nothing until your next turn, unless you are in it yourself
t           show the table again, all of it
l           show all that happened since you were last asked
q           leave the game
h           show this"""


class Quit(Exception):
    """Somebody has left the game."""


class Session:
    """A game with people on some seats and bots on the others."""

    def __init__(
        self,
        game: Game,
        people: Sequence[int],
        names: Sequence[str],
        screen: Screen,
        rng: Random,
        read: Callable[[str], str],
        bots: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.people = list(people)
        self.names = names
        self.screen = screen
        self.rng = rng
        self.read = read
        empty = [seat for seat in range(game.seats) if seat not in people]
        named = dict(zip(empty, bots or ["random"] * len(empty), strict=True))
        company = [named.get(seat, "") for seat in range(game.seats)]
        self.bots: dict[int, Agent] = {
            seat: make_bot(name, rng, game.state.rules, calm=True, company=company) for seat, name in named.items()
        }
        self.news: dict[int, list[Line]] = {seat: [] for seat in people}
        self.silent: set[int] = set()
        self.at_keyboard: int | None = None

    def run(self) -> None:
        """Play until somebody has won; raises Quit where somebody leaves."""
        while not self.game.over:
            seat = self._next_seat()
            decision = self.game.decision(seat)
            assert decision is not None, "a seat that is waited for has something to decide"
            self._play(seat, decision)

    def _play(self, seat: int, decision: Decision) -> None:
        """A seat answers; what is refused because it would never end is not offered again, while anything else is."""
        bot = self.bots.get(seat)
        while True:
            choice = self._answer(seat, decision) if bot is None else bot.choose(self.game.view(seat), decision)
            try:
                self._apply(seat, choice)
                return
            except Endless as refused:
                left = [option for option in decision.options if option != choice]
                if not left:
                    raise
                if bot is None:
                    self.screen.say(str(refused))
                decision = msgspec.structs.replace(decision, options=left)

    def tell_end(self) -> None:
        """Show those at the keyboard how it ended; without any people, the gallery."""
        viewer = self.people[0] if len(self.people) == 1 else -1
        show = self.screen.console.print
        show(self.screen.heading(viewer), self.screen.news(self.news.get(viewer, [])), "")
        show(self.screen.table(self.game.view(viewer)), "")
        for winner in self.game.winners:
            won = "You win the game!" if winner == viewer else f"{self.names[winner]} wins the game!"
            self.screen.say(f"{won} {self.game.turns} turns were played.", "bold yellow")

    def _next_seat(self) -> int:
        """Bots speak before people: who is asked sees what the others have done."""
        waiting = self.game.waiting
        bots = [seat for seat in waiting if seat in self.bots]
        return self.rng.choice(bots) if bots else waiting[0]

    def _apply(self, seat: int, choice: Option | Offer) -> None:
        events = [event for event in self.game.apply(seat, choice) if event.what not in DULL]
        for viewer, lines in self.news.items():
            # Whose pick it was is told by what comes of it.
            told = [event for event in events if event.what != "picked" or event.seat == viewer]
            lines.extend(log_lines(told, self.game.state, viewer, self.names))
        for event in events:
            if event.what == "turn_begun":
                self.silent.discard(event.seat)

    def _answer(self, seat: int, decision: Decision) -> Option | Offer:
        """What goes without saying, or what the player says."""
        quiet = self._unasked(seat, decision)
        return quiet if quiet is not None else self._ask(seat, decision)

    def _unasked(self, seat: int, decision: Decision) -> Option | None:
        """The answer that needs no question, if there is one."""
        by_verb = {option.verb: option for option in decision.options}
        if not decision.passable:
            return decision.options[0] if len(decision.options) == 1 else None
        go_on = by_verb.get("pass") or (by_verb.get("proceed") if decision.about == "end" else None)
        if go_on is None or decision.about == "setup":
            return None
        if by_verb.keys() <= FREE or self._can_wait(seat, decision):
            return go_on
        view = self.game.view(seat)
        spoken_to = view.players[seat].in_combat or "accept" in by_verb or decision.about == "cursed"
        if seat in self.silent and view.turn != seat and not spoken_to:
            return go_on
        return None

    def _can_wait(self, seat: int, decision: Decision) -> bool:
        """After a fight of one's own turn: all that could be done can be done before the turn ends, too."""
        s = self.game.state
        if decision.about != "fight_over" or s.turn != seat:
            return False
        return all(
            face(s, Card(option.first)).abilities[option.second].moments >> END & 1
            for option in decision.options
            if option.verb == "play" and option.first is not None and option.second is not None
        )

    # At the keyboard

    def _ask(self, seat: int, decision: Decision) -> Option | Offer:
        self._hand_over(seat)
        options = listed_options(decision)
        self._show(seat, options)
        while True:
            choice = self._heard(seat, decision, options, self._read("> ").strip())
            if choice is not None:
                self.news[seat] = []
                return choice

    def _hand_over(self, seat: int) -> None:
        """Several people share a keyboard: nobody sees another's hand."""
        if len(self.people) > 1 and self.at_keyboard != seat:
            self.screen.console.clear()
            self._read(f"{self.names[seat]}, it is your move. Press Enter when nobody else is looking. ")
            self.screen.console.clear()
        self.at_keyboard = seat

    def _read(self, prompt: str) -> str:
        try:
            return self.read(prompt)
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
            raise Quit from None

    def _show(self, seat: int, options: Sequence[Option], whole: bool = False) -> None:
        s = self.game.state
        words = [option_words(option.code, s, seat, self.names) for option in options]
        question = question_words(s, seat, self.names)
        self.screen.ask(seat, self.news[seat], card_asking(s), question, words, whole)
        self.screen.say("A number, or: ? why not, c NAME card, o offer, s silence, h help, q quit", "dim")

    def _heard(self, seat: int, decision: Decision, options: list[Option], said: str) -> Option | Offer | None:
        """The answer, if what was said is one; else do what was asked for."""
        word, _, rest = said.partition(" ")
        if said.isdigit() and 1 <= int(said) <= len(options):
            return options[int(said) - 1]
        passes = next((option for option in options if option.verb == "pass"), None)
        if not said and passes is not None:
            return passes
        match word.lower():
            case "q":
                raise Quit
            case "h":
                self.screen.say(HELP)
            case "?":
                self._why_not(seat)
            case "c":
                self._show_card(rest)
            case "l":
                self.screen.console.print(self.screen.news(self.news[seat], len(self.news[seat])))
            case "t":
                self._show(seat, options, whole=True)
            case "o" if not decision.passable:
                self.screen.say("Answer this first: offers are for when the game waits for everybody.")
            case "o":
                offer = Bargaining(self.game, seat, self.names, self.screen, self._read).make()
                if offer is not None:
                    return offer
                self._show(seat, options)
            case "s" if passes is not None:
                self.silent.add(seat)
                return passes
            case "s":
                self.screen.say("It is for you to say how the game goes on: you cannot be silent now.")
            case _:
                self.screen.say(f"Type a number from 1 to {len(options)}, or h for help.")
        return None

    def _why_not(self, seat: int) -> None:
        """For each card of the hand that cannot be played: the reason and the rule."""
        found = False
        for shown in self.game.view(seat).players[seat].hand:
            why = self.game.why_not(seat, Intent(verb="play", card=shown.card))
            if why is not None:
                found = True
                self.screen.say(f"  {self.game.card_name(shown.card)}: {why}")
        if not found:
            self.screen.say("All cards of your hand can be played now.")

    def _show_card(self, name: str) -> None:
        models = self.screen.models
        if not name.strip():
            self.screen.say("Which card? For example: c " + next(iter(models.values())).name)
            return
        wanted = name.strip().casefold()
        names: dict[str, list[str]] = {}
        for id, model in models.items():
            names.setdefault(model.name.casefold(), []).append(id)
        found = [folded for folded in names if folded.startswith(wanted)]
        found = found or [folded for folded in names if wanted in folded]
        found = [wanted] if wanted in names else found or difflib.get_close_matches(wanted, names, 1)
        if len(found) == 1:
            for id in names[found[0]]:
                self.screen.console.print(self.screen.card(id))
        elif found:
            self.screen.say("Which one? " + ", ".join(models[names[folded][0]].name for folded in found[:12]))
        else:
            self.screen.say(f"There is no card {name.strip()!r} in this game.")


def listed_options(decision: Decision) -> list[Option]:
    """The options in the order in which people read them; trades are left to those who think of one."""
    options = [
        option
        for option in decision.options
        if option.verb != "offer" or option.first is None or option.first < bargains.SWAP
    ]
    ranks = {verb: rank for rank, verb in enumerate(GO_ON, start=3)}
    ranks.update({verb: 1 for verb in ("equip", "unequip", "entrust", "drop", "sell")}, offer=2)
    return sorted(options, key=lambda option: ranks.get(option.verb, 0))
