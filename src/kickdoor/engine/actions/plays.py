"""Plays: what cards let a seat do in the open window, beginning it, and monsters that join a fight."""

from __future__ import annotations

from kickdoor.engine.actions import fights, piles, tell
from kickdoor.engine.actions.uses import count_use
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import (
    BY_ANYONE,
    BY_FIGHTER,
    BY_OWNER,
    BY_PARTY,
    NEEDS_COMBAT,
    NEEDS_DRAWN,
    NEEDS_FRESH,
    NEEDS_KEPT,
    NEEDS_NO_COMBAT,
    NEEDS_OWN_COMBAT,
    NEEDS_OWN_TURN,
    PER_VICTIM,
    Ability,
)
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.ids import NO_SEAT, Card, Seat
from kickdoor.engine.data.options import code
from kickdoor.engine.data.registers import EVENT, PRESET
from kickdoor.engine.data.stack import FINISH_FLOW, LOSS_FLOW, STRIKE_FLOW
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ANY_TIME_LAY,
    BAN_PLAYS,
    BY_PLAY,
    FIGHT_MOMENTS,
    IN_LIMBO,
    ITEM,
    MAY_JOIN,
    MONSTER,
    MONSTER_ENHANCER,
    NONE,
    OPEN,
    OPEN_MOMENTS,
    PLAY,
)
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.permission import is_barred, refuse_ability
from kickdoor.engine.questions.table import face, own_turn, party


def sought_at(moment: int) -> int:
    """What is looked for in the masks of cards while a window of this moment is open."""
    bit = 1 << moment
    sought = bit
    if OPEN_MOMENTS & bit:
        sought |= ANY_TIME_LAY
    if FIGHT_MOMENTS & bit:
        sought |= MAY_JOIN
    return sought


def unmet_needs(s: State, f: Frame, seat: Seat) -> int:
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


def list_abilities(s: State, f: Frame, seat: Seat, card: Card, d: CardDef, unmet: int, found: list[int]) -> None:
    """Add to the options what a card lets the seat do in the open window."""
    for ability in d.abilities:
        if (
            ability.moments >> s.moment & 1
            and not ability.needs & unmet
            and refuse_ability(s, f, seat, card, d, ability) is None
        ):
            found.append(code(PLAY, card, ability.index))


def begin(s: State, f: Frame, seat: Seat, card: Card, ability: Ability, preset: int = -1) -> None:
    """Use an ability: a played card leaves hand or table, then the script runs."""
    if s.rules.pools and ability.name in s.rules.pools:
        card, ability = _with_gear(s, f, seat, card, ability)
    if ability.played:
        tell.played(s, seat=seat, card=card, ability=ability.index)
    else:
        tell.used(s, seat=seat, card=card, ability=ability.index)
    if ability.limit and ability.per != PER_VICTIM:
        count_use(s, f, ability, seat, card, NO_SEAT)
    if ability.needs & NEEDS_KEPT:
        s.portal_played = True
    if ability.played:
        piles.to_place(s, card, IN_LIMBO)
        stack.push_flow(s, FINISH_FLOW, seat, seat, card, f.fight)
    frame = stack.push(s, ability.script, seat, seat, card, f.fight, BY_PLAY)
    if f.script == LOSS_FLOW or f.script == STRIKE_FLOW:
        frame.regs[EVENT] = (f.it,)
    if preset >= 0:
        frame.regs[PRESET] = (preset,)


def _with_gear(s: State, f: Frame, seat: Seat, card: Card, ability: Ability) -> tuple[Card, Ability]:
    """What an equipped Item gives too is used as the Item says: a Thief stabs with what they hold."""
    for item in s.players[seat].table:
        d = face(s, item)
        if s.up[item] and d.kind == ITEM:
            for other in d.abilities:
                if other.name == ability.name and refuse_ability(s, f, seat, item, d, other) is None:
                    return item, other
    return card, ability


def is_open_to_all(s: State, f: Frame) -> bool:
    """Whether a monster of the fight lets bystanders do something."""
    fight = s.fight_by_id(f.fight)
    if fight is not None:
        for m in fight.monsters:
            if not m.gone and s.rules.faces[m.face].for_anyone:
                return True
    return False


def abilities_of_monsters(s: State, f: Frame, seat: Seat) -> list[tuple[Card, Ability]]:
    """What the monsters of the fight let this seat do."""
    fight = s.fight_by_id(f.fight)
    found: list[tuple[Card, Ability]] = []
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
            if ability.by == BY_PARTY and seat not in party(s, fight):
                continue
            if ability.by not in (BY_FIGHTER, BY_PARTY, BY_ANYONE) and f.you != seat:
                continue
            if refuse_ability(s, f, seat, monster.id, d, ability) is None:
                found.append((monster.id, ability))
    return found


def joinable(s: State, f: Frame, seat: Seat) -> list[tuple[Card, Card]]:
    """Monsters of the hand that may join by their sort, alone or with an enhancer that makes them so [CMB-16]."""
    fight = s.fight_by_id(f.fight)
    if fight is None or fight.outcome != OPEN or is_banned(s, seat, BAN_PLAYS):
        return []
    found: list[tuple[Card, Card]] = []
    for tag in ("undead", "bat"):
        if not s.rules.options.get("undead_join" if tag == "undead" else "bats_join"):
            continue
        if not fights.has_tag(s, fight, tag):
            continue
        hand = s.players[seat].hand
        makers = [c for c in hand if makes_monsters(s, f, seat, c, tag)]
        for card in hand:
            d = s.rules.defs[card]
            if d.kind != MONSTER or (s.rules.barring and is_barred(s, f, seat, card, True)):
                continue
            if tag in d.tags:
                found.append((card, Card(NONE)))
            else:
                found.extend((card, maker) for maker in makers)
    return found


def makes_monsters(s: State, f: Frame, seat: Seat, card: Card, tag: str) -> bool:
    """Whether a card of the hand can be played onto a monster to make it of a sort [CMB-16]."""
    d = s.rules.defs[card]
    if d.kind != MONSTER_ENHANCER or tag not in d.makes:
        return False
    return not (s.rules.barring and is_barred(s, f, seat, card, True))


def join(s: State, f: Frame, seat: Seat, card: Card, maker: Card) -> None:
    """A monster of the hand joins without Wandering Monster."""
    fight = s.fight_by_id(f.fight)
    assert fight is not None
    fights.add_monster(s, fight, card, seat)
    if maker != NONE:
        fights.enhance(s, fight, card, maker, seat)
