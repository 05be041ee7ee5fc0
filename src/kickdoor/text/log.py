"""What happened, in words, to whoever may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kickdoor.engine.data.deals import PLEDGES
from kickdoor.engine.data.events import Event, redact
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    BAN_HELP,
    BAN_NEXT_TURN,
    BAN_PLAYS,
    BY_BAD_STUFF,
    BY_CURSE,
    BY_GIFT,
    DECKS,
    PICK,
    PICK_MONSTER,
    PICK_PLAYER,
    PUT_BACK,
    SEXES,
    TO_DOUBLE,
    TO_MONSTER,
    TO_MONSTERS,
    TO_NOTHING,
    TO_PARTY,
    TO_SEAT,
)
from kickdoor.engine.questions.table import face
from kickdoor.text.asking import option_words, question_words
from kickdoor.text.teller import Teller

__all__ = ["WORDS", "card_of", "event_words", "log_lines", "option_words", "question_words"]

Told = Callable[[Teller, Event], str]

COUNTS_FOR = {
    TO_PARTY: "party",
    TO_MONSTERS: "monsters",
    TO_SEAT: "player",
    TO_MONSTER: "monster",
    TO_DOUBLE: "double",
}
"""How it is told whom a card played into a fight counts for."""

FORBIDDEN = {BAN_PLAYS: "plays", BAN_HELP: "help", BAN_NEXT_TURN: "turn"}
"""How it is told what a player may not do."""


def event_words(event: Event, state: State, viewer: int | None, names: Sequence[str], language: str = "en") -> str:
    """Tell an event as a viewer may know it: a seat, -1 for the gallery, None for all of it.

    The state is that of after the event: it says what an offer held and whose side a card was played on.
    """
    shown = event if viewer is None else redact(event, viewer)
    teller = Teller(state, names, viewer, language)
    told = WORDS.get(event.what, _unknown)
    return teller.sentence(told(teller, shown))


def card_of(event: Event) -> int:
    """Give the card that an event shows, or -1: where something else was picked, its number is no card's."""
    picked_other = event.what == "picked" and event.other not in (PICK, PICK_MONSTER)
    return -1 if picked_other else event.card


def log_lines(events: Iterable[Event], state: State, viewer: int | None, names: Sequence[str]) -> list[tuple[str, int]]:
    """Tell events line by line; what is told several times in a row is told once, with how often."""
    lines: list[tuple[str, int]] = []
    for event in events:
        words = event_words(event, state, viewer, names)
        if lines and lines[-1][0] == words:
            lines[-1] = (words, lines[-1][1] + 1)
        else:
            lines.append((words, 1))
    return lines


def tell(teller: Teller, event: Event, variant: str = "", /, **values: object) -> str:
    """Tell an event by its message: of whom it concerns, with the card and the other player."""
    key = f"event.{event.what}.{variant}" if variant else f"event.{event.what}"
    named = {
        "card": teller.card(event.card),
        "other": teller.player(event.other),
        "other_whose": teller.whose(event.other),
        "n": event.n,
        **values,
    }
    return teller.of(key, event.seat, **named)


def _unknown(teller: Teller, event: Event) -> str:
    return teller.get("event.unknown", what=event.what.replace("_", " "))


def _drawn(teller: Teller, event: Event) -> str:
    return tell(teller, event, card=teller.card(event.card, DECKS[event.n]))


def _of_monster(teller: Teller, event: Event) -> str:
    return tell(teller, event, card=teller.monster(event.card))


def _onto(teller: Teller, event: Event) -> str:
    return tell(teller, event, on=teller.card(event.other))


def _onto_monster(teller: Teller, event: Event) -> str:
    return tell(teller, event, on=teller.monster(event.other))


def _with_or_alone(teller: Teller, event: Event) -> str:
    return tell(teller, event, "alone" if event.other < 0 else "helped")


def _cursed(teller: Teller, event: Event) -> str:
    return tell(teller, event, "played" if event.n else "door")


def _discarded(teller: Teller, event: Event) -> str:
    if event.seat < 0:
        return tell(teller, event, "nobody")
    return tell(teller, event, "lost" if event.n in (BY_CURSE, BY_BAD_STUFF) else "plain")


def _forbidden(teller: Teller, event: Event) -> str:
    return tell(teller, event, FORBIDDEN.get(event.n, "other"))


def _run_changed(teller: Teller, event: Event) -> str:
    return tell(teller, event, signed=f"{event.n:+d}")


def _handed_over(teller: Teller, event: Event) -> str:
    if event.seat < 0:
        return tell(teller, event, "nobody")
    return tell(teller, event, "given" if event.n == BY_GIFT else "taken")


