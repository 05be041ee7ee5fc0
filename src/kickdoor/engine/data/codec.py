"""A state as plain tuples and back: what saves are made of."""

from __future__ import annotations

from typing import Any

from kickdoor.engine.data.deals import Deal
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import (
    Ban,
    Copied,
    ExtraTurn,
    Fight,
    Frame,
    LostTurn,
    Monster,
    Outlasting,
    Play,
    Player,
    Reward,
    State,
)
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
    elsewhere = {} if listed == s.where else {c: place for c, place in enumerate(s.where) if listed[c] != place}
    return (
        s.key,
        s.draws,
        [(p.level, p.sex, p.hand, p.table, p.fresh, p.dead, p.fight, p.doubled, p.deeds) for p in s.players],
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
        _dump_passing(s),
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
        passing,
        used,
        loaded,
        winners,
        numbers,
    ) = data
    equipped = [False] * len(rules.defs)
    for card in up:
        equipped[card] = True
    over, hold, turn, turns, met, may_loot, moment, serial, unsettled, waiting = numbers
    s = State(
        rules=rules,
        key=key,
        draws=draws,
        players=[_load_player(p) for p in players],
        door=door,
        treasure=treasure,
        dungeon=dungeon,
        door_discards=door_discards,
        treasure_discards=treasure_discards,
        dungeon_discards=dungeon_discards,
        dungeons=dungeons,
        reach=reach,
        out=out,
        where=[],
        known=list(known),
        up=equipped,
        host={card: tuple(on) for card, on in host.items()},
        face=face,
        note=note,
        fights=[_load_fight(f) for f in fights],
        stack=[_load_frame(f) for f in stack],
        offers=[_load_deal(deal) for deal in offers],
        offered=offered,
        bans=(),
        unbound=(),
        slipping=(),
        lost_turns=(),
        outlasting=(),
        extra_turns=(),
        copies=(),
        used=used,
        loaded=loaded,
        winners=winners,
        over=over,
        hold=hold,
        turn=turn,
        turns=turns,
        met=met,
        may_loot=may_loot,
        moment=moment,
        serial=serial,
        unsettled=unsettled,
        waiting=waiting,
    )
    if passing:
        _load_passing(s, passing)
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


def _load_player(data: Any) -> Player:
    level, sex, hand, table, fresh, dead, fight, doubled, deeds = data
    return Player(
        level=level,
        sex=sex,
        hand=hand,
        table=table,
        fresh=fresh,
        dead=dead,
        fight=fight,
        doubled=doubled,
        deeds=tuple(deeds),
    )


def _dump_passing(s: State) -> tuple[Any, ...]:
    """What is there only for a while, and mostly not at all."""
    barred = s.bans or s.unbound or s.slipping or s.lost_turns or s.outlasting or s.portal_played
    changed = s.extra_turns or s.copies or any(p.back or p.portals or p.declared for p in s.players)
    if not barred and not changed:
        return ()
    return (
        [(b.seat, b.what, b.until, b.card, b.against) for b in s.bans],
        s.unbound,
        s.slipping,
        [(lost.seat, lost.card) for lost in s.lost_turns],
        [(waiting.card, waiting.until) for waiting in s.outlasting],
        s.portal_played,
        [(extra.seat, extra.card) for extra in s.extra_turns],
        [(copied.card, copied.until, copied.goes) for copied in s.copies],
        [(p.back, p.portals, p.declared) for p in s.players],
    )


def _load_passing(s: State, data: Any) -> None:
    bans, unbound, slipping, lost_turns, outlasting, s.portal_played, extra_turns, copies, players = data
    s.bans = tuple(Ban(seat, what, until, card, against) for seat, what, until, card, against in bans)
    s.unbound = tuple(unbound)
    s.slipping = tuple(slipping)
    s.lost_turns = tuple(LostTurn(seat, card) for seat, card in lost_turns)
    s.outlasting = tuple(Outlasting(card, until) for card, until in outlasting)
    s.extra_turns = tuple(ExtraTurn(seat, card) for seat, card in extra_turns)
    s.copies = tuple(Copied(card, until, goes) for card, until, goes in copies)
    for player, (back, portals, declared) in zip(s.players, players, strict=True):
        player.back = back
        player.portals = tuple(portals)
        player.declared = declared


def _load_frame(data: Any) -> Frame:
    script, pc, you, by, it, fight, cause, ret, regs = data
    return Frame(
        script=script,
        pc=pc,
        you=you,
        by=by,
        it=it,
        fight=fight,
        cause=cause,
        ret=ret,
        regs=[tuple(names) for names in regs],
    )


def _dump_fight(f: Fight) -> tuple[Any, ...]:
    return (
        f.id,
        f.fighter,
        f.helper,
        f.forced,
        [_dump_monster(m) for m in f.monsters],
        [(p.id, p.cards, p.by, p.to, p.target, p.amount) for p in f.plays],
        f.used,
        [(r.seat, r.levels, r.treasures, r.helper, r.monster, r.face, _dump_deal(r.deal)) for r in f.rewards],
        _dump_deal(f.deal),
        f.declared,
        f.outcome,
        f.margin,
        f.aid,
        f.watched,
        f.unpaid,
    )


def _dump_monster(m: Monster) -> tuple[Any, ...]:
    return (m.id, m.face, m.twin_of, m.attached, m.add, m.treasures, m.met, m.gone, m.without, m.levels, m.decided)


def _load_fight(data: Any) -> Fight:
    id, fighter, helper, forced, monsters, plays, used, rewards, deal, declared, outcome, margin, *further = data
    aid, watched, unpaid = further
    return Fight(
        id=id,
        fighter=fighter,
        helper=helper,
        forced=forced,
        monsters=[Monster(*m) for m in monsters],
        plays=[Play(p[0], tuple(p[1]), *p[2:]) for p in plays],
        used=used,
        rewards=[_load_reward(reward) for reward in rewards],
        deal=_load_deal_or_none(deal),
        declared=declared,
        outcome=outcome,
        margin=margin,
        aid=tuple((who, play) for who, play in aid),
        watched=tuple(watched),
        unpaid=unpaid,
    )


def _load_reward(data: Any) -> Reward:
    seat, levels, treasures, helper, monster, face, deal = data
    return Reward(seat, levels, treasures, helper, monster, face, _load_deal_or_none(deal))


def _dump_deal(deal: Deal | None) -> tuple[Any, ...] | None:
    return None if deal is None else deal.as_tuple()


def _load_deal_or_none(data: Any) -> Deal | None:
    return None if data is None else _load_deal(data)


def _load_deal(data: Any) -> Deal:
    id, kind, by, to, fight, gives, takes, treasures, order, promises, pledge = data
    return Deal(
        id=id,
        kind=kind,
        by=by,
        to=to,
        fight=fight,
        gives=tuple(gives),
        takes=tuple(takes),
        treasures=treasures,
        order=order,
        promises=tuple(promises),
        pledge=pledge,
    )
