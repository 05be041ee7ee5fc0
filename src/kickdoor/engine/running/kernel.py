"""The kernel's loop: run steps until somebody must decide; take answers; say why not."""

from __future__ import annotations

from kickdoor.engine.actions import bargains, chance, dungeons, laying, sales, tell
from kickdoor.engine.actions.sales import Sale
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data import stack
from kickdoor.engine.data.deals import Deal
from kickdoor.engine.data.ids import FIRST_SEAT, Card, Seat
from kickdoor.engine.data.options import card_of, second_of, verb_of
from kickdoor.engine.data.refusals import Endless, IllegalMove, Refusal
from kickdoor.engine.data.registers import CHOICE, PASSES
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.scripts import MOST_STEPS, Step
from kickdoor.engine.data.state import Frame, Player, State
from kickdoor.engine.data.terms import (
    ACCEPT,
    ARRANGE,
    BAN_PLAYS,
    CLAIM,
    DISCOVER,
    DOOR,
    DROP,
    DUNGEON,
    ENTRUST,
    EQUIP,
    FIGHT_MOMENTS,
    FIGHT_OVER,
    IN_HAND,
    JOIN,
    LAY,
    LOOT,
    MONSTER,
    NONE,
    OFFER,
    OVER,
    PAUSE,
    PLAY,
    PROCEED,
    RUN,
    SEEMS_WON,
    SELL,
    SPOILS,
    TREASURE,
    TROUBLE,
    UNEQUIP,
    VERBS,
    WIN_IS_HEARD,
    WITHDRAW,
)
from kickdoor.engine.flow.settle import settle_now
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.permission import refuse_ability
from kickdoor.engine.questions.strength import may_win
from kickdoor.engine.questions.table import face
from kickdoor.engine.running.windows import Window, has_changed_enough


def new_state(rules: Rules, seats: int, sexes: list[int], key: bytes) -> State:
    """A table with shuffled decks, before anything is dealt [SETUP-03, SETUP-05]."""
    players = [Player(1, sexes[i], hand=[], table=[], fresh=[]) for i in range(seats)]
    where = rules.places.copy()
    s = State(
        rules=rules,
        key=key,
        draws=0,
        players=players,
        door=rules.decks[DOOR].copy(),
        treasure=rules.decks[TREASURE].copy(),
        dungeon=rules.decks[DUNGEON].copy(),
        door_discards=[],
        treasure_discards=[],
        dungeon_discards=[],
        dungeons=[],
        reach={},
        out=rules.out.copy(),
        where=where,
        known=[0] * len(where),
        up=[False] * len(where),
        host={},
        face={},
        note={},
        fights=[],
        stack=[],
        offers=[],
        offered={},
        bans=(),
        unbound=(),
        slipping=(),
        lost_turns=(),
        outlasting=(),
        extra_turns=(),
        copies=(),
        used={},
        loaded=[],
        winners=[],
    )
    chance.shuffle(s, s.door)
    chance.shuffle(s, s.treasure)
    chance.shuffle(s, s.dungeon)
    return s


def begin(s: State) -> None:
    """Start the game."""
    stack.push_flow(s, stack.SETUP_FLOW, FIRST_SEAT)
    advance(s)


def top_step(s: State) -> tuple[Step, Frame]:
    """The step that asks, and its frame."""
    f = s.stack[-1]
    return s.rules.scripts[f.script].steps[f.pc - 1], f


def advance(s: State) -> None:
    """Run steps until somebody must decide or the game is over; raises Endless, the state spoilt, where none comes."""
    scripts = s.rules.scripts
    frames = s.stack
    for _ in range(MOST_STEPS):
        if s.over == OVER or s.waiting or not frames:
            break
        if not s.hold:
            if s.unsettled and settle_now(s):
                continue
            if s.over == SEEMS_WON:
                s.over = WIN_IS_HEARD
                stack.push_flow(s, stack.WIN_FLOW, s.winners[0])
                continue
        f = frames[-1]
        steps = scripts[f.script].steps
        if f.pc >= len(steps) or (s.muted and f.script >= stack.FLOWS and _name_of(s, f.it) in s.muted):
            frames.pop()
            continue
        step = steps[f.pc]
        f.pc += 1
        step.run(s, f)
    else:
        raise Endless(_under_way(s))
    if s.over == OVER:
        s.waiting = 0
        frames.clear()


