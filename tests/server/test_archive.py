"""Finished games: any moment, through anybody's eyes, and figures that fit the events."""

import msgspec
import pytest

from kickdoor.engine.questions.suppose import strengths_and_bonuses
from kickdoor.play.record import Record, commitment
from kickdoor.server.archive import Archive
from kickdoor.server.errors import NotThere
from kickdoor.server.protocol import NewTable, OriginInfo, SeatPlan
from kickdoor.server.store import stored_table


async def played(inn, level=3, **more):
    """A game that bots have played to its end."""
    table, _ = await inn.seat("rookie", "veteran", "veteran", "rookie", options={"winning_level": level}, **more)
    await inn.greet(table, -1)
    for _ in range(3000):
        if table.session.phase == "over":
            return table
        await inn.pass_time(2)
    raise AssertionError("the game did not end")


@pytest.fixture(scope="module")
def told():
    """Views are compared as they are sent."""
    return msgspec.json.encode


def test_every_moment_is_as_it_was(play, told):
    async def test(inn):
        table = await played(inn)
        archive = Archive(inn.lobby)
        chronicle = await archive.chronicle(table.id)
        for number, game, _ in chronicle.record.replay():
            for seat in (-1, 0, 3):
                shown = chronicle.view(number, seat)
                counted = dict(zip(("strengths", "bonuses"), strengths_and_bonuses(game.state), strict=True))
                assert told({**msgspec.structs.asdict(game.view(seat)), **counted}) == told(shown)
            everything = chronicle.view(number, None)
            for seat in range(4):
                assert everything.players[seat] == game.view(seat).players[seat]

    play(test)


def test_steps_tell_the_same_in_any_stretch_and_keep_secrets(play):
    async def test(inn):
        table = await played(inn)
        chronicle = await Archive(inn.lobby).chronicle(table.id)
        last = len(chronicle.record.answers)
        whole = chronicle.steps(0, last, None, "en")
        assert [step.at for step in whole] == list(range(last + 1))
        for first in {1, 17, min(40, last), min(41, last), last}:
            assert chronicle.steps(first, last, None, "en") == whole[first:]
        assert any(line.what == "won" for line in whole[-1].log)
        gallery = chronicle.steps(0, last, -1, "en")
        drawn = [line for step in gallery for line in step.log if line.what == "drew"]
        assert drawn
        open_hands = sum(line.card >= 0 for step in whole for line in step.log)
        assert sum(line.card >= 0 for step in gallery for line in step.log) < open_hands

    play(test)


def test_figures_fit_the_events(play):
    async def test(inn):
        table = await played(inn, 5)
        chronicle = await Archive(inn.lobby).chronicle(table.id)
        events = [(number, event) for number, _, found in chronicle.record.replay() for event in found]
        figures = chronicle.statistics
        *_, (number, game, _) = chronicle.record.replay()
        assert figures.levels[-1].levels == [player.level for player in game.state.players]
        assert figures.levels[-1].at == number
        assert [entry.turns for entry in figures.levels] == sorted({entry.turns for entry in figures.levels})
        seen = {fight.id for _, game, _ in chronicle.record.replay() for fight in game.state.fights}
        assert seen <= {event.fight for _, event in events if event.what == "fight_begun"}
        assert len(figures.fights) == len(seen)
        assert sum(fight.outcome == "lost" for fight in figures.fights) == sum(
            event.what == "fight_lost" and event.fight in seen for _, event in events
        )
        assert any(fight.outcome == "won" for fight in figures.fights)
        for fight in figures.fights:
            shown = chronicle.view(fight.at, -1).fight
            assert shown is not None
            assert (shown.fighter, shown.party, shown.against) == (fight.fighter, fight.party, fight.against)
        helped = [(event.seat, event.fighter) for _, event in events if event.what == "helper_joined"]
        assert sum(map(sum, figures.helped)) == len(helped)
        assert all(figures.helped[helper][fighter] for helper, fighter in helped)
        assert sum(figures.deaths) == sum(event.what == "died" for _, event in events)
        assert all(figures.hindered[seat][seat] == 0 for seat in range(4))

    play(test)


def test_the_record_tells_what_its_dice_can_be_checked_by(play):
    async def test(inn):
        table = await played(inn)
        record = Record.parse((await Archive(inn.lobby).record(table.id)).to_json())
        assert record.commitment == commitment(record.salt, record.seed) == table.session.setup.commitment
        assert [number for number, _, _ in record.replay()][-1] == len(record.answers)

    play(test)


