"""What players may do in a position and what they may not: checked on copies. Each check lists what it found wrong."""

from __future__ import annotations

from kickdoor.engine.actions.laying import is_stuck
from kickdoor.engine.data import codec
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.options import card_of, code, verb_of
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.engine.data.terms import (
    CLAIM,
    DROP,
    ENTRUST,
    EQUIP,
    LAY,
    LOOT,
    OPEN,
    PLAY,
    PROCEED,
    RUN,
    SELL,
    TROUBLE,
    UNEQUIP,
)
from kickdoor.engine.questions.items import items
from kickdoor.engine.questions.table import face
from kickdoor.engine.running import kernel
from kickdoor.engine.running.asking import open_window
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent


def wrongly_refused(game: Game, seat: int, options: list[int]) -> list[str]:
    """What is refused changes nothing and has a reason; a card that nothing is said against can be played."""
    found = []
    s = game.state
    player = s.players[seat]
    if game.over or player.dead or open_window(s) is None:
        return []
    tried = [code(verb) for verb in (CLAIM, RUN, LOOT, PROCEED, SELL)]
    for card in (*player.hand, *player.table):
        tried += [code(verb, card) for verb in (LAY, EQUIP, UNEQUIP, DROP, TROUBLE)]
        tried += [code(PLAY, card, ability.index) for ability in face(s, card).abilities]
    refused = [option for option in tried if option not in options]
    trial = game.clone()
    before = codec.dump(trial.state)
    for option in refused:
        try:
            trial.apply(seat, option)
        except IllegalMove:
            continue
        return [f"{Option(option)} of seat {seat} is not offered and yet taken"]
    if codec.dump(trial.state) != before:
        found.append(f"what is refused to seat {seat} changes the game")
    for card in player.hand:
        fits = {code(LAY, card), *(code(PLAY, card, ability.index) for ability in s.rules.defs[card].abilities)}
        why = game.why_not(seat, Intent(verb="play", card=card))
        if why is None and not fits.intersection(options):
            found.append(f"nothing is said against {s.rules.defs[card].name} of seat {seat}, and it is not offered")
    return found


def not_done(after: Game, seat: int, option: int) -> list[str]:
    """What was put on is on, and what was taken off is off: an option does what it says, or is none [ITEM-04]."""
    verb, card = verb_of(option), card_of(option)
    s = after.state
    if verb not in (EQUIP, UNEQUIP, ENTRUST) or open_window(s) is None or card not in s.players[seat].table:
        return []
    if s.up[card] == (verb != UNEQUIP):
        return []
    return [f"{after.card_name(card)} is {'still on' if s.up[card] else 'not on'}"]


def not_taken_back(game: Game, after: Game, seat: int, option: int) -> list[str]:
    """Out of combat what was put on can be taken off, and put on again [ACT-06]."""
    verb, card = verb_of(option), card_of(option)
    if verb not in (EQUIP, UNEQUIP) or open_window(after.state) is None or is_stuck(after.state, Seat(seat), card):
        return []
    carriers = game.state.host.get(card, ())  # what a Hireling carried is entrusted to them again
    back = {code(UNEQUIP if verb == EQUIP else EQUIP, card), *(code(ENTRUST, card, carrier) for carrier in carriers)}
    if after.state.up[card] != (verb == EQUIP) or back.intersection(kernel.options(after.state, seat)):
        return []
    return [f"{game.card_name(card)} cannot be {'taken off' if verb == EQUIP else 'put on'} again"]


def trades_in_combat(game: Game) -> list[str]:
    """In combat Items go from the fighter to a helper, as the price of help, and no other way [ACT-12, HELP-02]."""
    found = []
    s = game.state
    for fight in s.fights:
        if fight.outcome != OPEN:
            continue
        fighter = fight.fighter
        for seat in range(game.seats):
            if seat == fighter:
                continue
            for card in items(s, Seat(seat))[:3]:
                name = game.card_name(card)
                for kind in ("trade", "help", "bribe"):
                    given = Offer(kind=kind, to=fighter, gives=(card,), pledge="favour" * (kind == "bribe"))
                    if game.why_not(seat, given) is None:
                        found.append(f"seat {seat} may give {name} to the fighter ({kind})")
                    taken = Offer(kind=kind, to=seat, takes=(card,), pledge="favour" * (kind == "bribe"))
                    if game.why_not(fighter, taken) is None:
                        found.append(f"the fighter may take {name} of seat {seat} ({kind})")
            for card in items(s, fighter)[:3]:
                if game.why_not(fighter, Offer(kind="trade", to=seat, gives=(card,))) is None:
                    found.append(f"the fighter may trade {game.card_name(card)} away")
    return found
