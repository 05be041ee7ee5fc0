"""The closed vocabularies of the kernel as small integers, with their names for the outside."""

from __future__ import annotations

from typing import Final

# Decks
DOOR: Final = 0
TREASURE: Final = 1
DUNGEON: Final = 2
DECKS: Final = ("door", "treasure", "dungeon")

# Kinds of cards
MONSTER: Final = 0
MONSTER_ENHANCER: Final = 1
CURSE: Final = 2
CLASS: Final = 3
RACE: Final = 4
CLASS_ENHANCER: Final = 5
RACE_ENHANCER: Final = 6
POWER: Final = 7
ITEM: Final = 8
ONE_SHOT: Final = 9
ITEM_ENHANCER: Final = 10
GO_UP_A_LEVEL: Final = 11
HIRELING: Final = 12
STEED: Final = 13
PORTAL: Final = 14
DUNGEON_CARD: Final = 15
SPECIAL: Final = 16
KINDS: Final = (
    "monster",
    "monster_enhancer",
    "curse",
    "class",
    "race",
    "class_enhancer",
    "race_enhancer",
    "power",
    "item",
    "one_shot",
    "item_enhancer",
    "go_up_a_level",
    "hireling",
    "steed",
    "portal",
    "dungeon",
    "special",
)

# Slots of Items
NO_SLOT: Final = 0
HEADGEAR: Final = 1
ARMOR: Final = 2
FOOTGEAR: Final = 3
HAND: Final = 4
SLOTS: Final = ("", "headgear", "armor", "footgear", "hand")

# Where a card is: a deck, a pile, or a place of a seat (place + seat)
NOWHERE: Final = 0
IN_DOOR_DECK: Final = 1
IN_TREASURE_DECK: Final = 2
IN_DUNGEON_DECK: Final = 3
IN_DOOR_DISCARDS: Final = 4
IN_TREASURE_DISCARDS: Final = 5
IN_DUNGEON_DISCARDS: Final = 6
OUT_OF_GAME: Final = 7
IN_FIGHT: Final = 8
IN_LIMBO: Final = 9  # drawn or played and not yet laid anywhere
LAID_OUT: Final = 10  # of a dead character, to be looted
IN_DUNGEONS: Final = 11
IN_HAND: Final = 16
IN_PLAY: Final = 32
PLACE_NAMES: Final = {
    NOWHERE: "nowhere",
    IN_DOOR_DECK: "door_deck",
    IN_TREASURE_DECK: "treasure_deck",
    IN_DUNGEON_DECK: "dungeon_deck",
    IN_DOOR_DISCARDS: "door_discards",
    IN_TREASURE_DISCARDS: "treasure_discards",
    IN_DUNGEON_DISCARDS: "dungeon_discards",
    OUT_OF_GAME: "out_of_game",
    IN_FIGHT: "fight",
    IN_LIMBO: "limbo",
    LAID_OUT: "laid_out",
    IN_DUNGEONS: "dungeons",
}

# Verbs of options. An option is one integer: verb, a card or number, a second card, seat or number.
PASS: Final = 0
PLAY: Final = 1  # use ability b of card a
LAY: Final = 2  # lay card a on the table by the rules of its kind
EQUIP: Final = 3
UNEQUIP: Final = 4
DROP: Final = 5  # discard a Class, Race, Power or Hireling at will
SELL: Final = 6
PROCEED: Final = 7  # go on with the turn: kick open the door, end the turn
LOOT: Final = 8
TROUBLE: Final = 9  # look for trouble with monster card a
CLAIM: Final = 10  # "I win"
RUN: Final = 11  # "I cannot win"; in a flight: run from monster a
OFFER: Final = 12  # a suggested bargain: a says what, b with whom
ACCEPT: Final = 13  # offer a
REFUSE: Final = 14
WITHDRAW: Final = 15
PICK: Final = 16  # card a (b = 1: at double price)
PICK_PLAYER: Final = 17
PICK_MONSTER: Final = 18
PICK_OPTION: Final = 19
PICK_NUMBER: Final = 20
PICK_SIDE: Final = 21
PICK_PLAY: Final = 22
DONE: Final = 23
GIVE: Final = 24  # card a to seat b
DECLARE: Final = 25  # begin with the other sex
JOIN: Final = 26  # monster card a joins by its tag, with enhancer b
ENTRUST: Final = 27  # Item a is carried by Hireling b
DISCOVER: Final = 28  # an exit: four cards of the hand for a new Dungeon
VERBS: Final = (
    "pass",
    "play",
    "lay",
    "equip",
    "unequip",
    "drop",
    "sell",
    "proceed",
    "loot",
    "trouble",
    "claim",
    "run",
    "offer",
    "accept",
    "refuse",
    "withdraw",
    "pick",
    "pick_player",
    "pick_monster",
    "pick_option",
    "pick_number",
    "pick_side",
    "pick_play",
    "done",
    "give",
    "declare",
    "join",
    "entrust",
    "discover",
)
NONE: Final = 4095  # "nothing" in a field of an option

