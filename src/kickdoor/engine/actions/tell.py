"""What happened is told, where somebody listens: a function for each event of `data/events.py`.

Written by tools/events.py.
"""

from __future__ import annotations

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import State


def turn_begun(s: State, *, seat: int, turn: int) -> None:
    """A turn begins."""
    if s.sink is not None:
        s.sink.append(Event("turn_begun", (seat, turn)))


def turn_ended(s: State, *, seat: int) -> None:
    """A turn is over."""
    if s.sink is not None:
        s.sink.append(Event("turn_ended", (seat,)))


def turn_lost(s: State, *, seat: int, source: int) -> None:
    """A turn is left out."""
    if s.sink is not None:
        s.sink.append(Event("turn_lost", (seat, source)))


def turn_gained(s: State, *, seat: int, source: int) -> None:
    """Somebody has a turn more, after this one."""
    if s.sink is not None:
        s.sink.append(Event("turn_gained", (seat, source)))


def came_back(s: State, *, seat: int) -> None:
    """Somebody who was dead plays on."""
    if s.sink is not None:
        s.sink.append(Event("came_back", (seat,)))


def door_kicked(s: State, *, seat: int) -> None:
    """A door is kicked open."""
    if s.sink is not None:
        s.sink.append(Event("door_kicked", (seat,)))


def looted_room(s: State, *, seat: int, deck: int) -> None:
    """The room is looted: cards are drawn face down."""
    if s.sink is not None:
        s.sink.append(Event("looted_room", (seat, deck)))


def gave_charity(s: State, *, seat: int, card: int, to: int, seen: int) -> None:
    """A card too many goes to another player."""
    if s.sink is not None:
        s.sink.append(Event("gave_charity", (seat, card, to), seen))


def won(s: State, *, seat: int) -> None:
    """Somebody wins the game."""
    if s.sink is not None:
        s.sink.append(Event("won", (seat,)))


def drew(s: State, *, seat: int, card: int, deck: int, shared: int, seen: int) -> None:
    """A card is drawn."""
    if s.sink is not None:
        s.sink.append(Event("drew", (seat, card, deck, shared), seen))


def drew_from_discards(s: State, *, seat: int, card: int, source: int) -> None:
    """A card is taken from the discards instead of the deck."""
    if s.sink is not None:
        s.sink.append(Event("drew_from_discards", (seat, card, source)))


def turned_up(s: State, *, seat: int, card: int, deck: int) -> None:
    """A card is drawn face up and not into a hand: behind the door."""
    if s.sink is not None:
        s.sink.append(Event("turned_up", (seat, card, deck)))


def followed(s: State, *, seat: int, card: int) -> None:
    """A Portal is followed."""
    if s.sink is not None:
        s.sink.append(Event("followed", (seat, card)))


def kept(s: State, *, seat: int, card: int) -> None:
    """A card from behind the door goes to the hand."""
    if s.sink is not None:
        s.sink.append(Event("kept", (seat, card)))


def looked(s: State, *, seat: int, card: int, deck: int, seen: int) -> None:
    """Somebody looks at a card of a deck."""
    if s.sink is not None:
        s.sink.append(Event("looked", (seat, card, deck), seen))


def put_back(s: State, *, seat: int, card: int, place: int, seen: int) -> None:
    """A card goes back to its deck or under the discards."""
    if s.sink is not None:
        s.sink.append(Event("put_back", (seat, card, place), seen))


def reshuffled(s: State, *, deck: int) -> None:
    """The discards become the deck."""
    if s.sink is not None:
        s.sink.append(Event("reshuffled", (deck,)))


def revealed(s: State, *, seat: int, card: int) -> None:
    """A card of a hand is shown to all."""
    if s.sink is not None:
        s.sink.append(Event("revealed", (seat, card)))


def shown(s: State, *, seat: int, card: int, to: int, seen: int) -> None:
    """A card of a hand is shown to one player."""
    if s.sink is not None:
        s.sink.append(Event("shown", (seat, card, to), seen))


def discarded(s: State, *, seat: int, card: int, cause: int, by: int) -> None:
    """A card is lost, used up or put away."""
    if s.sink is not None:
        s.sink.append(Event("discarded", (seat, card, cause, by)))


