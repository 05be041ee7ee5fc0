"""Lessons: scenarios that somebody plays, with words for each step. docs/scenarios.md says how to write one.

The first player is the learner; bots on the other seats do what the steps say.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import Any

import msgspec

from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.play import scenario
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.naming import Failure
from kickdoor.play.position import Layout
from kickdoor.play.record import Answer, Record
from kickdoor.play.scenario import LessonFacts, Scenario
from kickdoor.play.scenario_files import Written, read_file
from kickdoor.play.scenario_words import BESIDE
from kickdoor.play.table import Table

LEARNER = 0
"""The seat of whoever plays a lesson."""


class NoSuchLesson(ValueError):
    """There is no lesson of that name."""


class Lesson:
    """A lesson: a position, and what is done and said from there."""

    def __init__(self, written: Written) -> None:
        self.id = written.id
        self.raw = written.raw
        facts = self.read().lesson
        if facts is None:
            raise Failure(f"{written.file}: the scenario {written.id} is no lesson: it has no `lesson`")
        self.facts: LessonFacts = facts
        self.steps: list[dict[str, Any]] = self.read().steps
        self.seats = list(self.read().players)

    def read(self) -> Scenario:
        """The scenario that it is."""
        return scenario.read(self.raw)

    def header(self, seed: str) -> Record:
        """All that its game begins from."""
        read = self.read()
        sexes = [seat.sex for seat in read.players.values()]
        header = Game.header(read.packs, len(sexes), seed, read.book, read.options, sexes)
        return msgspec.structs.replace(header, lesson=self.id)

    def lay_out(self, *, patient: bool) -> Game:
        """Its position as a game that waits for the first step."""
        layout = Layout(self.read())
        layout.place()
        layout.state.patient = patient
        return Game(layout.start().state, self.header(self.read().seed), [])

    def actor(self, number: int) -> int | None:
        """Who does something in a step; None where all pass, or something is compared."""
        name = next(key for key in self.steps[number] if key not in BESIDE)
        return self.seats.index(name) if name in self.seats else None

    def words(self, number: int, language: str) -> str:
        """What is said before a step; empty where nothing is."""
        said: dict[str, str] = self.steps[number].get("say", {})
        return said.get(language) or said.get("en", "")

    def answers(self, number: int, game: Game) -> list[Answer] | None:
        """The answers that a step of a player comes to in this game; None where it cannot be done now."""
        if game.paused:
            return None
        trial = Trial(game.clone(), self.seats)
        trial.game.state.patient = False  # what is asked after a pause belongs to the step
        try:
            if number and "expect" in self.steps[number - 1]:
                trial.do(self.steps[number - 1])
            trial.do(self.steps[number])
        except (Failure, IllegalMove):
            return None
        return trial.given


class Trial(Table):
    """A table at which a step is tried, and that remembers the answers."""

    def __init__(self, game: Game, seats: list[str]) -> None:
        super().__init__(game, seats)
        self.given: list[Answer] = []

    def apply(self, seat: int, option: int | Offer) -> None:
        """Do something, and remember it."""
        super().apply(seat, option)
        self.given.append((seat, option if isinstance(option, int) else _written(option)))


def _written(offer: Offer) -> dict[str, Any]:
    """An offer as a stored record has it."""
    written: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(offer))
    return written


def choice_of(answer: int | dict[str, Any]) -> Option | Offer:
    """An answer as a record has it, as a choice."""
    return Option(answer) if isinstance(answer, int) else msgspec.convert(answer, Offer)


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons, by name."""
    with as_file(files("kickdoor.play").joinpath("lessons")) as folder:
        written = [one for file in sorted(folder.glob("*.yaml")) for one in read_file(file)]
    return {one.id: Lesson(one) for one in written}


def find_lesson(name: str) -> Lesson:
    """A lesson by its name; raises NoSuchLesson."""
    found = lessons().get(name)
    if found is None:
        raise NoSuchLesson(f"there is no lesson {name!r}. Choose among {', '.join(lessons())}")
    return found
