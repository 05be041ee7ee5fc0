"""Refusals: why something cannot be done, with the rule that says so. Their words stand in the message files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final


class Refusal:
    """Why something cannot be done: the key of its words, the id of the rule, and what the words are about.

    The rule is the empty string where a card is the reason.
    """

    __slots__ = ("about", "key", "rule")

    def __init__(self, key: str, rule: str = "", about: tuple[str, ...] = ()) -> None:
        self.key = key
        self.rule = rule
        self.about = about

    @property
    def reason(self) -> str:
        """The reason in words, where somebody has lent them with `word_with`; else its key."""
        return _words[0](self)

    def __repr__(self) -> str:
        return f"Refusal({self.key!r}, {self.rule!r}, {self.about!r})"

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


def _key_of(why: Refusal) -> str:
    return why.key


_words: Final[list[Callable[[Refusal], str]]] = [_key_of]


def word_with(words: Callable[[Refusal], str]) -> None:
    """Lend refusals the words that library users read; the engine itself has none."""
    _words[0] = words


class IllegalMove(Exception):
    """Raised for an answer that is not among the options; nothing has changed."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why)
        self.why = why

    @property
    def reason(self) -> str:
        """The reason in words."""
        return self.why.reason

    @property
    def rule(self) -> str:
        """The id of the rule."""
        return self.why.rule


class Endless(IllegalMove):
    """Raised by the kernel where an effect takes more steps than any that ends.

    The state is in the midst of it. A game goes back to what was before, so that here too nothing has changed.
    """

    def __init__(self, card: str) -> None:
        super().__init__(Refusal("endless", "", (card,)) if card else NO_END)
        self.card = card  # its name, or empty