def _helper_joined(teller: Teller, event: Event) -> str:
    return tell(teller, event, "forced" if event.n else "willing")


def _monster_joined(teller: Teller, event: Event) -> str:
    variant = "nobody" if event.seat < 0 else "sent"
    return tell(teller, event, variant, card=teller.monster(event.card))


def _monster_removed(teller: Teller, event: Event) -> str:
    variant = "treasures" if event.n > 0 else "nothing"
    return tell(teller, event, variant, card=teller.monster(event.card))


def _offered(teller: Teller, event: Event) -> str:
    for deal in teller.state.offers:
        if deal.id == event.n:
            return tell(teller, event, "told", deal=teller.deal(deal))
    return tell(teller, event, "past")


def _face_changed(teller: Teller, event: Event) -> str:
    """Tell that a monster shows another face, or that a card on the table does."""
    return tell(teller, event, "one" if event.other < 0 else "onto", card=teller.monster(event.card))


def _picked(teller: Teller, event: Event) -> str:
    """Tell a pick between one thing only; what the number stands for is said by the verb."""
    if card_of(event) >= 0:
        return tell(teller, event, "card", what=teller.monster(event.card))
    if event.other == PICK_PLAYER and event.card >= 0:
        return tell(teller, event, "card", what=teller.player(event.card))
    return tell(teller, event, "unseen")


def _pledged(teller: Teller, event: Event) -> str:
    return tell(teller, event, PLEDGES[event.n])


def _of_dungeon(teller: Teller, event: Event) -> str:
    return teller.get(f"event.{event.what}", card=teller.card(event.card))


def _looked(teller: Teller, event: Event) -> str:
    return tell(teller, event, deck=teller.get(f"deck.{DECKS[event.n]}"))


def _put_back(teller: Teller, event: Event) -> str:
    return tell(teller, event, PUT_BACK[event.n])


def _reshuffled(teller: Teller, event: Event) -> str:
    return tell(teller, event, deck=teller.get(f"deck.{DECKS[event.n]}"))


def _sex_changed(teller: Teller, event: Event) -> str:
    return tell(teller, event, sex=teller.get(f"sex.{SEXES[event.n]}"))


def _strength_added(teller: Teller, event: Event) -> str:
    to = next(
        (
            play.to
            for fight in reversed(teller.state.fights)
            for play in fight.plays
            if event.card in play.cards and play.target == event.other and play.amount == event.n
        ),
        TO_NOTHING,
    )
    variant = COUNTS_FOR.get(to, "unknown")
    on = teller.monster(event.other) if variant == "monster" else ""
    return tell(teller, event, variant, signed=f"{event.n:+d}", on=on)


def _taken_unseen(teller: Teller, event: Event) -> str:
    return tell(teller, event, other_takes=teller.of("takes", event.other))


def _turned_aside(teller: Teller, event: Event) -> str:
    if event.other < 0:
        return tell(teller, event, "unknown")
    return tell(teller, event, "something", on=teller.monster(event.other))


def _used(teller: Teller, event: Event) -> str:
    """Name what of the card was used: a monster's abilities are those of the face that it shows."""
    s = teller.state
    known = face(s, event.card) if 0 <= event.card < len(s.rules.defs) else None
    ability = known.abilities[event.n].name if known and event.n < len(known.abilities) else ""
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
    "die_turned": tell,
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
    "gave_charity": tell,
    "handed_over": _handed_over,
    "helper_joined": _helper_joined,
    "kept": tell,
    "laid": tell,
    "laid_out": tell,
    "level_gained": tell,
    "level_lost": tell,
    "looted": tell,
    "looted_room": tell,
    "monster_joined": _monster_joined,
    "monster_killed": _of_monster,
    "monster_removed": _monster_removed,
    "not_pursued": _of_monster,
    "offered": _offered,
    "picked": _picked,
    "picked_treasure": tell,
    "played": tell,
    "pledged": _pledged,
    "refused": tell,
    "removed_from_game": tell,
    "looked": _looked,
    "put_back": _put_back,
    "reshuffled": _reshuffled,
    "rolled": tell,
    "sex_changed": _sex_changed,
    "shown": tell,
    "sold": tell,
    "strength_added": _strength_added,
    "taken_back": tell,
    "taken_unseen": _taken_unseen,
    "tamed": tell,
    "turn_begun": tell,
    "turn_ended": tell,
    "turned_aside": _turned_aside,
    "turned_up": tell,
    "unequipped": tell,
    "used": _used,
    "walked_out": tell,
    "won": tell,
}
"""How each event that the engine emits is told."""
