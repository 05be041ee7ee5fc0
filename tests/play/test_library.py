"""What the library promises beside the game: names that explain themselves, cards, characters, copies, errors."""

import copy
import importlib
import inspect
import pickle
import pydoc
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

import kickdoor
from kickdoor import BadSetup, Event, Game, Offer, Record, RecordError
from kickdoor.bots import make_bot
from kickdoor.engine.data.events import EVENT_KINDS
from kickdoor.play.looking import view_of
from kickdoor.play.record import VERSION
from kickdoor.play.scenario_files import ScenarioError
from kickdoor.play.view import View
from kickdoor.testing import table
from kickdoor.text.refusing import refusal_words

PUBLIC = ("kickdoor", "kickdoor.bots", "kickdoor.play", "kickdoor.play.view", "kickdoor.testing")
POSITION = {"players": {"A": {"level": 4, "races": ["Elf"]}, "B": {}, "C": {}}, "phase": "arrange"}


def public_names() -> Iterator[tuple[str, object]]:
    """All that a user may import, and all that has a name there without an underscore."""
    for name in PUBLIC:
        module = importlib.import_module(name)
        for exported in getattr(module, "__all__", [key for key in vars(module) if key.endswith("View")]):
            found = getattr(module, exported)
            yield f"{name}.{exported}", found
            if inspect.isclass(found):
                for member, value in vars(found).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, property | classmethod)):
                        yield f"{name}.{exported}.{member}", value


NAMES = [pytest.param(name, found, id=name) for name, found in public_names()]


def test_there_are_public_names():
    names = [name for name, _ in public_names()]
    assert {"kickdoor.Game.apply", "kickdoor.Event.fields", "kickdoor.bots.Veteran.choose"} <= set(names)
    assert len(names) > 100


@pytest.mark.parametrize(("name", "found"), NAMES)
def test_public_names_explain_themselves(name: str, found: object):
    function = found.fget if isinstance(found, property) else found
    assert pydoc.render_doc(found)
    assert inspect.getdoc(function), "it has no docstring"
    if isinstance(function, classmethod | staticmethod):
        function = function.__func__
    if callable(function):
        if not inspect.isgetsetdescriptor(found):
            inspect.signature(function)
        typing.get_type_hints(function)


# Cards and characters


def test_a_card_tells_what_is_printed_on_it():
    game = Game.new(packs=["munchkin"], seats=3, seed=1)
    by_name = {card.name: card for card in game.cards}
    rock = by_name["Huge Rock"]
    assert rock == game.card(rock.number)
    assert (rock.kind, rock.deck, rock.bonus, rock.slot, rock.hands, rock.big, rock.price) == (
        "item",
        "treasure",
        3,
        "hand",
        2,
        True,
        0,
    )
    assert by_name["Elf"].traits == ("elf",)
    plutonium = by_name["Plutonium Dragon"]
    assert (plutonium.kind, plutonium.level, plutonium.treasures, plutonium.levels_gained) == ("monster", 20, 5, 2)
    assert "Level 20" in plutonium.words[0]
    assert by_name["Wannabe Vampire"].tags == ()
    assert "undead" in by_name["Mr. Bones"].tags
    assert by_name["Pointy Hat of Power"].usable_by == ("wizard",)


def test_a_twin_without_a_card_is_told_by_what_it_shows():
    t = table(
        players={"A": {"level": 9}, "B": {"hand": ["Mate"]}, "C": {}},
        phase="combat",
        combat={"fighter": "A", "monsters": ["Large Angry Chicken"]},
        packs=["munchkin"],
    )
    t.do({"B": {"play": "Mate", "on": "Large Angry Chicken"}})
    fight = t.game.view(0).fight
    assert fight is not None
    assert [t.game.card(m.monster).kind for m in fight.monsters if m.twin_of is None] == ["monster"]


def test_a_card_of_a_scenario_has_no_words():
    t = table(players={"A": {"carried": [{"name": "spoon", "bonus": 1}]}, "B": {}, "C": {}})
    spoon = t.game.card(t.card_of(0, "spoon"))
    assert (spoon.name, spoon.bonus, spoon.words) == ("spoon", 1, ())


def test_a_character_is_read_off_the_table():
    t = table(
        players={
            "A": {"level": 4, "races": ["Elf"], "classes": ["Wizard"], "equipped": ["Buckler of Swashing"]},
            "B": {},
            "C": {},
        }
    )
    ann, bo = t.game.character(0), t.game.character(1)
    assert (ann.level, ann.races, ann.classes, ann.hands, ann.free_hands) == (4, ("elf",), ("wizard",), 2, 1)
    assert [(line.kind, line.source, line.amount) for line in ann.lines] == [
        ("level", "", 4),
        ("item", "Buckler of Swashing", 2),
    ]
    assert ann.strength == 6 == t.game.strengths()[0]
    assert (bo.races, bo.classes, bo.free_hands, bo.strength) == (("human",), (), 2, 1)


