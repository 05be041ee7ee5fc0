"""Mails to players by correspondence."""

import asyncio
import re
import smtplib
import ssl
import subprocess
import threading
import time
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from kickdoor.server.errors import TooMuch
from kickdoor.server.mailing import Postman, deliver
from kickdoor.server.protocol import Mail
from kickdoor.server.socket import DECODER


def test_a_mail_is_delivered(mailbox):
    url = f"smtp://127.0.0.1:{mailbox.server_address[1]}/?from=table@example.org"
    deliver(url, "ann@example.org", "It is your turn", "Come!")
    assert "From: table@example.org" in mailbox.mails[0]
    assert "Come!" in mailbox.mails[0]


def test_no_password_goes_to_a_server_that_does_not_encrypt(mailbox):
    url = f"smtp://ann:secret@127.0.0.1:{mailbox.server_address[1]}/?from=table@example.org"
    with pytest.raises(smtplib.SMTPNotSupportedError, match="does not encrypt"):
        deliver(url, "ann@example.org", "It is your turn", "Come!")
    assert mailbox.mails == []


class EncryptedMailbox(threading.Thread):
    """A server of mail that offers STARTTLS with a certificate of its own, and takes one mail."""

    def __init__(self, folder):
        super().__init__()
        names = (folder / "key.pem", folder / "certificate.pem")
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", names[0], "-out", names[1]]
        subprocess.run(command, check=True, capture_output=True)
        self.certificate = names[1]
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(names[1], names[0])
        import socket

        self.listening = socket.create_server(("127.0.0.1", 0))
        self.listening.settimeout(20)
        self.heard = []

    def run(self):
        connection, _ = self.listening.accept()
        encrypted = False
        try:
            file = connection.makefile("rwb")

            def say(line):
                file.write(line.encode() + b"\r\n")
                file.flush()

            say("220 here")
            while True:
                line = file.readline().decode().strip()
                self.heard.append((encrypted, line))
                word = line.split(" ")[0].upper()
                if not line or word == "QUIT":
                    say("221 bye")
                    break
                if word == "EHLO":
                    say("250-here")
                    say("250 AUTH PLAIN" if encrypted else "250 STARTTLS")
                elif word == "STARTTLS":
                    say("220 go")
                    connection = self.context.wrap_socket(connection, server_side=True)
                    file = connection.makefile("rwb")
                    encrypted = True
                elif word == "AUTH":
                    say("235 fine")
                elif word == "DATA":
                    say("354 go on")
                    while file.readline().strip() != b".":
                        pass
                    say("250 taken")
                else:
                    say("250 fine")
        except (OSError, ValueError):
            pass
        finally:
            connection.close()
            self.listening.close()


def test_passwords_and_mails_go_encrypted_and_only_to_a_server_that_proves_who_it_is(tmp_path):
    mailbox = EncryptedMailbox(tmp_path)
    mailbox.start()
    port = mailbox.listening.getsockname()[1]
    context = ssl.create_default_context(cafile=str(mailbox.certificate))
    deliver(f"smtp://ann:secret@localhost:{port}/", "bo@example.org", "Hello", "Come!", context)
    mailbox.join(20)
    clear = [line for encrypted, line in mailbox.heard if not encrypted]
    assert [line.split(" ")[0].upper() for line in clear] == ["EHLO", "STARTTLS"]
    assert any(line.upper().startswith("AUTH") for encrypted, line in mailbox.heard if encrypted)
    unknown = EncryptedMailbox(tmp_path)
    unknown.start()
    port = unknown.listening.getsockname()[1]
    with pytest.raises(ssl.SSLCertVerificationError):
        deliver(f"smtp://ann:secret@localhost:{port}/", "bo@example.org", "Hello", "Come!")
    unknown.join(20)
    assert not any("AUTH" in line for _, line in unknown.heard)


@pytest.mark.parametrize(("language", "subject"), [("en", "It is your turn"), ("de", "Du bist dran")])
def test_who_is_asked_and_not_here_is_mailed_once(play, monkeypatch, language, subject):
    sent = []
    monkeypatch.setattr("kickdoor.server.mailing.deliver", lambda *mail: sent.append(mail))

    async def test(inn):
        inn.lobby.postman = Postman("smtp://mail.example.org", "https://table.example.org/", time.monotonic)
        table, _ = await inn.seat("me", "rookie", "rookie", speed="correspondence", name="Buy now")
        guest = await inn.greet(table, 0, language=language)
        assert (await guest.say(Mail(address="ann@example.org")))["type"] == "refused", "this server has no mail"
        inn.lobby.settings = replace(inn.lobby.settings, smtp="smtp://mail.example.org")
        assert (await guest.say(Mail(address="ann@example.org")))["type"] == "taken"
        await asyncio.gather(*inn.lobby.postman._sending)
        (_, to, _, text) = sent.pop()
        assert to == "ann@example.org"
        assert guest.token not in text or not guest.token, "nobody gets a seat's link before they confirm"
        code = table.session.setup.seats[0].code
        assert code in text
        await table.ask(partial(table.part, guest))
        for _ in range(3):
            await inn.pass_time(12 * 3600)
        assert sent == [], "the address is not confirmed"
        with pytest.raises(Exception, match="nothing to confirm"):
            await inn.lobby.confirm_mail(table.id, "x" * 32)
        await inn.lobby.confirm_mail(table.id, code)
        for _ in range(40):
            await inn.pass_time(12 * 3600)
            if 0 in table.session.playing.pacer.asked:
                break
        await asyncio.gather(*inn.lobby.postman._sending)
        assert [mail[1:3] for mail in sent] == [("ann@example.org", subject)]
        assert f"https://table.example.org/table/{table.id}" in sent[0][3]
        assert "Buy now" not in sent[0][3]
        assert "P0" not in sent[0][2] + re.sub(r"https://\S+", "", sent[0][3]), "no visitor's words; links are random"

    play(test)


@pytest.mark.parametrize("address", ["a@b\n", "\n", "a@[", '"@b', "a@b:25", "a(b)@c", "a\0@b", "a@b,c@d", "<a@b>"])
def test_what_means_more_than_an_address_is_none(address):
    with pytest.raises(msgspec.ValidationError):
        DECODER.decode(msgspec.json.encode({"type": "mail", "address": address}))


def test_nobody_names_many_addresses(play):
    async def test(inn):
        postman = Postman("smtp://mail.example.org", "https://table.example.org/", lambda: 0.0)
        for number in range(4):
            postman.allow_question(f"a{number}@example.org", "192.0.2.1")
        with pytest.raises(TooMuch):
            postman.allow_question("another@example.org", "192.0.2.1")
        for number in range(3):
            postman.allow_question("a0@example.org", f"192.0.2.{number + 2}")
        with pytest.raises(TooMuch):
            postman.allow_question("A0@example.org", "192.0.2.99")

    play(test)
