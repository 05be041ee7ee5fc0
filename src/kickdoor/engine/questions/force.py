"""What counts for a player: their traits, the cards they may use and those in force, what they forbid and protect."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.cards import (
    AS_THEY_ARE,
    EITHER_SEX,
    FOR_ITEMS,
    FOR_MONSTERS,
    FOR_OWN,
    ITS_HOST,
    ITSELF,
    NO_SEX,
    ON_OTHERS,
    ON_OWNER,
    CardDef,
)
from kickdoor.engine.data.ids import NO_CARD, NO_FIGHT, Card, FightId, Seat
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import (
    ARMOR,
    BAN_CHANGE_SEX,
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
    NEITHER,
    NEXT_TURN,
    ONE_SHOT,
    POWER,
    RACE,
    STEED,
    SWAPPED,
)
from kickdoor.engine.questions.items import changes_on, is_lifted
from kickdoor.engine.questions.table import context, face, hosts_of, is_reached, means_of, seats

# Traits


def has_trait(s: State, seat: Seat, word: str, purpose: int = FOR_OWN, gainful: bool = True) -> bool:
    """Whether the character is of this race, class or sex, for a purpose [CHAR-02, CHAR-03].

    Whose question it is decides the purpose: what stands on a monster asks FOR_MONSTERS, an Item's limits FOR_ITEMS,
    all else FOR_OWN. Who grants a trait or hides it says for which of these. Gainful: who has only the
    disadvantages of their Races or Classes is not meant; `suffers_trait` asks for those.
    """
    if word == "male" or word == "female":
        return sexes_of(s, seat, purpose) >> (MALE if word == "male" else FEMALE) & 1 == 1
    lacks = RACE if word == HUMAN else CLASS if word == CLASSLESS else NO_KIND
    lacking = lacks != NO_KIND
    found = False
    hidden = False
    for card in s.players[seat].table:
        d = s.rules.defs[card] if not s.face else face(s, card)
        kind = d.kind
        if kind == RACE or kind == CLASS or kind == POWER:
            if d.trait == word and not (gainful and _is_dulled(s, seat, kind)):
                found = True
            if kind == lacks:
                lacking = False
        if (d.grants or d.hides) and _gives_traits(s, seat, card, d):
            if _grants(s, seat, card, d, word, purpose):
                if kind != RACE and kind != CLASS:
                    return True
                # part of the Race or Class: hidden with it
                found = found or not (gainful and _is_dulled(s, seat, kind))
            elif lacks != NO_KIND and kind != RACE and kind != CLASS and _grants_of(s, seat, card, d, lacks, purpose):
                return False
            if d.hides & purpose:
                hidden = True
    if s.dungeons and s.rules.dungeon_traits:
        by_dungeons = _traits_of_dungeons(s, seat, word, lacks, purpose)
        if by_dungeons == GIVEN or by_dungeons == TAKEN:
            return by_dungeons == GIVEN
        hidden = hidden or by_dungeons == HIDDEN
    if hidden:
        return lacks != NO_KIND
    return found or lacking


def _is_dulled(s: State, seat: Seat, kind: int) -> bool:
    """Whether a card in force leaves the seat only the disadvantages of its Races (Classes)."""
    if not s.rules.dulling:
        return False
    return any(face(s, card).dulls == kind and is_in_force(s, seat, card) for card in s.players[seat].table)


#: Who has no Race is of this one, and who has no Class is this [CHAR-03].
HUMAN: Final = "human"
CLASSLESS: Final = "classless"
NO_KIND: Final = -1

GIVEN: Final = 1
HIDDEN: Final = 2
TAKEN: Final = 3


def _traits_of_dungeons(s: State, seat: Seat, word: str, lacks: int, purpose: int) -> int:
    """What the Dungeons say of a trait, the last one last: GIVEN, HIDDEN, TAKEN or nothing [DUNG-01, DUNG-02]."""
    told = 0
    for card in s.dungeons:
        d = s.rules.defs[card]
        if (d.grants or d.hides) and is_reached(s, card, seat):
            if d.hides & purpose:
                told = HIDDEN
            if _grants(s, seat, card, d, word, purpose):
                told = GIVEN
            elif lacks != NO_KIND and _grants_of(s, seat, card, d, lacks, purpose):
                told = TAKEN
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


def _grants_of(s: State, seat: Seat, card: Card, d: CardDef, kind: int, purpose: int) -> bool:
    """Whether a card gives the seat some Race (Class), so that they are no human (not without a Class) for the purpose.

    What only opens Items to them takes nothing away.
    """
    kinds = s.rules.trait_kinds
    for granted, purposes, _ in d.grants:
        if (
            kinds.get(granted, RACE) == kind
            and purposes & purpose
            and (purpose != FOR_ITEMS or purposes & FOR_OWN)
            and _grants(s, seat, card, d, granted, purpose)
        ):
            return True
    return False


def _gives_traits(s: State, seat: Seat, card: Card, d: CardDef) -> bool:
    """Whether what a card grants or hides counts now."""
    if d.kind == ITEM or d.kind == STEED:
        return s.up[card]
    return d.kind != HIRELING or not has_fled(s, seat)


def sexes_of(s: State, seat: Seat, purpose: int = FOR_OWN) -> int:
    """As of which sexes a character counts, as a mask: of none, of one, or of either, as they like [CHAR-13].

    In Bad Stuff nobody counts as of either: there it would be no choice but a loss left out [RUL-217].
    """
    sex = sex_now(s, seat)
    if sex == NEITHER:
        return 0
    if s.rules.unsexed and not purpose & AS_THEY_ARE and _has_in_force(s, seat, EITHER_SEX):
        return 1 << MALE | 1 << FEMALE
    return 1 << sex


def sex_now(s: State, seat: Seat) -> int:
    """The sex that all see: NEITHER while a card says so, afterwards the one from before [RUL-216]."""
    if s.rules.unsexed and _has_in_force(s, seat, NO_SEX):
        return NEITHER
    return s.players[seat].sex


def _has_in_force(s: State, seat: Seat, counts_as: int) -> bool:
    """Whether some card in force makes the seat of no sex, or of either."""
    for card in s.players[seat].table:
        if face(s, card).counts_as == counts_as and is_in_force(s, seat, card):
            return True
    return False


def may_change_sex(s: State, seat: Seat) -> bool:
    """Whether a character has a sex that can change, and nothing forbids it."""
    return not is_banned(s, seat, BAN_CHANGE_SEX) and not (s.rules.unsexed and _has_in_force(s, seat, NO_SEX))


def is_purified(s: State, seat: Seat, kind: int) -> bool:
    """Whether the single Class (Race) of this kind has no disadvantages [CHAR-07, CHAR-09]."""
    count = 0
    purifier = NO_CARD
    for card in s.players[seat].table:
        d = face(s, card)
        if d.kind == kind:
            count += 1
        elif d.purifies == kind:
            purifier = card
    return purifier >= 0 and count == 1 and is_active(s, seat, purifier)


def suffers_trait(s: State, seat: Seat, word: str, purpose: int = FOR_OWN) -> bool:
    """Whether the character has this trait with its disadvantages.

    Of who counts as of either sex neither is held against them; a single Race or Class may be freed of them, with
    what it makes monsters see [CHAR-07]; what something else makes of them has them all.
    """
    if word == "male" or word == "female":
        return sexes_of(s, seat, purpose) == 1 << (MALE if word == "male" else FEMALE)
    if not has_trait(s, seat, word, purpose, gainful=False):
        return False
    kind = NO_KIND
    for card in s.players[seat].table:
        d = face(s, card)
        if d.kind == RACE or d.kind == CLASS:
            if d.trait == word or (d.grants and _grants(s, seat, card, d, word, purpose)):
                kind = d.kind
        elif d.grants and _gives_traits(s, seat, card, d) and _grants(s, seat, card, d, word, purpose):
            return True
    return kind == NO_KIND or not is_purified(s, seat, kind)


def is_hated(s: State, seat: Seat, word: str) -> bool:
    """Whether a monster's numbers against a race, class or sex count for a player as monsters see them, with
    the disadvantages of it, or for a Hireling of theirs [CMB-18, HIRE-10]."""
    if suffers_trait(s, seat, word, FOR_MONSTERS) and not _is_spared(s, seat, word):
        return True
    return s.rules.hirelings and has_hireling(s, seat, word)


def is_seen(s: State, seat: Seat, word: str) -> bool:
    """The same of what monsters lose against it: whether they see it in them or in a Hireling of theirs [HIRE-10]."""
    return has_trait(s, seat, word, FOR_MONSTERS) or (s.rules.hirelings and has_hireling(s, seat, word))


def _is_spared(s: State, seat: Seat, word: str) -> bool:
    """Whether a card in force keeps monsters from bonuses against the seat's Races (Classes)."""
    if not s.rules.sparing:
        return False
    kind = s.rules.trait_kinds.get(word, RACE)
    return any(face(s, card).spares == kind and is_active(s, seat, card) for card in s.players[seat].table)


