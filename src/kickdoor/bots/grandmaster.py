"""A bot that thinks ahead as the master does, and has learnt from many games how likely a position is to be won."""

from __future__ import annotations

from kickdoor.bots.foresight.network import Foresight, trained
from kickdoor.bots.master import Master
from kickdoor.bots.pondering import Candidate, Judge, Manner

MANNER = Manner(caution=2.0, doubt=1.0)


class Grandmaster(Master):
    """Plays its choices on in worlds as they might be, and asks a network how each of them stands then."""

    def _find_manner(self) -> Manner:
        return MANNER

    def _find_judge(self) -> Judge:
        return Foresight(self.rules, trained())

    def _reason(self, chosen: Candidate, usual: Candidate, worlds: int) -> str:
        return (
            f"played on in {worlds} worlds as they might be, this leads to positions that are won "
            f"{100 * chosen.mean:.1f} % of the time, what looked best at first {100 * usual.mean:.1f} %"
        )
