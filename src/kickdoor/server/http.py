"""The HTTP interface: lobby, reference, finished games, the page."""

from __future__ import annotations

import logging
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.types import Scope
from msgspec import UNSET

from kickdoor.bots import BOTS
from kickdoor.engine.data.refusals import Refusal
from kickdoor.packs.loader import available
from kickdoor.packs.report import PackInfo
from kickdoor.play.record import VERSION
from kickdoor.rules.books import BOOKS, OptionOfRules
from kickdoor.rules.catalogue import Rule
from kickdoor.server import reference
from kickdoor.server import search as searching
from kickdoor.server.bringing import BRINGING
from kickdoor.server.errors import BadRequest, Forbidden, NotNow, NotThere, Unwell
from kickdoor.server.games import GAMES
from kickdoor.server.limits import address_of
from kickdoor.server.lobby import Lobby
from kickdoor.server.network import is_at_this_computer
from kickdoor.server.operating import OPERATING
from kickdoor.server.packing import PACKED
from kickdoor.server.protocol import (
    PROTOCOL,
    REACTIONS,
    SPEEDS,
    CardInfo,
    Join,
    LessonOffer,
    NetworkInfo,
    NewLesson,
    NewTable,
    Opened,
    Problem,
    SearchResults,
    SeatKey,
    ServerInfo,
    TableInfo,
    Update,
)
from kickdoor.server.socket import serve_socket
from kickdoor.server.store import Unstored
from kickdoor.server.telling import ENCODER
from kickdoor.text.messages import languages
from kickdoor.text.refusing import refusal_words
from kickdoor.text.teller import log_messages

log = logging.getLogger("kickdoor.http")

TableId = Annotated[str, PathParameter(max_length=32)]
Lang = Annotated[str, QueryParameter(max_length=8)]
Packs = Annotated[str, QueryParameter(max_length=800)]
Book = Annotated[str | None, QueryParameter(max_length=16)]


def lobby_of(state: State) -> Lobby:
    """The lobby of this server."""
    found = state["lobby"]
    assert isinstance(found, Lobby)
    return found


def asked_by(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any], lobby: Lobby) -> str:
    """Whose request it is."""
    scope = connection.scope
    return address_of(scope.get("client"), scope["headers"], lobby.settings.trust_proxy)