# Sides of a fight
PARTY: Final = 0
MONSTERS: Final = 1
SIDES: Final = ("party", "monsters")

# Where cards are put back
ON_TOP: Final = 0
AT_BOTTOM: Final = 1
UNDER_DISCARDS: Final = 2
PUT_BACK: Final = ("top", "bottom", "under_discards")

# How a helper came into a fight
WILLING: Final = 0
FORCED: Final = 1
FORCED_WITHOUT_WIN: Final = 2  # … and the fight does not take the fighter to the winning Level …
FORCED_FORGOING_WIN: Final = 3  # … which the fighter has forgone: so it is no fight for the win

# What was declared of a fight
UNDECLARED: Final = 0
CLAIMED: Final = 1  # "I win"
CONCEDED: Final = 2  # "I run"
ENDED_BY_CARD: Final = 3  # nothing more can be said
DECLARATIONS: Final = ("", "won", "lost", "ended")

# How a fight went
OPEN: Final = 0
WON: Final = 1
LOST: Final = 2
BROKEN_OFF: Final = 3  # its fighter has died
AVERTED: Final = 4  # none of its monsters fought
OUTCOMES: Final = ("open", "won", "lost", "broken_off", "averted")

# How a monster left a fight
STANDING: Final = 0  # not at all
REMOVED: Final = 1
KILLED: Final = 2
AVOIDED: Final = 3  # it does not fight whom it met

# What a play counts for
TO_NOTHING: Final = 0
TO_PARTY: Final = 1
TO_MONSTERS: Final = 2
TO_SEAT: Final = 3
TO_MONSTER: Final = 4
AS_MONSTER: Final = 5  # the play brought this monster
AS_ENHANCER: Final = 6  # the play is an enhancer on this monster
TO_RUN: Final = 7  # counts for a seat's rolls to run away

# Moments in which a window can open: a closed list
AT_SETUP: Final = 0
ARRANGE: Final = 1  # before the door
SECOND: Final = 2  # no monster was met: loot or look for trouble
END: Final = 3  # before Charity
BETWEEN: Final = 4  # cards came to players out of a fight
FIGHTING: Final = 5
CLOSING: Final = 6  # a fight seems won: the fair time [CMB-06]
RUNNING: Final = 7  # the fight is lost; a runner is about to roll
ROLLED: Final = 8
CAUGHT: Final = 9
ESCAPED: Final = 10
CURSED: Final = 11
FIGHT_OVER: Final = 12
WINNING: Final = 13
SPOILS: Final = 14  # a fight is over, its Treasures are about to be drawn
LOST_CARD: Final = 15  # somebody has lost a card in play, or used one up
CROWDED: Final = 16  # hands are over their limit, and what is too much is about to be discarded
MOMENTS: Final = (
    "setup",
    "arrange",
    "second",
    "end",
    "between",
    "fight",
    "closing",
    "running",
    "rolled",
    "caught",
    "escaped",
    "cursed",
    "fight_over",
    "winning",
    "spoils",
    "lost_card",
    "crowded",
)
#: Windows in which whatever is lawful "at any time" can be said; the others are for cards that name them.
OPEN_MOMENTS: Final = (
    1 << ARRANGE
    | 1 << SECOND
    | 1 << END
    | 1 << BETWEEN
    | 1 << FIGHTING
    | 1 << CLOSING
    | 1 << RUNNING
    | 1 << FIGHT_OVER
    | 1 << CROWDED
)
#: Beside the moments: a card that its owner may lay down in any open window.
ANY_TIME_LAY: Final = 1 << 20
#: … and one that may join a fight by its sort, or make another do so.
MAY_JOIN: Final = 1 << 21
FIGHT_MOMENTS: Final = 1 << FIGHTING | 1 << CLOSING

