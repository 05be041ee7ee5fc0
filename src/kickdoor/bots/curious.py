"""A veteran that tries out what it has never seen: plays of strangers' cards that no lore values.

It deals worlds as they might be, makes the play in each of them and looks what has become of its chances. So a card of
somebody's own is neither left alone nor thrown away, whatever it says. Cards of the packs that come with kickdoor are
never tried: the lore knows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import msgspec

from kickdoor.bots.lore import PURPOSES, lore_of
from kickdoor.bots.pondering import Candidate, Manner, Pondering, answer
from kickdoor.bots.prospects import prospects_of
from kickdoor.bots.speaking import OFTEN
from kickdoor.bots.temper import Temper, draw_temper
from kickdoor.bots.veteran import Veteran
from kickdoor.engine.data.options import code, first_of
from kickdoor.engine.data.refusals import Endless
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import FIGHT_MOMENTS, MOMENTS, OVER, PLAY
from kickdoor.packs.loader import available, pack_of
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.driver import SEATS
from kickdoor.play.looking import Onlooker, decision_of
from kickdoor.play.view import View
from kickdoor.play.worlds import Worlds

WORLDS = 3  #: in which a play is tried
MOST_PICKS = 8  #: answers to a question of such a play that are tried
MOST_IN_FIGHTS = 12  #: times in a game that a play is tried in a fight, where the turn is played on
LONGEST = 60  #: answers until a play that goes on and on is given up
SPENT = 0.02  #: so much more likely must a win be to spend a card …
EARLY = 0.08  #: … and so much more at the beginning, when a better moment may come …
KEPT = 0.0025  #: … and to use one that stays

AMBIGUOUS = frozenset({"set_level"})
"""Verbs that raise some and ruin others, so that their purpose says nothing."""

SAID_HOW = frozenset(
    {
        *("choose", "if_", "then", "else_", "for_each", "repeat", "together", "roll", "roll_off", "count_left"),
        *("poll", "most", "stop", "discard", "to_deck", "out_of_game", "show_hand", "discard_to_limit"),
    }
)
"""Verbs that say how, or what it costs, and not what for."""

VALUED = SAID_HOW.union(*(verbs for _, verbs in PURPOSES)) - AMBIGUOUS


@lru_cache(maxsize=16)
def strange_plays(rules: Rules) -> frozenset[int]:
    """The options of playing a stranger's card for something that no lore values."""
    if not rules.guests:
        return frozenset()
    lore, own = lore_of(rules), set(available())
    return frozenset(
        code(PLAY, card, index)
        for card, d in enumerate(rules.defs)
        if pack_of(d.id) not in own
        for index, ploy in enumerate(lore.ploys[card])
        if ploy.verbs - VALUED or (ploy.purpose == "none" and ploy.verbs)
    )


