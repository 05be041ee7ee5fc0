"""The state of a game: plain data with one hand-written copy."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.deals import Deal
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.ids import FIRST_SEAT, NO_CARD, NO_FIGHT, NO_SEAT, Card, FightId, Seat
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.strength import StrengthLine
from kickdoor.engine.data.terms import AT_SETUP, DEEDS, GOES_ON, OPEN, STANDING, UNDECLARED, WILLING
from kickdoor.engine.data.uses import Use


class Means:
    """What the cards before a player can do at all, taken together; never changed once made."""

    __slots__ = ("bans", "kinds", "moments", "reacts", "values")

    def __init__(self, moments: int, kinds: int, bans: int, reacts: int, values: frozenset[str]) -> None:
        self.moments = moments  # mask of the windows in which one of them can act …
        self.kinds = kinds  # … of their kinds …
        self.bans = bans  # … of what they forbid …
        self.reacts = reacts  # … of the events they react to …
        self.values = values  # … and the numbers of the rules that they change

    def as_tuple(self) -> tuple[int, int, int, int, frozenset[str]]:
        """All fields, in order."""
        return (self.moments, self.kinds, self.bans, self.reacts, self.values)


NO_DEEDS: Final = (0,) * len(DEEDS)


class Player:
    """One seat's character and cards."""

    __slots__ = (
        "back",
        "dead",
        "declared",
        "deeds",
        "doubled",
        "fight",
        "fresh",
        "hand",
        "held",
        "level",
        "means",
        "portals",
        "sex",
        "table",
    )

    def __init__(
        self,
        level: int,
        sex: int,
        hand: list[Card],
        table: list[Card],
        fresh: list[Card],
        dead: bool = False,
        back: bool = False,
        fight: FightId = NO_FIGHT,
        doubled: int = 0,
        portals: tuple[Card, ...] = (),
        declared: bool = False,
        means: Means | None = None,
        held: int = -1,
        deeds: tuple[int, ...] = NO_DEEDS,
    ) -> None:
        self.level = level
        self.sex = sex
        self.hand = hand
        self.table = table  # all cards in play before them, in the order laid
        self.fresh = fresh  # cards just received: playable out of turn [ACT-07]
        self.dead = dead
        self.back = back  # from the dead, and still to be dealt new cards and to play of them [DEATH-06]
        self.fight = fight  # the fight that they are in, or NO_FIGHT
        self.doubled = doubled  # Items sold for double this turn [RACE-03]
        self.portals = portals  # Portals drawn face down this turn, which may be turned up [PORT-02]
        self.declared = declared  # to begin with the other sex; only before the first turn
        self.means = means  # kept: what the cards before them can do; None when they have changed
        self.deeds = deeds  # how often what is remembered of them has happened in this game, by DEEDS
        self.held = held  # kept: the windows in which a card of the hand can act; -1 when it has changed

    def copy(self) -> Player:
        """An independent copy."""
        return Player(
            level=self.level,
            sex=self.sex,
            hand=self.hand.copy(),
            table=self.table.copy(),
            fresh=self.fresh.copy(),
            dead=self.dead,
            back=self.back,
            fight=self.fight,
            doubled=self.doubled,
            portals=self.portals,
            declared=self.declared,
            means=self.means,
            held=self.held,
            deeds=self.deeds,
        )


