"""Questions about the state: traits, the fold of rule numbers, usability, what is in force."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.cards import (
    FOR_ITEMS,
    FOR_MONSTERS,
    FOR_OWN,
    ITS_HOST,
    ITSELF,
    ON_OTHERS,
    ON_OWNER,
    OWN,
    UNSET_NUMBER,
    CardDef,
    HostChange,
)
from kickdoor.engine.state import Fight, Frame, Means, State
from kickdoor.engine.terms import (
    ARMOR,
    BAN_TROUBLE,
    BAN_USE,
    BETWEEN,
    CLASS,
    CLASS_ENHANCER,
    CURSE,
    FEMALE,
    FOOTGEAR,
    HEADGEAR,
    HIRELING,
    IN_DOOR_DISCARDS,
    IN_FIGHT,
    IN_HAND,
    IN_PLAY,
    ITEM,
    ITEM_ENHANCER,
    MALE,
    ONE_SHOT,
    PERMIT_ALL,
    POWER,
    RACE,
    RACE_ENHANCER,
    STEED,
    SWAPPED,
)


def context(you: int, it: int, fight: int) -> Frame:
    """A frame without a script, for asking conditions about a player and a card."""
    return Frame(-1, 0, you, you, it, fight, -1, -1, [])


def face(s: State, card: int) -> CardDef:
    """The definition that a card shows now."""
    if s.face and card in s.face:
        return s.rules.faces[s.face[card]]
    if card >= len(s.rules.defs):
        return _face_of_twin(s, card)
    return s.rules.defs[card]


def _face_of_twin(s: State, id: int) -> CardDef:
    """What a monster shows that has no card: doubled by itself or by a Dungeon."""
    return next(s.rules.faces[m.face] for fight in reversed(s.fights) for m in fight.monsters if m.id == id)


def owner(s: State, card: int) -> int:
    """The seat that holds the card in hand or in play, or -1."""
    place = s.where[card] if card < len(s.where) else IN_FIGHT  # a twin may have no card
    if place >= IN_PLAY:
        return place - IN_PLAY
    if place >= IN_HAND:
        return place - IN_HAND
    return -1


def in_play(s: State, card: int) -> bool:
    """Whether the card lies before a player."""
    return s.where[card] >= IN_PLAY


def is_public(s: State, card: int) -> bool:
    """Whether the card lies where everybody sees it: in no hand and no deck."""
    place = s.where[card]
    return place >= IN_PLAY or IN_DOOR_DISCARDS <= place < IN_HAND


def own_turn(s: State, seat: int) -> bool:
    """Whether the seat may do what is for its own turn: Charity ends that [TURN-13]."""
    return s.turn == seat and s.moment != BETWEEN


def in_combat(s: State, seat: int) -> bool:
    """Whether the seat fights, as fighter or helper, or still runs."""
    return s.players[seat].fight >= 0


def current_fight(s: State) -> Fight | None:
    """The fight that is on: the newest that is not decided."""
    for fight in reversed(s.fights):
        if fight.outcome == 0:
            return fight
    return None


def party(fight: Fight) -> list[int]:
    """Fighter, and helper if any."""
    return [fight.fighter] if fight.helper < 0 else [fight.fighter, fight.helper]


NO_VALUES: Final[frozenset[str]] = frozenset()


def means_of(s: State, seat: int) -> Means:
    """What the cards before the seat can do at all; kept until they change."""
    player = s.players[seat]
    means = player.means
    if means is not None:
        return means
    defs = s.rules.defs
    moments = kinds = bans = reacts = 0
    values = NO_VALUES
    for card in player.table:
        d = face(s, card) if s.face else defs[card]
        moments |= d.moments_in_play
        kinds |= 1 << d.kind
        bans |= d.bans
        reacts |= d.reacts
        if d.values:
            values |= d.values
    means = Means(moments, kinds, bans, reacts, values)
    player.means = means
    return means


def held_by(s: State, seat: int) -> int:
    """The windows in which some card of the seat's hand can act; kept until the hand changes."""
    player = s.players[seat]
    if player.held < 0:
        held = 0
        for card in player.hand:
            held |= s.rules.defs[card].moments_in_hand
        player.held = held
    return player.held


