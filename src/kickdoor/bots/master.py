"""A bot that thinks ahead: it plays its choices on in worlds as they might be, and takes what wins most often."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kickdoor.bots.pondering import Candidate, Judge, Manner, Pondering, candidates, gap
from kickdoor.bots.prospects import prospects_of
from kickdoor.bots.temper import Temper
from kickdoor.bots.veteran import Veteran
from kickdoor.bots.whims import Whims
from kickdoor.engine.data.rules import Rules
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import View

BUDGET = Budget(seconds=0.1)


class Master:
    """Asks the veteran in it first; where there is more than one answer worth a thought, it deals worlds, plays each of
    them on to the end of the turn with every such answer, all seats played by veterans, and compares who would win.

    `why` says in words why it made its last choice.
    """

    def __init__(self, rng: Random, rules: Rules, temper: Temper | None = None, budget: Budget = BUDGET) -> None:
        self.rng = rng
        self.rules = rules
        self.veteran = Veteran(rng, rules, temper)
        self.budget = budget
        self.manner = self._find_manner()
        self.judge = self._find_judge()
        self.pondered: Pondering | None = None  # the last thought
        self._why = ""

    def _find_manner(self) -> Manner:
        """How it goes about a thought."""
        return Manner()

    def _find_judge(self) -> Judge:
        """Who says how the game stands at the end of a thought."""
        return prospects_of(self.rules)

    def _find_candidates(self, view: View, decision: Decision, prior: Option | Offer) -> list[Candidate]:
        """The answers that it thinks about."""
        return candidates(self.veteran, view, decision, prior)

    def _find_whims(self, view: View) -> Sequence[Whims]:
        """What each seat may do that a veteran would not; nothing where it has no idea of that."""
        return ()

    @property
    def why(self) -> str:
        """Why it did what it did last, as it sees it."""
        return self._why or self.veteran.why

    def choose(self, view: View, decision: Decision) -> Option | Offer:
        """What wins most often in worlds as they might be; the veteran's choice where that says nothing else."""
        self._why = ""
        self.pondered = None
        seed = self.rng.getrandbits(64)
        before = self.veteran.memory()
        prior = self.veteran.choose(view, decision)
        if decision.worlds is None or len(decision.options) < 2:
            return prior
        found = self._find_candidates(view, decision, prior)
        if len(found) < 2:
            return prior
        pondering = Pondering(
            view, decision, self.rules, before, seed, self.judge, manner=self.manner, whims=self._find_whims(view)
        )
        best = pondering.think(found, decision.worlds, self.budget)
        self.pondered = pondering
        if best is None or best.choice == prior:
            return prior
        usual = next(each for each in found if each.choice == prior)
        gain, error = gap(best, usual)
        if gain < self.manner.margin + self.manner.doubt * error:
            return prior
        self.veteran.recall(before)
        self.veteran.note(view, decision, best.choice)
        self._why = self._reason(best, usual, pondering.worlds)
        return best.choice

    def _reason(self, chosen: Candidate, usual: Candidate, worlds: int) -> str:
        return (
            f"in {worlds} worlds as they might be this wins {100 * chosen.mean:.1f} %, "
            f"what looked best at first {100 * usual.mean:.1f} %"
        )
