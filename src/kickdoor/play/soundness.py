"""What holds of every position of every game, now and whatever is answered next. Each check lists what it found wrong.

The checks count for themselves from the cards and do not ask the engine's own questions where they can help it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.strength import StrengthLine
from kickdoor.engine.data.terms import (
    BY_HELP,
    BY_KILLING,
    CLASS,
    DECKS,
    DUNGEON,
    END,
    FIGHT_MOMENTS,
    FOOTGEAR,
    HAND,
    HEADGEAR,
    HIRELING,
    IN_FIGHT,
    IN_PLAY,
    ITEM,
    ITEM_ENHANCER,
    MONSTERS,
    OPEN,
    OPEN_MOMENTS,
    OVER,
    PARTY,
    POWER,
    RACE,
    STEED,
)
from kickdoor.engine.questions.force import has_fled, is_usable
from kickdoor.engine.questions.lines import LINE_KINDS, OF_ITEM, OF_LEVEL, OF_MONSTER, OF_PLAY
from kickdoor.engine.questions.strength import lines, sums
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.values import value
from kickdoor.engine.running import kernel
from kickdoor.engine.running.asking import open_window
from kickdoor.packs.language import Card as CardModel
from kickdoor.packs.loader import mix
from kickdoor.play.accounts import told_as_done
from kickdoor.play.allowed import not_done, not_taken_back, trades_in_combat, wrongly_refused
from kickdoor.play.attending import forgotten, not_asked, not_heard
from kickdoor.play.checks import conserved
from kickdoor.play.choices import Option
from kickdoor.play.game import Game
from kickdoor.play.referee import by_the_book

MOST_OPTIONS = 80
"""So many options of one seat are tried; more are told apart by the cards of an offer alone."""

#: In which number of the rules the limit of a slot of the body stands.
WORN = {HEADGEAR: "headgear_limit", FOOTGEAR: "footgear_limit"}


# Strength


def strength_adds_up(s: State, events: Sequence[Event]) -> list[str]:
    """Strength is the sum of its lines; each has a source in play, and belongs to somebody in the fight."""
    return [wrong for fight in s.fights if fight.outcome == OPEN for wrong in _wrong_lines(s, fight)]


def _wrong_lines(s: State, fight: Fight) -> list[str]:
    found = []
    counted = lines(s, fight)
    ours, theirs = (sum(line.amount for line in counted if line.side == side) for side in (PARTY, MONSTERS))
    if sums(s, fight) != (ours, theirs):
        found.append(f"strength is {list(sums(s, fight))}, its lines come to {[ours, theirs]}")
    fighting = [seat for seat in (fight.fighter, fight.helper) if seat >= 0 and not s.players[seat].dead]
    standing = [monster.id for monster in fight.monsters if not monster.gone]
    for line in counted:
        why = _wrong_line(s, fight, line, fighting, standing)
        if why:
            found.append(f"a line of {line.amount} ({LINE_KINDS[line.kind]} {_called(s, line.source)}) {why}")
    once = {id(line): line for line in counted}.values()  # a share that counts double is the same lines again
    levels = Counter(line.owner for line in once if line.kind == OF_LEVEL)
    bodies = Counter(line.owner for line in once if line.kind == OF_MONSTER)
    found += [f"seat {seat} has {levels[seat]} lines for a Level" for seat in fighting if levels[seat] > 1]
    found += [f"{_called(s, Card(id))} has {bodies[id]} lines for itself" for id in standing if bodies[id] > 1]
    return found


def _wrong_line(s: State, fight: Fight, line: StrengthLine, fighting: list[Seat], standing: list[Card]) -> str:
    if line.side == PARTY and line.owner not in fighting:
        return f"is that of seat {line.owner}, who is not in the fight"
    if line.side == MONSTERS and line.owner >= 0 and line.owner not in (*standing, *fighting):
        return f"is that of {line.owner}, which is not in the fight"
    if line.source < 0 or line.source in standing:
        return ""
    if line.source >= len(s.where):
        return "comes from a monster that is not in the fight"
    if line.kind == OF_PLAY:  # what was used up, or paid for itself, counts on
        return "" if any(line.source in play.cards for play in fight.plays) else "comes from a card that was not played"
    place = s.where[line.source]
    if place < IN_PLAY:
        return "" if place == IN_FIGHT or line.source in s.dungeons else "comes from a card that is not in play"
    if line.kind == OF_ITEM:
        up = [line.source, *s.host.get(line.source, ())]
        if place - IN_PLAY != line.owner:
            return "comes from the Item of another"
        if not any(s.up[card] for card in up):
            return "comes from an Item that is not equipped"
    return ""


def _called(s: State, card: Card) -> str:
    return "" if card < 0 else face(s, card).name


# Levels


def levels_keep_bounds(s: State, events: Sequence[Event]) -> list[str]:
    """Nobody's Level passes the highest without a kill by anything but a kill, nor falls below the lowest."""
    found = []
    if s.over == OVER:
        for seat, player in enumerate(s.players):
            if not player.dead and player.level >= value(s, "winning_level", Seat(seat)) and seat not in s.winners:
                found.append(f"seat {seat} stands on the winning Level and has not won")
    level = [player.level for player in s.players]
    lowest = s.rules.options.get("lowest_level")
    for seat, player in enumerate(s.players):
        if player.level < min(lowest, value(s, "lowest_level", Seat(seat))):
            found.append(f"seat {seat} has sunk to Level {player.level}")
    for event in reversed(events):
        if event.what == "level_lost":
            if level[event.seat] < min(lowest, value(s, "lowest_level", Seat(event.seat))):
                found.append(f"seat {event.seat} has sunk to Level {level[event.seat]} for a moment")
            level[event.seat] += event.levels
        elif event.what == "level_gained":
            after = level[event.seat]
            level[event.seat] -= event.levels
            top = max(s.rules.options.get("level_without_kill"), value(s, "level_without_kill", Seat(event.seat)))
            source = Card(event.source)
            if after > top and event.cause not in (BY_KILLING, BY_HELP) and not _says_so(s, source):
                found.append(f"seat {event.seat} reached Level {after} without a kill, by {_called(s, source)}")
    return found


