"""What somebody earns in a fight, and how it is paid: levels all at once, Treasures earner by earner.

A reward is noted when it is earned, with who helped and what was agreed with them, and is paid when the fight is over
[HIER-04]. So it is theirs even if they are out of the fight by then. The dead are paid nothing [DEATH-04].
"""

from __future__ import annotations

from kickdoor.engine.actions import levels
from kickdoor.engine.data.deals import FIGHTER_FIRST, HELPER_FIRST, Deal
from kickdoor.engine.data.ids import NO_CARD, Card, Seat
from kickdoor.engine.data.state import Fight, Monster, Reward, State
from kickdoor.engine.data.terms import BAN_KILL_LEVELS, BAN_SPOILS, BY_HELP, BY_KILLING, FORCED_WITHOUT_WIN
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.monsters import monster_face, treasures_of
from kickdoor.engine.questions.table import context
from kickdoor.engine.questions.values import level_cap, value, winning_level


def earn(s: State, fight: Fight, treasures: int, monster: Card = NO_CARD) -> None:
    """The fighter earns Treasures, or loses some that were earned, without a kill; perhaps of one monster."""
    fight.rewards.append(
        Reward(fight.fighter, treasures=treasures, helper=fight.helper, monster=monster, deal=fight.deal)
    )
    s.version += 1


def levels_for(s: State, fight: Fight, monster: Monster) -> int:
    """The levels that killing a monster gives [CMB-02]."""
    d = monster_face(s, monster)
    asked = context(fight.fighter, monster.id, fight.id)
    return d.levels_gained + monster.levels + sum(extra.of(s, asked) for extra in d.extra_levels)


def earn_kill(s: State, fight: Fight, monster: Monster) -> None:
    """The fighter earns a monster's level and Treasures [REW-01]."""
    d = monster_face(s, monster)
    asked = context(fight.fighter, monster.id, fight.id)
    treasures = treasures_of(s, fight, monster)
    treasures += sum(extra.of(s, asked) for extra in d.extra_treasures)
    treasures += value(s, "kill_treasures", fight.fighter)
    fight.rewards.append(
        Reward(
            fight.fighter,
            levels_for(s, fight, monster),
            treasures,
            fight.helper,
            monster.id,
            monster.face,
            fight.deal,
        )
    )


def forgo_levels(s: State, fight: Fight) -> None:
    """The levels that a card forbids the fighter to earn are not earned."""
    if is_banned(s, fight.fighter, BAN_KILL_LEVELS, fight=fight.id):
        fight.rewards = [r.without_levels() if r.seat == fight.fighter else r for r in fight.rewards]


def note_unpaid(s: State, fight: Fight, seat: Seat) -> None:
    """Somebody leaves a fight: what keeps them from its Treasures may end with it, but keeps them all the same."""
    if is_banned(s, seat, BAN_SPOILS, fight=fight.id):
        fight.unpaid |= 1 << seat


def forgo_treasures(s: State, fight: Fight) -> None:
    """Who gets no Treasure of the fight earns none and has no share; what they promised to others is still drawn."""
    for seat in range(len(s.players)):
        if not fight.unpaid >> seat & 1:
            continue
        if fight.helper == seat:
            fight.deal = None
        fight.rewards = [r.without_deal() if r.helper == seat else r for r in fight.rewards]
    for earner in {reward.seat: None for reward in fight.rewards if fight.unpaid >> reward.seat & 1}:
        shares = [seat for seat in pickers(s, fight, earner, treasures_due(fight, earner)) if seat != earner]
        agreed = _agreements(fight, earner)
        fight.rewards = [r.without_treasures() if r.seat == earner else r for r in fight.rewards]
        for helper in shares:
            fight.rewards.append(Reward(earner, treasures=1, helper=helper, deal=agreed[helper]))


