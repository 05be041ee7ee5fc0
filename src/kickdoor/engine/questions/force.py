"""What counts for a player: his traits, the cards he may use and those in force, what they forbid and protect."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.cards import FOR_ITEMS, FOR_MONSTERS, FOR_OWN, ITS_HOST, ITSELF, ON_OTHERS, ON_OWNER, CardDef
from kickdoor.engine.data.ids import NO_CARD, NO_FIGHT, Card, FightId, Seat
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import (
    ARMOR,
    BAN_PLAYS_AGAINST,
    BAN_USE,
    CLASS,
    FEMALE,
    FOOTGEAR,
    HEADGEAR,
    HIRELING,
    IN_PLAY,
    ITEM,
    ITEM_ENHANCER,
    MALE,
    NEXT_TURN,
    ONE_SHOT,
    POWER,
    RACE,
    STEED,
    SWAPPED,
)
from kickdoor.engine.questions.items import changes_on, is_lifted
from kickdoor.engine.questions.table import cards_of_kind, context, face, hosts_of, is_reached, means_of, seats

# Traits


def has_trait(s: State, seat: Seat, word: str, purpose: int = FOR_OWN) -> bool:
    """Whether the character is of this race, class or sex, for a purpose [CHAR-02, CHAR-03]."""
    player = s.players[seat]
    if word == "male" or word == "female":
        if s.rules.unsexed and any(face(s, c).any_sex and _in_force(s, seat, c) for c in player.table):
            return purpose != FOR_MONSTERS
        return player.sex == (MALE if word == "male" else FEMALE)
    human = True
    found = False
    hidden = False
    for card in player.table:
        d = s.rules.defs[card] if not s.face else face(s, card)
        if d.kind == RACE or d.kind == CLASS or d.kind == POWER:
            if d.trait == word:
                found = True
            if d.kind == RACE:
                human = False
        if (d.grants or d.hides) and _gives_traits(s, seat, card, d):
            if _grants(s, seat, card, d, word, purpose):
                return True
            if d.hides & purpose:
                hidden = True
    if s.dungeons and s.rules.dungeon_traits:
        by_dungeons = _traits_of_dungeons(s, seat, word, purpose)
        if by_dungeons == GIVEN:
            return True
        hidden = hidden or by_dungeons == HIDDEN
    if hidden:
        return word == "human"
    return found or (human and word == "human")


GIVEN: Final = 1
HIDDEN: Final = 2


def _traits_of_dungeons(s: State, seat: Seat, word: str, purpose: int) -> int:
    """What the Dungeons say of a trait, the last one last: GIVEN, HIDDEN or nothing [DUNG-01, DUNG-02]."""
    told = 0
    for card in s.dungeons:
        d = s.rules.defs[card]
        if (d.grants or d.hides) and is_reached(s, card, seat):
            if d.hides & purpose:
                told = HIDDEN
            if _grants(s, seat, card, d, word, purpose):
                told = GIVEN
    return told


def _grants(s: State, seat: Seat, card: Card, d: CardDef, word: str, purpose: int) -> bool:
    """Whether a card gives the seat this trait, for a purpose."""
    for granted, purposes, condition in d.grants:
        if (
            granted == word
            and purposes & purpose
            and (condition is None or condition.holds(s, context(seat, card, s.players[seat].fight)))
        ):
            return True
    return False


def _gives_traits(s: State, seat: Seat, card: Card, d: CardDef) -> bool:
    """Whether what a card grants or hides counts now."""
    if d.kind == ITEM or d.kind == STEED:
        return s.up[card]
    return d.kind != HIRELING or not has_fled(s, seat)


def is_purified(s: State, seat: Seat, kind: int) -> bool:
    """Whether the single Class (Race) of this kind has no disadvantages [CHAR-07, CHAR-09]."""
    count = 0
    purifier = False
    for card in s.players[seat].table:
        d = face(s, card)
        if d.kind == kind:
            count += 1
        elif d.purifies == kind:
            purifier = True
    return purifier and count == 1


def suffers_trait(s: State, seat: Seat, word: str, purpose: int = FOR_OWN) -> bool:
    """Whether the character has this trait with its disadvantages."""
    if not has_trait(s, seat, word, purpose):
        return False
    for card in s.players[seat].table:
        d = face(s, card)
        if d.trait == word and (d.kind == RACE or d.kind == CLASS):
            return not is_purified(s, seat, d.kind)
    return True


def sex_of(s: State, card: Card) -> str:
    """The sex that a Hireling has now; empty where he has none [HIRE-15]."""
    sex = face(s, card).sex
    if sex and s.note and s.note.get(card, 0) == SWAPPED:
        return "female" if sex == "male" else "male"
    return sex


def monsters_see(s: State, seat: Seat, word: str) -> bool:
    """Whether a Hireling of the seat has this trait or sex: monsters count it too [HIRE-10, HIRE-11]."""
    for card in s.players[seat].table:
        d = face(s, card)
        if d.kind == HIRELING and word in (d.trait, sex_of(s, card)) and not has_fled(s, seat):
            return True
    return False


def races_of(s: State, seat: Seat) -> frozenset[str]:
    """The Races of a character; human where there is none [CHAR-03]."""
    return frozenset(face(s, card).trait for card in cards_of_kind(s, seat, RACE)) or frozenset(("human",))


# Cards that may be used, and those in force


def is_usable(s: State, seat: Seat, card: Card) -> bool:
    """Whether the seat meets the Item's restrictions, or need not [ITEM-04, ITEM-12]."""
    d = face(s, card)
    if not d.usable_by and not d.not_usable_by:
        return True
    if is_lifted(s, card) or seat in s.unbound:
        return True
    if d.usable_by and not any(has_trait(s, seat, word, FOR_ITEMS) for word in d.usable_by):
        return False
    return not any(suffers_trait(s, seat, word, FOR_ITEMS) for word in d.not_usable_by)


