"""What happens in games, in words: every event, every verb, to everybody, and no more than he may know."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from kickdoor.engine.data.events import EVENT_KINDS, Event
from kickdoor.engine.data.question import KINDS
from kickdoor.engine.data.terms import BY_EFFECT, DOOR, MOMENTS, VERBS
from kickdoor.play.driver import draw_answer
from kickdoor.play.game import Game
from kickdoor.testing import table
from kickdoor.text.asking import OPTIONS, QUESTIONS, card_asking, option_words, phase_words, question_words
from kickdoor.text.log import WORDS, event_words, log_lines
from kickdoor.text.messages import MEND, Messages, languages
from kickdoor.text.teller import log_messages

PAGE = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "messages"
NAMES = ("Ann", "Bo", "Cy", "Dee")


@pytest.mark.parametrize("language", languages("log"))
def test_each_event_has_words(language: str):
    assert WORDS.keys() == EVENT_KINDS.keys()
    told = {key.split(".")[1] for key in log_messages(language) if key.startswith("event.")}
    assert told == set(EVENT_KINDS), f"text/messages/log/{language}.yaml"


def test_each_verb_and_moment_has_words():
    assert OPTIONS.keys() == set(VERBS)
    assert all(f"phase.{moment}" in log_messages() for moment in MOMENTS)


@pytest.mark.parametrize("language", languages("log"))
def test_each_kind_of_question_has_words(language: str):
    told = {key.split(".")[1] for key in log_messages(language) if key.startswith("question.")}
    lacking = [f"question.{kind} in text/messages/log/{language}.yaml" for kind in KINDS if kind not in told]
    lacking += [f"{kind!r} in QUESTIONS of text/asking.py" for kind in KINDS if kind not in QUESTIONS]
    assert lacking == []
    assert told - {*KINDS, "up_to", "unknown"} == set(), "words for what nobody asks"


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.json")), ids=lambda path: path.stem)
def test_the_hints_of_the_page_are_about_what_is_asked(path: Path):
    hints = [key for key in msgspec.json.decode(path.read_bytes()) if key.startswith("hint.")]
    keys = [key.removeprefix("hint.").removesuffix(".alone") for key in hints]
    assert len(keys) > 8
    assert set(keys) - {*KINDS, "title", "done", "off", "offer", "others_fight", "window"} == set()


@pytest.fixture(scope="module")
def told() -> dict[str, set[str]]:
    """All that is said in some short games, by what it is."""
    found: dict[str, set[str]] = {"events": set(), "options": set(), "questions": set()}
    for number in range(6):
        game = Game.new(seats=4, seed=f"told:{number}", options={"winning_level": 5})
        rng = Random(number)
        while not game.over:
            seat, options, option = draw_answer(game.state, rng)
            found["questions"].add(question_words(game.state, seat, NAMES))
            found["questions"].add(phase_words(game.state, NAMES))
            found["options"].update(option_words(each, game.state, seat, NAMES) for each in options)
            asking = card_asking(game.state)
            assert -1 <= asking < len(game.state.rules.defs)
            for event in game.apply(seat, option):
                for viewer in (None, -1, seat, (seat + 1) % 4):
                    found["events"].add(event_words(event, game.state, viewer, NAMES))
    return found


def test_words_are_clean(told: dict[str, set[str]]):
    for what, texts in told.items():
        assert len(texts) > 50, what
        for text in texts:
            assert text
            assert not set("{}_$") & set(text), text
            assert "  " not in text, text
            assert ".." not in text, text
            assert text[0].isupper() or text[0].isdigit() or text in log_messages_of("phase"), text


def log_messages_of(family: str) -> set[str]:
    return {log_messages().template(key) for key in log_messages() if key.startswith(f"{family}.")}


def test_the_viewer_is_told_of_himself():
    game = Game.new(seats=4, seed=1)
    event = Event.of("drew", seat=2, card=0, deck=DOOR, shared=0, seen=1 << 2)
    name = game.card_name(0)
    assert event_words(event, game.state, 2, NAMES) == f"You draw {name}."
    assert event_words(event, game.state, None, NAMES) == f"Cy draws {name}."
    assert event_words(event, game.state, 0, NAMES) == "Cy draws a Door card."
    assert event_words(event, game.state, -1, NAMES) == "Cy draws a Door card."


def test_what_is_said_again_is_counted():
    game = Game.new(seats=4, seed=1)
    drawn = [Event.of("drew", seat=2, card=card, deck=DOOR, shared=0, seen=1 << 2) for card in range(4)]
    died = Event.of("died", seat=2, cause=BY_EFFECT, source=-1, by=-1)
    assert log_lines([*drawn, died], game.state, 0, NAMES) == [
        ("Cy draws a Door card.", 4),
        ("Cy dies.", 1),
    ]


@pytest.mark.parametrize("language", languages("log"))
def test_all_languages_have_the_same_messages(language: str):
    def keys(told: Messages) -> set[str]:
        return {key.removesuffix(".one").removesuffix(".other") for key in told if not key.startswith(MEND)}

    assert keys(log_messages(language)) == keys(log_messages("en"))


def test_a_missing_language_is_named():
    with pytest.raises(KeyError, match="'xx'"):
        log_messages("xx")


def test_what_is_played_keeps_its_name_whatever_it_becomes():
    fight = {"fighter": "A", "monsters": ["Maul Rat"]}
    laid = table(players={"A": {}, "B": {"hand": ["Mate"]}, "C": {}}, phase="combat", combat=fight)
    decision = laid.game.decision(1)
    assert decision is not None
    events = laid.game.apply(1, next(option for option in decision.options if option.verb == "play"))
    told = [event_words(event, laid.game.state, 0, NAMES) for event in events if event.what == "played"]
    assert told == ["Bo plays Mate."]


@pytest.mark.parametrize(("level", "asked"), [(1, "nothing pursues you"), (6, "a roll of 5 or more")])
def test_who_runs_away_is_told_whether_anything_pursues_them(level: int, asked: str):
    fight = {"fighter": "A", "monsters": ["Plutonium Dragon"]}
    laid = table(players={"A": {"level": level}, "B": {}, "C": {}}, phase="running_away", combat=fight)
    assert asked in question_words(laid.game.state, 0, NAMES)
    decision = laid.game.decision(0)
    assert decision is not None
    words = [option_words(option.code, laid.game.state, 0, NAMES) for option in decision.options]
    assert any("does not pursue you" in each for each in words) == (level == 1)
