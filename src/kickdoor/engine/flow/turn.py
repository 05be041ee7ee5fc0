"""A turn: listen, arrange, kick open the door, look for trouble or loot, Charity."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import copying, drawing, fights, laying, piles, reacting, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_DOOR_MONSTER, ON_KICK, ON_TURN_BEGUN, ON_TURN_ENDING
from kickdoor.engine.data.ids import NO_FIGHT, NO_SEAT, Card, Seat
from kickdoor.engine.data.options import card_of, code, verb_of
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import CHOICE, TURN_AFTER, TURN_DOOR, TURN_REPLACERS
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    ARRANGE,
    AVERTED,
    BETWEEN,
    BY_DOOR,
    CURSE,
    DONE,
    DOOR,
    END,
    IN_LIMBO,
    LAY,
    LOOT,
    MONSTER,
    NEXT_TURN,
    SECOND,
    STEED,
    TREASURE,
    TROUBLE,
    UNTIL_NEXT_TURN,
    UNTIL_TURN_END,
)
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.flow.replacing import Replace
from kickdoor.engine.flow.setup import act_on_first_hand, deal_hand, waits_for_first_cards
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.values import value
from kickdoor.engine.running.windows import Window


class BeginTurn(Step):
    """A new turn: the dead come back; who died is dealt a new hand, and plays of it as at the start of the game.

    Only then do they listen at the door [DEATH-05, DEATH-06, TURN-10].
    """

    __slots__ = ("listen",)

    def __init__(self, listen: int) -> None:
        self.listen = listen

    def run(self, s: State, f: Frame) -> None:
        s.turn = f.you
        s.turns += 1
        s.met = False
        s.may_loot = False
        s.portal_played = False
        s.used.clear()
        s.fights.clear()
        s.version += 1
        for seat, player in enumerate(s.players):
            player.doubled = 0
            player.portals = ()
            if player.dead:
                player.dead = False
                player.back = True
                s.unsettled |= 1 << seat
                tell.came_back(s, seat=seat)
        s.bans = tuple(ban for ban in s.bans if ban.seat != f.you or ban.until != UNTIL_NEXT_TURN)
        copying.end(s, UNTIL_NEXT_TURN, f.you)
        tell.turn_begun(s, seat=f.you, turn=s.turns)
        if s.players[f.you].back:
            deal_hand(s, f.you)
        waits = s.rules.options.get("listen_at_door") or any(
            waits_for_first_cards(s, card) for card in s.players[f.you].hand
        )
        if not s.players[f.you].back or not waits:
            f.pc = self.listen
        f.regs[TURN_DOOR] = f.regs[TURN_REPLACERS] = ()
        reacting.happen(s, ON_TURN_BEGUN, f.you, f.you)


class Listen(Step):
    """Listen At The Door: one Door, face down, kept or played [TURN-10, TURN-14]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        was_dealt = s.players[f.you].back
        s.players[f.you].back = False
        if s.rules.options.get("listen_at_door"):
            drawing.begin(s, f.you, DOOR, 1, False)
        if was_dealt:
            act_on_first_hand(s, f.you)


class Kick(Step):
    """Kick Open The Door: one Door, face up [TURN-02]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        f.regs[TURN_DOOR] = ()
        tell.door_kicked(s, seat=f.you)
        drawing.begin(s, f.you, DOOR, 1, True, into=TURN_DOOR, apart=True)


class MeetTheDoor(Step):
    """A monster is fought, a Curse strikes, anything else is played or kept [TURN-03, TURN-04, TURN-05].

    A Steed may be fought as well [STEED-05].
    """

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        card = Card(stack.first(f.regs[TURN_DOOR]))
        if card < 0 or s.where[card] != IN_LIMBO:
            return
        if s.players[f.you].dead:
            piles.to_discards(s, card)
            return
        kind = face(s, card).kind
        if kind == MONSTER:
            s.met = True
            fight = fights.begin(s, f.you, card)
            reacting.happen(s, ON_DOOR_MONSTER, f.you, f.you, about=card, fight=fight.id)
            return
        if kind == CURSE:
            stack.push_flow(s, stack.STRIKE_FLOW, f.you, NO_SEAT, card, NO_FIGHT, BY_DOOR)
            return
        s.moment = ARRANGE
        piles.to_hand(s, card, f.you, ALL_SEATS)
        if kind == STEED or laying.refuse_lay(s, f.you, card) is None:
            s.waiting = 1 << f.you
        else:
            tell.kept(s, seat=f.you, card=card)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("door", f.you, card=stack.first(f.regs[TURN_DOOR]))

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Play it at once, fight it, or take it into the hand."""
        card = Card(f.regs[TURN_DOOR][0])
        found = [code(LAY, card)] if laying.refuse_lay(s, seat, card) is None else []
        if face(s, card).kind == STEED:
            found.append(code(TROUBLE, card))
        found.append(code(DONE))
        return found

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Do as they said."""
        s.waiting = 0
        card = Card(f.regs[TURN_DOOR][0])
        if verb_of(option) == LAY:
            laying.lay(s, seat, card)
        elif verb_of(option) == TROUBLE:
            s.met = True
            fights.begin(s, seat, card)
        else:
            tell.kept(s, seat=seat, card=card)


class SecondPhase(Step):
    """Phase 2 is for those who met no monster in phase 1, or whom a card lets loot all the same [TURN-06, TURN-12]."""

    __slots__ = ("otherwise",)

    def __init__(self, otherwise: int) -> None:
        self.otherwise = otherwise

    def run(self, s: State, f: Frame) -> None:
        if any(fight.fighter == f.you and fight.outcome != AVERTED for fight in s.fights):
            s.met = True  # a Curse behind the door may lead to a fight
        s.fights.clear()
        s.version += 1
        f.regs[CHOICE] = ()
        if s.players[f.you].dead or (s.met and not s.may_loot):
            f.pc = self.otherwise


class LootOrTrouble(Step):
    """Do what was chosen for phase 2 [TURN-07, TURN-08, TURN-09]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        choice = stack.first(f.regs[CHOICE])
        s.may_loot = False
        if choice < 0:
            return
        if verb_of(choice) == LOOT:
            deck = TREASURE if s.rules.options.get("loot_treasure") else DOOR
            tell.looted_room(s, seat=f.you, deck=deck)
            drawing.begin(s, f.you, deck, value(s, "loot_cards", f.you), False)
        elif verb_of(choice) == TROUBLE:
            s.met = True
            fights.begin(s, f.you, card_of(choice))


