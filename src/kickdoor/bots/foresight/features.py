"""What a seat may know, as a few small numbers: what the network looks at. It is compiled with the engine.

There is a row for each player, in the order of seats from the observer on, and a row for the table. Cards count by what
they do, so any mix of packs can be read. Of a hand only those cards are read that the observer knows.
"""

from __future__ import annotations

from array import array
from typing import Final

from kickdoor.bots.foresight.facts import Fact
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.state import Fight, Player, State
from kickdoor.engine.data.terms import (
    ARMOR,
    ARRANGE,
    CLAIMED,
    CLASS,
    CLASS_ENHANCER,
    CLOSING,
    CONCEDED,
    CURSE,
    CURSED,
    DOOR,
    END,
    FIGHTING,
    FOOTGEAR,
    GO_UP_A_LEVEL,
    GOES_ON,
    HAND,
    HEADGEAR,
    HIRELING,
    ITEM,
    ITEM_ENHANCER,
    MONSTER,
    MONSTER_ENHANCER,
    ONE_SHOT,
    POWER,
    RACE,
    RACE_ENHANCER,
    SECOND,
    SEXES,
    STEED,
)
from kickdoor.engine.questions.force import sex_now
from kickdoor.engine.questions.monsters import treasures_of
from kickdoor.engine.questions.strength import is_winning, sums
from kickdoor.engine.questions.table import current_fight
from kickdoor.engine.questions.values import value, winning_level

PLAYER: Final = (
    "observer",
    "level",
    "to_go",
    "to_go_1",
    "to_go_2",
    "to_go_3",
    "to_go_4",
    "lead",
    "behind",
    "gear",
    "much_gear",
    "strength",
    "stronger",
    "carried",
    "gold",
    "idle_gold",
    "for_sale",
    "big",
    "hands_free",
    "head_free",
    "body_free",
    "feet_free",
    "classes",
    "races",
    "powers",
    "curses",
    "followers",
    "extras",
    "aid",
    "dear_aid",
    "bane",
    "tricks",
    "run",
    "comrade",
    "wins_ties",
    "double_sales",
    "doors",
    "treasures",
    "hand_limit",
    "too_many",
    "skips",
    "dead",
    "on_turn",
    "turn_next",
    "turn_after",
    "waits",
    "fights",
    "helps",
    "in_combat",
    "due",
    "held_items",
    "held_gear",
    "held_gold",
    "held_aid",
    "held_dear_aid",
    "held_bane",
    "held_rises",
    "held_curses",
    "held_sting",
    "held_monsters",
    "held_prey",
    "held_loot",
    "held_enhancers",
    "held_classes",
    "held_races",
    "held_rids",
    "held_flees",
    "held_wards",
    "held_calls",
    "held_spites",
    "held_gains",
    "held_comrades",
    "held_ties",
    "held_others",
)
"""What is told of each player."""

TABLE: Final = (
    "seats",
    "turns",
    "arranging",
    "second",
    "ending",
    "fighting",
    "closing",
    "cursed",
    "elsewhere",
    "met",
    "seems_won",
    "offers",
    "fight",
    "gap",
    "party",
    "against",
    "winning",
    "claimed",
    "conceded",
    "levels",
    "loot",
    "share",
    "monsters",
    "hurt",
    "for_the_win",
    "plays",
)
"""What is told of the table."""

MUCH: Final = 8  #: strength of gear, from here on less needed
MANY: Final = 12  #: cards in a hand that may be as large as one likes
MOST: Final = 100  #: no number is larger


def look(s: State, facts: list[Fact], observer: int) -> array[int]:
    """What an observer may know, in bytes with a sign: the players' rows one after the other, then the table's."""
    count = len(s.players)
    fight = current_fight(s)
    strengths: list[int] = []
    for player in s.players:
        strengths.append(player.level + _gear(s, facts, player))
    found: list[int] = []
    for distance in range(count):
        seat = (observer + distance) % count
        _player(s, facts, observer, seat, strengths, found)
    _table(s, facts, fight, found)
    for at, number in enumerate(found):
        if number > MOST:
            found[at] = MOST
        elif number < -MOST:
            found[at] = -MOST
    return array("b", found)


def _gear(s: State, facts: list[Fact], player: Player) -> int:
    """The strength that lies before a player, apart from what only counts in some fights."""
    found = 0
    for card in player.table:
        fact = facts[card]
        if fact.kind == CURSE:
            continue
        if s.up[card] or (fact.kind != ITEM and fact.kind != STEED):
            found += fact.bonus
    return found


