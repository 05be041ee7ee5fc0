"""A lesson at a table: its own hints lead to its end, whoever strays is met with sense, and it can be left."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kickdoor.play.lesson import LEARNER, lessons
from kickdoor.play.scenario import run_one
from kickdoor.server.archive import Archive
from kickdoor.server.errors import NotThere
from kickdoor.server.protocol import Answer, NewLesson, Pass, Undo
from kickdoor.text.messages import languages
from kickdoor.text.teller import log_messages


async def begun(inn: Any, name: str = "first-game", **hello: Any) -> Any:
    opened = await inn.lobby.open_lesson(name, NewLesson("Kim"))
    return await inn.greet(inn.lobby.tables[opened.table], LEARNER, **hello)


async def wait_for_a_hint(inn: Any, guest: Any) -> dict[str, Any]:
    """Let the bots play until the learner is told to do something, or nothing more can come."""
    for _ in range(60):
        lesson = guest.state["lesson"]
        if lesson["points"] or guest.state["table"]["phase"] == "over":
            return lesson
        await inn.pass_time(2)
    raise AssertionError(f"no hint comes: {guest.state['lesson']} {guest.decision}")


async def take(inn: Any, guest: Any, point: int) -> None:
    """Do what is pointed at."""
    codes = [option["code"] for option in guest.decision["options"]]
    assert point in codes, "what is pointed at can be done"
    verb = next(option["verb"] for option in guest.decision["options"] if option["code"] == point)
    window = guest.decision["window"]
    message = Pass(window=window) if verb == "pass" else Answer(option=point, window=window)
    reply = await guest.say(message)
    assert reply["type"] == "taken", reply
    await inn.settle()


async def play_by_hints(inn: Any, guest: Any) -> list[str]:
    """Do whatever is pointed at until the game is over; all that was said."""
    said: list[str] = []
    for _ in range(80):
        lesson = await wait_for_a_hint(inn, guest)
        if guest.state["table"]["phase"] == "over":
            return said
        said.append(lesson["words"])
        await take(inn, guest, lesson["points"][0])
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize("name", sorted(lessons()))
def test_each_lesson_is_played_to_its_end_by_its_own_hints(name: str, play: Any) -> None:
    async def test(inn: Any) -> None:
        guest = await begun(inn, name)
        said = await play_by_hints(inn, guest)
        lesson = lessons()[name]
        wanted = [lesson.words(i, "en") for i in range(len(lesson.steps)) if lesson.actor(i) == LEARNER]
        assert [words for words in dict.fromkeys(said) if words in wanted] == wanted, "every word is heard, in order"
        told = guest.state["lesson"]
        assert told["done"] == told["steps"] == len(wanted)
        assert told["words"] == lesson.facts.done["en"]
        assert guest.state["table"]["winners"] == [LEARNER]
        # It can be looked at again, from its position on.
        chronicle = await Archive(inn.lobby).chronicle(guest.table.id)
        assert [number for number, _, _ in chronicle.record.replay()][-1] == len(chronicle.record.answers)

    play(test)


@pytest.mark.parametrize("name", sorted(lessons()))
def test_each_lesson_is_a_scenario_that_passes_in_every_language(name: str) -> None:
    lesson = lessons()[name]
    assert run_one(lesson.raw).why == ""
    for number in range(len(lesson.steps)):
        if lesson.actor(number) == LEARNER:
            assert set(lesson.steps[number].get("say", {})) == set(languages()), f"step {number + 1}"
    for words in (lesson.facts.title, lesson.facts.about, lesson.facts.done):
        assert set(words) == set(languages())


def test_a_lesson_that_was_left_goes_on_where_it_was(inn_at: Any, database: str) -> None:
    async def before() -> tuple[str, dict[str, Any]]:
        inn = inn_at(database)
        await inn.lobby.start()
        guest = await begun(inn)
        for _ in range(6):  # in the midst of the sale
            await take(inn, guest, (await wait_for_a_hint(inn, guest))["points"][0])
        told = await wait_for_a_hint(inn, guest)
        await inn.lobby.close()
        return guest.table.id, told

    async def after(table: str, told: dict[str, Any]) -> None:
        inn = inn_at(database)
        await inn.lobby.start()
        guest = await inn.greet(await inn.lobby.find(table), LEARNER)
        assert guest.state["lesson"] == told
        await play_by_hints(inn, guest)
        assert guest.state["table"]["winners"] == [LEARNER]
        await inn.lobby.close()

    table, told = asyncio.run(before())
    assert told["done"] == 4
    asyncio.run(after(table, told))


async def until_bo_asks(inn: Any, guest: Any) -> dict[str, Any]:
    for _ in range(30):
        told = await wait_for_a_hint(inn, guest)
        if guest.options("accept"):
            return told
        await take(inn, guest, told["points"][0])
    raise AssertionError("nobody asks for help")


def test_who_does_something_else_is_told_so_and_can_take_it_back(play: Any) -> None:
    async def test(inn: Any) -> None:
        guest = await begun(inn)
        told = await until_bo_asks(inn, guest)
        await take(inn, guest, guest.options("refuse")[0]["code"])
        assert guest.state["lesson"]["strayed"]
        assert guest.state["lesson"]["words"] == log_messages("en").get("lesson.strayed")
        assert (await guest.say(Undo()))["type"] == "taken"
        assert guest.state["lesson"] == told
        await play_by_hints(inn, guest)
        assert guest.state["table"]["winners"] == [LEARNER]

    play(test)


def test_what_can_no_longer_be_done_is_left_out(play: Any) -> None:
    async def test(inn: Any) -> None:
        guest = await begun(inn)
        lesson = lessons()["first-game"]
        helmet, kick = lesson.words(0, "en"), lesson.words(1, "en")
        await take(inn, guest, guest.options("proceed")[0]["code"])
        said = await play_by_hints(inn, guest)
        assert said.count(helmet) == 1, "it can still be put on"
        assert kick not in said
        assert guest.state["table"]["winners"] == [LEARNER]

    play(test)


def test_bots_play_for_themselves_where_the_learner_strays_and_the_lesson_is_taken_up_again(play: Any) -> None:
    async def test(inn: Any) -> None:
        guest = await begun(inn)
        await until_bo_asks(inn, guest)
        await take(inn, guest, guest.options("refuse")[0]["code"])
        strayed = len(guest.log)
        for _ in range(60):
            await inn.pass_time(2)
            told = guest.state["lesson"]
            if not told["strayed"] and told["points"]:
                break
            if guest.decision is not None and (guest.decision["asked"] or guest.state["pace"]["stop"]):
                await take(inn, guest, guest.decision["options"][-1]["code"])
        # Bo asks once more, or runs and it is the learner's turn again: that is up to the bot.
        assert told["words"].startswith(("Bo asks for help", "Your turn."))
        assert any(line.startswith(("Bo", "Cy")) for line in guest.log[strayed:])

    play(test)


def test_there_is_no_other_lesson(play: Any) -> None:
    async def test(inn: Any) -> None:
        with pytest.raises(NotThere):
            await inn.lobby.open_lesson("second-game", NewLesson())

    play(test)