def _says_so(s: State, source: Card) -> bool:
    """Whether a card says outright that it may give the winning Level [HIER-07]."""
    return source >= 0 and source < len(s.rules.defs) and s.rules.defs[source].id in _winning(s.rules.packs)


@lru_cache(maxsize=16)
def _winning(packs: tuple[str, ...]) -> frozenset[str]:
    return frozenset(entry.id for entry, _ in mix(packs) if _gives_win(entry.card))


def _gives_win(card: CardModel) -> bool:
    return "may_win=True" in repr(card)


# Limits


def limits_are_kept(s: State, events: Sequence[Event]) -> list[str]:
    """While a window is open nobody has more than they may: it was put right before."""
    if open_window(s) is None or s.hold:
        return []
    found = []
    for seat, player in enumerate(s.players):
        if not player.dead and not has_fled(s, Seat(seat)):
            found += [f"seat {seat} {wrong}" for wrong in _too_much(s, Seat(seat))]
    return found


def _too_much(s: State, seat: Seat) -> list[str]:
    found = []
    table = s.players[seat].table
    free = [card for card in table if _is_free(s, card)]
    bound = [card for card in table if card not in free]
    kinds = {kind: [card for card in bound if face(s, card).kind == kind] for kind in (CLASS, RACE, HIRELING, STEED)}
    for kind, limit in ((CLASS, "class"), (RACE, "race"), (HIRELING, "hireling"), (STEED, "steed")):
        if len(kinds[kind]) > max(1, value(s, f"{limit}_limit", seat)):
            found.append(f"has {len(kinds[kind])} cards of the kind {limit}")
    traits = Counter(face(s, card).trait for card in (*kinds[CLASS], *kinds[RACE]))
    found += [f"is {trait} twice" for trait, count in traits.items() if count > 1]
    big = [card for card in bound if _is_big(s, card)]
    if big and len(big) > value(s, "big_limit", seat):
        found.append(f"carries {len(big)} Big Items")
    ranks = sum(face(s, card).rank for card in bound if face(s, card).kind == POWER)
    if ranks > s.players[seat].level and not value(s, "keeps_powers", seat):
        found.append(f"has Powers of {ranks} Ranks at Level {s.players[seat].level}")
    if seat not in s.unbound and not value(s, "spare_slots", seat):
        found += _overfull(s, seat, [card for card in bound if s.up[card]])
    return found


def _overfull(s: State, seat: Seat, worn: list[Card]) -> list[str]:
    found = []
    shaped = [card for card in worn if not _changes(s, card)]
    for slot, limit in WORN.items():
        count = sum(1 for card in shaped if face(s, card).slot == slot and not face(s, card).layered)
        if count and count > value(s, limit, seat):
            found.append(f"wears {count} Items in one place ({limit})")
    hands = sum(face(s, card).hands for card in shaped if face(s, card).slot == HAND and not face(s, card).laser)
    if hands and hands > value(s, "hands", seat):
        found.append(f"holds Items for {hands} Hands")
    return found


