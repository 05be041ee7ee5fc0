"""A state as plain tuples and back: what saves are made of."""

from __future__ import annotations

from typing import Any

from kickdoor.engine.data.deals import Deal
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import Fight, Frame, Monster, Play, Player, Reward, State
from kickdoor.engine.data.terms import (
    IN_DOOR_DECK,
    IN_DOOR_DISCARDS,
    IN_DUNGEON_DECK,
    IN_DUNGEON_DISCARDS,
    IN_DUNGEONS,
    IN_HAND,
    IN_PLAY,
    IN_TREASURE_DECK,
    IN_TREASURE_DISCARDS,
    OUT_OF_GAME,
)


def dump(s: State) -> tuple[Any, ...]:
    """All that is not shared or kept for speed."""
    listed = _places(s)
    elsewhere = {card: place for card, place in enumerate(s.where) if listed[card] != place}
    return (
        s.key,
        s.draws,
        [(p.level, p.sex, p.hand, p.table, p.fresh, p.dead, p.back, p.fight, p.doubled) for p in s.players],
        (s.door, s.treasure, s.dungeon),
        (s.door_discards, s.treasure_discards, s.dungeon_discards),
        s.dungeons,
        s.reach,
        s.out,
        elsewhere,
        bytes(s.known),
        [card for card, up in enumerate(s.up) if up],
        s.host,
        s.face,
        s.note,
        [_dump_fight(f) for f in s.fights],
        [(f.script, f.pc, f.you, f.by, f.it, f.fight, f.cause, f.ret, f.regs) for f in s.stack],
        [deal.as_tuple() for deal in s.offers],
        s.offered,
        s.bans,
        s.used,
        s.loaded,
        s.winners,
        (
            s.over,
            s.hold,
            s.turn,
            s.turns,
            s.met,
            s.may_loot,
            s.moment,
            s.serial,
            s.unsettled,
            s.waiting,
        ),
    )


def load(rules: Rules, data: tuple[Any, ...] | list[Any]) -> State:
    """The state that was dumped; the lists of `data` become the state's own."""
    (
        key,
        draws,
        players,
        (door, treasure, dungeon),
        (door_discards, treasure_discards, dungeon_discards),
        dungeons,
        reach,
        out,
        elsewhere,
        known,
        up,
        host,
        face,
        note,
        fights,
        stack,
        offers,
        offered,
        bans,
        used,
        loaded,
        winners,
        numbers,
    ) = data
    equipped = [False] * len(rules.defs)
    for card in up:
        equipped[card] = True
    s = State(
        rules,
        key,
        draws,
        [Player(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]) for p in players],
        door,
        treasure,
        dungeon,
        door_discards,
        treasure_discards,
        dungeon_discards,
        dungeons,
        reach,
        out,
        [],
        list(known),
        equipped,
        {card: tuple(on) for card, on in host.items()},
        face,
        note,
        [_load_fight(f) for f in fights],
        [Frame(a, b, c, d, e, g, h, i, [tuple(r) for r in regs]) for a, b, c, d, e, g, h, i, regs in stack],
        [_load_deal(deal) for deal in offers],
        offered,
        [tuple(ban) for ban in bans],
        used,
        loaded,
        winners,
        *numbers,
    )
    s.where = _places(s)
    for card, place in elsewhere.items():
        s.where[card] = place
    return s


def _places(s: State) -> list[int]:
    where = [0] * len(s.rules.defs)
    for cards, place in (
        (s.door, IN_DOOR_DECK),
        (s.treasure, IN_TREASURE_DECK),
        (s.dungeon, IN_DUNGEON_DECK),
        (s.door_discards, IN_DOOR_DISCARDS),
        (s.treasure_discards, IN_TREASURE_DISCARDS),
        (s.dungeon_discards, IN_DUNGEON_DISCARDS),
        (s.dungeons, IN_DUNGEONS),
        (s.out, OUT_OF_GAME),
    ):
        for card in cards:
            where[card] = place
    for seat, player in enumerate(s.players):
        for card in player.hand:
            where[card] = IN_HAND + seat
        for card in player.table:
            where[card] = IN_PLAY + seat
    return where


def _dump_fight(f: Fight) -> tuple[Any, ...]:
    return (
        f.id,
        f.fighter,
        f.helper,
        f.forced,
        [_dump_monster(m) for m in f.monsters],
        [(p.id, p.cards, p.by, p.to, p.target, p.amount) for p in f.plays],
        f.used,
        [(r.seat, r.levels, r.treasures, r.helper, r.monster, r.face) for r in f.rewards],
        None if f.deal is None else f.deal.as_tuple(),
        f.declared,
        f.outcome,
        f.margin,
    )


def _dump_monster(m: Monster) -> tuple[Any, ...]:
    return (m.id, m.face, m.twin_of, m.attached, m.add, m.treasures, m.met, m.gone, m.without, m.levels, m.decided)


def _load_fight(data: Any) -> Fight:
    id, fighter, helper, forced, monsters, plays, used, rewards, deal, declared, outcome, margin = data
    return Fight(
        id,
        fighter,
        helper,
        forced,
        [Monster(*m) for m in monsters],
        [Play(p[0], tuple(p[1]), *p[2:]) for p in plays],
        used,
        [Reward(*reward) for reward in rewards],
        None if deal is None else _load_deal(deal),
        declared,
        outcome,
        margin,
    )


def _load_deal(data: Any) -> Deal:
    id, kind, by, to, fight, gives, takes, treasures, order, promises, pledge = data
    return Deal(id, kind, by, to, fight, tuple(gives), tuple(takes), treasures, order, tuple(promises), pledge)
