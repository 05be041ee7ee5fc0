"""The HTTP interface to packs that people bring along: drafts, tries, links, and the packs of a table."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from litestar import MediaType, Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from kickdoor.packs.language.words import Deck, Kind, Slot
from kickdoor.packs.report import PackInfo
from kickdoor.server import reference
from kickdoor.server.curves import printed_curves
from kickdoor.server.library import Library
from kickdoor.server.limits import address_of
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import (
    CardProbe,
    CardText,
    CardTry,
    CostCurves,
    NewPack,
    PackCheck,
    PackDraft,
    PackPrint,
    PackSource,
    ProbeInfo,
    SharedPack,
    TryResult,
    Vocabulary,
)

LARGEST_BODY = 1 << 20
"""Bytes of a request with a pack in it: in JSON it may take twice as many as `largest_pack`, which is told in words."""

ShareId = Annotated[str, PathParameter(max_length=32)]
Ref = Annotated[str, PathParameter(max_length=80)]
CardId = Annotated[str, PathParameter(max_length=120)]
TableId = Annotated[str, PathParameter(max_length=32)]
Lang = Annotated[str, QueryParameter(max_length=8)]


def library_for(state: State, request: Request[Any, Any, Any]) -> tuple[Library, str]:
    """The library of this server, and whose request it is; raises NotNow for who was sent away."""
    lobby: Lobby = state["lobby"]
    address = address_of(request.scope.get("client"), request.scope["headers"], lobby.settings.trust_proxy)
    lobby.board.refuse(address)
    return lobby.library, address


@post("/api/packs/check", status_code=200, request_max_body_size=LARGEST_BODY)
async def check(
    state: State, request: Request[Any, Any, Any], data: JSONBody[PackDraft], lang: Lang = "en"
) -> Response[PackCheck]:
    """All that is wrong with a draft of a pack, and its cards as they will look."""
    library, address = library_for(state, request)
    found = await library.check(data, address, reference.known_language(lang))
    return Response(found, media_type=MediaType.JSON)  # type: ignore[arg-type]


@post("/api/packs/try", status_code=200, request_max_body_size=LARGEST_BODY)
async def try_card(
    state: State, request: Request[Any, Any, Any], data: JSONBody[CardTry], lang: Lang = "en"
) -> Response[TryResult]:
    """Try a card of a draft at a table that is laid out for it."""
    library, address = library_for(state, request)
    tried = await library.try_card(data, address, reference.known_language(lang))
    return Response(tried, media_type=MediaType.JSON)  # type: ignore[arg-type]


@post("/api/packs/print", status_code=200, request_max_body_size=LARGEST_BODY, media_type="application/pdf")
async def print_pack(
    state: State, request: Request[Any, Any, Any], data: JSONBody[PackPrint], lang: Lang = "en"
) -> Response[bytes]:
    """The cards of a draft on sheets to cut out, as a PDF; only one's own are printed."""
    library, address = library_for(state, request)
    made = await library.print_pack(data, address, reference.known_language(lang))
    return Response(made, media_type="application/pdf", headers={"cache-control": "no-store"})


@post("/api/probes", request_max_body_size=LARGEST_BODY)
async def probe(state: State, request: Request[Any, Any, Any], data: JSONBody[CardProbe]) -> ProbeInfo:
    """Begin to find out what a card of a draft is worth."""
    library, address = library_for(state, request)
    return await library.probe(data, address)


@get("/api/probes/{probe_id:str}")
async def look_at_probe(state: State, probe_id: ShareId) -> ProbeInfo:
    """How a probe stands; one that nobody looks for any more is ended."""
    return _library(state).laboratory.look(probe_id)


@delete("/api/probes/{probe_id:str}")
async def end_probe(state: State, probe_id: ShareId) -> None:
    """End a probe."""
    _library(state).laboratory.end(probe_id)


@get("/api/vocabulary", sync_to_thread=False)
def vocabulary() -> Vocabulary:
    """The kinds, slots and decks that a card may have."""
    return Vocabulary(kinds=get_args(Kind), slots=get_args(Slot), decks=get_args(Deck))


@get("/api/curves", sync_to_thread=True)
def curves() -> CostCurves:
    """What printed cards give for what they cost."""
    return printed_curves()


@post("/api/packs", request_max_body_size=LARGEST_BODY)
async def bring(state: State, request: Request[Any, Any, Any], data: JSONBody[NewPack]) -> PackInfo:
    """Store a pack for a table that is made next; its `ref` names it there."""
    library, address = library_for(state, request)
    return await library.bring(data.text, address)


@post("/api/shares", request_max_body_size=LARGEST_BODY)
async def share(state: State, request: Request[Any, Any, Any], data: JSONBody[NewPack]) -> SharedPack:
    """Store a pack and make a link to it."""
    library, address = library_for(state, request)
    return await library.share(data.text, address)


@get("/api/shares/{share:str}")
async def shared(state: State, share: ShareId) -> PackSource:
    """A pack that is shared by a link."""
    return await _library(state).shared(share)


@delete("/api/shares/{share:str}")
async def unshare(state: State, request: Request[Any, Any, Any], share: ShareId) -> None:
    """Take a link back, with its key as the token."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    await _library(state).unshare(share, key.strip()[:64] if kind.lower() == "bearer" else "")


@get("/api/packs/{ref:str}/text")
async def offered_text(state: State, ref: Ref) -> PackSource:
    """A pack that this server offers, as it was written."""
    library = _library(state)
    return await library.written(ref, library.offered)


@get("/api/tables/{table:str}/packs/{ref:str}")
async def table_pack(state: State, table: TableId, ref: Ref) -> PackSource:
    """A pack of a table as it was written."""
    lobby: Lobby = state["lobby"]
    return await lobby.library.written(ref, (await lobby.find(table)).session.setup.packs)


@get("/api/cards/{pack:str}/{card:str}/text")
async def card_text(state: State, pack: Ref, card: CardId) -> CardText:
    """A card as it is written in its pack, to begin another from."""
    return CardText(text=await _library(state).card_text(pack, card))


def _library(state: State) -> Library:
    lobby: Lobby = state["lobby"]
    return lobby.library


BRINGING: list[Any] = [
    *(check, try_card, print_pack, probe, look_at_probe, end_probe, curves, vocabulary),
    *(bring, share, shared, unshare, offered_text, table_pack, card_text),
]
"""The handlers of these requests."""
