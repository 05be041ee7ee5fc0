"""Events are a closed list: what is told has the fields of its kind, and whoever tells or reads them knows all."""

import ast
import inspect
import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

import kickdoor.engine
from kickdoor import Game
from kickdoor.engine.actions import tell
from kickdoor.engine.data import terms
from kickdoor.engine.data.events import (
    CARD,
    COUNTS_FOR,
    EVENT_KINDS,
    FIELDS,
    FLAG,
    NUMBER,
    SEAT,
    WORD,
    Event,
    card_of,
    redact,
)
from kickdoor.engine.data.terms import ALL_SEATS, BY_CURSE, DOOR, PICK
from kickdoor.play.driver import draw_answer
from kickdoor.play.naming import Failure
from kickdoor.server.protocol.events import MODELS, GameEvent, game_event
from kickdoor.testing import table

ENGINE = Path(kickdoor.engine.__file__).parent
PAGE = Path(__file__).resolve().parents[1] / "web" / "src" / "lib" / "protocol.ts"


def calls() -> list[tuple[str, ast.Call]]:
    """All calls by which the engine tells an event, each with the file it is in."""
    found = []
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("tell."):
                found.append((path.name, node))
    return found


def test_each_call_gives_the_fields_of_its_kind():
    for file, call in calls():
        assert isinstance(call.func, ast.Attribute)
        kind = EVENT_KINDS[call.func.attr]
        given = [keyword.arg for keyword in call.keywords]
        assert sorted(map(str, given)) == sorted([*kind.fields, *(["seen"] if kind.secret else [])]), (file, kind.name)
        assert len(call.args) == 1, (file, kind.name)


def test_each_event_is_told_somewhere():
    told = {call.func.attr for _, call in calls() if isinstance(call.func, ast.Attribute)}
    assert set(EVENT_KINDS) - told == set()
    functions = {name for name, value in vars(tell).items() if callable(value) and not inspect.isclass(value)}
    assert functions == set(EVENT_KINDS)


def test_only_those_functions_tell_events():
    """Nothing else in the engine makes an event or puts one where somebody listens."""
    others = [path for path in ENGINE.rglob("*.py") if path.name not in ("tell.py", "events.py", "state.py")]
    assert [path.name for path in others if re.search(r"\bsink\b|\bEvent\(", path.read_text(encoding="utf-8"))] == []


def test_kinds_are_made_of_the_fields_that_there_are():
    assert set(FIELDS) == {field for kind in EVENT_KINDS.values() for field in kind.fields}
    source = ast.parse((ENGINE / "data" / "events.py").read_text(encoding="utf-8"))
    (event,) = [node for node in source.body if isinstance(node, ast.ClassDef) and node.name == "Event"]
    typed = {ast.unparse(node.target) for node in event.body if isinstance(node, ast.AnnAssign)}
    assert typed == set(FIELDS) | {"kind", "seen"}
    for kind in EVENT_KINDS.values():
        assert len(set(kind.fields)) == len(kind.fields), kind.name
        assert set(kind.secret) | set(kind.maybe) <= set(kind.fields), kind.name
        assert kind.about[0].isupper(), kind.name
        assert not kind.about.endswith("."), kind.name
    assert {field.type for field in FIELDS.values()} == {SEAT, CARD, NUMBER, FLAG, WORD}
    assert all(bool(field.words) == (field.type == WORD) for field in FIELDS.values())


def test_what_strength_counts_for_has_its_words_in_order():
    order = [terms.TO_NOTHING, terms.TO_PARTY, terms.TO_MONSTERS, terms.TO_SEAT, terms.TO_MONSTER]
    assert order == list(range(len(COUNTS_FOR)))


def test_an_event_has_the_fields_of_its_kind_and_no_others():
    event = Event.of("level_lost", seat=1, levels=2, cause=BY_CURSE, source=-1)
    assert (event.what, event.seat, event.levels, event.cause, event.source) == ("level_lost", 1, 2, BY_CURSE, -1)
    with pytest.raises(AttributeError):
        _ = event.deck
    assert event.get("deck") == -1
    assert event.fields() == {"seat": 1, "levels": 2, "cause": "curse"}
    assert repr(event) == "<level_lost seat=1 levels=2 cause=curse>"
    assert Event(*event.as_tuple()).fields() == event.fields()


