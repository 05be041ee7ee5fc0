"""A game in the names of players and cards, as scenarios speak of it."""

from __future__ import annotations

from functools import lru_cache

from kickdoor.engine.data import ids
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.options import field_of, first_of, second_of, verb_of
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import Fight
from kickdoor.engine.data.terms import (
    GIVE,
    IN_HAND,
    IN_PLAY,
    LAY,
    MOMENTS,
    PICK,
    PICK_MONSTER,
    PICK_NUMBER,
    PICK_OPTION,
    PICK_PLAY,
    PICK_PLAYER,
    PICK_SIDE,
    PLACE_NAMES,
    PLAY,
    SIDES,
    UNEQUIP,
    VERBS,
)
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.table import current_fight, face
from kickdoor.engine.running import kernel
from kickdoor.engine.running.asking import question
from kickdoor.packs.loader import merged_ids, pack_of
from kickdoor.play.game import Game
from kickdoor.play.spelling import hint_for, unknown

INLINE = "scenario"
"""The pack of the cards that a scenario writes itself."""


#: As many options are told in a message.
MOST_SHOWN = 12


class Failure(Exception):
    """Something that a scenario says did not come true, or that it cannot say; `place` is where in the scenario."""

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(why)
        self.place = place


class NotOffered(Failure):
    """An answer that means something, but is not among what a player is asked between."""


class NotAsked(Failure):
    """An answer to what nobody has asked."""


class UnclearCard(ValueError):
    """A name that no card has, or that different cards have."""


def is_called(d: CardDef, name: str) -> bool:
    """Whether a card goes by this name, id or full id."""
    return name.lower() in (d.name.lower(), d.id, short_id(d.id))


def short_id(id: str) -> str:
    """A full id without its pack."""
    return id.rpartition("/")[2]


def refuse_unclear(name: str, full: set[str]) -> None:
    """Raise UnclearCard where a name means different cards; those of a scenario itself may share one."""
    if len(full) > 1 and any(pack_of(id) != INLINE for id in full):
        raise UnclearCard(f"{name!r} is more than one card; give a full id, {' or '.join(sorted(full))}")