def token_of(request: Request[Any, Any, Any]) -> str:
    """The token in the header, or none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:64] if kind.lower() == "bearer" else ""


FOR_AN_HOUR = "public, max-age=3600"


def encodings(request: Request[Any, Any, Any]) -> str:
    """The encodings that a request accepts."""
    return request.headers.get("accept-encoding", "")


@get("/api/server")
async def server_info(state: State, request: Request[Any, Any, Any]) -> ServerInfo:
    """What this server offers."""
    lobby = lobby_of(state)
    network = state.get("network")
    client = request.client.host if request.client is not None else ""
    here = is_at_this_computer(client, request.headers)
    return ServerInfo(
        version=VERSION,
        protocol=PROTOCOL,
        languages=languages(),
        books=BOOKS,
        bots=BOTS,
        speeds=SPEEDS,
        reactions=REACTIONS,
        tables=len(lobby.tables),
        mail=bool(lobby.settings.smtp),
        guests=lobby.settings.guests,
        probes=lobby.settings.guests and lobby.settings.probes,
        largest_pack=lobby.settings.largest_pack,
        network=network.info() if network is not None and here else None,
    )


@post("/api/network", status_code=200, include_in_schema=False)
async def open_network(state: State, request: Request[Any, Any, Any]) -> NetworkInfo:
    """Let people in the own network in: only where the server was started for this computer, and from there."""
    network = state.get("network")
    if network is None:
        raise Forbidden("table.not_here_only")
    client = request.client.host if request.client is not None else ""
    found: NetworkInfo = await network.open(request.headers, client)
    return found


@get("/api/packs", sync_to_thread=True)
def packs(state: State) -> list[PackInfo]:
    """All sets of cards: those that come with kickdoor, and those that this server offers."""
    return [*reference.packs_info(), *lobby_of(state).library.infos()]


@get("/api/options", sync_to_thread=True)
def options(state: State, packs: Packs = "", book: Book = None) -> list[OptionOfRules]:
    """House options; with `packs`, those in which their books differ."""
    names = lobby_of(state).library.known(reference.names_in(packs))
    return reference.options_info(names, book)


@get("/api/rules", media_type=MediaType.JSON, opt={PACKED: True})
async def rules(state: State, request: Request[Any, Any, Any]) -> Response[list[Rule]]:
    """All rules."""
    lobby = lobby_of(state)
    found = await lobby.kitchen.cards(reference.all_rules, by=asked_by(request, lobby))
    return found.response(encodings(request), MediaType.JSON, FOR_AN_HOUR)  # type: ignore[return-value]


@get("/api/cards", media_type=MediaType.JSON, opt={PACKED: True})
async def cards(
    state: State, request: Request[Any, Any, Any], packs: Packs = "", lang: Lang = "en"
) -> Response[list[CardInfo]]:
    """All cards of some packs, or of all."""
    lobby = lobby_of(state)
    names = lobby.library.known(reference.names_in(packs)) or available()
    language = reference.known_language(lang)
    found = await lobby.kitchen.cards(reference.cards_of_packs, names, language, by=asked_by(request, lobby))
    return found.response(encodings(request), MediaType.JSON, FOR_AN_HOUR)  # type: ignore[return-value]


@get("/api/tables")
async def tables(state: State) -> list[TableInfo]:
    """Listed tables that have not ended."""
    return await lobby_of(state).listed()


@post("/api/tables")
async def open_table(
    state: State, request: Request[Any, Any, Any], data: JSONBody[NewTable], lang: Lang = "en"
) -> Opened:
    """Make a table. People without a name are called by their number, in the language of `lang`."""
    lobby = lobby_of(state)
    return await lobby.open_table(data, asked_by(request, lobby), reference.known_language(lang))


@get("/api/search")
async def search(
    state: State,
    request: Request[Any, Any, Any],
    q: Annotated[str, QueryParameter(max_length=200)] = "",
    lang: Lang = "en",
) -> SearchResults:
    """Rules, rulings and cards that answer a question in plain words: as far as cards are read, unless `whole`."""
    lobby = lobby_of(state)
    language = reference.known_language(lang)
    return await lobby.kitchen.make(searching.search_so_far, q, language, by=asked_by(request, lobby))


@get("/api/lessons", sync_to_thread=True)
def lesson_offers(lang: Lang = "en") -> list[LessonOffer]:
    """All lessons: games that teach, with stacked decks and bots that know what to do."""
    return reference.lesson_offers(reference.known_language(lang))


@post("/api/lessons/{lesson:str}")
async def open_lesson(
    state: State,
    request: Request[Any, Any, Any],
    lesson: Annotated[str, PathParameter(max_length=40)],
    data: JSONBody[NewLesson],
    lang: Lang = "en",
) -> Opened:
    """Begin a lesson, at a table of its own."""
    lobby = lobby_of(state)
    return await lobby.open_lesson(lesson, data, asked_by(request, lobby), reference.known_language(lang))


@get("/api/tables/{table:str}")
async def table_info(state: State, table: TableId) -> TableInfo:
    """A table."""
    return (await lobby_of(state).find(table)).session.info()


@post("/api/tables/{table:str}/join")
async def join(state: State, request: Request[Any, Any, Any], table: TableId, data: JSONBody[Join]) -> SeatKey:
    """Take an open seat."""
    lobby = lobby_of(state)
    return await lobby.join(table, data, asked_by(request, lobby))


@get("/api/tables/{table:str}/cards", media_type=MediaType.JSON, opt={PACKED: True})
async def table_cards(
    state: State, request: Request[Any, Any, Any], table: TableId, lang: Lang = "en"
) -> Response[list[CardInfo]]:
    """The cards of a table by their numbers."""
    lobby = lobby_of(state)
    packs = (await lobby.find(table)).session.setup.packs
    language = reference.known_language(lang)
    found = await lobby.kitchen.cards(reference.cards_at_table, packs, language, by=asked_by(request, lobby))
    return found.response(encodings(request), MediaType.JSON, FOR_AN_HOUR)  # type: ignore[return-value]


@get("/api/tables/{table:str}/view", media_type=MediaType.JSON, opt={PACKED: True})
async def table_view(
    state: State, request: Request[Any, Any, Any], table: TableId, lang: Lang = "en"
) -> Response[Update]:
    """Everything that the seat of the token may know now."""
    found = await lobby_of(state).find(table)
    lobby = lobby_of(state)
    seat = found.session.company.authorise(token_of(request), asked_by(request, lobby))
    if seat is None:
        raise Forbidden("table.wrong_token")
    whole = await found.ask(lambda: found.whole(seat, reference.known_language(lang)))
    return Response(whole, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


CONFIRM_PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>kickdoor</title>
<p>{words}</p><form method="post"><button>{button}</button></form>"""


@get("/api/tables/{table:str}/mail/{code:str}", include_in_schema=False, media_type=MediaType.HTML)
async def ask_to_confirm(table: TableId, code: FromPath[str], lang: Lang = "en") -> Response[str]:
    """The page behind the link in the mail that asks whether an address is somebody's; who only looks says nothing."""
    language = reference.known_language(lang)
    told = log_messages(language)
    words, button = told.get("mail.confirm_page"), told.get("mail.confirm_button")
    return Response(CONFIRM_PAGE.format(lang=language, words=words, button=button), media_type=MediaType.HTML)


