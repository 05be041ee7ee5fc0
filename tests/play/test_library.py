"""What the library promises beside the game: names that explain themselves, cards, characters, copies, errors."""

import copy
import importlib
import inspect
import pickle
import pydoc
import re
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
import numpy as np
import pytest

import kickdoor
from kickdoor import BadSetup, Event, Game, IllegalMove, Offer, Record, RecordError, SaveError
from kickdoor.bots import make_bot
from kickdoor.engine.data.events import EVENT_KINDS
from kickdoor.play.looking import view_of
from kickdoor.play.record import VERSION
from kickdoor.play.scenario_files import ScenarioError
from kickdoor.play.view import View
from kickdoor.testing import table
from kickdoor.text.refusing import refusal_words

#: What the pages of the library, of bots, of analysis and of the environment name.
PUBLIC = (
    "kickdoor",
    "kickdoor.bots",
    "kickdoor.env.actions",
    "kickdoor.env.arena",
    "kickdoor.env.drafts",
    "kickdoor.env.features",
    "kickdoor.env.kickdoor_gym",
    "kickdoor.env.kickdoor_spiel",
    "kickdoor.env.kickdoor_v0",
    "kickdoor.env.metrics",
    "kickdoor.env.observation",
    "kickdoor.env.prompting",
    "kickdoor.env.scene",
    "kickdoor.env.setup",
    "kickdoor.env.suite",
    "kickdoor.env.table",
    "kickdoor.env.vector",
    "kickdoor.env.words",
    "kickdoor.play",
    "kickdoor.play.agent",
    "kickdoor.play.audit",
    "kickdoor.play.choices",
    "kickdoor.play.driver",
    "kickdoor.play.intents",
    "kickdoor.play.scenario_files",
    "kickdoor.play.view",
    "kickdoor.report.plots",
    "kickdoor.sim",
    "kickdoor.sim.balance",
    "kickdoor.sim.runner",
    "kickdoor.sim.seating",
    "kickdoor.testing",
    "kickdoor.text",
    "kickdoor.text.asking",
    "kickdoor.text.log",
    "kickdoor.text.refusing",
)
INSIDE = {"kickdoor.engine.data.terms", "kickdoor.play.game", "kickdoor.bots.foresight.network"}
"""Modules of which a page takes a name that is public elsewhere, or a bare number."""

POSITION = {"players": {"A": {"level": 4, "races": ["Elf"]}, "B": {}, "C": {}}, "phase": "arrange"}


def own_names(module: ModuleType) -> list[str]:
    """The classes and functions that a module makes for others."""
    made = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
    return [name for name in made if not name.startswith("_") and callable(getattr(module, name))]


def public_names() -> Iterator[tuple[str, object]]:
    """All that a user may import, and all that has a name there without an underscore."""
    for name in PUBLIC:
        module = importlib.import_module(name)
        for exported in getattr(module, "__all__", own_names(module)):
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
    assert {"kickdoor.env.kickdoor_gym.Solo", "kickdoor.env.vector.VectorEnv.step"} <= set(names)
    assert len(names) > 300


def test_every_module_that_the_pages_import_is_walked():
    pages = [page.read_text(encoding="utf-8") for page in (Path(__file__).parents[2] / "docs").glob("*.md")]
    found = {
        name for page in pages for name in re.findall(r"^(?:>>> |    )?(?:from|import) (kickdoor[\w.]*)", page, re.M)
    }
    assert found - set(PUBLIC) <= INSIDE | {"kickdoor.env"}


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


def test_a_decision_tells_of_characters():
    game = midway()
    decision = game.decisions[game.waiting[0]]
    assert [decision.character(seat) for seat in range(3)] == [game.character(seat) for seat in range(3)]
    with pytest.raises(ValueError, match="there is no seat 3"):
        decision.character(3)
    alone = msgspec.structs.replace(decision, offers=None)
    with pytest.raises(ValueError, match="belongs to no game"):
        alone.character(0)


def test_a_character_tells_nothing_that_somebody_at_the_table_cannot_know():
    game, rng = midway(), Random(5)
    for seat in range(3):
        world = game.decisions[seat].worlds if seat in game.waiting else None
        dealt = world.deal(rng) if world is not None else None
        if dealt is not None:
            assert [dealt.character(other) for other in range(3)] == [game.character(other) for other in range(3)]


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


@by_copy
def test_a_decision_that_is_copied_belongs_to_a_game_of_its_own(copied: Callable[[typing.Any], typing.Any]):
    game = midway()
    decision = game.decisions[game.waiting[0]]
    again = copied(decision)
    if copied is not copy.copy:  # which shares all that there is
        assert again.offers.game is not game
        both = copied([game, decision])
        assert both[1].offers.game is both[0]
        again.options.clear()
        assert decision.options


def test_a_game_with_cards_of_its_position_cannot_be_pickled():
    t = table(players={"A": {"carried": [{"name": "spoon", "bonus": 1}]}, "B": {}, "C": {}})
    with pytest.raises(SaveError, match="cards that a position brings itself cannot be pickled"):
        pickle.dumps(t.game)
    plain = Game.from_scenario(POSITION)
    assert pickle.loads(pickle.dumps(plain)).to_bytes() == plain.to_bytes()


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


@pytest.mark.parametrize("seat", ["0", None, 1.0])
def test_what_is_no_seat_is_named(seat: typing.Any):
    game = Game.new(packs=["munchkin"], seats=3, seed=1)
    for ask in (game.view, game.decision, game.offers, game.character, lambda seat: game.apply(seat, 0)):
        with pytest.raises(TypeError, match=f"a seat is a whole number, not {seat!r}"):
            ask(seat)


def test_numbers_of_other_libraries_are_numbers():
    game = Game.new(packs=["munchkin"], seats=3, seed=1)
    assert game.view(np.int64(1)) == game.view(1)
    code = game.decisions[0].options[-1].code
    assert game.why_not(np.int64(0), np.int64(code)) is None
    game.apply(np.int64(0), np.int64(code))
    assert game.record.answers == [(0, code)]
    assert type(game.record.answers[0][0]) is type(game.record.answers[0][1]) is int


@pytest.mark.parametrize("code", [10**12, -1, 2**70])
def test_an_option_that_cannot_be_is_refused(code: int):
    game = Game.new(packs=["munchkin"], seats=3, seed=1)
    with pytest.raises(IllegalMove, match="There is no such option"):
        game.apply(0, code)
    assert game.why_not(0, code).key == "no_option"  # type: ignore[union-attr]


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
