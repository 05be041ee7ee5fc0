"""A table that scenarios speak to: steps in words, refusals, expectations."""

from __future__ import annotations

from typing import Any

from kickdoor.engine.actions import sales
from kickdoor.engine.data import codec, ids
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.options import code, field_of, first_of, verb_of
from kickdoor.engine.data.refusals import NOT_AN_OPTION, NOTHING_ASKED, IllegalMove, Refusal
from kickdoor.engine.data.terms import (
    ACCEPT,
    CLAIM,
    DECLARE,
    DISCOVER,
    DONE,
    DROP,
    ENTRUST,
    EQUIP,
    GIVE,
    JOIN,
    LAY,
    LOOT,
    NONE,
    ONE_SHOT,
    PASS,
    PICK,
    PICK_OPTION,
    PLAY,
    PROCEED,
    REFUSE,
    RUN,
    SELL,
    SIDES,
    TROUBLE,
    UNEQUIP,
    VERBS,
    WITHDRAW,
)
from kickdoor.engine.questions.table import face
from kickdoor.engine.running import kernel
from kickdoor.engine.running.asking import OpenWindow, open_window, words_at
from kickdoor.play.choices import Offer, Option
from kickdoor.play.expectations import Expectations
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.play.naming import Failure, Naming, NotAsked, NotOffered, UnclearCard, is_called, refuse_unclear
from kickdoor.play.passing import pass_all
from kickdoor.play.scenario_words import ANSWERS, BESIDE, check_expect, check_step
from kickdoor.play.soundness import Answered
from kickdoor.play.spelling import hint_for, unknown

#: Refusals that would be given to any move: content with them, a scenario would prove nothing.
SAYS_NOTHING = (NOTHING_ASKED.key,)

#: More windows than any scenario passes.
MOST_PASSES = 200

SIMPLE = {
    "claim": CLAIM,
    "run": RUN,
    "kick": PROCEED,
    "end": PROCEED,
    "proceed": PROCEED,
    "loot": LOOT,
    "done": DONE,
    "declare": DECLARE,
    "pass": PASS,
    "walk_out": WITHDRAW,
    "call_off": WITHDRAW,
    "discover": DISCOVER,
}
CARD_VERBS = {
    "equip": EQUIP,
    "unequip": UNEQUIP,
    "drop": DROP,
    "lay": LAY,
    "trouble": TROUBLE,
}

#: Words by which a turn goes on once all others have passed.
GO_ON_WORDS = ("kick", "end", "proceed", "loot", "trouble")

#: The fields of an event that can say what was picked.
PICKED = ("card", "monster", "player", "number")


