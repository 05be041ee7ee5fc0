"""A game as a position in the words of scenario files: how a place met in play is told to somebody else."""

from __future__ import annotations

from typing import Any

from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import CLASS, CURSE, ITEM, MOMENTS, POWER, RACE, SEXES, STEED
from kickdoor.engine.questions.strength import living
from kickdoor.engine.questions.table import current_fight, face
from kickdoor.play.game import Game

#: In which field of a seat a card of this kind lies; what is left lies under `table`.
FIELDS = {CLASS: "classes", RACE: "races", POWER: "powers", CURSE: "curses"}
PHASES = {"arrange": "arrange", "second": "second", "end": "end", "fight": "combat", "closing": "combat"}
DEEP = 6
"""Cards at the top of each deck that are told."""


def portrait(game: Game) -> dict[str, Any] | None:
    """The position of a game that waits in an open window; None where it cannot be told as one."""
    s = game.state
    moment = MOMENTS[s.moment]
    decision = next((game.decision(seat) for seat in game.waiting), None)
    if moment not in PHASES or decision is None or not decision.passable or s.face or s.reach:
        return None
    names = seat_names(game)
    place: dict[str, Any] = {
        "packs": list(s.rules.packs),
        "players": {name: _seat(s, seat) for seat, name in enumerate(names)},
        "turn": names[s.turn],
        "phase": PHASES[moment],
        "door": [_id(s, card) for card in s.door[: -DEEP - 1 : -1]],
        "treasure": [_id(s, card) for card in s.treasure[: -DEEP - 1 : -1]],
        "met": bool(s.met),
    }
    if s.dungeons:
        place["dungeons"] = [_id(s, card) for card in s.dungeons]
    fight = current_fight(s)
    if fight is not None:
        if fight.plays or any(m.id >= len(s.rules.defs) or m.twin_of >= 0 for m in living(fight)):
            return None
        place["combat"] = _combat(s, fight, names)
    return place


def seat_names(game: Game) -> list[str]:
    """What players are called: A, B, C …"""
    return [chr(ord("A") + seat) for seat in range(game.seats)]


def _id(s: State, card: int) -> str:
    return s.rules.defs[card].id


def _seat(s: State, seat: int) -> dict[str, Any]:
    player = s.players[seat]
    found: dict[str, Any] = {"level": player.level, "sex": SEXES[player.sex]}
    for card in player.table:
        d = face(s, card)
        if d.kind in (ITEM, STEED):
            field = "equipped" if s.up[card] else "carried"
        else:
            field = FIELDS.get(d.kind, "carried" if d.is_item else "table")
        found.setdefault(field, []).append(_id(s, card))
        if card in s.host:
            found.setdefault("attached", {})[_id(s, card)] = [_id(s, host) for host in s.host[card]]
    if player.hand:
        found["hand"] = [_id(s, card) for card in player.hand]
    return found


def _combat(s: State, fight: Fight, names: list[str]) -> dict[str, Any]:
    monsters: list[Any] = []
    for monster in living(fight):
        entry: Any = _id(s, monster.id)
        if monster.attached:
            entry = {"card": entry, "enhancers": [_id(s, card) for card in monster.attached]}
        monsters.append(entry)
    found: dict[str, Any] = {"fighter": names[fight.fighter], "monsters": monsters}
    if fight.helper >= 0:
        found["helper"] = names[fight.helper]
    return found