def handed_over(s: State, *, seat: int, card: int, to: int, cause: int, seen: int) -> None:
    """A card goes to another player."""
    if s.sink is not None:
        s.sink.append(Event("handed_over", (seat, card, to, cause), seen))


def taken_unseen(s: State, *, seat: int, card: int, to: int, seen: int) -> None:
    """A card is drawn from a hand unseen."""
    if s.sink is not None:
        s.sink.append(Event("taken_unseen", (seat, card, to), seen))


def hand_passed(s: State, *, seat: int, to: int) -> None:
    """A whole hand goes to another player."""
    if s.sink is not None:
        s.sink.append(Event("hand_passed", (seat, to)))


def removed_from_game(s: State, *, seat: int, card: int) -> None:
    """A card leaves the game."""
    if s.sink is not None:
        s.sink.append(Event("removed_from_game", (seat, card)))


def protected(s: State, *, seat: int, card: int, cause: int) -> None:
    """A card cannot be lost in this way."""
    if s.sink is not None:
        s.sink.append(Event("protected", (seat, card, cause)))


def laid(s: State, *, seat: int, card: int) -> None:
    """A card comes into play."""
    if s.sink is not None:
        s.sink.append(Event("laid", (seat, card)))


def equipped(s: State, *, seat: int, card: int) -> None:
    """An Item counts from now on."""
    if s.sink is not None:
        s.sink.append(Event("equipped", (seat, card)))


def unequipped(s: State, *, seat: int, card: int) -> None:
    """An Item counts no more, and is carried."""
    if s.sink is not None:
        s.sink.append(Event("unequipped", (seat, card)))


def entrusted(s: State, *, seat: int, card: int, on: int) -> None:
    """A Hireling carries an Item."""
    if s.sink is not None:
        s.sink.append(Event("entrusted", (seat, card, on)))


def attached(s: State, *, seat: int, card: int, on: int) -> None:
    """A card goes on another."""
    if s.sink is not None:
        s.sink.append(Event("attached", (seat, card, on)))


def marked(s: State, *, seat: int, card: int) -> None:
    """A Mark lies before somebody."""
    if s.sink is not None:
        s.sink.append(Event("marked", (seat, card)))


def face_changed(s: State, *, seat: int, card: int, shown: int) -> None:
    """A card or monster is something else from now on."""
    if s.sink is not None:
        s.sink.append(Event("face_changed", (seat, card, shown)))


def copied(s: State, *, seat: int, card: int, shown: int) -> None:
    """A card is a copy of another for a while."""
    if s.sink is not None:
        s.sink.append(Event("copied", (seat, card, shown)))


def played(s: State, *, seat: int, card: int, ability: int) -> None:
    """A card is played."""
    if s.sink is not None:
        s.sink.append(Event("played", (seat, card, ability)))


def used(s: State, *, seat: int, card: int, ability: int) -> None:
    """What a card in play lets its owner do is used."""
    if s.sink is not None:
        s.sink.append(Event("used", (seat, card, ability)))


def sold(s: State, *, seat: int, gold: int) -> None:
    """Items are sold."""
    if s.sink is not None:
        s.sink.append(Event("sold", (seat, gold)))


def dungeon_entered(s: State, *, seat: int, card: int) -> None:
    """A Dungeon is face up from now on."""
    if s.sink is not None:
        s.sink.append(Event("dungeon_entered", (seat, card)))


def dungeon_left(s: State, *, seat: int, card: int) -> None:
    """A Dungeon is left."""
    if s.sink is not None:
        s.sink.append(Event("dungeon_left", (seat, card)))


def exit_discovered(s: State, *, seat: int) -> None:
    """An exit is discovered."""
    if s.sink is not None:
        s.sink.append(Event("exit_discovered", (seat,)))


def picked(s: State, *, seat: int, verb: int, card: int, monster: int, player: int, number: int, seen: int) -> None:
    """A choice with one possibility was made for somebody."""
    if s.sink is not None:
        s.sink.append(Event("picked", (seat, verb, card, monster, player, number), seen))


def chose(s: State, *, seat: int, source: int, verb: int, card: int, monster: int, player: int, number: int) -> None:
    """What several have picked at once is shown."""
    if s.sink is not None:
        s.sink.append(Event("chose", (seat, source, verb, card, monster, player, number)))


def level_gained(s: State, *, seat: int, levels: int, cause: int, source: int) -> None:
    """Somebody gains levels."""
    if s.sink is not None:
        s.sink.append(Event("level_gained", (seat, levels, cause, source)))


