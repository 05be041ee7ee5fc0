"""Finished games: records, any moment through anybody's eyes, the story in words."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.questions.suppose import strengths_and_bonuses
from kickdoor.packs.loader import Source
from kickdoor.play.game import Game
from kickdoor.play.record import NewDice, Record, RecordError
from kickdoor.server.errors import NotNow, NotThere
from kickdoor.server.figures import Figures
from kickdoor.server.kitchen import Kitchen
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import GameInfo, GameStatistics, GameStep, GameStory, StoryLine, TableView, TurningPoint
from kickdoor.server.session.seating import Setup
from kickdoor.server.store import answers_of, finished, stored_table
from kickdoor.server.stored import StoredAnswer, StoredTable
from kickdoor.server.story import Beat, Story, worded
from kickdoor.server.telling import Tale

log = logging.getLogger("kickdoor.archive")

BETWEEN_SAVES = 40
"""How many answers are played again at most to come to a moment."""

KEPT_GAMES = 12
"""How many games are kept ready; another one pushes out the one that was longest not looked at."""


class Chronicle:
    """A finished game that was played again once: its saves along the way, and its figures."""

    def __init__(self, setup: Setup, record: Record, guests: tuple[Source, ...] = ()) -> None:
        self.setup = setup
        self.record = record
        self.guests = guests  #: its packs that do not come with kickdoor, which are at hand as long as they are held
        self._saves: list[tuple[bytes, int]] = []
        self._stories: dict[str, GameStory] = {}  # by language
        figures = Figures(record.seats)
        self._story = Story(record.seats)
        for number, game, events in record.replay(patient=True):
            if number % BETWEEN_SAVES == 0:
                self._saves.append((game.to_bytes(), game.pauses))
            figures.hear(number, game, events)
            self._story.hear(number, game, events)
        self._story.end(game)
        self.statistics: GameStatistics = figures.statistics()

    def from_moment(self, at: int) -> Iterator[tuple[int, Game, list[Event]]]:
        """The game after so many answers, and after each that follows. The events of the first are not told."""
        saved = at // BETWEEN_SAVES
        save, pauses = self._saves[saved]
        beginning = Game.from_bytes(save, patient=True)
        beginning.pauses = pauses
        if saved * BETWEEN_SAVES == at:
            yield at, beginning, []
        for number, game, events in self.record.play_on(beginning, saved * BETWEEN_SAVES):
            if number >= at:
                yield number, game, events

    def game(self, at: int) -> Game:
        """The game after so many answers."""
        _, game, _ = next(self.from_moment(at))
        return game

    def branch(self, at: int, seed: str) -> tuple[Record, Game]:
        """The game after so many answers with dice of its own, and its record."""
        game = self.game(at)
        dice = [*self.record.new_dice, NewDice(at, game.pauses, seed)]
        game.take_dice(seed)
        whole = self.record
        cut = msgspec.structs.replace(
            whole, answers=whole.answers[:at], winners=[], new_dice=dice, salt="", commitment=""
        )
        return cut, game

    def view(self, at: int, seat: int | None) -> TableView:
        """The table after so many answers, as a seat saw it; -1 is the gallery, None sees all hands."""
        game = self.game(at)
        seen = msgspec.structs.asdict(game.view(-1 if seat is None else seat))
        if seat is None:
            seen["players"] = [game.view(own).players[own] for own in range(game.seats)]
        strengths, bonuses = strengths_and_bonuses(game.state)
        return TableView(**seen, strengths=strengths, bonuses={int(card): bonus for card, bonus in bonuses.items()})

    def steps(self, first: int, last: int, seat: int | None, language: str) -> list[GameStep]:
        """What happened with each answer, in words for a seat (-1: the gallery, None: all of it)."""
        found = []
        # The events of a moment come with the answer before it.
        for number, game, events in self.from_moment(first - 1) if first else self.record.replay():
            if number > last:
                break
            if number < first:
                continue
            s = game.state
            found.append(
                GameStep(
                    at=number,
                    seat=self.record.answers[number - 1][0] if number else -1,
                    turn=s.turn,
                    turns=game.turns,
                    log=Tale(events, s, self.setup.names).lines(seat, language),
                )
            )
        return found

    def story(self, language: str) -> GameStory:
        """The story of the game, in words of a language."""
        found = self._stories.get(language)
        if found is None:
            found = self._stories[language] = self._tell(language)
        return found

    def _tell(self, language: str) -> GameStory:
        story = self._story
        state = self.game(len(self.record.answers)).state

        def line(beat: Beat) -> StoryLine:
            step = self.steps(beat.at, beat.at, None, language)[0]
            return beat.line(state, worded(step, beat.what, beat.seat))

        turning = [
            TurningPoint(
                at=one.at,
                turns=one.turns,
                seat=one.seat,
                before=one.before,
                after=one.after,
                words=worded(self.steps(one.at, one.at, None, language)[0]),
                line=line(beat) if (beat := story.beat_of(one)) else None,
            )
            for one in story.turning
        ]
        return GameStory(
            lines=[line(beat) for beat in story.lines],
            chances=story.chances,
            turning=turning,
            meanest=story.meanest,
            generous=story.generous,
            finish=story.finish,
        )


class Archive:
    """The finished games of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.kitchen = Kitchen()  #: of its own: nobody who wants to play waits for those who look back
        self._kept: OrderedDict[str, asyncio.Task[Chronicle]] = OrderedDict()

    def close(self) -> None:
        """Play nothing again any more."""
        self.kitchen.close()

    async def newest(self, limit: int) -> list[GameInfo]:
        """Finished games of listed tables, the newest first."""
        return [info_of(stored) for stored in await self.lobby.store.read(finished, limit)]

    async def info(self, id: str) -> GameInfo:
        """A finished game: what its page shows first."""
        return info_of(await self._stored(id))

    async def record(self, id: str, by: str = "") -> Record:
        """The record of a finished game, with what its dice can be checked by."""
        _, record, _ = await self._setup_and_record(id, by)
        return record

    async def chronicle(self, id: str, by: str = "") -> Chronicle:
        """A finished game, ready to be looked at by a visitor."""
        task = self._kept.get(id)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._kept[id] = asyncio.get_running_loop().create_task(self._make(id, by))
        self._kept.move_to_end(id)
        while len(self._kept) > KEPT_GAMES:
            self._kept.popitem(last=False)
        return await asyncio.shield(task)

    async def _make(self, id: str, by: str) -> Chronicle:
        setup, record, guests = await self._setup_and_record(id, by)
        try:
            return await self.kitchen.make(played_again, setup, record, guests, by=by)
        except RecordError as error:
            log.error("game %s cannot be played again: %s", id, error)
            raise NotNow("table.not_replayable", details=str(error)) from error

    async def _setup_and_record(self, id: str, by: str) -> tuple[Setup, Record, tuple[Source, ...]]:
        stored = await self._stored(id)
        guests = await self.lobby.library.at_hand(msgspec.json.decode(stored.setup, type=Setup).packs)
        answers = await self.lobby.store.read(answers_of, id)
        return *await self.kitchen.make(recorded, stored, answers, by=by), guests

    async def _stored(self, id: str) -> StoredTable:
        stored: StoredTable | None = None
        if len(id) <= 32 and "\0" not in id:
            stored = await self.lobby.store.read(stored_table, id)
        if stored is None or stored.phase != "over":
            raise NotThere("table.no_such_game")
        return stored


