"""What would happen, happens otherwise: replacers are found, the player concerned is asked, each acts once."""

from __future__ import annotations

from kickdoor.engine.actions import tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import Reaction
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.options import card_of, code, second_of, verb_of
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import EVENT, YES
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import DONE, PLAY
from kickdoor.engine.questions.force import is_active
from kickdoor.engine.questions.table import face, is_reached, means_of


class Replace(Step):
    """Let the player concerned, or a card of theirs, replace an event; then go on elsewhere."""

    __slots__ = ("acted", "event", "noted", "then")

    def __init__(self, event: int, acted: int, then: int, noted: int = -1) -> None:
        self.event = event
        self.acted = acted  # the register of the cards that have acted
        self.then = then
        self.noted = noted  # a flag for having been replaced, or -1

    def _found(self, s: State, f: Frame) -> list[tuple[Card, Reaction]]:
        found: list[tuple[Card, Reaction]] = []
        bit = 1 << self.event
        if not s.rules.reacts & bit or s.players[f.you].dead:
            return found
        cards: list[Card] = []
        if means_of(s, f.you).reacts & bit:
            cards = [c for c in s.players[f.you].table if face(s, c).reacts & bit and is_active(s, f.you, c)]
        if s.dungeons and s.rules.dungeon_reacts & bit:
            cards += [c for c in s.dungeons if is_reached(s, c, f.you)]
        for card in cards:
            d = face(s, card)
            if card in f.regs[self.acted]:
                continue
            for reaction in d.reactions:
                if reaction.event != self.event or not reaction.instead:
                    continue
                asked = Frame(
                    script=stack.ASKED,
                    pc=0,
                    you=f.you,
                    by=f.by,
                    it=card,
                    fight=f.fight,
                    cause=f.cause,
                    ret=-1,
                    regs=[()] * reaction.script.registers,
                )
                asked.regs[EVENT] = (f.it,)
                if reaction.condition is not None and not reaction.condition.holds(s, asked):
                    continue
                if all(step.refuse(s, asked) is None for step in reaction.script.steps[:1]):
                    found.append((card, reaction))
        return found

    def run(self, s: State, f: Frame) -> None:
        """Apply a sure replacer, ask about the others."""
        s.waiting = 0
        found = self._found(s, f)
        if not found:
            return
        for card, reaction in found:
            if not reaction.may:
                self._apply(s, f, card, reaction)
                return
        s.waiting = 1 << f.you

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("instead", f.you, f.by, f.it, f.fight)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Each replacer, or let it happen."""
        return [code(PLAY, card, reaction.index) for card, reaction in self._found(s, f)] + [code(DONE)]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Replace it, or let it happen."""
        s.waiting = 0
        if verb_of(option) == DONE:
            return
        card = card_of(option)
        self._apply(s, f, card, face(s, card).reactions[second_of(option)])

    def _apply(self, s: State, f: Frame, card: Card, reaction: Reaction) -> None:
        f.regs[self.acted] = (*f.regs[self.acted], card)
        if self.noted >= 0:
            f.regs[self.noted] = YES
        f.pc = self.then
        tell.turned_aside(s, seat=f.you, card=card, against=f.it)
        frame = stack.push(s, reaction.script, f.you, f.by, card, f.fight, f.cause)
        frame.regs[EVENT] = (f.it,)
