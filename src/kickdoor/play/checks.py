"""What must hold at every decision of every game. Each check lists what it found wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from kickdoor.engine.data import ids
from kickdoor.engine.data.events import CARD, Event, redact
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    DECKS,
    IN_DOOR_DECK,
    IN_DOOR_DISCARDS,
    IN_DUNGEON_DECK,
    IN_DUNGEON_DISCARDS,
    IN_DUNGEONS,
    IN_FIGHT,
    IN_HAND,
    IN_LIMBO,
    IN_PLAY,
    IN_TREASURE_DECK,
    IN_TREASURE_DISCARDS,
    LAID_OUT,
    OUT_OF_GAME,
    OVER,
    PLACE_NAMES,
)
from kickdoor.engine.questions.strength import sums
from kickdoor.engine.questions.suppose import strengths
from kickdoor.engine.questions.surplus import is_sparse, surplus_of_many
from kickdoor.engine.questions.table import held_by, means_of, seats
from kickdoor.engine.questions.values import altered
from kickdoor.engine.running import kernel
from kickdoor.engine.running.asking import not_offered
from kickdoor.engine.running.underway import cards_held
from kickdoor.play.game import GALLERY, Game, Option
from kickdoor.play.looking import Onlooker, view_of
from kickdoor.play.record import Record, RecordError
from kickdoor.play.view import CardView, View

DECK_PLACES = (IN_DOOR_DECK, IN_TREASURE_DECK, IN_DUNGEON_DECK)

SAMPLE = 1
"""How many options are tried out at each decision, of whichever seats."""

UNSURE = frozenset({"reshuffled", "taken_unseen"})
"""After these events it is no longer known who has seen what, so what others told cannot be judged."""

LONG_AGO = frozenset({"turn_lost"})
"""These name a card that all saw when it was played. By now it may be in a deck again; they do not tell where."""


def at_decision(game: Game, seat: int, option: int, rng: Random) -> list[str]:
    """All that is wrong with a game that is about to be given this answer."""
    views = views_anew(game.state)
    return [
        *conserved(game.state),
        *caches_fit(game.state),
        *views_fit(game, views),
        *plays_are_whole(game.state),
        *copies_go_alike(game, seat, option),
        *options_are_sound(game, rng),
        *secrets_are_kept(game.state, views, rng),
    ]


def place_lists(s: State) -> Iterator[tuple[int, list[ids.Card]]]:
    """Every place that keeps a list of its cards."""
    yield IN_DOOR_DECK, s.door
    yield IN_TREASURE_DECK, s.treasure
    yield IN_DUNGEON_DECK, s.dungeon
    yield IN_DOOR_DISCARDS, s.door_discards
    yield IN_TREASURE_DISCARDS, s.treasure_discards
    yield IN_DUNGEON_DISCARDS, s.dungeon_discards
    yield IN_DUNGEONS, s.dungeons
    yield OUT_OF_GAME, s.out
    for seat, player in enumerate(s.players):
        yield IN_HAND + seat, player.hand
        yield IN_PLAY + seat, player.table


def place_name(place: int) -> str:
    """A place in words."""
    if place >= IN_PLAY:
        return f"table of seat {place - IN_PLAY}"
    return f"hand of seat {place - IN_HAND}" if place >= IN_HAND else PLACE_NAMES[place]


def conserved(s: State) -> list[str]:
    """Each card is in one place, and notes say so; what lies in no list belongs to something under way."""
    found = [] if _all_lie_right(s) else _misplaced(s)
    for card in {*s.face, *s.note}:
        if not 0 <= card < len(s.where):
            if not any(monster.id == card for fight in s.fights for monster in fight.monsters):
                found.append(f"something is noted of monster {card}, which is in no fight")
        elif s.where[card] < IN_PLAY and s.where[card] not in (IN_FIGHT, IN_LIMBO, LAID_OUT, IN_DUNGEONS):
            found.append(f"card {card} in {place_name(s.where[card])} still has a face or a note of elsewhere")
    return found


def _all_lie_right(s: State) -> bool:
    """Whether each card is noted where it lies, once and in a deck of its own: then nothing is looked for."""
    cards: list[ids.Card] = []
    places: list[int] = []
    for place, there in place_lists(s):
        cards += there
        places += [place] * len(there)
        if place in DECK_PLACES and not _backs(s.rules, place - IN_DOOR_DECK).issuperset(there):
            return False
    noted = s.where.__getitem__
    if len(set(cards)) != len(cards) or [*map(noted, cards)] != places:
        return False
    if len(cards) == len(s.where):
        return True
    under_way = {place: [*map(noted, _numbers(s, held))].count(place) for place, held in _held(s).items()}
    counts = {place: s.where.count(place) for place in under_way}
    return counts == under_way and len(cards) + sum(counts.values()) == len(s.where)


def _numbers(s: State, cards: set[ids.Card]) -> list[ids.Card]:
    """Cards without the monsters that only look like others."""
    return [card for card in cards if 0 <= card < len(s.where)]


def _misplaced(s: State) -> list[str]:
    """What is wrong with the places of cards."""
    found = []
    listed: dict[int, int] = {}
    for place, cards in place_lists(s):
        before = len(listed)
        listed.update(dict.fromkeys(cards, place))
        if len(listed) != before + len(cards):
            found.append(f"a card in {place_name(place)} is there twice or elsewhere too: {sorted(cards)}")
        if place in DECK_PLACES and not _backs(s.rules, place - IN_DOOR_DECK).issuperset(cards):
            others = [(card, DECKS[s.rules.defs[card].deck]) for card in cards]
            found += [
                f"card {card} of the {deck} deck is in {place_name(place)}"
                for card, deck in others
                if deck != DECKS[place - IN_DOOR_DECK]
            ]
    held = _held(s)
    for card, place in enumerate(s.where):
        if listed.get(card) == place:
            continue
        if card in listed:
            found.append(f"card {card} is in {place_name(listed[card])} but noted in {place_name(place)}")
        elif place not in held:
            found.append(f"card {card} is noted in {place_name(place)} but not there")
        elif card not in held[place] and s.over != OVER:  # a win ends at once what is under way
            id = s.rules.defs[card].id
            found.append(f"card {card} ({id}) is in {place_name(place)}, where nothing under way has it")
    return found


@lru_cache(maxsize=8)
def _backs(rules: Rules, deck: int) -> frozenset[int]:
    """The cards with the back of a deck."""
    return frozenset(card for card, d in enumerate(rules.defs) if d.deck == deck)


def _held(s: State) -> dict[int, set[ids.Card]]:
    """The cards that something under way has, by place."""
    fights: set[ids.Card] = set()
    for fight in s.fights:
        for monster in fight.monsters:
            fights.update((monster.id, *monster.attached))
        for play in fight.plays:
            fights.update(play.cards)
    fights.update([card for card, hosts in s.host.items() if fights.intersection(hosts)])
    under_way = cards_held(s)
    return {IN_FIGHT: fights, IN_LIMBO: under_way, LAID_OUT: under_way}


def caches_fit(s: State) -> list[str]:
    """Whatever is kept for speed is what working it out anew gives."""
    found = []
    fresh = s.copy()
    for player in fresh.players:
        player.means = None
        player.held = -1
    for fight in fresh.fights:
        fight.sums_at = -1
    for seat in seats(s):
        player = s.players[seat]
        anew = means_of(fresh, seat).as_tuple()
        if player.means is not None and player.means.as_tuple() != anew:
            found.append(f"means of seat {seat} kept as {player.means.as_tuple()}, worked out as {anew}")
        if player.held not in (-1, held_by(fresh, seat)):
            found.append(f"the hand of seat {seat} can act at other moments than is kept")
    if s.altered is not None and s.altered != altered(fresh):
        found.append(f"altered numbers kept as {set(s.altered)}, worked out as {set(altered(fresh))}")
    for fight, again in zip(s.fights, fresh.fights, strict=True):
        if fight.sums_at == s.version and fight.sums != sums(fresh, again):
            found.append(f"strength of fight {fight.id} kept as {fight.sums}, worked out as {again.sums}")
    for seat in seats(s):
        if is_sparse(s, seat) and surplus_of_many(s, seat) is not None:
            found.append(f"seat {seat} is over a limit that a quick look did not see")
        if kernel.options(s, seat) != kernel.options(fresh, seat):
            found.append(f"options of seat {seat} kept are not those worked out anew")
    return found


def views_anew(s: State) -> dict[int, View]:
    """What each seat and the gallery see, by somebody who has never looked before."""
    onlooker = Onlooker(s)
    return {seat: onlooker.view(seat) for seat in (GALLERY, *seats(s))}


def views_fit(game: Game, views: Mapping[int, View]) -> list[str]:
    """Views that share what has not changed since the ones before are those made anew."""
    return [f"the view of seat {seat} is not the one made anew" for seat in views if game.view(seat) != views[seat]]


def plays_are_whole(s: State) -> list[str]:
    """No quick look passes over a card that its owner could play or use now."""
    return [f"seat {seat} is not offered what card {card} lets it do" for seat, card in not_offered(s)]


def copies_go_alike(game: Game, seat: int, option: int) -> list[str]:
    """A copy and a loaded save are the game, and go the same way on the same answer; the game stays put."""
    found = []
    saved = game.to_bytes()
    clone = game.clone()
    if clone.to_bytes() != saved:
        found.append("a copy is not like the game")
    loaded = Game.from_bytes(saved)
    if loaded.to_bytes() != saved:
        found.append("a save is not like the game once it is loaded")
    told = [event.as_tuple() for event in clone.apply(seat, option)]
    if told != [event.as_tuple() for event in loaded.apply(seat, option)]:
        found.append("a copy and a loaded save tell the same answer differently")
    if clone.to_bytes() != loaded.to_bytes():
        found.append("a copy and a loaded save go different ways on the same answer")
    if game.to_bytes() != saved:
        found.append("an answer given to a copy changed the game")
    return found


def options_are_sound(game: Game, rng: Random, sample: int = SAMPLE) -> list[str]:
    """No option is listed twice, who is asked has one, and those that are tried on a copy are taken."""
    found = []
    listed: list[tuple[int, int]] = []
    for seat in range(game.seats):
        options = kernel.options(game.state, seat)
        if len(set(options)) != len(options):
            twice = [Option(option) for option, count in Counter(options).items() if count > 1]
            found.append(f"seat {seat} has options twice: {twice}")
        if not options and game.state.waiting >> seat & 1:
            found.append(f"seat {seat} is asked and has no option")
        listed += [(seat, option) for option in rng.sample(options, min(sample, len(options)))]
    for seat, option in rng.sample(listed, min(sample, len(listed))):
        clone = game.clone()
        try:
            clone.apply(seat, option)
        except Exception as error:
            found.append(f"option {Option(option)} of seat {seat} is not taken: {error!r}")
            continue
        wrong = conserved(clone.state)
        found.extend(f"after {Option(option)} of seat {seat}: {each}" for each in wrong)
    return found


def hidden_from(s: State, seat: int) -> list[ids.Card]:
    """The cards that a seat (-1: the gallery) must not know: what it has not seen of decks and hands."""
    hands = [player.hand for other, player in enumerate(s.players) if other != seat]
    known = s.known
    places = (s.door, s.treasure, s.dungeon, *hands)
    if seat < 0:
        return [card for cards in places for card in cards if known[card] != ALL_SEATS]
    return [card for cards in places for card in cards if not known[card] >> seat & 1]


def is_hidden_from(s: State, seat: int, card: int) -> bool:
    """Whether a seat (-1: the gallery) must not know this card."""
    if not 0 <= card < len(s.where):
        return False
    place, known = s.where[card], s.known[card]
    if place not in DECK_PLACES and (not IN_HAND <= place < IN_PLAY or place == IN_HAND + seat):
        return False
    return known != ALL_SEATS if seat < 0 else not known >> seat & 1


def secrets_are_kept(s: State, views: Mapping[int, View], rng: Random) -> list[str]:
    """No view names a card that its seat must not know; one, drawn by lot, does not tell two such cards apart."""
    found = []
    tried = rng.randrange(-1, len(s.players))
    for seat, view in views.items():
        for card in sorted(cards_in(view)):
            if is_hidden_from(s, seat, card):
                found.append(f"the view of seat {seat} shows card {card} in {place_name(s.where[card])}")
        pair = swappable(s, hidden_from(s, seat), rng) if seat == tried else None
        if pair is not None:
            exchanged = swapped(s, *pair)
            shown, other = (view, strengths(s)), (view_of(exchanged, seat), strengths(exchanged))
            if msgspec.msgpack.encode(shown) != msgspec.msgpack.encode(other):
                at = [place_name(s.where[card]) for card in pair]
                found.append(f"the view of seat {seat} tells cards {pair} in {at[0]} and {at[1]} apart")
    return found


def cards_in(view: View) -> set[int]:
    """Every card that a view shows."""
    shown: set[int] = set()
    parts: list[Any] = [view]
    while parts:
        part = parts.pop()
        if type(part) is list:
            parts.extend(part)
        elif part is not None:
            if type(part) is CardView:
                shown.add(part.card)
            kind: type[msgspec.Struct] = type(part)
            parts.extend([getattr(part, name) for name in _showing(kind)])
    return shown


@cache
def _showing(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a part of a view in which a card may be shown."""
    fields = msgspec.structs.fields(kind)
    return tuple(field.name for field in fields if _may_show(inspect.type_info(field.type)))


