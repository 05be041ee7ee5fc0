"""One table without a network: games, views, records, agents, scenarios."""

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.refusals import IllegalMove, Refusal
from kickdoor.play.agent import Agent, Budget
from kickdoor.play.card import Card
from kickdoor.play.character import Character, StrengthLine
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.driver import Tally, play_out
from kickdoor.play.game import Game, SaveError, redacted
from kickdoor.play.intents import Intent
from kickdoor.play.record import Record, RecordError
from kickdoor.play.view import View
from kickdoor.play.worlds import Worlds
from kickdoor.rules.books import BadSetup

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
