"""A lesson at a table: how far the learner is, what they are told next, what the bots do.

Progress is plain data and stored with the table. Whoever does something else than they are told strays: bots then play
as they like, until a step of the lesson fits again or the learner takes back what they did.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from kickdoor.engine.data.options import code
from kickdoor.engine.data.terms import PASS
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.lesson import LEARNER, Lesson, choice_of, find_lesson
from kickdoor.play.record import Answer
from kickdoor.server.protocol import LessonInfo
from kickdoor.text.teller import log_messages

NO_OBJECTION = code(PASS)


class Mark(msgspec.Struct):
    """How far a lesson was after so many answers of its game."""

    answers: int
    step: int = 0
    left: list[Answer] = []  #: what the step still asks for; empty while it cannot be done
    strayed: bool = False


class Learning(msgspec.Struct):
    """How far a learner is; the marks before the last are for taking back."""

    lesson: str
    marks: list[Mark]

    @property
    def now(self) -> Mark:
        """How far they are."""
        return self.marks[-1]


def begin(lesson: str) -> Learning:
    """The beginning of a lesson."""
    return Learning(lesson, [Mark(0)])


def follow(learning: Learning, given: Iterable[Answer], answers: int, game: Game) -> None:
    """These answers were given; with them there are so many."""
    lesson = find_lesson(learning.lesson)
    mark = Mark(answers, learning.now.step, list(learning.now.left), learning.now.strayed)
    off = within = False
    for seat, answer in given:
        said = _plain(answer)
        if mark.left and (seat, said) == tuple(mark.left[0]):
            del mark.left[0]
            mark.step += not mark.left
            within = bool(mark.left)
        else:
            within &= said == NO_OBJECTION
            off |= seat == LEARNER and said != NO_OBJECTION
    if not within:
        mark = _look(lesson, mark, game, off and not mark.strayed)
    learning.marks.append(mark)


def go_back(learning: Learning, answers: int) -> None:
    """All but so many answers were taken back."""
    learning.marks = [mark for mark in learning.marks if mark.answers <= answers] or learning.marks[:1]


def scripted(learning: Learning, seat: int, game: Game) -> Option | Offer | None:
    """What a bot does by the lesson; where that is another's step, nothing. None: it chooses for itself."""
    mark = learning.now
    if mark.strayed:
        return None
    if mark.left:
        whose, answer = mark.left[0]
        return choice_of(answer) if whose == seat else Option(NO_OBJECTION)
    return Option(NO_OBJECTION) if _may_pass(game, seat) else None


def lesson_info(learning: Learning, game: Game, stands: bool, language: str) -> LessonInfo:
    """What the learner is told now, and what is pointed at."""
    lesson = find_lesson(learning.lesson)
    mark = learning.now
    own = [number for number in range(len(lesson.steps)) if lesson.actor(number) == LEARNER]
    points: list[int] = []
    if game.over:
        words = _in(lesson.facts.done if LEARNER in game.winners else {}, language)
        words = words or log_messages(language).get("lesson.lost")
    elif mark.strayed:
        words = log_messages(language).get("lesson.strayed")
    elif mark.left and mark.left[0][0] == LEARNER:
        words = lesson.words(mark.step, language)
        points = [answer for seat, answer in mark.left if seat == LEARNER and isinstance(answer, int)]
    else:
        words = _said_last(lesson, mark, language)
        if stands:
            words = f"{words} {log_messages(language).get('lesson.go_on')}".strip()
            points = [NO_OBJECTION]
        words = words or log_messages(language).get("lesson.watch")
    return LessonInfo(
        lesson=lesson.id,
        title=_in(lesson.facts.title, language),
        words=words,
        done=sum(number < mark.step for number in own),
        steps=len(own),
        points=points,
        strayed=mark.strayed,
    )


def _look(lesson: Lesson, mark: Mark, game: Game, off: bool) -> Mark:
    """The step that comes next, with what it asks for where it can be done now.

    Who has just done something else (`off`) so that it cannot be done any more has strayed. They are taken up again
    where they must act and one of their own next steps can be done, or at a step that is sure to fit: one after
    something that it expects.
    """
    to_come = [number for number in range(mark.step, len(lesson.steps)) if lesson.actor(number) is not None]
    if game.over or not to_come:
        return Mark(mark.answers, len(lesson.steps) if game.over else mark.step, [], mark.strayed)
    first = to_come[0]
    acts = LEARNER in game.waiting and not _may_pass(game, LEARNER)
    for number in to_come:
        own = acts and all(lesson.actor(between) == LEARNER for between in to_come if between <= number)
        sure = (acts or mark.strayed) and "expect" in lesson.steps[number - 1]
        if number == first or ((own or sure) and not off):
            left = lesson.answers(number, game)
            if left:
                return Mark(mark.answers, number, left)
    return Mark(mark.answers, first, [], mark.strayed or acts or off)


def _may_pass(game: Game, seat: int) -> bool:
    decision = game.decision(seat)
    return decision is not None and any(option.code == NO_OBJECTION for option in decision.options)


def _said_last(lesson: Lesson, mark: Mark, language: str) -> str:
    """The words of a bot's step while it is to come."""
    if mark.step >= len(lesson.steps) or lesson.actor(mark.step) in (None, LEARNER):
        return ""
    return lesson.words(mark.step, language)


def _plain(answer: int | dict[str, Any]) -> int | dict[str, Any]:
    """An answer without the pause that it was given in."""
    return answer["answer"] if isinstance(answer, dict) and "pause" in answer else answer


def _in(words: dict[str, str], language: str) -> str:
    return words.get(language) or words.get("en", "")