class CardNames:
    """The cards of a mix by what they may be called: the full id, the name, the id without its pack."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._by_id: dict[str, list[ids.Card]] = {}
        self._by_name: dict[str, list[ids.Card]] = {}
        self._by_short_id: dict[str, list[ids.Card]] = {}
        for card, d in enumerate(rules.defs):
            self._by_id.setdefault(d.id, []).append(ids.Card(card))
            self._by_name.setdefault(d.name.lower(), []).append(ids.Card(card))
            self._by_short_id.setdefault(short_id(d.id), []).append(ids.Card(card))

    def cards(self, name: str) -> list[ids.Card]:
        """All copies of the card of this name; raises UnclearCard."""
        low = name.lower()
        found = self._by_id.get(low) or self._by_name.get(low) or self._by_short_id.get(low)
        if found is None and "/" in low:
            found = self._by_id.get(merged_ids(self.rules.packs).get(low, ""))
        if found is None:
            hint = hint_for(name, {d.name for d in self.rules.defs})
            raise UnclearCard(f"there is no card {name!r} in {', '.join(self.rules.packs)}{hint}")
        refuse_unclear(name, {self.rules.defs[card].id for card in found})
        return found


@lru_cache(maxsize=32)
def card_names(rules: Rules) -> CardNames:
    """The names of a mix; tables that are tried out share its rules."""
    return CardNames(rules)


class Naming:
    """A game whose seats have names; players, cards and options by what they are called."""

    def __init__(self, game: Game, seats: list[str]) -> None:
        self.game = game
        self.seats = seats
        self.card_names = card_names(game.state.rules)

    def seat(self, name: str) -> ids.Seat:
        """A player's number."""
        if name not in self.seats:
            raise Failure(unknown("player", name, self.seats))
        return ids.Seat(self.seats.index(name))

    def cards_named(self, name: str) -> list[ids.Card]:
        """All cards of this name or id."""
        try:
            return self.card_names.cards(name)
        except UnclearCard as error:
            raise Failure(str(error)) from error

    def own(self, seat: int, name: str) -> list[ids.Card]:
        """The copies of a card that a player holds, then those that they have in play; of neither, any copy."""
        where = self.game.state.where
        cards = self.cards_named(name)
        own = [c for c in cards if where[c] == IN_HAND + seat] + [c for c in cards if where[c] == IN_PLAY + seat]
        return own or cards[:1]

    def card_of(self, seat: int, name: str) -> ids.Card:
        """The copy of a card that a player holds or has in play, or any copy."""
        return self.own(seat, name)[0]

    def place(self, card: int) -> str:
        """Where a card is: "A hand", "A equipped", "A carried", door_discards, fight, …"""
        s = self.game.state
        place = s.where[card]
        if place >= IN_PLAY:
            return f"{self.seats[place - IN_PLAY]} {'equipped' if s.up[card] else 'carried'}"
        if place >= IN_HAND:
            return f"{self.seats[place - IN_HAND]} hand"
        return PLACE_NAMES[place]

    def fight(self) -> Fight | None:
        """The fight that is on, or the newest."""
        fights = self.game.state.fights
        return current_fight(self.game.state) or (fights[-1] if fights else None)

    def monsters(self, name: str) -> list[ids.Card]:
        """The monsters of the fight that are called so."""
        fight = self.fight()
        if fight is None:
            return []
        s = self.game.state
        found = [m for m in living(fight) if m.id < len(s.rules.defs)]
        return [m.id for m in found if is_called(s.rules.defs[m.id], name) or is_called(s.rules.faces[m.face], name)]

    def label(self, option: int) -> list[str]:
        """What an option can be called where somebody is asked."""
        verb = verb_of(option)
        a = first_of(option)
        s = self.game.state
        if verb in (PICK, GIVE):
            d = s.rules.defs[a]
            names = [d.name, short_id(d.id), d.id]
            if verb == GIVE:
                return [f"{name} to {self.seats[second_of(option)]}" for name in names]
            return [f"{name} doubled" for name in names] if second_of(option) == 1 else names
        if verb == PICK_PLAYER:
            return [self.seats[a]]
        if verb == PICK_MONSTER:
            return [face(s, ids.Card(a)).name, s.rules.defs[a].name] if a < len(s.rules.defs) else [str(a)]
        if verb == PICK_OPTION:
            return [self.game.choice_names()[a]]
        if verb == PICK_NUMBER:
            return [str(a)]
        if verb == PICK_SIDE:
            return [SIDES[a]]
        if verb == PICK_PLAY:
            fight = current_fight(s)
            return [
                s.rules.defs[card].name
                for play in (fight.plays if fight else [])
                if field_of(play.id) == a
                for card in play.cards
            ]
        if verb == UNEQUIP:
            return [s.rules.defs[a].name]
        if verb in (PLAY, LAY):
            printed = s.rules.defs[a] if a < len(s.rules.defs) else face(s, ids.Card(a))
            return [printed.name, VERBS[verb]]
        return [VERBS[verb]]

    def labels(self, seat: int) -> list[str]:
        """What the player is asked between, each by its first name."""
        return [self.label(option)[0] for option in kernel.options(self.game.state, seat)]

    def asked_names(self) -> list[str]:
        """Who must decide."""
        return [self.seats[i] for i in self.game.waiting]

    def prospects(self) -> list[str]:
        """What everybody could do now, a line for each player who could do anything."""
        s = self.game.state
        told = []
        for seat, name in enumerate(self.seats):
            words = []
            for option in kernel.options(s, seat):
                verb, label = VERBS[verb_of(option)], self.label(option)[0]
                words.append(verb if label == verb else f"{verb} {label}")
            if words:
                asked = "is asked" if seat in self.game.waiting else "could"
                told.append(f"{name} {asked}: {', '.join(dict.fromkeys(words))}")
        return told

    def situation(self) -> str:
        """What the table waits for: the open window or question, who is still asked, and between what."""
        s = self.game.state
        if self.game.over:
            return f"The game is over; {', '.join(self.seats[i] for i in self.game.winners)} won"
        asked = self.game.waiting
        if not asked:
            return "Nobody is asked anything"
        found = question(s, asked[0])
        assert found is not None
        kind = f"The window `{MOMENTS[s.moment]}` is open" if found.passable else f"The question is `{found.kind}`"
        told = [f"{kind} in {self.seats[s.turn]}'s turn"]
        for seat in asked:
            options = self.labels(seat)
            more = f", … ({len(options)} in all)" if len(options) > MOST_SHOWN else ""
            told.append(f"{self.seats[seat]} is asked between {', '.join(options[:MOST_SHOWN])}{more}")
        return "; ".join(told)
