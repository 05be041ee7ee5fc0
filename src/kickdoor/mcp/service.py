"""The tools and resources by which a model plays a seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from kickdoor.env.words import facts_of
from kickdoor.mcp.seats import CannotDo, OfferWords, Seat
from kickdoor.play.record import VERSION
from kickdoor.rules.catalogue import catalogue
from kickdoor.server.search import search

INSTRUCTIONS = """You play one seat in a game of Munchkin, the card game, against others.
Be the first to reach the winning Level. `look` tells what you may know and asks what you want to do; `answer` takes one
of the numbered options and tells what comes next. Go on until the game is over. `offer` makes a bargain of your own,
`ask_rule` finds rules and cards, `chat` speaks to the table.
This is an unofficial fan project; Munchkin is a trademark of Steve Jackson Games."""

Seated = Callable[[], Awaitable[Seat]]
"""Gives the seat: taken when somebody first asks for it."""


def make_server(seat: Seated, packs: tuple[str, ...]) -> MCPServer[Any]:
    """A server for one seat."""
    server: MCPServer[Any] = MCPServer("kickdoor", instructions=INSTRUCTIONS, version=VERSION, log_level="WARNING")
    _add_tools(server, seat)
    _add_resources(server, packs)
    return server


def _add_tools(server: MCPServer[Any], seat: Seated) -> None:
    @server.tool()
    async def look() -> str:
        """Tell what happened since you last looked, the table as you may know it, what is asked, and your options."""
        return str(await (await seat()).look())

    @server.tool()
    async def options() -> str:
        """List only what is asked of you now, and your numbered options."""
        return (await (await seat()).asked()).listed()

    @server.tool()
    async def answer(number: Annotated[int, Field(description="The number of an option, from 1.")]) -> str:
        """Take one of your options, and see what is asked next."""
        try:
            return str(await (await seat()).answer(number))
        except CannotDo as error:
            raise ToolError(str(error)) from error

    @server.tool()
    async def offer(
        kind: Annotated[str, Field(description="help, trade or bribe", pattern="^(help|trade|bribe)$")],
        to: Annotated[str, Field(description="The name of the other player.")],
        gives: Annotated[list[str], Field(description="Items on your table that they get now, by name.")] = [],  # noqa: B006
        takes: Annotated[list[str], Field(description="Items on their table that you get now, by name.")] = [],  # noqa: B006
        treasures: Annotated[int, Field(ge=0, description="Of help: Treasures of the fight for the helper.")] = 0,
        order: Annotated[str, Field(pattern="^(helper_first|fighter_first|in_turn)$")] = "helper_first",
        promises: Annotated[
            list[str], Field(description="Of help: cards of the fighter's hand, by name, that they play on the helper.")
        ] = [],  # noqa: B006
        pledge: Annotated[str, Field(pattern="^(|no_interference|no_help|favour)$")] = "",
    ) -> str:
        """Offer another player a bargain, and see what is asked next."""
        said = OfferWords(
            kind=kind,
            to=to,
            gives=gives,
            takes=takes,
            treasures=treasures,
            order=order,
            promises=promises,
            pledge=pledge,
        )
        try:
            return str(await (await seat()).offer(said))
        except CannotDo as error:
            raise ToolError(str(error)) from error

    @server.tool()
    async def chat(text: Annotated[str, Field(min_length=1, max_length=300)]) -> str:
        """Say something that everybody at the table hears."""
        try:
            await (await seat()).chat(text)
        except CannotDo as error:
            raise ToolError(str(error)) from error
        return "Said."

    @server.tool()
    def ask_rule(question: Annotated[str, Field(min_length=1, max_length=200)]) -> str:
        """Find rules, rulings and cards that answer a question in plain words."""
        found = search(question, "en")
        lines = [f"{each.id}: {each.text}" for each in [*found.rules[:4], *found.rulings[:2]]]
        lines += [f"{each.title}: {each.text}" for each in found.cards[:3]]
        return "\n".join(lines) or "Nothing is found. Ask in other words."


def _add_resources(server: MCPServer[Any], packs: tuple[str, ...]) -> None:
    @server.resource("kickdoor://cards")
    def cards() -> str:
        """List all cards of the table, by id and name."""
        return "\n".join(f"{id}: {facts.name}" for id, facts in facts_of(packs).items())

    @server.resource("kickdoor://cards/{+id}")
    def card(id: str) -> str:
        """Give the words of a card."""
        facts = facts_of(packs).get(id)
        if facts is None:
            raise ValueError(f"there is no card {id!r}; kickdoor://cards lists them")
        return f"{facts.name} ({facts.kind}): {facts.words}"

    @server.resource("kickdoor://rules")
    def rules() -> str:
        """Give all rules of the game, by id."""
        return "\n".join(f"{id}: {rule.text}" for id, rule in catalogue().items())

    @server.resource("kickdoor://rules/{id}")
    def rule(id: str) -> str:
        """Give one rule."""
        found = catalogue().get(id.upper())
        if found is None:
            raise ValueError(f"there is no rule {id!r}; kickdoor://rules lists them")
        return f"{found.id} ({', '.join(found.books)}): {found.text}"
