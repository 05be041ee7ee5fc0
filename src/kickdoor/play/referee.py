"""The book counted again, where no card changes it: what must come of an answer at a table of plain cards.

A plain card has numbers, slots and a price, does something when it is played or when a monster catches somebody, and
has no say in anything else. The referee reads the cards and the events and asks none of the engine's questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    BY_KILLING,
    BY_SALE,
    CLASS,
    CURSE,
    DOOR,
    IN_DOOR_DISCARDS,
    IN_HAND,
    IN_PLAY,
    LAID_OUT,
    OPEN,
    OVER,
    RACE,
    TO_MONSTERS,
    TO_PARTY,
    TREASURE,
)
from kickdoor.engine.questions.strength import sums

#: What makes a card more than plain.
POWERS = (
    "strength",
    "modifiers",
    "reactions",
    "forbids",
    "bars",
    "immune_to",
    "protects",
    "grants",
    "extra_levels",
    "extra_treasures",
    "on_meet",
    "on_decide",
    "on_flight",
    "on_escape",
    "on_kill",
    "follow",
    "host",
    "lifts_limits",
    "run",
    "pursues",
    "escape",
    "no_help",
    "no_hirelings",
    "kept_at_death",
    "hides",
    "stays",
    "frees",
    "lasting",
)
#: After these nobody can tell what lies on top of a deck.
UNSURE = frozenset({"reshuffled", "put_back", "looked"})
#: By these cards come into a hand.
COMING = frozenset({"drew", "looted", "kept", "handed_over", "gave_charity"})


@lru_cache(maxsize=16)
def is_plain(rules: Rules) -> bool:
    """Whether all cards of a game are plain."""
    return not rules.packs and not any(getattr(d, power) for d in rules.defs for power in POWERS)


def by_the_book(before: State, events: Sequence[Event], after: State) -> list[str]:
    """At a table of plain cards what comes of an answer is what the book says."""
    if not is_plain(after.rules):
        return []
    return [
        *_strength(after),
        *_decided(before, events, after),
        *_flights(events, after),
        *_turns(before, events, after),
        *_draws(before, events),
        *_charity(before, events),
        *_sales(before, events),
        *_deaths(before, events, after),
        *_asked(after),
    ]


# Fights


def _of_player(s: State, seat: int) -> int:
    """A player's Level and all that is equipped, with what lies on it [CMB-01]."""
    up = [card for card in s.players[seat].table if s.up[card]]
    on = [card for card, hosts in s.host.items() if any(host in up for host in hosts)]
    return s.players[seat].level + sum(s.rules.defs[card].bonus for card in (*up, *on))


def _both_sides(s: State, fight: Fight) -> tuple[int, int]:
    fighting = [seat for seat in (fight.fighter, fight.helper) if seat >= 0 and not s.players[seat].dead]
    ours = sum(_of_player(s, seat) for seat in fighting)
    ours += sum(play.amount for play in fight.plays if play.to == TO_PARTY)
    theirs = sum(play.amount for play in fight.plays if play.to == TO_MONSTERS)
    for monster in fight.monsters:
        if not monster.gone:
            theirs += sum(s.rules.defs[card].bonus for card in monster.attached) + s.rules.faces[monster.face].level
    return ours, theirs


def _strength(s: State) -> list[str]:
    return [
        f"strength is {list(sums(s, fight))}, and by the book {list(_both_sides(s, fight))}"
        for fight in s.fights
        if fight.outcome == OPEN and sums(s, fight) != _both_sides(s, fight)
    ]


def _decided(before: State, events: Sequence[Event], after: State) -> Iterator[str]:
    """Only who is stronger wins, and whoever is out of a fight is in none [CMB-01]."""
    fights: dict[int, Fight] = {fight.id: fight for fight in before.fights if fight.outcome == OPEN}
    for at, event in enumerate(events):
        if event.what not in ("fight_won", "fight_lost") or event.fight not in fights:
            continue
        fight = fights[event.fight]
        ours, theirs = _both_sides(before, fight)
        if (event.what == "fight_won") != (ours > theirs):
            yield f"a fight of {ours} against {theirs} is told as {event.what}"
        if event.what == "fight_won" and not fight.rewards:
            ended = next((i for i, e in enumerate(events) if i > at and e.what == "turn_ended"), len(events))
            yield from _paid(before, fight, events[at:ended], after)
    for seat, player in enumerate(after.players):
        fight_on = after.fight_by_id(player.fight) if player.fight >= 0 else None
        if fight_on is not None and seat not in (fight_on.fighter, fight_on.helper):
            yield f"seat {seat} is in a fight in which nobody knows of it"


