"""Whether a card's ability may be used by somebody in the open window, asked stage by stage.

Each stage gives a reason or lets pass: place, moment, needs, prohibitions, limits, conditions and price. The first
reason is the one that is told, so the order is part of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from kickdoor.engine.actions import fights
from kickdoor.engine.actions.piles import attached_to
from kickdoor.engine.actions.uses import uses
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.abilities import (
    BY_OWNER,
    FROM_EQUIPPED,
    FROM_HAND,
    FROM_TABLE,
    NEEDS_COMBAT,
    NEEDS_DRAWN,
    NEEDS_FRESH,
    NEEDS_KEPT,
    NEEDS_NO_COMBAT,
    NEEDS_OWN_CATCH,
    NEEDS_OWN_COMBAT,
    NEEDS_OWN_ROLL,
    NEEDS_OWN_TURN,
    NEEDS_RUN_ROLL,
    PER_COMBAT,
    PER_VICTIM,
    Ability,
)
from kickdoor.engine.data.cards import Bar, CardDef
from kickdoor.engine.data.ids import NO_SEAT, Card, Seat
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.registers import EVENT, FLEE_ROLL, ROLL_TO_RUN
from kickdoor.engine.data.stack import (
    ASKED,
    ASKED_IN_PLAYING,
    FLEE_FLOW,
    LOSS_FLOW,
    ROLL_FLOW,
    STRIKE_FLOW,
    nearest,
)
from kickdoor.engine.data.state import Fight, Frame, State
from kickdoor.engine.data.terms import (
    BAN_PLAYS,
    BY_PLAY,
    FIGHT_MOMENTS,
    HIRELING,
    IN_DUNGEONS,
    IN_FIGHT,
    IN_HAND,
    IN_PLAY,
    MONSTER_ENHANCER,
    ONE_SHOT,
    OPEN,
    OPEN_MOMENTS,
    TREASURE,
)
from kickdoor.engine.questions.force import has_fled, is_active, is_banned, is_equipped, is_usable, must_spare
from kickdoor.engine.questions.items import is_spent
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.table import face, in_combat, is_reached, own_turn, party


def refuse_ability(s: State, f: Frame, seat: Seat, card: Card, d: CardDef, ability: Ability) -> Refusal | None:
    """Why a card's ability cannot be used by this seat in the open window."""
    place = s.where[card] if card < len(s.where) else IN_FIGHT  # a twin may have no card
    why = _refuse_place(s, f, seat, card, place, ability)
    if why is not None:
        return why
    if not ability.moments >> s.moment & 1:
        return _wrong_moment(d, ability)
    if ability.by == BY_OWNER:
        why = _refuse_zone(s, seat, card, place, d, ability)
        if why is not None:
            return why
    if ability.needs:
        why = _refuse_needs(s, f, seat, card, ability.needs)
        if why is not None:
            return why
    why = _refuse_card(s, seat, card, d, ability)
    if why is not None:
        return why
    why = _refuse_by_others(s, f, seat, card, d, ability)
    if why is not None:
        return why
    if ability.limit and ability.per != PER_VICTIM and uses(s, f, ability, seat, card, NO_SEAT) >= ability.limit:
        return no.LIMIT_REACHED if ability.per == PER_COMBAT else no.USED_UP
    if ability.condition is None and not ability.checks and not ability.price:
        return None
    return _refuse_conditions(s, as_asked(f, seat, card, ability), ability)


# Place and moment


def _refuse_place(s: State, f: Frame, seat: Seat, card: Card, place: int, ability: Ability) -> Refusal | None:
    """The card must be the seat's own, a Dungeon that reaches it, or a monster of the fight."""
    if place == IN_DUNGEONS:
        return no.NOT_YOURS if ability.played or not is_reached(s, card, seat) else None
    if ability.by == BY_OWNER:
        return None if place == IN_HAND + seat or place == IN_PLAY + seat else no.NOT_YOURS
    if _is_fought(s, f, card):
        return None
    return no.MONSTER_STAYS if place == IN_HAND + seat else no.NOT_YOURS


def _is_fought(s: State, f: Frame, card: Card) -> bool:
    """Whether a card is a monster of this fight: only then does it let anybody do something."""
    fight = s.fight_by_id(f.fight)
    monster = fights.monster_by_id(fight, card) if fight is not None else None
    return monster is not None and not monster.gone


