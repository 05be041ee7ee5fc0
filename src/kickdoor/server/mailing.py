"""Mails to players by correspondence: it is your turn."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections.abc import Iterable
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from kickdoor.server.session.outcome import Letter
from kickdoor.text.teller import log_messages

log = logging.getLogger("kickdoor.mail")


class Postman:
    """Hands mails to a server of mail, where there is one."""

    def __init__(self, smtp: str, address: str) -> None:
        self.smtp = smtp
        self.address = address.rstrip("/")
        self._sending: set[asyncio.Task[None]] = set()

    def send(self, table: str, letters: Iterable[Letter]) -> None:
        """Mail to players of a table, each with the link of their own seat."""
        if not self.smtp:
            return
        for letter in letters:
            told = log_messages(letter.language)
            subject = told.get("mail.subject", who=letter.name)
            link = f"{self.address}/table/{table}#seat={letter.token}"
            text = told.get("mail.text", table=letter.table, link=link)
            task = asyncio.get_running_loop().create_task(self._send(letter.to, subject, text))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, to: str, subject: str, text: str) -> None:
        try:
            await asyncio.to_thread(deliver, self.smtp, to, subject, text)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("a mail could not be sent", extra={"reason": str(error)})


def deliver(smtp: str, to: str, subject: str, text: str) -> None:
    """Hand a mail to a server, given as smtp://user:password@host:port/?from=address; smtps encrypts from the start."""
    url = urlsplit(smtp)
    message = EmailMessage()
    message["From"] = parse_qs(url.query).get("from", [f"kickdoor@{url.hostname}"])[0]
    message["To"] = to
    message["Subject"] = subject
    message.set_content(text)
    encrypted = url.scheme == "smtps"
    kind = smtplib.SMTP_SSL if encrypted else smtplib.SMTP
    with kind(url.hostname or "", url.port or (465 if encrypted else 25), timeout=20) as server:
        if not encrypted and server.has_extn("starttls"):
            server.starttls()
        if url.username:
            server.login(unquote(url.username), unquote(url.password or ""))
        server.send_message(message)