# Events


def test_events_tell_the_side_they_count_for():
    strength = {"seat": 1, "card": 2, "fight": 1, "amount": 5, "player": -1, "monster": -1}
    sides = [Event.of("strength_added", counts_for=whom, **strength).side for whom in range(5)]
    assert sides == ["", "party", "monsters", "party", "monsters"]
    enhanced = Event.of("enhanced", seat=1, card=2, monster=3, fight=1, amount=5)
    assert (enhanced.side, Event.of("won", seat=1).side) == ("monsters", "")


@pytest.mark.parametrize("name", sorted(EVENT_KINDS))
def test_each_event_is_shown_compared_and_copied(name: str):
    event = Event(name, tuple(0 for _ in EVENT_KINDS[name].fields))
    assert repr(event).startswith(f"<{name}")
    for again in (copy.copy(event), copy.deepcopy(event), pickle.loads(pickle.dumps(event))):
        assert again == event
        assert hash(again) == hash(event)
        assert again.fields() == event.fields()


# Copies


def midway() -> Game:
    game = Game.new(packs=["munchkin"], seats=3, seed="midway")
    rng = Random(1)
    for _ in range(150):
        seat = rng.choice(game.waiting)
        found = game.decision(seat)
        assert found is not None
        game.apply(seat, rng.choice(found.options))
    return game


COPIES: list[Callable[..., typing.Any]] = [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]
by_copy = pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle"])


@by_copy
def test_a_copied_game_goes_its_own_way_and_keeps_its_record(copied: Callable[[Game], Game]):
    game = midway()
    other = copied(game)
    before = game.to_bytes()
    assert other.to_bytes() == before
    seat = other.waiting[0]
    decision = other.decision(seat)
    assert decision is not None
    other.apply(seat, decision.options[0])
    assert game.to_bytes() == before
    assert other.record.answers == [*game.record.answers, (seat, decision.options[0].code)]
    *_, (_, replayed, _) = other.record.replay()
    assert replayed.to_bytes() == other.to_bytes()


@by_copy
def test_decisions_and_views_are_copied_with_all_that_they_can_do(copied: Callable[[typing.Any], typing.Any]):
    game = midway()
    seat = game.waiting[0]
    decision = game.decision(seat)
    assert decision is not None
    again = copied(decision)
    assert again == decision
    assert again.question == decision.question
    worlds = [each.worlds.deal(Random(2)) for each in (decision, again)]
    assert worlds[0].to_bytes() == worlds[1].to_bytes()
    offer = Offer(kind="trade", to=(seat + 1) % 3)
    assert again.offers.contains(offer) == decision.offers.contains(offer)
    view = game.view(seat)
    assert copied(view) == view
    clone = game.clone()
    events = clone.apply(seat, decision.options[0])
    assert copied(events) == events


def test_a_pause_is_copied_too():
    game = Game.before(Game.header(["munchkin"], 3, "patient"), patient=True)
    game.begin()
    assert [each.state.patient for each in (copy.copy(game), pickle.loads(pickle.dumps(game)))] == [True, True]


# Worlds


def test_worlds_are_games():
    game = midway()
    seat = game.waiting[0]
    decision = game.decision(seat)
    assert decision is not None
    assert decision.worlds is not None
    world = decision.worlds.deal(Random(3))
    assert isinstance(world, Game)
    assert world.view(seat).players[seat].hand == game.view(seat).players[seat].hand
    rng = Random(4)
    agents = [make_bot("random", rng, world.state.rules) for _ in range(3)]
    kickdoor.play_out(world, agents, rng)
    assert world.winners
    assert not game.over


# Views


@pytest.mark.parametrize("packs", ["munchkin", "munchkin-lite", "star", "bites", "babies", "munchkin,munchkin-4"])
def test_views_that_share_what_is_common_are_those_made_anew(packs: str):
    game = Game.new(packs=packs.split(","), seats=4, seed="shared")
    rng = Random(packs)
    for _ in range(150):
        if game.over:
            break
        for seat in range(-1, 4):
            assert game.view(seat) == view_of(game.state, seat)
        seat = rng.choice(game.waiting)
        found = game.decision(seat)
        assert found is not None
        game.apply(seat, rng.choice(found.options))


def test_whoever_changes_the_options_of_a_view_changes_nothing_else():
    game = Game.new(packs=["munchkin"], seats=3, seed=1)
    listed = list(game.view(0).options)
    game.view(0).options.clear()
    assert game.view(0).options == listed


