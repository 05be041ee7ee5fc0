"""Great moments to order: a table whose server is real, and into whose line events can be put as the server words them.

What is put in is made by the server's own functions from events of the engine; only that it happens is pretended.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from kickdoor.engine.data.events import EVENT_KINDS, FIELDS, WORD, Event
from kickdoor.play.game import Game
from kickdoor.server.telling import Tale, event_infos

NAMES = ("Ada", "Bo", "Cy", "Dee")
PACKS = ["munchkin"]
POSITION: dict[str, Any] = {
    "packs": PACKS,
    "players": {
        "Ada": {"level": 6, "equipped": ["Helm of Courage"], "hand": ["Magic Missile", "Potion of Halitosis"]},
        "Bo": {"level": 7, "classes": ["Wizard"], "equipped": ["Staff of Napalm"], "hand": ["Ancient", "Wishing Ring"]},
        "Cy": {"level": 3, "races": ["Elf"], "equipped": ["Leather Armor"], "hand": ["Enraged"]},
        "Dee": {"level": 8, "classes": ["Warrior"], "equipped": ["Flaming Armor", "Sneaky Bastard Sword"]},
    },
}
FIGHT = {"phase": "combat", "turn": "Dee", "combat": {"fighter": "Dee", "monsters": ["Plutonium Dragon"]}}

#: An event: its kind, and its fields by name; those that are missing are nobody's. Cards are given by name.
Told = tuple[str, dict[str, Any]]

SCENES: dict[str, list[Told]] = {
    "door": [
        ("door_kicked", {"seat": 3}),
        ("turned_up", {"seat": 3, "card": "Plutonium Dragon", "deck": "door"}),
        ("fight_begun", {"seat": 3, "monster": "Plutonium Dragon", "fight": 1}),
    ],
    "potion": [
        ("played", {"seat": 0, "card": "Magic Missile", "ability": 0}),
        (
            "strength_added",
            {"seat": 0, "card": "Magic Missile", "fight": 1, "counts_for": "party", "amount": 5},
        ),
    ],
    "betrayal": [
        ("fight_begun", {"seat": 3, "monster": "Plutonium Dragon", "fight": 1}),
        ("offered", {"seat": 3, "to": 1, "offer": 1, "bargain": "help", "helper": 1}),
        ("refused", {"seat": 1, "by": 3, "offer": 1}),
        ("played", {"seat": 1, "card": "Ancient", "ability": 0}),
        (
            "enhanced",
            {"seat": 1, "card": "Ancient", "monster": "Plutonium Dragon", "fight": 1, "amount": 10},
        ),
    ],
    "close_win": [("fight_won", {"seat": 3, "fight": 1, "kills": 1})],
    "escape": [
        ("rolled", {"seat": 2, "roll": 4, "needed": 4}),
        ("escaped", {"seat": 2, "monster": "Plutonium Dragon"}),
    ],
    "caught": [
        ("rolled", {"seat": 1, "roll": 2, "needed": 5}),
        ("caught", {"seat": 1, "monster": "Plutonium Dragon"}),
    ],
    "death": [("died", {"seat": 1, "cause": "bad_stuff", "source": "Plutonium Dragon"})],
    "loot": [
        ("looted", {"seat": 2, "card": "Staff of Napalm", "victim": 1}),
        ("looted", {"seat": 3, "card": "Wishing Ring", "victim": 1}),
    ],
    "curse": [
        ("cursed", {"seat": 3, "card": "Curse! Chicken on Your Head", "cause": "played", "by": 2}),
    ],
    "treasures": [("drew", {"seat": 3, "deck": "treasure", "shared": 0}) for _ in range(5)],
    "lead": [("level_lost", {"seat": 3, "levels": 2, "cause": "curse", "source": "Curse! Lose a Level"})],
    "last_step": [("level_gained", {"seat": 3, "levels": 1, "cause": "killed"})],
    "win": [
        ("fight_begun", {"seat": 3, "monster": "Plutonium Dragon", "fight": 1}),
        ("enhanced", {"seat": 1, "card": "Ancient", "monster": "Plutonium Dragon", "fight": 1, "amount": 10}),
        ("fight_won", {"seat": 3, "fight": 1, "kills": 1}),
        ("level_gained", {"seat": 3, "levels": 2, "cause": "killed"}),
        ("won", {"seat": 3}),
    ],
}
"""Each with what the server would tell."""

BUSY: list[Told] = [
    ("played", {"seat": 1, "card": "Ancient", "ability": 0}),
    ("enhanced", {"seat": 1, "card": "Ancient", "monster": "Plutonium Dragon", "fight": 1, "amount": 10}),
    *SCENES["treasures"],
    *[("drew", {"seat": 3, "deck": "treasure", "shared": 0}) for _ in range(3)],
    ("level_gained", {"seat": 3, "levels": 1, "cause": "killed"}),
    ("won", {"seat": 3}),
]
"""The busiest that there is: a card that is held up, eight that are dealt, a level, and the win with all its sparks."""


class Words:
    """Makes of events what the server sends."""

    def __init__(self, language: str = "en") -> None:
        self.game = Game.before(Game.header(PACKS, len(NAMES), "film"))
        self.language = language
        defs = self.game.state.rules.defs
        self.numbers = {d.name: number for number, d in reversed(list(enumerate(defs)))}

    def event(self, what: str, fields: dict[str, Any]) -> Event:
        """One event of named cards and words."""
        values = []
        for name in EVENT_KINDS[what].fields:
            value = fields.get(name, -1)
            field = FIELDS[name]
            if isinstance(value, str):
                value = field.words.index(value) if field.type == WORD else self.numbers[value]
            values.append(value)
        return Event(what, tuple(values), 0 if "card" in EVENT_KINDS[what].secret and "card" not in fields else -1)

    def sections(self, told: list[Told], seat: int = 0) -> dict[str, Any]:
        """The parts of an update that tell of events."""
        events = [self.event(what, fields) for what, fields in told]
        lines = Tale(events, self.game.state, NAMES).lines(seat, self.language)
        return {
            "events": json.loads(msgspec.json.encode(event_infos(events, seat))),
            "log": json.loads(msgspec.json.encode(lines)),
        }


class Line:
    """The line between a page and its server, into which something can be put."""

    def __init__(self, page: Any) -> None:
        self.last = 0
        self.view: dict[str, Any] = {}
        self.said: list[str] = []  #: what the page has said, by type
        self._put: Callable[[str], None] = lambda _: None
        page.route_web_socket("**/play*", self._route)

    def _route(self, socket: Any) -> None:
        server = socket.connect_to_server()

        def heard(text: str) -> None:
            message = json.loads(text)
            update = message.get("whole") if message["type"] == "welcome" else message
            if update and "n" in update:
                self.last = update["n"]
                self.view = {**self.view, **(update.get("view") or {})}
            socket.send(text)

        def said(text: str) -> None:
            self.said.append(json.loads(text)["type"])
            server.send(text)

        socket.on_message(said)
        server.on_message(heard)
        self._put = socket.send

    def update(self, **sections: Any) -> str:
        """The next message of the server: that something has changed."""
        self.last += 1
        return json.dumps({"type": "update", "n": self.last, **sections})

    def tell(self, **sections: Any) -> None:
        """Tell the page that something has changed."""
        self._put(self.update(**sections))

    def levels(self, **levels: int) -> dict[str, Any]:
        """The players with other Levels, by the numbers of their seats."""
        players = self.view["players"]
        return {seat: {**players[seat], "level": level} for seat, level in levels.items()}