def gets_nothing(s: State, fight: Fight, seat: Seat) -> bool:
    """Whether somebody gets no Treasure because of a fight that is decided, whatever lets them draw one."""
    if fight.unpaid >> seat & 1:
        return True
    return s.players[seat].fight == fight.id and is_banned(s, seat, BAN_SPOILS, fight=fight.id)


def forfeit(fight: Fight) -> None:
    """Who runs from the rest, or dies, gets nothing for what was killed or removed before [CMB-11]."""
    fight.rewards = [reward for reward in fight.rewards if reward.seat != fight.fighter]


def levels_of_helpers(s: State, fight: Fight) -> dict[Seat, int]:
    """The levels that each gains who helped with kills, in the fight still or not [HELP-05, RACE-02]."""
    due: dict[Seat, int] = {}
    for reward in fight.rewards:
        if reward.levels and reward.helper >= 0:
            due[reward.helper] = due.get(reward.helper, 0) + value(s, "help_levels", reward.helper)
    return due


def pay_levels(s: State, fight: Fight, helpers: dict[Seat, int]) -> None:
    """Pay the levels for kills, all at once: several may win by them [REW-01, WIN-01]."""
    s.hold += 1
    for at, reward in enumerate(fight.rewards):
        seat, count = reward.seat, reward.levels
        if not count:
            continue
        if fight.forced >= FORCED_WITHOUT_WIN and seat == fight.fighter:
            cap = min(level_cap(s, seat), winning_level(s, seat) - 1)
            if not levels.gain(s, seat, min(count, cap - s.players[seat].level), False, BY_KILLING):
                fight.rewards[at] = reward.without_levels()
        else:
            levels.gain(s, seat, count, True, BY_KILLING)
    for seat, count in helpers.items():
        if count:
            levels.gain(s, seat, count, True, BY_HELP)
    s.hold -= 1


def treasures_due(fight: Fight, seat: Seat) -> int:
    """How many Treasures somebody draws for the fight."""
    return sum(reward.treasures for reward in fight.rewards if reward.seat == seat)


def was_helped(fight: Fight, seat: Seat) -> bool:
    """Whether somebody helped to earn what a seat is paid: it is then drawn face up [REW-02]."""
    if seat == fight.fighter and fight.helper >= 0:
        return True
    return any(reward.seat == seat and reward.helper >= 0 for reward in fight.rewards)


def pickers(s: State, fight: Fight, seat: Seat, count: int) -> tuple[Seat, ...]:
    """Who picks, in their order, from so many Treasures that a seat has drawn: as agreed [HELP-02, HELP-04].

    A helper who is in the fight to its end has a share in all of it; one who is not, in what they helped to earn.
    """
    first: list[Seat] = []
    in_turn: list[Seat] = []
    last: list[Seat] = []
    left = count
    for helper, deal in _agreements(fight, seat).items():
        due = min(deal.treasures, left)
        if helper != fight.helper or seat != fight.fighter:
            due = min(due, sum(r.treasures for r in fight.rewards if r.seat == seat and r.helper == helper))
        if due <= 0 or s.players[helper].dead:
            continue
        left -= due
        picks = first if deal.order == HELPER_FIRST else last if deal.order == FIGHTER_FIRST else in_turn
        picks.extend([helper] * due)
    order = first
    while left or in_turn:
        if left:
            order.append(seat)
            left -= 1
        if in_turn:
            order.append(in_turn.pop(0))
        elif left:
            order.extend([seat] * left)
            left = 0
    return tuple(order + last)


def _agreements(fight: Fight, seat: Seat) -> dict[Seat, Deal]:
    """What was agreed with whom about what a seat earned."""
    agreed: dict[Seat, Deal] = {}
    for reward in fight.rewards:
        if reward.seat == seat and reward.helper >= 0 and reward.deal is not None:
            agreed.setdefault(reward.helper, reward.deal)
    if seat == fight.fighter and fight.helper >= 0 and fight.deal is not None:
        agreed.setdefault(fight.helper, fight.deal)
    return agreed