def hirelings_fled(s: State, fight: Fight) -> bool:
    """Whether a monster of the fight has driven all Hirelings off."""
    for m in fight.monsters:
        if not m.gone and s.rules.faces[m.face].no_hirelings:
            return True
    return False


def has_fled(s: State, seat: Seat) -> bool:
    """Whether a seat's Hirelings have fled from a monster that it fights."""
    fight = s.fight_by_id(s.players[seat].fight) if s.players[seat].fight >= 0 else None
    return fight is not None and hirelings_fled(s, fight)


def is_active(s: State, seat: Seat, card: Card) -> bool:
    """Whether a card in play is in force for its owner."""
    if s.rules.forbidden >> BAN_USE & 1 and is_banned(s, seat, BAN_USE, card):
        return False
    return _in_force(s, seat, card)


def _in_force(s: State, seat: Seat, card: Card) -> bool:
    """The same, whatever other cards forbid."""
    d = face(s, card)
    if d.kind == ITEM or d.kind == STEED:
        return is_equipped(s, seat, card)
    if d.kind == ITEM_ENHANCER:
        return any(
            is_active(s, seat, host) and d.enhances in face(s, host).enhanced_by for host in s.host.get(card, ())
        )
    if d.kind == HIRELING:
        return not has_fled(s, seat) and is_usable(s, seat, card)
    if d.kind == POWER:
        return is_usable(s, seat, card) and _first_copy(s, seat, card)
    if d.lasting == NEXT_TURN:
        return s.turn == seat  # it waits for its victim's turn [CURSE-03]
    if d.kind == ONE_SHOT:
        return any(is_equipped(s, seat, host) for host in s.host.get(card, ()))
    return True


def _first_copy(s: State, seat: Seat, card: Card) -> bool:
    """Whether no copy of the Power lies there before it: a second one adds nothing [POW-04]."""
    trait = face(s, card).trait
    for other in s.players[seat].table:
        if other == card:
            return True
        o = face(s, other)
        if o.kind == POWER and o.trait == trait:
            return False
    return True


def is_up(s: State, seat: Seat, card: Card) -> bool:
    """Whether the card is an Item that is equipped and may be used, though it may be of no use."""
    return s.up[card] and is_usable(s, seat, card) and not _is_carried_off(s, seat, card)


def is_equipped(s: State, seat: Seat, card: Card) -> bool:
    """Whether the card is an Item that is equipped and in force."""
    if not is_up(s, seat, card):
        return False
    if s.rules.reshaping and s.host:
        for _, change in changes_on(s, card):
            if change.muted:
                return False
    return True


def _is_carried_off(s: State, seat: Seat, card: Card) -> bool:
    """Whether a Hireling carries the Item who has fled."""
    if not s.host or card not in s.host:
        return False
    return any(face(s, carrier).kind == HIRELING for carrier in s.host[card]) and has_fled(s, seat)


