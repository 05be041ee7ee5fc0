"""Numbers worked out from the state."""

from __future__ import annotations

from kickdoor.engine.data.ids import as_cards
from kickdoor.engine.data.options import field_of
from kickdoor.engine.data.scripts import CardTest, Condition, Value
from kickdoor.engine.data.stack import picks_of, stored
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import KILLED, STANDING, WON
from kickdoor.engine.questions.filters import Cards, gold_of
from kickdoor.engine.questions.force import has_trait, hirelings_of
from kickdoor.engine.questions.items import bonus_in_force
from kickdoor.engine.questions.monsters import body_of, enhancers, monster_level, treasures_of
from kickdoor.engine.questions.room import free_hands
from kickdoor.engine.questions.strength import margin
from kickdoor.engine.questions.suppose import lines_of
from kickdoor.engine.questions.table import face, lowest_level
from kickdoor.engine.questions.who import Who


class Fixed(Value):
    """Just a number."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        return self.n


class OfStored(Value):
    """A number about what is stored under a name."""

    __slots__ = ("register",)

    def __init__(self, register: int) -> None:
        self.register = register


class Stored(OfStored):
    """A stored number (zero where nothing is stored)."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        values = f.regs[self.register]
        return values[0] if values else 0


class CountCards(Value):
    """How many cards there are."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        return len(self.cards.find(s, f))


class CountPlayers(Value):
    """How many players a word names, perhaps only those with a trait, and perhaps with Hirelings of that trait."""

    __slots__ = ("hirelings", "purpose", "trait", "who")

    def __init__(self, who: Who, trait: str, purpose: int, hirelings: bool) -> None:
        self.who = who
        self.trait = trait
        self.purpose = purpose
        self.hirelings = hirelings

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        seats = self.who.all(s, f)
        if not self.trait:
            return len(seats)
        found = sum(1 for seat in seats if has_trait(s, seat, self.trait, self.purpose))
        if self.hirelings and s.rules.hirelings:
            found += sum(hirelings_of(s, seat, self.trait) for seat in seats)
        return found


class GoldOf(Value):
    """What cards are worth together."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        return gold_of(s, tuple(self.cards.find(s, f)))


class BonusOf(OfStored):
    """The bonuses of stored cards together, each with what lies on it [ITEM-13]."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        return sum(bonus_in_force(s, card) for card in as_cards(stored(s, f, self.register)))


class NoteOf(OfStored):
    """The numbers noted on cards together."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        cards = as_cards(stored(s, f, self.register))
        return sum(s.note.get(card, 0) for card in cards)


class LevelOf(Value):
    """A player's Level, or those of several added up."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        total = 0
        for seat in self.who.counted(s, f):
            total += s.players[seat].level
        return total


class LowestLevel(Value):
    """The lowest Level in play."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        return lowest_level(s)


class MonsterLevel(OfStored):
    """The Level of a stored monster: as it is in its fight, elsewhere as printed."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        return sum(monster_level(s, card) for card in as_cards(stored(s, f, self.register)))


class PrintedTreasures(OfStored):
    """The Treasures that stand on a stored monster's card."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        return sum(face(s, card).treasures for card in as_cards(stored(s, f, self.register)))


class MonsterTreasures(OfStored):
    """The Treasures that a stored monster is worth now, or on its card where it is in no fight.

    Of a card that lies on monsters: what these left when they were killed or gone.
    """

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        cards = as_cards(stored(s, f, self.register))
        fight = s.fight_by_id(f.fight)
        total = 0
        for card in cards:
            found = False
            if fight is not None:
                for monster in fight.monsters:
                    if monster.id == card:
                        total += treasures_of(s, fight, monster)
                        found = True
                    elif card in enhancers(fight, monster):
                        total += sum(r.treasures for r in fight.rewards if r.monster == monster.id)
                        found = True
            if not found:
                total += face(s, card).treasures
        return total


class FightTreasures(Value):
    """The Treasures of all monsters of the fight; once it is won, those that it brings."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        fight = s.fight_by_id(f.fight)
        if fight is None:
            return 0
        if fight.outcome == WON:
            return sum([reward.treasures for reward in fight.rewards])
        return sum([treasures_of(s, fight, m) for m in fight.monsters if not m.gone])


class Margin(Value):
    """By how much the stronger side of the fight exceeds the weaker."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        fight = s.fight_by_id(f.fight)
        return 0 if fight is None else margin(s, fight)


class CountMonsters(Value):
    """How many monsters of the fight are this: those still there, or those killed in it."""

    __slots__ = ("killed", "test")

    def __init__(self, test: CardTest, killed: bool) -> None:
        self.test = test
        self.killed = killed

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        fight = s.fight_by_id(f.fight)
        if fight is None:
            return 0
        gone = KILLED if self.killed else STANDING
        return sum(1 for m in fight.monsters if m.gone == gone and self.test.fits(s, body_of(s, fight, m)))


class FreeHands(Value):
    """The Hands of a player that nothing uses."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        seat = self.who.one(s, f)
        return free_hands(s, seat) if seat >= 0 else 0


class DeedsOf(Value):
    """How often something that is remembered has happened to a player in this game, or to several together."""

    __slots__ = ("deed", "who")

    def __init__(self, deed: int, who: Who) -> None:
        self.deed = deed
        self.who = who

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        total = 0
        for seat in self.who.counted(s, f):
            total += s.players[seat].deeds[self.deed]
        return total


class StrengthOf(Value):
    """What a player would fight with now."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        seat = self.who.one(s, f)
        return sum([line.amount for line in lines_of(s, seat)]) if seat >= 0 else 0


class PickedBy(Value):
    """The number that a player picked when all picked at once."""

    __slots__ = ("picks", "who")

    def __init__(self, picks: int, who: Who) -> None:
        self.picks = picks
        self.who = who

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        return sum(picks_of(f, self.picks, self.who.one(s, f)))


class VotesFor(Value):
    """How many picked this player, or this word, when all picked at once."""

    __slots__ = ("option", "picks", "who")

    def __init__(self, picks: int, who: Who, option: int) -> None:
        self.picks = picks
        self.who = who
        self.option = option  # the number of the word; -1: the player

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        sought = self.option if self.option >= 0 else self.who.one(s, f)
        return sum(1 for pick in f.regs[self.picks] if field_of(pick) == sought)


class Reckoned(Value):
    """A number times and plus another, within a bound, by condition."""

    __slots__ = ("base", "condition", "most", "otherwise", "plus", "times")

    def __init__(
        self, base: Value, times: int, plus: int, most: int, condition: Condition | None, otherwise: int
    ) -> None:
        self.base = base
        self.times = times
        self.plus = plus
        self.most = most
        self.condition = condition
        self.otherwise = otherwise

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        if self.condition is not None and not self.condition.holds(s, f):
            return self.otherwise
        return min(self.base.of(s, f) * self.times + self.plus, self.most)
