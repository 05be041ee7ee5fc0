"""Abilities: when a card may be played or used, why not, and beginning it."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import fights, piles
from kickdoor.engine.actions.drawing import drawn_key
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import (
    BY_ANYONE,
    BY_FIGHTER,
    BY_OWNER,
    BY_PARTY,
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
    PER_ROLL,
    PER_TURN,
    PER_VICTIM,
    Ability,
)
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.options import code
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.stack import (
    BEING_PLAYED,
    FINISH_FLOW,
    FLEE_FLOW,
    FLEE_ROLL,
    LOSS_FLOW,
    ROLL_FLOW,
    ROLL_USED,
    STRIKE_FLOW,
    nearest,
)
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ANY_TIME_LAY,
    BAN_AGAINST,
    BAN_PLAYS,
    BY_PLAY,
    FIGHT_MOMENTS,
    HIRELING,
    IN_DUNGEONS,
    IN_HAND,
    IN_LIMBO,
    IN_PLAY,
    MAY_JOIN,
    MONSTER,
    NONE,
    ONE_SHOT,
    OPEN_MOMENTS,
    PLAY,
)
from kickdoor.engine.data.uses import Use, use_of
from kickdoor.engine.questions.conditions import Part
from kickdoor.engine.questions.force import has_fled, is_active, is_banned, is_equipped, is_usable
from kickdoor.engine.questions.items import is_spent
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.table import face, in_combat, is_reached, own_turn, party

#: Below all keys of abilities: that a Portal of the hand was played this turn [PORT-03].
PORTAL_PLAYED: Final = -1


def key_of(s: State, seat: int, card: int, ability: Ability, victim: int) -> Use:
    """The key under which uses of an ability are counted: by player, not by copy of the card [HELP-08]."""
    pools = s.rules.pools
    if pools and ability.name in pools:
        return use_of(seat, pools[ability.name], 0, victim)
    if card < len(s.where):
        return use_of(seat, face(s, card).index, ability.index, victim)
    return use_of(seat, len(s.rules.faces) + len(pools) + card, ability.index, victim)  # a twin has no card


def uses(s: State, f: Frame, ability: Ability, seat: int, card: int, victim: int) -> int:
    """How often the ability was used within its span."""
    key = key_of(s, seat, card, ability, victim)
    if ability.per == PER_TURN:
        return s.used.get(key, 0)
    if ability.per == PER_ROLL:
        roll = nearest(s, ROLL_FLOW)
        return roll.regs[ROLL_USED].count(key) if roll is not None else 0
    fight = s.fight_by_id(f.fight)
    return fight.used.get(key, 0) if fight is not None else 0


def count_use(s: State, f: Frame, ability: Ability, seat: int, card: int, victim: int) -> None:
    """Note one use of a limited ability."""
    key = key_of(s, seat, card, ability, victim)
    if ability.per == PER_TURN:
        s.used[key] = s.used.get(key, 0) + 1
    elif ability.per == PER_ROLL:
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.regs[ROLL_USED] = (*roll.regs[ROLL_USED], key)
    else:
        fight = s.fight_by_id(f.fight)
        if fight is not None:
            fight.used[key] = fight.used.get(key, 0) + 1
    s.version += 1


def sought_at(moment: int) -> int:
    """What is looked for in the masks of cards while a window of this moment is open."""
    bit = 1 << moment
    sought = bit
    if OPEN_MOMENTS & bit:
        sought |= ANY_TIME_LAY
    if FIGHT_MOMENTS & bit:
        sought |= MAY_JOIN
    return sought


def unmet_needs(s: State, f: Frame, seat: int) -> int:
    """A quick bound: what no card can meet for this seat in the open window, as a mask of NEEDS_."""
    player = s.players[seat]
    unmet = NEEDS_FRESH if own_turn(s, seat) else NEEDS_OWN_TURN | NEEDS_KEPT
    if not player.fresh:
        unmet |= NEEDS_FRESH | NEEDS_DRAWN
    if player.fight >= 0:
        unmet |= NEEDS_NO_COMBAT | NEEDS_KEPT
    if f.fight < 0:
        unmet |= NEEDS_COMBAT | NEEDS_OWN_COMBAT
    elif player.fight != f.fight:
        unmet |= NEEDS_OWN_COMBAT
    return unmet


def list_abilities(s: State, f: Frame, seat: int, card: int, d: CardDef, unmet: int, found: list[int]) -> None:
    """Add to the options what a card lets the seat do in the open window."""
    for ability in d.abilities:
        if (
            ability.moments >> s.moment & 1
            and not ability.needs & unmet
            and refuse_ability(s, f, seat, card, d, ability) is None
        ):
            found.append(code(PLAY, card, ability.index))


def refuse_ability(s: State, f: Frame, seat: int, card: int, d: CardDef, ability: Ability) -> Refusal | None:
    """Why a card's ability cannot be used by this seat in the open window."""
    moment = s.moment
    if card < len(s.where) and s.where[card] == IN_DUNGEONS:
        if ability.played or not is_reached(s, card, seat):
            return no.NOT_YOURS
        if not ability.moments >> moment & 1:
            return _wrong_moment(ability)
    elif ability.by == BY_OWNER:
        place = s.where[card]
        if place != IN_HAND + seat and place != IN_PLAY + seat:
            return no.NOT_YOURS
        if not ability.moments >> moment & 1:
            return _wrong_moment(ability)
        if place == IN_HAND + seat:
            if not ability.from_zone & FROM_HAND:
                return no.WRONG_MOMENT
        elif not ability.from_zone & FROM_TABLE:
            if not ability.from_zone & FROM_EQUIPPED:
                return no.WRONG_MOMENT
            if not is_equipped(s, seat, card):
                return no.NOT_EQUIPPABLE
        elif not ability.played and not d.is_item and not is_active(s, seat, card):
            return no.NOT_EQUIPPABLE
    elif not _is_fought(s, f, card):
        return no.MONSTER_STAYS if s.where[card] == IN_HAND + seat else no.NOT_YOURS
    elif not ability.moments >> moment & 1:
        return _wrong_moment(ability)
    needs = ability.needs
    if needs:
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
        if needs & NEEDS_OWN_ROLL:
            roll = nearest(s, ROLL_FLOW)
            if roll is None or roll.you != seat:
                return no.WRONG_MOMENT
            if needs & NEEDS_RUN_ROLL and (nearest(s, FLEE_FLOW) is None or roll.cause != 1):
                return no.WRONG_MOMENT
        if needs & NEEDS_OWN_CATCH:
            flee = nearest(s, FLEE_FLOW)
            if flee is None or flee.you != seat or not flee.regs[FLEE_ROLL]:
                return no.WRONG_MOMENT
    if d.kind == ONE_SHOT and (not is_usable(s, seat, card) or (ability.played and is_spent(s, card))):
        return no.NOT_USABLE
    if s.rules.stilling and any(ability.name in face(s, other).stills for other in piles.attached_to(s, card)):
        return no.STILLED
    if d.kind == HIRELING and has_fled(s, seat):
        return no.FLED
    if ability.played and is_banned(s, seat, BAN_PLAYS):
        return no.FORBIDDEN
    if f.fight >= 0 and needs & (NEEDS_COMBAT | NEEDS_OWN_COMBAT):
        if s.bans and _plays_against(s, f, seat):
            return no.FORBIDDEN
        in_hand = card < len(s.where) and s.where[card] == IN_HAND + seat
        if s.rules.barring and is_barred(s, f, seat, card, in_hand):
            return no.BARRED
    if s.rules.exclusive and ability.played and f.fight >= 0 and _is_excluded(s, f, card, d):
        return no.EXCLUDED
    if ability.limit and ability.per != PER_VICTIM and uses(s, f, ability, seat, card, -1) >= ability.limit:
        return no.LIMIT_REACHED
    if ability.condition is None and not ability.checks and not ability.price:
        return None
    asked = as_asked(f, seat, card, ability)
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


