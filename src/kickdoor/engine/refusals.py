"""Refusals: why something cannot be done, with the rule that says so."""

from __future__ import annotations


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


NOT_YOURS = Refusal("You do not hold that card", "CARD-05")
GAME_OVER = Refusal("The game is over", "WIN-01")
NOTHING_ASKED = Refusal("Nothing is asked of you now", "ACT-10")
NOT_AN_OPTION = Refusal("That is not among the options of this decision", "")
DEAD = Refusal("The dead do nothing and receive nothing until the next turn begins", "DEATH-04")
OWN_TURN_ONLY = Refusal("Only in your own turn", "ACT-10")
CLASS_OWN_TURN = Refusal("A new Class or Race is played in your own turn or when just received", "ACT-08")
IN_COMBAT = Refusal("Not in combat", "ACT-12")
WRONG_MOMENT = Refusal("This card cannot be played at this moment", "TREAS-04")
NO_COMBAT = Refusal("Only while a fight is on", "CMB-07")
NOT_IN_COMBAT = Refusal("Only in a fight of your own", "CMB-07")
ONE_SHOT_COMBAT = Refusal("Usable once only, in a combat", "TREAS-02")
ENHANCER_NEEDS_FIGHT = Refusal("An enhancer is played on a monster in a fight", "CMB-14")
MONSTER_STAYS = Refusal("A monster of the hand is for Look For Trouble or a Wandering Monster", "CMB-12")
LIMIT_REACHED = Refusal("This ability is used up", "HELP-08")
NO_TARGET = Refusal("There is nothing that it could be played on", "CURSE-05")
CANNOT_PAY = Refusal("You cannot pay its price", "CHAR-06")
CLASS_LIMIT = Refusal("One Class at a time", "CHAR-04")
RACE_LIMIT = Refusal("One Race at a time", "CHAR-04")
SAME_TRAIT = Refusal("Never two copies of one Class or Race", "CHAR-05")
NOTHING_TO_ENHANCE = Refusal("There is no Class or Race to attach it to", "CHAR-10")
ONE_ENHANCER = Refusal("A second one adds nothing", "CHAR-04")
TOO_BIG = Refusal("Only one Big Item can be carried", "ITEM-07")
SLOT_FULL = Refusal("That place is taken", "ITEM-03")
NOT_USABLE = Refusal("You do not meet the Item's restriction", "ITEM-04")
NOT_EQUIPPABLE = Refusal("That card is not equipped", "ITEM-02")
EQUIP_IN_COMBAT = Refusal("Equipment cannot be changed in combat or while running away", "ITEM-05")
EQUIP_IN_CURSE = Refusal("Equipment cannot be changed while a Curse or another effect is resolved", "CURSE-02")
SEEN_BEFORE = Refusal("That arrangement was already tried in this window", "ACT-06")
ONE_HIRELING = Refusal("One Hireling at a time", "HIRE-01")
NOT_DISCARDABLE = Refusal("An Item is not discarded for nothing", "ITEM-06")
SELL_OWN_TURN = Refusal("Items are sold in your own turn", "ACT-09")
SELL_IN_COMBAT = Refusal("Items are not sold in combat or while running away", "ACT-09")
SELL_TOO_LITTLE = Refusal("A sale needs Items worth 1,000 gold", "SELL-01")
SELL_LEVEL = Refusal("No sale takes a player to the winning Level", "SELL-03")
NOT_AN_ITEM = Refusal("That card is not an Item", "ITEM-15")
ONLY_A_KILL = Refusal("The winning Level comes only with a kill", "HIER-05")
ONE_HELPER = Refusal("Only one player may help", "HELP-01")
HELP_FORBIDDEN = Refusal("A monster of this fight lets nobody help", "HELP-01")
NOT_FIGHTER = Refusal("Only the fighter does that", "HELP-01")
NOT_WINNING = Refusal("The monsters are at least as strong", "CMB-01")
NOT_LOSING = Refusal("Who can win does not run", "RUN-01")
TRADE_IN_COMBAT = Refusal("Neither side of a trade may be in combat", "TRADE-02")
TRADE_TABLE_ONLY = Refusal("Only Items on the table are traded", "TRADE-01")
OFFER_EMPTY = Refusal("The offer holds nothing", "TRADE-04")
OFFER_TREASURES = Refusal("The monsters do not have so many Treasures", "HELP-02")
OFFER_CAP = Refusal("Enough has been offered between you two for now", "HELP-01")
OFFER_GONE = Refusal("What was offered is no longer there", "TRADE-03")
OFFER_SELF = Refusal("A bargain needs another player", "TRADE-04")
PROMISE_UNLAWFUL = Refusal("That card could not lawfully be played on him", "HELP-02")
RECEIVER_BIG = Refusal("He cannot carry another Big Item", "ITEM-07")
FORCED_FOR_WIN = Refusal("Nobody is forced to help another to the winning Level", "HIER-06")
FORBIDDEN = Refusal("A card forbids you to play cards now", "HIER-01")
LOOT_MET_MONSTER = Refusal("Who met a monster does not loot", "TURN-12")
SECOND_PHASE = Refusal("Phase 2 is one of two, looting or looking for trouble, for one who met no monster", "TURN-06")
MUST_FIGHT = Refusal("The monster must be fought or run from", "TURN-03")
STAYS_TO_HELP = Refusal("A helper leaves only if he was forced and it has become a fight for the win", "HELP-07")
ALL_OR_NONE = Refusal("Nobody fights one monster and runs from another", "CMB-10")
NO_MONSTER_IN_HAND = Refusal("Look For Trouble needs a monster of your hand", "TURN-07")
CURSE_KEPT = Refusal("A Curse kept as a reminder cannot pay", "CURSE-06")
ITEM_FIRST = Refusal("An Item Enhancer is played on an Item of yours in play", "ITEM-13")
JOIN_NO_TAG = Refusal("Without Wandering Monster only Undead join Undead", "CMB-16")
SETUP_ONLY = Refusal("Before the first turn only a Race, a Class and usable Items are laid down", "SETUP-06")
CONDITION_FAILS = Refusal("Its condition is not met", "HIER-01")
