"""Mails to players by correspondence: it is your turn."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from email.message import EmailMessage
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote, urlsplit

from kickdoor.text.teller import log_messages

if TYPE_CHECKING:
    from kickdoor.server.table import Table

log = logging.getLogger("kickdoor.mail")


class Postman:
    """Mails those who are asked and are not there, once until they have been there again."""

    def __init__(self, smtp: str, address: str) -> None:
        self.smtp = smtp
        self.address = address.rstrip("/")
        self._sending: set[asyncio.Task[None]] = set()

    def remind(self, table: Table) -> None:
        """Tell whoever is asked at a table by correspondence, where he left an address."""
        if not self.smtp or table.pacer.speed != "correspondence":
            return
        online = table.audience.online
        for number in table.pacer.asked:
            seat = table.setup.seats[number]
            if seat.mail and not seat.mailed and number not in online:
                seat.mailed = True
                told = log_messages(seat.language)
                subject = told.get("mail.subject", who=seat.name)
                link = f"{self.address}/table/{table.id}#seat={seat.token}"
                text = told.get("mail.text", table=table.setup.name or table.id, link=link)
                task = asyncio.get_running_loop().create_task(self._send(seat.mail, subject, text))
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
