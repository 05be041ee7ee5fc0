"""Accounts: what is told of an answer is what has come of it. Each check lists what it found wrong.

Whoever hears the events alone must come to the same table: the same Levels, cards in the same places, the same dead.
"""

from __future__ import annotations

from collections.abc import Sequence

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.ids import Card, FightId
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    AVERTED,
    BROKEN_OFF,
    DUNGEON_CARD,
    IN_DOOR_DECK,
    IN_DOOR_DISCARDS,
    IN_DUNGEON_DECK,
    IN_DUNGEONS,
    IN_FIGHT,
    IN_HAND,
    IN_LIMBO,
    IN_PLAY,
    IN_TREASURE_DECK,
    LAID_OUT,
    LOST,
    OPEN,
    OUT_OF_GAME,
    OVER,
    WON,
)

#: Who has a card in the hand after an event, by the field that names them.
INTO_HANDS = {"drew": "seat", "kept": "seat", "looted": "seat", "gave_charity": "to", "taken_unseen": "to"}
#: Who has a card on the table after it.
ONTO_TABLES = frozenset({"laid", "equipped", "unequipped", "entrusted", "marked"})
#: After these a card lies on the discards.
AWAY = frozenset({"discarded", "curse_ended", "curse_lifted"})
#: In these places a card stays only while something is under way, and leaves them without a word of its own.
PASSING = frozenset({IN_LIMBO, IN_FIGHT, LAID_OUT})
DECKS = frozenset({IN_DOOR_DECK, IN_TREASURE_DECK, IN_DUNGEON_DECK})
#: Of these the seat is whose card it is …
OF_OWNERS = frozenset(
    ("discarded", "handed_over", "taken_unseen", "gave_charity", "laid", "equipped", "unequipped", "played", "used")
)
#: … and after these it is so still.
STAYS = frozenset(("used", "revealed", "shown", "picked", "protected", "copied", "face_changed", "attached"))
#: How a fight ends, by the event that tells of it.
ENDS = {"fight_won": WON, "fight_lost": LOST, "fight_broken_off": BROKEN_OFF}
#: After these nobody can tell where single cards are.
UNSURE = frozenset({"reshuffled", "hand_passed"})


def told_as_done(before: State, events: Sequence[Event], after: State) -> list[str]:
    """What is told is what has happened, and nothing else has."""
    return [
        *_levels(before, events, after),
        *_fates(before, events, after),
        *_cards(before, events, after),
        *_owners(before, events),
        *_dungeons(before, events, after),
        *_fights(before, events, after),
    ]


def _levels(before: State, events: Sequence[Event], after: State) -> list[str]:
    level = [player.level for player in before.players]
    for event in events:
        if event.what == "level_gained":
            level[event.seat] += event.levels
        elif event.what == "level_lost":
            level[event.seat] -= event.levels
    return [
        f"seat {seat} has Level {player.level}, and by what is told {level[seat]}"
        for seat, player in enumerate(after.players)
        if player.level != level[seat]
    ]


def _fates(before: State, events: Sequence[Event], after: State) -> list[str]:
    dead = [player.dead for player in before.players]
    sex = [player.sex for player in before.players]
    turn: int = before.turn
    for event in events:
        if event.what in ("died", "came_back"):
            dead[event.seat] = event.what == "died"
        elif event.what == "sex_changed":
            sex[event.seat] = event.sex
        elif event.what == "turn_begun":
            turn = event.seat
    found = []
    for seat, player in enumerate(after.players):
        if player.dead != dead[seat]:
            found.append(f"seat {seat} is {'dead' if player.dead else 'alive'}, and nothing is told of it")
        if player.sex != sex[seat]:
            found.append(f"seat {seat} has another sex than is told")
    if after.turn != turn:
        found.append(f"it is the turn of seat {after.turn}, and by what is told that of {turn}")
    return found


def _cards(before: State, events: Sequence[Event], after: State) -> list[str]:
    if after.over == OVER or any(event.what in UNSURE for event in events):
        return []
    last: dict[int, Event] = {}
    for event in events:
        for name in ("card", "monster"):
            if event.get(name) >= 0:
                last[event.get(name)] = event
    found = []
    for card, place in enumerate(after.where):
        told = last.get(card)
        if told is not None:
            wrong = _misplaced(after, card, told)
            if wrong:
                found.append(f"{after.rules.defs[card].name} {wrong}, and the last that is told is {told!r}")
        elif place != before.where[card] and not _went_along(before, after, card):
            found.append(f"{after.rules.defs[card].name} is elsewhere than before, and nothing is told of it")
        elif place == before.where[card] and after.up[card] != before.up[card]:
            found.append(f"{after.rules.defs[card].name} is put on or off, and nothing is told of it")
    return found


def _went_along(before: State, after: State, card: int) -> bool:
    """Whether a card has only gone where that goes which it lay on: an Item, a Dungeon, what is under way.

    What stands for a Curse before its further victims is told by the Curse itself.
    """
    if before.where[card] in PASSING or before.where[card] == IN_DUNGEONS or after.rules.defs[card].is_copy:
        return True
    hosts = before.host.get(Card(card), ())
    return any(after.where[host] == after.where[card] for host in hosts)