class Curious(Veteran):
    """Chooses as a veteran does, but for plays that no lore values: these it makes where a try says that they pay."""

    def __init__(self, rng: Random, rules: Rules, temper: Temper | None = None) -> None:
        super().__init__(rng, rules, temper)
        self.rules = rules
        self._strange = strange_plays(rules)
        self._tried: set[tuple[int, str, int]] = set()  # turn, moment of a fight, option
        self._in_fights = 0
        self._playing = False  # a play that it has tried: its picks are tried, too

    def choose(self, view: View, decision: Decision) -> Option | Offer:
        """What a veteran would choose, or what a try says to be better."""
        worlds = decision.worlds
        if worlds is None or len(decision.options) < 2:
            return super().choose(view, decision)
        if not decision.passable:
            return self._pick(view, decision, worlds) if self._playing else super().choose(view, decision)
        self._playing = False
        strange = [option for option in decision.options if option.code in self._strange]
        known = [option for option in decision.options if option.code not in self._strange]
        if not strange or not known:
            return super().choose(view, decision)
        before = self.memory()
        prior = super().choose(view, msgspec.structs.replace(decision, options=known))
        tried = self._try(view, decision, strange, prior, worlds)
        if tried is None:
            return prior
        self.recall(before)
        self.note(view, decision, tried)
        self._playing = True
        self._reason = ("tried out, {card} pays", first_of(tried.code), -1)
        return tried

    def _try(
        self, view: View, decision: Decision, strange: Sequence[Option], prior: Option | Offer, worlds: Worlds
    ) -> Option | None:
        """The play that pays most, among those that have not been tried in this turn."""
        fighting = bool(FIGHT_MOMENTS >> MOMENTS.index(view.moment) & 1)
        moment = view.moment if fighting else ""
        new = [
            option
            for option in strange
            if (view.turns, moment, option.code) not in self._tried and self.played.get(option.code, 0) < OFTEN
        ]
        if not new or (fighting and self._in_fights >= MOST_IN_FIGHTS):
            return None
        self._tried.update((view.turns, moment, option.code) for option in new)
        seed = self.rng.getrandbits(64)
        if fighting:
            self._in_fights += 1
            gains = self._gains_in_turn(view, decision, new, prior, worlds, seed)
        else:
            gains = self._gains_at_once(view, decision, new, worlds, seed)
        held = {shown.card for shown in view.players[view.seat].hand or ()}
        to_go = 1.0 - max(player.level for player in view.players) / self.lore.winning_level
        least = SPENT + EARLY * max(0.0, to_go)
        paying = [
            (gain, -place)
            for place, (option, gain) in enumerate(zip(new, gains, strict=True))
            if gain >= (least if first_of(option.code) in held else KEPT)
        ]
        if not paying:
            return None
        _, place = max(paying)
        self._tried.discard((view.turns, moment, new[-place].code))  # what pays may pay again
        return new[-place]

    def _pick(self, view: View, decision: Decision, worlds: Worlds) -> Option | Offer:
        """Answer a question of a play that it tries: what does best at once; a veteran's pick among equals."""
        before = self.memory()
        prior = super().choose(view, decision)
        options = decision.options
        if len(options) > MOST_PICKS or isinstance(prior, Offer):
            return prior
        gains = self._gains_at_once(view, decision, options, worlds, self.rng.getrandbits(64))
        best = max(range(len(options)), key=lambda place: (gains[place], options[place] == prior))
        if gains[best] - gains[options.index(prior)] < KEPT:
            return prior
        self.recall(before)
        self.note(view, decision, options[best])
        return options[best]

    def _gains_in_turn(
        self,
        view: View,
        decision: Decision,
        options: Sequence[Option],
        prior: Option | Offer,
        worlds: Worlds,
        seed: int,
    ) -> list[float]:
        """How much more likely it is to win by each option than by its first choice, the turn played on."""
        found = [Candidate(prior), *map(Candidate, options)]
        judge = prospects_of(self.rules)
        pondering = Pondering(view, decision, self.rules, self.memory(), seed, judge, Manner())
        pondering.think(found, worlds, Budget(worlds=WORLDS))
        return [each.mean - found[0].mean for each in found[1:]]

    def _gains_at_once(
        self, view: View, decision: Decision, options: Sequence[Option], worlds: Worlds, seed: int
    ) -> list[float]:
        """How much more likely it is to win once each option has been carried out than now."""
        prospects = prospects_of(self.rules)
        memory = self.memory()
        gains = [0.0] * len(options)
        for number in range(WORLDS):
            rng = Random(seed + number)
            world = worlds.deal(rng)
            if world is None:
                return [-1.0] * len(options)
            luck = rng.getrandbits(64)
            now = prospects.chances(world.state)[view.seat]
            for place, option in enumerate(options):
                s = world.state.copy()
                chance = Random(luck)
                players = [Veteran(chance, self.rules, draw_temper(chance)) for _ in s.players]
                players[view.seat].recall(memory)
                players[view.seat].note(view, decision, option)
                done = _carry_out(s, view.seat, option, players)
                gains[place] += prospects.chances(s)[view.seat] - now if done else -1.0
        return [gain / WORLDS for gain in gains]


def _carry_out(s: State, seat: int, option: Option, players: Sequence[Veteran]) -> bool:
    """Do it, with all that is asked on the way, until the window is open again that it was done in; False: no end."""
    moment = s.moment
    try:
        answer(s, seat, option)
        onlooker = Onlooker(s)
        for _ in range(LONGEST):
            if s.over == OVER:
                return True
            asked = SEATS[s.waiting][0]
            decision = decision_of(s, asked)
            assert decision is not None, "a seat that is waited for has something to decide"
            if decision.passable and s.moment == moment:
                return True
            answer(s, asked, players[asked].choose(onlooker.view(asked), decision))
    except Endless:
        return False
    return True