def altered(s: State) -> frozenset[str]:
    """The numbers of the rules that some card in play changes, perhaps; kept until one comes or goes."""
    names = s.altered
    if names is None:
        names = NO_VALUES
        for seat in range(len(s.players)):
            values = means_of(s, seat).values
            if values:
                names |= values
        for card in s.dungeons:
            values = s.rules.defs[card].values
            if values:
                names |= values
        s.altered = names
    return names


# Dungeons


def is_reached(s: State, card: int, seat: int) -> bool:
    """Whether a Dungeon, or a Portal that stays with one, counts for the seat [DUNG-01]."""
    return not s.reach or card not in s.reach or s.reach[card] >> seat & 1 == 1


# Traits


def cards_of_kind(s: State, seat: int, kind: int) -> list[int]:
    """Cards of a kind in play before the seat."""
    if not means_of(s, seat).kinds >> kind & 1:
        return []
    defs = s.rules.defs
    if s.face:
        return [c for c in s.players[seat].table if face(s, c).kind == kind]
    return [c for c in s.players[seat].table if defs[c].kind == kind]


def has_trait(s: State, seat: int, word: str, purpose: int = FOR_OWN) -> bool:
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
            for granted, purposes, condition in d.grants:
                if (
                    granted == word
                    and purposes & purpose
                    and (condition is None or condition.holds(s, context(seat, card, player.fight)))
                ):
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


def _traits_of_dungeons(s: State, seat: int, word: str, purpose: int) -> int:
    """What the Dungeons say of a trait, the last one last: GIVEN, HIDDEN or nothing [DUNG-01, DUNG-02]."""
    told = 0
    for card in s.dungeons:
        d = s.rules.defs[card]
        if (d.grants or d.hides) and is_reached(s, card, seat):
            if d.hides & purpose:
                told = HIDDEN
            for granted, purposes, condition in d.grants:
                if (
                    granted == word
                    and purposes & purpose
                    and (condition is None or condition.holds(s, context(seat, card, s.players[seat].fight)))
                ):
                    told = GIVEN
    return told


def _gives_traits(s: State, seat: int, card: int, d: CardDef) -> bool:
    """Whether what a card grants or hides counts now."""
    if d.kind == ITEM or d.kind == STEED:
        return s.up[card] == 1
    return d.kind != HIRELING or not has_fled(s, seat)


def is_purified(s: State, seat: int, kind: int) -> bool:
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


def suffers_trait(s: State, seat: int, word: str, purpose: int = FOR_OWN) -> bool:
    """Whether the character has this trait with its disadvantages."""
    if not has_trait(s, seat, word, purpose):
        return False
    for card in s.players[seat].table:
        d = face(s, card)
        if d.trait == word and (d.kind == RACE or d.kind == CLASS):
            return not is_purified(s, seat, d.kind)
    return True


def sex_of(s: State, card: int) -> str:
    """The sex that a Hireling has now; empty where he has none [HIRE-15]."""
    sex = face(s, card).sex
    if sex and s.note and s.note.get(card, 0) == SWAPPED:
        return "female" if sex == "male" else "male"
    return sex


def monsters_see(s: State, seat: int, word: str) -> bool:
    """Whether a Hireling of the seat has this trait or sex: monsters count it too [HIRE-10, HIRE-11]."""
    for card in s.players[seat].table:
        d = face(s, card)
        if d.kind == HIRELING and word in (d.trait, sex_of(s, card)) and not has_fled(s, seat):
            return True
    return False


# Items


def is_lifted(s: State, card: int) -> bool:
    """Whether a limit-lifting card is on the Item, or a Hireling carries it [ITEM-12, HIRE-07]."""
    if not s.host:
        return False
    for carrier in s.host.get(card, ()):
        if face(s, carrier).carries > 0:
            return True
    for attached, hosts in s.host.items():
        if card in hosts and face(s, attached).lifts_limits:
            return True
    return False