def level_lost(s: State, *, seat: int, levels: int, cause: int, source: int) -> None:
    """Somebody loses levels."""
    if s.sink is not None:
        s.sink.append(Event("level_lost", (seat, levels, cause, source)))


def sex_changed(s: State, *, seat: int, sex: int, source: int) -> None:
    """Somebody's sex is another."""
    if s.sink is not None:
        s.sink.append(Event("sex_changed", (seat, sex, source)))


def forbidden(s: State, *, seat: int, ban: int, source: int) -> None:
    """Somebody may not do something for a while."""
    if s.sink is not None:
        s.sink.append(Event("forbidden", (seat, ban, source)))


def died(s: State, *, seat: int, cause: int, source: int, by: int) -> None:
    """Somebody dies."""
    if s.sink is not None:
        s.sink.append(Event("died", (seat, cause, source, by)))


def laid_out(s: State, *, seat: int, card: int) -> None:
    """A card of the dead is laid out."""
    if s.sink is not None:
        s.sink.append(Event("laid_out", (seat, card)))


def looted(s: State, *, seat: int, card: int, victim: int) -> None:
    """A card that is laid out is taken."""
    if s.sink is not None:
        s.sink.append(Event("looted", (seat, card, victim)))


def cursed(s: State, *, seat: int, card: int, cause: int, by: int) -> None:
    """A Curse is about to strike."""
    if s.sink is not None:
        s.sink.append(Event("cursed", (seat, card, cause, by)))


def curse_cancelled(s: State, *, seat: int, card: int, by: int) -> None:
    """A Curse that was about to strike does not."""
    if s.sink is not None:
        s.sink.append(Event("curse_cancelled", (seat, card, by)))


def curse_ended(s: State, *, seat: int, card: int) -> None:
    """A Curse has lasted as long as it does."""
    if s.sink is not None:
        s.sink.append(Event("curse_ended", (seat, card)))


def curse_lifted(s: State, *, seat: int, card: int) -> None:
    """A Curse goes with what was lost to it."""
    if s.sink is not None:
        s.sink.append(Event("curse_lifted", (seat, card)))


def suffered(s: State, *, seat: int, card: int, by: int) -> None:
    """Bad Stuff or a Curse strikes without more ado."""
    if s.sink is not None:
        s.sink.append(Event("suffered", (seat, card, by)))


def turned_aside(s: State, *, seat: int, card: int, against: int) -> None:
    """A card acts instead of what would happen."""
    if s.sink is not None:
        s.sink.append(Event("turned_aside", (seat, card, against)))


def fight_begun(s: State, *, seat: int, monster: int, fight: int) -> None:
    """A fight begins."""
    if s.sink is not None:
        s.sink.append(Event("fight_begun", (seat, monster, fight)))


def fight_transferred(s: State, *, seat: int, to: int, fight: int) -> None:
    """Another player fights instead."""
    if s.sink is not None:
        s.sink.append(Event("fight_transferred", (seat, to, fight)))


def fight_won(s: State, *, seat: int, helper: int, fight: int, kills: int) -> None:
    """The fighter wins, or nobody is left to fight."""
    if s.sink is not None:
        s.sink.append(Event("fight_won", (seat, helper, fight, kills)))


def fight_lost(s: State, *, seat: int, helper: int, fight: int, kills: int) -> None:
    """The fighter loses, and all run."""
    if s.sink is not None:
        s.sink.append(Event("fight_lost", (seat, helper, fight, kills)))


def fight_broken_off(s: State, *, seat: int, helper: int, fight: int) -> None:
    """The fighter has died, and nobody fights on."""
    if s.sink is not None:
        s.sink.append(Event("fight_broken_off", (seat, helper, fight)))


def claimed(s: State, *, seat: int) -> None:
    """The fighter says that the fight is won."""
    if s.sink is not None:
        s.sink.append(Event("claimed", (seat,)))


def helper_joined(s: State, *, seat: int, fighter: int, fight: int, forced: int) -> None:
    """Somebody helps."""
    if s.sink is not None:
        s.sink.append(Event("helper_joined", (seat, fighter, fight, forced)))