class Monster:
    """A monster in a fight: its identity is its body card, or a number past all cards."""

    __slots__ = ("add", "attached", "decided", "face", "gone", "id", "levels", "met", "treasures", "twin_of", "without")

    def __init__(
        self,
        id: Card,
        face: int,
        twin_of: Card = NO_CARD,
        attached: list[Card] | None = None,
        add: int = 0,
        treasures: int = 0,
        met: int = 0,
        gone: int = STANDING,
        without: Card = NO_CARD,
        levels: int = 0,
        decided: bool = False,
    ) -> None:
        self.id = id
        self.face = face  # index of the definition it shows
        self.twin_of = twin_of  # its root's id, or -1
        self.attached: list[Card] = [] if attached is None else attached  # enhancers of its own
        self.add = add
        self.treasures = treasures
        self.met = met  # mask of seats that have met it
        self.gone = gone  # STANDING, REMOVED, KILLED or AVOIDED
        self.levels = levels  # more for killing it
        self.decided = decided  # it has spoken before the fight was decided
        self.without = without  # a twin: an enhancer of its root that it leaves out, or -1

    def copy(self) -> Monster:
        """An independent copy."""
        return Monster(
            id=self.id,
            face=self.face,
            twin_of=self.twin_of,
            attached=self.attached.copy(),
            add=self.add,
            treasures=self.treasures,
            met=self.met,
            gone=self.gone,
            without=self.without,
            levels=self.levels,
            decided=self.decided,
        )


class Play:
    """Cards played together into a fight; never changed once made."""

    __slots__ = ("amount", "by", "cards", "id", "target", "to")

    def __init__(self, id: int, cards: tuple[Card, ...], by: Seat, to: int, target: int, amount: int) -> None:
        self.id = id
        self.cards = cards
        self.by = by
        self.to = to  # TO_PARTY, TO_SEAT …
        self.target = target  # a seat or a monster, by `to`
        self.amount = amount


class Reward:
    """What somebody has earned in a fight; never changed once made."""

    __slots__ = ("deal", "face", "helper", "levels", "monster", "seat", "treasures")

    def __init__(
        self,
        seat: Seat,
        levels: int = 0,
        treasures: int = 0,
        helper: Seat = NO_SEAT,
        monster: Card = NO_CARD,
        face: int = -1,
        deal: Deal | None = None,
    ) -> None:
        self.seat = seat
        self.levels = levels
        self.treasures = treasures
        self.helper = helper  # who helped to earn it, or -1
        self.monster = monster  # for which monster; of a kill also the face that it showed [HIER-04]
        self.face = face
        self.deal = deal  # what was agreed with the helper

    def without_levels(self) -> Reward:
        """The same, but no Levels."""
        return Reward(self.seat, 0, self.treasures, self.helper, self.monster, self.face, self.deal)

    def without_treasures(self) -> Reward:
        """The same, but no Treasures."""
        return Reward(self.seat, self.levels, 0, self.helper, self.monster, self.face, self.deal)

    def without_deal(self) -> Reward:
        """The same, but nothing is due to the helper."""
        return Reward(self.seat, self.levels, self.treasures, self.helper, self.monster, self.face)


class Ban:
    """Somebody may not do something for a while; never changed once made."""

    __slots__ = ("against", "card", "seat", "until", "what")

    def __init__(self, seat: Seat, what: int, until: int, card: Card, against: Seat = NO_SEAT) -> None:
        self.seat = seat
        self.what = what  # BAN_PLAYS, BAN_HELP …
        self.until = until  # UNTIL_TURN_END, UNTIL_FIGHT_END or UNTIL_NEXT_TURN
        self.card = card  # by which card
        self.against = against  # for BAN_PLAYS_AGAINST: whom, or -1


class LostTurn:
    """Somebody's next turn is left out; never changed once made."""

    __slots__ = ("card", "seat")

    def __init__(self, seat: Seat, card: Card) -> None:
        self.seat = seat
        self.card = card  # by which card


class ExtraTurn:
    """Somebody has a turn more, after the one under way; never changed once made."""

    __slots__ = ("card", "seat")

    def __init__(self, seat: Seat, card: Card) -> None:
        self.seat = seat
        self.card = card  # by which card


class Copied:
    """A card shows another's face for a while, beyond all limits; never changed once made."""

    __slots__ = ("card", "goes", "until")

    def __init__(self, card: Card, until: int, goes: bool) -> None:
        self.card = card
        self.until = until  # UNTIL_TURN_END, UNTIL_FIGHT_END or UNTIL_NEXT_TURN
        self.goes = goes  # it was played for this, and is discarded afterwards


