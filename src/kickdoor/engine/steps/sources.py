"""What a player can pick from: cards, players, monsters, words, numbers, sides or plays of a fight."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions.laying import is_stuck, refuse_into_play
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.scripts import CardTest
from kickdoor.engine.data.state import Fight, Frame, Monster, State
from kickdoor.engine.data.terms import (
    BAN_DROP,
    BY_BAD_STUFF,
    BY_CURSE,
    BY_THEFT,
    HIRELING,
    IN_HAND,
    IN_PLAY,
    MONSTERS,
    PARTY,
    PICK,
    PICK_MONSTER,
    PICK_NUMBER,
    PICK_OPTION,
    PICK_PLAY,
    PICK_PLAYER,
    PICK_SIDE,
)
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.force import is_immune, is_protected, must_spare
from kickdoor.engine.questions.monsters import enhancers, living, monster_face
from kickdoor.engine.questions.permission import is_barred_from
from kickdoor.engine.questions.suppose import would_win_with
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.who import Who, living_of

# How a way to pay can be paid
NOT_AT_ALL: Final = 0
IN_PART: Final = 1
IN_FULL: Final = 2


class Source:
    """One sort of things to pick from; the verb says which."""

    __slots__ = ("ability", "names", "verb")

    def __init__(self, verb: int) -> None:
        self.verb = verb
        self.names: tuple[str, ...] = ()  # of words to pick from
        self.ability = ""  # the name of the ability that picks a player or a monster

    def find(self, s: State, f: Frame, who: Who) -> list[int]:
        """All that could be picked, by whoever picks."""
        raise AssertionError(self)

    def has(self, s: State, f: Frame, who: Who, due: int) -> bool:
        """Whether so many could be picked."""
        return len(self.find(s, f, who)) >= due

    def is_known_before(self) -> bool:
        """Whether it can be told before a script has stored anything."""
        return True


class FromCards(Source):
    """Cards, but for those that cannot be paid, stolen or lost in this way."""

    __slots__ = ("cards", "lays", "pays", "recasts", "robs", "would_win")

    def __init__(self, cards: Cards, would_win: bool) -> None:
        super().__init__(PICK)
        self.cards = cards
        self.would_win = would_win  # only what would turn defeat into victory
        self.pays = False  # what is picked is a price
        self.robs = False  # what is picked is stolen
        self.lays = False  # what is picked comes into play …
        self.recasts = False  # … as a Class if it is a Race, as a Race if it is a Class

    def find(self, s: State, f: Frame, who: Who) -> list[int]:
        """The cards that may be picked."""
        found = self._open(s, f, who)
        if self.would_win:
            found = [card for card in found if would_win_with(s, who.one(s, f), card, f.fight)]
        return list(found)

    def has(self, s: State, f: Frame, who: Who, due: int) -> bool:
        """Whether so many could be picked. What would win takes long to find out: no more are asked than that takes."""
        found = self._open(s, f, who)
        if len(found) < due or not self.would_win:
            return len(found) >= due
        for card in found:
            if would_win_with(s, who.one(s, f), card, f.fight):
                due -= 1
                if due <= 0:
                    return True
        return False

    def _open(self, s: State, f: Frame, who: Who) -> list[Card]:
        """The cards that may be picked, whatever they would win."""
        found = self.cards.find(s, f)
        if self.pays and (s.rules.forbidden >> BAN_DROP & 1 or s.rules.barring or s.rules.sticking):
            found = [card for card in found if self._can_pay(s, f, card)]
        if s.rules.protecting and f.cause in (BY_CURSE, BY_BAD_STUFF):
            found = [card for card in found if s.where[card] < IN_PLAY or not is_protected(s, card, f.cause)]
        if s.rules.protecting and self.robs:
            found = [card for card in found if not is_protected(s, card, BY_THEFT)]
        if self.lays:
            found = [card for card in found if refuse_into_play(s, who.one(s, f), card, self.recasts) is None]
        if s.rules.hirelings and not s.rules.options.get("cheated_hirelings") and face(s, f.it).lifts_limits:
            found = [card for card in found if face(s, card).kind != HIRELING]  # [HIRE-16]
        return found

    def _can_pay(self, s: State, f: Frame, card: Card) -> bool:
        """Whether a card may leave as a price: none that is held fast, none of the hand where that is barred."""
        place = s.where[card]
        if place >= IN_PLAY:
            return not is_stuck(s, Seat(place - IN_PLAY), card)
        fight = s.fight_by_id(f.fight) if s.rules.barring else None
        if fight is None or place < IN_HAND:
            return True
        return not any(bar.from_hand for m in living(fight) for bar in monster_face(s, m).bars)

    def is_known_before(self) -> bool:
        """Whether no stored name says whose or which."""
        return self.cards.of.register < 0 and self.cards.register < 0


class FromPlayers(Source):
    """Players who live, and against whom the ability and whoever picks may act."""

    __slots__ = ("aims", "players")

    def __init__(self, players: Who) -> None:
        super().__init__(PICK_PLAYER)
        self.players = players
        self.aims = False  # a card or an ability is aimed at whom it picks

    def find(self, s: State, f: Frame, who: Who) -> list[int]:
        """The seats that may be picked."""
        seats = living_of(s, self.players.all(s, f))
        if self.ability and self.ability in s.rules.immunities:
            seats = [seat for seat in seats if not is_immune(s, seat, self.ability)]
        if s.bans:
            picker = who.one(s, f)
            seats = [seat for seat in seats if not must_spare(s, picker, seat)]
        if self.aims and s.rules.barring_aim:
            picker = who.one(s, f)
            seats = [seat for seat in seats if not is_barred_from(s, picker, f.it, seat)]
        return list(seats)

    def is_known_before(self) -> bool:
        """Whether no stored name says whose or which."""
        return self.players.register < 0


class FromMonsters(Source):
    """Monsters of the fight, all or such ones."""

    __slots__ = ("test",)

    def __init__(self, test: CardTest | None) -> None:
        super().__init__(PICK_MONSTER)
        self.test = test

    def find(self, s: State, f: Frame, who: Who) -> list[int]:
        """The monsters that may be picked."""
        fight = s.fight_by_id(f.fight)
        if fight is None:
            return []
        return [m.id for m in living(fight) if not self._is_immune(s, fight, m) and self._fits(s, m)]

    def _is_immune(self, s: State, fight: Fight, monster: Monster) -> bool:
        if not self.ability or self.ability not in s.rules.immunities:
            return False
        cards = [monster_face(s, monster), *(face(s, card) for card in enhancers(fight, monster))]
        return any(self.ability in d.immune_to for d in cards)

    def _fits(self, s: State, monster: Monster) -> bool:
        """Whether it is such a monster, by the face that it shows in the fight."""
        if self.test is None:
            return True
        id = monster.id
        index = monster_face(s, monster).index
        if id < len(s.rules.defs) and s.rules.defs[id].index == index:
            return self.test.fits(s, id)
        before = s.face.get(id, -1)
        s.face[id] = index
        fits = self.test.fits(s, id)
        if before < 0:
            del s.face[id]
        else:
            s.face[id] = before
        return fits


class Way:
    """What follows where a word is picked, as a price."""

    __slots__ = ()

    def can_be_paid(self, s: State, f: Frame) -> int:
        """In full, in part or not at all."""
        raise AssertionError(self)


class FromWords(Source):
    """Words, each by its place among them; of ways to pay for something those that can best be paid [POW-05]."""

    __slots__ = ("ways",)

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(PICK_OPTION)
        self.names = names
        self.ways: tuple[Way, ...] = ()  # by place, where somebody must pay by one of them

    def find(self, s: State, f: Frame, who: Who) -> list[int]:
        """The place of each word."""
        if not self.ways:
            return list(range(len(self.names)))
        paid = [way.can_be_paid(s, f) for way in self.ways]
        best = max(paid)
        return [place for place, how in enumerate(paid) if how == best and how != NOT_AT_ALL]


class FromNumbers(Source):
    """Numbers that the card names."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: tuple[int, ...]) -> None:
        super().__init__(PICK_NUMBER)
        self.numbers = numbers

    def find(self, s: State, f: Frame, who: Who) -> list[int]:
        """The numbers as they stand."""
        return list(self.numbers)


class FromSides(Source):
    """The two sides of a fight."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(PICK_SIDE)

    def find(self, s: State, f: Frame, who: Who) -> list[int]:
        """Party and monsters."""
        return [PARTY, MONSTERS]


class FromPlays(Source):
    """What was played into the fight."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(PICK_PLAY)

    def find(self, s: State, f: Frame, who: Who) -> list[int]:
        """The plays by their ids."""
        fight = s.fight_by_id(f.fight)
        return [play.id for play in fight.plays] if fight is not None else []
