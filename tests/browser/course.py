"""Simple players for the tests: they decide by what the server tells a seat, and always in the same way."""

from __future__ import annotations

from typing import Any, NamedTuple

Told = dict[str, Any]
"""What a seat knows: the sections of all updates so far, put together."""

WINNING_LEVEL = 6
"""A whole game, but a short one."""

FREE = ("accept", "lay", "equip")
GO_ON = ("proceed", "trouble", "loot", "run", "done")


class Move(NamedTuple):
    """What one seat does next: take an option, make an offer, or let it pass."""

    seat: int
    option: dict[str, Any] | None = None
    offer: dict[str, Any] | None = None


def take(told: Told, update: dict[str, Any]) -> None:
    """Put an update into what a seat knows."""
    for section, value in update.items():
        if section == "view":
            view = told.setdefault("view", {"players": {}})
            view["players"].update(value.get("players", {}))
            view.update({part: each for part, each in value.items() if part != "players"})
        elif section in ("log", "events", "said"):
            told.setdefault(section, []).extend(value)
        else:
            told[section] = value


def public(told: Told) -> Any:
    """What all seats know alike, once all have heard the same."""
    view = told["view"]
    players = [
        (player["level"], player["doors"], player["treasures"], player["table"]) for player in view["players"].values()
    ]
    shared = (view[part] for part in ("turns", "moment", "fight", "offers", "asked", "laid_out"))
    return told["clock"]["window"], told["clock"]["pressed"], players, *shared


def goes_on(told: Told) -> bool:
    """Whether nobody objects to what is open: it passes without anybody doing anything."""
    clock = told["clock"]
    alive = {int(seat) for seat, player in told["view"]["players"].items() if not player["dead"]}
    return clock["kind"] == "window" and alive <= set(clock["pressed"])


class Course:
    """How a game goes: who acts first is fixed, so the same seed gives the same game."""

    def __init__(self, cards: list[dict[str, Any]]) -> None:
        self.kinds = [card["kind"] for card in cards]
        self.small = [card["kind"] == "item" and not card.get("big") for card in cards]
        self.traded = False
        self.offered: set[tuple[int, int]] = set()
        self.passed: set[tuple[int, int]] = set()

    def next(self, table: list[Told]) -> Move | None:
        """The next move; None while something is on its way."""
        if any(public(told) != public(table[0]) for told in table) or goes_on(table[0]):
            return None
        for seat, told in enumerate(table):
            offer = self._trade(seat, told)
            if offer is not None:
                self.traded = True
                return Move(seat, offer=offer)
            option = self._choose(seat, told)
            if option is not None:
                return Move(seat, option)
        for seat, told in enumerate(table):
            clock = told["clock"]
            silent = seat in clock["pressed"] or (clock["window"], seat) in self.passed
            silent = silent or told["view"]["players"][str(seat)]["dead"]
            if clock["kind"] == "window" and not silent:
                self.passed.add((clock["window"], seat))
                return Move(seat)
        return None

    def _items(self, told: Told, seat: int) -> list[int]:
        cards = told["view"]["players"][str(seat)]["table"]
        return [card["card"] for card in cards if self.small[card["card"]]]

    def _trade(self, seat: int, told: Told) -> dict[str, Any] | None:
        view = told["view"]
        if self.traded or view["moment"] != "arrange" or view["turn"] != seat:
            return None
        mine = self._items(told, seat)
        for other in range(len(view["players"])):
            theirs = self._items(told, other)
            if other != seat and mine and theirs:
                return {"kind": "trade", "to": other, "gives": mine[:1], "takes": theirs[:1]}
        return None

    def _choose(self, seat: int, told: Told) -> dict[str, Any] | None:
        decision = told.get("decision")
        if not decision:
            return None
        options = decision["options"]
        if not decision["passable"]:
            return self._pick(seat, told, options)
        free = next((o for verb in FREE for o in options if o["verb"] == verb), None)
        if free is not None:
            return free
        if seat in told["clock"]["pressed"]:
            return None
        fight = told["view"]["fight"]
        played = next((o for o in options if o["verb"] == "play" and self._plays(seat, o, fight)), None)
        if played is not None:
            return played
        if fight and fight["fighter"] == seat:
            return self._fight(told, options, fight)
        return next((o for o in options if o["verb"] in GO_ON), None)

    def _plays(self, seat: int, option: dict[str, Any], fight: dict[str, Any] | None) -> bool:
        kind = self.kinds[option["cards"][0]] if option.get("cards") else ""
        if kind == "go_up_a_level":
            return True
        if not fight:
            return False
        mine = seat in (fight["fighter"], fight["helper"])
        if kind == "one_shot":
            return mine and not fight["winning"]
        return kind in ("curse", "monster_enhancer") and not mine

    def _fight(self, told: Told, options: list[dict[str, Any]], fight: dict[str, Any]) -> dict[str, Any] | None:
        claim = next((o for o in options if o["verb"] == "claim"), None)
        if claim is not None:
            return claim
        turn = told["view"]["turns"]
        for option in options:
            if option["verb"] == "offer" and fight["helper"] is None and (turn, option["code"]) not in self.offered:
                self.offered.add((turn, option["code"]))
                return option
        return next((o for o in options if o["verb"] == "run"), None)

    def _pick(self, seat: int, told: Told, options: list[dict[str, Any]]) -> dict[str, Any] | None:
        fight = told["view"]["fight"]
        fighter = fight["fighter"] if fight else seat
        at_fighter = [o for o in options if o.get("seats") == [fighter] and fighter != seat]
        at_others = [o for o in options if o.get("seats") and o["seats"] != [seat]]
        rest = [o for o in options if o["verb"] != "done"]
        return next(iter(at_fighter or at_others or rest or options), None)