class Outlasting:
    """A kept Curse or Mark does not end with what is under way; never changed once made."""

    __slots__ = ("card", "until")

    def __init__(self, card: Card, until: int) -> None:
        self.card = card
        self.until = until  # UNTIL_TURN_END or UNTIL_FIGHT_END


class Fight:
    """A fight: who, against what, and everything played into it."""

    __slots__ = (
        "aid",
        "deal",
        "declared",
        "fighter",
        "forced",
        "helper",
        "id",
        "lines",
        "margin",
        "monsters",
        "outcome",
        "plays",
        "rewards",
        "sums",
        "sums_at",
        "unpaid",
        "used",
        "watched",
    )

    def __init__(
        self,
        id: FightId,
        fighter: Seat,
        helper: Seat = NO_SEAT,
        forced: int = WILLING,
        monsters: list[Monster] | None = None,
        plays: list[Play] | None = None,
        used: dict[Use, int] | None = None,
        rewards: list[Reward] | None = None,
        deal: Deal | None = None,
        declared: int = UNDECLARED,
        outcome: int = OPEN,
        margin: int = 0,
        aid: tuple[tuple[int, int], ...] = (),
        watched: tuple[int, ...] = (),
        unpaid: int = 0,
        sums: tuple[int, int] = (0, 0),
        sums_at: int = -1,
        lines: list[StrengthLine] | None = None,
    ) -> None:
        self.id = id
        self.fighter = fighter
        self.helper = helper
        self.forced = forced  # how the helper came: WILLING, FORCED …
        self.monsters: list[Monster] = [] if monsters is None else monsters
        self.plays: list[Play] = [] if plays is None else plays
        self.used: dict[Use, int] = {} if used is None else used  # how often, in this fight
        self.rewards: list[Reward] = [] if rewards is None else rewards  # earned, and not yet paid
        self.deal = deal
        self.declared = declared  # UNDECLARED, CLAIMED, CONCEDED or ENDED_BY_CARD
        self.outcome = outcome  # OPEN, WON, LOST, BROKEN_OFF or AVERTED
        self.margin = margin  # by how much the stronger side exceeded the other when it was decided
        self.aid = aid  # who has helped the monsters from outside, with the play that did (0: none is left to undo)
        self.watched = watched  # of a play under way from outside: who, the last serial, and how it stood before
        self.unpaid = unpaid  # mask of those who have left it and get no Treasure of it
        self.sums = sums  # kept: party and monsters' strength at version sums_at
        self.sums_at = sums_at
        self.lines = lines  # … and the lines that they are the sums of; not to be changed

    def copy(self) -> Fight:
        """An independent copy."""
        return Fight(
            id=self.id,
            fighter=self.fighter,
            helper=self.helper,
            forced=self.forced,
            monsters=[m.copy() for m in self.monsters],
            plays=self.plays.copy(),
            used=self.used.copy(),
            rewards=self.rewards.copy(),
            deal=self.deal,
            declared=self.declared,
            outcome=self.outcome,
            margin=self.margin,
            aid=self.aid,
            watched=self.watched,
            unpaid=self.unpaid,
            sums=self.sums,
            sums_at=self.sums_at,
            lines=self.lines,
        )


