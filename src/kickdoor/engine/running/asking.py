"""What the table is asked, for whoever looks on: nobody else reads steps and frames."""

from __future__ import annotations

from kickdoor.engine.actions import bargains
from kickdoor.engine.data.deals import Deal
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.options import code
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import PASSES
from kickdoor.engine.data.stack import first
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import ALL_SEATS, IN_LIMBO, OVER, PLAY
from kickdoor.engine.questions.permission import refuse_ability
from kickdoor.engine.questions.table import face, is_public, seats
from kickdoor.engine.running.kernel import top_step
from kickdoor.engine.running.windows import Window
from kickdoor.engine.steps.choosing import Choose
from kickdoor.engine.steps.sources import FromWords


def question(s: State, seat: int) -> Question | None:
    """What is asked now, as a seat (-1: the gallery) may know it; None where nothing is."""
    if s.over == OVER or not s.stack or not s.waiting:
        return None
    step, f = top_step(s)
    if isinstance(step, Window):
        window = step.question(s, f, Seat(seat))
        return window if _may_know(s, seat, window.card) else window.about(-1, window.asked)
    waiting = tuple(i for i in seats(s) if s.waiting >> i & 1)
    found = step.question(s, f, Seat(seat) if seat in waiting else waiting[0])
    card = found.card if _may_know(s, seat, found.card) else -1
    if seat in waiting:
        return found.about(card, waiting)
    return Question(found.kind, found.whom, found.by, card, found.fight, asked=waiting, names=found.names)


def _may_know(s: State, seat: int, card: int) -> bool:
    if card < 0 or card >= len(s.where) or (s.where[card] != IN_LIMBO and is_public(s, Card(card))):
        return True
    return s.known[card] >> seat & 1 == 1 if seat >= 0 else s.known[card] == ALL_SEATS


def words_at(s: State, place: int) -> set[str]:
    """The words that stand at this place where some card asks for one: a pick that needed no asking names only that."""
    steps = [step for script in s.rules.scripts for step in script.steps]
    words = [step.source.names for step in steps if isinstance(step, Choose) and isinstance(step.source, FromWords)]
    return {names[place] for names in words if place < len(names)}


def deal_of(s: State, seat: int, option: int) -> Deal:
    """The bargain that an option offers."""
    return bargains.from_option(s, s.stack[-1], Seat(seat), option)


# Windows


class OpenWindow:
    """A window, kept to ask later whether it is still open and who has passed in it."""

    __slots__ = ("_frame", "_step")

    def __init__(self, frame: Frame, step: Window) -> None:
        self._frame = frame
        self._step = step

    def is_open(self, s: State) -> bool:
        """Whether it is what the table waits for."""
        return s.over != OVER and bool(s.stack) and s.stack[-1] is self._frame and top_step(s)[0] is self._step

    def passed(self) -> int:
        """Who has passed since the last change, as a mask; 0 once it has closed."""
        return first(self._frame.regs[PASSES], 0)


def open_window(s: State) -> OpenWindow | None:
    """The window that is open; None where somebody is asked by name, or nothing is asked."""
    if s.over == OVER or not s.stack:
        return None
    step, f = top_step(s)
    return OpenWindow(f, step) if isinstance(step, Window) else None


def forget_passes(s: State, seat: int) -> None:
    """In a window all but a seat and the owner are asked anew if they could speak: their passes are not public."""
    step, f = top_step(s)
    if not isinstance(step, Window) or not f.regs[PASSES]:
        return
    owner = step.owner(s, f)
    public = 1 << seat | (1 << owner if owner >= 0 else 0)
    passes = f.regs[PASSES][0] & public
    f.regs[PASSES] = (passes,)
    was_asked = s.waiting >> seat & 1
    s.waiting = 0
    for other in seats(s):
        if not passes >> other & 1 and not s.players[other].dead:
            asked = other == owner or (other == seat and was_asked == 1) or step.can_speak(s, f, other)
            s.waiting |= int(asked) << other


def not_offered(s: State) -> list[tuple[int, int]]:
    """Seats and cards of theirs that they could lawfully play or use, but that the open window does not offer."""
    found: list[tuple[int, int]] = []
    step, f = top_step(s)
    if not isinstance(step, Window):
        return found
    for seat in seats(s):
        player = s.players[seat]
        if player.dead:
            continue
        offered = frozenset(step.plays(s, f, seat))
        for card in (*player.hand, *player.table):
            d = face(s, card)
            for ability in d.abilities:
                if code(PLAY, card, ability.index) in offered:
                    continue
                if refuse_ability(s, f, seat, card, d, ability) is None:
                    found.append((seat, card))
    return found