def is_worn(s: State, seat: Seat, card: Card) -> bool:
    """Whether an equipped Item is worn: it fills a slot of the body or is tagged as clothing."""
    d = face(s, card)
    return is_up(s, seat, card) and (d.slot in (HEADGEAR, ARMOR, FOOTGEAR) or bool(d.slots) or "worn" in d.tags)


# What cards forbid and protect


def might_be_banned(s: State, seat: Seat, what: int) -> bool:
    """A quick bound: nothing is about that forbids this, whatever with."""
    rules = s.rules
    for ban in s.bans:
        if ban.seat == seat and ban.what == what:
            return True
    if not rules.forbidden >> what & 1:
        return False
    if means_of(s, seat).bans >> what & 1 or rules.forbidden_by_places >> what & 1:
        return True
    return bool(rules.forbidden_to_others >> what & 1)


def is_banned(s: State, seat: Seat, what: int, card: Card = NO_CARD, fight: FightId = NO_FIGHT) -> bool:
    """Whether a card forbids this seat something now, perhaps only with a certain card or in a certain fight."""
    if s.bans:
        for ban in s.bans:
            if ban.seat == seat and ban.what == what:
                return True
    if not s.rules.forbidden >> what & 1 or seat < 0:
        return False
    at = fight if fight >= 0 else s.players[seat].fight
    if _is_banned_by(s, seat, what, seat, card, at, ON_OTHERS):
        return True
    if s.rules.forbidden_to_others >> what & 1:
        for other in seats(s):
            if other != seat and _is_banned_by(s, other, what, seat, card, at, ON_OWNER):
                return True
    if not s.rules.forbidden_by_places >> what & 1:
        return False
    for source in s.dungeons:
        d = s.rules.defs[source]
        if (
            d.bans >> what & 1
            and is_reached(s, source, seat)
            and _forbids(s, d, source, what=what, seat=seat, card=card, fight=at, but=-1)
        ):
            return True
    fought = s.fight_by_id(at)
    if fought is not None:
        for m in fought.monsters:
            d = s.rules.faces[m.face]
            if (
                not m.gone
                and d.bans >> what & 1
                and _forbids(s, d, m.id, what=what, seat=seat, card=card, fight=at, but=-1)
            ):
                return True
    return False


def must_spare(s: State, seat: Seat, other: int) -> bool:
    """Whether a seat may play nothing against another."""
    return any(ban.what == BAN_PLAYS_AGAINST and ban.seat == seat and ban.against == other for ban in s.bans)


def _is_banned_by(s: State, holder: Seat, what: int, seat: Seat, card: Card, fight: FightId, but: int) -> bool:
    """Whether a card before the holder forbids a seat something; `but`: whom its words may not be for."""
    if not means_of(s, holder).bans >> what & 1:
        return False
    for source in s.players[holder].table:
        d = face(s, source)
        if (
            d.bans >> what & 1
            and _in_force(s, holder, source)
            and _forbids(s, d, source, what=what, seat=seat, card=card, fight=fight, but=but)
        ):
            return True
    return False


def _forbids(s: State, d: CardDef, source: Card, what: int, seat: Seat, card: Card, fight: FightId, but: int) -> bool:
    """Whether a card in force forbids a seat something; `but`: whom its words may not be for."""
    for rule in d.forbids:
        if rule.what != what or rule.on == but:
            continue
        if rule.test is not None and (card < 0 or not rule.test.fits(s, card)):
            continue
        if rule.like_host and (card < 0 or all(face(s, on).trait != face(s, card).trait for on in hosts_of(s, source))):
            continue
        if rule.condition is None or rule.condition.holds(s, context(seat, source, fight)):
            return True
    return False


def is_protected(s: State, card: Card, cause: int) -> bool:
    """Whether a card in play cannot be lost in this way."""
    seat = Seat(s.where[card] - IN_PLAY)
    if not s.rules.protecting or seat < 0:
        return False
    for source in s.players[seat].table:
        d = face(s, source)
        if not d.protects or not (source == card or is_active(s, seat, source)):
            continue
        for rule in d.protects:
            if cause not in rule.causes:
                continue
            if rule.what == ITSELF:
                fits = source == card
            elif rule.what == ITS_HOST:
                fits = card in s.host.get(source, ())
            else:
                fits = rule.test is not None and rule.test.fits(s, card)
            if fits:
                return True
    return False


def is_immune(s: State, seat: Seat, name: str) -> bool:
    """Whether an ability of this name cannot pick the seat."""
    for card in s.players[seat].table:
        if name in face(s, card).immune_to and is_active(s, seat, card):
            return True
    return False