def _player(s: State, facts: list[Fact], observer: int, seat: int, strengths: list[int], found: list[int]) -> None:
    player = s.players[seat]
    at = Seat(seat)
    count = len(s.players)
    strength = strengths[seat]
    best_level, best_strength, ahead = 0, 0, 0
    for other in range(count):
        if other != seat:
            best_level = max(best_level, s.players[other].level)
            best_strength = max(best_strength, strengths[other])
            ahead += int(s.players[other].level > player.level)
    to_go = winning_level(s, at) - player.level
    gear = strength - player.level
    found.append(int(seat == observer))
    found.append(player.level)
    found.append(to_go)
    for each in range(1, 5):
        found.append(int(to_go == each))
    found.append(player.level - best_level)
    found.append(ahead)
    found.append(gear)
    found.append(max(0, gear - MUCH))
    found.append(strength)
    found.append(strength - best_strength)
    traits = {SEXES[sex_now(s, at)]}
    room = [0, 0, 0, 0, 0]
    gold = _belongings(s, facts, player, traits, room, found)
    found.append(value(s, "run", at))
    found.append(value(s, "help_levels", at))
    found.append(value(s, "wins_ties", at))
    found.append(value(s, "double_sales", at))
    doors = 0
    for card in player.hand:
        doors += int(facts[card].deck == DOOR)
    found.append(doors)
    found.append(len(player.hand) - doors)
    hand_limit = value(s, "hand_limit", at)
    found.append(min(hand_limit, MANY))
    found.append(max(0, len(player.hand) - hand_limit))
    skips = 0
    for lost in s.lost_turns:
        skips += int(lost.seat == seat)
    found.append(skips)
    found.append(int(player.dead))
    waits = (seat - s.turn) % count
    found.append(int(waits == 0))
    found.append(int(waits == 1))
    found.append(int(waits == 2))
    found.append(waits)
    fights = helps = due = 0
    for fight in s.fights:
        fights += int(fight.fighter == seat)
        helps += int(fight.helper == seat)
        for reward in fight.rewards:
            if reward.seat == seat:
                due += reward.levels
    found.append(fights)
    found.append(helps)
    found.append(int(player.fight >= 0))
    found.append(due)
    price = max(1, value(s, "level_price", at) // 100)
    held = _hand(s, facts, observer, seat, strength, traits, room, found=found)
    found[len(found) - len(PLAYER) + FOR_SALE] = (gold + held) // price


FOR_SALE: Final = PLAYER.index("for_sale")


def _belongings(
    s: State, facts: list[Fact], player: Player, traits: set[str], room: list[int], found: list[int]
) -> int:
    """Note what lies before a player; gives their gold, and puts what is worn into `room`, by slot."""
    carried = gold = idle_gold = big = classes = races = powers = curses = followers = extras = 0
    aid = dear_aid = bane = tricks = 0
    human = True
    hands = 2
    for card in player.table:
        fact = facts[card]
        kind = fact.kind
        up = s.up[card]
        extras += fact.extras
        if kind == ITEM or kind == STEED or kind == ITEM_ENHANCER:
            gold += fact.gold
            big += fact.big
            if up:
                room[fact.slot] += fact.bonus
                hands -= fact.hands
            elif kind != ITEM_ENHANCER:
                carried += fact.bonus
                idle_gold += fact.gold
        elif kind == CLASS or kind == CLASS_ENHANCER:
            classes += 1
        elif kind == RACE or kind == RACE_ENHANCER:
            races += 1
            human = False
        elif kind == CURSE:
            curses += 1
            continue
        elif kind == POWER:
            powers += 1
        if kind == HIRELING or kind == STEED:
            followers += 1
        trait = s.rules.defs[card].trait
        if trait:
            traits.add(trait)
        aid += fact.aid
        dear_aid += fact.dear_aid
        bane += fact.bane
        tricks += fact.rids + fact.flees + fact.wards + fact.calls + fact.gains + fact.raises + fact.strikes
    if human:
        traits.add("human")
    found.append(carried)
    found.append(gold)
    found.append(idle_gold)
    found.append(0)  # what is for sale is known when the hand is read
    found.append(big)
    found.append(hands)
    found.append(int(room[HEADGEAR] == 0))
    found.append(int(room[ARMOR] == 0))
    found.append(int(room[FOOTGEAR] == 0))
    found.append(classes)
    found.append(races)
    found.append(powers)
    found.append(curses)
    found.append(followers)
    found.append(extras)
    found.append(aid)
    found.append(dear_aid)
    found.append(bane)
    found.append(tricks)
    return gold


def _hand(
    s: State,
    facts: list[Fact],
    observer: int,
    seat: int,
    strength: int,
    traits: set[str],
    room: list[int],
    found: list[int],
) -> int:
    """Note what the observer knows of a hand; gives its gold."""
    items = gear = gold = aid = dear_aid = bane = rises = curses = sting = monsters = prey = loot = 0
    enhancers = classes = races = rids = flees = wards = calls = spites = gains = others = 0
    comrades = ties = 0
    best = [0, 0, 0, 0, 0]
    bit = 1 << observer
    for card in s.players[seat].hand:
        if seat != observer and not s.known[card] & bit:
            continue
        fact = facts[card]
        kind = fact.kind
        gold += fact.gold
        if kind == ITEM or kind == STEED:
            items += 1
            if fact.is_for(traits):
                if fact.slot:
                    best[fact.slot] = max(best[fact.slot], fact.bonus)
                else:
                    gear += fact.bonus
        elif kind == MONSTER:
            monsters += 1
            if fact.foe < strength:
                prey += 1
                loot = max(loot, fact.treasures)
        elif kind == GO_UP_A_LEVEL:
            rises += 1
        elif kind == CURSE:
            curses += 1
            sting = max(sting, fact.sting)
        elif kind == MONSTER_ENHANCER:
            enhancers += abs(fact.bonus)
        elif kind == CLASS or kind == CLASS_ENHANCER:
            classes += 1
        elif kind == RACE or kind == RACE_ENHANCER:
            races += 1
        elif kind != ONE_SHOT:
            others += 1
        if kind != CURSE and kind != MONSTER_ENHANCER:
            aid += fact.aid
            dear_aid += fact.dear_aid
            bane += fact.bane
        rids += fact.rids
        flees += fact.flees
        wards += fact.wards
        calls += fact.calls
        spites += fact.spites
        gains += fact.gains
        comrades += fact.comrade
        ties += fact.wins_ties
    for slot in range(1, HAND + 1):
        gear += max(0, best[slot] - room[slot])
    found.append(items)
    found.append(gear)
    found.append(gold)
    found.append(aid)
    found.append(dear_aid)
    found.append(bane)
    found.append(rises)
    found.append(curses)
    found.append(sting)
    found.append(monsters)
    found.append(prey)
    found.append(loot)
    found.append(enhancers)
    found.append(classes)
    found.append(races)
    found.append(rids)
    found.append(flees)
    found.append(wards)
    found.append(calls)
    found.append(spites)
    found.append(gains)
    found.append(comrades)
    found.append(ties)
    found.append(others)
    return gold


def _table(s: State, facts: list[Fact], fight: Fight | None, found: list[int]) -> None:
    moment = s.moment
    found.append(len(s.players))
    found.append(s.turns // len(s.players))
    found.append(int(moment == ARRANGE))
    found.append(int(moment == SECOND))
    found.append(int(moment == END))
    found.append(int(moment == FIGHTING))
    found.append(int(moment == CLOSING))
    found.append(int(moment == CURSED))
    found.append(int(moment not in (ARRANGE, SECOND, END, FIGHTING, CLOSING, CURSED)))
    found.append(int(s.met))
    found.append(int(s.over != GOES_ON))
    found.append(len(s.offers))
    if fight is None:
        for _ in range(FIGHT_NUMBERS):
            found.append(0)
        return
    ours, theirs = sums(s, fight)
    levels = loot = monsters = hurt = 0
    for monster in fight.monsters:
        if monster.gone:
            continue
        monsters += 1
        loot += treasures_of(s, fight, monster)
        levels += monster.levels
        body = monster.id if monster.id < len(facts) else monster.twin_of
        if 0 <= body < len(facts):
            fact = facts[body]
            levels += fact.levels
            hurt += fact.hurt
        else:
            levels += 1
    deal = fight.deal
    fighter = fight.fighter
    found.append(1)
    found.append(ours - theirs)
    found.append(ours)
    found.append(theirs)
    found.append(int(is_winning(s, fight)))
    found.append(int(fight.declared == CLAIMED))
    found.append(int(fight.declared == CONCEDED))
    found.append(levels)
    found.append(loot)
    found.append(deal.treasures if deal is not None else 0)
    found.append(monsters)
    found.append(hurt)
    found.append(int(s.players[fighter].level + levels >= winning_level(s, fighter)))
    found.append(len(fight.plays))


FIGHT_NUMBERS: Final = len(TABLE) - TABLE.index("fight")
