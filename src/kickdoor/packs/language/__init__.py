"""The card language: what a pack file may say, as msgspec models.

A pack is data. These models are its grammar: they validate a file, and the published JSON Schema is made
from them. Every model is compiled to an engine object by `kickdoor.packs.compiler`; nothing here can run.

`words`, `questions` (conditions, cards, numbers), `effects` (what a card does by lying there), `steps` (what it does
when it is played) and `cards` (a card, a pack) build on each other in this order.

Conventions
-----------
* A script is a list of steps. A step is a mapping with exactly one verb: ``{lose_levels: 2}``.
* A condition is a mapping of parts, all of which must hold: ``{trait: elf, level_at_least: 4}``.
* Players are named by a word (``you``, ``fighter``, ``left`` …) or by a name that an earlier step stored
  (``$victim``). ``you`` is whom the script concerns: the victim of a Curse or of Bad Stuff, the target of a
  Go Up a Level, otherwise the player who plays the card or owns it. ``by`` is who played it.
* ``$it`` is the card itself. Names stored by ``into`` or ``as`` hold a list of cards, players, monsters or
  numbers; an empty list means that there was nothing.
* ``$one`` is the player asked about where a condition says who can be picked.
* ``$chaser`` is the monster of the flight at hand, in what is used while somebody runs from one.
"""

from kickdoor.packs.language.cards import *
from kickdoor.packs.language.effects import *
from kickdoor.packs.language.questions import *
from kickdoor.packs.language.steps import *
from kickdoor.packs.language.words import *
