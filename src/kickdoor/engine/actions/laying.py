"""Laying cards on the table, equipping, dropping: what each kind allows, and doing it."""

from __future__ import annotations

from kickdoor.engine.actions import losing, piles, tell
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.state import Outlasting, State
from kickdoor.engine.data.terms import (
    AT_SETUP,
    BAN_DROP,
    BAN_LAY,
    BAN_PLAYS,
    BY_EFFECT,
    CLASS,
    CLASS_ENHANCER,
    CURSE,
    HIRELING,
    IN_HAND,
    ITEM,
    MONSTER,
    MONSTER_ENHANCER,
    ONE_SHOT,
    OPEN_MOMENTS,
    POWER,
    RACE,
    RACE_ENHANCER,
    SPECIAL,
    STEED,
    THROUGH_NEXT_TURN,
    TREASURE,
    UNTIL_FIGHT_END,
    UNTIL_TURN_END,
)
from kickdoor.engine.questions.force import is_banned, is_usable, sex_of
from kickdoor.engine.questions.items import changes_on, is_item_by_itself, is_lifted
from kickdoor.engine.questions.room import room_for_power, room_to_carry, room_to_equip
from kickdoor.engine.questions.table import cards_of_kind, face, in_combat, in_play, own_turn, owner
from kickdoor.engine.questions.values import value