def as_asked(f: Frame, seat: int, card: int, ability: Ability) -> Frame:
    """What an ability's conditions are asked of, before it is used in the open window."""
    leaves = BEING_PLAYED if ability.played else -1
    asked = Frame(-1, 0, seat, seat, card, f.fight, BY_PLAY, leaves, [()] * ability.script.names)
    if f.script == LOSS_FLOW or f.script == STRIKE_FLOW:
        asked.regs[stack.EVENT] = (f.it,)
        asked.cause = f.cause
    return asked


def _plays_against(s: State, f: Frame, seat: int) -> bool:
    """Whether the seat may play nothing against somebody in this fight, and stands outside it."""
    fight = s.fight_by_id(f.fight)
    if fight is None or seat in party(fight):
        return False
    return any(is_banned(s, seat, BAN_AGAINST + member) for member in party(fight))


def is_barred(s: State, f: Frame, seat: int, card: int, from_hand: bool) -> bool:
    """Whether a monster of the fight, or a card of somebody in it, keeps such cards out of it."""
    fight = s.fight_by_id(f.fight)
    if fight is None:
        return False
    members = party(fight)
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
            return True
    return False


def _refuse_portal(s: State, seat: int, card: int, needs: int) -> Refusal | None:
    """Why a Portal of the hand is not turned up as one just drawn, or not played as one that was kept."""
    just_drawn = card in s.players[seat].fresh and drawn_key(card, seat) in s.used
    if needs & NEEDS_DRAWN:
        return None if just_drawn else no.PORTAL_OWN_TURN
    if just_drawn:
        return no.WRONG_MOMENT
    if not own_turn(s, seat):
        return no.PORTAL_OWN_TURN
    if in_combat(s, seat):
        return no.PORTAL_IN_COMBAT
    return no.PORTAL_ONCE if s.used.get(PORTAL_PLAYED, 0) else None


def _is_excluded(s: State, f: Frame, card: int, d: CardDef) -> bool:
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


