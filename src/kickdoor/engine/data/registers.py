"""What each flow and each card's script keeps beside the fields of its frame: every register, and what it holds.

A frame says whom it concerns (`you`), who brought it about (`by`), the card or monster behind it (`it`), which fight
and the cause. All else that a flow must remember is in registers of its own, which are declared here and nowhere else.
"""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data import stack
from kickdoor.engine.data.scripts import Holds

#: The two values of a flag.
NO: Final[tuple[int, ...]] = ()
YES: Final[tuple[int, ...]] = (1,)

# Of a card's script; what it stores by names of its own comes after
EVENT: Final = 0  # what the event concerns: a card, a monster, cards, or what a die shows
PRESET: Final = 1  # a player on whom it was agreed to be played
DRAWN_UP: Final = 2  # its card came face up

# Of a flow with windows, the same in all of them
PASSES: Final = 0  # who has passed since the last change
CHANGES: Final = 1  # who has changed equipment in this window, once for each change
CHOICE: Final = 2  # what the owner of the window has chosen to go on with: an option

# Of the turn
TURN_DOOR: Final = 3  # what stood behind the door
TURN_REPLACERS: Final = 4  # cards that have acted instead of kicking the door open
TURN_AFTER: Final = 5  # in an extra turn: after whom it comes, and whose neighbour is next

# Of a fight
FIGHT_PAID: Final = 3  # whose Treasures have been drawn
FIGHT_EARNER: Final = 4  # whose Treasures are being drawn and dealt
FIGHT_GOT: Final = 5  # all Treasures that the fighter has drawn because of the fight, to hand or to be shared
FIGHT_TOLD: Final = 6  # reactions to these that have had their say: each as its card's number and its own
FIGHT_POOL: Final = 7  # Treasures to be shared
FIGHT_PICKERS: Final = 8  # who picks next

# Of running away from all monsters of a fight
RUN_LEFT: Final = 3  # monsters that the runner still has to run from
RUN_COMING: Final = 4  # runners to come
RUN_SPARED: Final = 5  # who escapes from all without a roll, where that is possible …
RUN_SPARED_FOR_SURE: Final = 6  # … and even where it is not [HIRE-03]
RUN_SPARED_BY_ONE: Final = 7  # who escapes from one monster without a roll …
RUN_SPARING: Final = 8  # … and from which, in the same order
RUN_HELD: Final = 9  # who does not roll and is caught
RUN_CLEAN: Final = 10  # nothing has caught the runner yet
RUN_FACED: Final = 11  # monsters that the runner has run from

# Of fleeing from one monster
FLEE_AGAIN: Final = 3  # it was rolled anew
FLEE_ROLL: Final = 4
FLEE_ESCAPED: Final = 5
FLEE_MUST_ROLL: Final = 6
FLEE_HELD: Final = 7  # the runner does not roll and is caught
FLEE_REPLACERS: Final = 8  # cards that have acted instead of being caught

# Of a die roll
ROLL_NATURAL: Final = 3
ROLL_ADDED: Final = 4
ROLL_USED: Final = 5  # keys of abilities, once for each use
ROLL_TO_RUN: Final = 6  # it decides whether somebody gets away
ROLL_REPLACERS: Final = 7  # cards that have acted instead of the roll

# Of a Curse that strikes
STRIKE_CANCELLED: Final = 3
STRIKE_REPLACED: Final = 4
STRIKE_REPLACERS: Final = 5  # cards that have acted on this Curse, for those too whom it would have struck before

# Of a death
DEATH_REPLACERS: Final = 0  # cards that have acted instead of the death
DEATH_SURVIVED: Final = 1  # looted like the dead, and plays on
DEATH_UNLOOTED: Final = 2  # nobody takes a card of the dead
DEATH_OUT: Final = 3  # cards laid out
DEATH_LOOTERS: Final = 4  # who is still to take one

# Of a draw
DRAW_DECK: Final = 0
DRAW_LEFT: Final = 1  # how many cards are still to be drawn
DRAW_UP: Final = 2  # face up
DRAW_APART: Final = 3  # the cards are laid apart and do not go to the hand
DRAW_REWARD: Final = 4  # they are the Treasures of a fight
DRAW_REPLACING: Final = 5  # a card does something else instead of the next of them
DRAW_OWED: Final = 6  # cards by whose leave one was taken from the discards
DRAW_DRAWN: Final = 7
DRAW_FOLLOWED: Final = 8  # Portals that were followed in this draw

# Of a sale
SALE_PICKED: Final = 0
SALE_DOUBLED: Final = 1  # of these, the Items that fetch double
SALE_FIRM: Final = 2  # it cannot be called off any more

# Of Charity
CHARITY_RECEIVED: Final = 0  # who has received a card, once for each
CHARITY_TOTAL: Final = 1  # how many cards go in all

# Of the way from one Dungeon to the next
CHANGE_LEAVING: Final = 0  # which of the old ones are left
CHANGE_COUNT: Final = 1  # how many are entered
CHANGE_BACK: Final = 2  # into the one that was left last, where there is one
CHANGE_GOING: Final = 3  # who goes; nothing: all
CHANGE_NEW: Final = 4
CHANGE_OLD: Final = 5

# Of discovering an exit
EXIT_PAID: Final = 0

