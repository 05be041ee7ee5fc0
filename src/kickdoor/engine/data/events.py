"""Events: past tense, one for each observable change, each with its audience.

They are a closed list, and each kind has its own fields. `engine/actions/tell.py` has a function for each of them,
which is the only way to tell one; it is written from this list by `tools/events.py`, as are the tables of the
documentation.
"""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.deals import DEAL_KINDS, PLEDGES
from kickdoor.engine.data.terms import ALL_SEATS, BANS, CAUSES, DECKS, PUT_BACK, SEXES, VERBS

#: Whom or what strength in a fight is added to, by the number that a play has for it.
COUNTS_FOR: Final = ("nothing", "party", "monsters", "player", "monster")

#: The side of the fight that this is on.
SIDE_OF: Final = ("", "party", "monsters", "party", "monsters")

# Of which type a field is
SEAT: Final = "seat"
CARD: Final = "card"  # by its number; that of a monster without a card is beyond all cards
NUMBER: Final = "number"
FLAG: Final = "flag"
WORD: Final = "word"


class Field:
    """What an event can tell: the name, the type, for a word the list that it is of, and a sentence."""

    __slots__ = ("about", "name", "type", "words")

    def __init__(self, name: str, type: str, about: str, words: tuple[str, ...] = ()) -> None:
        self.name = name
        self.type = type
        self.about = about
        self.words = words


FIELDS: Final = {
    field.name: field
    for field in (
        Field("seat", SEAT, "The player whom it is about"),
        Field("to", SEAT, "The player who gets or sees something, or to whom something is said"),
        Field("by", SEAT, "The player who did it, or who spoke first"),
        Field("fighter", SEAT, "The player whose fight it is"),
        Field("helper", SEAT, "The player who helps, or would"),
        Field("victim", SEAT, "The player who is looted"),
        Field("player", SEAT, "The player whom it counts for, or who was picked"),
        Field("card", CARD, "The card that it is about"),
        Field("monster", CARD, "The monster that it is about"),
        Field("on", CARD, "The card that another is put on"),
        Field("against", CARD, "The Curse or monster that is kept off"),
        Field("source", CARD, "The card on whose account it happens"),
        Field("shown", CARD, "The card whose face is shown from now on"),
        Field("fight", NUMBER, "The number of the fight"),
        Field("offer", NUMBER, "The number of the offer"),
        Field("ability", NUMBER, "Which ability of the card, counted from 0"),
        Field("turn", NUMBER, "Which turn of the game it is, counted from 1"),
        Field("levels", NUMBER, "How many levels"),
        Field("amount", NUMBER, "What is added, or less than 0 where it is taken off"),
        Field("roll", NUMBER, "What the die shows"),
        Field("needed", NUMBER, "What the die must show at least to get away"),
        Field("gold", NUMBER, "How many Gold Pieces"),
        Field("treasures", NUMBER, "How many Treasures are left, or the helper gets"),
        Field("items", NUMBER, "How many Items the helper gets"),
        Field("kills", NUMBER, "How many monsters of the fight have been killed"),
        Field("number", NUMBER, "The number of what was picked: of a word, a side, a number or a play"),
        Field("forced", FLAG, "Whether they had no choice"),
        Field("shared", FLAG, "Whether it lies open until fighter and helper have shared it out"),
        Field("cause", WORD, "How it came about", CAUSES),
        Field("ban", WORD, "What is forbidden", BANS),
        Field("deck", WORD, "The deck", DECKS),
        Field("sex", WORD, "The sex from now on", SEXES),
        Field("place", WORD, "Where it is put", PUT_BACK),
        Field("verb", WORD, "What was picked: a card, a player …", VERBS),
        Field("bargain", WORD, "What the bargain is about", DEAL_KINDS),
        Field("pledge", WORD, "What is promised", PLEDGES),
        Field("counts_for", WORD, "Whom or what it counts for", COUNTS_FOR),
    )
}


