"""Processes of the server's own, which are given an order on their input and answer on their output.

They need nothing but pipes: memory that processes share, and locks in it, are not to be had in every container.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

LONGEST_LINE = 1 << 20
LARGEST_ANSWER = 64 << 20


async def start(module: str) -> asyncio.subprocess.Process:
    """Run a module of kickdoor in a process of its own."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LONGEST_LINE,
    )


async def ask(process: asyncio.subprocess.Process, order: bytes) -> bytes:
    """What comes of an order; raises OSError or EOFError where the process is gone. Orders go one after the other."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(order).to_bytes(4) + order)
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(4))
    if size > LARGEST_ANSWER:
        raise EOFError(f"an answer of {size} bytes")
    return await process.stdout.readexactly(size)


async def end(process: asyncio.subprocess.Process) -> None:
    """End a process, and wait for its end."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


# In the process itself


def orders(given: BinaryIO) -> Iterator[bytes]:
    """One order after the other, until there are no more: whoever gave them is gone then."""
    while head := given.read(4):
        yield given.read(int.from_bytes(head))


def answer(answers: BinaryIO, found: bytes) -> None:
    """Answer an order."""
    answers.write(len(found).to_bytes(4) + found)
    answers.flush()