@post("/api/tables/{table:str}/mail/{code:str}", include_in_schema=False, media_type=MediaType.TEXT, status_code=200)
async def confirm_mail(state: State, table: TableId, code: FromPath[str], lang: Lang = "en") -> str:
    """Confirm the address that somebody gave at a table."""
    await lobby_of(state).confirm_mail(table, code[:64])
    return log_messages(reference.known_language(lang)).get("mail.confirmed")


@websocket("/api/tables/{table:str}/play")
async def play(socket: WebSocket[Any, Any, Any], state: State, table: FromPath[str]) -> None:
    """The socket of a table."""
    lobby = lobby_of(state)
    receive, send = socket.receive, socket.send
    try:
        await serve_socket(lobby, table, socket.scope, receive, send, asked_by(socket, lobby))
    finally:
        socket.receive = socket.send = over  # type: ignore[assignment]  # they hold the socket, which holds them


async def over(*_: Any) -> None:
    """Nobody listens any more."""


@get("/api/health", media_type=MediaType.JSON)
async def health(state: State) -> dict[str, str]:
    """Whether the server is well: it answers, and its database can be written to."""
    try:
        await lobby_of(state).store.check()
    except Unstored as error:
        log.error("the database cannot be written to", extra={"reason": str(error)})
        raise Unwell("table.no_database") from error
    return {"status": "ok", "version": VERSION}


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False, opt={PACKED: True})
async def metrics(state: State) -> Response[bytes]:
    """Figures for Prometheus."""
    return Response(lobby_of(state).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


# The page


def static_folder() -> Path:
    """Where the built page is."""
    return Path(str(files("kickdoor.server").joinpath("static")))


def has_page() -> bool:
    """Whether the page is built."""
    return (static_folder() / "index.html").is_file()


TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}


KEPT = {"assets": "public, max-age=31536000, immutable", "pictures": "public, max-age=86400"}
"""How long a browser keeps what is in a folder: for good where the name holds a hash."""


@get(["/", "/{path:path}"], include_in_schema=False, opt={PACKED: True})
async def page(state: State, request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    """The page: its files, and for every other path its beginning."""
    if path.startswith("/api/"):
        raise NotThere("table.not_here")
    folder = static_folder()
    wanted = (folder / path.lstrip("/")).resolve()
    if not wanted.is_relative_to(folder.resolve()) or not wanted.is_file():
        if path.startswith("/assets/"):  # a page that was loaded before the last build asks for its parts
            raise NotThere("table.not_here")
        wanted = folder / "index.html"
    if not wanted.is_file():
        words = refusal_words(Refusal("table.no_page"), reference.asked_language(request.scope["query_string"]))
        return Response(words.encode(), status_code=404, media_type=MediaType.TEXT)
    kept = KEPT.get(wanted.parent.name, "no-cache")
    kind = TYPES.get(wanted.suffix, "application/octet-stream")
    found = await lobby_of(state).kitchen.file(wanted, wanted.stat().st_mtime)
    return found.response(encodings(request), kind, kept)


# Errors


def problem(scope: Scope, error: NotNow) -> Response[bytes]:
    """An error for whoever asked, in the language of the request."""
    return Response(
        words_of(scope, error), status_code=error.status, media_type=MediaType.JSON, headers=when_again(error)
    )


def when_again(error: NotNow) -> dict[str, str]:
    """The header that says when to ask again, where that is known."""
    return {"retry-after": str(error.after)} if error.after else {}


def words_of(scope: Scope, error: NotNow) -> bytes:
    """An error in the language that the address of a request names with `lang`."""
    words = refusal_words(error.why, reference.asked_language(scope["query_string"]))
    return ENCODER.encode(Problem(words, error.why.rule, error.details or UNSET))


def not_now(request: Request[Any, Any, Any], error: NotNow) -> Response[bytes]:
    """Something that cannot be done."""
    return problem(request.scope, error)


def invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[bytes]:
    """A request that makes no sense."""
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(f"{entry.get('key', '')}: {entry.get('message', '')}" for entry in extra)
    return problem(request.scope, unclear(details or error.detail))


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Any other error of a request."""
    found = NotThere("table.not_here") if error.status_code == 404 else unclear(error.detail)
    found.status = error.status_code
    return problem(request.scope, found)


def damaged(request: Request[Any, Any, Any], error: msgspec.MsgspecError | RecursionError) -> Response[bytes]:
    """A body that is not what it should be."""
    return problem(request.scope, unclear(str(error)[:300]))


def unclear(details: str) -> BadRequest:
    """A request that the server does not understand."""
    return BadRequest("table.bad_request", details=details)


HANDLERS = [
    server_info,
    open_network,
    packs,
    options,
    rules,
    cards,
    tables,
    open_table,
    search,
    lesson_offers,
    open_lesson,
    table_info,
    join,
    table_cards,
    table_view,
    ask_to_confirm,
    confirm_mail,
    play,
    *GAMES,
    *OPERATING,
    *BRINGING,
    health,
    metrics,
    page,
]