def walked_out(s: State, *, seat: int, fighter: int, fight: int) -> None:
    """The helper is out of the fight."""
    if s.sink is not None:
        s.sink.append(Event("walked_out", (seat, fighter, fight)))


def monster_joined(s: State, *, seat: int, monster: int, fighter: int, fight: int) -> None:
    """A monster joins a fight."""
    if s.sink is not None:
        s.sink.append(Event("monster_joined", (seat, monster, fighter, fight)))


def monster_killed(s: State, *, seat: int, monster: int, fight: int) -> None:
    """A monster is killed."""
    if s.sink is not None:
        s.sink.append(Event("monster_killed", (seat, monster, fight)))


def monster_removed(s: State, *, seat: int, monster: int, fight: int, treasures: int) -> None:
    """A monster leaves, and may leave Treasures."""
    if s.sink is not None:
        s.sink.append(Event("monster_removed", (seat, monster, fight, treasures)))


def tamed(s: State, *, seat: int, monster: int, amount: int) -> None:
    """A monster leaves a fight and is a Steed."""
    if s.sink is not None:
        s.sink.append(Event("tamed", (seat, monster, amount)))


def enhanced(s: State, *, seat: int, card: int, monster: int, fight: int, amount: int) -> None:
    """An enhancer goes on a monster."""
    if s.sink is not None:
        s.sink.append(Event("enhanced", (seat, card, monster, fight, amount)))


def entered(s: State, *, seat: int, card: int, fight: int) -> None:
    """A card counts in a fight."""
    if s.sink is not None:
        s.sink.append(Event("entered", (seat, card, fight)))


def strength_added(
    s: State, *, seat: int, card: int, fight: int, counts_for: int, player: int, monster: int, amount: int
) -> None:
    """A card adds strength in a fight."""
    if s.sink is not None:
        s.sink.append(Event("strength_added", (seat, card, fight, counts_for, player, monster, amount)))


def taken_back(s: State, *, seat: int, card: int) -> None:
    """A play into a fight is taken back."""
    if s.sink is not None:
        s.sink.append(Event("taken_back", (seat, card)))


def picked_treasure(s: State, *, seat: int, card: int) -> None:
    """A Treasure of the fight is taken."""
    if s.sink is not None:
        s.sink.append(Event("picked_treasure", (seat, card)))


def rolled(s: State, *, seat: int, roll: int, needed: int) -> None:
    """A die is rolled."""
    if s.sink is not None:
        s.sink.append(Event("rolled", (seat, roll, needed)))


def die_turned(s: State, *, seat: int, source: int, roll: int) -> None:
    """The die shows something else."""
    if s.sink is not None:
        s.sink.append(Event("die_turned", (seat, source, roll)))


def run_changed(s: State, *, seat: int, source: int, amount: int) -> None:
    """Rolls to run away count more, or less."""
    if s.sink is not None:
        s.sink.append(Event("run_changed", (seat, source, amount)))


def not_pursued(s: State, *, seat: int, monster: int) -> None:
    """A monster does not pursue."""
    if s.sink is not None:
        s.sink.append(Event("not_pursued", (seat, monster)))


def escaped(s: State, *, seat: int, monster: int) -> None:
    """A monster is escaped."""
    if s.sink is not None:
        s.sink.append(Event("escaped", (seat, monster)))


def caught(s: State, *, seat: int, monster: int) -> None:
    """A monster catches somebody."""
    if s.sink is not None:
        s.sink.append(Event("caught", (seat, monster)))


def offered(s: State, *, seat: int, to: int, offer: int, bargain: int, helper: int) -> None:
    """A bargain is offered."""
    if s.sink is not None:
        s.sink.append(Event("offered", (seat, to, offer, bargain, helper)))


def accepted(
    s: State, *, seat: int, by: int, offer: int, bargain: int, helper: int, treasures: int, items: int
) -> None:
    """An offer is accepted."""
    if s.sink is not None:
        s.sink.append(Event("accepted", (seat, by, offer, bargain, helper, treasures, items)))


def refused(s: State, *, seat: int, by: int, offer: int) -> None:
    """An offer is refused."""
    if s.sink is not None:
        s.sink.append(Event("refused", (seat, by, offer)))


def pledged(s: State, *, seat: int, to: int, pledge: int) -> None:
    """Somebody promises what cannot be enforced."""
    if s.sink is not None:
        s.sink.append(Event("pledged", (seat, to, pledge)))