# Of a lost card
LOSS_MOMENT: Final = 3  # the moment in which the card was lost

# Of hands over their limit
CROWD_SEATS: Final = 3  # whose hands may be over their limit

Registers = tuple[tuple[int, Holds], ...]

OF_CARDS: Final[Registers] = (
    (EVENT, Holds.CARDS),
    (PRESET, Holds.SEATS),
    (DRAWN_UP, Holds.FLAG),
)
OF_WINDOWS: Final[Registers] = ((PASSES, Holds.MASK), (CHANGES, Holds.SEATS), (CHOICE, Holds.NUMBERS))

OF_FLOWS: Final[dict[int, Registers]] = {
    stack.SETUP_FLOW: OF_WINDOWS,
    stack.TURN_FLOW: (*OF_WINDOWS, (TURN_DOOR, Holds.CARDS), (TURN_REPLACERS, Holds.CARDS), (TURN_AFTER, Holds.SEATS)),
    stack.FIGHT_FLOW: (
        *OF_WINDOWS,
        (FIGHT_PAID, Holds.SEATS),
        (FIGHT_EARNER, Holds.SEATS),
        (FIGHT_GOT, Holds.CARDS),
        (FIGHT_TOLD, Holds.NUMBERS),
        (FIGHT_POOL, Holds.CARDS),
        (FIGHT_PICKERS, Holds.SEATS),
    ),
    stack.RUN_FLOW: (
        *OF_WINDOWS,
        (RUN_LEFT, Holds.MONSTERS),
        (RUN_COMING, Holds.SEATS),
        (RUN_SPARED, Holds.SEATS),
        (RUN_SPARED_FOR_SURE, Holds.SEATS),
        (RUN_SPARED_BY_ONE, Holds.SEATS),
        (RUN_SPARING, Holds.MONSTERS),
        (RUN_HELD, Holds.SEATS),
        (RUN_CLEAN, Holds.FLAG),
        (RUN_FACED, Holds.MONSTERS),
    ),
    stack.FLEE_FLOW: (
        *OF_WINDOWS,
        (FLEE_AGAIN, Holds.FLAG),
        (FLEE_ROLL, Holds.NUMBERS),
        (FLEE_ESCAPED, Holds.FLAG),
        (FLEE_MUST_ROLL, Holds.FLAG),
        (FLEE_HELD, Holds.FLAG),
        (FLEE_REPLACERS, Holds.CARDS),
    ),
    stack.ROLL_FLOW: (
        *OF_WINDOWS,
        (ROLL_NATURAL, Holds.NUMBERS),
        (ROLL_ADDED, Holds.NUMBERS),
        (ROLL_USED, Holds.NUMBERS),
        (ROLL_TO_RUN, Holds.FLAG),
        (ROLL_REPLACERS, Holds.CARDS),
    ),
    stack.STRIKE_FLOW: (
        *OF_WINDOWS,
        (STRIKE_CANCELLED, Holds.FLAG),
        (STRIKE_REPLACED, Holds.FLAG),
        (STRIKE_REPLACERS, Holds.CARDS),
    ),
    stack.DEATH_FLOW: (
        (DEATH_REPLACERS, Holds.CARDS),
        (DEATH_SURVIVED, Holds.FLAG),
        (DEATH_UNLOOTED, Holds.FLAG),
        (DEATH_OUT, Holds.CARDS),
        (DEATH_LOOTERS, Holds.SEATS),
    ),
    stack.DRAW_FLOW: (
        (DRAW_DECK, Holds.NUMBERS),
        (DRAW_LEFT, Holds.NUMBERS),
        (DRAW_UP, Holds.FLAG),
        (DRAW_APART, Holds.FLAG),
        (DRAW_REWARD, Holds.FLAG),
        (DRAW_REPLACING, Holds.FLAG),
        (DRAW_OWED, Holds.CARDS),
        (DRAW_DRAWN, Holds.CARDS),
        (DRAW_FOLLOWED, Holds.CARDS),
    ),
    stack.SALE_FLOW: ((SALE_PICKED, Holds.CARDS), (SALE_DOUBLED, Holds.CARDS), (SALE_FIRM, Holds.FLAG)),
    stack.CHARITY_FLOW: ((CHARITY_RECEIVED, Holds.SEATS), (CHARITY_TOTAL, Holds.NUMBERS)),
    stack.SETTLE_FLOW: (),
    stack.WIN_FLOW: OF_WINDOWS,
    stack.FINISH_FLOW: (),
    stack.CHANGE_FLOW: (
        (CHANGE_LEAVING, Holds.NUMBERS),
        (CHANGE_COUNT, Holds.NUMBERS),
        (CHANGE_BACK, Holds.FLAG),
        (CHANGE_GOING, Holds.MASK),
        (CHANGE_NEW, Holds.CARDS),
        (CHANGE_OLD, Holds.CARDS),
    ),
    stack.EXIT_FLOW: ((EXIT_PAID, Holds.CARDS),),
    stack.LOSS_FLOW: (*OF_WINDOWS, (LOSS_MOMENT, Holds.NUMBERS)),
    stack.CROWD_FLOW: (*OF_WINDOWS, (CROWD_SEATS, Holds.SEATS)),
}
