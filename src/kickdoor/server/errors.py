"""Why something was not done, for whoever asked."""

from __future__ import annotations

from kickdoor.engine.data.refusals import Refusal


class NotNow(Exception):
    """Something that was asked for and cannot be done."""

    status = 409
    after = 0
    """In so many seconds it may be asked for again, and be done; 0: nobody knows when."""

    def __init__(self, key: str, rule: str = "", about: tuple[str, ...] = (), details: str = "") -> None:
        self.why = Refusal(key, rule, about)
        self.details = details  #: in English, for who writes clients or keeps the server
        super().__init__(self.why)

    def __str__(self) -> str:
        return f"{self.why} ({self.details})" if self.details else str(self.why)


class BadRequest(NotNow):
    """It makes no sense."""

    status = 400


class Forbidden(NotNow):
    """Not for whoever asks."""

    status = 403


class NotThere(NotNow):
    """There is no such thing."""

    status = 404


class Failed(NotNow):
    """The server itself is to blame."""

    status = 500


class TooMuch(NotNow):
    """Asked too often, or by too many."""

    status = 429


class Busy(TooMuch):
    """Others are served first, or more of whoever asks: it can be asked for again soon."""

    after = 1


class Unwell(NotNow):
    """The server cannot do its work just now."""

    status = 503
    after = 2


class Elsewhere(Unwell):
    """Another server has what is asked for, and does not let go of it."""
