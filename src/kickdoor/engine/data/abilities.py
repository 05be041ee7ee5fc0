"""What cards let players do, and what they do by themselves when something happens."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.scripts import Condition, Script, Step


class Ability:
    """What a card lets somebody do in a window: target, then cost, then do, in one script."""

    __slots__ = (
        "by",
        "checks",
        "condition",
        "from_zone",
        "index",
        "limit",
        "moments",
        "name",
        "needs",
        "per",
        "played",
        "price",
        "script",
        "shared",
    )

    def __init__(
        self,
        *,
        index: int,
        name: str,
        moments: int,
        needs: int,
        from_zone: int,
        by: int,
        condition: Condition | None,
        limit: int,
        per: int,
        script: Script,
        played: bool,
        checks: tuple[Step, ...],
        price: tuple[Step, ...],
    ) -> None:
        self.index = index
        self.name = name
        self.moments = moments  # mask of moments
        self.needs = needs  # mask of NEEDS_
        self.from_zone = from_zone  # mask of FROM_
        self.by = by  # one of the BY_ constants
        self.condition = condition
        self.limit = limit  # how often, or NO_LIMIT
        self.per = per  # one of the PER_ constants
        self.script = script
        self.played = played  # the card itself is played: it leaves hand or table
        self.checks = checks  # first choices: each must have something to choose
        self.price = price  # what must be payable
        self.shared = False  # its uses count together with those of all abilities of its name


# What must be so for an ability to be used
NEEDS_OWN_TURN: Final = 1
NEEDS_NO_COMBAT: Final = 2
NEEDS_OWN_COMBAT: Final = 4
NEEDS_COMBAT: Final = 8
NEEDS_OWN_ROLL: Final = 16
NEEDS_RUN_ROLL: Final = 32
NEEDS_OWN_CATCH: Final = 64
NEEDS_FRESH: Final = 128
NEEDS_DRAWN: Final = 256  # just drawn face down [PORT-02]
NEEDS_KEPT: Final = 512  # not that, and no Portal of the hand was played this turn [PORT-03]

# Where its card may be
FROM_HAND: Final = 1
FROM_TABLE: Final = 2
FROM_EQUIPPED: Final = 4

# Who may use it
BY_OWNER: Final = 0
BY_FIGHTER: Final = 1
BY_PARTY: Final = 2
BY_RUNNER: Final = 3
BY_ANYONE: Final = 4

# How often it may be used, within what
NO_LIMIT: Final = 0

PER_COMBAT: Final = 0
PER_TURN: Final = 1
PER_VICTIM: Final = 2
PER_ROLL: Final = 3


class Reaction:
    """What a card does when something happens, or instead of it."""

    __slots__ = ("condition", "event", "hears", "index", "instead", "may", "once_laid", "promises", "script")

    def __init__(
        self, index: int, event: int, instead: bool, may: bool, condition: Condition | None, script: Script
    ) -> None:
        self.index = index
        self.event = event
        self.hears = 1 << event  # mask: the event as it happens to the owner, and to others
        self.instead = instead
        self.may = may
        self.condition = condition
        self.script = script
        self.once_laid = False  # in a first hand, it waits until all have laid down what they may
        self.promises: tuple[Step, ...] = ()  # all that it is good for: where none of it can be had, nobody is asked


# What cards react to
ON_GOT: Final = 0
ON_LOST: Final = 1
ON_ITEM_LOST: Final = 2
ON_STRUCK: Final = 3
ON_FACE_UP_DRAW: Final = 4
ON_DIED: Final = 5
ON_CAUGHT: Final = 6
ON_ESCAPED_FIGHT: Final = 7
ON_FIGHT_LOST: Final = 8
ON_FIGHT_WON: Final = 9
ON_ROLL: Final = 10
ON_TREASURE_REWARD: Final = 11
ON_TURN_BEGUN: Final = 12
ON_KICK: Final = 13
ON_DOOR_MONSTER: Final = 14
ON_LEVEL_GAINED: Final = 15
ON_SEX_CHANGED: Final = 16
ON_SPOILS: Final = 17
ON_FOILED: Final = 18
ON_FIGHT_BEGUN: Final = 19
ON_MET: Final = 20
ON_TURN_ENDING: Final = 21
ON_ROLLED: Final = 22
ON_HELPS: Final = 23
ON_SOLD: Final = 24
ON_LEVEL_LOST: Final = 25
#: How a fight ended, for who was in it.
AFTER_COMBAT: Final = 1 << ON_FIGHT_WON | 1 << ON_FIGHT_LOST | 1 << ON_ESCAPED_FIGHT | 1 << ON_SPOILS
EVENTS: Final = (
    "got",
    "lost",
    "item_lost",
    "struck",
    "face_up_draw",
    "died",
    "caught",
    "escaped_fight",
    "fight_lost",
    "fight_won",
    "rolls",
    "treasure_reward",
    "turn_begun",
    "kick",
    "door_monster",
    "level_gained",
    "sex_changed",
    "spoils",
    "foiled",
    "fight_begun",
    "met",
    "turn_ending",
    "rolled",
    "helps",
    "sold",
    "level_lost",
)
#: Comes after those that packs name: heard by a card that reacts to being lost from the hand as well.
ON_HAND_LOST: Final = 26
#: Added to an event where it happens to another player than the one who reacts.
TO_ANOTHER: Final = 32
#: What is heard of an event at all, by whom it happens to and by the others.
HEARD: Final = 1 | 1 << TO_ANOTHER
#: What players who are not concerned can react to as well.
HEARD_BY_OTHERS: Final = frozenset(
    {
        "struck",
        "item_lost",
        "died",
        "caught",
        "escaped_fight",
        "fight_lost",
        "fight_won",
        "turn_begun",
        "kick",
        "door_monster",
        "level_gained",
        "level_lost",
        "sex_changed",
        "fight_begun",
        "met",
        "turn_ending",
        "rolled",
        "helps",
        "sold",
    }
)
