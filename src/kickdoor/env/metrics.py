"""What players do to each other: who helps and hinders whom, at what price, whether promises are kept, who makes kings.

A `Society` hears the events of games, one after the other. `exploitability` plays a policy's best opponent against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from kickdoor.bots import make_bot
from kickdoor.engine.data.deals import HELP, NO_HELP, NO_INTERFERENCE
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.terms import BY_GIFT, BY_HELP, BY_KILLING
from kickdoor.play.driver import play_out
from kickdoor.play.game import Game
from kickdoor.sim.balance import Interval, wilson

AGAINST = ("monsters", "monster")
"""Whom strength counts for that hinders the fighter; less than 0 the other way round."""


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with the 95 % interval."""

    count: int
    of: int
    rate: float
    interval: Interval


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """What one player did to another: fights helped in, cards played against, gifts and trades agreed."""

    who: str
    whom: str
    helped: int
    hindered: int
    traded: int


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """What help cost where it was bargained for: Treasures and Items on average, and the share of it that was free."""

    bargains: int
    treasures: float
    items: float
    free: Share


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """All of it over some games.

    `kingmaking`: of the games won, those in which somebody who did not win helped in the fight that won it.
    `promises`: of the pledges that can be judged, those that were kept.
    """

    games: int
    coalitions: list[Edge]
    kingmaking: Share
    promises: Share
    price_of_help: Price


def share(count: int, of: int) -> Share:
    """So many of so many."""
    return Share(count, of, count / of if of else 0.0, wilson(count, of))


class Pledge:
    """A promise that stands: by whom, to whom, what, and until which turn it is judged."""

    def __init__(self, by: int, to: int, what: int, until: int) -> None:
        self.by = by
        self.to = to
        self.what = what
        self.until = until
        self.broken = False


