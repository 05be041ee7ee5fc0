"""Selling Items for levels: picked one at a time, only such picks from which a lawful sale can still be made."""

from __future__ import annotations

from kickdoor.engine.actions import levels, losing, reacting, tell
from kickdoor.engine.actions.laying import is_stuck
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.abilities import ON_SOLD
from kickdoor.engine.data.ids import Card, Seat, as_cards
from kickdoor.engine.data.options import card_of, code, second_of, verb_of
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.registers import SALE_DOUBLED, SALE_FIRM, SALE_PICKED
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import BY_SALE, DONE, PICK, WITHDRAW
from kickdoor.engine.questions.force import is_active
from kickdoor.engine.questions.items import gold, items
from kickdoor.engine.questions.table import face, in_combat, own_turn
from kickdoor.engine.questions.values import level_cap, value


def price_of_a_level(s: State, seat: Seat) -> int:
    """The gold that a level costs [SELL-01]."""
    return value(s, "level_price", seat)


def sellable(s: State, seat: Seat) -> list[Card]:
    """Items in play and of the hand [SELL-02]."""
    player = s.players[seat]
    carried = [c for c in items(s, seat) if not face(s, c).untradeable and not is_stuck(s, seat, c)]
    return carried + [c for c in player.hand if s.rules.defs[c].is_item]


def price(s: State, seat: Seat, card: Card) -> int:
    """What an Item fetches when the seat sells it [SELL-01]."""
    if s.rules.halving:
        for source in s.players[seat].table:
            half = face(s, source).half_price
            if half is not None and half.fits(s, card) and is_active(s, seat, source):
                return gold(s, card) // 2
    return gold(s, card)


def doubles_left(s: State, seat: Seat) -> int:
    """How many Items may still be sold for double this turn [RACE-03]."""
    return max(0, value(s, "double_sales", seat) - s.players[seat].doubled)


def refuse_sale(s: State, seat: Seat) -> Refusal | None:
    """Why nothing can be sold now."""
    if not own_turn(s, seat):
        return no.SELL_OWN_TURN
    if in_combat(s, seat):
        return no.SELL_IN_COMBAT
    if s.players[seat].level >= level_cap(s, seat):
        return no.SELL_LEVEL
    due = price_of_a_level(s, seat)
    doubles = doubles_left(s, seat)
    if _printed_gold(s, seat) * (2 if doubles else 1) < due:
        return no.SELL_TOO_LITTLE
    golds = [price(s, seat, c) for c in sellable(s, seat)]
    total = highest = 0
    for each in golds:
        total += each
        highest = max(highest, each)
    if total + (highest if doubles else 0) < due:
        return no.SELL_TOO_LITTLE
    if value(s, "only_kills", seat):
        return no.SELL_LEVEL
    return None if _completions(due, _most(s, seat), 0, golds, doubles) else no.SELL_LEVEL


def _printed_gold(s: State, seat: Seat) -> int:
    """A quick bound: all that the seat's cards are worth, whether they can be sold or not."""
    player = s.players[seat]
    defs = s.rules.defs
    total = 0
    for card in player.table:
        total += face(s, card).gold
    for card in player.hand:
        total += defs[card].gold
    return total


def _most(s: State, seat: Seat) -> int:
    """The largest sum that does not lead past the highest Level without a kill [SELL-03]."""
    return (level_cap(s, seat) - s.players[seat].level + 1) * price_of_a_level(s, seat) - 1


def _completions(due: int, most: int, sum_so_far: int, golds: list[int], doubles: int) -> bool:
    """Whether some of these Items bring the sum to a lawful one: from the price of a Level to the most.

    Where a level can be bought at all, lawful sums reach up to nearly twice its price. An Item that does not get there
    by itself, not even for double, adds less than the price, so a sum of such Items does not jump over all of them.
    """
    if sum_so_far >= due or most < due:
        return due <= sum_so_far <= most
    small: list[int] = []
    total = sum_so_far
    for each in golds:
        if due <= sum_so_far + each <= most or (doubles and due <= sum_so_far + 2 * each <= most):
            return True
        if sum_so_far + each < due:
            small.append(each)
            total += each
    if total < due and doubles:
        small.sort(reverse=True)
        total += sum(small[:doubles])
    return total >= due


