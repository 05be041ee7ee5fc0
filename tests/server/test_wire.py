"""The wire under attack: what is sent in tiny parts, what is never read, and who connects without end."""

from __future__ import annotations

import re
import select
import socket
import time
from contextlib import ExitStack, suppress

import pytest

from kickdoor.server import wire

HANDSHAKE = (
    "GET /api/tables/{table}/play HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = b"\0\0\0\0"
EMPTY_PONG = b"\x8a\x80" + MASK
EMPTY_BEGINNING = b"\x01\x80" + MASK
EMPTY_PART = b"\x00\x80" + MASK


def line_to(site, **more) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2])), 20, **more)


def is_cut_off(line: socket.socket, sent: bytes) -> bool:
    """Send, and find out whether the other side hangs up."""
    line.settimeout(20)
    try:
        line.sendall(sent)
        while line.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def is_gone(line: socket.socket) -> bool:
    """Whether nothing can be sent any more."""
    try:
        line.sendall(b"\r\n")
    except OSError:
        return True
    return False


@pytest.mark.parametrize("frames", [[EMPTY_PONG], [EMPTY_BEGINNING, EMPTY_PART]])
def test_frames_that_nobody_has_a_use_for_are_counted_whatever_their_kind(hurry, frames):
    site = hurry(20.0)
    opened = site.open(*[{"kind": "me"}] * 3, speed="none")
    first, *rest = frames
    with line_to(site) as line:
        line.sendall(HANDSHAKE.format(table=opened["table"]).encode())
        assert b" 101 " in line.recv(4096)
        hello = b'{"type": "hello", "token": "%s"}' % opened["keys"][0]["token"].encode()
        line.sendall(bytes((0x81, 0x80 | len(hello))) + MASK + hello)
        assert b"welcome" in line.recv(4096)
        assert is_cut_off(line, first + (rest or frames)[0] * 100_000)


def frame(payload: bytes, kind: int = 0x81, mask: bytes = b"\x5a\x01\xff\x7e") -> bytes:
    """A frame of a client; 0x81 is a text, 0x01 the beginning of one, 0x80 its end."""
    size = len(payload)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


def a_ping(number: int, spaces: int = 0) -> bytes:
    return b'{"type": "ping", "id": %d}%s' % (number, b" " * spaces)


def test_messages_are_heard_in_whatever_parts_they_come(hurry):
    site = hurry(20.0)
    opened = site.open(*[{"kind": "me"}] * 3, speed="none")
    half = len(a_ping(4)) // 2
    sent = [
        [frame(a_ping(1))],
        [frame(a_ping(2, 300))],
        [frame(a_ping(3)) + frame(a_ping(4))],
        [frame(b"", 0x89) + frame(a_ping(5)), frame(a_ping(6))],
        [frame(a_ping(7)[:half], 0x01) + frame(a_ping(7)[half:], 0x80), frame(a_ping(8))],
        [frame(a_ping(9))[:1], frame(a_ping(9))[1:], frame(a_ping(10))],
        [frame(a_ping(11), 0x82), frame(a_ping(12))[:-1], frame(a_ping(12))[-1:] + frame(a_ping(13))],
    ]
    heard: list[int] = []
    with line_to(site) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(HANDSHAKE.format(table=opened["table"]).encode())
        assert b" 101 " in line.recv(4096)
        line.sendall(frame(b'{"type": "hello", "token": "%s"}' % opened["keys"][0]["token"].encode()))
        assert b"welcome" in line.recv(1 << 16)
        answers = b""
        for parts in sent:
            for part in parts:
                line.sendall(part)
                time.sleep(0.02)
        end = time.monotonic() + 20
        while len(heard) < 13 and time.monotonic() < end:
            answers += line.recv(1 << 16)
            heard = [int(found) for found in re.findall(rb'"pong","id":(\d+)', answers)]
        assert heard == list(range(1, 14))
        # A text in the middle of another breaks the protocol.
        assert is_cut_off(line, frame(a_ping(14)[:half], 0x01) + frame(a_ping(15)))


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (frame(b"hello"), b"hello"),
        (frame(b""), b""),
        (frame(b"x" * 200), b"x" * 200),
        (frame(b"x" * 301), None),
        (frame(b"hello")[:-1], None),
        (frame(b"hello") + b"x", None),
        (frame(b"hello", 0x82), None),
        (frame(b"hello", 0x01), None),
        (frame(b"hello", 0xC1), None),
        (b"\x81\x05hello", None),
        (b"\x81\xff" + bytes(12), None),
        (b"\x81", None),
    ],
)
def test_only_one_whole_text_of_a_client_goes_straight_on(data: bytes, text: bytes | None):
    assert wire.only_text(data, 300) == text


def test_a_body_in_chunks_is_not_read(hurry):
    site = hurry(20.0)
    body = b'{"seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "me"}]}'
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\n"
    with line_to(site) as line:
        line.sendall(head + b"transfer-encoding: chunked\r\n\r\n" + chunks)
        assert line.recv(1000).split()[1] == b"400"
    with line_to(site) as line:
        line.sendall(head + b"content-length: %d\r\n\r\n" % len(body) + body)
        assert line.recv(1000).split()[1] == b"201"


@pytest.mark.parametrize("before", [b"", b"GET /api/server HTTP/1.1\r\nHost: localhost\r\n\r\n"])
@pytest.mark.parametrize("lines", [b"x: y\r\n" * 20_000, b"x: " + b"y" * 200_000 + b"\r\n"])
def test_a_head_without_end_is_not_read(hurry, before: bytes, lines: bytes):
    site = hurry(20.0)
    with line_to(site) as line:
        line.sendall(before + b"GET /api/server HTTP/1.1\r\nHost: localhost\r\n")
        with suppress(OSError):
            line.sendall(lines + b"\r\n")
        answers = b""
        with suppress(OSError):
            while found := line.recv(1 << 16):
                answers += found
    assert answers.count(b" 200 ") == bool(before)
    assert b"HTTP/1.1 400" in answers or not answers.partition(b"}")[2]


def test_an_address_keeps_so_many_requests_open_and_others_are_served(hurry, monkeypatch):
    monkeypatch.setattr(wire, "REQUEST_SECONDS", 120.0)
    site = hurry(23.0, trust_proxy=False, most_requests_of_address=1)  # twenty times that
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(site, source_address=("127.0.0.3", 0))) for _ in range(40)]
        end = time.monotonic() + 30
        while len(cut := select.select(lines, [], [], 1)[0]) < 20 and time.monotonic() < end:
            time.sleep(0.05)
        assert len(cut) == 20
        assert site.http.get("/api/server").status_code == 200
        kept = next(line for line in lines if line not in cut)
        kept.sendall(b"GET /api/server HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert kept.recv(100).split()[1] == b"200"


def test_who_never_reads_an_answer_is_cut_off(hurry, monkeypatch):
    monkeypatch.setattr(wire, "UNREAD_SECONDS", 0.3)
    site = hurry(20.0)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", int(site.url.rpartition(":")[2])))
        line.sendall(b"GET /api/cards HTTP/1.1\r\nHost: localhost\r\n\r\n" * 12)
        end = time.monotonic() + 60
        while not is_gone(line):
            assert time.monotonic() < end
            time.sleep(0.2)
