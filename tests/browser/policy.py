"""A simple player for the tests: it decides by what the server tells a seat, and always in the same way."""

from __future__ import annotations

from typing import Any

GREEDY = ("lay", "equip")


class Player:
    """One seat. `trades` is whether it still looks for a trade."""

    def __init__(self, seat: int, kinds: list[str], trades: bool = False) -> None:
        self.seat = seat
        self.kinds = kinds
        self.trades = trades
        self.asked: set[tuple[int, int]] = set()

    def choose(self, told: dict[str, Any]) -> dict[str, Any] | None:
        """The option that it takes now; None: it has no objection."""
        decision = told.get("decision")
        if not decision:
            return None
        options = decision["options"]
        if not decision["passable"]:
            return self._pick(told, options)
        for verb in ("accept", *GREEDY):
            for option in options:
                if option["verb"] == verb:
                    return option
        if self.seat in told["clock"]["pressed"]:
            return None
        fight = told["view"]["fight"]
        played = [o for o in options if o["verb"] == "play" and self._plays(o, fight)]
        if played:
            return played[0]
        if fight and fight["fighter"] == self.seat:
            return self._fight(told, options, fight)
        return next((o for o in options if o["verb"] in ("proceed", "trouble", "loot", "claim", "run", "done")), None)

    def _plays(self, option: dict[str, Any], fight: dict[str, Any] | None) -> bool:
        kind = self.kinds[option["cards"][0]] if option.get("cards") else ""
        if kind == "go_up_a_level":
            return True
        if not fight:
            return False
        mine = self.seat in (fight["fighter"], fight["helper"])
        if kind == "one_shot":
            return mine and not fight["winning"]
        return kind in ("curse", "monster_enhancer") and not mine

    def _fight(
        self, told: dict[str, Any], options: list[dict[str, Any]], fight: dict[str, Any]
    ) -> dict[str, Any] | None:
        claim = next((o for o in options if o["verb"] == "claim"), None)
        if claim:
            return claim
        turn = told["view"]["turns"]
        for option in options:
            if option["verb"] == "offer" and fight["helper"] is None and (turn, option["code"]) not in self.asked:
                self.asked.add((turn, option["code"]))
                return option
        return next((o for o in options if o["verb"] == "run"), None)

    def _pick(self, told: dict[str, Any], options: list[dict[str, Any]]) -> dict[str, Any] | None:
        fight = told["view"]["fight"]
        if fight:
            for option in options:
                if option.get("seats") == [fight["fighter"]] and fight["fighter"] != self.seat:
                    return option
        others = [o for o in options if o.get("seats") and o["seats"] != [self.seat]]
        rest = [o for o in options if o["verb"] != "done"]
        return next(iter(others or rest or options), None)
