"""What a scenario may say: keys, names and words are checked before anything is played.

A word that nobody knows never passes in silence: it is a Failure that names its place in the scenario. What only the
table can tell, the names of cards and abilities, is checked when it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from kickdoor.engine.data import refusals
from kickdoor.engine.data.deals import DEAL_KINDS, ORDERS, PLEDGES
from kickdoor.engine.data.events import EVENT_KINDS
from kickdoor.engine.data.refusals import Endless, Refusal
from kickdoor.engine.data.terms import DEEDS, MOMENTS, OUTCOMES, PLACE_NAMES, SEXES, SIDES
from kickdoor.engine.running.entering import PHASES, SETUP_PHASES
from kickdoor.play.naming import Failure
from kickdoor.play.soundness import CHECKS
from kickdoor.play.spelling import hint_for, unknown
from kickdoor.rules import catalogue

#: The phases that need a fight.
FIGHT_PHASES = ("combat", "running_away")
ALL_PHASES = (*PHASES, *FIGHT_PHASES, *SETUP_PHASES)

#: The reasons of refusals, by the names under which a scenario may ask for them.
REASONS = frozenset(
    [*(why.key for why in vars(refusals).values() if isinstance(why, Refusal)), Endless("a card").why.key]
)

#: What may stand in a step beside the player who does something.
BESIDE = ("refused", "why", "say")

#: What may stand beside each thing to do; `choose`, `asked` and `on` answer what is asked next.
ANSWERS = ("choose", "asked")
COMPANIONS: dict[str, tuple[str, ...]] = {
    "play": ("ability", "on", *ANSWERS),
    "use": ("ability", "on", *ANSWERS),
    "lay": ANSWERS,
    "equip": ANSWERS,
    "unequip": ANSWERS,
    "drop": ANSWERS,
    "trouble": ANSWERS,
    "entrust": ("to", *ANSWERS),
    "join": ("with", *ANSWERS),
    "sell": ("double",),
    "offer": (),
    "accept": ANSWERS,
    "refuse": (),
    "give": ("to",),
    "show": (),
    "claim": ANSWERS,
    "run": ANSWERS,
    "kick": ANSWERS,
    "end": ANSWERS,
    "proceed": ANSWERS,
    "loot": ANSWERS,
    "discover": ANSWERS,
    "call_off": (),
    "done": (),
    "declare": (),
    "pass": (),
    "walk_out": (),
}
#: Things to do that need no card or player.
BARE = frozenset(
    (
        *("claim", "run", "kick", "end", "proceed", "loot", "discover", "done", "declare", "pass", "walk_out"),
        *("accept", "refuse", "sell", "call_off"),
    )
)
#: Things to do whose value is one name.
NAMED = frozenset(["play", "use", "lay", "equip", "unequip", "drop", "trouble", "entrust", "join", "give", "show"])
#: Everything that an action may say.
ACTION_KEYS = (*COMPANIONS, "choose", "asked", "on", "ability", "to", "with", "double")
OFFER_KEYS = ("to", "kind", "gives", "takes", "treasures", "order", "promises", "pledge")
DECKS = ("doors", "treasures", "door_discards", "treasure_discards")
OF_A_PLAYER = ("hand", "equipped", "carried", "play")
UNTIL = ("turn", "moment", "asked_of")


def check_steps(steps: object, seats: list[str]) -> None:
    """All steps of a scenario."""
    for number, step in enumerate(_a_list(steps, "steps", "steps")):
        check_step(step, seats, f"steps[{number}]")


def check_step(step: object, seats: list[str], at: str = "") -> None:
    """One step: a player who does something, `pass`, `until` or `expect`."""
    given = _a_mapping(step, at, "a step")
    if "expect" in given or "pass" in given or "until" in given:
        _alone(given, at)
    if "expect" in given:
        check_expect(given["expect"], seats, f"{at}.expect")
    elif "pass" in given:
        who = given["pass"]
        if who != "all":
            _players(who if isinstance(who, list) else [who], seats, f"{at}.pass", "`pass` names players, or is `all`:")
    elif "until" in given:
        check_until(given["until"], seats, f"{at}.until")
    else:
        _check_doing(given, seats, at)


def check_until(until: object, seats: list[str], at: str) -> None:
    """What is waited for while all pass."""
    given = _a_mapping(until, at, "`until`")
    _keys(given, UNTIL, at, "`until`")
    if not given:
        raise Failure("`until` says what is waited for, such as {turn: B} or {moment: fight}", at)
    check_expect(given, seats, at)


def _alone(step: dict[str, Any], at: str) -> None:
    if len(step) > 1:
        word = next(word for word in ("expect", "pass", "until") if word in step)
        others = ", ".join(key for key in step if key != word)
        raise Failure(f"`{word}` stands alone in a step; this one has {others}", at)


def _check_say(say: object, at: str) -> None:
    """What a lesson says before a step."""
    given = _a_mapping(say, at, "`say`")
    if not given or not all(isinstance(words, str) and words for words in given.values()):
        raise Failure("`say` has the words of a lesson by language, such as {en: Kick open the door., de: …}", at)


def _check_doing(step: dict[str, Any], seats: list[str], at: str) -> None:
    names = [key for key in step if key not in BESIDE]
    if len(names) != 1:
        said = f"names {', '.join(names)}" if names else "names nobody"
        raise Failure(f"a step names one player, `pass`, `until` or `expect`; this one {said}", at)
    if names[0] not in seats:
        raise Failure(unknown("player or word", names[0], [*seats, "pass", "expect", "until"]), at)
    if "say" in step:
        _check_say(step["say"], f"{at}.say")
    if "refused" in step:
        _check_refused(step["refused"], f"{at}.refused")
    elif "why" in step:
        raise Failure("`why` goes with `refused`", at)
    check_action(step[names[0]], seats, f"{at}.{names[0]}")


def _check_refused(refused: object, at: str) -> None:
    if refused is True or refused in REASONS:
        return
    if not isinstance(refused, str):
        raise Failure(f"`refused` is true, the id of a rule or a reason, not {refused!r}", at)
    if refused not in catalogue():
        raise Failure(unknown("rule or reason", refused, [*catalogue(), *sorted(REASONS)]), at)


def check_action(action: object, seats: list[str], at: str = "") -> None:
    """What a player does."""
    if isinstance(action, str):
        if action not in BARE:
            if action in COMPANIONS:
                raise Failure(f"`{action}` says what: {{{action}: …}}", at)
            raise Failure(unknown("action", action, sorted(BARE)), at)
        return
    given = _a_mapping(action, at, "an action")
    _keys(given, ACTION_KEYS, at, "an action")
    verbs = [key for key in given if key in COMPANIONS]
    if len(verbs) > 1:
        raise Failure(f"an action is one thing to do; this one is {' and '.join(verbs)}", at)
    if not verbs:
        lone = [key for key in given if key not in ANSWERS]
        if lone or not given:
            raise Failure(f"nothing is done here: {', '.join(given) or 'empty'} goes with another word", at)
        return
    verb = verbs[0]
    for key in given:
        if key != verb and key not in COMPANIONS[verb]:
            allowed = ", ".join(COMPANIONS[verb]) or "nothing"
            raise Failure(f"`{key}` does not go with `{verb}`; {allowed} does", f"{at}.{key}")
    _check_object(verb, given, seats, at)


def _check_object(verb: str, given: dict[str, Any], seats: list[str], at: str) -> None:
    value = given[verb]
    if verb == "offer":
        check_offer(value, seats, f"{at}.offer")
    elif verb == "sell" and value is not True:
        for key in ("sell", "double"):
            for name in _listed(given.get(key, [])):
                _a_word(name, f"{at}.{key}", f"`{key}` names Items")
        if not _listed(value):
            raise Failure("`sell` names at least one Item", f"{at}.sell")
        for name in _listed(given.get("double", [])):
            if name not in _listed(value):
                raise Failure(f"{name!r} is to be doubled but is not among what is sold", f"{at}.double")
    elif verb in NAMED:
        _a_word(value, f"{at}.{verb}", f"`{verb}` names one card or player")
    elif value is not True and verb not in ("run", "accept", "refuse", "sell"):
        raise Failure(f"`{verb}` needs nothing more: write {verb}, or {verb}: true", f"{at}.{verb}")
    if verb == "show" or (verb in ("accept", "refuse") and value is not True):
        _players([value], seats, f"{at}.{verb}", f"`{verb}` names a player:")
    if verb in ("give", "entrust") and "to" not in given:
        raise Failure(f"`{verb}` says to whom: {{{verb}: {value}, to: …}}", at)
    if verb == "give":
        _players([given["to"]], seats, f"{at}.to", "`give` is to a player:")


def check_offer(offer: object, seats: list[str], at: str) -> None:
    """A bargain that is offered."""
    given = _a_mapping(offer, at, "an offer")
    _keys(given, OFFER_KEYS, at, "an offer")
    if "to" not in given:
        raise Failure("an offer says to whom: {to: B, …}", at)
    _players([given["to"]], seats, f"{at}.to", "an offer is made to a player:")
    for key, known in (("kind", DEAL_KINDS), ("order", ORDERS), ("pledge", PLEDGES)):
        if key in given:
            _a_known(given[key], [word for word in known if word], f"{at}.{key}", key)
    for key in ("gives", "takes", "promises"):
        _names(given.get(key, []), f"{at}.{key}", f"`{key}`")
    _a_number(given.get("treasures", 0), f"{at}.treasures", "`treasures`")


# Expectations


def check_expect(expect: object, seats: list[str], at: str = "expect") -> None:
    """All that is expected at one place."""
    given = _a_mapping(expect, at, "`expect`")
    _keys(given, EXPECTED, at, "`expect`")
    for key, value in given.items():
        EXPECTED[key](value, seats, f"{at}.{key}")
        if value == {} or (value == [] and key in EVERY_ONE_OF):
            raise Failure(f"`{key}` says nothing here: name what must be so, or leave it out", f"{at}.{key}")


def _by_player(inner: Callable[[Any, str], object]) -> Callable[[Any, list[str], str], None]:
    def check(value: Any, seats: list[str], at: str) -> None:
        given = _a_mapping(value, at, "by player, this")
        _players(given, seats, at, "it is said by player:")
        for name, one in given.items():
            inner(one, f"{at}.{name}")

    return check


def _of_players(value: Any, seats: list[str], at: str) -> None:
    _players(_a_list(value, at, "players"), seats, at, "players are listed:")


def _one_of(known: Collection[str], what: str) -> Callable[[Any, list[str], str], None]:
    return lambda value, seats, at: _a_known(value, known, at, what)


def _deeds(value: Any, at: str) -> None:
    for deed in check_keys(value, DEEDS, at, "deeds"):
        _a_number(value[deed], at, f"`{deed}`")


def _some_of(known: Collection[str], what: str) -> Callable[[Any, list[str], str], None]:
    def check(value: Any, seats: list[str], at: str) -> None:
        for one in _a_list(value, at, f"{what}s"):
            _a_known(one, known, at, what)

    return check


def _a_player(value: Any, seats: list[str], at: str) -> None:
    _players([value], seats, at, "this is a player:")


def _sums(value: Any, seats: list[str], at: str) -> None:
    if isinstance(value, list):
        if len(value) != 2:
            raise Failure("strength is [party, monsters]", at)
        given = dict(zip(SIDES, value, strict=True))
    else:
        given = _a_mapping(value, at, "strength, if not [party, monsters],")
        _keys(given, SIDES, at, "strength")
    for side, one in given.items():
        _a_number(one, at, f"the strength of the {side}")


def _by_owner(value: Any, seats: list[str], at: str) -> None:
    given = _a_mapping(value, at, "`lines`")
    for owner, amounts in given.items():
        _a_known(owner, [*seats, *SIDES], at, "player or side")
        for amount in _a_list(amounts, at, "lines"):
            _a_number(amount, at, "a line")


def _by_place(value: Any, seats: list[str], at: str) -> None:
    places = [*PLACE_NAMES.values(), *(f"{name} {word}" for name in seats for word in OF_A_PLAYER)]
    for card, place in _a_mapping(value, at, "`cards`").items():
        _a_known(place, places, f"{at}.{card}", "place")


def _by_deck(value: Any, seats: list[str], at: str) -> None:
    given = _a_mapping(value, at, "`decks`")
    _keys(given, DECKS, at, "`decks`")
    for name, size in given.items():
        _a_number(size, at, f"the size of {name}")


def _drawn(value: Any, at: str) -> None:
    if isinstance(value, dict):
        _keys(value, ("count", "face"), at, "`drawn`")
        if "count" not in value:
            raise Failure("`drawn` says how many: {count: 2, face: up}", at)
        _a_known(value.get("face", "up"), ("up", "down"), at, "face")
        value = value["count"]
    _a_number(value, at, "`drawn`")


def _number_or_names(value: Any, at: str) -> None:
    if isinstance(value, int) and not isinstance(value, bool):
        return
    _names(value, at, "this")


_numbers = _by_player(lambda value, at: _a_number(value, at, "this"))
_names_by_player = _by_player(lambda value, at: _names(value, at, "this"))


def _plays(value: object, at: str) -> None:
    """Cards by name, or one ability of a card."""
    for play in _a_list(value, at, "this names"):
        if isinstance(play, dict):
            _keys(play, ("use", "ability"), at, "a play")
            if len(play) < 2:
                raise Failure("an ability of a card is written as {use: CARD, ability: NAME}", at)
            _names(list(play.values()), at, "this")
        else:
            _a_word(play, at, "this")


#: Expectations that hold of each one listed: of none they would always hold.
EVERY_ONE_OF = frozenset(["events", "not_happened", "sound"])

#: Everything that can be expected, and how it is written.
EXPECTED: dict[str, Callable[[Any, list[str], str], None]] = {
    "levels": _numbers,
    "strength": _sums,
    "lines": _by_owner,
    "monsters": lambda value, seats, at: _number_or_names(value, at),
    "fighting": _of_players,
    "outcome": _one_of((*OUTCOMES, "none"), "outcome"),
    "winners": _of_players,
    "cards": _by_place,
    "dungeons": lambda value, seats, at: _names(value, at, "`dungeons`"),
    "hand": _by_player(_number_or_names),
    "drawn": _by_player(_drawn),
    "drawn_doors": _numbers,
    "draw_order": _of_players,
    "decks": _by_deck,
    "turn": _a_player,
    "moment": _one_of(MOMENTS, "moment"),
    "asked_of": _of_players,
    "asked": _names_by_player,
    "can": _by_player(_plays),
    "cannot": _by_player(_plays),
    "dead": _of_players,
    "deeds": _by_player(_deeds),
    "sex": _by_player(lambda value, at: _a_known(value, SEXES, at, "sex")),
    "knows": _names_by_player,
    "events": _some_of(EVENT_KINDS, "event"),
    "not_happened": _some_of(EVENT_KINDS, "event"),
    "sound": _some_of(CHECKS, "check"),
}


# The rest of a scenario


def check_keys(given: object, known: Iterable[str], at: str, what: str) -> dict[str, Any]:
    """A mapping that has none but known keys."""
    mapping = _a_mapping(given, at, what)
    _keys(mapping, known, at, what)
    return mapping


def check_names(raw: dict[str, Any], seats: list[str]) -> None:
    """Players, phases and rules that the position and the head of a scenario name."""
    if raw.get("turn") is not None:
        _a_player(raw["turn"], seats, "turn")
    _a_known(raw.get("phase", "arrange"), ALL_PHASES, "phase", "phase")
    for name, seat in raw["players"].items():
        if isinstance(seat, dict):
            _a_known(seat.get("sex", SEXES[0]), SEXES, f"players.{name}.sex", "sex")
    for number, rule in enumerate(raw.get("rules") or []):
        _a_known(rule, catalogue(), f"rules[{number}]", "rule")
    combat = raw.get("combat")
    if not isinstance(combat, dict):
        return
    for key in ("fighter", "helper"):
        if combat.get(key) is not None:
            _a_player(combat[key], seats, f"combat.{key}")
    _a_known(combat.get("order", ORDERS[0]), ORDERS, "combat.order", "order")
    for number, entry in enumerate(combat.get("monsters") or []):
        if isinstance(entry, dict) and "card" in entry:
            _keys(entry, ("card", "enhancers", "twin_of"), f"combat.monsters[{number}]", "a monster in a fight")
    for number, entry in enumerate(combat.get("played") or []):
        at = f"combat.played[{number}]"
        given = check_keys(entry, ("card", "by", "for", "amount"), at, "what was played")
        if "card" not in given:
            raise Failure("what was played names a card: {card: …, by: B, for: party}", at)
        if "by" in given:
            _a_player(given["by"], seats, f"{at}.by")
        _a_known(given.get("for", "party"), [*SIDES, *seats], f"{at}.for", "side or player")


# Single words


def _a_mapping(value: object, at: str, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Failure(f"{what} is a mapping such as {{key: value}}, not {value!r:.60}", at)
    return value


def _a_list(value: object, at: str, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise Failure(f"{what} are a list such as [a, b], not {value!r:.60}", at)
    return value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _keys(given: dict[str, Any], known: Iterable[str], at: str, what: str) -> None:
    names = list(known)
    for key in given:
        if key not in names:
            raise Failure(f"{what} does not know {key!r}{hint_for(key, names)}", f"{at}.{key}" if at else str(key))


def _a_known(word: object, known: Collection[str], at: str, what: str) -> None:
    if not isinstance(word, str) or word not in known:
        raise Failure(unknown(what, word, known), at)


def _players(names: Iterable[object], seats: list[str], at: str, what: str) -> None:
    for name in names:
        if name not in seats:
            raise Failure(f"{what} {unknown('player', name, seats)}", at)


def _names(value: object, at: str, what: str) -> None:
    for name in _a_list(value, at, what + " names"):
        _a_word(name, at, what)


def _a_word(value: object, at: str, what: str) -> None:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Failure(f"{what} by name, not {value!r:.60}", at)


def _a_number(value: object, at: str, what: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Failure(f"{what} is a whole number, not {value!r:.60}", at)