def _under_way(s: State) -> str:
    """The name of the card whose effect is under way: of several the one most often, then the first."""
    counts: dict[str, int] = {}
    for f in s.stack:
        name = _name_of(s, f.it)
        if name:
            counts[name] = counts.get(name, 0) + (1 if f.script >= stack.FLOWS else 0)
    found = ""
    for name, count in counts.items():
        if not found or count > counts[found]:
            found = name
    return found


def _name_of(s: State, card: Card) -> str:
    """The name of a card, or of a monster that has none; empty where it is neither."""
    if 0 <= card < len(s.rules.defs):
        return face(s, card).name
    for fight in s.fights:
        for monster in fight.monsters:
            if monster.id == card:
                return s.rules.faces[monster.face].name
    return ""


def resume(s: State) -> None:
    """Go on after a pause: nobody has spoken."""
    assert s.waiting == PAUSE, "the game does not pause"
    step, f = top_step(s)
    assert isinstance(step, Window)
    s.waiting = 0
    s.listed_for = -1
    step.close(s, f)
    advance(s)


def options(s: State, seat: int) -> list[int]:
    """What the seat may do now; empty where nothing is asked of it and it may do nothing unasked."""
    if s.listed_for == seat:
        return s.listed
    if s.over == OVER or not s.stack:
        return []
    step, f = top_step(s)
    if not s.waiting >> seat & 1 and (not isinstance(step, Window) or s.players[seat].dead):
        return []
    s.listed = step.options(s, f, Seat(seat))
    s.listed_for = seat
    return s.listed


def apply(s: State, seat: int, option: int) -> None:
    """Take an option; raises IllegalMove, nothing changed, where it is not among the seat's options."""
    if option not in options(s, seat):
        why = why_not(s, seat, option) or no.NOT_AN_OPTION
        raise IllegalMove(why)
    step, f = top_step(s)
    s.listed_for = -1
    step.take(s, f, Seat(seat), option)
    advance(s)


def apply_offer(s: State, deal: Deal) -> None:
    """Put any lawful offer on the table."""
    why = refuse_offer(s, deal)
    if why is not None:
        raise IllegalMove(why)
    step, f = top_step(s)
    assert isinstance(step, Window)
    s.listed_for = -1
    step.offer(s, f, deal)
    advance(s)


def refuse_offer(s: State, deal: Deal) -> Refusal | None:
    """Why an offer cannot be made now."""
    if s.over == OVER:
        return no.GAME_OVER
    step, f = top_step(s)
    if not isinstance(step, Window):
        return no.NOTHING_ASKED
    return bargains.refuse_offer(s, f, deal)


def show_hand(s: State, seat: int, to: int) -> None:
    """A player shows their hand to another [CARD-08]."""
    for card in s.players[seat].hand:
        s.known[card] |= 1 << to
        tell.shown(s, seat=seat, card=card, to=to, seen=1 << seat | 1 << to)


def why_not(s: State, seat: int, option: int) -> Refusal | None:
    """Why an option is refused; None where it is open to the seat."""
    if s.over == OVER:
        return no.GAME_OVER
    if option in options(s, seat):
        return None
    if not 0 <= verb_of(option) < len(VERBS):
        return no.NO_OPTION
    if s.players[seat].dead:
        return no.DEAD
    step, f = top_step(s)
    if not isinstance(step, Window):
        if not s.waiting >> seat & 1:
            return no.NOTHING_ASKED
        return sales.refuse_answer(s, f, Seat(seat), option) if isinstance(step, Sale) else no.NOT_AN_OPTION
    return _why_not_in_window(s, step, f, Seat(seat), option) or no.NOT_NOW


def _refuse_more_changes(f: Frame, seat: Seat) -> Refusal | None:
    return no.CHANGED_ENOUGH if has_changed_enough(f, seat) else None


