"""What the numbers of actions and observations mean is pinned: what was learned with them must fit the next version.

`make golden` writes them anew. Once a version has been released, new names may only come at the end of their lists;
for anything else `kickdoor.env.actions.VERSION` grows.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from kickdoor.engine.data.deals import DEAL_KINDS, ORDERS, PLEDGES
from kickdoor.engine.data.question import KINDS
from kickdoor.engine.data.terms import BANS, CAUSES, MOMENTS, SEXES, SIDES
from kickdoor.engine.questions.lines import LINE_KINDS
from kickdoor.env import features
from kickdoor.env.actions import NUMBERS, VERSION, WORDS, Actions
from kickdoor.env.features import QUESTION_NUMBER
from kickdoor.env.history import TELLINGS
from kickdoor.env.observation import PLANES, Layout
from kickdoor.play.game import Game

FILE = Path(__file__).with_name("numbers.yaml")

PLACES = ("UNSEEN", "DECK", "DISCARDED", "GONE", "FIGHTING", "LAID", "DUNGEON_UP", "HELD", "BEFORE")
MARKS = ("ON_ANOTHER", "OTHER_FACE", "DRAFT_GIVEN", "DRAFT_TAKEN", "DRAFT_PROMISED", "JUST_GOT")


def numbers() -> dict[str, object]:
    """All of them, by name or in their order."""
    game = Game.new(packs=["munchkin"], seats=4, seed=1)
    rules = game.state.rules
    actions, layout = Actions(rules, 4), Layout(len(rules.defs), 4)
    assert list(QUESTION_NUMBER) == list(KINDS)
    return {
        "version": VERSION,
        "actions": [f"{block.verb} {block.firsts} {block.seconds}" for block in actions.blocks.values()],
        "parts": {name: [part.rows, *part.columns] for name, part in layout.parts.items() if name != "cards"},
        "planes": list(PLANES),
        "places": {name: getattr(features, name) for name in PLACES},
        "marks": {name: getattr(features, name) for name in MARKS},
        "events": {
            name: " ".join(field or "-" for field in (each.seat, each.other, each.card, each.amount))
            for name, each in TELLINGS.items()
        },
        "questions": list(KINDS),
        "moments": list(MOMENTS),
        "line_kinds": list(LINE_KINDS),
        "sides": list(SIDES),
        "sexes": list(SEXES),
        "causes": list(CAUSES),
        "bans": list(BANS),
        "offers": [*DEAL_KINDS, *ORDERS, *PLEDGES],
        "words": WORDS,
        "numbers": NUMBERS,
    }


def test_no_number_has_changed():
    pinned = msgspec.yaml.decode(FILE.read_bytes())
    now = numbers()
    assert list(pinned) == list(now)
    for name, meaning in now.items():
        assert meaning == pinned[name], f"the numbers of {name} mean something else"
        if isinstance(meaning, dict):
            assert list(meaning) == list(pinned[name]), f"the order of {name} has changed"


if __name__ == "__main__":
    FILE.write_bytes(msgspec.yaml.encode(numbers()))
