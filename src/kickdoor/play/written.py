"""A position of a game, written down in the words of scenario files."""

from __future__ import annotations

from typing import Any

from kickdoor.engine.data.deals import ORDERS
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.state import Fight, Monster, Play, State
from kickdoor.engine.data.terms import (
    ARRANGE,
    CLASS,
    CURSE,
    DEEDS,
    END,
    FIGHTING,
    ITEM,
    ONE_SHOT,
    OPEN,
    POWER,
    RACE,
    SECOND,
    SEXES,
    STEED,
    TO_MONSTERS,
    TO_PARTY,
    TO_SEAT,
    WILLING,
)
from kickdoor.engine.questions.table import face
from kickdoor.engine.running.asking import open_window
from kickdoor.engine.running.underway import is_plain
from kickdoor.play.game import Game

PHASES = {ARRANGE: "arrange", SECOND: "second", END: "end", FIGHTING: "combat"}
FIELDS = {RACE: "races", CLASS: "classes", POWER: "powers", CURSE: "curses"}
TARGETS = {TO_PARTY: "party", TO_MONSTERS: "monsters"}
DECK_TOP = 6
"""How many cards of each deck are written down; the rest is left to chance."""


class Unwritable(ValueError):
    """A position that a scenario file has no words for."""


def write_down(game: Game, names: list[str]) -> dict[str, Any]:
    """The position of a game in an open window of a turn or a fight; raises Unwritable where there are no words.

    What was used and offered is left out, and who knows what.
    """
    s = game.state
    _refuse_wordless(s)
    place: dict[str, Any] = {
        "packs": list(s.rules.packs),
        "book": game.book,
        "players": {name: _seat(s, seat) for seat, name in enumerate(names)},
        "turn": names[s.turn],
        "phase": PHASES[s.moment],
        "door": [s.rules.defs[card].id for card in s.door[: -DECK_TOP - 1 : -1]],
        "treasure": [s.rules.defs[card].id for card in s.treasure[: -DECK_TOP - 1 : -1]],
    }
    if s.dungeons:
        place["dungeons"] = [s.rules.defs[card].id for card in s.dungeons]
    if s.met:
        place["met"] = True
    if s.may_loot:
        place["may_loot"] = True
    if s.fights:
        place["combat"] = _combat(s, s.fights[0], names)
    return place


def _refuse_wordless(s: State) -> None:
    if open_window(s) is None or s.moment not in PHASES or not is_plain(s) or s.winners:
        raise Unwritable("something is half done")
    passing = s.bans or s.unbound or s.slipping or s.lost_turns or s.extra_turns or s.outlasting or s.copies
    if passing or s.note or s.reach:
        raise Unwritable("something holds for a while")
    if len(s.fights) > 1 or (s.moment == FIGHTING) != bool(s.fights):
        raise Unwritable("several fights are on")
    twins = {monster.id for fight in s.fights for monster in fight.monsters if monster.twin_of >= 0}
    if s.face.keys() - twins:
        raise Unwritable("a card shows another face than its own")


def _seat(s: State, seat: int) -> dict[str, Any]:
    player = s.players[seat]
    written: dict[str, Any] = {"level": player.level, "sex": SEXES[player.sex]}
    if player.dead:
        written["dead"] = True
    if s.rules.remembers and any(player.deeds):
        written["deeds"] = {deed: count for deed, count in zip(DEEDS, player.deeds, strict=True) if count}
    defs = s.rules.defs
    shown = [defs[card].id for card in player.table]
    for card in player.table:
        d = defs[card]
        if d.is_mark:
            raise Unwritable(f"{d.name} marks somebody")
        if card in s.host:
            if shown.count(d.id) > 1 or any(shown.count(defs[on].id) != 1 for on in s.host[card]):
                raise Unwritable(f"{d.name} lies on one of several cards of one name")
            written.setdefault("attached", {})[d.id] = [defs[on].id for on in s.host[card]]
        written.setdefault(_field(s, card), []).append(d.id)
    if player.hand:
        written["hand"] = [defs[card].id for card in player.hand]
    return written


def _field(s: State, card: Card) -> str:
    kind = face(s, card).kind
    if kind == ITEM or kind == STEED:
        return "equipped" if s.up[card] else "carried"
    if kind == ONE_SHOT and card not in s.host:
        return "carried"
    return FIELDS.get(kind, "table")


def _combat(s: State, fight: Fight, names: list[str]) -> dict[str, Any]:
    if (
        fight.outcome != OPEN
        or fight.rewards
        or fight.used
        or not fight.monsters
        or any(m.gone for m in fight.monsters)
    ):
        raise Unwritable("the fight has a history")
    combat: dict[str, Any] = {
        "fighter": names[fight.fighter],
        "monsters": [_monster(s, fight, monster) for monster in fight.monsters],
    }
    if fight.helper >= 0:
        combat["helper"] = names[fight.helper]
        if fight.deal is not None:
            if fight.deal.promises:
                raise Unwritable("cards are promised")
            combat |= {"treasures": fight.deal.treasures, "order": ORDERS[fight.deal.order]}
        if fight.forced != WILLING:
            raise Unwritable("a helper was forced")
    if fight.plays:
        combat["played"] = [_play(s, play, names) for play in fight.plays]
    return combat


def _monster(s: State, fight: Fight, monster: Monster) -> Any:
    defs = s.rules.defs
    if monster.id >= len(defs) or monster.add or monster.treasures or monster.levels or monster.without >= 0:
        raise Unwritable("a monster is not as its card says")
    if s.host.keys() & set(monster.attached) or any(
        set(on) & {monster.id, *monster.attached} for on in s.host.values()
    ):
        raise Unwritable("something lies on what lies on a monster")
    name = defs[monster.id].id
    entry: dict[str, Any] = {"card": name}
    if monster.attached:
        entry["enhancers"] = [defs[card].id for card in monster.attached]
    if monster.twin_of >= 0:
        root = next(m for m in fight.monsters if m.id == monster.twin_of)
        entry["twin_of"] = s.rules.faces[root.face].id
    return entry if len(entry) > 1 else name


def _play(s: State, play: Play, names: list[str]) -> dict[str, Any]:
    if len(play.cards) != 1 or play.by < 0 or play.to not in (TO_PARTY, TO_MONSTERS, TO_SEAT):
        raise Unwritable("something was played that is no bonus for a side")
    target = names[play.target] if play.to == TO_SEAT else TARGETS[play.to]
    return {"card": s.rules.defs[play.cards[0]].id, "by": names[play.by], "for": target, "amount": play.amount}