def _why_not_in_window(s: State, step: Window, f: Frame, seat: Seat, option: int) -> Refusal | None:
    verb = verb_of(option)
    a = card_of(option)
    b = second_of(option)
    if verb in (LAY, EQUIP, UNEQUIP, DROP, ENTRUST, PLAY, JOIN, TROUBLE) and a >= len(s.rules.defs):
        return no.NOT_YOURS
    if verb == ENTRUST and b >= len(s.rules.defs):
        return no.NOT_YOURS
    if verb == PLAY:
        d = face(s, a)
        if b >= len(d.abilities):
            return no.NOT_NOW
        return refuse_ability(s, f, seat, a, d, d.abilities[b])
    if verb == LAY:
        return laying.refuse_lay(s, seat, a)
    if verb == EQUIP:
        return laying.refuse_equip(s, seat, a) or _refuse_more_changes(f, seat)
    if verb == UNEQUIP:
        return laying.refuse_unequip(s, seat, a) or _refuse_more_changes(f, seat)
    if verb == ENTRUST:
        return laying.refuse_entrust(s, seat, a, Card(b)) or _refuse_more_changes(f, seat)
    if verb == DROP:
        return laying.refuse_drop(s, seat, a)
    if verb == SELL:
        return sales.refuse_sale(s, seat)
    if verb == DISCOVER:
        return dungeons.refuse_discovery(s, seat)
    if verb == JOIN:
        return no.JOIN_NO_TAG if FIGHT_MOMENTS >> s.moment & 1 else no.NO_COMBAT
    if verb in (CLAIM, RUN):
        return _refuse_end_of_fight(s, step, f, seat, option)
    if verb in (LOOT, TROUBLE, PROCEED):
        return _refuse_going_on(s, step, f, seat, verb, a)
    if verb == WITHDRAW:
        return no.STAYS_TO_HELP
    if verb == OFFER or verb == ACCEPT:
        return _why_no_bargain(s, f, seat, option)
    return None


def _why_no_bargain(s: State, f: Frame, seat: Seat, option: int) -> Refusal | None:
    if verb_of(option) == OFFER:
        if second_of(option) >= len(s.players):
            return no.OFFER_SELF
        return bargains.refuse_offer(s, f, bargains.from_option(s, f, seat, option))
    deal = bargains.offer_by_id(s, card_of(option))
    if deal is None or deal.to != seat:
        return no.OFFER_GONE
    return bargains.refuse_deal(s, f, deal, seat)


def _refuse_end_of_fight(s: State, step: Window, f: Frame, seat: Seat, option: int) -> Refusal | None:
    """Why nobody can say that they win, or cannot."""
    if f.fight < 0:
        return no.NO_COMBAT
    if step.owner(s, f) != seat:
        return no.NOT_FIGHTER
    if _has_gone_on(f, seat, option):
        return no.OTHERS_MAY_SPEAK
    if verb_of(option) == RUN:
        return no.ALL_OR_NONE if card_of(option) != NONE else no.NOT_LOSING
    fight = s.fight_by_id(f.fight)
    return no.NOT_WINNING if fight is None or may_win(s, fight) else no.MAY_NOT_WIN


def _refuse_going_on(s: State, step: Window, f: Frame, seat: Seat, verb: int, card: Card) -> Refusal | None:
    """Why the turn does not go on so: the reason of the phase, unless it goes on already and others may speak."""
    if s.turn != seat:
        return no.NOT_YOUR_TURN if verb == PROCEED else no.NOT_YOUR_PHASE
    if f.fight >= 0:
        if s.moment != FIGHT_OVER and s.moment != SPOILS:
            return no.MUST_FIGHT
        return no.OTHERS_MAY_SPEAK  # whoever really could: that would tell what is in their hands
    if step.owner(s, f) == seat and f.regs[PASSES] and f.regs[PASSES][0] >> seat & 1:
        return no.OTHERS_MAY_SPEAK
    if verb == LOOT:
        return no.LOOT_MET_MONSTER if s.met and s.moment != ARRANGE else no.SECOND_PHASE
    if verb == TROUBLE:
        if s.where[card] != IN_HAND + seat or s.rules.defs[card].kind != MONSTER:
            return no.NO_MONSTER_IN_HAND
        if is_banned(s, seat, BAN_PLAYS):
            return no.FORBIDDEN
    return no.SECOND_PHASE


def _has_gone_on(f: Frame, seat: Seat, option: int) -> bool:
    """Whether the seat has said so already, and the table waits for others."""
    return f.regs[CHOICE] == (option,) and bool(f.regs[PASSES]) and f.regs[PASSES][0] >> seat & 1 == 1
