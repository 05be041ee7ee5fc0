"""A table that scenarios speak to: players and cards by name, steps in words, expectations."""

from __future__ import annotations

from typing import Any

from kickdoor.engine import kernel, sales, stack
from kickdoor.engine.events import Event
from kickdoor.engine.options import code, first_of, second_of, verb_of
from kickdoor.engine.queries import current_fight, face
from kickdoor.engine.refusals import IllegalMove, Refusal
from kickdoor.engine.strength import living, sums
from kickdoor.engine.terms import (
    ACCEPT,
    CLAIM,
    DECLARE,
    DONE,
    DROP,
    ENTRUST,
    EQUIP,
    GIVE,
    IN_HAND,
    IN_PLAY,
    JOIN,
    LAY,
    LOOT,
    MOMENTS,
    NONE,
    ONE_SHOT,
    PASS,
    PICK,
    PICK_MONSTER,
    PICK_NUMBER,
    PICK_OPTION,
    PICK_PLAY,
    PICK_PLAYER,
    PICK_SIDE,
    PLACE_NAMES,
    PLAY,
    PROCEED,
    REFUSE,
    RUN,
    SELL,
    SEXES,
    SIDES,
    TROUBLE,
    UNEQUIP,
    VERBS,
    WITHDRAW,
)
from kickdoor.engine.windows import Window
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent


class Failure(Exception):
    """Something that a scenario says did not come true."""


GO_ON = (CLAIM, RUN, PROCEED)
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
}
CARD_VERBS = {
    "equip": EQUIP,
    "unequip": UNEQUIP,
    "drop": DROP,
    "lay": LAY,
    "trouble": TROUBLE,
}


#: Everything that an action may say.
ACTION_KEYS = {
    *SIMPLE,
    *CARD_VERBS,
    *("play", "use", "ability", "join", "with", "entrust", "to", "accept", "refuse", "give"),
    *("sell", "double", "offer", "show", "choose", "on", "asked"),
}