def _is_fought(s: State, f: Frame, card: int) -> bool:
    """Whether a card is a monster of this fight: only then does it let anybody do something."""
    fight = s.fight_by_id(f.fight)
    monster = fights.monster_by_id(fight, card) if fight is not None else None
    return monster is not None and not monster.gone


def _wrong_moment(ability: Ability) -> Refusal:
    if ability.moments & FIGHT_MOMENTS and not ability.moments & ~FIGHT_MOMENTS & OPEN_MOMENTS:
        return no.NO_COMBAT
    return no.WRONG_MOMENT


def begin(s: State, f: Frame, seat: int, card: int, ability: Ability, preset: int = -1) -> None:
    """Use an ability: a played card leaves hand or table, then the script runs."""
    from_hand = 1 if card < len(s.where) and s.where[card] == IN_HAND + seat else 0  # a twin may have no card
    s.emit("played" if ability.played else "used", seat, card, n=ability.index)
    if ability.limit and ability.per != PER_VICTIM:
        count_use(s, f, ability, seat, card, -1)
    if ability.needs & NEEDS_KEPT:
        s.used[PORTAL_PLAYED] = 1
    if ability.played:
        piles.to_place(s, card, IN_LIMBO)
        stack.push_flow(s, FINISH_FLOW, seat, seat, card, f.fight)
    frame = stack.push(s, ability.script, seat, seat, card, f.fight, BY_PLAY)
    frame.regs[stack.FROM_HAND] = (from_hand,)
    if f.script == LOSS_FLOW or f.script == STRIKE_FLOW:
        frame.regs[stack.EVENT] = (f.it,)
    if preset >= 0:
        frame.regs[stack.PRESET] = (preset,)


class CountVictim(Step):
    """Note that an ability has been used on this victim in this combat."""

    __slots__ = ("index", "victim")

    def __init__(self, index: int, victim: int) -> None:
        self.index = index
        self.victim = victim

    def run(self, s: State, f: Frame) -> None:
        ability = face(s, f.it).abilities[self.index]
        for seat in f.regs[self.victim]:
            count_use(s, f, ability, f.by, f.it, seat)


class NotYetVictim(Part):
    """An ability has not been used on this player in this combat."""

    __slots__ = ("index", "one")

    def __init__(self, index: int, one: int) -> None:
        super().__init__(no.ONE_VICTIM)
        self.index = index
        self.one = one

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it has not."""
        ability = face(s, f.it).abilities[self.index]
        return all(uses(s, f, ability, f.by, f.it, seat) < ability.limit for seat in f.regs[self.one])


def is_open_to_all(s: State, f: Frame) -> bool:
    """Whether a monster of the fight lets bystanders do something."""
    fight = s.fight_by_id(f.fight)
    if fight is not None:
        for m in fight.monsters:
            if m.gone == 0 and s.rules.faces[m.face].for_anyone:
                return True
    return False


def abilities_of_monsters(s: State, f: Frame, seat: int) -> list[tuple[int, Ability]]:
    """What the monsters of the fight let this seat do."""
    fight = s.fight_by_id(f.fight)
    found: list[tuple[int, Ability]] = []
    if fight is None:
        return found
    for monster in fight.monsters:
        d = s.rules.faces[monster.face]
        if monster.gone or not d.moments >> s.moment & 1:
            continue
        for ability in d.abilities:
            if ability.by == BY_OWNER or not ability.moments >> s.moment & 1:
                continue
            if ability.by == BY_FIGHTER and fight.fighter != seat:
                continue
            if ability.by == BY_PARTY and seat not in party(fight):
                continue
            if ability.by not in (BY_FIGHTER, BY_PARTY, BY_ANYONE) and f.you != seat:
                continue
            if refuse_ability(s, f, seat, monster.id, d, ability) is None:
                found.append((monster.id, ability))
    return found


def joinable(s: State, f: Frame, seat: int) -> list[tuple[int, int]]:
    """Monsters of the hand that may join by their sort, alone or with an enhancer that makes them so [CMB-16]."""
    fight = s.fight_by_id(f.fight)
    if fight is None or fight.outcome or is_banned(s, seat, BAN_PLAYS):
        return []
    found = []
    for tag in ("undead", "bat"):
        if not s.rules.options.get("undead_join" if tag == "undead" else "bats_join"):
            continue
        if not fights.has_tag(s, fight, tag):
            continue
        hand = s.players[seat].hand
        makers = [c for c in hand if tag in s.rules.defs[c].makes]
        for card in hand:
            d = s.rules.defs[card]
            if d.kind != MONSTER or (s.rules.barring and is_barred(s, f, seat, card, True)):
                continue
            if tag in d.tags:
                found.append((card, NONE))
            else:
                found.extend((card, maker) for maker in makers)
    return found


def join(s: State, f: Frame, seat: int, card: int, maker: int) -> None:
    """A monster of the hand joins without Wandering Monster."""
    fight = s.fight_by_id(f.fight)
    assert fight is not None
    fights.add_monster(s, fight, card, seat)
    if maker != NONE:
        fights.enhance(s, fight, card, maker, seat)