def recorded(stored: StoredTable, answers: list[StoredAnswer]) -> tuple[Setup, Record]:
    """How the table of a finished game was set up, and the record of the game."""
    setup = msgspec.json.decode(stored.setup, type=Setup)
    header = setup.header()
    record = msgspec.structs.replace(
        header,
        version=setup.version,
        rules=setup.rules,
        hashes=setup.hashes or header.hashes,
        answers=[(row.seat, msgspec.json.decode(row.answer)) for row in answers],
        winners=list(setup.winners),
        salt=setup.salt,
        commitment=setup.commitment,
    )
    return setup, record


def played_again(setup: Setup, record: Record, guests: tuple[Source, ...] = ()) -> Chronicle:
    """A finished game by the cards of today: one that was mended may well fit."""
    return Chronicle(setup, msgspec.structs.replace(record, hashes=setup.header().hashes), guests)


def info_of(stored: StoredTable) -> GameInfo:
    """A finished game as it is stored, for its page."""
    setup = msgspec.json.decode(stored.setup, type=Setup)
    return GameInfo(
        game=stored.id,
        name=setup.name,
        packs=setup.packs,
        book=setup.book,
        options=setup.options,
        names=setup.names,
        bots=setup.bots,
        winners=setup.winners,
        answers=stored.answers,
        turns=setup.turns,
        began=int(setup.began or stored.created),
        ended=int(stored.ended or stored.updated),
        seed=setup.seed,
        salt=setup.salt,
        commitment=setup.commitment,
        origin=setup.origin_info,
        guests=setup.guests,
    )