class Table:
    """A game spoken to by the names of players and cards.

    >>> from kickdoor.testing import table
    >>> t = table(players={"A": {"level": 3, "hand": ["Boil an Anthill"]}, "B": {}, "C": {}})
    >>> t.do({"A": {"play": "Boil an Anthill", "on": "A"}})
    >>> t.expect({"levels": {"A": 4}})
    """

    def __init__(self, game: Game, seats: list[str]) -> None:
        self.game = game
        self.seats = seats
        self.events: list[Event] = []
        self.unasked: list[Event] = []  # picks that needed no asking, since the last action

    # Names

    def seat(self, name: str) -> int:
        """A player's number."""
        if name not in self.seats:
            raise Failure(f"there is no player {name!r}; there are {', '.join(self.seats)}")
        return self.seats.index(name)

    def cards_named(self, name: str) -> list[int]:
        """All cards of this name or id."""
        low = name.lower()
        found = [
            card
            for card, d in enumerate(self.game.state.rules.defs)
            if low in (d.name.lower(), d.id.lower(), d.id.split("/")[-1])
        ]
        if not found:
            raise Failure(f"there is no card {name!r}")
        return found

    def card_of(self, seat: int, name: str) -> int:
        """The copy of a card that a player holds or has in play, or any copy."""
        cards = self.cards_named(name)
        where = self.game.state.where
        for place in (IN_HAND + seat, IN_PLAY + seat):
            for card in cards:
                if where[card] == place:
                    return card
        return cards[0]

    def label(self, option: int) -> list[str]:
        """What an option can be called where somebody is asked."""
        verb = verb_of(option)
        a = first_of(option)
        s = self.game.state
        if verb in (PICK, GIVE):
            names = [s.rules.defs[a].name, s.rules.defs[a].id.split("/")[-1]]
            if verb == GIVE:
                return [f"{name} to {self.seats[second_of(option)]}" for name in names]
            return [f"{name} doubled" for name in names] if second_of(option) == 1 else names
        if verb == PICK_PLAYER:
            return [self.seats[a]]
        if verb == PICK_MONSTER:
            return [face(s, a).name, s.rules.defs[a].name] if a < len(s.rules.defs) else [str(a)]
        if verb == PICK_OPTION:
            return [self.game.choice_names()[a]]
        if verb == PICK_NUMBER:
            return [str(a)]
        if verb == PICK_SIDE:
            return [SIDES[a]]
        if verb == PICK_PLAY:
            fight = current_fight(s)
            return [
                s.rules.defs[card].name
                for play in (fight.plays if fight else [])
                if play.id & 4095 == a
                for card in play.cards
            ]
        if verb == UNEQUIP:
            return [s.rules.defs[a].name]
        if verb in (PLAY, LAY):
            return [s.rules.defs[a].name, VERBS[verb]]
        return [VERBS[verb]]

    # Steps

    def do(self, step: dict[str, Any]) -> None:
        """Carry out one step."""
        if "expect" in step:
            self.expect(step["expect"])
            return
        if "pass" in step:
            if len(step) > 1:
                raise Failure(f"`pass` stands alone in a step; this one has {', '.join(step)}")
            self.pass_(step["pass"])
            return
        refused = step.get("refused")
        names = [key for key in step if key not in ("refused", "why")]
        if len(names) != 1:
            raise Failure(f"a step names one player, `pass` or `expect`; this one names {', '.join(names)}")
        seat = self.seat(names[0])
        action = step[names[0]]
        if isinstance(action, str):
            action = {action: True}
        if refused is not None:
            self.refuse(seat, action, refused)
        else:
            self.act(seat, action)

    def apply(self, seat: int, option: int | Offer) -> None:
        """Do something, keeping what happened."""
        events = self.game.apply(seat, option if isinstance(option, Offer) else Option(option))
        self.events += events
        self.unasked += [e for e in events if e.what == "picked"]

    def act(self, seat: int, action: dict[str, Any]) -> None:
        """A player does something; `choose` in it answers what he is asked next."""
        unknown = [key for key in action if key not in ACTION_KEYS]
        if unknown:
            raise Failure(f"an action does not know {', '.join(unknown)}; it knows {', '.join(sorted(ACTION_KEYS))}")
        rest = dict(action)
        picks = rest.pop("choose", [])
        if not isinstance(picks, list):
            picks = [picks]
        on = rest.pop("on", None)
        asked = rest.pop("asked", None)
        if on in self.seats and ("play" in rest or "use" in rest):
            why = self._why(seat, {**rest, "on": on}, None)
            if why is not None:
                raise IllegalMove(why.reason, why.rule)
        if rest:
            self.unasked = []
            self._act(seat, rest)
        if on is not None:
            self.choose(seat, on)
        if asked is not None:
            self.expect_asked(seat, asked)
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
        why = self._why(seat, action, wanted)
        raise Failure(f"{self.seats[seat]} cannot: {why or 'it is not among the options'}")

    def _wanted(self, seat: int, action: dict[str, Any]) -> list[int]:
        """The options that an action can mean, the likeliest first."""
        options = kernel.options(self.game.state, seat)
        for word, verb in SIMPLE.items():
            if action.get(word) is True:
                return [o for o in options if verb_of(o) == verb] or [code(verb)]
        if "run" in action:
            cards = self._monsters(action["run"])
            return [code(RUN, card) for card in cards]
        for word, verb in CARD_VERBS.items():
            if word in action:
                cards = self._own(seat, action[word])
                return [code(verb, card) for card in cards]
        if "play" in action or "use" in action:
            name = str(action.get("play", action.get("use")))
            cards = self._own(seat, name) + self._monsters(name)
            wanted = [] if "ability" in action else [code(LAY, card) for card in cards]
            for card in cards:
                for ability in face(self.game.state, card).abilities:
                    if action.get("ability") in (None, ability.name):
                        wanted.append(code(PLAY, card, ability.index))
                for reaction in face(self.game.state, card).reactions:
                    wanted.append(code(PLAY, card, reaction.index))
            laid_last = "use" in action or any(face(self.game.state, card).kind == ONE_SHOT for card in cards)
            return sorted(wanted, key=lambda o: (verb_of(o) == LAY) == laid_last)
        if "join" in action:
            makers = self._own(seat, action["with"]) if "with" in action else [NONE]
            return [code(JOIN, card, maker) for card in self._own(seat, action["join"]) for maker in makers]
        if "entrust" in action:
            return [
                code(ENTRUST, card, to)
                for card in self._own(seat, action["entrust"])
                for to in self._own(seat, action["to"])
            ]
        if "accept" in action or "refuse" in action:
            verb = ACCEPT if "accept" in action else REFUSE
            by = action.get("accept", action.get("refuse"))
            deals = [d for d in self.game.state.offers if d.to == seat and (by is True or self.seats[d.by] == by)]
            return [code(verb, d.id & 4095) for d in deals] or [code(verb, 0)]
        if "give" in action:
            to = self.seat(action["to"])
            return [code(GIVE, card, to) for card in self._own(seat, action["give"])]
        raise Failure(f"no such thing to do: {action}")

    def _own(self, seat: int, name: str) -> list[int]:
        where = self.game.state.where
        cards = self.cards_named(name)
        own = [c for c in cards if where[c] == IN_HAND + seat] + [c for c in cards if where[c] == IN_PLAY + seat]
        return own or cards[:1]

    def _monsters(self, name: str) -> list[int]:
        fight = current_fight(self.game.state) or (self.game.state.fights[-1] if self.game.state.fights else None)
        if fight is None:
            return []
        s = self.game.state
        found = [m for m in living(fight) if m.id < len(s.rules.defs)]
        return [
            m.id for m in found if name.lower() in (s.rules.defs[m.id].name.lower(), s.rules.faces[m.face].name.lower())
        ]

    def _sell(self, seat: int, action: dict[str, Any]) -> None:
        s = self.game.state
        if kernel.why_not(s, seat, code(SELL)) is not None:
            raise IllegalMove(*self._refusal(kernel.why_not(s, seat, code(SELL))))
        self.apply(seat, code(SELL))
        doubled = action.get("double", [])
        doubled = [doubled] if isinstance(doubled, str) else doubled
        names = list(action["sell"])
        for i, name in enumerate(names):
            card = next((c for c in self.cards_named(name) if c in sales.sellable(s, seat)), self.cards_named(name)[0])
            if not s.waiting >> seat & 1:
                raise IllegalMove(f"{name} cannot be part of this sale", "SELL-01")
            option = code(PICK, card, int(name in doubled))
            if option not in kernel.options(s, seat):
                d = s.rules.defs[card]
                if not d.is_item:
                    raise IllegalMove(f"{name} is not an Item", "ITEM-15")
                if name in doubled:
                    raise IllegalMove("one Item a turn sells for double", "RACE-03")
                raise IllegalMove("no sale takes a player to the winning Level", "SELL-03")
            self.apply(seat, option)
            if i == len(names) - 1 and s.stack and code(DONE) in kernel.options(s, seat) and s.waiting >> seat & 1:
                self.apply(seat, code(DONE))

    def _refusal(self, why: Refusal | None) -> tuple[str, str]:
        return (why.reason, why.rule) if why is not None else ("refused", "")

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
        if not s.waiting >> seat & 1 or not s.stack or isinstance(kernel.top_step(s)[0], Window):
            raise Failure(f"{self.seats[seat]} is not asked to choose {pick!r}; asked are {self._asked_names()}")
        option = self._picked(seat, pick)
        if option is None:
            raise Failure(f"{pick!r} is not among {self.labels(seat)}")
        self.apply(seat, option)

    def _was_chosen(self, seat: int, pick: Any) -> bool:
        """A choice with one possibility is not asked; naming it is no mistake."""
        for event in self.unasked:
            labels = self.label(code(event.other, event.card))
            if event.seat == seat and str(pick).lower() in [label.lower() for label in labels]:
                self.unasked.remove(event)
                return True
        return False

    def _picked(self, seat: int, pick: Any) -> int | None:
        word = str(pick).lower()
        for option in kernel.options(self.game.state, seat):
            if word in [label.lower() for label in self.label(option)]:
                return option
        return None

    def labels(self, seat: int) -> list[str]:
        """What the player is asked between, each by its first name."""
        return [self.label(option)[0] for option in kernel.options(self.game.state, seat)]

    def _asked_names(self) -> list[str]:
        return [self.seats[i] for i in self.game.waiting]

    def pass_(self, who: Any) -> None:
        """Players pass; `all` closes the open window, its owner going on as he must."""
        s = self.game.state
        if who != "all":
            for name in who if isinstance(who, list) else [who]:
                self.apply(self.seat(name), code(PASS))
            return
        if not s.stack or not isinstance(kernel.top_step(s)[0], Window):
            raise Failure(f"no window is open; asked are {self._asked_names()}")
        frame = s.stack[-1]
        step = kernel.top_step(s)[0]
        for _ in range(100):
            if s.over == 2 or not s.stack or s.stack[-1] is not frame or kernel.top_step(s)[0] is not step:
                return
            if not s.waiting:
                return
            seat = self.game.waiting[0]
            options = kernel.options(s, seat)
            going = [o for o in options if verb_of(o) in GO_ON] or [o for o in options if verb_of(o) == PASS]
            if not going:
                raise Failure(f"{self.seats[seat]} must choose between {self.labels(seat)}")
            passed = stack.first(frame.regs[stack.PASSES], 0)
            self.apply(seat, going[0])
            if verb_of(going[0]) != CLAIM and passed & ~stack.first(frame.regs[stack.PASSES], 0):
                return  # it has closed, and another has opened in its place
            if verb_of(going[0]) == RUN and not stack.first(frame.regs[stack.PASSES], 0) >> seat & 1:
                return
        raise Failure("the window does not close")

    # Refusals

    def refuse(self, seat: int, action: dict[str, Any], rule: Any) -> None:
        """An action must be refused, for this rule where one is named, and change nothing."""
        before = self.game.to_bytes()
        trial = Table(self.game.clone(), self.seats)
        try:
            trial.act(seat, action)
        except (Failure, IllegalMove) as refused:
            found = refused.rule if isinstance(refused, IllegalMove) else self._rule(seat, action)
            if isinstance(rule, str) and found != rule:
                raise Failure(f"refused by {found or 'no rule'} ({refused}), not by {rule}") from refused
        else:
            raise Failure("it was not refused")
        if self.game.to_bytes() != before:
            raise Failure("a refusal changed the game")

    def _rule(self, seat: int, action: dict[str, Any]) -> str:
        why = self._why(seat, action, None)
        return why.rule if why is not None else ""

    def _why(self, seat: int, action: dict[str, Any], wanted: list[int] | None) -> Refusal | None:
        on = action.get("on")
        target = self.seat(on) if isinstance(on, str) and on in self.seats else None
        for word in ("play", "use"):
            if word in action:
                card = (self._own(seat, action[word]) + self._monsters(action[word]))[0]
                ability = None
                if "ability" in action:
                    ability = next(
                        (a.index for a in face(self.game.state, card).abilities if a.name == action["ability"]),
                        None,
                    )
                return self.game.why_not(seat, Intent(verb="play", card=card, on=target, ability=ability))
        rest = {key: value for key, value in action.items() if key not in ("choose", "on", "asked")}
        if not rest or "sell" in rest or "offer" in rest or "show" in rest:
            return None
        for option in wanted if wanted is not None else self._wanted(seat, rest):
            why = kernel.why_not(self.game.state, seat, option)
            if why is not None:
                return why
        return None

    # Expectations

    def expect(self, expected: dict[str, Any]) -> None:
        """Everything named must be so."""
        for key, value in expected.items():
            check = getattr(self, f"expect_{key}", None)
            if check is None:
                raise Failure(f"there is no expectation {key!r}")
            check(value)

    def _same(self, what: str, found: Any, expected: Any) -> None:
        if found != expected:
            raise Failure(f"{what}: {found!r}, expected {expected!r}")

    def expect_levels(self, value: dict[str, int]) -> None:
        """Levels by player."""
        found = {name: self.game.state.players[self.seat(name)].level for name in value}
        self._same("levels", found, value)

    def expect_strength(self, value: Any) -> None:
        """Sums of the fight: [party, monsters] or a mapping."""
        s = self.game.state
        if not s.fights:
            raise Failure("there is no fight")
        party, monsters = sums(s, current_fight(s) or s.fights[-1])
        if isinstance(value, list):
            self._same("strength", [party, monsters], value)
        else:
            self._same("strength", {k: {"party": party, "monsters": monsters}[k] for k in value}, value)

    def expect_lines(self, value: dict[str, list[int]]) -> None:
        """Lines of strength by player or side, in any order."""
        for owner, amounts in value.items():
            lines = self.game.strength()
            if owner in SIDES:
                found = [line.amount for line in lines if line.side == owner]
            else:
                seat = self.seat(owner)
                found = [line.amount for line in lines if line.side == "party" and line.owner == seat]
            self._same(f"lines of {owner}", sorted(found), sorted(amounts))

    def expect_winners(self, value: list[str]) -> None:
        """Who has won; empty: nobody yet."""
        self._same("winners", [self.seats[i] for i in self.game.winners], value)

    def expect_cards(self, value: dict[str, str]) -> None:
        """Where cards are: "A hand", "A equipped", "A carried", "A play", door_discards, fight, …"""
        for name, place in value.items():
            found = [self._place(card) for card in self.cards_named(name)]
            wanted = place.split()
            if len(wanted) == 2 and wanted[1] == "play":
                ok = any(p in (f"{wanted[0]} equipped", f"{wanted[0]} carried") for p in found)
            else:
                ok = place in found
            if not ok:
                raise Failure(f"{name} is at {', '.join(sorted(set(found)))}, expected {place}")

    def _place(self, card: int) -> str:
        s = self.game.state
        place = s.where[card]
        if place >= IN_PLAY:
            return f"{self.seats[place - IN_PLAY]} {'equipped' if s.up[card] else 'carried'}"
        if place >= IN_HAND:
            return f"{self.seats[place - IN_HAND]} hand"
        return PLACE_NAMES[place]

    def expect_hand(self, value: dict[str, int | list[str]]) -> None:
        """A hand's size, or exactly its cards."""
        s = self.game.state
        for name, expected in value.items():
            hand = s.players[self.seat(name)].hand
            if isinstance(expected, int):
                self._same(f"cards in {name}'s hand", len(hand), expected)
            else:
                self._same(f"{name}'s hand", sorted(s.rules.defs[c].name for c in hand), sorted(expected))

    def expect_drawn(self, value: dict[str, Any]) -> None:
        """Treasures drawn since the beginning, by player: a number, or {count, face}."""
        for name, expected in value.items():
            seat = self.seat(name)
            drew = [e for e in self.events if e.what == "drew" and e.seat == seat and e.n == 1]
            if isinstance(expected, int):
                self._same(f"Treasures drawn by {name}", len(drew), expected)
                continue
            self._same(f"Treasures drawn by {name}", len(drew), expected["count"])
            faces = {"up" if e.seen == 0xFF else "down" for e in drew}
            if drew and "face" in expected:
                self._same("face", faces, {expected["face"]})

    def expect_drawn_doors(self, value: dict[str, int]) -> None:
        """Doors drawn into the hand since the beginning, by player."""
        for name, expected in value.items():
            seat = self.seat(name)
            drew = [e for e in self.events if e.what == "drew" and e.seat == seat and e.n == 0]
            self._same(f"Doors drawn by {name}", len(drew), expected)

    def expect_draw_order(self, value: list[str]) -> None:
        """In which order players drew Treasures."""
        order: list[str] = []
        for e in self.events:
            if e.what == "drew" and e.n == 1 and self.seats[e.seat] not in order:
                order.append(self.seats[e.seat])
        self._same("order of drawing", order, value)

    def expect_asked_of(self, value: list[str]) -> None:
        """Who must decide."""
        self._same("asked", self._asked_names(), value)

    def expect_asked(self, seat: int | dict[str, list[str]], between: list[str] | None = None) -> None:
        """Who is asked between what, in any order."""
        asked = {self.seats[seat]: between} if isinstance(seat, int) else seat
        for name, expected in asked.items():
            number = self.seat(name)
            if not self.game.state.waiting >> number & 1:
                raise Failure(f"{name} is not asked; asked are {self._asked_names()}")
            self._same(f"{name} is asked", sorted(self.labels(number)), sorted(str(x) for x in expected or []))

    def expect_moment(self, value: str) -> None:
        """Which window is open."""
        self._same("moment", MOMENTS[self.game.state.moment], value)

    def expect_turn(self, value: str) -> None:
        """Whose turn it is."""
        self._same("turn", self.seats[self.game.state.turn], value)

    def expect_dead(self, value: list[str]) -> None:
        """Who is dead."""
        self._same("dead", [n for i, n in enumerate(self.seats) if self.game.state.players[i].dead == 1], value)

    def expect_sex(self, value: dict[str, str]) -> None:
        """Sexes by player."""
        found = {name: SEXES[self.game.state.players[self.seat(name)].sex] for name in value}
        self._same("sex", found, value)

    def expect_monsters(self, value: int | list[str]) -> None:
        """How many monsters are in the fight, or which."""
        fight = current_fight(self.game.state) or (self.game.state.fights[-1] if self.game.state.fights else None)
        alive = living(fight) if fight is not None else []
        if isinstance(value, int):
            self._same("monsters", len(alive), value)
        else:
            names = sorted(self.game.state.rules.faces[m.face].name for m in alive)
            self._same("monsters", names, sorted(value))

    def expect_outcome(self, value: str) -> None:
        """How the last fight ended: open, won, lost."""
        fights = self.game.state.fights
        found = ("open", "won", "lost", "nobodys")[fights[-1].outcome] if fights else "none"
        self._same("outcome", found, value)

    def expect_fighting(self, value: list[str]) -> None:
        """Who is in combat."""
        found = [n for i, n in enumerate(self.seats) if self.game.state.players[i].fight >= 0]
        self._same("fighting", found, value)

    def expect_events(self, value: list[str]) -> None:
        """Events that must have happened, in this order (others may stand between)."""
        happened = iter(e.what for e in self.events)
        for what in value:
            if what not in happened:
                raise Failure(f"{what!r} did not happen in that order; happened: {[e.what for e in self.events]}")

    def expect_not_happened(self, value: list[str]) -> None:
        """Events that must not have happened."""
        for what in value:
            if any(e.what == what for e in self.events):
                raise Failure(f"{what!r} happened")

    def expect_decks(self, value: dict[str, int]) -> None:
        """Sizes of doors, treasures, door_discards, treasure_discards."""
        s = self.game.state
        found = {
            "doors": len(s.door),
            "treasures": len(s.treasure),
            "door_discards": len(s.door_discards),
            "treasure_discards": len(s.treasure_discards),
        }
        self._same("decks", {k: found[k] for k in value}, value)

    def expect_can(self, value: dict[str, list[str]]) -> None:
        """Cards that a player can play, lay or use now."""
        for name, cards in value.items():
            seat = self.seat(name)
            for card in cards:
                why = self._why(seat, {"play": card}, None)
                if why is not None:
                    raise Failure(f"{name} cannot play {card}: {why}")

    def expect_cannot(self, value: dict[str, list[str]]) -> None:
        """Cards that a player cannot play, lay or use now."""
        for name, cards in value.items():
            seat = self.seat(name)
            for card in cards:
                if self._why(seat, {"play": card}, None) is None:
                    raise Failure(f"{name} can play {card}")

    def expect_knows(self, value: dict[str, list[str]]) -> None:
        """Cards of others' hands that a player knows, exactly."""
        s = self.game.state
        for name, cards in value.items():
            seat = self.seat(name)
            found = [
                s.rules.defs[c].name
                for i, p in enumerate(s.players)
                if i != seat
                for c in p.hand
                if s.known[c] >> seat & 1
            ]
            self._same(f"{name} knows", sorted(found), sorted(cards))