def refuse_lay(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Why a card of the hand cannot be laid on the table now."""
    if s.where[card] != IN_HAND + seat:
        return no.NOT_YOURS
    if is_banned(s, seat, BAN_PLAYS) or is_banned(s, seat, BAN_LAY, card):
        return no.FORBIDDEN
    d = s.rules.defs[card]
    kind = d.kind
    if kind == MONSTER:
        return no.MONSTER_STAYS
    if kind == MONSTER_ENHANCER:
        return no.ENHANCER_NEEDS_FIGHT
    setup = s.moment == AT_SETUP
    own = own_turn(s, seat) or setup
    just_got = card in s.players[seat].fresh
    fighting = in_combat(s, seat)
    too_late = not own and (not just_got or (fighting and not s.rules.options.get("fresh_in_combat")))
    if kind == CLASS or kind == RACE:
        return no.CLASS_OWN_TURN if too_late else refuse_trait(s, seat, card)
    if d.attaches:
        return no.NOT_NOW  # played onto a Class or Race [ENHC-01]
    if kind == CLASS_ENHANCER or kind == RACE_ENHANCER:
        return no.CLASS_OWN_TURN if too_late else refuse_enhancer(s, seat, card)
    if kind == POWER:
        if too_late:
            return no.POWER_OWN_TURN
        if setup and (d.rank > 1 or cards_of_kind(s, seat, POWER)):
            return no.SETUP_ONLY
        if not is_usable(s, seat, card):
            return no.POWER_NOT_USABLE
        return room_for_power(s, seat, card)
    if kind == HIRELING:
        if setup and not s.rules.options.get("companion_at_setup"):
            return no.SETUP_ONLY
        if not is_usable(s, seat, card):
            return no.NOT_USABLE
        counted = [c for c in cards_of_kind(s, seat, HIRELING) if not is_lifted(s, c)]
        if len(counted) >= value(s, "hireling_limit", seat):
            return no.ONE_HIRELING
        return None
    if kind == ITEM or kind == ONE_SHOT or kind == STEED or (kind == SPECIAL and d.stays):
        if setup and (kind == SPECIAL or (kind == ITEM and not is_usable(s, seat, card))):
            return no.SETUP_ONLY
        if not d.is_item and not setup and s.rules.options.get("other_treasures_any_time"):
            return None
        return refuse_carrying_more(s, seat, card) or room_to_carry(s, seat, card)
    return no.WRONG_MOMENT if d.deck == TREASURE else no.NOT_NOW


def refuse_carrying_more(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Why no card of this sort comes from the hand to the table now [ACT-10, ACT-12, TREAS-01]."""
    if in_combat(s, seat):
        return no.IN_COMBAT
    if not own_turn(s, seat) and s.moment != AT_SETUP and card not in s.players[seat].fresh:
        return no.OWN_TURN_ONLY
    return None


def refuse_trait(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Why a Class or Race cannot be added [CHAR-04, CHAR-05]."""
    d = s.rules.defs[card]
    have = cards_of_kind(s, seat, d.kind)
    if any(face(s, other).trait == d.trait for other in have):
        return no.SAME_TRAIT
    limit = value(s, "class_limit" if d.kind == CLASS else "race_limit", seat)
    if len(have) >= limit:
        return no.CLASS_LIMIT if d.kind == CLASS else no.RACE_LIMIT
    return None


def refuse_into_play(s: State, seat: Seat, card: Card, recast: bool) -> Refusal | None:
    """Why a card puts no Class or Race of the hand in play: it is forbidden, or there is one like it [CHAR-05].

    A Race that is to serve as a Class needs the room of a Class, and the other way round [CHAR-04].
    """
    if s.where[card] != IN_HAND + seat:
        return None
    if is_banned(s, seat, BAN_LAY, card):
        return no.FORBIDDEN
    d = s.rules.defs[card]
    have = cards_of_kind(s, seat, CLASS) + cards_of_kind(s, seat, RACE)
    if d.kind in (CLASS, RACE) and any(face(s, other).trait == d.trait for other in have):
        return no.SAME_TRAIT
    if recast and d.kind == RACE and len(cards_of_kind(s, seat, CLASS)) >= value(s, "class_limit", seat):
        return no.CLASS_LIMIT
    if recast and d.kind == CLASS and len(cards_of_kind(s, seat, RACE)) >= value(s, "race_limit", seat):
        return no.RACE_LIMIT
    return None


def refuse_enhancer(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Why Super Munchkin or Half-Breed cannot be laid [CHAR-10]."""
    d = s.rules.defs[card]
    if not cards_of_kind(s, seat, CLASS if d.kind == CLASS_ENHANCER else RACE):
        return no.NOTHING_TO_ENHANCE
    if any(face(s, other).name == d.name for other in cards_of_kind(s, seat, d.kind)):
        return no.ONE_ENHANCER
    return None


def lay(s: State, seat: Seat, card: Card) -> None:
    """A card goes on the table; an Item that can be used at once is equipped."""
    tell.laid(s, seat=seat, card=card)
    piles.to_table(s, card, seat)
    equip_if_possible(s, seat, card)


def equip_if_possible(s: State, seat: Seat, card: Card) -> None:
    """Equip an Item if it fits and may be used."""
    d = face(s, card)
    if (d.kind != ITEM and d.kind != STEED) or s.up[card] or not is_usable(s, seat, card):
        return
    if room_to_equip(s, seat, card) is None:
        s.up[card] = True
        s.version += 1
        tell.equipped(s, seat=seat, card=card)


def refuse_arranging(s: State, seat: Seat) -> Refusal | None:
    """Why the seat cannot change its equipment now [ACT-06, ITEM-05]."""
    if in_combat(s, seat) and seat not in s.unbound:
        return no.EQUIP_IN_COMBAT
    if not OPEN_MOMENTS >> s.moment & 1 and s.moment != AT_SETUP:
        return no.EQUIP_IN_CURSE
    return None


def refuse_equip(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Why an Item in play cannot be equipped now."""
    if not in_play(s, card) or owner(s, card) != seat:
        return no.NOT_YOURS
    d = face(s, card)
    if d.kind != ITEM and d.kind != STEED:
        return no.NOT_EQUIPPABLE
    if s.up[card]:
        return no.ALREADY_EQUIPPED
    why = refuse_arranging(s, seat)
    if why is not None:
        return why
    if not is_usable(s, seat, card):
        return no.NOT_USABLE
    return room_to_equip(s, seat, card)


def refuse_unequip(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Why an Item cannot be turned sideways now."""
    if not in_play(s, card) or owner(s, card) != seat:
        return no.NOT_YOURS
    if not s.up[card]:
        return no.NOT_EQUIPPABLE
    if is_stuck(s, seat, card):
        return no.STUCK
    if face(s, card).kind == STEED:
        return no.STEED_STAYS
    return refuse_arranging(s, seat)


def refuse_entrust(s: State, seat: Seat, card: Card, hireling: Card) -> Refusal | None:
    """Why a Hireling cannot carry this Item [HIRE-07]."""
    if owner(s, card) != seat or owner(s, hireling) != seat or not in_play(s, hireling):
        return no.NOT_YOURS
    d = face(s, card)
    if d.kind != ITEM:
        return no.NOT_FOR_HIRELING
    carried = sum(1 for c, on in s.host.items() if hireling in on and is_item_by_itself(s, c))
    if card in s.host or carried >= face(s, hireling).carries:
        return no.HIRELING_LADEN
    if not could_use(s, hireling, card):
        return no.NOT_FOR_HIRELING
    if not in_play(s, card):
        return refuse_carrying_more(s, seat, card)
    return refuse_arranging(s, seat)


def could_use(s: State, hireling: Card, card: Card) -> bool:
    """Whether a Hireling of a Class or Race could use an Item, or Cheat! lets it [HIRE-07, HIRE-16]."""
    h = face(s, hireling)
    d = face(s, card)
    if not h.trait or is_lifted(s, card):
        return True
    sex = sex_of(s, hireling)
    if d.usable_by and h.trait not in d.usable_by and sex not in d.usable_by:
        return False
    return h.trait not in d.not_usable_by and sex not in d.not_usable_by


def entrust(s: State, seat: Seat, card: Card, hireling: Card) -> None:
    """A Hireling carries and uses an Item for its owner, also one that its owner could not carry."""
    if not in_play(s, card):
        tell.laid(s, seat=seat, card=card)
        piles.to_table(s, card, seat)
    s.host[card] = (hireling,)
    s.up[card] = True
    s.version += 1
    s.unsettled |= 1 << seat
    tell.entrusted(s, seat=seat, card=card, on=hireling)


def equip(s: State, seat: Seat, card: Card) -> None:
    """An Item counts from now on."""
    s.up[card] = True
    s.version += 1
    s.unsettled |= 1 << seat
    tell.equipped(s, seat=seat, card=card)


def unequip(s: State, seat: Seat, card: Card) -> None:
    """An Item is turned sideways; from a Hireling it comes back to its owner."""
    s.up[card] = False
    if any(face(s, carrier).carries > 0 for carrier in s.host.get(card, ())):
        del s.host[card]
    s.version += 1
    s.unsettled |= 1 << seat
    tell.unequipped(s, seat=seat, card=card)


def is_stuck(s: State, seat: Seat, card: Card) -> bool:
    """Whether a card keeps this one where it is, even against its owner's will."""
    if face(s, card).stuck:
        return True
    if s.rules.reshaping and s.host:
        for _, change in changes_on(s, card):
            if change.stuck:
                return True
    return bool(s.rules.forbidden >> BAN_DROP & 1) and is_banned(s, seat, BAN_DROP, card)


def keep(s: State, seat: Seat, card: Card, lasting: int) -> None:
    """A Curse or a Mark lies before a player; one that is to outlast what is under way waits for its end."""
    piles.to_table(s, card, seat)
    if lasting == THROUGH_NEXT_TURN and s.turn == seat:
        s.outlasting = (*s.outlasting, Outlasting(card, UNTIL_TURN_END))
    elif face(s, card).is_mark and not face(s, card).is_copy and in_combat(s, seat):
        s.outlasting = (*s.outlasting, Outlasting(card, UNTIL_FIGHT_END))


def is_waiting(s: State, card: Card) -> bool:
    """Whether a kept Curse or Mark does not end with what is under way."""
    return any(waiting.card == card for waiting in s.outlasting)


def refuse_drop(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Why a card in play cannot be discarded at will [ACT-01, ACT-03, ITEM-06]."""
    if not in_play(s, card) or owner(s, card) != seat:
        return no.NOT_YOURS
    if is_stuck(s, seat, card):
        return no.STUCK
    kind = face(s, card).kind
    if kind in (CLASS, RACE, POWER, HIRELING):
        return None
    if kind == CURSE:
        return no.CURSE_KEPT
    return no.NOT_DISCARDABLE


def drop(s: State, seat: Seat, card: Card) -> None:
    """A Class, Race, Power or Hireling is discarded at will."""
    losing.lose(s, card, BY_EFFECT, seat)
