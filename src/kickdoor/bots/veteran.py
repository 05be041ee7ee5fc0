"""A bot that goes by rules of thumb over the whole game, and puts a price on everything."""

from __future__ import annotations

from random import Random

from kickdoor.bots.bargainer import Bargainer
from kickdoor.bots.knowledge import Ploy
from kickdoor.bots.lore import lore_of
from kickdoor.bots.outlook import NO_PLOY, Outlook
from kickdoor.bots.speaking import OFTEN, Wish
from kickdoor.bots.temper import Temper, draw_temper
from kickdoor.bots.weighing import Weighed, weigh
from kickdoor.bots.worth import Judgement
from kickdoor.engine.data import terms
from kickdoor.engine.data.options import first_of, second_of, verb_of
from kickdoor.engine.data.rules import Rules
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import View

ENOUGH = 4.0  #: what is wanted so much is done before any offer is made


class Memory:
    """What a veteran keeps in mind from one answer to the next; never changed once made."""

    __slots__ = ("bargainer", "played", "ploy", "scores", "struck")

    def __init__(
        self, ploy: Ploy, bargainer: Bargainer, scores: dict[int, int], struck: tuple[int, int], played: dict[int, int]
    ) -> None:
        self.ploy = ploy
        self.bargainer = bargainer
        self.scores = scores
        self.struck = struck
        self.played = played


class Veteran:
    """Weighs what each option is worth to it: fights, bargains, spoils and remembers; its temper is drawn by chance.

    `why` says in words why it made its last choice.
    """

    def __init__(self, rng: Random, rules: Rules, temper: Temper | None = None) -> None:
        self.rng = rng
        self.lore = lore_of(rules)
        self.temper = temper if temper is not None else draw_temper(rng)
        self.bargainer = Bargainer()
        self.ploy = NO_PLOY  # what it is playing, while picks for it are asked
        self.scores: dict[int, int] = {}  # how often each other has struck it
        self._options: list[Option] = []
        self._weighed = Weighed([])
        self.played: dict[int, int] = {}  # how often it has made each play this turn
        self._struck = (-1, -1)
        self._reason = ("", terms.NONE, -1)

    @property
    def wishes(self) -> list[tuple[Option, Wish]]:
        """How much it wanted each option of its last decision."""
        return list(zip(self._options, self._weighed.wishes, strict=True))

    @property
    def why(self) -> str:
        """Why it did what it did last, as it sees it."""
        reason, card, seat = self._reason
        name = self.lore.defs[card].name if card < len(self.lore.defs) else "this"
        return reason.format(card=name, seat=f"player {seat + 1}")

    def choose(self, view: View, decision: Decision) -> Option | Offer:
        """The option that it wants most, or an offer of its own; among equals, chance decides."""
        options = decision.options
        if len(options) == 1:
            self._reason = ("there was no choice", terms.NONE, -1)
            return options[0]
        self._remember(view)
        judgement = Judgement(view, self.lore, self.temper, self.scores, self.bargainer.sworn)
        question = decision.question
        passable = question.passable
        weighed = weigh(judgement, options, passable, question.kind, self.ploy, self.played)
        self._options, self._weighed = options, weighed
        if passable and weighed.most < ENOUGH:
            proposal = self.bargainer.propose(judgement)
            if proposal is not None and decision.allows(proposal.offer):
                self.bargainer.note(proposal.offer)
                self._reason = (proposal.why, terms.NONE, proposal.offer.to)
                return proposal.offer
        best = weighed.best
        place = best[int(self.rng.random() * len(best))] if len(best) > 1 else best[0]
        chosen = options[place]
        self._note(judgement, chosen.code, weighed.wishes[place][1], passable)
        return chosen

    def memory(self) -> Memory:
        """What it has in mind now."""
        return Memory(self.ploy, self.bargainer.copy(), self.scores.copy(), self._struck, self.played.copy())

    def recall(self, memory: Memory) -> None:
        """Have this in mind, and nothing else."""
        self.ploy = memory.ploy
        self.bargainer = memory.bargainer.copy()
        self.scores = memory.scores.copy()
        self._struck = memory.struck
        self.played = memory.played.copy()

    def note(self, view: View, decision: Decision, choice: Option | Offer) -> None:
        """Keep in mind a choice that somebody else made for it."""
        self._remember(view)
        if isinstance(choice, Offer):
            self.bargainer.note(choice)
        else:
            self._note(Outlook(view, self.lore), choice.code, "it was told to", decision.passable)

    def _remember(self, view: View) -> None:
        """Keep in mind who strikes it, and which turn it is."""
        if view.turns != self.bargainer.turn:
            self.played.clear()
        self.bargainer.begin(view.turns)
        matter = view.matter
        if view.moment == "cursed" and matter is not None and matter.whom == view.seat:
            struck = (view.turns, matter.card if matter.card is not None else -1)
            if matter.by is not None and matter.by != view.seat and struck != self._struck:
                self._struck = struck
                self.scores[matter.by] = self.scores.get(matter.by, 0) + 1

    def _note(self, judgement: Outlook, chosen: int, reason: str, passable: bool) -> None:
        """Remember what it is about to do."""
        verb = verb_of(chosen)
        if passable:
            self.ploy = NO_PLOY
        if verb == terms.PLAY:
            self.ploy = judgement.ploy(chosen)
            self.played[chosen] = self.played.get(chosen, 0) + 1
        elif verb == terms.UNEQUIP:
            self.played[chosen] = OFTEN  # what it puts on again after all stays on
        seat = judgement.fight.fighter if judgement.fight is not None else second_of(chosen)
        if verb == terms.PICK_PLAYER:
            seat = first_of(chosen)
        elif verb in (terms.ACCEPT, terms.REFUSE):
            deal = judgement.offer(first_of(chosen))
            seat = deal.by
            if verb == terms.ACCEPT and deal.pledge:
                self.bargainer.sworn.add(seat)
        self._reason = (reason, first_of(chosen), seat)
