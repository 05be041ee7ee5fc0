"""What is under way: whether and where the game stands, and which cards it holds in the meantime."""

from __future__ import annotations

from kickdoor.engine.actions.fights import monster_by_id
from kickdoor.engine.data.ids import NO_FIGHT, Card, FightId
from kickdoor.engine.data.registers import ROLL_ADDED, ROLL_TO_RUN
from kickdoor.engine.data.stack import FIGHT_FLOW, ROLL_FLOW, TURN_FLOW, cards_under_way, first
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import IN_DOOR_DECK, IN_DUNGEON_DECK, IN_HAND, IN_LIMBO, IN_PLAY
from kickdoor.engine.questions.escaping import die_to_escape
from kickdoor.engine.running.kernel import top_step
from kickdoor.engine.steps.choosing import AskEach


def has_begun(s: State) -> bool:
    """Whether anything is under way: not before the game begins, nor when it is over."""
    return bool(s.stack)


def current_fight(s: State) -> FightId:
    """The fight that what is asked belongs to, or -1."""
    return s.stack[-1].fight if s.stack else NO_FIGHT


def place(s: State) -> tuple[int, int, int]:
    """Where the game stands: the same as long as it waits for the same, whoever has spoken meanwhile."""
    f = s.stack[-1]
    return f.script, f.pc, f.it


def stands_like(s: State, other: State) -> bool:
    """Whether two games stand in the same place, with as much under way."""
    return len(s.stack) == len(other.stack) and place(s) == place(other)


def needed_to_escape(s: State) -> int:
    """What the die on the table must show for its roller to get away; -1 where it decides something else."""
    f = s.stack[-1]
    if f.script != ROLL_FLOW or not f.regs[ROLL_TO_RUN]:
        return -1
    fight = s.fight_by_id(f.fight)
    monster = monster_by_id(fight, f.it) if fight is not None else None
    return die_to_escape(s, f.you, fight, monster, first(f.regs[ROLL_ADDED], 0))


def cards_held(s: State) -> set[Card]:
    """The cards that something under way has to do with: one that lies nowhere is among them."""
    return {card for frame in s.stack for card in cards_under_way(s, frame)}


def hides_from(s: State, seat: int) -> bool:
    """Whether something under way holds what a seat cannot see: a card, or picks that others have made unseen."""
    if isinstance(top_step(s)[0], AskEach):
        return True
    return any(card < len(s.where) and _is_hidden(s, card, seat) for card in cards_held(s))


def _is_hidden(s: State, card: Card, seat: int) -> bool:
    place = s.where[card]
    in_deck = IN_DOOR_DECK <= place <= IN_DUNGEON_DECK
    in_hand = IN_HAND <= place < IN_PLAY
    return (in_deck or in_hand or place == IN_LIMBO) and not s.known[card] >> seat & 1


def polled_words(s: State, card: Card) -> tuple[str, ...]:
    """The words that a card lets several pick from at once, where it has one such choice."""
    d = s.rules.defs[card] if 0 <= card < len(s.rules.defs) else None
    if d is None:
        return ()
    scripts = [ability.script for ability in d.abilities] + [reaction.script for reaction in d.reactions]
    scripts += [script for script in (d.strike, d.bad_stuff, d.on_meet, d.on_kill) if script is not None]
    found = {
        step.choose.source.names
        for script in scripts
        for step in script.steps
        if isinstance(step, AskEach) and step.choose.source.names
    }
    return found.pop() if len(found) == 1 else ()


def is_plain(s: State) -> bool:
    """Whether nothing is under way but a turn, and perhaps one fight in it: what a position can say."""
    scripts = [f.script for f in s.stack]
    return scripts in ([TURN_FLOW], [TURN_FLOW, FIGHT_FLOW])
