"""What happened, in words, to whoever may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kickdoor.engine.data import ids
from kickdoor.engine.data.deals import PLEDGES
from kickdoor.engine.data.events import COUNTS_FOR, Event, card_of, redact
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    BAN_HELP,
    BAN_NEXT_TURN,
    BAN_PLAYS,
    BY_BAD_STUFF,
    BY_CURSE,
    BY_DOOR,
    BY_GIFT,
    BY_HELP,
    DECKS,
    PICK_OPTION,
    PUT_BACK,
    SEXES,
)
from kickdoor.engine.questions.table import face
from kickdoor.engine.running.underway import polled_words
from kickdoor.text.asking import escape_way, option_words, question_words
from kickdoor.text.teller import Teller

__all__ = ["WORDS", "event_words", "log_lines", "option_words", "question_words", "told_by"]

Told = Callable[[Teller, Event], str]

FORBIDDEN = {BAN_PLAYS: "plays", BAN_HELP: "help", BAN_NEXT_TURN: "turn"}
"""How it is told what a player may not do."""

OTHERS = ("to", "by", "fighter", "helper", "victim", "player")
"""Who the other player of an event is: the first of these that it names."""


def event_words(event: Event, state: State, viewer: int | None, names: Sequence[str], language: str = "en") -> str:
    """Tell an event as a viewer may know it: a seat, -1 for the gallery, None for all of it.

    The state is that of after the event: it names the cards, and says what an offer held.
    """
    return told_by(Teller(state, names, viewer, language), event)


def told_by(teller: Teller, event: Event) -> str:
    """Tell an event as the teller's viewer may know it; who tells many names players once."""
    shown = event if teller.viewer is None else redact(event, teller.viewer)
    return teller.sentence(WORDS[event.what](teller, shown))


def log_lines(events: Iterable[Event], state: State, viewer: int | None, names: Sequence[str]) -> list[tuple[str, int]]:
    """Tell events line by line; what is told several times in a row is told once, with how often."""
    lines: list[tuple[str, int]] = []
    teller = Teller(state, names, viewer)
    for event in events:
        words = told_by(teller, event)
        if lines and lines[-1][0] == words:
            lines[-1] = (words, lines[-1][1] + 1)
        else:
            lines.append((words, 1))
    return lines


def tell(teller: Teller, event: Event, variant: str = "", /, **values: object) -> str:
    """Tell an event by its message: of whom it concerns, with the card and the other player."""
    key = f"event.{event.what}.{variant}" if variant else f"event.{event.what}"
    other = next((seat for name in OTHERS if (seat := event.get(name)) >= 0), -1)
    named = {
        "card": teller.card(card_of(event)),
        "other": teller.player(other),
        "other_whose": teller.whose(other),
        **values,
    }
    return teller.of(key, event.get("seat"), **named)


def _counted(name: str) -> Told:
    """Tell an event with the number that this field has."""
    return lambda teller, event: tell(teller, event, n=event.get(name))


def _drawn(teller: Teller, event: Event) -> str:
    return tell(teller, event, card=teller.card(event.card, DECKS[event.deck]))


def _played(teller: Teller, event: Event) -> str:
    """What is played is the card itself, whatever it has become by it since: Mate is a monster afterwards."""
    defs = teller.state.rules.defs
    known = 0 <= event.card < len(defs)
    return tell(teller, event, card=defs[event.card].name if known else teller.card(event.card))


def _of_monster(teller: Teller, event: Event) -> str:
    return tell(teller, event, card=teller.monster(event.monster))


def _onto(teller: Teller, event: Event) -> str:
    return tell(teller, event, on=teller.card(event.on))


def _onto_monster(teller: Teller, event: Event) -> str:
    return tell(teller, event, on=teller.monster(event.monster))


def _with_or_alone(teller: Teller, event: Event) -> str:
    return tell(teller, event, "alone" if event.helper < 0 else "helped")


def _cursed(teller: Teller, event: Event) -> str:
    return tell(teller, event, "door" if event.cause == BY_DOOR else "played")


def _discarded(teller: Teller, event: Event) -> str:
    if event.seat < 0:
        return tell(teller, event, "nobody")
    return tell(teller, event, "lost" if event.cause in (BY_CURSE, BY_BAD_STUFF) else "plain")


def _forbidden(teller: Teller, event: Event) -> str:
    return tell(teller, event, FORBIDDEN.get(event.ban, "other"))


def _rolled(teller: Teller, event: Event) -> str:
    """Tell what the die shows, and where somebody runs away what it must show."""
    way = "plain" if event.needed < 0 else escape_way(event.needed)
    return tell(teller, event, way, n=event.roll, needed=event.needed)


def _run_changed(teller: Teller, event: Event) -> str:
    return tell(teller, event, signed=f"{event.amount:+d}")


def _handed_over(teller: Teller, event: Event) -> str:
    if event.seat < 0:
        return tell(teller, event, "nobody")
    return tell(teller, event, "given" if event.cause in (BY_GIFT, BY_HELP) else "taken")


def _helper_joined(teller: Teller, event: Event) -> str:
    return tell(teller, event, "forced" if event.forced else "willing")


def _monster_joined(teller: Teller, event: Event) -> str:
    variant = "nobody" if event.seat < 0 else "sent"
    return tell(teller, event, variant, card=teller.monster(event.monster))


def _monster_removed(teller: Teller, event: Event) -> str:
    variant = "treasures" if event.treasures > 0 else "nothing"
    return tell(teller, event, variant, card=teller.monster(event.monster), n=event.treasures)


def _offered(teller: Teller, event: Event) -> str:
    for deal in teller.state.offers:
        if deal.id == event.offer:
            return tell(teller, event, "told", deal=teller.deal(deal))
    return tell(teller, event, "past")


