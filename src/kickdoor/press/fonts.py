"""The fonts of the page as the press needs them: unpacked from the web's format."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from kickdoor.press.drawing import static_folder


def unpacked(font: bytes) -> bytes:
    """A font out of its web format (WOFF 1), which is the same tables, each packed by zlib."""
    signature, flavor, _, count = struct.unpack(">4sIIH", font[:14])
    if signature != b"wOFF":
        raise ValueError("this is no font in WOFF format")
    entries = [struct.unpack(">4sIIII", font[44 + 20 * i : 64 + 20 * i]) for i in range(count)]
    power = 1 << (count.bit_length() - 1)
    header = struct.pack(">IHHHH", flavor, count, power * 16, power.bit_length() - 1, (count - power) * 16)
    place = len(header) + 16 * count
    directory = b""
    body = b""
    for tag, offset, packed, length, checksum in entries:
        table = font[offset : offset + packed]
        table = table if packed == length else zlib.decompress(table)
        directory += struct.pack(">4sIII", tag, checksum, place + len(body), length)
        body += table + bytes(-length % 4)
    return header + directory + body


def lay_out_fonts(folder: Path) -> None:
    """Put the page's fonts into a folder, where the press finds them."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((static_folder() / "assets").glob("*.woff")):
        (folder / f"{path.stem}.ttf").write_bytes(unpacked(path.read_bytes()))
