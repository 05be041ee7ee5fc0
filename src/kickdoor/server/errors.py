"""Why something was not done, for whoever asked."""

from __future__ import annotations


class NotNow(Exception):
    """Something that was asked for and cannot be done."""

    status = 409

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class BadRequest(NotNow):
    """It makes no sense."""

    status = 400


class Forbidden(NotNow):
    """Not for whoever asks."""

    status = 403


class NotThere(NotNow):
    """There is no such thing."""

    status = 404


class TooMuch(NotNow):
    """Asked too often, or by too many."""

    status = 429


class Unwell(NotNow):
    """The server cannot do its work just now."""

    status = 503
