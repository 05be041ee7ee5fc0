"""Finds how many tables one server carries within a p99, and how many two do, each with a share of a core.

Servers, players and PostgreSQL are on one machine. So that it is the servers there is too little of, each has a share
of a core and no more. The number of tables goes up and down, by turns with one server and with two, until it is known
how many are too many. Tables go to the servers by turns. By their ids, as a proxy would have it, so few of them would
lie unevenly by chance, as the many that whole cores carry do not.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from kickdoor.server.bench import (
    WARM_UP,
    Child,
    Load,
    NotMeasured,
    Times,
    check_system,
    errors_of,
    open_table,
    sit_down,
)
from kickdoor.server.bench_nodes import Database
from kickdoor.server.shares import Share, share_of_core

FASTER = 1.5
"""By so much the number of tables grows as long as all go well, and shrinks as long as none do."""

CLOSE = 20
"""What is carried and what is too much are so near to each other in the end: by one part in so many."""

MOST = 1500
"""More tables of a server than this are not tried: it has room for 2,000."""

UNDER_WAY = 20.0
"""Seconds that a new table plays before it counts: a game that has just begun says less than it will."""

PATIENCE = 60.0
"""Seconds that answers to the last words of a step may take."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """Some seconds with some tables. Shares are of a core, p50 and p99 in microseconds, of answers."""

    servers: int
    tables: int
    tables_each: list[int]
    messages_a_second: float  #: answers and presses
    p50: float
    p99: float
    server_cpu: list[float]  #: of each server
    held_back: list[float]  #: share of its periods in which a server wanted more than it had
    database_cpu: float | None  #: None: PostgreSQL runs elsewhere
    players_cpu: float
    idle: float  #: share of all cores' time in which none had anything to do
    stolen: float  #: share of all cores' time that other guests of the host took
    carried: bool  #: the p99 is within the limit


class LimitReport(msgspec.Struct, frozen=True, kw_only=True):
    """How many tables one server and two carry."""

    share: float  #: of a core, for each server
    p99: float  #: the limit, in microseconds
    seconds: float  #: of a step
    steps: list[Step]
    one_carries: int
    one_does_not: int
    two_carry: int
    two_do_not: int
    ratio: float  #: tables that two carry to those that one does
    messages_ratio: float  #: … and messages a second


Tell = Callable[[Step], None]
"""Hears of each step when it is done."""


class Search:
    """Looks for the largest number that is carried."""

    def __init__(self, first: int, most: int) -> None:
        self.next = min(first, most)
        self._most = most
        self.carried = 0
        self.too_many: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing between what is carried and what is too much is worth a try."""
        if self.too_many is None:
            return self.carried >= self._most
        return self.too_many - self.carried <= max(1, self.too_many // CLOSE)

    def tell(self, carried: bool) -> None:
        """What came of the last one."""
        if carried:
            self.carried = self.next
        else:
            self.too_many = self.next
        if self.too_many is None:
            self.next = min(self._most, max(self.next + 1, round(self.next * FASTER)))
        elif not self.carried:
            self.next = max(1, min(self.next - 1, round(self.next / FASTER)))
        else:
            self.next = (self.carried + self.too_many) // 2


class Meter:
    """Seconds of a core and the like that were used, from one reading to the next."""

    def __init__(self, servers: Sequence[Child], shares: Sequence[Share], database: Database) -> None:
        self._of: list[Callable[[], float]] = [server.cpu for server in servers]
        self._of += [database.cpu, time.process_time, time.perf_counter]
        self._shares = shares
        self._before = self._read()

    def _read(self) -> tuple[list[float], list[tuple[int, int]], tuple[int, int, int]]:
        return [read() for read in self._of], [share.held() for share in self._shares], _machine()

    def read(self) -> tuple[list[float], list[float], float, float]:
        """Shares of a core (servers, database, players), of periods held back, and of all cores idle and stolen."""
        (used, held, machine), (then, held_then, machine_then) = self._read(), self._before
        *spent, took = (now - before for now, before in zip(used, then, strict=True))
        periods = [(now[0] - old[0], now[1] - old[1]) for now, old in zip(held, held_then, strict=True)]
        ticks, idle, stolen = (now - before for now, before in zip(machine, machine_then, strict=True))
        waited = [round(back / max(1, all_of_them), 3) for all_of_them, back in periods]
        return [round(each / took, 3) for each in spent], waited, round(idle / ticks, 3), round(stolen / ticks, 4)


def _machine() -> tuple[int, int, int]:
    """Ticks of all cores since the machine started; those with nothing to do; those that its host gave to others."""
    spent = [int(field) for field in Path("/proc/stat").read_text().split(maxsplit=9)[1:9]]
    return sum(spent), spent[3] + spent[4], spent[7]


class Crowd:
    """Players at the tables of some servers, of which as many play as are asked."""

    def __init__(self, database: Database, servers: Sequence[Child], shares: Sequence[Share]) -> None:
        self.servers = servers
        self._shares = shares
        self._database = database
        self._tables: list[Load] = []
        self._places: list[int] = []

    async def grow(self, tables: int) -> None:
        """Have so many tables at least, with games under way. Meanwhile the servers may take what they like."""
        known = len(self._tables)
        if known >= tables:
            return
        loop = asyncio.get_running_loop()
        for share in self._shares:
            share.let_go()
        while len(self._tables) < tables:
            opened = await loop.run_in_executor(None, open_table, self.servers[0].port)
            place = len(self._tables) % len(self.servers)
            load = Load(f"bench {len(self._tables)}")
            load.silent = True
            await sit_down(load, self.servers[place].port, opened)
            self._tables.append(load)
            self._places.append(place)
        new = self._tables[known:]
        await asyncio.gather(*(load.play(UNDER_WAY) for load in new))
        await self._quiet(new)
        for share in self._shares:
            share.hold()

    async def step(self, tables: int, seconds: float, limit: float) -> Step:
        """Let so many tables play while the others keep silent."""
        await self.grow(tables)
        playing = self._tables[:tables]
        for load in playing:
            load.moves, load.presses = Times(), Times()
        done = asyncio.gather(*(load.play(seconds) for load in playing))
        await asyncio.sleep(WARM_UP)
        meter = Meter(self.servers, self._shares, self._database)
        await asyncio.sleep(seconds)
        cpu, held, idle, stolen = meter.read()
        await done
        await self._quiet(playing)
        moves, presses = Times(), Times()
        for load in playing:
            moves.noted += load.moves.noted
            presses.noted += load.presses.noted
        found = moves.report(seconds)
        if not found.messages:
            raise NotMeasured("nobody had anything to say: take more --tables or more --seconds")
        *servers, database, players = cpu
        places = self._places[:tables]
        return Step(
            servers=len(self.servers),
            tables=tables,
            tables_each=[places.count(place) for place in range(len(self.servers))],
            messages_a_second=round(found.per_second + presses.report(seconds).per_second, 1),
            p50=found.p50,
            p99=found.p99,
            server_cpu=servers,
            held_back=held,
            database_cpu=database if self._database.is_here else None,
            players_cpu=players,
            idle=idle,
            stolen=stolen,
            carried=found.p99 <= limit,
        )

    async def _quiet(self, playing: Sequence[Load]) -> None:
        """All have their answers. Who was told late counts, too, and nothing is left for the next step."""
        end = time.perf_counter() + PATIENCE
        players = [player for load in playing for player in load.players]
        while any(player.is_waiting for player in players):
            if any(player.socket is None or player.socket.lost for player in players):
                raise NotMeasured("a server hung up on some players")
            if time.perf_counter() > end:
                raise NotMeasured("a server left some players without an answer")
            await asyncio.sleep(0.1)

    def leave(self) -> None:
        """Hang up."""
        for player in (player for load in self._tables for player in load.players):
            if player.socket is not None:
                player.socket.transport.abort()

    def check(self) -> None:
        """No server has failed."""
        for share in self._shares:
            share.let_go()
        if failed := sum(map(errors_of, self.servers)):
            raise NotMeasured(f"a server failed {failed} times")


async def find(crowds: Sequence[Crowd], first: int, seconds: float, limit: float, tell: Tell) -> list[list[Step]]:
    """Look for the limits of all by turns: whatever else the machine does befalls all."""
    searches = [Search(first * len(crowd.servers), MOST * len(crowd.servers)) for crowd in crowds]
    steps: list[list[Step]] = [[] for _ in crowds]
    while not all(search.is_over for search in searches):
        for crowd, search, done in zip(crowds, searches, steps, strict=True):
            if search.is_over:
                continue
            # What else the machine does makes a step slower only, so it has a second try.
            for _ in range(2):
                done.append(await crowd.step(search.next, seconds, limit))
                tell(done[-1])
                if done[-1].carried:
                    break
            search.tell(done[-1].carried)
            if search.too_many == 1:
                raise NotMeasured("not one table is within this p99: allow a longer one, or a larger share")
    for crowd in crowds:
        crowd.check()
        crowd.leave()
    return steps


def best(steps: Sequence[Step]) -> tuple[Step, int]:
    """The step with the most tables that was carried, and the smallest number that was not; 0: none was."""
    carried = max((step for step in steps if step.carried), key=lambda step: step.tables)
    return carried, min((step.tables for step in steps if step.tables > carried.tables), default=0)


def measure(
    tables: int, seconds: float, database: str, share: float, limit: float, tell: Tell = lambda _: None
) -> LimitReport:
    """Find the limits of one server and of two, beginning with so many tables each; the limit is in milliseconds."""
    check_system()
    import uvloop

    found = Database(database)
    with ExitStack() as stack:
        stack.callback(found.close)
        crowds = []
        for nodes in (1, 2):
            url = stack.enter_context(found.schema())
            asked = ["-u", "-m", "kickdoor", "serve", "--port", "0", "--log-level", "error", "--limit-scale", "1000"]
            asked += ["--database", url, "--shared"]
            servers, shares = [], []
            for number in range(nodes):
                shares.append(stack.enter_context(share_of_core(share)))
                servers.append(Child(asked, number))
                stack.callback(servers[-1].stop)
                shares[-1].take(servers[-1].process.pid)
            crowds.append(Crowd(found, servers, shares))
        one, two = uvloop.run(find(crowds, tables, seconds, limit * 1000, tell))
    (most_of_one, one_too_many), (most_of_two, two_too_many) = best(one), best(two)
    return LimitReport(
        share=share,
        p99=limit * 1000,
        seconds=seconds,
        steps=[*one, *two],
        one_carries=most_of_one.tables,
        one_does_not=one_too_many,
        two_carry=most_of_two.tables,
        two_do_not=two_too_many,
        ratio=round(most_of_two.tables / most_of_one.tables, 2),
        messages_ratio=round(most_of_two.messages_a_second / most_of_one.messages_a_second, 2),
    )
