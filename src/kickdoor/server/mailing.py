"""Mails to players by correspondence: whether an address is theirs, and that it is their turn.

No word of a visitor is in a mail, and until an address is confirmed it gets nothing but the question.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import smtplib
import ssl
from collections.abc import Callable, Iterable
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from kickdoor.server.errors import TooMuch
from kickdoor.server.limits import Rates
from kickdoor.server.session.outcome import Letter
from kickdoor.text.teller import log_messages

log = logging.getLogger("kickdoor.mail")

HOUR = 3600.0
QUESTIONS_AN_HOUR = 4
"""So often an address is asked whether it is somebody's, and so many addresses a visitor may name."""

MAILS_AN_HOUR = 12
"""So many mails an address gets at most."""


class Postman:
    """Hands mails to a server of mail, where there is one."""

    def __init__(self, smtp: str, address: str, now: Callable[[], float]) -> None:
        self.smtp = smtp
        self.address = address.rstrip("/")
        self._sending: set[asyncio.Task[None]] = set()
        self._mails = Rates(MAILS_AN_HOUR / HOUR, MAILS_AN_HOUR, now)
        self._questions = Rates(QUESTIONS_AN_HOUR / HOUR, QUESTIONS_AN_HOUR, now)

    def allow_question(self, to: str, visitor: str) -> None:
        """Raise TooMuch where this visitor has named too many addresses, or this address was asked too often."""
        if not (self._questions.allow(f"to {to.lower()}") and self._questions.allow(f"by {visitor}")):
            raise TooMuch("table.many_mails")

    def send(self, table: str, letters: Iterable[Letter]) -> None:
        """Mail to players of a table."""
        if not self.smtp:
            return
        for letter in letters:
            if not self._mails.allow(letter.to.lower()):
                log.warning("an address gets no more mails for now", extra={"table": table})
                continue
            told = log_messages(letter.language)
            if letter.code:
                subject = told.get("mail.confirm")
                link = f"{self.address}/api/tables/{table}/mail/{letter.code}?lang={letter.language}"
                text = told.get("mail.confirm_text", link=link)
            else:
                subject = told.get("mail.subject")
                link = f"{self.address}/table/{table}#seat={letter.token}"
                text = told.get("mail.text", link=link)
            task = asyncio.get_running_loop().create_task(self._send(letter.to, subject, text))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, to: str, subject: str, text: str) -> None:
        try:
            await asyncio.to_thread(deliver, self.smtp, to, subject, text)
        except (OSError, ValueError, LookupError, smtplib.SMTPException) as error:  # an address may be none
            log.warning("a mail could not be sent", extra={"reason": str(error)})


def deliver(smtp: str, to: str, subject: str, text: str, context: ssl.SSLContext | None = None) -> None:
    """Hand a mail to a server, given as smtp://user:password@host:port/?from=address; smtps encrypts from the start.

    The server must encrypt and prove who it is, unless it is this machine and no password is needed.
    """
    url = urlsplit(smtp)
    host = url.hostname or ""
    message = EmailMessage()
    message["From"] = parse_qs(url.query).get("from", [f"kickdoor@{host}"])[0]
    message["To"] = to
    message["Subject"] = subject
    message.set_content(text)
    safe = context or ssl.create_default_context()
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, url.port or 465, timeout=20, context=safe)
    else:
        server = smtplib.SMTP(host, url.port or 25, timeout=20)
    with server:
        server.ehlo()
        if url.scheme != "smtps":
            if server.has_extn("starttls"):
                server.starttls(context=safe)
                server.ehlo()
            elif url.username or not _is_here(host):
                raise smtplib.SMTPNotSupportedError(f"{host} does not encrypt, so nothing is sent there")
        if url.username:
            server.login(unquote(url.username), unquote(url.password or ""))
        server.send_message(message)


def _is_here(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