async def branched(inn, table, at, kind="me"):
    """A table that goes on from a moment of a finished game."""
    chronicle = await Archive(inn.lobby).chronicle(table.id)
    record, game = chronicle.branch(at, f"dice from {at} on")
    plans = (SeatPlan(kind=kind), *(SeatPlan(kind="bot") for _ in range(3)))
    new = NewTable(packs=record.packs, book=record.book, options=dict(record.options), seats=plans, start=True)
    opened = await inn.lobby.branch(table.id, record, game, new, "10.0.0.1")
    return inn.lobby.tables[opened.table], opened, chronicle


def test_a_game_goes_on_from_a_moment(play):
    async def test(inn):
        table = await played(inn)
        at = (await inn.lobby.store.read(stored_table, table.id)).answers // 2
        again, opened, chronicle = await branched(inn, table, at)
        guest = await inn.greet(again, opened.keys[0].seat)
        before = chronicle.view(at, 0)
        assert guest.view["turns"] == before.turns
        assert [card["card"] for card in guest.view["players"]["0"]["hand"]] == [
            card.card for card in before.players[0].hand
        ]
        assert guest.state["table"]["origin"] == {"game": table.id, "at": at}

    play(test)


def test_a_branch_has_dice_of_its_own_and_its_record_is_that_game(play):
    async def test(inn):
        table = await played(inn, 5)
        old = table.session.setup
        for at in (0, 40, 41):
            again, _, chronicle = await branched(inn, table, at, "bot")
            setup = again.session.setup
            assert setup.seed != old.seed
            assert setup.commitment != old.commitment
            assert again.session.playing.game.state.key != chronicle.game(at).state.key
            await inn.greet(again, -1)
            for _ in range(3000):
                if again.session.phase == "over":
                    break
                await inn.pass_time(2)
            archive = Archive(inn.lobby)
            record = Record.parse((await archive.record(again.id)).to_json())
            record.check_commitment()
            assert record.winners == list(setup.winners)
            assert [number for number, _, _ in record.replay()][-1] == len(record.answers)
            assert (await archive.info(again.id)).origin == OriginInfo(table.id, at)
        twice, _, _ = await branched(inn, again, 45)
        assert [dice.after for dice in twice.session.setup.header().new_dice] == [41, 45]

    play(test)


def test_only_finished_games_are_shown(play):
    async def test(inn):
        archive = Archive(inn.lobby)
        playing, _ = await inn.seat("me", "rookie", "rookie")
        for id in (playing.id, "nothing", "x" * 64, "\0"):
            with pytest.raises(NotThere):
                await archive.info(id)
            with pytest.raises(NotThere):
                await archive.chronicle(id)
        table = await played(inn)
        hidden = await played(inn, listed=False)
        newest = [info.game for info in await archive.newest(10)]
        assert table.id in newest
        assert hidden.id not in newest
        info = await archive.info(hidden.id)
        assert info.winners == hidden.session.setup.winners
        assert info.answers == hidden.session.playing.answers
        assert info.bots == ["rookie", "veteran", "veteran", "rookie"]

    play(test)


def test_the_story_is_told_of_what_happened(play):
    """Its lines are lines of the steps, its winner the one who won, its chances add up and end with the win."""

    async def test(inn):
        table = await played(inn, level=5)
        chronicle = await Archive(inn.lobby).chronicle(table.id)
        story = chronicle.story("en")
        words = {
            (step.at, line.words)
            for step in chronicle.steps(0, len(chronicle.record.answers), None, "en")
            for line in step.log
        }
        assert 3 <= len(story.lines) <= 10
        assert [line.at for line in story.lines] == sorted(line.at for line in story.lines)
        assert {(line.at, line.words) for line in story.lines} <= words
        assert {(turn.at, turn.words) for turn in story.turning} <= words
        fights = [line for line in story.lines if line.what == "fight_won"]
        assert fights
        assert all(line.monsters for line in fights)
        assert all(line.helper != line.other for line in fights if line.helper is not None)
        assert all(line.card and line.other is not None for line in story.lines if line.what == "cursed")
        winners = table.session.setup.winners
        assert story.finish is not None
        assert story.finish.seat in winners
        assert story.lines[-1].seat in winners, "the last line is the win"
        assert all(abs(sum(moment.chances) - 1) < 0.01 for moment in story.chances)
        assert [moment.turns for moment in story.chances][:2] == [0, 1]
        assert story.chances[-1].chances[winners[0]] >= 1 / len(winners) - 0.01
        assert chronicle.story("de").lines[-1].words != story.lines[-1].words

    play(test)
