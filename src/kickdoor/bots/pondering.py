"""Thinking ahead: worlds are dealt, answers tried in each of them, the turn played on, and the ends compared."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Protocol

import msgspec

from kickdoor.bots.outlook import Outlook
from kickdoor.bots.temper import Temper, draw_temper
from kickdoor.bots.veteran import Memory, Veteran
from kickdoor.bots.whims import Whims
from kickdoor.engine.data.options import verb_of
from kickdoor.engine.data.refusals import Endless
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    ACCEPT,
    CLAIM,
    DECLARE,
    DROP,
    ENTRUST,
    EQUIP,
    FIGHT_MOMENTS,
    GIVE,
    LAY,
    LOOT,
    OFFER,
    OVER,
    PASS,
    PROCEED,
    REFUSE,
    RUN,
    UNEQUIP,
    WITHDRAW,
)
from kickdoor.engine.running import kernel
from kickdoor.engine.running.underway import current_fight
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.driver import SEATS
from kickdoor.play.looking import Onlooker, decision_of
from kickdoor.play.view import View
from kickdoor.play.worlds import Worlds

ROUTINE = frozenset({LAY, EQUIP, UNEQUIP, ENTRUST, GIVE, DECLARE, DROP})
"""What the veteran settles alone."""

UNLIKELY = ROUTINE | {OFFER, WITHDRAW}
"""What is not thought about unless the veteran wants it."""

IDLE = frozenset({OFFER, DROP, UNEQUIP, DECLARE})
"""What nobody does in a thought who has nothing else to do."""

GO_ON = frozenset({PASS, PROCEED, CLAIM, RUN, LOOT})
"""How it goes on."""

ALWAYS = GO_ON | {REFUSE, ACCEPT}
"""What is thought about however little the veteran wants it."""

MOST_SHARED = 2  #: Treasures for help that are thought about
MOST = 6  #: answers that are thought about
LONGEST = 400  #: answers until a thought is broken off
ALIKE = 8  #: worlds after which only the first of those is kept that have come to the same in all of them
SLACK = 0.01  #: … and by this much more, in as many worlds as one


class Judge(Protocol):
    """Says how the game stands for a player, at the end of a thought."""

    def chances_of(self, seat: int, ends: Sequence[State]) -> list[float]:
        """How likely a player is to win, in each of the states that a thought has come to."""
        ...


class Manner(msgspec.Struct, frozen=True):
    """How a thought goes: when an answer is dropped, and when the veteran is overruled."""

    sure: int = 4  #: worlds before an answer is dropped
    worse: float = 2.0  #: … that misses what it must be by so many standard errors
    caution: float = 0.0  #: … and by so many times as many more, the fewer the worlds
    margin: float = 0.004  #: so much more likely must a win be to overrule the veteran
    doubt: float = 0.0  #: … and by so many standard errors more

    def errors(self, worlds: int) -> float:
        """By how many standard errors an answer must be worse to be dropped after so many worlds."""
        return self.worse * (1.0 + self.caution / max(1, worlds - 2))


class Candidate:
    """An answer that is thought about, and how often it has won so far."""

    __slots__ = ("choice", "values")

    def __init__(self, choice: Option | Offer) -> None:
        self.choice = choice
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        """How often it wins."""
        return sum(self.values) / len(self.values) if self.values else 0.0


def candidates(veteran: Veteran, view: View, decision: Decision, prior: Option | Offer) -> list[Candidate]:
    """The answers worth a thought, the veteran's first."""
    if decision.about == "setup" or (isinstance(prior, Option) and verb_of(prior.code) in ROUTINE):
        return []
    found: list[Option | Offer] = [prior]
    if isinstance(prior, Offer) and prior.kind == "help":
        whole = Outlook(view, veteran.lore).treasures_at_stake
        shares = set(range(min(whole, MOST_SHARED) + 1)) - {prior.treasures}
        others = [Offer(kind="help", to=prior.to, treasures=share, order=prior.order) for share in sorted(shares)]
        found.extend(offer for offer in others if decision.allows(offer))
    ranked = sorted(veteran.wishes, key=lambda each: -each[1][0])
    for option, _ in ranked:
        if verb_of(option.code) not in UNLIKELY and option != prior:
            found.append(option)
    first = found[:MOST]
    first.extend(option for option in found[MOST:] if isinstance(option, Option) and verb_of(option.code) in ALWAYS)
    return [Candidate(choice) for choice in first]


def gap(better: Candidate, other: Candidate) -> tuple[float, float]:
    """How much more one answer wins than another in the worlds in which both were tried, and the standard error."""
    gaps = [theirs - ours for theirs, ours in zip(better.values, other.values, strict=False)]
    count = len(gaps)
    mean = sum(gaps) / count
    if count < 2:
        return mean, 0.0
    return mean, (sum((each - mean) ** 2 for each in gaps) / (count - 1) / count) ** 0.5


