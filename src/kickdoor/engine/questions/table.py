"""What lies on the table, at a glance: which face a card shows, whose it is, who sits, fights and is on turn."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.ids import NO_SEAT, Card, FightId, Seat, seats_of
from kickdoor.engine.data.stack import ASKED
from kickdoor.engine.data.state import Fight, Frame, Means, State
from kickdoor.engine.data.terms import BETWEEN, IN_DOOR_DISCARDS, IN_FIGHT, IN_HAND, IN_PLAY, OPEN


def context(you: Seat, it: Card, fight: FightId) -> Frame:
    """A frame without a script, for asking conditions about a player and a card."""
    return Frame(script=ASKED, pc=0, you=you, by=you, it=it, fight=fight, cause=-1, ret=-1, regs=[])


def face(s: State, card: Card) -> CardDef:
    """The definition that a card shows now."""
    if s.face and card in s.face:
        return s.rules.faces[s.face[card]]
    if card >= len(s.rules.defs):
        return _face_of_twin(s, card)
    return s.rules.defs[card]


def _face_of_twin(s: State, id: int) -> CardDef:
    """What a monster shows that has no card: doubled by itself or by a Dungeon."""
    return next(s.rules.faces[m.face] for fight in reversed(s.fights) for m in fight.monsters if m.id == id)


def owner(s: State, card: Card) -> Seat:
    """The seat that holds the card in hand or in play, or -1."""
    place = s.where[card] if card < len(s.where) else IN_FIGHT  # a twin may have no card
    if place >= IN_PLAY:
        return Seat(place - IN_PLAY)
    if place >= IN_HAND:
        return Seat(place - IN_HAND)
    return NO_SEAT


def in_play(s: State, card: Card) -> bool:
    """Whether the card lies before a player."""
    return s.where[card] >= IN_PLAY


def is_public(s: State, card: Card) -> bool:
    """Whether the card lies where everybody sees it: in no hand and no deck."""
    place = s.where[card]
    return place >= IN_PLAY or IN_DOOR_DISCARDS <= place < IN_HAND


def own_turn(s: State, seat: Seat) -> bool:
    """Whether the seat may do what is for its own turn: Charity ends that [TURN-13]."""
    return s.turn == seat and s.moment != BETWEEN


def in_combat(s: State, seat: Seat) -> bool:
    """Whether the seat fights, as fighter or helper, or still runs."""
    return s.players[seat].fight >= 0


def current_fight(s: State) -> Fight | None:
    """The fight that is on: the newest that is not decided."""
    for fight in reversed(s.fights):
        if fight.outcome == OPEN:
            return fight
    return None


def seats(s: State) -> list[Seat]:
    """Everybody at the table, in order; not to be changed."""
    return seats_of(len(s.players))


def party(s: State, fight: Fight) -> list[Seat]:
    """Who is in a fight: the fighter, and the helper if any. The dead fight no more [DEATH-04]."""
    players = s.players
    if fight.helper < 0 or players[fight.helper].dead:
        return [] if players[fight.fighter].dead else [fight.fighter]
    return [fight.helper] if players[fight.fighter].dead else [fight.fighter, fight.helper]


NO_VALUES: Final[frozenset[str]] = frozenset()


def means_of(s: State, seat: Seat) -> Means:
    """What the cards before the seat can do at all; kept until they change."""
    player = s.players[seat]
    means = player.means
    if means is not None:
        return means
    defs = s.rules.defs
    moments = kinds = bans = reacts = 0
    values = NO_VALUES
    for card in player.table:
        d = face(s, card) if s.face else defs[card]
        moments |= d.moments_in_play
        kinds |= 1 << d.kind
        bans |= d.bans
        reacts |= d.reacts
        if d.values:
            values |= d.values
    means = Means(moments, kinds, bans, reacts, values)
    player.means = means
    return means


def held_by(s: State, seat: Seat) -> int:
    """The windows in which some card of the seat's hand can act; kept until the hand changes."""
    player = s.players[seat]
    if player.held < 0:
        held = 0
        for card in player.hand:
            held |= s.rules.defs[card].moments_in_hand
        player.held = held
    return player.held


def is_reached(s: State, card: Card, seat: Seat) -> bool:
    """Whether a Dungeon, or a Portal that stays with one, counts for the seat [DUNG-01]."""
    return not s.reach or card not in s.reach or s.reach[card] >> seat & 1 == 1


def cards_of_kind(s: State, seat: Seat, kind: int) -> list[Card]:
    """Cards of a kind in play before the seat."""
    if not means_of(s, seat).kinds >> kind & 1:
        return []
    defs = s.rules.defs
    if s.face:
        return [c for c in s.players[seat].table if face(s, c).kind == kind]
    return [c for c in s.players[seat].table if defs[c].kind == kind]


def hosts_of(s: State, card: Card) -> tuple[Card, ...]:
    """The cards that a card is on."""
    return s.host.get(card, ())


def highest_level(s: State) -> int:
    """The highest Level in play."""
    return max((p.level for p in s.players if not p.dead), default=0)


def lowest_level(s: State, without: Seat = NO_SEAT) -> int:
    """The lowest Level in play, perhaps leaving one seat out; the dead are not in play [DEATH-04]."""
    return min((p.level for i, p in enumerate(s.players) if i != without and not p.dead), default=0)


def ring(s: State, start: Seat, step: int = 1) -> list[Seat]:
    """All other seats round the table from a seat: to the left, or with step -1 to the right."""
    n = len(s.players)
    return [Seat((start + step * i) % n) for i in range(1, n)]
