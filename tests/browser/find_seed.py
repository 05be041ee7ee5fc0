"""Find a seed for the whole game of the browser tests, by playing it over plain sockets.

python tests/browser/find_seed.py SEED...   tells for each seed what happens in its game

The same seed gives the same game in the browsers, as long as the engine and the cards stay as they are.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import websockets
from course import WINNING_LEVEL, Course, take

from conftest import Server

WANTED = ("accepted", "helper_joined", "cursed", "fight_lost", "died", "looted")
LONGEST = 260


class Seat:
    """A socket at a seat, with what it has heard."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.told: dict[str, Any] = {}
        self.sent = 0

    async def hear(self, patience: float) -> list[dict[str, Any]]:
        """Take what comes; gives the replies among it."""
        replies = []
        try:
            while True:
                message = json.loads(await asyncio.wait_for(self.socket.recv(), patience))
                patience = 0.005
                if message["type"] in ("welcome", "update"):
                    take(self.told, message["whole"] if message["type"] == "welcome" else message)
                elif message["type"] != "soon":
                    replies.append(message)
        except TimeoutError:
            return replies

    async def say(self, **message: Any) -> None:
        """Send, and wait for the reply; not faster than the server takes it."""
        await asyncio.sleep(0.06)
        self.sent += 1
        await self.socket.send(json.dumps({**message, "id": self.sent}))
        while not await self.hear(1):
            pass


async def play(server: Server) -> str:
    """Play a game; gives what happened in it."""
    people = [{"kind": "me", "name": name} for name in ("Ada", "Ben", "Cleo", "Dan")]
    table = server.table(*people, speed="none", options={"winning_level": WINNING_LEVEL}, listed=True)
    address = f"{server.url.replace('http', 'ws')}/api/tables/{table['table']}/play"
    seats = [Seat(await websockets.connect(address)) for _ in people]
    for seat, key in zip(seats, table["keys"], strict=True):
        await seat.socket.send(json.dumps({"type": "hello", "token": key["token"]}))
        await seat.hear(5)
    course = Course(server.ask(f"/api/tables/{table['table']}/cards"))
    moves: Counter[str] = Counter()
    while seats[0].told["table"]["phase"] != "over" and moves["acts"] < LONGEST:
        for seat in seats:
            await seat.hear(0.005)
        move = course.next([seat.told for seat in seats])
        if move is None:
            continue
        moves["acts" if move.offer or move.option else "passes"] += 1
        if move.offer:
            await seats[move.seat].say(type="bargain", offer=move.offer)
        elif move.option:
            await seats[move.seat].say(type="answer", option=move.option["code"])
        else:
            await seats[move.seat].say(type="pass", window=seats[move.seat].told["clock"]["window"])
    happened = Counter(event["what"] for event in seats[0].told["events"])
    counts = {what: happened[what] for what in WANTED}
    return f"{seats[0].told['table']['phase']}, {dict(moves)}, {counts}"


def main(seeds: list[str]) -> None:
    """Play the game of each seed."""
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), seed)
            server.start()
            try:
                print(seed, asyncio.run(play(server)), flush=True)
            finally:
                server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