def _paid(before: State, fight: Fight, events: Sequence[Event], after: State) -> Iterator[str]:
    """Winning pays the fighter what the cards of the monsters say, once [REW-01, REW-02, CMB-08]."""
    defs, faces = before.rules.defs, before.rules.faces
    killed = [monster for monster in fight.monsters if not monster.gone]
    room = before.rules.options.get("winning_level") - before.players[fight.fighter].level
    due = min(room, sum(faces[monster.face].levels_gained for monster in killed))
    gains = [event for event in events if event.what == "level_gained" and event.cause == BY_KILLING]
    if sum(event.levels for event in gains) != due or any(event.seat != fight.fighter for event in gains):
        yield f"the kills give {sum(e.levels for e in gains)} levels, and by the book {due} to seat {fight.fighter}"
    if after.over == OVER:
        return
    drew = [event for event in events if event.what == "drew" and event.deck == TREASURE]
    worth = 0
    for monster in killed:
        more = sum(defs[card].treasure_bonus for card in monster.attached)
        worth += max(0, faces[monster.face].treasures + more)
    if len(drew) != worth and len(before.treasure) >= worth:
        yield f"{len(drew)} Treasures are drawn for the kills, and by the book {worth}"
    if any((event.seen == ALL_SEATS) != (fight.helper >= 0) or event.seat != fight.fighter for event in drew):
        yield "the Treasures are not drawn by the fighter, face up where somebody helped and face down otherwise"
    used = [card for monster in killed for card in (monster.id, *monster.attached)]
    used += [card for play in fight.plays for card in play.cards]
    left = [card for card in used if card < len(after.where) and before.where[card] == after.where[card]]
    if left:
        yield f"cards of a fight that is over are still in it: {[defs[card].name for card in left]}"


def _flights(events: Sequence[Event], after: State) -> Iterator[str]:
    """A roll of 5 or more escapes, and no other [RUN-02]."""
    needed = after.rules.options.get("escape_roll")
    rolled: dict[int, int] = {}
    for event in events:
        if event.what == "rolled" and event.needed >= 0:
            rolled[event.seat] = event.roll
            if event.needed != needed:
                yield f"a roll of {event.needed} is said to be needed to run away"
        elif event.what in ("escaped", "caught") and event.seat in rolled:
            roll = rolled.pop(event.seat)
            if (event.what == "escaped") != (roll >= needed):
                yield f"seat {event.seat} rolls {roll} and is told as {event.what}"


# Turns


def _turns(before: State, events: Sequence[Event], after: State) -> Iterator[str]:
    """Turns go round the table to the left, each with its door and its room [TURN-02, TURN-08, TURN-13]."""
    turn: int = before.turn
    for at, event in enumerate(events):
        rest = events[at + 1 :]
        if event.what == "turn_ended":
            if event.seat != turn:
                yield f"seat {event.seat} ends the turn of seat {turn}"
            held = len(after.players[event.seat].hand)
            if held > after.rules.options.get("hand_limit") and not any(e.what in COMING for e in rest):
                yield f"seat {event.seat} ends the turn with {held} cards"
        elif event.what == "turn_begun":
            if event.seat != (turn + 1) % len(after.players):
                yield f"after the turn of seat {turn} comes that of seat {event.seat}"
            turn = event.seat
            yield from _begun(before, events[:at], turn, rest, after)
        elif event.what == "door_kicked":
            up = [e for e in rest if e.what == "turned_up"]
            if event.seat != turn or (before.door and (len(up) != 1 or up[0].seat != turn or up[0].deck != DOOR)):
                yield f"seat {event.seat} kicks the door, and behind it there is not one Door card"
        elif event.what == "looted_room":
            deck = TREASURE if after.rules.options.get("loot_treasure") else DOOR
            drew = [e for e in rest if e.what == "drew" and e.seat == turn]
            if event.deck != deck or (drew and (drew[0].deck != deck or drew[0].seen == ALL_SEATS)):
                yield "the room is looted of another deck, or face up"
            if not drew and (before.treasure if deck == TREASURE else before.door):
                yield "the room is looted of nothing"


def _begun(before: State, earlier: Sequence[Event], turn: int, rest: Sequence[Event], after: State) -> Iterator[str]:
    """All who were dead are back; whose turn it is gets a new hand, or listens at the door [DEATH-05, TURN-10]."""
    options = after.rules.options
    if any(player.dead for player in after.players) and not any(event.what == "died" for event in rest):
        yield "a turn has begun, and somebody is still dead"
    dealt = sum(1 for event in rest if event.what == "drew" and event.seat == turn)
    new = any(event.what == "came_back" and event.seat == turn for event in earlier) or before.players[turn].back
    due = options.get("starting_doors") + options.get("starting_treasures")
    if new and dealt < min(due, len(before.door) + len(before.treasure)):
        yield f"seat {turn} is back and is dealt {dealt} cards"
    went_on = any(event.what in ("door_kicked", "looted_room", "fight_won") for event in rest)
    if not new and not went_on and before.door and dealt != options.get("listen_at_door"):
        yield f"seat {turn} listens at the door and draws {dealt} cards"


