"""The HTTP interface to finished games."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from kickdoor.server import keys, reference
from kickdoor.server.archive import Archive, Chronicle
from kickdoor.server.errors import BadRequest, NotNow
from kickdoor.server.limits import address_of
from kickdoor.server.protocol import Branch, GameInfo, GameStatistics, GameSteps, NewTable, Opened, TableView

MOST_STEPS = 500
"""How many steps are told at once."""

GameId = Annotated[str, PathParameter(max_length=32)]
Moment = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
Eyes = Annotated[int | None, QueryParameter(ge=-1, le=7)]
Lang = Annotated[str, QueryParameter(max_length=8)]


def archive_of(state: State) -> Archive:
    """The archive of this server."""
    found = state["archive"]
    assert isinstance(found, Archive)
    return found


@get("/api/games")
async def games(state: State, limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20) -> list[GameInfo]:
    """Finished games of listed tables, the newest first."""
    return await archive_of(state).newest(limit)


@get("/api/games/{game:str}")
async def game_info(state: State, game: GameId) -> GameInfo:
    """A finished game."""
    return await archive_of(state).info(game)


@get("/api/games/{game:str}/steps")
async def steps(
    state: State,
    game: GameId,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=2**31 - 1)] = 0,
    last: Annotated[int, QueryParameter(name="to", ge=0, le=2**31 - 1)] = MOST_STEPS,
    seat: Eyes = None,
    lang: Lang = "en",
) -> GameSteps:
    """Answers of a finished game in words, at most 500 at once; without a seat as one who sees everything."""
    chronicle = await archive_of(state).chronicle(game)
    whole = len(chronicle.record.answers)
    until = min(last, whole, first + MOST_STEPS - 1)
    language = reference.known_language(lang)
    found = (
        await asyncio.to_thread(chronicle.steps, first, until, eyes(chronicle, seat), language)
        if first <= until
        else []
    )
    return GameSteps(whole=whole, steps=found)


@get("/api/games/{game:str}/view")
async def view(state: State, game: GameId, at: Moment = 0, seat: Eyes = None) -> TableView:
    """A finished game after so many answers, as a seat saw it; without a seat all hands are open."""
    chronicle = await archive_of(state).chronicle(game)
    at = within(chronicle, at)
    return await asyncio.to_thread(chronicle.view, at, eyes(chronicle, seat))


@get("/api/games/{game:str}/statistics")
async def statistics(state: State, game: GameId) -> GameStatistics:
    """Figures of a finished game."""
    return (await archive_of(state).chronicle(game)).statistics


@get("/api/games/{game:str}/record", media_type=MediaType.JSON)
async def record(state: State, game: GameId) -> Response[bytes]:
    """The record of a finished game, as a file."""
    body = (await archive_of(state).record(game)).to_json()
    headers = {"content-disposition": 'attachment; filename="kickdoor-record.json"'}
    return Response(body, media_type=MediaType.JSON, headers=headers)


@post("/api/games/{game:str}/branch")
async def branch(
    state: State, request: Request[Any, Any, Any], game: GameId, data: JSONBody[Branch], lang: Lang = "en"
) -> Opened:
    """Play on from a moment of a finished game, at a new table."""
    archive = archive_of(state)
    lobby = archive.lobby
    address = address_of(request.scope.get("client"), request.scope["headers"], lobby.settings.trust_proxy)
    chronicle = await archive.chronicle(game)
    whole = chronicle.record
    if within(chronicle, data.at) == len(whole.answers):
        raise NotNow("table.over_there", "WIN-01")
    new = NewTable(
        packs=whole.packs, book=whole.book, options=dict(whole.options), seats=data.seats, speed=data.speed, start=True
    )
    record, game_then = await asyncio.to_thread(chronicle.branch, data.at, keys.new_seed())
    try:
        return await lobby.branch(game, record, game_then, new, address, reference.known_language(lang))
    except ValueError as error:
        raise BadRequest("table.bad_setup", details=str(error)) from error


def within(chronicle: Chronicle, at: int) -> int:
    """A moment of the game."""
    if at > len(chronicle.record.answers):
        raise BadRequest("table.other_answers", about=(str(len(chronicle.record.answers)),))
    return at


def eyes(chronicle: Chronicle, seat: int | None) -> int | None:
    """A seat of the game, the gallery, or None."""
    if seat is not None and seat >= chronicle.record.seats:
        raise BadRequest("table.other_seats", about=(str(chronicle.record.seats),))
    return seat


GAMES: list[Any] = [games, game_info, steps, view, statistics, record, branch]
"""The handlers of these requests."""
