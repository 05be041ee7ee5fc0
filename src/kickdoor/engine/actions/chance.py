"""Seeded chance: a key and a counter in the state, each draw a keyed hash of the counter."""

from __future__ import annotations

from hashlib import blake2b
from struct import unpack

from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.state import State


def key_of(seed: str) -> bytes:
    """The key that all chance of a game with this seed comes from."""
    return blake2b(seed.encode(), digest_size=16, person=b"kickdoor").digest()


def below(s: State, n: int) -> int:
    """A number from 0 to n - 1."""
    s.draws += 1
    digest = blake2b(s.draws.to_bytes(8, "big"), digest_size=8, key=s.key).digest()
    return int.from_bytes(digest, "big") % n


def die(s: State) -> int:
    """A die roll: the next one laid down for a scenario, else chance."""
    if s.loaded:
        return s.loaded.pop(0)
    return below(s, 6) + 1


def shuffle(s: State, cards: list[Card]) -> None:
    """Shuffle in place."""
    i = len(cards) - 1
    while i > 0:
        s.draws += 1
        digest = blake2b(s.draws.to_bytes(8, "big"), digest_size=64, key=s.key).digest()
        numbers: tuple[int, ...] = unpack(">16I", digest)
        for number in numbers[:i]:
            j = number % (i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1