class Frame:
    """Something half done: a script, the place in it, whom and what it concerns, and its registers.

    The fields mean the same in every script. What one needs besides is in its registers (`registers.py`).
    """

    __slots__ = ("by", "cause", "fight", "it", "pc", "regs", "ret", "script", "you")

    def __init__(
        self,
        script: int,
        pc: int,
        you: Seat,
        by: Seat,
        it: Card,
        fight: FightId,
        cause: int,
        ret: int,
        regs: list[tuple[int, ...]],
    ) -> None:
        self.script = script  # its number, or one of the ASKED constants
        self.pc = pc  # the place of the next step
        self.you = you  # the seat that it concerns
        self.by = by  # the seat that brought it about, or -1
        self.it = it  # the card or monster behind it, or -1
        self.fight = fight  # the id of the fight that it is part of, or -1
        self.cause = cause  # how it came about, one of the BY constants, or -1
        self.ret = ret  # where in the frame below the result goes, or -1
        self.regs = regs

    def copy(self) -> Frame:
        """An independent copy (registers hold tuples, which may be shared)."""
        return Frame(
            script=self.script,
            pc=self.pc,
            you=self.you,
            by=self.by,
            it=self.it,
            fight=self.fight,
            cause=self.cause,
            ret=self.ret,
            regs=self.regs.copy(),
        )