def _may_show(kind: inspect.Type) -> bool:
    """Whether something of this type is a card, or has one in it."""
    match kind:
        case inspect.StructType(cls=cls):
            return cls is CardView or bool(_showing(cls))
        case inspect.ListType(item_type=inner):
            return _may_show(inner)
        case inspect.UnionType(types=kinds):
            return any(map(_may_show, kinds))
    return False


def swappable(s: State, hidden: Sequence[ids.Card], rng: Random) -> tuple[ids.Card, ids.Card] | None:
    """Two different cards with the same back out of those that a seat must not know, one of a hand if there is one.

    Cards that something under way holds are left out: their numbers stand in its notes, too.
    """
    busy = {card for cards in _held(s).values() for card in cards}
    held = [card for card in hidden if s.where[card] >= IN_HAND and card not in busy]
    one = _drawn(held or hidden, rng, lambda card: card not in busy)
    if one is None:
        return None
    d = s.rules.defs[one]

    def is_another(card: ids.Card) -> bool:
        other = s.rules.defs[card]
        return other.deck == d.deck and other.index != d.index and card not in busy

    two = _drawn(hidden, rng, is_another)
    return None if two is None else (one, two)


def _drawn(cards: Sequence[ids.Card], rng: Random, fits: Callable[[ids.Card], bool]) -> ids.Card | None:
    """A card that fits, by chance: most do, so a few are drawn before all are looked through."""
    for _ in range(8 if cards else 0):
        card = rng.choice(cards)
        if fits(card):
            return card
    fitting = [card for card in cards if fits(card)]
    return rng.choice(fitting) if fitting else None


