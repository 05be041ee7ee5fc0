"""A seat at a running table of a server, by the protocol of docs/protocol.md."""

from __future__ import annotations

import asyncio
import json
from types import TracebackType
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kickdoor.env.words import Facts, Words
from kickdoor.mcp.seats import NEWS, CannotDo, OfferWords, Told, offer_of
from kickdoor.play.view import View

REPLY = 20.0
"""The server answers within so many seconds."""

SPOKEN = frozenset({"play", "choose", "go_on"})
ANSWERS = frozenset({"accept", "refuse"})


class NoTable(RuntimeError):
    """The server, the table or the seat cannot be reached; the words say why."""


def ask(url: str, body: dict[str, Any] | None = None) -> Any:
    """Ask a server by HTTP; raises NoTable with its reason."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=REPLY) as reply:
            return json.loads(reply.read())
    except HTTPError as error:
        try:
            reason = json.loads(error.read())["reason"]
        except (ValueError, LookupError):
            reason = error.reason
        raise NoTable(f"{url}: {reason}") from error
    except (URLError, OSError, ValueError) as error:
        raise NoTable(f"{url}: {error}. Is the server running there?") from error


def take_seat(server: str, table: str, invite: str, name: str) -> str:
    """Take an open seat; gives the token of the seat."""
    taken = ask(f"{server}/api/tables/{table}/join", {"name": name, "invite": invite})
    return str(taken["token"])


class RemoteSeat:
    """A seat that is played over a socket. What the table tells is kept as it stands."""

    def __init__(self, server: str, table: str, token: str, patience: float = 30.0) -> None:
        self._server = server.rstrip("/")
        self._table = table
        self._token = token
        self._patience = patience  #: so long an answer waits for what is asked next
        self._view: dict[str, Any] = {"players": {}}
        self._state: dict[str, Any] = {}
        self._news: list[str] = []
        self._replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Event()
        self._last_id = 0
        self._shown: list[dict[str, Any]] = []
        self._shown_window: int | None = None
        self._closed = ""
        self._reader: asyncio.Task[None] | None = None
        self._greeting = asyncio.Lock()
        self.seat = -1

    async def __aenter__(self) -> RemoteSeat:
        await self.connect()
        return self

    async def connect(self) -> None:
        """Say hello to the table, if that has not been done."""
        async with self._greeting:
            if self._reader is None:
                await self._greet()

    async def _greet(self) -> None:
        cards = await asyncio.to_thread(ask, f"{self._server}/api/tables/{self._table}/cards")
        self._cards = [str(card["name"]) for card in cards]
        self._facts = {
            card["id"]: Facts(card["name"], card["kind"], card.get("bonus") or 0, " ".join(card["words"]))
            for card in cards
        }
        url = f"{self._server.replace('http', 'ws', 1)}/api/tables/{self._table}/play"
        try:
            self._socket: ClientConnection = await connect(url, max_size=None, open_timeout=REPLY)
            await self._socket.send(json.dumps({"type": "hello", "token": self._token, "language": "en"}))
            welcome: dict[str, Any] = {"type": "soon"}
            while welcome["type"] == "soon":
                welcome = json.loads(await asyncio.wait_for(self._socket.recv(), REPLY))
        except (OSError, TimeoutError, ConnectionClosed) as error:
            raise NoTable(f"{url}: {error}") from error
        if welcome["type"] != "welcome":
            raise NoTable(f"{url}: {welcome.get('reason', 'the table does not let us in')}")
        self.seat = int(welcome["seat"])
        self._take(welcome["whole"])
        self._reader = asyncio.create_task(self._read())
        if self._state.get("pace") is not None:
            await self._say(type="pace", tempo="at_once")  # alone among bots: nobody watches them act

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await self._socket.close()

    async def _read(self) -> None:
        """Keep what the table tells, as long as it does."""
        try:
            async for frame in self._socket:
                told = json.loads(frame)
                if told["type"] == "update":
                    self._take(told)
                elif told["type"] == "closed":
                    self._closed = told["reason"]
                else:
                    waiting = self._replies.pop(told.get("id", 0), None)
                    if waiting is not None and not waiting.done():
                        waiting.set_result(told)
                self._changed.set()
        except ConnectionClosed as error:
            self._closed = self._closed or str(error)
        finally:
            self._closed = self._closed or "the connection has ended"
            self._changed.set()

    def _take(self, update: dict[str, Any]) -> None:
        whole = update.get("whole", False)
        for name, section in update.items():
            if name == "view":
                self._view["players"].update(section.pop("players", {}))
                self._view.update(section)
            elif name == "log":
                self._news = ([] if whole else self._news) + [line["words"] for line in section]
            elif name == "said":
                self._news += [f"{self._name(said['seat'])}: {said['text']}" for said in section if "text" in said]
            else:
                self._state[name] = section

    def _name(self, seat: int) -> str:
        names = self._names()
        return names[seat] if 0 <= seat < len(names) else "Somebody"

    def _names(self) -> list[str]:
        return [str(each["name"]) for each in self._state["table"]["seats"]]

    async def _say(self, **message: Any) -> dict[str, Any]:
        """Say something to the table; the reply."""
        if self._closed:
            raise CannotDo(f"The table cannot be reached any more: {self._closed}")
        self._last_id += 1
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._replies[self._last_id] = reply
        try:
            await self._socket.send(json.dumps({**message, "id": self._last_id}))
            told = await asyncio.wait_for(reply, REPLY)
        except (TimeoutError, ConnectionClosed) as error:
            raise CannotDo(f"The table does not answer: {error!r}") from error
        if told["type"] == "refused":
            rule = f" [{told['rule']}]" if told.get("rule") else ""
            raise CannotDo(f"{told['reason']}{rule}")
        return told

    @property
    def _due(self) -> bool:
        """Whether the table waits for this seat, or it could say something that matters."""
        decision = self._state.get("decision")
        if self._over or decision is None or not self._started:
            return self._over
        if decision["asked"]:
            return True
        pressed = self._state["clock"]["pressed"]
        if self.seat in pressed:
            return False
        if len(pressed) == len(self._view["players"]) - 1:
            return True  # all others have no objection
        pace = self._state.get("pace")
        if pace is not None:
            return bool(pace["stop"])
        return any(option["group"] in SPOKEN or option["verb"] in ANSWERS for option in decision["options"])

    @property
    def _window(self) -> int | None:
        """The number of the window that is open, if something is asked or may be said."""
        decision = self._state.get("decision")
        return None if decision is None else decision["window"]

    @property
    def _started(self) -> bool:
        return bool(self._view["players"])

    @property
    def _over(self) -> bool:
        return bool(self._view.get("winners"))

    async def _wait(self) -> None:
        """Wait until something is asked, as long as patience lasts."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._patience
        while not self._due and not self._closed and loop.time() < end:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), end - loop.time())
            except TimeoutError:
                return

    async def look(self) -> Told:
        """What the seat may know now; waits for a while where nothing is asked."""
        told = await self.asked()
        self._news = []
        return told

    async def asked(self) -> Told:
        """The same, but what happened will be told again."""
        await self._wait()
        news = self._news[-NEWS:]
        if not self._started:
            return Told(news, "The game has not begun yet.", "", [], False)
        words = Words(self.view, self._names(), self._facts, self._cards)
        decision = self._state.get("decision")
        self._shown = decision["options"] if decision is not None and not self._over else []
        self._shown_window = self._window
        question = decision["question"] if decision is not None else ""
        return Told(news, words.situation(), question, [option["words"] for option in self._shown], self._over)

    @property
    def view(self) -> View:
        """The view of the seat as the table has told it."""
        players = [self._view["players"][str(seat)] for seat in range(len(self._view["players"]))]
        return msgspec.convert({**self._view, "players": players, "options": []}, View)

    async def answer(self, number: int) -> Told:
        """Take an option of those that were last shown."""
        if not 1 <= number <= len(self._shown):
            raise CannotDo(f"There is no option {number}: they go from 1 to {len(self._shown)}.")
        before = self._state.get("clock"), self._window
        try:
            await self._say(type="answer", option=self._shown[number - 1]["code"], window=self._shown_window)
        except CannotDo as error:
            if self._window != self._shown_window:
                raise CannotDo(f"The table has moved on. {error}. Look again.") from error
            raise
        await self._settle(before)
        return await self.look()

    async def _settle(self, before: tuple[Any, Any]) -> None:
        """Let the update come that follows an answer."""
        for _ in range(50):
            if (self._state.get("clock"), self._window) != before:
                return
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), 0.1)
            except TimeoutError:
                return

    async def offer(self, offer: OfferWords) -> Told:
        """Make an offer."""
        meant = offer_of(offer, self.view, self._names(), self._facts)
        await self._say(type="bargain", offer=msgspec.to_builtins(meant))
        return await self.look()

    async def chat(self, text: str) -> None:
        """Say something that all hear."""
        await self._say(type="chat", text=text)
