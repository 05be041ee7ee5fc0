"""Processes of the server's own, which are given an order on their input and answer on their output."""

from __future__ import annotations

import asyncio
import sys

LONGEST_LINE = 1 << 20


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
