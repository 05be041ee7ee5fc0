"""Play 20,000 random games over the expansions, and say which of their cards were never played or struck.

python tools/soak_expansions.py              the whole series, on all cores
python tools/soak_expansions.py --share 100  a hundredth of it

Fails where a game crashes or something in a checked game does not hold. The report is JSON on stdout.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter

import msgspec

from kickdoor.engine.data.abilities import ON_GOT
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.options import first_of, verb_of
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import DROP, ENTRUST, EQUIP, GIVE, JOIN, LAY, OVER, PICK, PLAY, TROUBLE, UNEQUIP
from kickdoor.play.driver import TURN_LIMIT, draw_answer
from kickdoor.play.game import Game
from kickdoor.sim.runner import Plan, play_checked, set_up, spread
from kickdoor.sim.seating import Seating
from kickdoor.sim.uses import Use, Uses
from kickdoor.text.asking import card_asking

BASE = "munchkin"
EXPANSIONS = [*(f"munchkin-{number}" for number in range(2, 9)), "game-changers"]
SETS = ["star", "bites", "babies"]
MIXES = [
    *(([BASE, name], 1500, 20) for name in EXPANSIONS),
    ([BASE, *EXPANSIONS], 5000, 60),
    ([BASE, *EXPANSIONS, *SETS], 3000, 40),
]
"""Packs, how many games, and how many of them with all that must hold checked at every decision."""

SEATS = (3, 4, 5, 6)
OF_CARDS = frozenset({PLAY, LAY, EQUIP, UNEQUIP, DROP, TROUBLE, PICK, JOIN, ENTRUST, GIVE})


class Told(msgspec.Struct):
    """What a game has to tell: decisions, those with an option of an expansion's card, and the cards used."""

    decisions: int = 0
    expanded: int = 0
    finished: bool = True
    used: tuple[str, ...] = ()
    trace: str = ""


class Line(msgspec.Struct, kw_only=True):
    """How the games of one mix went."""

    packs: list[str]
    cards: int
    games: int = 0
    checked: int = 0
    decisions: int = 0
    expanded: int = 0
    share_of_expansions: float = 0.0
    unfinished: int = 0
    crashes: int = 0


class Soaked(msgspec.Struct):
    """The whole series."""

    games: int
    decisions: int
    crashes: int
    mixes: list[Line]
    never: list[str]  #: cards of the decks that nobody played and that struck nobody; a reprint counts as its original
    rare: dict[str, int]  #: cards used in fewer than ten games


def is_of_expansion(s: State, card: int) -> bool:
    """Whether a card is not of the base set."""
    return 0 <= card < len(s.rules.defs) and not s.rules.defs[card].id.startswith(f"{BASE}/")


def is_expanded(s: State, options: list[int]) -> bool:
    """Whether a decision is asked by a card of an expansion, or has an option of one."""
    if is_of_expansion(s, card_asking(s)):
        return True
    return any(verb_of(option) in OF_CARDS and is_of_expansion(s, first_of(option)) for option in options)


def play(plan: Plan, number: int) -> Told:
    """Play a game of a plan."""
    told = Told()
    uses = Uses()
    acting: frozenset[str] = frozenset()
    try:
        game, rng = set_up(plan, number)
        s = game.state
        acting = frozenset(card.id for card in s.rules.defs if card.reacts >> ON_GOT & 1)

        def hear(events: list[Event]) -> None:
            uses.hear(events, s)

        hear(game.begin())
        if number < plan.checked:
            tally = play_checked(game, Seating(plan.bots, game, rng), plan.turn_limit, hear)
            told.decisions = tally.decisions
        else:
            while s.over != OVER and s.turns <= plan.turn_limit:
                seat, options, answer = draw_answer(s, rng)
                if len(options) > 1:
                    told.decisions += 1
                    told.expanded += is_expanded(s, options)
                hear(game.apply(seat, answer))
        told.finished = s.over == OVER
    except Exception:
        told.trace = f"{plan.header.packs}, {plan.header.seats} seats, {plan.seed_of(number)}\n{traceback.format_exc()}"
    told.used = tuple({card for (_, card), use in uses.by_seat.items() if is_used(card, use, acting)})
    return told


def is_used(card: str, use: Use, acting: frozenset[str]) -> bool:
    """Whether a card was played, laid down, used or fought, or struck; or drawn, where it acts by itself then."""
    return bool(use.played or use.laid or use.used or use.fought or use.struck or (use.drawn and card in acting))


def cards_at(packs: list[str]) -> list[CardDef]:
    """All cards of a mix."""
    return Game.before(Game.header(packs, SEATS[0])).state.rules.defs


def soak(share: int) -> Soaked:
    """Play the series, or a part of it."""
    used: Counter[str] = Counter()
    lines = []
    for packs, games, checked in MIXES:
        line = Line(packs=packs, cards=sum(not card.is_mark for card in cards_at(packs)))
        unchecked = 0
        for seats in SEATS:
            header = Game.header(packs, seats, f"expansions-{seats}")
            plan = Plan(header, max(1, games // share // len(SEATS)), checked // share // len(SEATS), TURN_LIMIT)
            for number, told in enumerate(spread(plan, 0, play)):
                if told.trace:
                    sys.stderr.write(told.trace)
                line.games += 1
                line.crashes += bool(told.trace)
                line.unfinished += not told.finished
                line.decisions += told.decisions
                line.checked += number < plan.checked
                line.expanded += told.expanded
                unchecked += told.decisions * (number >= plan.checked)
                used.update(told.used)
        line.share_of_expansions = round(line.expanded / max(1, unchecked), 4)
        sys.stderr.write(f"{msgspec.json.encode(line).decode()}\n")
        lines.append(line)
    everything = cards_at([BASE, *EXPANSIONS, *SETS])
    unused = sorted({card.id for card in everything if not used[card.id] and not card.is_mark and not card.epic})
    return Soaked(
        games=sum(line.games for line in lines),
        decisions=sum(line.decisions for line in lines),
        crashes=sum(line.crashes for line in lines),
        mixes=lines,
        never=unused,
        rare={card: count for card, count in sorted(used.items()) if count < 10},
    )


def main() -> int:
    """Soak, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=int, default=1, help="play one in so many of the games")
    soaked = soak(parser.parse_args().share)
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(soaked), indent=2).decode() + "\n")
    return 1 if soaked.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
