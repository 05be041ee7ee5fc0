"""A table as plain data that is told messages and the time, and says what is to be stored, told and waited for.

Nothing here waits, sends or writes: no event loop, no sockets, no database. `server.table` does that.
"""

from kickdoor.server.session.outcome import Asking, Outcome, Speaker, Telling, Thinking
from kickdoor.server.session.session import Session

__all__ = ["Asking", "Outcome", "Session", "Speaker", "Telling", "Thinking"]