def is_usable(s: State, seat: int, card: int) -> bool:
    """Whether the seat meets the Item's restrictions, or need not [ITEM-04, ITEM-12]."""
    d = face(s, card)
    if not d.usable_by and not d.not_usable_by:
        return True
    if is_lifted(s, card) or (s.bans and is_banned(s, seat, PERMIT_ALL)):
        return True
    if d.usable_by and not any(has_trait(s, seat, word, FOR_ITEMS) for word in d.usable_by):
        return False
    return not any(suffers_trait(s, seat, word, FOR_ITEMS) for word in d.not_usable_by)


def hirelings_fled(s: State, fight: Fight) -> bool:
    """Whether a monster of the fight has driven all Hirelings off."""
    for m in fight.monsters:
        if m.gone == 0 and s.rules.faces[m.face].no_hirelings:
            return True
    return False


def has_fled(s: State, seat: int) -> bool:
    """Whether a seat's Hirelings have fled from a monster that it fights."""
    fight = s.fight_by_id(s.players[seat].fight) if s.players[seat].fight >= 0 else None
    return fight is not None and hirelings_fled(s, fight)


def is_active(s: State, seat: int, card: int) -> bool:
    """Whether a card in play is in force for its owner."""
    if s.rules.forbidden >> BAN_USE & 1 and is_banned(s, seat, BAN_USE, card):
        return False
    return _in_force(s, seat, card)


def _in_force(s: State, seat: int, card: int) -> bool:
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
    if d.lasting == 3:
        return s.turn == seat  # it waits for its victim's turn [CURSE-03]
    if d.kind == ONE_SHOT:
        return any(is_equipped(s, seat, host) for host in s.host.get(card, ()))
    return True


def _first_copy(s: State, seat: int, card: int) -> bool:
    """Whether no copy of the Power lies there before it: a second one adds nothing [POW-04]."""
    trait = face(s, card).trait
    for other in s.players[seat].table:
        if other == card:
            return True
        o = face(s, other)
        if o.kind == POWER and o.trait == trait:
            return False
    return True


def races_of(s: State, seat: int) -> frozenset[str]:
    """The Races of a character; human where there is none [CHAR-03]."""
    return frozenset(face(s, card).trait for card in cards_of_kind(s, seat, RACE)) or frozenset(("human",))


def hosts_of(s: State, card: int) -> tuple[int, ...]:
    """The cards that a card is on."""
    return s.host.get(card, ())


def changes_on(s: State, card: int) -> list[tuple[int, HostChange]]:
    """What cards on this one make of it, each with its card."""
    found: list[tuple[int, HostChange]] = []
    if not s.rules.reshaping or not s.host:
        return found
    for attached, on in s.host.items():
        if card in on:
            change = face(s, attached).host
            if change is not None:
                found.append((attached, change))
    return found


def is_reshaped(s: State, seat: int) -> bool:
    """Whether something before the seat is made into something else by what lies on it."""
    if not s.rules.reshaping or not s.host:
        return False
    for attached, on in s.host.items():
        if face(s, attached).host is not None:
            for card in on:
                if owner(s, card) == seat:
                    return True
    return False


def is_big(s: State, card: int) -> bool:
    """Whether a card is Big now [ITEM-07]."""
    big = face(s, card).big
    if not s.rules.reshaping or not s.host:
        return big
    for _, change in changes_on(s, card):
        if change.big >= 0:
            big = change.big == 1
    return big


def slot_of(s: State, card: int) -> int:
    """Where an Item is worn or held now."""
    slot = face(s, card).slot
    if not s.rules.reshaping or not s.host:
        return slot
    for attached, change in changes_on(s, card):
        if change.slots:
            slot = change.slots[s.note.get(attached, 0) % len(change.slots)]
    return slot


def fills(s: State, card: int, slot: int) -> bool:
    """Whether an Item is worn or held in a slot, or also in it."""
    return slot_of(s, card) == slot or slot in face(s, card).slots


def is_up(s: State, seat: int, card: int) -> bool:
    """Whether the card is an Item that is equipped and may be used, though it may be of no use."""
    return s.up[card] == 1 and is_usable(s, seat, card) and not _is_carried_off(s, seat, card)


def is_equipped(s: State, seat: int, card: int) -> bool:
    """Whether the card is an Item that is equipped and in force."""
    if not is_up(s, seat, card):
        return False
    if s.rules.reshaping and s.host:
        for _, change in changes_on(s, card):
            if change.muted:
                return False
    return True


