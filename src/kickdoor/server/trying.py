"""Trying a card: a table of three is laid out around it, some answers are given, and it is told how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import UNSET

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.engine.data.terms import ACCEPT, PASS, VERBS
from kickdoor.packs.guests import guest
from kickdoor.packs.language import Card
from kickdoor.packs.loader import Listed, PackError, Source, available, load, merged_ids, mix, welcome
from kickdoor.packs.mixing import compile_mix
from kickdoor.packs.sound import without_broken
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.play.naming import Failure
from kickdoor.play.position import Layout, PositionError
from kickdoor.play.scenario import read
from kickdoor.server.protocol.workshop import CardTry, TriedPlayer, TryChoice, TryResult, TrySeat
from kickdoor.server.telling import Tale, option_info
from kickdoor.text.asking import question_words
from kickdoor.text.refusing import refusal_words

FILE = "pack.yaml"
NAMES = ("Ann", "Bo", "Cy")
OWN = 0
"""The seat that tries; for the others whatever can pass passes by itself."""

MOST_PASSES = 60
MOST_LINES = 200

Place = Literal["fought", "hand", "equipped", "in_play", "door", "dungeon"]

PLACES: dict[str, tuple[Place, ...]] = {
    "monster": ("fought",),
    "item": ("equipped", "hand"),
    "steed": ("equipped", "in_play", "hand"),
    "hireling": ("in_play", "hand"),
    "class": ("in_play", "hand"),
    "race": ("in_play", "hand"),
    "power": ("in_play", "hand"),
    "curse": ("door", "hand"),
    "portal": ("door", "hand"),
    "dungeon": ("dungeon",),
}
"""Where a card of each kind is tried, the best place first; all others in the hand."""

IN_PLAY = {"class": "classes", "race": "races", "power": "powers"}


QUIET = frozenset({"own_turn", "out_of_combat", "just_received"})
"""Moments out of combat."""

NOBODY = "nobody"
"""The monster of a try without a fight."""


def try_card(wanted: CardTry, packs: tuple[str, ...], language: str = "en") -> TryResult:
    """Lay out a table around a card of a draft and give it these answers; raises PackError where there is no such."""
    source, mixed = _mixed(wanted, packs)
    card = next((card for card in source.pack.cards if card.id == wanted.card), None)
    if card is None:
        raise PackError(FILE, 0, wanted.card, "there is no such card", "Choose another")
    full = f"{source.pack.id}/{card.id}"
    full = merged_ids(mixed).get(full, full)
    listed = [entry for entry, _ in mix(mixed)]
    monster = _monster(listed, wanted, card)
    problem = ""
    for place in PLACES.get(card.kind, ("hand",)):
        try:
            layout = _laid(mixed, listed, full, card, place, monster, wanted)
        except (Failure, PositionError, PackError, IllegalMove) as failure:
            problem = str(failure)
            continue
        against = "" if monster is None or place in ("fought", "door") else monster.card.name
        return _tried(layout, wanted, full, place, against, language)
    return TryResult(
        place="hand", monster="", lines=[], players=[], strengths=None, choices=[], why_not="", problem=problem
    )


def _mixed(wanted: CardTry, packs: tuple[str, ...]) -> tuple[Source, tuple[str, ...]]:
    """The draft and the names of all packs it is tried in; where it has errors, without the cards that have them."""
    try:
        source = guest(wanted.text, FILE)
        mixed = _names(source, packs)
        compile_mix(mixed, load(mixed[0]).pack.book)
    except PackError:
        source = guest(without_broken(wanted.text, FILE, {wanted.card}), FILE)
        mixed = _names(source, packs)
    return source, mixed


def _names(source: Source, packs: tuple[str, ...]) -> tuple[str, ...]:
    needed = tuple(id for id in source.pack.needs if id in available())
    return tuple(dict.fromkeys((*packs, *needed, welcome(source))))


def _monster(listed: list[Listed], wanted: CardTry, card: Card) -> Listed | None:
    """The monster that is asked for, or an ordinary one of about the level of who fights; None: there is no fight."""
    if wanted.monster == NOBODY or (not wanted.monster and _is_quiet(card)):
        return None
    monsters = [entry for entry in listed if entry.card.kind == "monster" and isinstance(entry.card.level, int)]
    for entry in monsters:
        if wanted.monster in (entry.id, *entry.also):
            return entry
    plain = [entry for entry in monsters if not entry.card.on_meet and not entry.card.strength] or monsters
    level = wanted.ann.level
    return min(plain, key=lambda entry: (abs(int(entry.card.level or 0) - level), entry.id), default=None)


def _is_quiet(card: Card) -> bool:
    """Whether a card is of use out of combat alone."""
    moments = [card.when, *(ability.when for ability in card.abilities.values())]
    named = {word for each in moments if each is not UNSET for word in ([each] if isinstance(each, str) else each)}
    return bool(named) and named <= QUIET and not (card.bonus or card.strength or card.modifiers)


def _laid(
    packs: tuple[str, ...],
    listed: list[Listed],
    id: str,
    card: Card,
    place: Place,
    monster: Listed | None,
    wanted: CardTry,
) -> Layout:
    """The table with the card in its place; raises Failure and others where it cannot lie there."""
    kinds = {name.lower(): entry.card.kind for entry in listed for name in (entry.card.name, entry.id, *entry.also)}
    own, other = _seat(wanted.ann, kinds), _seat(wanted.bo, kinds)
    raw: dict[str, Any] = {
        "id": "try",
        "packs": list(packs),
        "book": load(packs[0]).pack.book,
        "players": {NAMES[0]: own, NAMES[1]: other, NAMES[2]: {}},
        "turn": NAMES[0],
        "rolls": list(wanted.rolls),
        "seed": wanted.seed,
    }
    if place == "fought":
        raw["combat"] = {"fighter": NAMES[0], "monsters": [id], "meet": True}
    elif place == "door":
        raw["door"] = [id]
    elif place == "dungeon":
        raw["dungeons"] = [id]
    elif place == "in_play":
        own[IN_PLAY.get(card.kind, "table")].append(id)
    else:
        own[place].append(id)
        own["fresh"] = [id] if place == "hand" and monster is None else []
    if place not in ("fought", "door") and monster is not None:
        raw["combat"] = {"fighter": NAMES[0], "monsters": [monster.id]}
    layout = Layout(read(raw))
    layout.lay_out()
    return layout


def _seat(given: TrySeat, kinds: Mapping[str, str]) -> dict[str, Any]:
    """A player of a scenario, each card where one of its kind lies."""
    seat: dict[str, Any] = {"level": given.level, "hand": list(given.hand)}
    seat |= {where: [] for where in ("table", "equipped", *IN_PLAY.values())}
    for name in given.table:
        kind = kinds.get(name.lower(), "")
        seat["equipped" if kind in ("item", "steed") else IN_PLAY.get(kind, "table")].append(name)
    return seat


def _tried(layout: Layout, wanted: CardTry, id: str, place: Place, monster: str, language: str) -> TryResult:
    game = layout.game
    lines: list[str] = []
    problem = ""
    turn = game.turns
    try:
        for events in _answered(layout, wanted):
            lines += [line.words for line in Tale(events, game.state, NAMES).lines(None, language)]
    except IllegalMove as error:
        problem = refusal_words(error.why, language)
    view = game.view(-1)
    ended = bool(problem) or game.over or game.turns != turn
    return TryResult(
        place=place,
        monster=monster,
        lines=lines[-MOST_LINES:],
        players=[
            TriedPlayer(
                name=NAMES[seat],
                level=shown.level,
                hand=shown.doors + shown.treasures,
                cards=[game.card(card.card).name for card in shown.table],
            )
            for seat, shown in enumerate(view.players)
        ],
        strengths=None if view.fight is None else (view.fight.party, view.fight.against),
        choices=[] if ended else _choices(game, language),
        why_not="" if ended else _why_not(game, id, language),
        problem=problem,
    )


def _why_not(game: Game, id: str, language: str) -> str:
    """Why the one who tries cannot play the card that they have."""
    s = game.state
    player = s.players[OWN]
    for card in (*player.hand, *player.table):
        if s.rules.defs[card].id == id and (card in player.hand or s.rules.defs[card].abilities):
            why = game.why_not(OWN, Intent(verb="play", card=card))
            return "" if why is None else refusal_words(why, language)
    return ""


def _answered(layout: Layout, wanted: CardTry) -> Iterator[list[Event]]:
    """What happened before the first answer and with each, others answering in between."""
    game = layout.game
    yield layout.opening
    yield from _passed(game)
    for seat, answer in wanted.answers:
        if seat not in game.waiting:
            return
        yield game.apply(seat, answer)
        yield from _passed(game)


def _passed(game: Game) -> Iterator[list[Event]]:
    """Let all but who tries take what is offered to them, and pass where they can."""
    for _ in range(MOST_PASSES):
        if game.over:
            return
        answer = next((found for seat in game.waiting if seat != OWN and (found := _by_itself(game, seat))), None)
        if answer is None:
            return
        yield game.apply(*answer)


def _by_itself(game: Game, seat: int) -> tuple[int, int] | None:
    """What a player who does not try says without being asked on the page: yes to an offer, else pass."""
    decision = game.decision(seat)
    if decision is None:
        return None
    said = {option.verb: option.code for option in reversed(decision.options)}
    if VERBS[ACCEPT] in said:
        return seat, said[VERBS[ACCEPT]]
    return (seat, said[VERBS[PASS]]) if decision.passable and VERBS[PASS] in said else None


def _choices(game: Game, language: str) -> list[TryChoice]:
    s = game.state
    return [
        TryChoice(
            seat=seat,
            name=NAMES[seat],
            question=question_words(s, seat, NAMES, language),
            options=[option_info(option.code, s, seat, NAMES, language) for option in decision.options],
        )
        for seat, decision in game.decisions.items()
    ]
