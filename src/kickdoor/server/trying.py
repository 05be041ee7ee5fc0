"""Trying a card: a table of three is laid out around it, some answers are given, and it is told how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.engine.data.terms import PASS, VERBS
from kickdoor.packs.guests import guest
from kickdoor.packs.language import Card
from kickdoor.packs.loader import Listed, PackError, available, load, merged_ids, mix, welcome
from kickdoor.play.game import Game
from kickdoor.play.naming import Failure
from kickdoor.play.scenario import lay_out, read
from kickdoor.server.protocol.workshop import CardTry, TriedPlayer, TryChoice, TryResult
from kickdoor.server.telling import Tale, option_info
from kickdoor.text.asking import question_words
from kickdoor.text.refusing import refusal_words

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


def try_card(wanted: CardTry, packs: tuple[str, ...], language: str = "en") -> TryResult:
    """Lay out a table around a card of a draft and give it these answers; raises PackError where there is no such."""
    source = guest(wanted.text, "pack.yaml")
    name = welcome(source)
    needed = tuple(id for id in source.pack.needs if id in available())
    mixed = tuple(dict.fromkeys((*packs, *needed, name)))
    card = next((card for card in source.pack.cards if card.id == wanted.card), None)
    if card is None:
        raise PackError("pack.yaml", 0, wanted.card, "there is no such card", "Choose another")
    full = f"{source.pack.id}/{card.id}"
    full = merged_ids(mixed).get(full, full)
    listed = [entry for entry, _ in mix(mixed)]
    monster = _monster(listed, wanted)
    problem = ""
    for place in PLACES.get(card.kind, ("hand",)):
        try:
            game = _laid(mixed, full, card, place, monster, wanted.level)
        except Failure as failure:
            problem = str(failure)
            continue
        against = "" if monster is None or place in ("fought", "door") else monster.card.name
        return _tried(game, wanted, place, against, language)
    return TryResult(place="hand", monster="", lines=[], players=[], strengths=None, choices=[], problem=problem)


def _monster(listed: list[Listed], wanted: CardTry) -> Listed | None:
    """The monster that is asked for, or an ordinary one of about the level of who fights."""
    monsters = [entry for entry in listed if entry.card.kind == "monster" and isinstance(entry.card.level, int)]
    for entry in monsters:
        if wanted.monster in (entry.id, *entry.also):
            return entry
    plain = [entry for entry in monsters if not entry.card.on_meet and not entry.card.strength] or monsters
    return min(plain, key=lambda entry: (abs(int(entry.card.level or 0) - wanted.level), entry.id), default=None)


def _laid(packs: tuple[str, ...], id: str, card: Card, place: Place, monster: Listed | None, level: int) -> Game:
    """The table with the card in its place; raises Failure where it cannot lie there."""
    own: dict[str, Any] = {"level": level}
    raw: dict[str, Any] = {
        "id": "try",
        "packs": list(packs),
        "book": load(packs[0]).pack.book,
        "players": {NAMES[0]: own, NAMES[1]: {"level": level}, NAMES[2]: {"level": 1}},
        "turn": NAMES[0],
        "unlawful": True,
    }
    fights = place != "door"
    if place == "fought":
        raw["combat"] = {"fighter": NAMES[0], "monsters": [id], "meet": True}
    elif place == "door":
        raw["door"] = [id]
    elif place == "dungeon":
        raw["dungeons"] = [id]
    elif place == "in_play":
        own[IN_PLAY.get(card.kind, "table")] = [id]
    else:
        own[place] = [id]
    if fights and place != "fought" and monster is not None:
        raw["combat"] = {"fighter": NAMES[0], "monsters": [monster.id]}
    return lay_out(read(raw)).game


def _tried(game: Game, wanted: CardTry, place: Place, monster: str, language: str) -> TryResult:
    lines: list[str] = []
    problem = ""
    turn = game.turns
    try:
        for events in _answered(game, wanted):
            lines += [line.words for line in Tale(events, game.state, NAMES).lines(None, language)]
    except IllegalMove as error:
        problem = refusal_words(error.why, language)
    view = game.view(-1)
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
        choices=[] if problem or game.over or game.turns != turn else _choices(game, language),
        problem=problem,
    )


def _answered(game: Game, wanted: CardTry) -> Iterator[list[Event]]:
    """Give the answers one by one, others passing in between; what happened with each."""
    yield from _passed(game)
    for seat, answer in wanted.answers:
        if seat not in game.waiting:
            return
        yield game.apply(seat, answer)
        yield from _passed(game)


def _passed(game: Game) -> Iterator[list[Event]]:
    """Let all but who tries pass where they can."""
    for _ in range(MOST_PASSES):
        others = [seat for seat in game.waiting if seat != OWN]
        passing = None
        for seat in others:
            decision = game.decision(seat)
            if decision is not None and decision.passable:
                passing = next(((seat, o.code) for o in decision.options if o.verb == VERBS[PASS]), None)
            if passing:
                break
        if passing is None or game.over:
            return
        yield game.apply(*passing)


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
