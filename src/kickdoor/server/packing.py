"""Packing: what many ask for is compressed once, off the event loop, and kept both ways."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
from litestar import Response

LEAST_PACKED = 800
"""Bytes from which on it is worth while."""

LEVEL = 6

PACKED = "packed"
"""Marks handlers whose answers are compressed here, or are asked for too often for that."""

COMPRESSED_ALREADY = frozenset({".woff2", ".png", ".ico", ".mp3", ".ogg"})


class Packed(msgspec.Struct, frozen=True):
    """Something as it is, and compressed where that makes it smaller."""

    plain: bytes
    small: bytes | None

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return len(self.plain) + len(self.small or b"")

    def response(self, accepted: str, kind: str, kept: str) -> Response[bytes]:
        """An answer for a browser that accepts these encodings."""
        headers = {"cache-control": kept}
        if self.small is None:
            return Response(self.plain, media_type=kind, headers=headers)
        headers["vary"] = "accept-encoding"
        if "gzip" not in accepted:
            return Response(self.plain, media_type=kind, headers=headers)
        return Response(self.small, media_type=kind, headers={**headers, "content-encoding": "gzip"})


def packed(plain: bytes) -> Packed:
    """Compress something."""
    return Packed(plain, gzip.compress(plain, LEVEL) if len(plain) >= LEAST_PACKED else None)


def file_at(path: Path, changed: float) -> Packed:
    """A file that was changed last at this time; one that is compressed already stays as it is."""
    plain = path.read_bytes()
    return Packed(plain, None) if path.suffix in COMPRESSED_ALREADY else packed(plain)