def _wrong_moment(d: CardDef, ability: Ability) -> Refusal:
    if ability.moments & FIGHT_MOMENTS and not ability.moments & ~FIGHT_MOMENTS & OPEN_MOMENTS:
        return no.ENHANCER_NEEDS_FIGHT if d.kind == MONSTER_ENHANCER else no.NO_COMBAT
    return not_now(d)


def not_now(d: CardDef) -> Refusal:
    """It is not the moment: Treasures say when they are played [TREAS-04], and so does any other card of itself."""
    says_when = d.kind == ONE_SHOT or not d.is_item
    return no.WRONG_MOMENT if d.deck == TREASURE and says_when else no.NOT_NOW


def _refuse_zone(s: State, seat: Seat, card: Card, place: int, d: CardDef, ability: Ability) -> Refusal | None:
    """A card of one's own must be where it can be used: in the hand, on the table, equipped."""
    if place == IN_HAND + seat:
        return None if ability.from_zone & FROM_HAND else no.NOT_IN_PLAY
    if place != IN_PLAY + seat:
        return None
    if not ability.from_zone & FROM_TABLE:
        if not ability.from_zone & FROM_EQUIPPED:
            return not_now(d)
        return None if is_equipped(s, seat, card) else no.NOT_EQUIPPABLE
    if ability.played or d.is_item or is_active(s, seat, card):
        return None
    return no.NOT_EQUIPPABLE


# What it needs


def _refuse_needs(s: State, f: Frame, seat: Seat, card: Card, needs: int) -> Refusal | None:
    if needs & (NEEDS_DRAWN | NEEDS_KEPT):
        why = _refuse_portal(s, seat, card, needs)
        if why is not None:
            return why
    if needs & NEEDS_OWN_TURN and not own_turn(s, seat):
        return no.OWN_TURN_ONLY
    if needs & NEEDS_FRESH and (own_turn(s, seat) or card not in s.players[seat].fresh):
        return no.OWN_TURN_ONLY
    if needs & NEEDS_NO_COMBAT and in_combat(s, seat):
        return no.IN_COMBAT
    if needs & NEEDS_OWN_COMBAT and (f.fight < 0 or s.players[seat].fight != f.fight):
        return no.NOT_IN_COMBAT
    if needs & NEEDS_COMBAT and f.fight < 0:
        return no.NO_COMBAT
    if needs & NEEDS_OWN_ROLL and not _is_own_roll(s, seat, needs):
        return no.WRONG_MOMENT
    if needs & NEEDS_OWN_CATCH:
        flee = nearest(s, FLEE_FLOW)
        if flee is None or flee.you != seat or not flee.regs[FLEE_ROLL]:
            return no.WRONG_MOMENT
    return None


def _refuse_portal(s: State, seat: Seat, card: Card, needs: int) -> Refusal | None:
    """Why a Portal of the hand is not turned up as one just drawn, or not played as one that was kept."""
    player = s.players[seat]
    just_drawn = card in player.fresh and card in player.portals
    if needs & NEEDS_DRAWN:
        return None if just_drawn else no.PORTAL_OWN_TURN
    if just_drawn:
        return no.WRONG_MOMENT
    if not own_turn(s, seat):
        return no.PORTAL_OWN_TURN
    if in_combat(s, seat):
        return no.PORTAL_IN_COMBAT
    return no.PORTAL_ONCE if s.portal_played else None


def _is_own_roll(s: State, seat: Seat, needs: int) -> bool:
    """Whether the roll that is being made is the seat's own, and where it must be one to run away."""
    roll = nearest(s, ROLL_FLOW)
    if roll is None or roll.you != seat:
        return False
    return not needs & NEEDS_RUN_ROLL or (nearest(s, FLEE_FLOW) is not None and bool(roll.regs[ROLL_TO_RUN]))


# What forbids it


def _refuse_card(s: State, seat: Seat, card: Card, d: CardDef, ability: Ability) -> Refusal | None:
    """The card itself must be of use: a one-shot usable and not used up, nothing stilled, no Hireling fled."""
    if d.is_item and ability.by == BY_OWNER and not is_usable(s, seat, card):
        return no.NOT_USABLE
    if d.kind == ONE_SHOT and ability.played and is_spent(s, card):
        return no.NOT_USABLE
    if s.rules.stilling and any(ability.name in face(s, other).stills for other in attached_to(s, card)):
        return no.STILLED
    if d.kind == HIRELING and has_fled(s, seat):
        return no.FLED
    return None