class Table(Naming):
    """A game spoken to by the names of players and cards.

    >>> from kickdoor.testing import table
    >>> t = table(players={"A": {"level": 3, "hand": ["Boil an Anthill"]}, "B": {}, "C": {}})
    >>> t.do({"A": {"play": "Boil an Anthill", "on": "A"}})
    >>> t.expect({"levels": {"A": 4}})
    """

    def __init__(self, game: Game, seats: list[str]) -> None:
        super().__init__(game, seats)
        self.events: list[Event] = []
        self.told = 0  # so many events a trace has told
        self.gone_on: tuple[str, OpenWindow, int] | None = None  # who said how it goes on, in which window and turn
        self.unasked: list[Event] = []  # picks that needed no asking, since the last action
        self.last: Answered | None = None  # what the last step has done

    # Steps

    def do(self, step: dict[str, Any]) -> None:
        """Carry out one step."""
        check_step(step, self.seats)
        self._check_waiting(step)
        if "expect" in step:
            self.expect(step["expect"])
            return
        before, told = self.game.state.copy(), len(self.events)
        self._do(step)
        self.last = Answered(before, self.events[told:])

    def _do(self, step: dict[str, Any]) -> None:
        if "pass" in step:
            self.pass_(step["pass"])
        elif "until" in step:
            self.until(step["until"])
        else:
            name = next(key for key in step if key not in BESIDE)
            action = step[name] if isinstance(step[name], dict) else {step[name]: True}
            if "refused" in step:
                self.refuse(self.seat(name), action, step["refused"])
            else:
                window, turns = open_window(self.game.state), self.game.turns
                self.act(self.seat(name), action)
                if window is not None and any(word in action for word in GO_ON_WORDS):
                    self.gone_on = name, window, turns

    def _check_waiting(self, step: dict[str, Any]) -> None:
        """Whoever kicks the door while others may speak has only passed: the next step must let these speak."""
        waiting = self.waits_for()
        self.gone_on = None if not waiting else self.gone_on
        if self.gone_on is not None and self.gone_on[0] in step and "refused" not in step:
            raise Failure(f"{self.gone_on[0]} has gone on, and waits for {', '.join(waiting)}. {self.situation()}")

    def waits_for(self) -> list[str]:
        """Who may still speak before it goes on as somebody has said; empty where nobody has, or it has gone on."""
        if self.gone_on is None or self.gone_on[2] != self.game.turns:
            return []
        if not self.gone_on[1].is_open(self.game.state):
            return []
        seat = self.seat(self.gone_on[0])
        return [] if seat in self.game.waiting else self.asked_names()

    def expect(self, expected: dict[str, Any]) -> None:
        """Everything named must be so."""
        check_expect(expected, self.seats)
        expectations = Expectations(self, self.events, self.last)
        for key, value in expected.items():
            try:
                getattr(expectations, key)(value)
            except Failure as failure:
                raise Failure(f"{failure}. {self.situation()}") from None

    def apply(self, seat: int, option: int | Offer) -> None:
        """Do something, keeping what happened."""
        events = self.game.apply(seat, option if isinstance(option, Offer) else Option(option))
        self.events += events
        self.unasked += [e for e in events if e.what == "picked"]

    def untold(self, clear: bool = False) -> list[str]:
        """The kinds of events that a trace has not told yet."""
        new = [event.what for event in self.events[self.told :]]
        self.told = len(self.events) if clear else self.told
        return new

    def act(self, seat: int, action: dict[str, Any]) -> None:
        """A player does something; `choose` in it answers what they are asked next."""
        rest = dict(action)
        picks = rest.pop("choose", [])
        if not isinstance(picks, list):
            picks = [picks]
        on = rest.pop("on", None)
        asked = rest.pop("asked", None)
        if on in self.seats and ("play" in rest or "use" in rest):
            why = self._why(seat, {**rest, "on": on}, None)
            if why is not None:
                raise IllegalMove(why)
        if rest:
            self.unasked = []
            self._act(seat, rest)
        if on is not None:
            self._aim(seat, on)
        if asked is not None:
            self.expect({"asked": {self.seats[seat]: asked}})
        for pick in picks:
            self.choose(seat, pick)

    def _act(self, seat: int, action: dict[str, Any]) -> None:
        for verb in ("sell", "offer", "show"):
            if verb in action:
                getattr(self, f"_{verb}")(seat, action)
                return
        options = kernel.options(self.game.state, seat)
        wanted = self._wanted(seat, action)
        for option in wanted:
            if option in options:
                self.apply(seat, option)
                return
        raise IllegalMove(self._why(seat, action, wanted) or NOT_AN_OPTION)

    def _wanted(self, seat: int, action: dict[str, Any]) -> list[int]:
        """The options that an action can mean, the likeliest first."""
        options = kernel.options(self.game.state, seat)
        for word, verb in SIMPLE.items():
            if action.get(word) is True:
                return [o for o in options if verb_of(o) == verb] or [code(verb)]
        if "run" in action:
            cards = self.monsters(action["run"])
            return [code(RUN, card) for card in cards]
        for word, verb in CARD_VERBS.items():
            if word in action:
                cards = self.own(seat, action[word])
                return [code(verb, card) for card in cards]
        if "play" in action or "use" in action:
            name = str(action.get("play", action.get("use")))
            cards = self.own(seat, name) + self.monsters(name)
            self._check_ability(cards, action.get("ability"))
            lays = "play" in action and "ability" not in action
            wanted = [code(LAY, card) for card in cards if lays and face(self.game.state, card).kind != ONE_SHOT]
            for card in cards:
                for ability in face(self.game.state, card).abilities:
                    if action.get("ability") in (None, ability.name):
                        wanted.append(code(PLAY, card, ability.index))
                for reaction in face(self.game.state, card).reactions:
                    wanted.append(code(PLAY, card, reaction.index))
            return wanted
        if "join" in action:
            makers = self.own(seat, action["with"]) if "with" in action else [NONE]
            return [code(JOIN, card, maker) for card in self.own(seat, action["join"]) for maker in makers]
        if "entrust" in action:
            return [
                code(ENTRUST, card, to)
                for card in self.own(seat, action["entrust"])
                for to in self.own(seat, action["to"])
            ]
        if "accept" in action or "refuse" in action:
            verb = ACCEPT if "accept" in action else REFUSE
            by = action.get("accept", action.get("refuse"))
            deals = [d for d in self.game.state.offers if d.to == seat and (by is True or self.seats[d.by] == by)]
            return [code(verb, field_of(d.id)) for d in deals] or [code(verb, 0)]
        if "give" in action:
            to = self.seat(action["to"])
            return [code(GIVE, card, to) for card in self.own(seat, action["give"])]
        raise AssertionError(f"no such thing to do: {action}")

    def _check_ability(self, cards: list[ids.Card], name: str | None) -> None:
        """An ability must be one of the card's, whether it can be used now or not."""
        faces = self.game.state.rules.faces
        if name is None or any(ability.name == name for d in faces for ability in d.abilities):
            return
        d = face(self.game.state, cards[0])
        raise Failure(unknown(f"ability of {d.name}", name, [ability.name for ability in d.abilities]))

    def _sell(self, seat: int, action: dict[str, Any]) -> None:
        """Sell these Items in one sale, or refuse the whole of it; without any, only begin one."""
        s = self.game.state
        names = [] if action["sell"] is True else _listed(action["sell"])
        doubled = _listed(action.get("double", []))
        if names:
            cards = [self._to_sell(seat, name) for name in names]
            twice = [card for name, card in zip(names, cards, strict=True) if name in doubled]
            why = kernel.why_not(s, seat, code(SELL)) if open_window(s) is None else None
            why = why or sales.refuse_whole(s, ids.Seat(seat), cards, twice)
            if why is not None:
                raise IllegalMove(why)
        self.apply(seat, code(SELL))
        for name in names:
            self.apply(seat, code(PICK, self._to_sell(seat, name), int(name in doubled)))
        if names and s.waiting >> seat & 1 and code(DONE) in kernel.options(s, seat):
            self.apply(seat, code(DONE))

    def _to_sell(self, seat: int, name: str) -> ids.Card:
        """The copy of a card that is sold: one of the player's that can be, rather than another."""
        cards = self.own(seat, name)
        return next((card for card in cards if card in sales.sellable(self.game.state, ids.Seat(seat))), cards[0])

    def offer_of(self, seat: int, given: dict[str, Any]) -> Offer:
        """An offer in names as an offer in numbers."""
        to = self.seat(given["to"])
        return Offer(
            kind=given.get("kind", "help"),
            to=to,
            gives=tuple(self.card_of(seat, name) for name in given.get("gives", [])),
            takes=tuple(self.card_of(to, name) for name in given.get("takes", [])),
            treasures=given.get("treasures", 0),
            order=given.get("order", "helper_first"),
            promises=tuple(self.card_of(seat, name) for name in given.get("promises", [])),
            pledge=given.get("pledge", ""),
        )

    def _offer(self, seat: int, action: dict[str, Any]) -> None:
        self.apply(seat, self.offer_of(seat, action["offer"]))

    def _show(self, seat: int, action: dict[str, Any]) -> None:
        self.events += self.game.show_hand(seat, self.seat(action["show"]))

    def choose(self, seat: int, pick: Any) -> None:
        """Answer what the player is asked."""
        s = self.game.state
        if self._was_chosen(seat, pick):
            return
        if not s.waiting >> seat & 1 or open_window(s) is not None:
            self._refuse_unknown(pick)
            only = [self._labels_of(event)[0] for event in self.unasked if event.seat == seat]
            if only:
                raise NotOffered(f"{pick!r} is not among {only}, so nothing was asked")
            raise NotAsked(f"{self.seats[seat]} is not asked to choose {pick!r}. {self.situation()}")
        option = self._picked(seat, pick)
        if option is None:
            self._refuse_unknown(pick)
            raise NotOffered(f"{pick!r} is not among {self.labels(seat)}")
        self.apply(seat, option)

    def _aim(self, seat: int, on: Any) -> None:
        """What `on` names is the first answer; where nothing is asked, it cannot be played on that."""
        try:
            self.choose(seat, on)
        except NotAsked as failure:
            raise NotOffered(f"it cannot be played on {on!r}: {failure}") from failure

    def _was_chosen(self, seat: int, pick: Any) -> bool:
        """A choice with one possibility is not asked; naming it is no mistake."""
        for event in self.unasked:
            labels = self._labels_of(event)
            if event.seat == seat and str(pick).lower() in [label.lower() for label in labels]:
                self.unasked.remove(event)
                return True
        return False

    def _labels_of(self, event: Event) -> list[str]:
        """What a pick without asking can be called; of a word only its place is told."""
        if event.verb == PICK_OPTION:
            return sorted(words_at(self.game.state, event.number))
        return self.label(_option_of(event))

    def _picked(self, seat: int, pick: Any) -> int | None:
        s = self.game.state
        word = str(pick).lower()
        labels = {option: [label.lower() for label in self.label(option)] for option in kernel.options(s, seat)}
        found = [o for o, names in labels.items() if names[:1] == [word]] or [o for o in labels if word in labels[o]]
        try:
            refuse_unclear(str(pick), {s.rules.defs[first_of(o)].id for o in found if verb_of(o) == PICK})
        except UnclearCard as error:
            raise Failure(str(error)) from error
        return found[0] if found else None

    def _refuse_unknown(self, pick: Any) -> None:
        """An answer must mean something: a card, a player, a side, a number, a word of some card."""
        word = str(pick)
        card, _, to = word.rpartition(" to ")
        if to in self.seats and card:
            word = card
        word = word.removesuffix(" doubled")
        words = [*self.seats, *SIDES, *VERBS, *self.game.choice_names()]
        if word.lower().lstrip("-").isdigit() or word.lower() in [known.lower() for known in words]:
            return
        if any(is_called(d, word) for d in self.game.state.rules.faces):
            return
        names = [d.name for d in self.game.state.rules.faces]
        raise Failure(f"there is nothing called {word!r} to choose{hint_for(word, [*words, *names])}")

    def pass_(self, who: Any) -> None:
        """Players pass; `all` closes the open window, its owner going on as they must."""
        s = self.game.state
        if who != "all":
            for name in who if isinstance(who, list) else [who]:
                self.apply(self.seat(name), code(PASS))
            return
        if open_window(s) is None:
            raise Failure(f"no window is open to be passed. {self.situation()}")
        pass_all(self)

    def until(self, wanted: dict[str, Any]) -> None:
        """All pass, and go on as they must, until this is so."""
        expectations = Expectations(self, self.events)
        for _ in range(MOST_PASSES):
            try:
                for key, value in wanted.items():
                    getattr(expectations, key)(value)
            except Failure as failure:
                if self.game.over or open_window(self.game.state) is None:
                    raise Failure(f"it does not come to that by passing: {failure}. {self.situation()}") from failure
                pass_all(self)
            else:
                return
        raise Failure(f"it has not come to that after {MOST_PASSES} windows. {self.situation()}")

    # Refusals

    def refuse(self, seat: int, action: dict[str, Any], rule: Any) -> None:
        """An action must be refused, for this rule where one is named, and change nothing."""
        before = codec.dump(self.game.state)
        trial = Table(self.game.clone(), self.seats)
        try:
            trial.act(seat, action)
        except IllegalMove as refused:
            self._check_reason(self.game.by_the_book(refused.why), rule)
        except NotAsked as refused:
            if not self._only_answers(action):
                raise Failure(f"it was not refused: {refused}") from refused
            if rule != NOTHING_ASKED.key and not (rule is True and self._is_anothers(action)):
                raise Failure(f"the answer is not tried at all: {refused}") from refused
        except NotOffered as refused:
            found = self._rule(seat, action)
            if rule is not True and found != rule:
                raise Failure(f"refused by {found or 'no rule'} ({refused}), not by {rule}") from refused
        else:
            raise Failure(f"it was not refused. {self.situation()}")
        if codec.dump(self.game.state) != before:
            raise Failure("a refusal changed the game")

    def _only_answers(self, action: dict[str, Any]) -> bool:
        return all(key in ANSWERS for key in action)

    def _is_anothers(self, action: dict[str, Any]) -> bool:
        """Whether somebody else is asked between this and other things."""
        picks = action.get("choose", [])
        first = picks[:1] if isinstance(picks, list) else [picks]
        if open_window(self.game.state) is not None:
            return False
        return any(self._picked(other, pick) is not None for other in self.game.waiting for pick in first)

    def _check_reason(self, why: Refusal, wanted: Any) -> None:
        """It must be the rule or the reason that is named; where none is, one that says something of the move."""
        if wanted is True:
            if why.key in SAYS_NOTHING:
                hint = f"Write `refused: {why.key}` if you mean that"
                raise Failure(
                    f"refused only because {why.key} ({why}): the move is not tried at all. {hint}. {self.situation()}"
                )
        elif wanted not in (why.rule, why.key):
            raise Failure(f"refused by {why.rule or 'no rule'} as {why.key} ({why}), not by {wanted}")

    def _rule(self, seat: int, action: dict[str, Any]) -> str:
        why = self._why(seat, action, None)
        return self.game.by_the_book(why).rule if why is not None else ""

    def _why(self, seat: int, action: dict[str, Any], wanted: list[int] | None) -> Refusal | None:
        on = action.get("on")
        target = self.seat(on) if isinstance(on, str) and on in self.seats else None
        for word in ("play", "use"):
            if word in action:
                card = (self.own(seat, action[word]) + self.monsters(action[word]))[0]
                ability = None
                if "ability" in action:
                    ability = next(
                        (a.index for a in face(self.game.state, card).abilities if a.name == action["ability"]),
                        None,
                    )
                why = self.game.why_not(seat, Intent(verb="play", card=card, on=target, ability=ability))
                if why is None and word == "use":  # it could be laid, which is no use of it
                    why = next((no for o in wanted or [] if (no := kernel.why_not(self.game.state, seat, o))), None)
                return why
        rest = {key: value for key, value in action.items() if key not in ("choose", "on", "asked")}
        if not rest or "sell" in rest or "offer" in rest or "show" in rest:
            return None
        for option in wanted if wanted is not None else self._wanted(seat, rest):
            why = kernel.why_not(self.game.state, seat, option)
            if why is not None:
                return why
        return None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _option_of(event: Event) -> int:
    """The option that was picked without asking."""
    return code(event.verb, next(value for name in PICKED if (value := event.get(name)) >= 0))
