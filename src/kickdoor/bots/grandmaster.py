"""A bot that thinks ahead as the master does, and has learnt from many games how likely a position is to be won."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kickdoor.bots.foresight.network import Foresight, trained
from kickdoor.bots.knowledge import Lore
from kickdoor.bots.master import BUDGET, Master
from kickdoor.bots.naming import is_searching
from kickdoor.bots.outlook import Outlook
from kickdoor.bots.pondering import Candidate, Judge, Manner
from kickdoor.bots.temper import Temper
from kickdoor.bots.whims import NONE, Whims
from kickdoor.engine.data.options import verb_of
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.terms import OFFER
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import View

MANNER = Manner(caution=2.0, margin=0.002, doubt=0.25)

WHIMS = Whims(rash=0.25, wary=0.65, idle=0.85)
"""Masters depart from the veteran in them less often. Of the seven sets tried among them this won most."""

MOST_OFFERS = 8  #: that are thought about besides what the veteran would say
MOST_OTHERS = 12  #: options that are thought about besides those of the master


class Grandmaster(Master):
    """Plays its choices on in worlds as they might be, and asks a network how each of them stands then.

    `company` is who sits at the table, as everybody there can see: for each seat the name of a bot, or "" for a person.
    """

    def __init__(
        self,
        rng: Random,
        rules: Rules,
        temper: Temper | None = None,
        budget: Budget = BUDGET,
        company: Sequence[str] = (),
    ) -> None:
        super().__init__(rng, rules, temper, budget)
        self._whims = [whims_of(name) for name in company]

    def _find_manner(self) -> Manner:
        return MANNER

    def _find_judge(self) -> Judge:
        return Foresight(self.rules, trained())

    def _find_whims(self, view: View) -> Sequence[Whims]:
        return self._whims or [WHIMS] * len(view.players)

    def _find_candidates(self, view: View, decision: Decision, prior: Option | Offer) -> list[Candidate]:
        found = super()._find_candidates(view, decision, prior) or [Candidate(prior)]
        said = [each.choice for each in found]
        offers = [offer for offer in offers_of_help(view, decision, self.veteran.lore) if offer not in said]
        ranked = sorted(self.veteran.wishes, key=lambda each: -each[1][0])
        others = [option for option, _ in ranked if option not in said and verb_of(option.code) != OFFER]
        return [*found, *map(Candidate, offers[:MOST_OFFERS]), *map(Candidate, others[:MOST_OTHERS])]

    def _reason(self, chosen: Candidate, usual: Candidate, worlds: int) -> str:
        return (
            f"played on in {worlds} worlds as they might be, this leads to positions that are won "
            f"{100 * chosen.mean:.1f} % of the time, what looked best at first {100 * usual.mean:.1f} %"
        )


def whims_of(name: str) -> Whims:
    """What to expect of somebody by the name of their bot; of people, who have none, the same as of masters."""
    return WHIMS if not name or is_searching(name) else NONE


def offers_of_help(view: View, decision: Decision, lore: Lore) -> list[Offer]:
    """Offers that would bring help into the fight that is on: those for one Treasure first."""
    outlook = Outlook(view, lore)
    fight = outlook.fight
    if fight is None or fight.helper >= 0 or not outlook.lacking or not decision.passable:
        return []
    if fight.fighter == view.seat:
        able = [seat for seat in outlook.others if outlook.strength(seat) >= outlook.lacking]
    else:
        able = [fight.fighter] if outlook.strength(view.seat) >= outlook.lacking else []
    whole = outlook.treasures_at_stake
    shares = dict.fromkeys((min(1, whole), whole, (whole + 1) // 2, 0))  # whoever wins the game by it needs no Treasure
    offers = [Offer(kind="help", to=seat, treasures=share) for share in shares for seat in able]
    return [offer for offer in offers if decision.allows(offer)]
