"""What a veteran wants most among its options. It is compiled with the engine."""

from __future__ import annotations

from kickdoor.bots.knowledge import Ploy
from kickdoor.bots.picking import prefer
from kickdoor.bots.speaking import NEVER, Wish, wishes_for
from kickdoor.bots.worth import Judgement
from kickdoor.engine.data.question import QuestionKind
from kickdoor.play.choices import Option


class Weighed:
    """How much each option of a decision is wanted, and which most."""

    __slots__ = ("best", "most", "wishes")

    def __init__(self, options: list[Option], wishes: list[Wish]) -> None:
        self.wishes = list(zip(options, wishes, strict=True))
        self.best: list[tuple[Option, Wish]] = []  # those that are wanted most
        self.most = NEVER - 1.0
        for each in self.wishes:
            wanted = each[1][0]
            if wanted > self.most:
                self.most = wanted
                self.best = [each]
            elif wanted == self.most:
                self.best.append(each)


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
        return Weighed(options, wishes_for(judgement, codes, played))
    return Weighed(options, [prefer(judgement, code, about, ploy) for code in codes])