class EventKind:
    """One kind of event: its fields, which of them may be missing or hidden, and a sentence.

    A field is missing where there is nobody or nothing to name: then it is -1. Those that are secret are known to an
    audience that each event names; to all others they are missing, too. Some kinds always count for one side of a
    fight.
    """

    __slots__ = ("about", "fields", "maybe", "name", "secret", "side")

    def __init__(self, name: str, about: str, fields: str, secret: str = "", side: str = "") -> None:
        words = fields.split()
        self.name = name
        self.about = about
        self.fields = tuple(word.rstrip("?") for word in words)
        self.secret = tuple(secret.split())
        self.maybe = tuple(word[:-1] for word in words if word.endswith("?"))
        self.side = side


_HELD: Final = "card"

EVENT_KINDS: Final = {
    kind.name: kind
    for kind in (
        # The turn
        EventKind("turn_begun", "A turn begins", "seat turn"),
        EventKind("turn_ended", "A turn is over", "seat"),
        EventKind("turn_lost", "A turn is left out", "seat source?"),
        EventKind("turn_gained", "Somebody has a turn more, after this one", "seat source?"),
        EventKind("came_back", "Somebody who was dead plays on", "seat"),
        EventKind("door_kicked", "A door is kicked open", "seat"),
        EventKind("looted_room", "The room is looted: cards are drawn face down", "seat deck"),
        EventKind("gave_charity", "A card too many goes to another player", "seat card to", _HELD),
        EventKind("won", "Somebody wins the game", "seat"),
        # Cards come and go
        EventKind("drew", "A card is drawn", "seat card deck shared", _HELD),
        EventKind("drew_from_discards", "A card is taken from the discards instead of the deck", "seat card source"),
        EventKind("turned_up", "A card is drawn face up and not into a hand: behind the door", "seat card deck"),
        EventKind("followed", "A Portal is followed", "seat card"),
        EventKind("kept", "A card from behind the door goes to the hand", "seat card"),
        EventKind("looked", "Somebody looks at a card of a deck", "seat card deck", _HELD),
        EventKind("put_back", "A card goes back to its deck or under the discards", "seat card place", _HELD),
        EventKind("reshuffled", "The discards become the deck", "deck"),
        EventKind("revealed", "A card of a hand is shown to all", "seat card"),
        EventKind("shown", "A card of a hand is shown to one player", "seat card to", _HELD),
        EventKind("discarded", "A card is lost, used up or put away", "seat? card cause by?"),
        EventKind("handed_over", "A card goes to another player", "seat? card to cause", _HELD),
        EventKind("taken_unseen", "A card is drawn from a hand unseen", "seat card to", _HELD),
        EventKind("hand_passed", "A whole hand goes to another player", "seat to"),
        EventKind("removed_from_game", "A card leaves the game", "seat card"),
        EventKind("protected", "A card cannot be lost in this way", "seat card cause"),
        # On the table
        EventKind("laid", "A card comes into play", "seat card"),
        EventKind("equipped", "An Item counts from now on", "seat card"),
        EventKind("unequipped", "An Item counts no more, and is carried", "seat card"),
        EventKind("entrusted", "A Hireling carries an Item", "seat card on"),
        EventKind("attached", "A card goes on another", "seat? card on"),
        EventKind("marked", "A Mark lies before somebody", "seat card"),
        EventKind("face_changed", "A card or monster is something else from now on", "seat? card shown?"),
        EventKind("copied", "A card is a copy of another for a while", "seat card shown"),
        EventKind("played", "A card is played", "seat card ability"),
        EventKind("used", "What a card in play lets its owner do is used", "seat card ability"),
        EventKind("sold", "Items are sold", "seat gold"),
        EventKind("dungeon_entered", "A Dungeon is face up from now on", "seat? card"),
        EventKind("dungeon_left", "A Dungeon is left", "seat? card"),
        EventKind("exit_discovered", "An exit is discovered", "seat"),
        EventKind(
            "picked",
            "A choice with one possibility was made for somebody",
            "seat verb card? monster? player? number?",
            "card monster player number",
        ),
        EventKind(
            "chose", "What several have picked at once is shown", "seat source verb card? monster? player? number?"
        ),
        # Players
        EventKind("level_gained", "Somebody gains levels", "seat levels cause source?"),
        EventKind("level_lost", "Somebody loses levels", "seat levels cause source?"),
        EventKind("sex_changed", "Somebody's sex is another", "seat sex source?"),
        EventKind("forbidden", "Somebody may not do something for a while", "seat ban source?"),
        EventKind("died", "Somebody dies", "seat cause source? by?"),
        EventKind("laid_out", "A card of the dead is laid out", "seat card"),
        EventKind("looted", "A card that is laid out is taken", "seat card victim"),
        # Curses
        EventKind("cursed", "A Curse is about to strike", "seat card cause by?"),
        EventKind("curse_cancelled", "A Curse that was about to strike does not", "seat card by"),
        EventKind("curse_ended", "A Curse has lasted as long as it does", "seat card"),
        EventKind("curse_lifted", "A Curse goes with what was lost to it", "seat card"),
        EventKind("suffered", "Bad Stuff or a Curse strikes without more ado", "seat card by?"),
        EventKind("turned_aside", "A card acts instead of what would happen", "seat card against?"),
        # Fights
        EventKind("fight_begun", "A fight begins", "seat monster fight"),
        EventKind("fight_transferred", "Another player fights instead", "seat to fight"),
        EventKind("fight_won", "The fighter wins, or nobody is left to fight", "seat helper? fight kills"),
        EventKind("fight_lost", "The fighter loses, and all run", "seat helper? fight kills"),
        EventKind("fight_broken_off", "The fighter has died, and nobody fights on", "seat helper? fight"),
        EventKind("claimed", "The fighter says that the fight is won", "seat"),
        EventKind("helper_joined", "Somebody helps", "seat fighter fight forced", side="party"),
        EventKind("walked_out", "The helper is out of the fight", "seat fighter fight"),
        EventKind("monster_joined", "A monster joins a fight", "seat? monster fighter fight", side="monsters"),
        EventKind("monster_killed", "A monster is killed", "seat monster fight"),
        EventKind("monster_removed", "A monster leaves, and may leave Treasures", "seat monster fight treasures"),
        EventKind("tamed", "A monster leaves a fight and is a Steed", "seat monster amount"),
        EventKind("enhanced", "An enhancer goes on a monster", "seat? card monster fight amount", side="monsters"),
        EventKind("entered", "A card counts in a fight", "seat? card fight"),
        EventKind(
            "strength_added",
            "A card adds strength in a fight",
            "seat? card fight counts_for player? monster? amount",
        ),
        EventKind("taken_back", "A play into a fight is taken back", "seat? card?"),
        EventKind("picked_treasure", "A Treasure of the fight is taken", "seat card"),
        # Running away, and the die
        EventKind("rolled", "A die is rolled", "seat roll needed?"),
        EventKind("die_turned", "The die shows something else", "seat source roll"),
        EventKind("run_changed", "Rolls to run away count more, or less", "seat source amount"),
        EventKind("not_pursued", "A monster does not pursue", "seat monster"),
        EventKind("escaped", "A monster is escaped", "seat monster"),
        EventKind("caught", "A monster catches somebody", "seat monster"),
        # Bargains
        EventKind("offered", "A bargain is offered", "seat to offer bargain helper?"),
        EventKind("accepted", "An offer is accepted", "seat by offer bargain helper? treasures items"),
        EventKind("refused", "An offer is refused", "seat by offer"),
        EventKind("pledged", "Somebody promises what cannot be enforced", "seat to pledge"),
    )
}
"""Everything that can happen. A field with `?` may be missing."""


