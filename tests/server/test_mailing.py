"""Mails to players by correspondence."""

import asyncio

import pytest
from msgspec.structs import replace

from kickdoor.server.mailing import Postman, deliver
from kickdoor.server.protocol import Mail


def test_a_mail_is_delivered(mailbox):
    url = f"smtp://127.0.0.1:{mailbox.server_address[1]}/?from=table@example.org"
    deliver(url, "ann@example.org", "It is your turn", "Come!")
    assert "From: table@example.org" in mailbox.mails[0]
    assert "Come!" in mailbox.mails[0]


@pytest.mark.parametrize(("language", "subject"), [("en", "It is your turn, P0"), ("de", "Du bist dran, P0")])
def test_who_is_asked_and_not_here_is_mailed_once(play, monkeypatch, language, subject):
    sent = []
    monkeypatch.setattr("kickdoor.server.mailing.deliver", lambda *mail: sent.append(mail))

    async def test(inn):
        inn.lobby.postman = Postman("smtp://mail.example.org", "https://table.example.org/")
        table, _ = await inn.seat("me", "rookie", "rookie", speed="correspondence")
        guest = await inn.greet(table, 0, language=language)
        assert (await guest.say(Mail(address="ann@example.org")))["type"] == "refused", "this server has no mail"
        inn.lobby.settings = replace(inn.lobby.settings, smtp="smtp://mail.example.org")
        assert (await guest.say(Mail(address="ann@example.org")))["type"] == "taken"
        await table.ask(lambda: table.part(guest))
        for _ in range(40):
            await inn.pass_time(12 * 3600)
            if 0 in table.session.playing.pacer.asked:
                break
        await asyncio.gather(*inn.lobby.postman._sending)
        assert [mail[1:3] for mail in sent] == [("ann@example.org", subject)]
        assert f"https://table.example.org/table/{table.id}" in sent[0][3]

    play(test)