def test_there_is_no_event_of_another_name_or_with_other_fields():
    with pytest.raises(KeyError):
        Event("hiccup_heard", (0,))
    with pytest.raises(ValueError, match="shorter"):
        Event("level_lost", (0, 1))
    with pytest.raises(TypeError, match="level_lost has seat, levels, cause, source, not seat, deck"):
        Event.of("level_lost", seat=0, deck=DOOR)


def test_what_is_secret_is_hidden():
    event = Event.of("picked", seat=2, verb=PICK, card=7, monster=-1, player=-1, number=-1, seen=1 << 2)
    assert card_of(event) == card_of(redact(event, 2)) == 7
    for seat in (-1, 0):
        assert redact(event, seat).fields() == {"seat": 2, "verb": "pick"}
    open_to_all = Event.of("kept", seat=2, card=7)
    assert redact(open_to_all, 0) is open_to_all


def test_a_scenario_cannot_name_an_event_that_there_is_not():
    t = table(players={"A": {}, "B": {}, "C": {}})
    for key in ("events", "not_happened"):
        with pytest.raises(Failure, match="there is no event 'escapd'; did you mean 'escaped'"):
            t.expect({key: ["escapd"]})


MIXES = (
    ["munchkin"],
    ["munchkin", *(f"munchkin-{number}" for number in range(2, 9)), "game-changers", "star", "bites", "babies"],
)


@pytest.fixture(scope="module")
def happened() -> list[tuple[Game, Event]]:
    """All events of some games."""
    found = []
    for number in range(12):
        game = Game.new(packs=MIXES[number % len(MIXES)], seats=4, seed=f"happened:{number}")
        rng = Random(number)
        answers = 0
        while not game.over and answers < 500:
            seat, _, option = draw_answer(game.state, rng)
            found += [(game, event) for event in game.apply(seat, option)]
            answers += 1
    return found


def test_only_fields_that_may_be_missing_are(happened: list[tuple[Game, Event]]):
    assert len({event.what for _, event in happened}) > 50
    for game, event in happened:
        for name in event.kind.fields:
            value, field = event.get(name), FIELDS[name]
            if name not in event.kind.maybe and field.type != NUMBER:
                assert value >= 0, event.as_tuple()
            if field.type == SEAT:
                assert value < len(game.state.players), event.as_tuple()
            if field.type == WORD:
                assert value < 0 or field.words[value], event.as_tuple()


def test_events_are_sent_as_the_models_that_are_made_of_them(happened: list[tuple[Game, Event]]):
    assert set(MODELS) == set(EVENT_KINDS)
    decoder = msgspec.json.Decoder(GameEvent)
    for _, event in happened:
        for seat in (-1, 0):
            shown = redact(event, seat)
            sent = msgspec.json.encode(game_event(shown))
            assert json.loads(sent) == {"what": event.what, **shown.fields()}
            assert decoder.decode(sent) == game_event(shown)


def test_the_page_tells_all_events_apart():
    union = PAGE.read_text(encoding="utf-8").split("export type GameEvent =")[1].split(";\n\n")[0]
    assert set(re.findall(r'what: "(\w+)"', union)) == set(EVENT_KINDS)
    for line in union.splitlines():
        if line:
            what, *fields = re.findall(r"(\w+)\??: ", line)
            assert what == "what"
            (name,) = re.findall(r'what: "(\w+)"', line)
            assert tuple(fields) == EVENT_KINDS[name].fields


def test_levels_say_how_they_came_about(happened: list[tuple[Game, Event]]):
    ways = Counter(event.fields()["cause"] for _, event in happened if event.what == "level_gained")
    assert {"killed", "sold", "effect"} <= set(ways)
    for _, event in happened:
        if event.what == "level_gained":
            by_card = event.fields()["cause"] not in ("killed", "sold", "helped")
            assert by_card or event.source < 0, event


def test_all_know_what_they_may(happened: list[tuple[Game, Event]]):
    for _, event in happened:
        assert event.seen == ALL_SEATS or event.kind.secret, event.what
