"""What would happen, happens otherwise: replacers are found, the player concerned is asked, each acts once."""

from __future__ import annotations

from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import Reaction
from kickdoor.engine.data.options import code, first_of, second_of, verb_of
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.stack import REPLACED, USED_REPLACERS
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import DONE, PLAY
from kickdoor.engine.questions.force import is_active
from kickdoor.engine.questions.table import face, is_reached, means_of


class Replace(Step):
    """Let the player concerned, or a card of his, replace an event; then go on at `skip_to`."""

    __slots__ = ("event", "skip_to")

    def __init__(self, event: int, skip_to: int) -> None:
        self.event = event
        self.skip_to = skip_to

    def _found(self, s: State, f: Frame) -> list[tuple[int, Reaction]]:
        found: list[tuple[int, Reaction]] = []
        bit = 1 << self.event
        if not s.rules.reacts & bit or s.players[f.you].dead == 1:
            return found
        cards: list[int] = []
        if means_of(s, f.you).reacts & bit:
            cards = [c for c in s.players[f.you].table if face(s, c).reacts & bit and is_active(s, f.you, c)]
        if s.dungeons and s.rules.dungeon_reacts & bit:
            cards += [c for c in s.dungeons if is_reached(s, c, f.you)]
        for card in cards:
            d = face(s, card)
            if card in f.regs[USED_REPLACERS]:
                continue
            for reaction in d.reactions:
                if reaction.event != self.event or not reaction.instead:
                    continue
                asked = Frame(-1, 0, f.you, f.by, card, f.fight, f.cause, -1, [()] * reaction.script.names)
                asked.regs[stack.EVENT] = (f.it,)
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

    def options(self, s: State, f: Frame, seat: int) -> list[int]:
        """Each replacer, or let it happen."""
        return [code(PLAY, card, reaction.index) for card, reaction in self._found(s, f)] + [code(DONE)]

    def take(self, s: State, f: Frame, seat: int, option: int) -> None:
        """Replace it, or let it happen."""
        s.waiting = 0
        if verb_of(option) == DONE:
            return
        card = first_of(option)
        self._apply(s, f, card, face(s, card).reactions[second_of(option)])

    def _apply(self, s: State, f: Frame, card: int, reaction: Reaction) -> None:
        f.regs[USED_REPLACERS] = (*f.regs[USED_REPLACERS], card)
        f.regs[REPLACED] = (1,)
        f.pc = self.skip_to
        s.emit("turned_aside", f.you, card, other=f.it)
        frame = stack.push(s, reaction.script, f.you, f.by, card, f.fight, f.cause)
        frame.regs[stack.EVENT] = (f.it,)