def _is_carried_off(s: State, seat: int, card: int) -> bool:
    """Whether a Hireling carries the Item who has fled."""
    if not s.host or card not in s.host:
        return False
    return any(face(s, carrier).kind == HIRELING for carrier in s.host[card]) and has_fled(s, seat)


def bonus_in_force(s: State, card: int) -> int:
    """The bonus that an Item gives its owner now, with what it adds on conditions."""
    d = face(s, card)
    total = d.bonus
    seat = owner(s, card)
    if seat >= 0:
        for line in d.lines:
            if line.side == OWN and line.amount is not None:
                asked = context(seat, card, s.players[seat].fight)
                if line.condition is None or line.condition.holds(s, asked):
                    total += line.amount.of(s, asked)
    return total


def is_worn(s: State, seat: int, card: int) -> bool:
    """Whether an equipped Item is worn: it fills a slot of the body or is tagged as clothing."""
    d = face(s, card)
    return is_up(s, seat, card) and (d.slot in (HEADGEAR, ARMOR, FOOTGEAR) or bool(d.slots) or "worn" in d.tags)


def value(s: State, name: str, seat: int) -> int:
    """One number of the rules for a player: the book's, then what cards set, then what they add."""
    base = s.rules.options.numbers[name]
    if name not in altered(s):
        return base
    add = 0
    best = UNSET_NUMBER
    worst = -UNSET_NUMBER
    player = s.players[seat]
    if name in means_of(s, seat).values:
        rides = s.rules.steeds_run and name == "run" and _has_running_steed(s, seat)
        for card in player.table:
            d = face(s, card)
            if name in d.values and is_active(s, seat, card) and not (rides and _is_riders_own(d)):
                for m in d.modifiers:
                    if m.value == name and (
                        m.condition is None or m.condition.holds(s, context(seat, card, player.fight))
                    ):
                        if m.set == UNSET_NUMBER:
                            add += m.add
                        elif d.kind == CURSE:
                            worst = min(worst, m.set)
                        else:
                            best = max(best, m.set)
    if name in s.rules.for_all:
        for source in _for_all(s, seat, name):
            d = face(s, source)
            for m in d.modifiers:
                if (
                    m.value == name
                    and m.on == 1
                    and (m.condition is None or m.condition.holds(s, context(seat, source, player.fight)))
                ):
                    if m.set != UNSET_NUMBER:
                        base = m.set
                    else:
                        add += m.add
    if s.dungeons and name in s.rules.by_dungeons:
        for source in s.dungeons:
            d = s.rules.defs[source]
            if name not in d.values or not is_reached(s, source, seat):
                continue
            for m in d.modifiers:
                if m.value == name and (
                    m.condition is None or m.condition.holds(s, context(seat, source, player.fight))
                ):
                    if m.set != UNSET_NUMBER:
                        base = m.set  # the last Dungeon governs [DUNG-02]
                    else:
                        add += m.add
    if best != UNSET_NUMBER:
        base = best  # of several the most favourable
    if worst < -UNSET_NUMBER:
        base = worst
    return base + add


def _has_running_steed(s: State, seat: int) -> bool:
    """Whether a Steed of the seat, with what is on it, has a run-away bonus or penalty."""
    for card in s.players[seat].table:
        d = face(s, card)
        if "run" in d.values and (d.kind == STEED or d.enhances == STEED) and is_active(s, seat, card):
            return True
    return False


def _is_riders_own(d: CardDef) -> bool:
    """Whether a run-away number is the rider's own, which his Steed's replaces [STEED-03]."""
    return d.kind in (RACE, CLASS, POWER, ITEM, RACE_ENHANCER, CLASS_ENHANCER) or d.enhances == ITEM


def _for_all(s: State, seat: int, name: str) -> list[int]:
    """Cards in force before the others that change this number, perhaps for everybody."""
    found: list[int] = []
    for other, player in enumerate(s.players):
        if other != seat and name in means_of(s, other).values:
            for card in player.table:
                if name in face(s, card).values and is_active(s, other, card):
                    found.append(card)
    return found


def items(s: State, seat: int) -> list[int]:
    """Items that the seat carries, equipped or not; an enhancer is part of its Item."""
    return [card for card in s.players[seat].table if is_item_by_itself(s, card)]


