"""Positions: any table in a few lines, for scenarios and tests."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from kickdoor.engine.actions import chance, fights, piles
from kickdoor.engine.data import ids
from kickdoor.engine.data.deals import HELP, ORDERS, Deal
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import Fight, Monster
from kickdoor.engine.data.terms import (
    CLASS,
    CURSE,
    DEEDS,
    FORCED,
    IN_DOOR_DECK,
    IN_DUNGEON_DECK,
    IN_FIGHT,
    IN_PLAY,
    IN_TREASURE_DECK,
    ITEM,
    MONSTER,
    OUT_OF_GAME,
    POWER,
    RACE,
    SEXES,
    STEED,
    TO_MONSTERS,
    TO_PARTY,
    TO_SEAT,
    WILLING,
)
from kickdoor.engine.questions.force import is_usable
from kickdoor.engine.questions.table import face
from kickdoor.engine.running import entering, kernel
from kickdoor.engine.running.entering import PHASES, SETUP_PHASES
from kickdoor.packs.language import Card
from kickdoor.packs.loader import Listed, Source, cards_of, digest_of, load, pack_of
from kickdoor.packs.mixing import Change, compile_with
from kickdoor.play.game import Game, Heard
from kickdoor.play.naming import INLINE, UnclearCard, card_names, is_called
from kickdoor.play.record import Record
from kickdoor.play.spelling import hint_for, unknown
from kickdoor.rules.books import resolve

CardName = str | dict[str, Any]


class PositionError(ValueError):
    """A position that cannot be laid out."""


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A player: everything left out is Level 1, human, without a Class and empty-handed."""

    level: int = 1
    sex: str = "male"
    races: list[CardName] = []
    classes: list[CardName] = []
    powers: list[CardName] = []
    table: list[CardName] = []  #: other cards in play: Super Munchkin, a Hireling, a Title
    equipped: list[CardName] = []
    carried: list[CardName] = []
    attached: dict[str, str | list[str]] = {}  #: card in play -> the card that it is on
    hand: list[CardName] | int = []
    fresh: list[str] = []  #: cards of the hand that were just received
    curses: list[CardName] = []
    dead: bool = False
    deeds: dict[str, int] = {}  #: what has happened to them in this game: kills, wins, helps, curses, deaths


class Combat(msgspec.Struct, forbid_unknown_fields=True):
    """A fight under way."""

    fighter: str
    monsters: list[CardName]  #: a name, an inline card, or {card: …, enhancers: […], twin_of: …}
    helper: str | None = None
    treasures: int = 0  #: promised to the helper
    order: str = "helper_first"
    played: list[dict[str, Any]] = []  #: {card: …, by: …, for: party | monsters | a player}
    forced: bool = False
    meet: bool = False  #: the monsters have not been met yet