def _face_changed(teller: Teller, event: Event) -> str:
    """Tell that a monster shows another face, or that a card on the table does."""
    return tell(teller, event, "one" if event.shown < 0 else "onto", card=teller.monster(event.card))


def _picked(teller: Teller, event: Event) -> str:
    """Tell a pick between one thing only."""
    if card_of(event) >= 0:
        return tell(teller, event, "card", what=teller.monster(card_of(event)))
    if event.player >= 0:
        return tell(teller, event, "card", what=teller.player(event.player))
    return tell(teller, event, "unseen")


def _chose(teller: Teller, event: Event) -> str:
    """Tell what somebody has picked when several did at once."""
    if event.card >= 0:
        return tell(teller, event, what=teller.card(event.card))
    if event.player >= 0:
        return tell(teller, event, what=teller.player(event.player))
    words = polled_words(teller.state, ids.Card(event.source)) if event.verb == PICK_OPTION else ()
    what = teller.named("option", words[event.number]) if event.number < len(words) else str(event.number)
    return tell(teller, event, what=what)


def _copied(teller: Teller, event: Event) -> str:
    defs = teller.state.rules.defs
    return tell(teller, event, card=defs[event.card].name, what=teller.card(event.shown))


def _pledged(teller: Teller, event: Event) -> str:
    return tell(teller, event, PLEDGES[event.pledge])


def _of_dungeon(teller: Teller, event: Event) -> str:
    return teller.get(f"event.{event.what}", card=teller.card(event.card))


def _looked(teller: Teller, event: Event) -> str:
    return tell(teller, event, deck=teller.get(f"deck.{DECKS[event.deck]}"))


def _put_back(teller: Teller, event: Event) -> str:
    return tell(teller, event, PUT_BACK[event.place])


def _reshuffled(teller: Teller, event: Event) -> str:
    return tell(teller, event, deck=teller.get(f"deck.{DECKS[event.deck]}"))


def _sex_changed(teller: Teller, event: Event) -> str:
    return tell(teller, event, sex=teller.get(f"sex.{SEXES[event.sex]}"))


def _strength_added(teller: Teller, event: Event) -> str:
    on = teller.monster(event.monster) if event.monster >= 0 else ""
    return tell(teller, event, COUNTS_FOR[event.counts_for], signed=f"{event.amount:+d}", on=on)


def _taken_unseen(teller: Teller, event: Event) -> str:
    return tell(teller, event, other_takes=teller.of("takes", event.to))


def _turned_aside(teller: Teller, event: Event) -> str:
    if event.against < 0:
        return tell(teller, event, "unknown")
    return tell(teller, event, "something", on=teller.monster(event.against))


def _used(teller: Teller, event: Event) -> str:
    """Name what of the card was used: a monster's abilities are those of the face that it shows."""
    s = teller.state
    known = face(s, ids.Card(event.card)) if 0 <= event.card < len(s.rules.defs) else None
    ability = known.abilities[event.ability].name if known and event.ability < len(known.abilities) else ""
    return tell(teller, event, card=teller.monster(event.card), ability=teller.named("ability_name", ability))


WORDS: dict[str, Told] = {
    "accepted": tell,
    "attached": _onto,
    "came_back": tell,
    "caught": _of_monster,
    "claimed": tell,
    "curse_cancelled": tell,
    "curse_ended": tell,
    "curse_lifted": tell,
    "cursed": _cursed,
    "die_turned": _counted("roll"),
    "died": tell,
    "discarded": _discarded,
    "door_kicked": tell,
    "dungeon_entered": _of_dungeon,
    "dungeon_left": _of_dungeon,
    "drew": _drawn,
    "drew_from_discards": tell,
    "enhanced": _onto_monster,
    "entrusted": _onto,
    "equipped": tell,
    "exit_discovered": tell,
    "escaped": _of_monster,
    "face_changed": _face_changed,
    "fight_begun": tell,
    "fight_broken_off": _with_or_alone,
    "fight_lost": _with_or_alone,
    "fight_transferred": tell,
    "fight_won": _with_or_alone,
    "entered": tell,
    "followed": tell,
    "forbidden": _forbidden,
    "marked": tell,
    "protected": tell,
    "revealed": tell,
    "run_changed": _run_changed,
    "suffered": tell,
    "turn_lost": tell,
    "turn_gained": tell,
    "hand_passed": tell,
    "chose": _chose,
    "copied": _copied,
    "gave_charity": tell,
    "handed_over": _handed_over,
    "helper_joined": _helper_joined,
    "kept": tell,
    "laid": tell,
    "laid_out": tell,
    "level_gained": _counted("levels"),
    "level_lost": _counted("levels"),
    "looted": tell,
    "looted_room": tell,
    "monster_joined": _monster_joined,
    "monster_killed": _of_monster,
    "monster_removed": _monster_removed,
    "not_pursued": _of_monster,
    "offered": _offered,
    "picked": _picked,
    "picked_treasure": tell,
    "played": _played,
    "pledged": _pledged,
    "refused": tell,
    "removed_from_game": tell,
    "looked": _looked,
    "put_back": _put_back,
    "reshuffled": _reshuffled,
    "rolled": _rolled,
    "sex_changed": _sex_changed,
    "shown": tell,
    "sold": _counted("gold"),
    "strength_added": _strength_added,
    "taken_back": tell,
    "taken_unseen": _taken_unseen,
    "tamed": tell,
    "turn_begun": _counted("turn"),
    "turn_ended": tell,
    "turned_aside": _turned_aside,
    "turned_up": tell,
    "unequipped": tell,
    "used": _used,
    "walked_out": tell,
    "won": tell,
}
"""How each event is told."""
