"""The HTTP interface to finished games."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from kickdoor.server import keys, reference
from kickdoor.server.archive import Archive, Chronicle
from kickdoor.server.errors import BadRequest, NotNow
from kickdoor.server.limits import address_of
from kickdoor.server.protocol import Branch, GameInfo, GameStatistics, GameSteps, GameStory, NewTable, Opened, TableView

MOST_STEPS = 500
"""How many steps are told at once."""

GameId = Annotated[str, PathParameter(max_length=32)]
Moment = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
Eyes = Annotated[int | None, QueryParameter(ge=-1, le=7)]
Lang = Annotated[str, QueryParameter(max_length=8)]


def asked_by(state: State, request: Request[Any, Any, Any]) -> str:
    """Whose request it is."""
    trust_proxy = archive_of(state).lobby.settings.trust_proxy
    return address_of(request.scope.get("client"), request.scope["headers"], trust_proxy)


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
    request: Request[Any, Any, Any],
    game: GameId,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=2**31 - 1)] = 0,
    last: Annotated[int, QueryParameter(name="to", ge=0, le=2**31 - 1)] = MOST_STEPS,
    seat: Eyes = None,
    lang: Lang = "en",
) -> GameSteps:
    """Answers of a finished game in words, at most 500 at once; without a seat as one who sees everything."""
    archive, by = archive_of(state), asked_by(state, request)
    chronicle = await archive.chronicle(game, by)
    whole = len(chronicle.record.answers)
    until = min(last, whole, first + MOST_STEPS - 1)
    language = reference.known_language(lang)
    found = (
        await archive.kitchen.make(chronicle.steps, first, until, eyes(chronicle, seat), language, by=by)
        if first <= until
        else []
    )
    return GameSteps(whole=whole, steps=found)


@get("/api/games/{game:str}/view")
async def view(
    state: State, request: Request[Any, Any, Any], game: GameId, at: Moment = 0, seat: Eyes = None
) -> TableView:
    """A finished game after so many answers, as a seat saw it; without a seat all hands are open."""
    archive, by = archive_of(state), asked_by(state, request)
    chronicle = await archive.chronicle(game, by)
    return await archive.kitchen.make(chronicle.view, within(chronicle, at), eyes(chronicle, seat), by=by)


@get("/api/games/{game:str}/statistics")
async def statistics(state: State, request: Request[Any, Any, Any], game: GameId) -> GameStatistics:
    """Figures of a finished game."""
    return (await archive_of(state).chronicle(game, asked_by(state, request))).statistics


@get("/api/games/{game:str}/story")
async def story(state: State, request: Request[Any, Any, Any], game: GameId, lang: Lang = "en") -> GameStory:
    """The story of a finished game: ten lines, turning points, the meanest play, the most generous helper."""
    archive, by = archive_of(state), asked_by(state, request)
    chronicle = await archive.chronicle(game, by)
    return await archive.kitchen.make(chronicle.story, reference.known_language(lang), by=by)


@get("/api/games/{game:str}/record", media_type=MediaType.JSON)
async def record(state: State, request: Request[Any, Any, Any], game: GameId) -> Response[bytes]:
    """The record of a finished game, as a file."""
    body = (await archive_of(state).record(game, asked_by(state, request))).to_json()
    headers = {"content-disposition": 'attachment; filename="kickdoor-record.json"'}
    return Response(body, media_type=MediaType.JSON, headers=headers)


@post("/api/games/{game:str}/branch")
async def branch(
    state: State, request: Request[Any, Any, Any], game: GameId, data: JSONBody[Branch], lang: Lang = "en"
) -> Opened:
    """Play on from a moment of a finished game, at a new table."""
    archive = archive_of(state)
    address = asked_by(state, request)
    chronicle = await archive.chronicle(game, address)
    whole = chronicle.record
    if within(chronicle, data.at) == len(whole.answers):
        raise NotNow("table.over_there", "WIN-01")
    new = NewTable(
        packs=whole.packs, book=whole.book, options=dict(whole.options), seats=data.seats, speed=data.speed, start=True
    )
    record, game_then = await archive.kitchen.make(chronicle.branch, data.at, keys.new_seed(), by=address)
    try:
        return await archive.lobby.branch(game, record, game_then, new, address, reference.known_language(lang))
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


GAMES: list[Any] = [games, game_info, steps, view, statistics, story, record, branch]
"""The handlers of these requests."""