class AfterTrouble(Step):
    """Who looked for trouble and may loot by a card's leave does so now."""

    __slots__ = ("back_to",)

    def __init__(self, back_to: int) -> None:
        self.back_to = back_to

    def run(self, s: State, f: Frame) -> None:
        s.fights.clear()
        s.version += 1
        if s.met and s.may_loot and not s.players[f.you].dead:
            f.pc = self.back_to


class GiveCharity(Step):
    """Too many cards go to the lowest, or away [TURN-13]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        if not s.players[f.you].dead:
            stack.push_flow(s, stack.CHARITY_FLOW, f.you)
            reacting.happen(s, ON_TURN_ENDING, f.you, f.you)


class EndTurn(Step):
    """The next player's turn begins at once [TURN-13]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        for seat, player in enumerate(s.players):
            for card in player.table.copy():
                d = face(s, card)
                if d.kind == CURSE and d.lasting >= NEXT_TURN and seat == f.you and not laying.is_waiting(s, card):
                    tell.curse_ended(s, seat=seat, card=card)
                    piles.to_discards(s, card)
        s.bans = tuple(ban for ban in s.bans if ban.until != UNTIL_TURN_END)
        s.outlasting = tuple(waiting for waiting in s.outlasting if waiting.until != UNTIL_TURN_END)
        copying.end(s, UNTIL_TURN_END)
        tell.turn_ended(s, seat=f.you)
        after = Seat(stack.first(f.regs[TURN_AFTER], f.you))
        extra = self._extra(s) if s.extra_turns else NO_SEAT
        f.regs[TURN_AFTER] = (after,) if extra >= 0 else ()
        f.you = extra if extra >= 0 else self._next(s, after)
        stack.restart(f)

    def _extra(self, s: State) -> Seat:
        """Who has a turn more now, if anybody; who loses their next turn loses that one."""
        while s.extra_turns:
            seat = s.extra_turns[0].seat
            s.extra_turns = s.extra_turns[1:]
            if not self._is_lost(s, seat):
                return seat
        return NO_SEAT

    def _is_lost(self, s: State, seat: Seat) -> bool:
        """Whether somebody's turn is left out this time."""
        lost = next((turn for turn in s.lost_turns if turn.seat == seat), None)
        if lost is None:
            return False
        s.lost_turns = tuple(turn for turn in s.lost_turns if turn is not lost)
        tell.turn_lost(s, seat=seat, source=lost.card)
        return True

    def _next(self, s: State, seat: Seat) -> Seat:
        """Whose turn it is next; who loses it is passed over, once for each time."""
        while True:
            seat = Seat((seat + value(s, "turn_step", seat)) % len(s.players))
            if not self._is_lost(s, seat):
                return seat


class PhaseOne(Step):
    """Phase 1 begins: what was fought before the door has no part in it [TURN-06]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.fights.clear()
        s.version += 1


class BeforeKick(Step):
    """What speaks before the door is kicked open does so, once."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        reacting.happen(s, ON_KICK, f.you, f.by)


class SkipIfDead(Step):
    """A dead player's turn goes straight to its end."""

    __slots__ = ("to",)

    def __init__(self, to: int) -> None:
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        if s.players[f.you].dead:
            f.pc = self.to


def _write(to: To) -> Written:
    return [
        "begin",
        BeginTurn(listen=to("listen")),
        Window(ARRANGE),
        SkipIfDead(to("charity")),
        "listen",
        Listen(),
        "arrange",
        SkipIfDead(to("charity")),
        Window(ARRANGE),
        SkipIfDead(to("charity")),
        "kick open",
        PhaseOne(),
        Replace(ON_KICK, TURN_REPLACERS, then=to("met")),
        BeforeKick(),
        Kick(),
        "met",
        MeetTheDoor(),
        "second",
        SecondPhase(otherwise=to("end")),
        "look or loot",
        Window(SECOND),
        LootOrTrouble(),
        AfterTrouble(back_to=to("look or loot")),
        "end",
        SkipIfDead(to("charity")),
        Window(END),
        "charity",
        GiveCharity(),
        "between",
        Window(BETWEEN),
        "turn end",
        EndTurn(),
    ]


FLOW: Final = put_together(
    _write,
    entries=("begin", "listen", "arrange", "kick open", "second", "end", "charity", "between", "turn end"),
)

#: Where in the turn each phase begins, by the names that positions use.
PHASES: Final[dict[str, int]] = {
    "begin": FLOW.at("begin"),
    "listen": FLOW.at("listen"),
    "arrange": FLOW.at("arrange"),
    "before_kick_open": FLOW.at("arrange"),
    "kick_open": FLOW.at("kick open"),
    "second": FLOW.at("second"),
    "look_or_loot": FLOW.at("second"),
    "end": FLOW.at("end"),
    "charity": FLOW.at("charity"),
    "between": FLOW.at("between"),
    "turn_end": FLOW.at("turn end"),
}