def _draws(before: State, events: Sequence[Event]) -> Iterator[str]:
    """Cards are drawn from the top of the deck that is told, one after the other."""
    decks = {DOOR: list(before.door), TREASURE: list(before.treasure)}
    for event in events:
        if event.what in UNSURE:
            return
        if event.what in ("drew", "turned_up") and event.deck in decks:
            deck = decks[event.deck]
            if not deck or deck.pop() != event.card:
                yield f"{before.rules.defs[event.card].name} is drawn, and was not on top of its deck"


def _charity(before: State, events: Sequence[Event]) -> Iterator[str]:
    """What is too much goes to the lowest, and away only where the giver is among them [CHAR-20, CHAR-21]."""
    for event in [event for event in events if event.what == "gave_charity"]:
        low = min(player.level for player in before.players if not player.dead)
        to = before.players[event.to]
        if event.seat != before.turn or to.dead or to.level != low or before.players[event.seat].level == low:
            yield f"seat {event.seat} gives to seat {event.to}, who is not the lowest"


def _sales(before: State, events: Sequence[Event]) -> Iterator[str]:
    """A level for each 1,000 Gold Pieces, never the winning one; what is sold goes [SELL-01, SELL-03]."""
    for at, event in enumerate(events):
        if event.what != "sold":
            continue
        cards = [e.card for e in events[at:] if e.what == "discarded" and e.cause == BY_SALE]
        worth = sum(before.rules.defs[card].gold for card in cards)
        if worth != event.gold or any(
            before.where[card] not in (IN_HAND + event.seat, IN_PLAY + event.seat) for card in cards
        ):
            yield f"{event.gold} Gold Pieces are paid for what is worth {worth}"
        options = before.rules.options
        room = options.get("level_without_kill") - before.players[event.seat].level
        due = max(0, min(event.gold // options.get("level_price"), room))
        got = sum(e.levels for e in events[at:] if e.what == "level_gained" and e.cause == BY_SALE)
        if got != due or event.seat != before.turn:
            yield f"{event.gold} Gold Pieces give {got} levels, and by the book {due}"


# Death


def _deaths(before: State, events: Sequence[Event], after: State) -> Iterator[str]:
    """The dead keep Level, Class, Race and Curses; the others take one card each, the highest first [DEATH-01 …]."""
    for at, event in enumerate(events):
        if event.what != "died":
            continue
        rest = events[at:]
        kept = (CLASS, RACE, CURSE)
        victim = event.seat
        if any(e.what == "came_back" and e.seat == victim for e in rest):
            continue
        held = [card for card in before.players[victim].table if before.rules.defs[card].kind in kept]
        lost = {e.card for e in events if e.what in ("discarded", "curse_ended") and e.seat == victim}
        gone = [card for card in held if after.where[card] != IN_PLAY + victim and card not in lost]
        if gone:
            yield f"the dead lose {[before.rules.defs[card].name for card in gone]}"
        more = [card for card in after.players[victim].table if after.rules.defs[card].kind not in kept]
        if more or after.players[victim].hand:
            yield f"seat {victim} is dead and has cards"
    looted = [event for event in events if event.what == "looted"]
    for first, second in pairwise(looted):
        if first.victim == second.victim:
            if before.players[first.seat].level < before.players[second.seat].level:
                yield f"seat {first.seat} loots before seat {second.seat}, who is higher"
            if first.seat == second.seat:
                yield f"seat {first.seat} loots twice"
    for event in looted:
        if event.seat == event.victim or before.players[event.seat].dead:
            yield f"seat {event.seat} loots and may not"
    waits = any(card for card, place in enumerate(after.where) if place == LAID_OUT)
    taken = {event.card for event in looted}
    for event in events:
        away = event.what == "laid_out" and event.card not in taken and not waits and after.over != OVER
        discards = IN_DOOR_DISCARDS + after.rules.defs[event.card].deck if away else -1
        if away and not any(e.what == "reshuffled" for e in events) and after.where[event.card] != discards:
            yield f"{after.rules.defs[Card(event.card)].name} was left of the dead and is not on its discards"


def _asked(s: State) -> Iterator[str]:
    """Nobody who is dead is asked anything [DEATH-04]."""
    for seat, player in enumerate(s.players):
        if player.dead and s.waiting >> seat & 1 and s.over != OVER:
            yield f"seat {seat} is dead and is asked"
