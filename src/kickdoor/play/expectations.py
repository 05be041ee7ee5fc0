"""What a scenario may expect of the table."""

from __future__ import annotations

from typing import Any

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.terms import ALL_SEATS, DEEDS, DOOR, MOMENTS, OUTCOMES, SEXES, SIDES, TREASURE
from kickdoor.engine.questions.force import sex_now
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.strength import sums
from kickdoor.engine.questions.table import face
from kickdoor.play.intents import Intent
from kickdoor.play.naming import Failure, Naming
from kickdoor.play.soundness import Answered, unsound
from kickdoor.play.spelling import unknown

#: The events that end a fight: "fight_" and the outcome.
FIGHT_ENDS = tuple(f"fight_{outcome}" for outcome in OUTCOMES if outcome != "open")


class Expectations:
    """Compares a game, and the events up to now, with what is said of them; each public method is one expectation."""

    def __init__(self, naming: Naming, events: list[Event], last: Answered | None = None) -> None:
        self.naming = naming
        self.game = naming.game
        self.seats = naming.seats
        self.told = events
        self.last = last

    def _why_not(self, seat: int, play: str | dict[str, str]) -> Refusal | None:
        name = play["use"] if isinstance(play, dict) else play
        found = self.naming.own(seat, name) + self.naming.monsters(name)
        ability = None
        if isinstance(play, dict):
            abilities = face(self.game.state, found[0]).abilities
            ability = next((one.index for one in abilities if one.name == play["ability"]), None)
            if ability is None:
                raise Failure(unknown(f"ability of {name}", play["ability"], [one.name for one in abilities]))
        return self.game.why_not(seat, Intent(verb="play", card=found[0], ability=ability))

    def _same(self, what: str, found: Any, expected: Any) -> None:
        if found != expected:
            raise Failure(f"{what}: {found!r}, expected {expected!r}")

    def levels(self, value: dict[str, int]) -> None:
        """Levels by player."""
        found = {name: self.game.state.players[self.naming.seat(name)].level for name in value}
        self._same("levels", found, value)

    def strength(self, value: Any) -> None:
        """Sums of the fight: [party, monsters] or a mapping."""
        fight = self.naming.fight()
        if fight is None:
            raise Failure("there is no fight")
        party, monsters = sums(self.game.state, fight)
        if isinstance(value, list):
            self._same("strength", [party, monsters], value)
        else:
            self._same("strength", {k: {"party": party, "monsters": monsters}[k] for k in value}, value)

    def lines(self, value: dict[str, list[int]]) -> None:
        """Lines of strength by player or side, in any order."""
        for owner, amounts in value.items():
            lines = self.game.strength()
            if owner in SIDES:
                found = [line.amount for line in lines if line.side == owner]
            else:
                seat = self.naming.seat(owner)
                found = [line.amount for line in lines if line.side == "party" and line.owner == seat]
            self._same(f"lines of {owner}", sorted(found), sorted(amounts))

    def winners(self, value: list[str]) -> None:
        """Who has won; empty: nobody yet."""
        self._same("winners", [self.seats[i] for i in self.game.winners], value)

    def cards(self, value: dict[str, str]) -> None:
        """Where cards are: "A hand", "A equipped", "A carried", "A play", door_discards, fight, …"""
        for name, place in value.items():
            found = [self.naming.place(card) for card in self.naming.cards_named(name)]
            wanted = place.split()
            if len(wanted) == 2 and wanted[1] == "play":
                ok = any(p in (f"{wanted[0]} equipped", f"{wanted[0]} carried") for p in found)
            else:
                ok = place in found
            if not ok:
                raise Failure(f"{name} is at {', '.join(sorted(set(found)))}, expected {place}")

    def dungeons(self, value: list[str]) -> None:
        """The face-up Dungeons, and Portals that stay with one, the last played last."""
        s = self.game.state
        self._same("Dungeons", [s.rules.defs[card].name for card in s.dungeons], value)

    def hand(self, value: dict[str, int | list[str]]) -> None:
        """A hand's size, or exactly its cards."""
        s = self.game.state
        for name, expected in value.items():
            hand = s.players[self.naming.seat(name)].hand
            if isinstance(expected, int):
                self._same(f"cards in {name}'s hand", len(hand), expected)
            else:
                self._same(f"{name}'s hand", sorted(s.rules.defs[c].name for c in hand), sorted(expected))

    def drawn(self, value: dict[str, Any]) -> None:
        """Treasures drawn since the beginning, by player: a number, or {count, face}."""
        for name, expected in value.items():
            seat = self.naming.seat(name)
            drew = [e for e in self.told if e.what == "drew" and e.seat == seat and e.deck == TREASURE]
            if isinstance(expected, int):
                self._same(f"Treasures drawn by {name}", len(drew), expected)
                continue
            self._same(f"Treasures drawn by {name}", len(drew), expected["count"])
            faces = {"up" if e.seen == ALL_SEATS else "down" for e in drew}
            if drew and "face" in expected:
                self._same("face", faces, {expected["face"]})

    def drawn_doors(self, value: dict[str, int]) -> None:
        """Doors drawn into the hand since the beginning, by player."""
        for name, expected in value.items():
            seat = self.naming.seat(name)
            drew = [e for e in self.told if e.what == "drew" and e.seat == seat and e.deck == DOOR]
            self._same(f"Doors drawn by {name}", len(drew), expected)

    def draw_order(self, value: list[str]) -> None:
        """In which order players drew Treasures."""
        order: list[str] = []
        for e in self.told:
            if e.what == "drew" and e.deck == TREASURE and self.seats[e.seat] not in order:
                order.append(self.seats[e.seat])
        self._same("order of drawing", order, value)

    def asked_of(self, value: list[str]) -> None:
        """Who must decide."""
        self._same("asked", self.naming.asked_names(), value)

    def asked(self, value: dict[str, list[str]]) -> None:
        """Who is asked between what, in any order."""
        for name, expected in value.items():
            number = self.naming.seat(name)
            if not self.game.state.waiting >> number & 1:
                raise Failure(f"{name} is not asked; asked are {self.naming.asked_names()}")
            self._same(f"{name} is asked", sorted(self.naming.labels(number)), sorted(str(x) for x in expected))

    def moment(self, value: str) -> None:
        """Which window is open."""
        self._same("moment", MOMENTS[self.game.state.moment], value)

    def turn(self, value: str) -> None:
        """Whose turn it is."""
        self._same("turn", self.seats[self.game.state.turn], value)

    def dead(self, value: list[str]) -> None:
        """Who is dead."""
        self._same("dead", [n for i, n in enumerate(self.seats) if self.game.state.players[i].dead], value)

    def deeds(self, value: dict[str, dict[str, int]]) -> None:
        """What has happened to players in this game, by player."""
        for name, expected in value.items():
            known = zip(DEEDS, self.game.state.players[self.naming.seat(name)].deeds, strict=True)
            self._same(f"deeds of {name}", {deed: count for deed, count in known if deed in expected}, expected)

    def sex(self, value: dict[str, str]) -> None:
        """Sexes by player."""
        found = {name: SEXES[sex_now(self.game.state, self.naming.seat(name))] for name in value}
        self._same("sex", found, value)

    def monsters(self, value: int | list[str]) -> None:
        """How many monsters are in the fight, or which."""
        fight = self.naming.fight()
        alive = living(fight) if fight is not None else []
        if isinstance(value, int):
            self._same("monsters", len(alive), value)
        else:
            names = sorted(self.game.state.rules.faces[m.face].name for m in alive)
            self._same("monsters", names, sorted(value))

    def outcome(self, value: str) -> None:
        """How the last fight stands or ended: open, won, lost, broken_off; none where there was none."""
        fights = self.game.state.fights
        ended = [event.what for event in self.told if event.what in FIGHT_ENDS]
        last = ended[-1].removeprefix("fight_") if ended else "none"
        found = OUTCOMES[fights[-1].outcome] if fights else last
        self._same("outcome", found, value)

    def fighting(self, value: list[str]) -> None:
        """Who is in combat."""
        found = [n for i, n in enumerate(self.seats) if self.game.state.players[i].fight >= 0]
        self._same("fighting", found, value)

    def events(self, value: list[str]) -> None:
        """Events that must have happened, in this order (others may stand between)."""
        happened = iter(e.what for e in self.told)
        for what in value:
            if what not in happened:
                raise Failure(f"{what!r} did not happen in that order; happened: {[e.what for e in self.told]}")

    def not_happened(self, value: list[str]) -> None:
        """Events that must not have happened."""
        for what in value:
            if any(e.what == what for e in self.told):
                raise Failure(f"{what!r} happened")

    def sound(self, value: list[str]) -> None:
        """What holds of every position and of what was done last, by the names of the checks."""
        found = unsound(self.game, self.told, value, self.last)
        if found:
            raise Failure("; ".join(f"{name}: {wrong}" for name, wrong in found[:3]))

    def decks(self, value: dict[str, int]) -> None:
        """Sizes of doors, treasures, door_discards, treasure_discards."""
        s = self.game.state
        found = {
            "doors": len(s.door),
            "treasures": len(s.treasure),
            "door_discards": len(s.door_discards),
            "treasure_discards": len(s.treasure_discards),
        }
        self._same("decks", {k: found[k] for k in value}, value)

    def can(self, value: dict[str, list[str | dict[str, str]]]) -> None:
        """Cards, or abilities of cards, that a player can play, lay or use now."""
        for name, cards in value.items():
            seat = self.naming.seat(name)
            for card in cards:
                why = self._why_not(seat, card)
                if why is not None:
                    raise Failure(f"{name} cannot play {card}: {why}")

    def cannot(self, value: dict[str, list[str | dict[str, str]]]) -> None:
        """Cards, or abilities of cards, that a player cannot play, lay or use now."""
        for name, cards in value.items():
            seat = self.naming.seat(name)
            for card in cards:
                if self._why_not(seat, card) is None:
                    raise Failure(f"{name} can play {card}")

    def knows(self, value: dict[str, list[str]]) -> None:
        """Cards of others' hands that a player knows, exactly."""
        s = self.game.state
        for name, cards in value.items():
            seat = self.naming.seat(name)
            found = [
                s.rules.defs[c].name
                for i, p in enumerate(s.players)
                if i != seat
                for c in p.hand
                if s.known[c] >> seat & 1
            ]
            self._same(f"{name} knows", sorted(found), sorted(cards))
