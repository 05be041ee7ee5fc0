"""What a veteran wants most among its options. It is compiled with the engine."""

from __future__ import annotations

from kickdoor.bots.knowledge import Ploy
from kickdoor.bots.picking import prefer
from kickdoor.bots.speaking import NEVER, Wish, wishes_for
from kickdoor.bots.worth import Judgement
from kickdoor.engine.data.question import QuestionKind
from kickdoor.play.choices import Option


class Weighed:
    """How much each option of a decision is wanted, in their order, and which most; never changed once made."""

    __slots__ = ("best", "most", "wishes")

    def __init__(self, wishes: list[Wish]) -> None:
        self.wishes = wishes
        self.best: list[int] = []  # the places of those that are wanted most
        self.most = NEVER - 1.0
        for place, each in enumerate(wishes):
            wanted = each[0]
            if wanted > self.most:
                self.most = wanted
                self.best = [place]
            elif wanted == self.most:
                self.best.append(place)

    def __deepcopy__(self, memo: object) -> Weighed:
        return self


def weigh(
    judgement: Judgement,
    options: list[Option],
    passable: bool,
    about: QuestionKind,
    ploy: Ploy,
    played: dict[int, int],
) -> Weighed:
    """Weigh the options of a decision; `ploy` is what is being played, `played` how often each play was this turn."""
    codes: list[int] = [option.code for option in options]
    if passable:
        return Weighed(wishes_for(judgement, codes, played))
    return Weighed([prefer(judgement, code, about, ploy) for code in codes])