def refuse_item(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Why a card is nothing that the seat could sell."""
    player = s.players[seat]
    if card not in player.hand and card not in player.table:
        return no.NOT_YOURS
    return None if face(s, card).is_item else no.SELL_NO_ITEM


def refuse_whole(s: State, seat: Seat, cards: list[Card], doubled: list[Card]) -> Refusal | None:
    """Why these Items cannot be sold in one sale, some of them for double."""
    why = refuse_sale(s, seat)
    if why is not None and why is not no.SELL_TOO_LITTLE:
        return why
    for card in cards:
        why = refuse_item(s, seat, card)
        if why is not None:
            return why
    if len(doubled) > doubles_left(s, seat):
        return no.ONE_DOUBLE
    why = refuse_sum(s, seat, sum(price(s, seat, c) * (2 if c in doubled else 1) for c in cards))
    if why is not None:
        return why
    free = sellable(s, seat)
    return None if all(card in free for card in cards) else no.SELL_FORBIDDEN


def refuse_sum(s: State, seat: Seat, worth: int) -> Refusal | None:
    """Why Items of this worth make no sale [SELL-01, SELL-03]."""
    if worth < price_of_a_level(s, seat):
        return no.SELL_TOO_LITTLE
    return no.SELL_LEVEL if worth > _most(s, seat) else None


def refuse_answer(s: State, f: Frame, seat: Seat, option: int) -> Refusal | None:
    """Why this is no answer in a sale that is under way."""
    verb = verb_of(option)
    if verb == WITHDRAW:
        return no.SALE_IS_FIRM
    picked = as_cards(f.regs[SALE_PICKED])
    worth = sum(price(s, seat, c) * (2 if c in f.regs[SALE_DOUBLED] else 1) for c in picked)
    if verb == DONE:
        return refuse_sum(s, seat, worth)
    card = card_of(option)
    if verb != PICK or card >= len(s.rules.defs) or card in picked:
        return no.NOT_AN_OPTION
    why = refuse_item(s, seat, card)
    if why is not None:
        return why
    twice = second_of(option) == 1
    if twice and len(f.regs[SALE_DOUBLED]) >= doubles_left(s, seat):
        return no.ONE_DOUBLE
    if card not in sellable(s, seat):
        return no.SELL_FORBIDDEN
    return refuse_sum(s, seat, worth + price(s, seat, card) * (2 if twice else 1)) or no.SELL_TOO_LITTLE


class Sale(Step):
    """Pick what to sell, then go up a level for each full price; no change is given [SELL-01]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Begin."""
        f.regs[SALE_PICKED] = ()
        f.regs[SALE_DOUBLED] = ()
        s.waiting = 1 << f.you

    def worth(self, s: State, f: Frame) -> int:
        """What has been picked is worth."""
        return sum(price(s, f.you, c) * (2 if c in f.regs[SALE_DOUBLED] else 1) for c in as_cards(f.regs[SALE_PICKED]))

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        price_due = price_of_a_level(s, f.you)
        return Question("sale", f.you, picked=len(f.regs[SALE_PICKED]), gold=self.worth(s, f), price=price_due)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Further Items, and "done" from the price of a level on."""
        found: list[int] = []
        picked = f.regs[SALE_PICKED]
        worth = self.worth(s, f)
        due = price_of_a_level(s, seat)
        most = _most(s, seat)
        left = [c for c in sellable(s, seat) if c not in picked]
        prices = [price(s, seat, c) for c in left]
        doubles = doubles_left(s, seat) - len(f.regs[SALE_DOUBLED])
        for at, card in enumerate(left):
            fetched = prices[at]
            rest = prices[:at] + prices[at + 1 :]
            if worth + fetched <= most and _completions(due, most, worth + fetched, rest, doubles):
                found.append(code(PICK, card, 0))
            if (
                doubles
                and fetched
                and worth + 2 * fetched <= most
                and _completions(due, most, worth + 2 * fetched, rest, doubles - 1)
            ):
                found.append(code(PICK, card, 1))
        if worth >= due:
            found.append(code(DONE))
        if not f.regs[SALE_FIRM]:
            found.append(code(WITHDRAW))
        return found

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Note a pick, close the sale, or call it off: then nothing has been sold."""
        if verb_of(option) == WITHDRAW:
            s.waiting = 0
            return
        if verb_of(option) == DONE:
            s.waiting = 0
            count = self.worth(s, f) // price_of_a_level(s, seat)
            s.players[seat].doubled += len(f.regs[SALE_DOUBLED])
            tell.sold(s, seat=seat, gold=self.worth(s, f))
            for card in as_cards(f.regs[SALE_PICKED]):
                losing.lose(s, card, BY_SALE, seat)
            levels.gain(s, seat, count, False, BY_SALE)
            reacting.happen(s, ON_SOLD, seat, seat, BY_SALE, cards=as_cards(f.regs[SALE_PICKED]))
            return
        card = card_of(option)
        f.regs[SALE_PICKED] = (*f.regs[SALE_PICKED], card)
        if second_of(option) == 1:
            f.regs[SALE_DOUBLED] = (*f.regs[SALE_DOUBLED], card)
        if not any(verb_of(o) == PICK for o in self.options(s, f, seat)):
            self.take(s, f, seat, code(DONE))
