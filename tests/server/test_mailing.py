"""Mails to players by correspondence."""

import socketserver
import threading
from collections.abc import Iterator

import pytest

from kickdoor.server.mailing import Postman, deliver
from kickdoor.server.protocol import Mail


class Mailbox(socketserver.StreamRequestHandler):
    """Enough of SMTP to take a mail."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                self.server.mails.append(text.decode())  # type: ignore[attr-defined]
            self.wfile.write(b"250 fine\r\n")


@pytest.fixture
def mailbox() -> Iterator[socketserver.TCPServer]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailbox) as server:
        server.mails = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


def test_a_mail_is_delivered(mailbox):
    url = f"smtp://127.0.0.1:{mailbox.server_address[1]}/?from=table@example.org"
    deliver(url, "ann@example.org", "It is your turn", "Come!")
    assert "From: table@example.org" in mailbox.mails[0]
    assert "Come!" in mailbox.mails[0]


def test_who_is_asked_and_not_here_is_mailed_once(play, monkeypatch):
    sent = []
    monkeypatch.setattr("kickdoor.server.mailing.deliver", lambda *mail: sent.append(mail))

    async def test(inn):
        inn.lobby.postman = Postman("smtp://mail.example.org", "https://table.example.org/")
        table, _ = await inn.seat("me", "rookie", "rookie", speed="correspondence")
        guest = await inn.greet(table, 0)
        assert (await guest.say(Mail(address="ann@example.org")))["type"] == "refused", "this server has no mail"
        table.setup.seats[0].mail = "ann@example.org"
        await table.ask(lambda: table.part(guest))
        for _ in range(40):
            await inn.pass_time(12 * 3600)
            if 0 in table.pacer.asked:
                break
        while inn.lobby.postman._sending:
            await next(iter(inn.lobby.postman._sending))
        assert [mail[1] for mail in sent] == ["ann@example.org"]
        assert f"https://table.example.org/table/{table.id}" in sent[0][3]

    play(test)