def _changes(s: State, card: Card) -> bool:
    return any(card in hosts and face(s, on).host is not None for on, hosts in s.host.items())


def _is_free(s: State, card: Card) -> bool:
    """Whether limits do not count the card: something lifts them, or a Hireling carries it."""
    if any(face(s, on).carries > 0 for on in s.host.get(card, ())):
        return True
    if any(copied.card == card for copied in s.copies) and card in s.face:
        return True
    return any(card in hosts and face(s, on).lifts_limits for on, hosts in s.host.items())


def _is_big(s: State, card: Card) -> bool:
    d = face(s, card)
    if d.kind == STEED or d.uncounted:
        return False
    big = d.big
    for on, hosts in s.host.items():
        change = face(s, on).host
        if card in hosts and change is not None and change.big >= 0:
            big = change.big == 1
    return big


# Places


def cards_lie_right(s: State, events: Sequence[Event]) -> list[str]:
    """Each card is in one place, and in none that its rules forbid."""
    found = conserved(s)
    for seat, player in enumerate(s.players):
        for card in player.table:
            found += [f"{_called(s, card)} {wrong}" for wrong in _wrong_on_table(s, Seat(seat), card)]
        found += [f"{s.rules.defs[c].name} is in a hand" for c in player.hand if s.rules.defs[c].deck == DUNGEON]
        found += [f"{s.rules.defs[c].name} is equipped in a hand" for c in player.hand if s.up[c] or c in s.host]
        if player.dead and OPEN_MOMENTS >> s.moment & 1 and open_window(s) is not None:
            kept = [c for c in player.table if face(s, c).is_item and not face(s, c).kept_at_death]
            if (player.hand or kept) and not any(e.what == "died" for e in events):
                found.append(f"seat {seat} is dead and has cards: {[_called(s, c) for c in (*player.hand, *kept)]}")
    for deck, pile in enumerate((s.door_discards, s.treasure_discards, s.dungeon_discards)):
        wrong = [s.rules.defs[card].name for card in pile if s.rules.defs[card].deck != deck]
        found += [f"{name} lies on the discards of the {DECKS[deck]} deck" for name in wrong]
    return found


def _wrong_on_table(s: State, seat: Seat, card: Card) -> list[str]:
    found = []
    d = face(s, card)
    if s.up[card]:
        if d.kind not in (ITEM, STEED):
            found.append("is no Item and is equipped")
        elif s.players[seat].fight < 0 and open_window(s) is not None and not is_usable(s, seat, card):
            found.append(f"is equipped by seat {seat}, who may not use it")
    if d.kind == ITEM_ENHANCER and card not in s.host and open_window(s) is not None:
        found.append("lies on nothing")
    for host in s.host.get(card, ()):
        if s.where[host] != s.where[card]:
            found.append(f"lies on {_called(s, host)}, which is elsewhere")
        elif d.kind == ITEM and face(s, host).kind not in (HIRELING, ITEM, STEED):
            found.append(f"is an Item and lies on {_called(s, host)}")
    return found


# The dead

#: What happens to nobody who is dead.
NOT_OF_THE_DEAD = frozenset(
    (
        "drew",
        "level_gained",
        "door_kicked",
        "looted_room",
        "rolled",
        "sold",
        "won",
        "helper_joined",
        "claimed",
        "played",
    )
)


def dead_do_nothing(s: State, events: Sequence[Event]) -> list[str]:
    """Who is dead does nothing and is paid nothing until they are back."""
    found = _dead_in_fights(s)
    fate = {e.seat: e.what for e in reversed(events) if e.what in ("died", "came_back")}
    dead = {seat for seat, player in enumerate(s.players) if fate.get(seat, "came_back" * player.dead) == "came_back"}
    for event in events:
        if event.what == "died":
            dead.add(event.seat)
        elif event.what in ("came_back", "turn_begun"):
            dead.discard(event.seat)
        elif event.what in NOT_OF_THE_DEAD and event.seat in dead:
            found.append(f"seat {event.seat} is dead, and yet: {event.what}")
    return found


def _dead_in_fights(s: State) -> list[str]:
    """Who dies in a fight is out of it: another may help, and without its fighter it is broken off [DEATH-04]."""
    found = []
    for fight in s.fights:
        if fight.outcome != OPEN:
            continue
        if fight.helper >= 0 and s.players[fight.helper].dead:
            found.append(f"seat {fight.helper} is dead and keeps the place of the helper")
        if s.players[fight.fighter].dead and open_window(s) is not None and FIGHT_MOMENTS >> s.moment & 1:
            found.append(f"seat {fight.fighter} is dead and fights on")
    return found