def sex_of(s: State, card: Card) -> str:
    """The sex that a Hireling has now; empty where it has none [HIRE-15]."""
    sex = face(s, card).sex
    if sex and s.note and s.note.get(card, 0) == SWAPPED:
        return "female" if sex == "male" else "male"
    return sex


def hirelings_of(s: State, seat: Seat, word: str) -> int:
    """How many Hirelings of this trait or sex stand by the seat [HIRE-10, HIRE-11]."""
    found = 0
    for card in s.players[seat].table:
        d = face(s, card)
        if d.kind == HIRELING and word in (d.trait, sex_of(s, card)) and not has_fled(s, seat):
            found += 1
    return found


def has_hireling(s: State, seat: Seat, word: str) -> bool:
    """Whether a Hireling of this trait or sex stands by the seat."""
    return hirelings_of(s, seat, word) > 0


def races_of(s: State, seat: Seat, purpose: int = FOR_OWN) -> frozenset[str]:
    """The Races of a character, for a purpose; human where there is none [CHAR-03]."""
    races = [word for word, kind in s.rules.trait_kinds.items() if kind == RACE]
    return frozenset(word for word in (*races, HUMAN) if has_trait(s, seat, word, purpose))


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
    return is_in_force(s, seat, card)


def is_in_force(s: State, seat: Seat, card: Card) -> bool:
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
            and is_in_force(s, holder, source)
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


def can_strike(s: State, seat: Seat, card: Card) -> bool:
    """Whether a Curse is for this player at all: however it comes, and as long as it is kept [CURSE-05]."""
    on = face(s, card).on
    return not s.players[seat].dead and (on is None or on.holds(s, context(seat, card, s.players[seat].fight)))


def is_immune(s: State, seat: Seat, name: str) -> bool:
    """Whether an ability of this name cannot pick the seat."""
    for card in s.players[seat].table:
        if name in face(s, card).immune_to and is_active(s, seat, card):
            return True
    return False
