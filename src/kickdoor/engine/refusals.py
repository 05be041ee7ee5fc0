"""Refusals: why something cannot be done, with the rule that says so."""

from __future__ import annotations

from typing import Final


class Refusal:
    """A reason and the id of the rule (or the empty string where a card is the reason)."""

    __slots__ = ("reason", "rule")

    def __init__(self, reason: str, rule: str) -> None:
        self.reason = reason
        self.rule = rule

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, {self.rule!r})"

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


class IllegalMove(Exception):
    """Raised for an answer that is not among the options; nothing has changed."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason = reason
        self.rule = rule


NOT_YOURS: Final = Refusal("You do not hold that card", "CARD-05")
GAME_OVER: Final = Refusal("The game is over", "WIN-01")
NOTHING_ASKED: Final = Refusal("Nothing is asked of you now", "ACT-10")
NOT_AN_OPTION: Final = Refusal("That is not among the options of this decision", "")
DEAD: Final = Refusal("The dead do nothing and receive nothing until the next turn begins", "DEATH-04")
OWN_TURN_ONLY: Final = Refusal("Only in your own turn", "ACT-10")
CLASS_OWN_TURN: Final = Refusal("A new Class or Race is played in your own turn or when just received", "ACT-08")
IN_COMBAT: Final = Refusal("Not in combat", "ACT-12")
WRONG_MOMENT: Final = Refusal("This card cannot be played at this moment", "TREAS-04")
NO_COMBAT: Final = Refusal("Only while a fight is on", "CMB-07")
NOT_IN_COMBAT: Final = Refusal("Only in a fight of your own", "CMB-07")
ENHANCER_NEEDS_FIGHT: Final = Refusal("An enhancer is played on a monster in a fight", "CMB-14")
MONSTER_STAYS: Final = Refusal("A monster of the hand is for Look For Trouble or a Wandering Monster", "CMB-12")
LIMIT_REACHED: Final = Refusal("This ability is used up", "HELP-08")
NO_TARGET: Final = Refusal("There is nothing that it could be played on", "CURSE-05")
NO_LEVEL_TO_LOSE: Final = Refusal("There is no level to lose", "HIER-02")
CANNOT_PAY: Final = Refusal("You cannot pay its price", "CHAR-06")
CLASS_LIMIT: Final = Refusal("One Class at a time", "CHAR-04")
RACE_LIMIT: Final = Refusal("One Race at a time", "CHAR-04")
SAME_TRAIT: Final = Refusal("Never two copies of one Class or Race", "CHAR-05")
NOTHING_TO_ENHANCE: Final = Refusal("There is no Class or Race to attach it to", "CHAR-10")
ONE_ENHANCER: Final = Refusal("A second one adds nothing", "CHAR-04")
TOO_BIG: Final = Refusal("Only one Big Item can be carried", "ITEM-07")
TOO_COMPLEX: Final = Refusal("Only one Complex Item can be equipped", "ITEM-10")
RANKS: Final = Refusal("The Ranks of all Powers together exceed the Level", "POW-01")
POWER_NOT_USABLE: Final = Refusal("This Power is not for a character like yours", "POW-07")
POWER_OWN_TURN: Final = Refusal("A Power is played in your own turn or when just received", "ACT-11")
SLOT_FULL: Final = Refusal("That place is taken", "ITEM-03")
NOT_USABLE: Final = Refusal("You do not meet the Item's restriction", "ITEM-04")
NOT_EQUIPPABLE: Final = Refusal("That card is not equipped", "ITEM-02")
EQUIP_IN_COMBAT: Final = Refusal("Equipment cannot be changed in combat or while running away", "ITEM-05")
EQUIP_IN_CURSE: Final = Refusal("Equipment cannot be changed while a Curse or another effect is resolved", "CURSE-02")
SEEN_BEFORE: Final = Refusal("That arrangement was already tried in this window", "ACT-06")
ONE_HIRELING: Final = Refusal("One Hireling at a time", "HIRE-01")
ONE_STEED: Final = Refusal("One Steed at a time", "STEED-01")
STEED_STAYS: Final = Refusal("A Steed is ridden as long as you have it", "STEED-07")
NOT_FOR_HIRELING: Final = Refusal("The Hireling could not use that Item", "HIRE-07")
EXCLUDED: Final = Refusal("It cannot be in one combat with a card that is there", "HIER-01")
STILLED: Final = Refusal("What is on this card does not let you", "HIER-01")
FLED: Final = Refusal("Your Hirelings have fled from this monster", "HIER-01")
NOT_DISCARDABLE: Final = Refusal("An Item is not discarded for nothing", "ITEM-06")
SELL_OWN_TURN: Final = Refusal("Items are sold in your own turn", "ACT-09")
SELL_IN_COMBAT: Final = Refusal("Items are not sold in combat or while running away", "ACT-09")
SELL_TOO_LITTLE: Final = Refusal("A sale needs Items worth the price of a level", "SELL-01")
SELL_LEVEL: Final = Refusal("No sale takes a player to the winning Level", "SELL-03")
ONE_HELPER: Final = Refusal("Only one player may help", "HELP-01")
HELP_FORBIDDEN: Final = Refusal("A monster of this fight, or a Dungeon, lets nobody help", "HELP-01")
NOT_FIGHTER: Final = Refusal("Only the fighter does that", "HELP-01")
NOT_WINNING: Final = Refusal("The monsters are at least as strong", "CMB-01")
NOT_LOSING: Final = Refusal("Who can win does not run", "RUN-01")
TRADE_IN_COMBAT: Final = Refusal("Neither side of a trade may be in combat", "TRADE-02")
TRADE_TABLE_ONLY: Final = Refusal("Only Items on the table are traded", "TRADE-01")
OFFER_EMPTY: Final = Refusal("The offer holds nothing", "TRADE-04")
OFFERED_TWICE: Final = Refusal("The offer names a card twice", "TRADE-04")
OFFER_TREASURES: Final = Refusal("The monsters do not have so many Treasures", "HELP-02")
OFFER_CAP: Final = Refusal("Enough has been offered between you two for now", "HELP-01")
OFFER_GONE: Final = Refusal("What was offered is no longer there", "TRADE-03")
OFFER_SELF: Final = Refusal("A bargain needs another player", "TRADE-04")
PROMISE_UNLAWFUL: Final = Refusal("That card could not lawfully be played on him", "HELP-02")
RECEIVER_BIG: Final = Refusal("He cannot carry another Big Item", "ITEM-07")
RECEIVER_STEED: Final = Refusal("He cannot have another Steed", "STEED-01")
FORCED_FOR_WIN: Final = Refusal("Nobody is forced to help another to the winning Level", "HIER-06")
NO_TREASURES: Final = Refusal("A card lets him get no Treasure cards", "HIER-01")
CANNOT_CARRY: Final = Refusal("A card forbids to carry it", "HIER-01")
NO_BARGAINS: Final = Refusal("A card forbids one of you to bargain", "HIER-01")
BARRED: Final = Refusal("Such cards cannot be used in this combat", "HIER-01")
STUCK: Final = Refusal("A card keeps it where it is", "HIER-01")
FORBIDDEN: Final = Refusal("A card forbids you to play cards now", "HIER-01")
LOOT_MET_MONSTER: Final = Refusal("Who met a monster does not loot", "TURN-12")
SECOND_PHASE: Final = Refusal("Phase 2 is looting or looking for trouble, for one who met no monster", "TURN-06")
MUST_FIGHT: Final = Refusal("The monster must be fought or run from", "TURN-03")
STAYS_TO_HELP: Final = Refusal("A helper leaves only if he was forced and it has become a fight for the win", "HELP-07")
ALL_OR_NONE: Final = Refusal("Nobody fights one monster and runs from another", "CMB-10")
NO_MONSTER_IN_HAND: Final = Refusal("Look For Trouble needs a monster of your hand", "TURN-07")
CURSE_KEPT: Final = Refusal("A Curse kept as a reminder cannot pay", "CURSE-06")
ITEM_FIRST: Final = Refusal("An Item Enhancer is played on an Item of yours in play", "ITEM-13")
JOIN_NO_TAG: Final = Refusal("Without Wandering Monster only Undead join Undead, and Bats Bats", "CMB-16")
SETUP_ONLY: Final = Refusal(
    "Before the first turn only a Race, a Class or a Power of Rank 1, and usable Items are laid down", "SETUP-06"
)
EXIT_OWN_TURN: Final = Refusal("An exit is discovered in your own turn", "DUNG-06")
EXIT_PRICE: Final = Refusal("An exit costs four cards of the hand", "DUNG-06")
NO_DUNGEON: Final = Refusal("There is no other Dungeon", "DUNG-06")
ONE_DUNGEON: Final = Refusal("This table plays in one Dungeon to the end", "DUNG-07")
PORTAL_ONCE: Final = Refusal("One Portal of the hand a turn", "PORT-03")
PORTAL_OWN_TURN: Final = Refusal("A Portal of the hand is played in your own turn", "PORT-03")
PORTAL_IN_COMBAT: Final = Refusal("A Portal of the hand is not played in combat", "PORT-03")
CONDITION_FAILS: Final = Refusal("Its condition is not met", "HIER-01")