class State:
    """Everything about a game but its record. `rules` is frozen and shared."""

    __slots__ = (
        "altered",
        "bans",
        "copies",
        "door",
        "door_discards",
        "draws",
        "dungeon",
        "dungeon_discards",
        "dungeons",
        "extra_turns",
        "face",
        "fights",
        "hold",
        "host",
        "key",
        "known",
        "listed",
        "listed_for",
        "loaded",
        "lost_turns",
        "may_loot",
        "met",
        "moment",
        "muted",
        "note",
        "offered",
        "offers",
        "out",
        "outlasting",
        "over",
        "patient",
        "players",
        "portal_played",
        "reach",
        "rules",
        "serial",
        "sink",
        "slipping",
        "spoken",
        "spoken_at",
        "stack",
        "treasure",
        "treasure_discards",
        "turn",
        "turns",
        "unbound",
        "unsettled",
        "up",
        "used",
        "version",
        "waiting",
        "where",
        "winners",
    )

    def __init__(
        self,
        rules: Rules,
        key: bytes,
        draws: int,
        players: list[Player],
        door: list[Card],
        treasure: list[Card],
        dungeon: list[Card],
        door_discards: list[Card],
        treasure_discards: list[Card],
        dungeon_discards: list[Card],
        dungeons: list[Card],
        reach: dict[Card, int],
        out: list[Card],
        where: list[int],
        known: list[int],
        up: list[bool],
        host: dict[Card, tuple[Card, ...]],
        face: dict[Card, int],
        note: dict[Card, int],
        fights: list[Fight],
        stack: list[Frame],
        offers: list[Deal],
        offered: dict[int, int],
        bans: tuple[Ban, ...],
        unbound: tuple[Seat, ...],
        slipping: tuple[Seat, ...],
        lost_turns: tuple[LostTurn, ...],
        outlasting: tuple[Outlasting, ...],
        extra_turns: tuple[ExtraTurn, ...],
        copies: tuple[Copied, ...],
        used: dict[Use, int],
        loaded: list[int],
        winners: list[Seat],
        over: int = GOES_ON,
        hold: int = 0,
        turn: Seat = FIRST_SEAT,
        turns: int = 0,
        met: bool = False,
        may_loot: bool = False,
        portal_played: bool = False,
        moment: int = AT_SETUP,
        serial: int = 0,
        unsettled: int = 0,
        waiting: int = 0,
        version: int = 0,
    ) -> None:
        self.rules = rules
        self.key = key
        self.draws = draws
        self.players = players
        self.door = door  # decks: the top is the end of the list
        self.treasure = treasure
        self.dungeon = dungeon
        self.door_discards = door_discards
        self.treasure_discards = treasure_discards
        self.dungeon_discards = dungeon_discards
        self.dungeons = dungeons  # face up, in force, the last played last; with Portals that stay with one
        self.reach = reach  # a Dungeon that is not for all -> mask of the seats in it
        self.out = out
        self.where = where  # card -> place
        self.known = known  # card -> mask of the seats that know it where it lies hidden
        self.up = up  # card -> whether it is equipped
        self.host = host  # attached card -> the cards it is on
        self.face = face  # card -> definition that it shows, where not its own
        self.note = note  # card -> a small number
        self.fights = fights
        self.stack = stack
        self.offers = offers
        self.offered = offered  # pair of seats -> offers made in this window
        self.bans = bans
        self.unbound = unbound  # seats that may use any Items till the fight is over
        self.slipping = slipping  # seats that escape without a roll, should the fight be lost
        self.lost_turns = lost_turns
        self.outlasting = outlasting  # Curses and Marks that wait for what is under way to end
        self.extra_turns = extra_turns
        self.copies = copies
        self.used = used  # how often, this turn
        self.loaded = loaded  # die rolls laid down beforehand
        self.winners = winners
        self.over = over  # GOES_ON, SEEMS_WON, OVER or WIN_IS_HEARD
        self.hold = hold  # steps under way that count as one: nothing settles meanwhile
        self.turn = turn
        self.turns = turns
        self.met = met  # a monster was met in phase 1, or looked for in phase 2 [TURN-06]
        self.may_loot = may_loot  # looting is allowed all the same
        self.portal_played = portal_played  # from the hand, this turn [PORT-03]
        self.moment = moment  # the window that is open, or the last one
        self.serial = serial  # last id given to a play, a deal or a fight
        self.unsettled = unsettled  # mask of seats whose limits must be looked at
        self.waiting = waiting  # mask of seats that are asked
        self.version = version  # grows with every change that could change an option or a strength
        self.spoken: list[list[int] | None] = [None] * len(players)  # kept: plays by seat …
        self.spoken_at: list[int] = [-1] * len(players)  # … at this version
        self.listed: list[int] = []  # kept: the options of seat `listed_for`, until something is answered
        self.listed_for = -1
        self.altered: frozenset[str] | None = None  # kept: the numbers of the rules that a card in play changes
        self.sink: list[Event] | None = None  # where somebody listens
        self.muted: tuple[str, ...] = ()  # names of cards whose effects are broken off while this answer runs
        self.patient = False  # whether a window in which nobody can speak is held open, too, where they might

    def copy(self) -> State:
        """An independent copy, without the event sink and without patience."""
        return State(
            rules=self.rules,
            key=self.key,
            draws=self.draws,
            players=[p.copy() for p in self.players],
            door=self.door.copy(),
            treasure=self.treasure.copy(),
            dungeon=self.dungeon.copy(),
            door_discards=self.door_discards.copy(),
            treasure_discards=self.treasure_discards.copy(),
            dungeon_discards=self.dungeon_discards.copy(),
            dungeons=self.dungeons.copy(),
            reach=self.reach.copy(),
            out=self.out.copy(),
            where=self.where.copy(),
            known=self.known.copy(),
            up=self.up.copy(),
            host=self.host.copy(),
            face=self.face.copy(),
            note=self.note.copy(),
            fights=[f.copy() for f in self.fights],
            stack=[f.copy() for f in self.stack],
            offers=self.offers.copy(),
            offered=self.offered.copy(),
            bans=self.bans,
            unbound=self.unbound,
            slipping=self.slipping,
            lost_turns=self.lost_turns,
            outlasting=self.outlasting,
            extra_turns=self.extra_turns,
            copies=self.copies,
            used=self.used.copy(),
            loaded=self.loaded.copy(),
            winners=self.winners.copy(),
            over=self.over,
            hold=self.hold,
            turn=self.turn,
            turns=self.turns,
            met=self.met,
            may_loot=self.may_loot,
            portal_played=self.portal_played,
            moment=self.moment,
            serial=self.serial,
            unsettled=self.unsettled,
            waiting=self.waiting,
            version=self.version,
        )

    @property
    def is_heard(self) -> bool:
        """Whether somebody listens to what happens: what is worked out only to be told need not be otherwise."""
        return self.sink is not None

    def fight_by_id(self, id: FightId) -> Fight | None:
        """The fight with this id, if it is still there."""
        for fight in self.fights:
            if fight.id == id:
                return fight
        return None