NO_END: Final = Refusal("no_end", "")
NOT_YOURS: Final = Refusal("not_yours", "CARD-05")
GAME_OVER: Final = Refusal("game_over", "WIN-01")
NOTHING_ASKED: Final = Refusal("nothing_asked", "")
NOT_AN_OPTION: Final = Refusal("not_an_option", "")
NO_OPTION: Final = Refusal("no_option", "")
DEAD: Final = Refusal("dead", "DEATH-04")
OWN_TURN_ONLY: Final = Refusal("own_turn_only", "ACT-10")
CLASS_OWN_TURN: Final = Refusal("class_own_turn", "ACT-08")
IN_COMBAT: Final = Refusal("in_combat", "ACT-12")
WRONG_MOMENT: Final = Refusal("wrong_moment", "TREAS-04")
NOT_NOW: Final = Refusal("not_now", "HIER-01")
NOT_IN_PLAY: Final = Refusal("not_in_play", "CARD-05")
NOT_YOUR_TURN: Final = Refusal("not_your_turn", "TURN-13")
NOT_YOUR_PHASE: Final = Refusal("not_your_phase", "TURN-06")
OTHERS_MAY_SPEAK: Final = Refusal("others_may_speak", "")
NO_COMBAT: Final = Refusal("no_combat", "CMB-07")
NOT_IN_COMBAT: Final = Refusal("not_in_combat", "CMB-07")
ENHANCER_NEEDS_FIGHT: Final = Refusal("enhancer_needs_fight", "CMB-14")
MONSTER_STAYS: Final = Refusal("monster_stays", "CMB-12")
LIMIT_REACHED: Final = Refusal("limit_reached", "HELP-08")
USED_UP: Final = Refusal("used_up", "HIER-01")
ONE_VICTIM: Final = Refusal("one_victim", "CLS-03")
NO_TARGET: Final = Refusal("no_target", "CURSE-05")
NO_KILL: Final = Refusal("no_kill", "HIER-03")
NO_LEVEL_TO_GAIN: Final = Refusal("no_level_to_gain", "HIER-05")
NOTHING_TO_AIM_AT: Final = Refusal("nothing_to_aim_at", "HIER-01")
NO_MONSTER_TO_ENHANCE: Final = Refusal("no_monster_to_enhance", "CMB-14")
VICTIM_FIGHTS: Final = Refusal("victim_fights", "CHAR-11")
TARGET_FIGHTS: Final = Refusal("target_fights", "HIER-01")
NO_LEVEL_TO_LOSE: Final = Refusal("no_level_to_lose", "HIER-02")
CANNOT_PAY: Final = Refusal("cannot_pay", "CHAR-06")
CLASS_LIMIT: Final = Refusal("class_limit", "CHAR-04")
RACE_LIMIT: Final = Refusal("race_limit", "CHAR-04")
SAME_TRAIT: Final = Refusal("same_trait", "CHAR-05")
NOTHING_TO_ENHANCE: Final = Refusal("nothing_to_enhance", "CHAR-10")
ONE_ENHANCER: Final = Refusal("one_enhancer", "CHAR-04")
TOO_BIG: Final = Refusal("too_big", "ITEM-07")
TOO_COMPLEX: Final = Refusal("too_complex", "ITEM-10")
RANKS: Final = Refusal("ranks", "POW-01")
POWER_NOT_USABLE: Final = Refusal("power_not_usable", "POW-07")
POWER_OWN_TURN: Final = Refusal("power_own_turn", "ACT-11")
SLOT_FULL: Final = Refusal("slot_full", "ITEM-03")
NOT_USABLE: Final = Refusal("not_usable", "ITEM-04")
NOT_EQUIPPABLE: Final = Refusal("not_equippable", "ITEM-02")
ALREADY_EQUIPPED: Final = Refusal("already_equipped", "ITEM-02")
EQUIP_IN_COMBAT: Final = Refusal("equip_in_combat", "ITEM-05")
EQUIP_IN_CURSE: Final = Refusal("equip_in_curse", "CURSE-02")
CHANGED_ENOUGH: Final = Refusal("changed_enough", "ACT-06")
ONE_HIRELING: Final = Refusal("one_hireling", "HIRE-01")
ONE_STEED: Final = Refusal("one_steed", "STEED-01")
STEED_STAYS: Final = Refusal("steed_stays", "STEED-07")
NOT_FOR_HIRELING: Final = Refusal("not_for_hireling", "HIRE-07")
HIRELING_LADEN: Final = Refusal("hireling_laden", "HIRE-07")
EXCLUDED: Final = Refusal("excluded", "HIER-01")
STILLED: Final = Refusal("stilled", "HIER-01")
FLED: Final = Refusal("fled", "HIER-01")
NOT_DISCARDABLE: Final = Refusal("not_discardable", "ITEM-06")
SELL_OWN_TURN: Final = Refusal("sell_own_turn", "ACT-09")
SELL_IN_COMBAT: Final = Refusal("sell_in_combat", "ACT-09")
SELL_TOO_LITTLE: Final = Refusal("sell_too_little", "SELL-01")
SELL_LEVEL: Final = Refusal("sell_level", "SELL-03")
SELL_NO_ITEM: Final = Refusal("sell_no_item", "ITEM-15")
SELL_FORBIDDEN: Final = Refusal("sell_forbidden", "HIER-01")
ONE_DOUBLE: Final = Refusal("one_double", "RACE-03")
SALE_IS_FIRM: Final = Refusal("sale_is_firm", "")
ONE_HELPER: Final = Refusal("one_helper", "HELP-01")
HELP_FORBIDDEN: Final = Refusal("help_forbidden", "HELP-01")
MAY_NOT_HELP: Final = Refusal("may_not_help", "HIER-01")
NOT_FIGHTER: Final = Refusal("not_fighter", "HELP-01")
NOT_WINNING: Final = Refusal("not_winning", "CMB-01")
MAY_NOT_WIN: Final = Refusal("may_not_win", "HIER-01")
NOT_LOSING: Final = Refusal("not_losing", "RUN-01")
TRADE_IN_COMBAT: Final = Refusal("trade_in_combat", "TRADE-02")
TRADE_TABLE_ONLY: Final = Refusal("trade_table_only", "TRADE-01")
OFFER_EMPTY: Final = Refusal("offer_empty", "TRADE-04")
OFFERED_TWICE: Final = Refusal("offered_twice", "TRADE-04")
OFFER_TREASURES: Final = Refusal("offer_treasures", "HELP-02")
OFFER_CAP: Final = Refusal("offer_cap", "HELP-01")
OFFER_GONE: Final = Refusal("offer_gone", "TRADE-03")
OFFER_SELF: Final = Refusal("offer_self", "TRADE-04")
PROMISE_UNLAWFUL: Final = Refusal("promise_unlawful", "HELP-02")
RECEIVER_BIG: Final = Refusal("receiver_big", "ITEM-07")
RECEIVER_STEED: Final = Refusal("receiver_steed", "STEED-01")
FORCED_FOR_WIN: Final = Refusal("forced_for_win", "HIER-06")
NO_TREASURES: Final = Refusal("no_treasures", "HIER-01")
CANNOT_CARRY: Final = Refusal("cannot_carry", "HIER-01")
NO_BARGAINS: Final = Refusal("no_bargains", "HIER-01")
BARRED: Final = Refusal("barred", "HIER-01")
STUCK: Final = Refusal("stuck", "HIER-01")
FORBIDDEN: Final = Refusal("forbidden", "HIER-01")
LOOT_MET_MONSTER: Final = Refusal("loot_met_monster", "TURN-12")
HELPS_ALREADY: Final = Refusal("helps_already", "HELP-01")
SECOND_PHASE: Final = Refusal("second_phase", "TURN-06")
MUST_FIGHT: Final = Refusal("must_fight", "TURN-03")
STAYS_TO_HELP: Final = Refusal("stays_to_help", "HELP-07")
ALL_OR_NONE: Final = Refusal("all_or_none", "CMB-10")
NO_MONSTER_IN_HAND: Final = Refusal("no_monster_in_hand", "TURN-07")
CURSE_KEPT: Final = Refusal("curse_kept", "CURSE-06")
ITEM_FIRST: Final = Refusal("item_first", "ITEM-13")
JOIN_NO_TAG: Final = Refusal("join_no_tag", "CMB-16")
SETUP_ONLY: Final = Refusal("setup_only", "SETUP-06")
EXIT_OWN_TURN: Final = Refusal("exit_own_turn", "DUNG-06")
EXIT_PRICE: Final = Refusal("exit_price", "DUNG-06")
NO_DUNGEON: Final = Refusal("no_dungeon", "DUNG-06")
ONE_DUNGEON: Final = Refusal("one_dungeon", "DUNG-07")
PORTAL_ONCE: Final = Refusal("portal_once", "PORT-03")
PORTAL_OWN_TURN: Final = Refusal("portal_own_turn", "PORT-03")
PORTAL_IN_COMBAT: Final = Refusal("portal_in_combat", "PORT-03")
CONDITION_FAILS: Final = Refusal("condition_fails", "HIER-01")