class Society:
    """Hears games; `findings` sums up."""

    def __init__(self) -> None:
        self.games = 0
        self._helped: Counter[tuple[str, str]] = Counter()
        self._hindered: Counter[tuple[str, str]] = Counter()
        self._traded: Counter[tuple[str, str]] = Counter()
        self._kings = 0
        self._won = 0
        self._kept = 0
        self._judged = 0
        self._bargains = 0
        self._treasures = 0
        self._items = 0
        self._free = 0

    def begin(self, names: Sequence[str]) -> None:
        """A game begins, with these players by seat."""
        self.games += 1
        self._names = names
        self._turn = 0
        self._fighters: dict[int, int] = {}
        self._helpers: dict[int, int] = {}
        self._last_fight: dict[int, int] = {}  # by seat, the last fight that was won
        self._raised: dict[int, bool] = {}  # by seat, whether the last level came of a fight
        self._pledges: list[Pledge] = []

    def hear(self, events: Sequence[Event]) -> None:
        """What happened in it."""
        for event in events:
            hear = getattr(self, f"_on_{event.what}", None)
            if hear is not None:
                hear(event)

    def end(self, game: Game) -> None:
        """The game is over or given up."""
        for pledge in self._pledges:
            self._judge(pledge)
        self._pledges = []
        if not game.winners:
            return
        self._won += 1
        for winner in game.winners:
            helper = self._helpers.get(self._last_fight.get(winner, -1), -1)
            if self._raised.get(winner, False) and helper >= 0 and helper not in game.winners:
                self._kings += 1
                break

    def _judge(self, pledge: Pledge) -> None:
        self._judged += 1
        self._kept += not pledge.broken

    # Events, by name

    def _on_turn_begun(self, event: Event) -> None:
        self._turn = event.turn
        over = [pledge for pledge in self._pledges if pledge.until < self._turn]
        for pledge in over:
            self._judge(pledge)
            self._pledges.remove(pledge)

    def _on_fight_begun(self, event: Event) -> None:
        self._fighters[event.fight] = event.seat

    def _on_fight_transferred(self, event: Event) -> None:
        self._fighters[event.fight] = event.to

    def _on_helper_joined(self, event: Event) -> None:
        self._helpers[event.fight] = event.seat
        if not event.forced:
            self._helped[self._names[event.seat], self._names[event.fighter]] += 1
            for pledge in self._pledges:
                if pledge.what == NO_HELP and pledge.by == event.seat and pledge.to != event.fighter:
                    pledge.broken = True

    def _on_fight_won(self, event: Event) -> None:
        self._last_fight[event.seat] = event.fight

    def _on_level_gained(self, event: Event) -> None:
        self._raised[event.seat] = event.cause in (BY_KILLING, BY_HELP)

    def _on_strength_added(self, event: Event) -> None:
        against = event.fields().get("counts_for") in AGAINST
        if against == (event.amount > 0):
            self._hinder(event.seat, event.fight)

    def _on_enhanced(self, event: Event) -> None:
        if event.amount > 0:
            self._hinder(event.seat, event.fight)

    def _on_monster_joined(self, event: Event) -> None:
        self._hinder(event.seat, event.fight)

    def _hinder(self, seat: int, fight: int) -> None:
        fighter = self._fighters.get(fight, -1)
        if seat < 0 or fighter in (-1, seat) or self._helpers.get(fight, -1) == seat:
            return
        self._hindered[self._names[seat], self._names[fighter]] += 1
        for pledge in self._pledges:
            if pledge.what == NO_INTERFERENCE and (pledge.by, pledge.to) == (seat, fighter):
                pledge.broken = True

    def _on_handed_over(self, event: Event) -> None:
        if event.cause == BY_GIFT and event.seat >= 0:
            self._traded[self._names[event.seat], self._names[event.to]] += 1

    def _on_accepted(self, event: Event) -> None:
        if event.bargain == HELP:
            self._bargains += 1
            self._treasures += event.treasures
            self._items += event.items
            self._free += event.treasures == 0 and event.items == 0

    def _on_pledged(self, event: Event) -> None:
        if event.pledge in (NO_INTERFERENCE, NO_HELP):  # a favour is judged by nobody
            self._pledges.append(Pledge(event.seat, event.to, event.pledge, self._turn + len(self._names)))

    def findings(self) -> Findings:
        """All of it so far."""
        pairs = sorted({*self._helped, *self._hindered, *self._traded})
        many = max(1, self._bargains)
        return Findings(
            games=self.games,
            coalitions=[
                Edge(
                    who=who,
                    whom=whom,
                    helped=self._helped[who, whom],
                    hindered=self._hindered[who, whom],
                    traded=self._traded[who, whom],
                )
                for who, whom in pairs
            ],
            kingmaking=share(self._kings, self._won),
            promises=share(self._kept, self._judged),
            price_of_help=Price(
                bargains=self._bargains,
                treasures=round(self._treasures / many, 3),
                items=round(self._items / many, 3),
                free=share(self._free, self._bargains),
            ),
        )


class Exploitability(msgspec.Struct, frozen=True, kw_only=True):
    """How often the best response wins among copies of a policy; `gain` is by how much more than par.

    `par` is what a seat won of these games on average: several can win together.
    """

    policy: str
    response: str
    wins: Share
    par: float
    gain: float


def exploitability(
    policy: str,
    games: int,
    seats: int = 4,
    response: str = "master:24w",
    seed: str = "exploit",
    packs: Sequence[str] = ("munchkin",),
    book: str | None = None,
    **options: int,
) -> Exploitability:
    """Play a searching bot, which deals worlds and foresees the others, among copies of a fixed policy.

    It is a lower bound: a better response would win more often.
    """
    wins = winners = 0
    for number in range(games):
        game = Game.new(packs, seats, f"{seed}:{number}", book, dict(options))
        rng = Random(f"{seed}:{number}")
        own = number % seats
        names = [response if seat == own else policy for seat in range(seats)]
        play_out(game, [make_bot(name, rng, game.state.rules, company=names) for name in names], rng)
        wins += own in game.winners
        winners += len(game.winners)
    found = share(wins, games)
    par = winners / max(1, games) / seats
    return Exploitability(policy=policy, response=response, wins=found, par=par, gain=found.rate - par)