def _refuse_by_others(s: State, f: Frame, seat: Seat, card: Card, d: CardDef, ability: Ability) -> Refusal | None:
    """No other card may forbid it: to the seat, in this fight, or beside what is there."""
    if ability.played and is_banned(s, seat, BAN_PLAYS):
        return no.FORBIDDEN
    if f.fight < 0:
        return None
    if ability.needs & (NEEDS_COMBAT | NEEDS_OWN_COMBAT):
        if s.bans and _plays_against(s, f, seat):
            return no.FORBIDDEN
        if s.rules.barring:
            in_hand = card < len(s.where) and s.where[card] == IN_HAND + seat
            if is_barred(s, f, seat, card, in_hand):
                return no.BARRED
    if s.rules.exclusive and ability.played and _is_excluded(s, f, card, d):
        return no.EXCLUDED
    return None


def _plays_against(s: State, f: Frame, seat: Seat) -> bool:
    """Whether the seat may play nothing against somebody in this fight, and stands outside it."""
    fight = s.fight_by_id(f.fight)
    if fight is None or seat in party(s, fight):
        return False
    return any(must_spare(s, seat, member) for member in party(s, fight))


def is_barred(s: State, f: Frame, seat: Seat, card: Card, from_hand: bool) -> bool:
    """Whether a monster of the fight, or a card of somebody in it, keeps such cards out of it."""
    fight = s.fight_by_id(f.fight)
    return fight is not None and any(True for _ in _bars_of(s, fight, seat, card, from_hand))


def is_barred_from(s: State, seat: Seat, card: Card, other: Seat) -> bool:
    """Whether the fight that a player is in keeps such cards from being aimed at them."""
    fight = s.fight_by_id(s.players[other].fight)
    if fight is None or fight.outcome != OPEN:
        return False
    in_hand = card < len(s.where) and s.where[card] == IN_HAND + seat
    return any(bar.players for bar in _bars_of(s, fight, seat, card, in_hand))


def _bars_of(s: State, fight: Fight, seat: Seat, card: Card, from_hand: bool) -> Iterator[Bar]:
    """What keeps a seat's card out of a fight: by a monster there, or by a card of somebody in it."""
    members = party(s, fight)
    bars = [bar for m in living(fight) for bar in s.rules.faces[m.face].bars if m.id != card]
    for member in members:
        for own in s.players[member].table:
            d = face(s, own)
            if d.bars and is_active(s, member, own):
                bars.extend(d.bars)
    for bar in bars:
        if bar.others and seat in members:
            continue
        if bar.from_hand and not from_hand:
            continue
        if bar.test is None or (card < len(s.where) and bar.test.fits(s, card)):
            yield bar


def _is_excluded(s: State, f: Frame, card: Card, d: CardDef) -> bool:
    """Whether a card in the fight and this one cannot be in one fight."""
    fight = s.fight_by_id(f.fight)
    if fight is None:
        return False
    there = [on for m in living(fight) for on in m.attached] + [on for play in fight.plays for on in play.cards]
    for other in there:
        o = face(s, other)
        if d.excludes is not None and d.excludes.fits(s, other):
            return True
        if o.excludes is not None and o.excludes.fits(s, card):
            return True
    return False


# Conditions and price


def as_asked(f: Frame, seat: Seat, card: Card, ability: Ability) -> Frame:
    """What an ability's conditions are asked of, before it is used in the open window."""
    how = ASKED_IN_PLAYING if ability.played else ASKED
    asked = Frame(
        script=how,
        pc=0,
        you=seat,
        by=seat,
        it=card,
        fight=f.fight,
        cause=BY_PLAY,
        ret=-1,
        regs=[()] * ability.script.registers,
    )
    if f.script == LOSS_FLOW or f.script == STRIKE_FLOW:
        asked.regs[EVENT] = (f.it,)
        asked.cause = f.cause
    return asked


def _refuse_conditions(s: State, asked: Frame, ability: Ability) -> Refusal | None:
    """Its condition must hold, its first choices have something to choose, and its price be payable."""
    if ability.condition is not None and not ability.condition.holds(s, asked):
        return ability.condition.explain(s, asked) or no.CONDITION_FAILS
    for check in ability.checks:
        why = check.refuse(s, asked)
        if why is not None:
            return why
    for check in ability.price:
        if check.refuse(s, asked) is not None:
            return no.CANNOT_PAY
    return None