def still_open(live: Sequence[Candidate], usual: Candidate, manner: Manner) -> list[Candidate]:
    """Those that may be better than the veteran's answer by the margin, and best; of those that are alike the first."""
    worlds = len(live[0].values)
    errors, slack = manner.errors(worlds), SLACK / worlds

    def may_beat(each: Candidate, other: Candidate, margin: float) -> bool:
        gain, error = gap(each, other)
        return gain + errors * error + slack >= margin

    found = list(live)
    if usual in found:
        found = [each for each in found if each is usual or may_beat(each, usual, manner.margin)]
    if worlds >= ALIKE:
        firsts: dict[tuple[float, ...], Candidate] = {}
        for each in found:
            firsts.setdefault(tuple(each.values), each)
        found = list(firsts.values())
    best = max(found, key=lambda each: each.mean)
    return [each for each in found if each is best or may_beat(each, best, 0.0)]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the collector of cycles away: a thought makes many things and no cycles; a tenth of it went into looking."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class Pondering:
    """One thought: answers are compared in the same worlds, with the same luck."""

    def __init__(
        self,
        view: View,
        decision: Decision,
        rules: Rules,
        memory: Memory,
        seed: int,
        judge: Judge,
        manner: Manner,
        whims: Sequence[Whims] = (),
    ) -> None:
        self.view = view
        self.decision = decision
        self.rules = rules
        self.seat = view.seat
        self.seed = seed
        self.worlds = 0
        self.seconds = 0.0
        self._memory = memory
        self._judge = judge
        self._manner = manner
        self._whims = whims  # of each seat; with none all play as veterans do

    def think(self, found: Sequence[Candidate], worlds: Worlds, budget: Budget) -> Candidate | None:
        """The answer that wins most often, as far as the budget reaches; None where nothing could be tried.

        The first is the veteran's, which stands unless another one is better by the margin.
        """
        begun = time.thread_time()
        with _uncollected():
            live = self._narrowed(found, worlds, budget, begun)
        self.seconds = time.thread_time() - begun
        return max(live, key=lambda each: each.mean) if self.worlds else None

    def _narrowed(self, found: Sequence[Candidate], worlds: Worlds, budget: Budget, begun: float) -> list[Candidate]:
        """Those that are left when the budget is used up, or nothing more can be learnt."""
        live = list(found)
        while len(live) > 1 and (budget.worlds is None or self.worlds < budget.worlds):
            rng = Random(self.seed + self.worlds)
            world = worlds.deal(rng)
            if world is None:
                break
            luck = rng.getrandbits(64)
            tempers = [draw_temper(rng) for _ in world.state.players]
            ends: list[State | None] = []
            for each in live:
                ends.append(self._try(world.state.copy(), each.choice, tempers, Random(luck)))
                if budget.seconds is not None and time.thread_time() - begun > budget.seconds:
                    break
            if len(ends) < len(live):
                break
            for each, value in zip(live, self._judged(ends), strict=True):
                each.values.append(value)
            self.worlds += 1
            if self.worlds >= self._manner.sure:
                live = still_open(live, found[0], self._manner)
        return live

    def _judged(self, ends: Sequence[State | None]) -> list[float]:
        """How likely the player is to win in each of these; not at all where an answer came to nothing."""
        found = iter(self._judge.chances_of(self.seat, [end for end in ends if end is not None]))
        return [0.0 if end is None else next(found) for end in ends]

    def _try(self, world: State, choice: Option | Offer, tempers: Sequence[Temper], rng: Random) -> State | None:
        """Where an answer leads by the end of the turn in this world; None where it leads nowhere."""
        players = [Veteran(rng, self.rules, temper) for temper in tempers]
        players[self.seat].recall(self._memory)
        players[self.seat].note(self.view, self.decision, choice)
        until = world.turns + 1
        try:
            answer(world, self.seat, choice)
            self._play_on(world, players, until)
        except Endless:
            return None  # would be refused, or brings the game to a stop
        return world

    def _play_on(self, s: State, players: Sequence[Veteran], until: int) -> None:
        """Play on until a turn begins; who could hardly say anything says nothing."""
        onlooker = Onlooker(s)
        silent: set[tuple[int, ...]] = set()  # seats with options among which they have chosen silence, out of fights
        for _ in range(LONGEST):
            if s.over == OVER or s.turns >= until:
                return
            waiting = s.waiting
            seat = s.turn if waiting >> s.turn & 1 else SEATS[waiting][0]
            options = kernel.options(s, seat)
            plain = _only_way(options)
            if plain >= 0:
                kernel.apply(s, seat, plain)
                continue
            calm = not FIGHT_MOMENTS >> s.moment & 1
            said = (seat, *options) if calm else ()
            if said in silent:
                kernel.apply(s, seat, next(option for option in options if verb_of(option) == PASS))
                continue
            decision = decision_of(s, seat)
            assert decision is not None, "a seat that is waited for has something to decide"
            view = onlooker.view(seat)
            choice = players[seat].choose(view, decision)
            if self._whims and seat != self.seat and not calm and isinstance(choice, Option):
                choice = self._whims[seat].sway(players[seat], view, decision, choice)
            if calm and isinstance(choice, Option) and verb_of(choice.code) == PASS:
                silent.add(said)
            answer(s, seat, choice)


def answer(s: State, seat: int, choice: Option | Offer) -> None:
    """Give an answer in a world."""
    if isinstance(choice, Offer):
        kernel.apply_offer(s, choice.deal(seat, current_fight(s)))
    else:
        kernel.apply(s, seat, choice.code)


def _only_way(options: Sequence[int]) -> int:
    """The option that is taken without a thought, or -1: the only one, or the only one that is not idle."""
    if len(options) == 1:
        return options[0]
    found = -1
    for option in options:
        verb = verb_of(option)
        if verb in IDLE:
            continue
        if found >= 0 or verb not in GO_ON:
            return -1
        found = option
    if found >= 0 and verb_of(found) == RUN and any(verb_of(option) == OFFER for option in options):
        return -1  # somebody may help
    return found