def is_item_by_itself(s: State, card: int) -> bool:
    """Whether a card in play is an Item, and not an enhancer that is part of one [ITEM-13]."""
    d = face(s, card)
    return d.is_item and d.kind != ITEM_ENHANCER


def gold(s: State, card: int) -> int:
    """What an Item is worth, with the enhancers on it."""
    worth = face(s, card).gold
    if s.host:
        for other, hosts in s.host.items():
            if card in hosts and face(s, other).kind == ITEM_ENHANCER:
                worth += face(s, other).gold
    return worth


def highest_level(s: State) -> int:
    """The highest Level in play."""
    return max(p.level for p in s.players if p.dead != 1)


def lowest_level(s: State, without: int = -1) -> int:
    """The lowest Level in play, perhaps leaving one seat out."""
    return min(p.level for i, p in enumerate(s.players) if i != without)


def winning_level(s: State, seat: int) -> int:
    """The Level that wins for this seat."""
    return value(s, "winning_level", seat)


def level_cap(s: State, seat: int) -> int:
    """The highest Level that the seat can reach without a kill [HIER-05, WIN-03]."""
    return value(s, "level_without_kill", seat)


def ring(s: State, start: int, step: int = 1) -> list[int]:
    """All other seats round the table from a seat: to the left, or with step -1 to the right."""
    n = len(s.players)
    return [(start + step * i) % n for i in range(1, n)]


def might_be_banned(s: State, seat: int, what: int) -> bool:
    """A quick bound: nothing is about that forbids this, whatever with."""
    rules = s.rules
    for ban in s.bans:
        if ban[0] == seat and ban[1] == what:
            return True
    if not rules.forbidden >> what & 1:
        return False
    if means_of(s, seat).bans >> what & 1 or rules.forbidden_by_places >> what & 1:
        return True
    return bool(rules.forbidden_to_others >> what & 1)


def is_banned(s: State, seat: int, what: int, card: int = -1, fight: int = -1) -> bool:
    """Whether a card forbids this seat something now, perhaps only with a certain card or in a certain fight."""
    if s.bans:
        for ban in s.bans:
            if ban[0] == seat and ban[1] == what:
                return True
    if what > BAN_TROUBLE or not s.rules.forbidden >> what & 1 or seat < 0:
        return False
    at = fight if fight >= 0 else s.players[seat].fight
    if means_of(s, seat).bans >> what & 1:
        for source in s.players[seat].table:
            d = face(s, source)
            if (
                d.bans >> what & 1
                and _in_force(s, seat, source)
                and _forbids(s, d, source, what, seat, card, at, ON_OTHERS)
            ):
                return True
    if s.rules.forbidden_to_others >> what & 1:
        for other, player in enumerate(s.players):
            if other == seat or not means_of(s, other).bans >> what & 1:
                continue
            for source in player.table:
                d = face(s, source)
                if (
                    d.bans >> what & 1
                    and _in_force(s, other, source)
                    and _forbids(s, d, source, what, seat, card, at, ON_OWNER)
                ):
                    return True
    if not s.rules.forbidden_by_places >> what & 1:
        return False
    for source in s.dungeons:
        d = s.rules.defs[source]
        if d.bans >> what & 1 and is_reached(s, source, seat) and _forbids(s, d, source, what, seat, card, at, -1):
            return True
    fought = s.fight_by_id(at)
    if fought is not None:
        for m in fought.monsters:
            d = s.rules.faces[m.face]
            if m.gone == 0 and d.bans >> what & 1 and _forbids(s, d, m.id, what, seat, card, at, -1):
                return True
    return False


def _forbids(s: State, d: CardDef, source: int, what: int, seat: int, card: int, fight: int, but: int) -> bool:
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


def is_protected(s: State, card: int, cause: int) -> bool:
    """Whether a card in play cannot be lost in this way."""
    seat = s.where[card] - IN_PLAY
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


def is_immune(s: State, seat: int, name: str) -> bool:
    """Whether an ability of this name cannot pick the seat."""
    for card in s.players[seat].table:
        if name in face(s, card).immune_to and is_active(s, seat, card):
            return True
    return False
