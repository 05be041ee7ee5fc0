"""kickdoor: Munchkin, the card game, as a rules engine, a table and a laboratory.

Unofficial fan project; Munchkin is a trademark of Steve Jackson Games.
"""

from kickdoor.play import (
    Agent,
    BadSetup,
    Budget,
    Card,
    Character,
    Decision,
    Event,
    Game,
    IllegalMove,
    Intent,
    Offer,
    Option,
    Question,
    Record,
    RecordError,
    Refusal,
    SaveError,
    StrengthLine,
    Tally,
    View,
    Worlds,
    play_out,
    redacted,
)
from kickdoor.play.record import VERSION

__version__ = VERSION
__all__ = [
    "Agent",
    "BadSetup",
    "Budget",
    "Card",
    "Character",
    "Decision",
    "Event",
    "Game",
    "IllegalMove",
    "Intent",
    "Offer",
    "Option",
    "Question",
    "Record",
    "RecordError",
    "Refusal",
    "SaveError",
    "StrengthLine",
    "Tally",
    "View",
    "Worlds",
    "play_out",
    "redacted",
]
