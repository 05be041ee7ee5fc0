"""The window of a fight: whoever joins meets first, then all may speak until it is decided."""

from __future__ import annotations

from kickdoor.engine.actions import fights, reacting
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_MET
from kickdoor.engine.data.registers import PASSES
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import BAN_HELP, CLAIMED, CONCEDED, ENDED_BY_CARD, FIGHTING, UNDECLARED
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.strength import is_winning
from kickdoor.engine.running.windows import Window


class FightWindow(Window):
    """The open fight and its closing window: whoever joins meets, then all may speak."""

    __slots__ = ("averted", "broken_off")

    def __init__(self, broken_off: int, averted: int) -> None:
        super().__init__(FIGHTING)
        self.broken_off = broken_off
        self.averted = averted

    def run(self, s: State, f: Frame) -> None:
        """Let newcomers meet first; end at once where the fighter has died, or the book says so."""
        fight = s.fight_by_id(f.fight)
        assert fight is not None
        if s.players[fight.fighter].dead:
            s.waiting = 0
            self.close(s, f)
            f.pc = self.broken_off
            return
        pair = fights.unmet(fight)
        if pair is not None:
            seat, monster = pair
            monster.met |= 1 << seat
            stack.again(f)
            reacting.happen(s, ON_MET, seat, seat, about=monster.id, fight=fight.id)
            if s.rules.faces[monster.face].no_hirelings:
                s.unsettled |= 1 << seat  # what a Hireling made room for
            script = s.rules.faces[monster.face].on_meet
            if script is not None:
                f.regs[PASSES] = (0,)
                stack.push(s, script, seat, seat, monster.id, fight.id)
            s.waiting = 0
            return
        if fight.watched:
            fights.judge(s, fight)
        if fight.helper >= 0 and (
            fights.lets_nobody_help(s, fight)
            or (s.rules.forbidden >> BAN_HELP & 1 and is_banned(s, fight.helper, BAN_HELP, fight=fight.id))
        ):
            fights.walk_out(s, fight.helper, fight)
            f.regs[PASSES] = (0,)
        if s.stack[-1] is not f:  # what came of it, such as the loss of a card, comes first
            stack.again(f)
            s.waiting = 0
            return
        if not living(fight) and fights.is_averted(fight):
            s.waiting = 0
            self.close(s, f)
            f.pc = self.averted
            return
        if not living(fight) and (fight.declared == ENDED_BY_CARD or s.rules.options.get("ends_when_removed")):
            s.waiting = 0
            self.close(s, f)
            return
        if fight.declared and fight.declared != (CLAIMED if is_winning(s, fight) else CONCEDED):
            fight.declared = UNDECLARED
            s.version += 1
            f.regs[PASSES] = (0,)
        super().run(s, f)