# Scenarios


def test_a_game_begins_from_a_scenario():
    game = Game.from_scenario(POSITION)
    assert game.character(0).races == ("elf",)
    assert game.view(0).moment == "arrange"


def test_a_game_begins_from_a_scenario_of_a_file(tmp_path: Path):
    path = tmp_path / "some.yaml"
    one = {**POSITION, "id": "one"}
    two = {**POSITION, "id": "two", "steps": [{"A": "proceed"}], "door": ["Maul Rat"]}
    path.write_bytes(msgspec.yaml.encode([one, two]))
    assert Game.from_scenario(path, "two").view(0).fight is None
    assert Game.from_scenario(path, "two", steps=1).view(0).fight is not None
    with pytest.raises(ScenarioError, match=r"has 2 scenarios\. Name one of one, two"):
        Game.from_scenario(path)
    with pytest.raises(ScenarioError, match="has no scenario 'three'"):
        Game.from_scenario(path, "three")
    with pytest.raises(ScenarioError, match=r"none\.yaml.*cannot be read"):
        Game.from_scenario(tmp_path / "none.yaml")
    with pytest.raises(ScenarioError, match="No Such Card"):
        Game.from_scenario({"players": {"A": {"hand": ["No Such Card"]}, "B": {}, "C": {}}})


# Errors


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"packs": []}, r"at least one pack, by its name or file, not \[\]"),
        ({"packs": ""}, "at least one pack"),
        ({"packs": [7]}, r"at least one pack, by its name or file, not \[7\]"),
        ({"seats": "4"}, "seats is a whole number, not '4'"),
        ({"seats": 9}, "deluxe is for 3 to 6 players, not 9"),
        ({"sexes": ["male"]}, "sexes must be 4 words of male, female, neither"),
        ({"book": "x"}, "unknown book 'x'; there are deluxe"),
        ({"options": ["winning_level"]}, "options is a dict by name"),
        ({"options": {"winning_level": "ten"}}, "takes a whole number or true or false, not 'ten'"),
        ({"options": {"winning_level": 10.5}}, r"takes a whole number or true or false, not 10\.5"),
    ],
)
def test_a_bad_setup_says_what_is_wrong(setup: dict[str, typing.Any], words: str):
    with pytest.raises(BadSetup, match=words) as refused:
        Game.new(**setup)
    assert refusal_words(refused.value.why)


@pytest.mark.parametrize("seat", [3, -2, 99])
def test_a_seat_that_is_not_there_is_named(seat: int):
    game = Game.new(packs=["munchkin"], seats=3, seed=1)
    before = game.to_bytes()
    for ask in (
        lambda: game.view(seat),
        lambda: game.decision(seat),
        lambda: game.apply(seat, 0),
        lambda: game.why_not(seat, 0),
        lambda: game.offers(seat),
        lambda: game.character(seat),
        lambda: game.show_hand(0, seat),
    ):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: this game has seats 0 to 2"):
            ask()
    assert game.to_bytes() == before


@pytest.mark.parametrize("answer", ["pass", None, 1.5, ("pass",)])
def test_what_is_no_answer_is_named(answer: typing.Any):
    game = Game.new(packs=["munchkin"], seats=3, seed=1)
    for ask in (game.apply, game.why_not):
        with pytest.raises(TypeError, match="an answer is an option of the decision, its code or an Offer, not"):
            ask(0, answer)


def test_a_card_that_is_not_there_is_named():
    game = Game.new(packs=["munchkin"], seats=3, seed=1)
    for ask in (game.card, game.card_name):
        with pytest.raises(ValueError, match="there is no card 5000: this game has cards 0 to 167"):
            ask(5000)


# Old records


def test_a_record_of_another_format_says_who_can_read_it():
    old = msgspec.json.encode({"format": 0, "version": "0.0.1", "moves": []})
    with pytest.raises(RecordError, match=rf"format 0, and kickdoor {VERSION} reads format 1.*: kickdoor 0\.0\.1"):
        Record.parse(old)


@pytest.mark.parametrize(
    ("version", "remedy"),
    [("0.0.9", "played with kickdoor 0.0.9, this is .*: replay it with that version"), (VERSION, "bring back that")],
)
def test_a_record_of_changed_packs_says_what_to_do(version: str, remedy: str):
    record = msgspec.structs.replace(midway().record, hashes=("0",), version=version)
    with pytest.raises(RecordError, match=remedy):
        next(record.replay())


def test_a_view_is_what_its_type_says():
    assert View.__struct_fields__ == tuple(typing.get_type_hints(View))