class Position(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table."""

    players: dict[str, Seat]
    packs: list[str] = msgspec.field(default_factory=lambda: ["munchkin"])
    book: str | None = None
    options: dict[str, int | bool] = {}
    turn: str | None = None
    phase: str | None = None  #: left out: the fight that is under way, or before the door
    combat: Combat | None = None
    door: list[CardName] = []  #: top of the deck first
    treasure: list[CardName] = []
    door_discards: list[CardName] = []  #: top of the pile first
    treasure_discards: list[CardName] = []
    dungeons: list[CardName] = []  #: face up, the last played last
    dungeon: list[CardName] = []  #: top of the Dungeon deck first
    dungeon_discards: list[CardName] = []  #: the last left first
    doors_left: int | None = None  #: cut the deck down to so many cards
    treasures_left: int | None = None
    rolls: list[int] = []
    out_of_game: list[CardName] = []
    met: bool = False
    may_loot: bool = False
    seed: str = "scenario"


DECK_OF_KIND = {
    "item": "treasure",
    "one_shot": "treasure",
    "item_enhancer": "treasure",
    "go_up_a_level": "treasure",
    "hireling": "treasure",
    "dungeon": "dungeon",
}


class Layout:
    """Lays out a position: finds cards by name, compiles inline ones, puts all where they belong."""

    def __init__(self, position: Position, change: Change | None = None) -> None:
        self.position = position
        self.seats = list(position.players)
        self.inline: list[Card] = []
        self.listed: list[tuple[Listed, int]] = []
        self.taken: set[ids.Card] = set()
        self.labels: dict[str, int] = {}
        self._gather()
        sources = [load(name) for name in position.packs]
        book = position.book or (sources[0].pack.book if sources else "deluxe")
        packs, numbers = tuple(position.packs), resolve(book, position.options)
        rules = compile_with(packs, self.listed, numbers, change)
        sexes = [SEXES.index(seat.sex) for seat in position.players.values()]
        self.state = kernel.new_state(rules, len(self.seats), sexes, chance.key_of(position.seed))
        self.names = card_names(rules)
        header = Record(
            packs=tuple(position.packs),
            hashes=tuple(digest_of(source) for source in sources),
            book=book,
            options={k: int(v) for k, v in position.options.items()},
            seats=len(self.seats),
            sexes=tuple(seat.sex for seat in position.players.values()),
            seed=position.seed,
        )
        self.game = Game(self.state, header, None)
        self.opening: list[Event] = []  #: what has happened before the first decision

    # Inline cards

    def _gather(self) -> None:
        """Find all inline cards of the position before the rules are compiled."""
        fillers = 0
        p = self.position
        places: list[list[CardName]] = [
            p.door,
            p.treasure,
            p.door_discards,
            p.treasure_discards,
            p.dungeons,
            p.dungeon,
            p.dungeon_discards,
            p.out_of_game,
        ]
        for seat in p.players.values():
            if isinstance(seat.hand, int):
                seat.hand = [f"card{fillers + i + 1}" for i in range(seat.hand)]
                fillers += len(seat.hand)
            places += [
                seat.races,
                seat.classes,
                seat.powers,
                seat.table,
                seat.equipped,
                seat.carried,
                seat.hand,
                seat.curses,
            ]
        if p.combat is not None:
            places.append(p.combat.monsters)
            for entry in p.combat.played:
                self._gather_entry(entry)
            for monster in p.combat.monsters:
                if isinstance(monster, dict) and "card" in monster:
                    self._gather_entry(monster)
                    places.append(monster.get("enhancers", []))
        for place in places:
            for i, name in enumerate(place):
                if isinstance(name, dict) and "card" not in name:
                    place[i] = self._add_inline(name)
                elif isinstance(name, str) and re.fullmatch(r"card\d+", name):
                    self._add_filler(name)

    def _gather_entry(self, entry: dict[str, Any]) -> None:
        if isinstance(entry["card"], dict):
            entry["card"] = self._add_inline(entry["card"])

    def _add_inline(self, given: dict[str, Any]) -> str:
        fields = dict(given)
        if "kind" not in fields:
            fields["kind"] = "monster" if "level" in fields else "item"
        number = len(self.inline) + 1
        fields.setdefault("name", fields.get("id", f"{fields['kind']} {number}"))
        fields.setdefault("id", re.sub(r"[^a-z0-9]+", "_", fields["name"].lower()).strip("_") + f"_{number}")
        fields.setdefault("deck", DECK_OF_KIND.get(fields["kind"], "door"))
        if fields["kind"] == "monster":
            fields.setdefault("treasures", 1)
        if fields["kind"] in ("item", "one_shot", "steed"):
            fields.setdefault("gold", 100)
        known = Card.__struct_encode_fields__
        for word in fields:
            if word not in known:
                raise PositionError(f"inline card {fields['name']!r} does not know {word!r}{hint_for(word, known)}")
        try:
            card = msgspec.convert(fields, Card)
        except msgspec.ValidationError as error:
            raise PositionError(f"inline card {fields['name']!r}: {error}") from error
        self._list(card)
        return card.name

    def _add_filler(self, name: str) -> None:
        if not any(card.name == name for card in self.inline):
            self._list(Card(id=name, name=name, deck="door", kind="special"))

    def _list(self, card: Card) -> None:
        self.inline.append(card)
        source = Source(load("munchkin").pack, "the scenario", "", "")
        self.listed.append((Listed(f"{INLINE}/{card.id}", card, 1, source), card.copies))

    # Finding cards

    def find(self, name: CardName) -> ids.Card:
        """A copy of the card that is not placed yet."""
        assert isinstance(name, str), name
        try:
            known = self.names.cards(name)
        except UnclearCard as error:
            raise PositionError(str(error)) from error
        for card in known:
            if card not in self.taken:
                self.taken.add(card)
                return card
        raise PositionError(f"all {len(known)} copies of {name!r} are already placed")

    def seat(self, name: str) -> ids.Seat:
        """A player's number."""
        if name not in self.seats:
            raise PositionError(unknown("player", name, self.seats))
        return ids.Seat(self.seats.index(name))

    # Laying out

    def lay_out(self) -> Game:
        """Put everything where it belongs and run to the first decision."""
        self.place()
        return self.start()

    def start(self) -> Game:
        """From the table as it is placed to the first decision."""
        with Heard(self.state) as self.opening:
            kernel.advance(self.state)
        return self.game

    def place(self) -> None:
        """Put everything where it belongs: the table before anything happens."""
        s = self.state
        p = self.position
        for number, seat in enumerate(p.players.values()):
            self._seat(ids.Seat(number), seat)
        self._piles()
        s.turn = self.seat(p.turn) if p.turn else ids.FIRST_SEAT
        s.turns = 1
        s.loaded = list(p.rolls)
        s.met = p.met or p.combat is not None
        s.may_loot = p.may_loot
        s.unsettled = 0
        others = ("combat", "running_away", *SETUP_PHASES)
        phase = p.phase or ("arrange" if p.combat is None else "combat")
        if phase not in PHASES and phase not in others:
            raise PositionError(f"unknown phase {phase!r}; there are {', '.join([*PHASES, *others])}")
        if phase in SETUP_PHASES:
            entering.enter_setup(s, phase)
        else:
            entering.enter_turn(s, phase if phase in PHASES else "second")
        if p.combat is not None:
            self._combat(p.combat)
        for card in self.taken:
            if face(s, card).kind == ITEM and s.up[card] and not is_usable(s, ids.Seat(s.where[card] - IN_PLAY), card):
                raise PositionError(f"{face(s, card).name} is not usable by its owner, so cannot be equipped")
        s.version += 1

    def _seat(self, number: ids.Seat, seat: Seat) -> None:
        s = self.state
        player = s.players[number]
        player.level = seat.level
        for deed in seat.deeds:
            if deed not in DEEDS:
                raise PositionError(unknown("deed", deed, DEEDS))
        player.deeds = tuple(seat.deeds.get(deed, 0) for deed in DEEDS)
        for names, kinds, what in (
            (seat.races, (RACE, CLASS), "Race"),
            (seat.classes, (CLASS, RACE), "Class"),
            (seat.powers, (POWER,), "Power"),
            (seat.table, (), ""),
            (seat.curses, (CURSE,), "Curse"),
        ):
            for name in names:
                card = self.find(name)
                if kinds and face(s, card).kind not in kinds and pack_of(s.rules.defs[card].id) != INLINE:
                    raise PositionError(f"{face(s, card).name!r} is no {what}")
                piles.to_table(s, card, number)
        equipped = [self.find(name) for name in seat.equipped]
        for card in [*equipped, *(self.find(name) for name in seat.carried)]:
            piles.to_table(s, card, number)
        for on, host in seat.attached.items():
            card = self._in_play(number, on) if self._in_play(number, on) >= 0 else self.find(on)
            if s.where[card] != IN_PLAY + number:
                piles.to_table(s, card, number)
            if any(self._in_play(number, on) < 0 for on in ([host] if isinstance(host, str) else host)):
                raise PositionError(f"{on!r} cannot be on {host!r}, which is not in play before that player")
            s.host[card] = tuple(self._in_play(number, on) for on in ([host] if isinstance(host, str) else host))
        for card in equipped:
            if face(s, card).kind not in (ITEM, STEED):
                raise PositionError(f"{face(s, card).name!r} is not an Item to equip; lay it under carried or table")
            s.up[card] = True
        assert isinstance(seat.hand, list)
        for name in seat.hand:
            card = self.find(name)
            piles.to_hand(s, card, number, 0)
        player.fresh = [c for c in player.hand if any(is_called(face(s, c), name) for name in seat.fresh)]
        player.dead = seat.dead

    def _in_play(self, number: int, name: str) -> ids.Card:
        for card in self.state.players[number].table:
            if is_called(face(self.state, card), name):
                return card
        return ids.NO_CARD

    def _piles(self) -> None:
        s = self.state
        p = self.position
        for name in reversed(p.door_discards):
            piles.to_discards(s, self.find(name))
        for name in reversed(p.treasure_discards):
            piles.to_discards(s, self.find(name))
        for name in p.dungeons:
            piles.to_dungeons(s, self.find(name))
        for name in reversed(p.dungeon_discards):
            piles.to_discards(s, self.find(name))
        for name in p.out_of_game:
            piles.to_out(s, self.find(name))
        for cards, names, left, place in (
            (s.door, p.door, p.doors_left, IN_DOOR_DECK),
            (s.treasure, p.treasure, p.treasures_left, IN_TREASURE_DECK),
            (s.dungeon, p.dungeon, None, IN_DUNGEON_DECK),
        ):
            top = [self.find(name) for name in names]
            inline = [c for c in cards if pack_of(s.rules.defs[c].id) == INLINE and c not in top]
            for card in [*top, *inline]:
                piles.lift(s, card)
            for card in reversed(top):
                cards.append(card)
                s.where[card] = place
                s.known[card] = 0
            for card in inline:
                if card not in self.taken:
                    s.out.append(card)
                    s.where[card] = OUT_OF_GAME
            if left is not None:
                while len(cards) > left:
                    piles.to_out(s, cards[0])

    def _combat(self, combat: Combat) -> None:
        s = self.state
        s.serial += 1
        fighter = self.seat(combat.fighter)
        helper = self.seat(combat.helper) if combat.helper else ids.NO_SEAT
        if helper == fighter:
            raise PositionError(f"{combat.fighter} cannot help themselves")
        if self.position.phase in PHASES:
            raise PositionError(f"in a fight `phase` is `combat` or `running_away`, not {self.position.phase!r}")
        fight = Fight(ids.FightId(s.serial), fighter, helper, FORCED if combat.forced else WILLING)
        s.fights.append(fight)
        for seat in (fighter, helper):
            if seat >= 0:
                s.players[seat].fight = fight.id
        if helper >= 0:
            order = ORDERS.index(combat.order)
            fight.deal = Deal(0, HELP, fighter, helper, fight.id, treasures=combat.treasures, order=order)
        party = sum(1 << seat for seat in (fighter, helper) if seat >= 0)
        for given in combat.monsters:
            entry = given if isinstance(given, dict) else {"card": given}
            card = self.find(entry["card"])
            twin_of = entry.get("twin_of")
            if twin_of is None and face(s, card).kind != MONSTER and face(s, card).as_monster < 0:
                raise PositionError(f"{face(s, card).name!r} is no monster")
            piles.to_place(s, card, IN_FIGHT)
            if twin_of is not None:
                roots = [m for m in fight.monsters if is_called(s.rules.faces[m.face], twin_of)]
                if not roots:
                    raise PositionError(f"there is no monster {twin_of!r} before its twin")
                root = roots[0]
                s.face[card] = root.face
                fight.monsters.append(Monster(card, root.face, root.id, met=party))
            else:
                met = 0 if combat.meet else party
                fight.monsters.append(Monster(card, face(s, card).index, met=met))
            for name in entry.get("enhancers", []):
                fights.enhance(s, fight, card, self.find(name), ids.NO_SEAT)
        for play in combat.played:
            card = self.find(play["card"])
            piles.to_place(s, card, IN_FIGHT)
            source = next((e for e, _ in self.listed if e.card.name == play["card"]), None)
            amount = play.get("amount", source.card.bonus if source else self._bonus(card))
            target = play.get("for", "party")
            by = self.seat(play["by"]) if "by" in play else fighter
            to, whom = {"party": (TO_PARTY, -1), "monsters": (TO_MONSTERS, -1)}.get(
                target, (TO_SEAT, self.seat(target) if target not in ("party", "monsters") else -1)
            )
            fights.enter(s, fight, card, by, to, whom, amount)
        if helper >= 0 and s.players[helper].dead:
            fights.fall(s, helper)
        if self.position.phase == "running_away":
            entering.enter_flight(s, fight)
        else:
            entering.enter_fight(s, fight)

    def _bonus(self, card: int) -> int:
        id = self.state.rules.defs[card].id
        for name in self.position.packs:
            for entry in cards_of(load(name)):
                if entry.id == id:
                    return entry.card.bonus
        return 0