class Event:
    """Something that happened. It has the fields of its kind as attributes, and no others."""

    __slots__ = (*FIELDS, "kind", "seen")

    kind: EventKind
    seen: int  #: the mask of seats that know what is secret
    seat: int
    to: int
    by: int
    fighter: int
    helper: int
    victim: int
    player: int
    card: int
    monster: int
    on: int
    against: int
    source: int
    shown: int
    fight: int
    offer: int
    ability: int
    ban: int
    turn: int
    levels: int
    amount: int
    roll: int
    needed: int
    gold: int
    treasures: int
    items: int
    kills: int
    number: int
    forced: int
    shared: int
    cause: int
    deck: int
    sex: int
    place: int
    verb: int
    bargain: int
    pledge: int
    counts_for: int

    def __init__(self, what: str, values: tuple[int, ...], seen: int = ALL_SEATS) -> None:
        """Make one of its name and the values of its fields, in their order."""
        self.kind = EVENT_KINDS[what]
        self.seen = seen
        for name, value in zip(self.kind.fields, values, strict=True):
            setattr(self, name, value)

    @staticmethod
    def of(what: str, *, seen: int = ALL_SEATS, **fields: int) -> Event:
        """Make one of named fields: all of its kind, and no others."""
        kind = EVENT_KINDS[what]
        if set(fields) != set(kind.fields):
            raise TypeError(f"{what} has {', '.join(kind.fields)}, not {', '.join(fields)}")
        return Event(what, tuple(fields[name] for name in kind.fields), seen)

    @property
    def what(self) -> str:
        """The name of what happened."""
        return self.kind.name

    @property
    def side(self) -> str:
        """The side of a fight that it counts for, `party` or `monsters`; empty where it counts for none."""
        counts_for = self.get("counts_for")
        return SIDE_OF[counts_for] if counts_for >= 0 else self.kind.side

    @property
    def values(self) -> tuple[int, ...]:
        """The values of all fields, in order."""
        return tuple(self.get(name) for name in self.kind.fields)

    def get(self, name: str) -> int:
        """The value of a field; -1 where there is nothing, or its kind has no such field."""
        return getattr(self, name) if name in self.kind.fields else -1

    def all_of(self, type: str) -> list[int]:
        """Give all seats that it names, all cards …"""
        return [self.get(name) for name in self.kind.fields if FIELDS[name].type == type and self.get(name) >= 0]

    def fields(self) -> dict[str, object]:
        """What is told, by name and in words; what is missing is left out."""
        return {name: in_words(name, self.get(name)) for name in self.kind.fields if not self.lacks(name)}

    def lacks(self, name: str) -> bool:
        """Whether a field of its kind is missing here: there is nothing to name, or it is not for this audience."""
        hidden = name in self.kind.maybe or (name in self.kind.secret and self.seen != ALL_SEATS)
        return hidden and self.get(name) < 0

    def as_tuple(self) -> tuple[str, tuple[int, ...], int]:
        """Give all of it, as it is made of."""
        return (self.what, self.values, self.seen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.as_tuple() == other.as_tuple()

    def __hash__(self) -> int:
        return hash(self.as_tuple())

    def __reduce__(self) -> tuple[type[Event], tuple[str, tuple[int, ...], int]]:
        return Event, self.as_tuple()

    def __repr__(self) -> str:
        """Show it as it would be told."""
        told = "".join(f" {name}={value}" for name, value in self.fields().items())
        return f"<{self.what}{told}>"


def in_words(name: str, value: int) -> object:
    """Give the value of a field as it is told to the outside: a number, a word, or true or false."""
    field = FIELDS[name]
    if field.type == WORD:
        return field.words[value]
    if field.type == FLAG:
        return value > 0
    return value


def card_of(event: Event) -> int:
    """Give the card that an event is about, or the monster, or the card on whose account it happens; or -1."""
    for name in ("card", "monster", "source"):
        card = event.get(name)
        if card >= 0:
            return card
    return -1


def redact(event: Event, seat: int) -> Event:
    """The event as this seat may know it (seat -1: the gallery)."""
    if event.seen == ALL_SEATS:
        return event
    if seat >= 0 and event.seen >> seat & 1:
        return Event(event.what, event.values, 1 << seat)
    hidden = event.kind.secret
    return Event(event.what, tuple(-1 if name in hidden else event.get(name) for name in event.kind.fields), 0)
