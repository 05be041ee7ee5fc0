"""A game by correspondence, played over days: who is asked gets a mail, comes by its link, and goes again."""

from __future__ import annotations

import asyncio
import email
import email.policy
import re
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from kickdoor.bots import make_bot
from kickdoor.play.choices import Option
from kickdoor.server.mailing import Postman
from kickdoor.server.protocol import Answer, Bargain, Mail

DAY = 86400.0
NAMES = ("ann", "bo", "cy")
MOST_DAYS = 400


class Post:
    """What lies in the mailbox, read once."""

    def __init__(self, mailbox: Any) -> None:
        self._mailbox = mailbox
        self.read = 0

    async def fetch(self, inn: Any) -> list[tuple[str, str]]:
        """New mails, once all that is under way has come: to whom, and the text."""
        sending = inn.lobby.postman._sending
        if sending:
            await asyncio.gather(*sending)
        new = self._mailbox.mails[self.read :]
        self.read += len(new)
        parsed = [email.message_from_string(mail, policy=email.policy.default) for mail in new]
        return [(str(mail["To"]), mail.get_content()) for mail in parsed]


async def sign_up(inn: Any, table: Any, opened: Any, post: Post) -> None:
    """Everybody looks in once, leaves an address, confirms it and goes."""
    for key, name in zip(opened.keys, NAMES, strict=True):
        guest = await inn.greet(table, key.seat, token=key.token)
        guest.token = key.token
        assert (await guest.say(Mail(address=f"{name}@example.org")))["type"] == "taken"
        await table.ask(partial(table.part, guest))
        ((to, _),) = await post.fetch(inn)
        assert to == f"{name}@example.org"
        await inn.lobby.confirm_mail(table.id, table.session.setup.seats[key.seat].code)


async def come_and_answer(inn: Any, text: str, agents: dict[int, Any]) -> int:
    """Follow the link of a mail, answer what is asked, and go; how much was answered."""
    link = re.search(r"https://table\.example\.org/table/(\w+)#seat=(\S+)", text)
    assert link is not None
    table = await inn.lobby.find(link[1])
    seat = table.session.company.authorise(link[2])
    assert seat is not None, "the link is the key of one's own seat"
    guest = await inn.greet(table, seat, token=link[2])
    guest.token = link[2]
    assert guest.decision is not None
    answered = 0
    while guest.decision is not None and guest.decision["asked"] and table.session.phase == "playing":
        game = table.session.playing.game
        agent = agents.setdefault(seat, make_bot("rookie", Random(seat), game.state.rules, calm=True))
        choice = agent.choose(game.view(seat), game.decisions[seat])
        window = guest.decision["window"]
        said = Answer(option=choice.code, window=window) if isinstance(choice, Option) else Bargain(offer=choice)
        assert (await guest.say(said))["type"] == "taken"
        answered += 1
        await inn.settle()
    await table.ask(partial(table.part, guest))
    return answered


def test_a_game_by_mail_is_played_to_its_end_over_days(play: Any, mailbox: Any) -> None:
    async def test(inn: Any) -> None:
        smtp = f"smtp://127.0.0.1:{mailbox.server_address[1]}/?from=table@example.org"
        inn.lobby.settings = replace(inn.lobby.settings, smtp=smtp)
        inn.lobby.postman = Postman(smtp, "https://table.example.org/", inn.clock.now)
        post = Post(mailbox)
        options = {"winning_level": 5, "first_seat": 0}
        table, opened = await inn.seat("me", "me", "me", speed="correspondence", options=options)
        await sign_up(inn, table, opened, post)
        began = inn.clock.now()
        agents: dict[int, Any] = {}
        visits: dict[str, int] = dict.fromkeys(NAMES, 0)
        for _ in range(MOST_DAYS * 2):
            await inn.pass_time(DAY / 2)
            await inn.lobby.sweep()  # nobody is here: the table lies in the database, and comes back when it is due
            for to, text in await post.fetch(inn):
                await inn.pass_time(DAY / 4)
                visits[to.partition("@")[0]] += 1
                await come_and_answer(inn, text, agents)
            phase = (await inn.lobby.find(table.id)).session.phase
            if phase == "over":
                break
        session = (await inn.lobby.find(table.id)).session
        assert session.phase == "over"
        assert session.setup.winners
        assert not any(seat.away for seat in session.setup.seats), "no bot had to play for anybody"
        assert (inn.clock.now() - began) / DAY > 3
        assert all(visits.values()), "everybody was mailed, and came by their own link"

    play(test)