def swapped(s: State, one: ids.Card, two: ids.Card) -> State:
    """A copy in which two hidden cards have changed places, with all that is known about the places."""
    t = s.copy()
    other = {one: two, two: one}
    lists = [cards for _, cards in place_lists(t)] + [player.fresh for player in t.players]
    for cards in lists:
        if one in cards or two in cards:
            cards[:] = [other.get(card, card) for card in cards]
    for noted in (t.where, t.known):
        noted[one], noted[two] = noted[two], noted[one]
    for player in t.players:
        player.held = -1
    return t


def events_keep_secrets(events: Sequence[Event], before: State, after: State) -> list[str]:
    """No event shows a seat a card that it knew neither before nor after; `before` is a copy from before."""
    if any(event.what in UNSURE for event in events):
        return []
    found = []
    for seat in range(-1, len(after.players)):
        for event in events:
            if event.what in LONG_AGO:
                continue
            found += [
                f"the event {event!r} shows seat {seat} card {shown}"
                for shown in redact(event, seat).all_of(CARD)
                if is_hidden_from(before, seat, shown) and is_hidden_from(after, seat, shown)
            ]
    return found


def replays(game: Game) -> list[str]:
    """The record, written and read again, plays the same game."""
    try:
        *_, (_, again, _) = Record.parse(game.record.to_json()).replay()
    except RecordError as error:
        return [f"the record cannot be played again: {error}"]
    return [] if again.to_bytes() == game.to_bytes() else ["the record leads to another game"]