def _misplaced(s: State, card: int, event: Event) -> str:
    """What is wrong with where a card is, after the last event that tells of it; empty where nothing is."""
    place = s.where[card]
    if event.what in INTO_HANDS:
        if place == IN_HAND + event.get(INTO_HANDS[event.what]) or (event.get("shared") > 0 and place == IN_LIMBO):
            return ""
        return f"is not in the hand of seat {event.get(INTO_HANDS[event.what])}"
    if event.what in ONTO_TABLES:
        if place != IN_PLAY + event.seat:
            return f"does not lie before seat {event.seat}"
        if event.what != "laid" and s.up[card] != (event.what in ("equipped", "entrusted")):
            return "is on where it should be off, or off where it should be on"
        return ""
    if event.what in AWAY:
        d = s.rules.defs[card]
        return "" if place == (OUT_OF_GAME if d.is_mark else IN_DOOR_DISCARDS + d.deck) else "is not on its discards"
    if event.what == "handed_over" and place not in (IN_HAND + event.to, IN_PLAY + event.to):
        return f"is not with seat {event.to}"
    if event.what == "played" and (place in DECKS or IN_HAND <= place < IN_PLAY):
        return "is in a hand or a deck"
    if event.what == "removed_from_game" and place != OUT_OF_GAME:
        return "is still in the game"
    return ""


def _dungeons(before: State, events: Sequence[Event], after: State) -> list[str]:
    """Which Dungeons are face up is told."""
    up = {card for card in before.dungeons if before.rules.defs[card].kind == DUNGEON_CARD}
    for event in events:
        if event.what == "dungeon_entered":
            up.add(Card(event.card))
        elif event.what == "dungeon_left":
            up.discard(Card(event.card))
    found = {card for card in after.dungeons if after.rules.defs[card].kind == DUNGEON_CARD}
    return [] if up == found else ["other Dungeons are face up than is told"]


def _owners(before: State, events: Sequence[Event]) -> list[str]:
    """Whoever is said to lose, give or use a card is the one who had it, by all that was told before."""
    has: dict[int, int] = {}
    for card, place in enumerate(before.where):
        if place >= IN_HAND:
            has[card] = (place - IN_HAND) % (IN_PLAY - IN_HAND)
    found: list[str] = []
    for event in events:
        if event.what in UNSURE:
            return found
        card = event.get("card")
        if event.what in OF_OWNERS and event.seat >= 0 and has.get(card, event.seat) != event.seat:
            name = before.rules.defs[card].name if card < len(before.rules.defs) else "a monster"
            found.append(f"{name} is with seat {has[card]}, and this is told: {event!r}")
        if event.what in INTO_HANDS:
            has[card] = event.get(INTO_HANDS[event.what])
        elif event.what in ONTO_TABLES:
            has[card] = event.seat
        elif event.what == "handed_over":
            has[card] = event.to
        elif card >= 0 and event.what not in STAYS:
            has.pop(card, None)
    return found


class _Heard:
    """A fight as whoever hears the events knows it."""

    def __init__(self, fighter: int, helper: int, monsters: set[int], outcome: int) -> None:
        self.fighter = fighter
        self.helper = helper
        self.monsters = monsters
        self.outcome = outcome

    def hear(self, event: Event) -> None:
        """Something happens in it."""
        if event.what == "fight_transferred":
            self.fighter, self.helper = event.to, -1
        elif event.what == "helper_joined":
            self.helper = event.seat
        elif event.what == "walked_out":
            self.helper = -1
        elif event.what == "monster_joined":
            self.monsters.add(event.monster)
        elif event.what in ("monster_killed", "monster_removed"):
            self.monsters.discard(event.monster)
        elif event.what in ENDS:
            self.outcome = ENDS[event.what]


def _fights(before: State, events: Sequence[Event], after: State) -> list[str]:
    """Who fights whom is told, and how it ends."""
    heard = {
        fight.id: _Heard(
            fight.fighter, fight.helper, {monster.id for monster in fight.monsters if not monster.gone}, fight.outcome
        )
        for fight in before.fights
    }
    for event in events:
        if event.what == "fight_begun":
            heard[FightId(event.fight)] = _Heard(event.seat, -1, {event.monster}, OPEN)
        elif event.what == "died":
            for one in heard.values():
                if one.outcome == OPEN and one.helper == event.seat:
                    one.helper = -1
        elif event.what in ("face_changed", "taken_back"):
            return []  # a monster that was taken back, or comes again as another, is not told of by its number
        elif event.get("fight") in heard:
            heard[FightId(event.get("fight"))].hear(event)
    found = []
    for fight in after.fights:
        told = heard.get(fight.id)
        if told is None:
            found.append(f"there is a fight of seat {fight.fighter}, and nothing is told of it")
        elif (told.fighter, told.helper) != (fight.fighter, fight.helper):
            found.append(
                f"seats {fight.fighter} and {fight.helper} fight, and by what is told {told.fighter} and {told.helper}"
            )
        elif told.outcome != fight.outcome and fight.outcome != AVERTED:
            found.append("a fight has ended otherwise than is told")
        elif fight.outcome == OPEN and told.monsters != {monster.id for monster in fight.monsters if not monster.gone}:
            found.append("other monsters are in the fight than is told")
    return found