# The phases of a turn

#: What may let somebody loot the room all the same: a card, or that another fights instead.
LETS_LOOT = frozenset({"played", "used", "fight_transferred"})


def phases_are_kept(s: State, events: Sequence[Event]) -> list[str]:
    """Who has met a monster behind the door does not loot the room; who has met none does, or looks for trouble."""
    if s.may_loot:
        return []
    met = kicked = looted = excused = False
    for event in events:
        if event.what == "turn_begun":
            met = kicked = looted = excused = False
        elif event.what == "door_kicked":
            kicked = True
        elif event.what == "fight_begun" and event.seat == s.turn:
            met = met or kicked
        elif event.what in LETS_LOOT:
            excused = excused or met
        elif event.what == "looted_room" and event.seat == s.turn:
            looted = True
            if met and not excused:
                return [f"seat {s.turn} has met a monster and looted the room"]
    if kicked and not met and not looted and s.moment == END and not s.players[s.turn].dead:
        return [f"seat {s.turn} has met no monster, and the second phase was left out"]
    return []


class Answered:
    """What was done last: the state before it, and what was told of it."""

    __slots__ = ("before", "told")

    def __init__(self, before: State, told: Sequence[Event]) -> None:
        self.before = before
        self.told = told


StateCheck = Callable[[State, Sequence[Event]], list[str]]
AnswerCheck = Callable[[State, Sequence[Event], State], list[str]]

#: What holds of a state and what has happened up to it.
OF_STATES: dict[str, StateCheck] = {
    "strength": strength_adds_up,
    "levels": levels_keep_bounds,
    "limits": limits_are_kept,
    "places": cards_lie_right,
    "dead": dead_do_nothing,
    "phases": phases_are_kept,
    "asked": not_asked,
}

#: What holds of an answer: of the state before, what is told of it, and the state after.
OF_ANSWERS: dict[str, AnswerCheck] = {"told": told_as_done, "book": by_the_book}

#: What can be checked, by name: of a state, of an answer, and of what players may do.
CHECKS = (*OF_STATES, *OF_ANSWERS, "offered", "refused", "equipment", "bargains")


def unsound_now(
    game: Game, events: Sequence[Event], checks: Sequence[str] = CHECKS, last: Answered | None = None
) -> list[tuple[str, str]]:
    """What is wrong with a position as it is, each by its check; and with what was done last, where that is known."""
    found = [(name, wrong) for name in checks if name in OF_STATES for wrong in OF_STATES[name](game.state, events)]
    if last is not None:
        for name in checks:
            if name in OF_ANSWERS:
                found += [(name, wrong) for wrong in OF_ANSWERS[name](last.before, last.told, game.state)]
    return found


def unsound(
    game: Game, events: Sequence[Event], checks: Sequence[str] = CHECKS, last: Answered | None = None
) -> list[tuple[str, str]]:
    """The same, and what is wrong with what comes of each answer that may be given now."""
    found = unsound_now(game, events, checks, last)
    if found:
        return found
    for seat in range(game.seats):
        options = kernel.options(game.state, seat)
        for option in options[:MOST_OPTIONS]:
            clone = game.clone()
            said = f"after {Option(option)} of seat {seat}"
            try:
                told = clone.apply(seat, option)
            except Exception as error:
                if "offered" in checks:
                    found.append(("offered", f"{said}: it is offered and fails, {error!r}"))
                continue
            if "offered" in checks:
                found += [("offered", f"{said}: {wrong}") for wrong in not_done(clone, seat, option)]
            if "asked" in checks:
                found += [("asked", f"{said}: {wrong}") for wrong in not_heard(game.state, clone.state, seat, option)]
            after = unsound_now(clone, (*events, *told), checks, Answered(game.state, told))
            found += [(name, f"{said}: {wrong}") for name, wrong in after]
            if "equipment" in checks:
                found += [("equipment", f"{said}: {wrong}") for wrong in not_taken_back(game, clone, seat, option)]
        if "refused" in checks:
            found += [("refused", wrong) for wrong in wrongly_refused(game, seat, options)]
    if "refused" in checks:
        found += [("refused", wrong) for wrong in forgotten(game.state)]
    if "bargains" in checks:
        found += [("bargains", wrong) for wrong in trades_in_combat(game)]
    return found