# How something came about
BY_DOOR: Final = 0
BY_PLAY: Final = 1
BY_BAD_STUFF: Final = 2
BY_CURSE: Final = 3
BY_COST: Final = 4
BY_SALE: Final = 5
BY_GIFT: Final = 6
BY_THEFT: Final = 7
BY_DEATH: Final = 8
BY_EFFECT: Final = 9
BY_KILLING: Final = 10
BY_HELP: Final = 11
CAUSES: Final = (
    "door",
    "played",
    "bad_stuff",
    "curse",
    "cost",
    "sold",
    "given",
    "stolen",
    "death",
    "effect",
    "killed",
    "helped",
)

# How long a Curse is kept
NOT_KEPT: Final = 0
FOR_GOOD: Final = 1
NEXT_COMBAT: Final = 2
NEXT_TURN: Final = 3
THROUGH_NEXT_TURN: Final = 4
LASTINGS: Final = ("no", "lasting", "next_combat", "next_turn", "through_next_turn")

# What a card can forbid a player, and until when
BAN_PLAYS: Final = 0
BAN_HELP: Final = 1
BAN_BE_HELPED: Final = 2
BAN_WIN: Final = 3
BAN_ESCAPE: Final = 4
BAN_TREASURES: Final = 5
BAN_SPOILS: Final = 6
BAN_KILL_LEVELS: Final = 7
BAN_USE: Final = 8
BAN_LAY: Final = 9
BAN_DROP: Final = 10
BAN_CARRY: Final = 11
BAN_CHANGE_SEX: Final = 12
BAN_BARGAIN: Final = 13
BAN_TROUBLE: Final = 14
BAN_PLAYS_AGAINST: Final = 15  # against one player
BAN_NEXT_TURN: Final = 16  # it is lost
BANS: Final = (
    "plays",
    "help",
    "be_helped",
    "win",
    "escape",
    "treasures",
    "spoils",
    "kill_levels",
    "use",
    "lay",
    "drop",
    "carry",
    "change_sex",
    "bargain",
    "trouble",
    "plays_against",
    "turn",
)
UNTIL_TURN_END: Final = 0
UNTIL_FIGHT_END: Final = 1
UNTIL_NEXT_TURN: Final = 2  # of the player who is forbidden it
UNTIL: Final = ("turn_end", "fight_end", "next_turn")

# What is remembered of a player
KILLS: Final = 0  # monsters that they killed as the fighter
WINS: Final = 1  # fights won, as the fighter or as the helper
HELPS: Final = 2  # fights joined as the helper
CURSES: Final = 3  # Curses that struck them
DEATHS: Final = 4
DEEDS: Final = ("kills", "wins", "helps", "curses", "deaths")

# How far the game is
GOES_ON: Final = 0
SEEMS_WON: Final = 1
OVER: Final = 2
WIN_IS_HEARD: Final = 3  # who can still speak against it is asked

# Sexes
MALE: Final = 0
FEMALE: Final = 1
NEITHER: Final = 2
SEXES: Final = ("male", "female", "neither")

#: Noted on a Hireling whose sex is not the printed one.
SWAPPED: Final = 9

ALL_SEATS: Final = 0xFF
#: Among the seats that are waited for: nobody has anything to say, but the table is given time all the same.
PAUSE: Final = 1 << 8
