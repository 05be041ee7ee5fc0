"""What a language model is asked, how its reply is read, and what comes of one that cannot be read.

A prompt is one state with numbered options. The reply may hold any thoughts; its last line must be `ANSWER` and the
number of an option. Anything else is not guessed at: the model is told what was wrong and asked again, a few times;
after that the answer is the most careful of the options, and counts as forfeited.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf

import msgspec

from kickdoor.env.words import NAMES, Words, options_of
from kickdoor.play.choices import Option
from kickdoor.play.game import Game
from kickdoor.text.asking import question_words

ANSWER = re.compile(r"ANSWER:?\s+(\d{1,4})\.?")

CAREFUL = ("pass", "refuse", "done", "proceed", "claim", "run")
"""What is answered for who gives no answer that can be read, if it is open; otherwise the first option."""


class Unreadable(ValueError):
    """A reply that is no answer; the words say what was wrong."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How often a model is asked again for one decision, how long a reply may be, and its budget for a whole game.

    Who has used up any part of the budget is not asked any more in that game: the most careful option is taken.
    """

    retries: int = 2
    characters: int = 20_000  #: of one reply
    seconds: float = 120.0  #: for one reply of a program; whoever calls a function waits for it
    forfeits: int = 20  #: in one game
    game_seconds: float = inf  #: for all replies of one game
    game_characters: float = inf  #: of all prompts and replies of one game


class Prompt(msgspec.Struct, frozen=True):
    """What is asked of one seat."""

    seat: int
    situation: str
    question: str
    options: list[str]

    def __str__(self) -> str:
        numbered = [f"{number}. {words}" for number, words in enumerate(self.options, 1)]
        return "\n".join([self.situation, "", self.question, *numbered, "", HOW_TO_ANSWER])


HOW_TO_ANSWER = "Reply with a last line `ANSWER n`, where n is the number of your choice."


def prompt_for(game: Game, seat: int, names: Sequence[str] = NAMES) -> Prompt:
    """What a seat is asked now."""
    words = Words.of_game(game, seat, names).situation()
    return Prompt(seat, words, question_words(game.state, seat, names), options_of(game, seat, names))


def read_reply(reply: str, options: int, limits: Limits) -> int:
    """The place of the option that a reply picks, counted from 0."""
    if len(reply) > limits.characters:
        raise Unreadable(f"Your reply is longer than {limits.characters} characters.")
    lines = [line.strip() for line in reply.strip().splitlines()]
    found = ANSWER.fullmatch(lines[-1]) if lines else None
    if found is None:
        raise Unreadable("The last line of your reply is not `ANSWER n`.")
    number = int(found[1])
    if not 1 <= number <= options:
        raise Unreadable(f"There is no option {number}: they go from 1 to {options}.")
    return number - 1


def careful(options: Sequence[Option]) -> int:
    """The place of the option that changes least."""
    for verb in CAREFUL:
        for place, option in enumerate(options):
            if option.verb == verb:
                return place
    return 0
