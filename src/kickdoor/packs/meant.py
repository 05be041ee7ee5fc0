"""What was meant: the word nearest to what somebody wrote, among those that may stand there."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Sequence
from typing import Final

ALSO_CALLED: Final = {
    "level": ("lvl", "stufe", "rang"),
    "treasures": ("treasure", "loot", "schatz", "schätze"),
    "bad_stuff": ("badstuff", "penalty", "schlimme_dinge"),
    "gold": ("price", "value", "worth", "goldstücke", "wert", "preis"),
    "copies": ("amount", "quantity", "number", "anzahl"),
    "name": ("title", "titel"),
    "flavor": ("flavour", "flavor_text", "quote"),
    "kind": ("type", "art", "typ"),
    "tags": ("tag", "keywords"),
    "play": ("effect", "effects", "does", "wirkung", "effekt"),
    "monster": ("creature", "enemy", "boss"),
    "monster_enhancer": ("modifier", "enhancer"),
    "curse": ("trap", "fluch", "falle"),
    "class": ("klasse", "job"),
    "race": ("rasse", "species"),
    "item": ("weapon", "equipment", "gear", "artifact", "gegenstand", "waffe"),
    "one_shot": ("potion", "spell", "consumable", "oneshot", "trank"),
    "hireling": ("minion", "sidekick", "mietling"),
    "steed": ("mount", "reittier"),
    "special": ("event", "action", "other"),
    "headgear": ("head", "helmet", "hat", "kopf"),
    "armor": ("armour", "body", "chest", "torso", "rüstung"),
    "footgear": ("feet", "foot", "boots", "shoes", "füße", "schuhe"),
    "hand": ("hands", "weapon", "shield", "waffe"),
    "own": ("mine", "custom", "fan", "homebrew", "eigen"),
    "door": ("doors", "tür"),
    "treasure": ("treasures", "schatz"),
    "you": ("me", "self", "player", "yourself"),
    "all": ("everyone", "everybody", "players", "each"),
    "others": ("enemies", "opponents", "rivals", "other"),
    "items": ("inventory", "gear", "backpack"),
    "any_time": ("always", "anytime"),
    "lose_levels": ("lose_level", "level_down"),
    "gain_levels": ("gain_level", "level_up", "go_up_a_level"),
    "die": ("death", "kill", "killed"),
    "elf": ("elves",),
    "dwarf": ("dwarves",),
    "thief": ("thieves",),
}
"""Other words that people have for words of the language."""

MOST_WORDS: Final = 24
"""How many possible words are named."""


def nearest(given: str, words: Collection[str]) -> str:
    """The word that was meant; empty where nothing is near."""
    plain = re.sub(r"[\s-]+", "_", given.strip().casefold())
    if plain in words:
        return plain
    if (called := next((word for word, names in ALSO_CALLED.items() if plain in names and word in words), "")) != "":
        return called
    if len(plain) > 2:
        for plural in (plain.removesuffix("s"), f"{plain}s"):
            if plural in words:
                return plural
        longer = [word for word in sorted(words) if word.startswith(plain)]
        if len(longer) == 1:
            return longer[0]
    return next(iter(difflib.get_close_matches(plain, sorted(words), 1, 0.72)), "")


def choice(given: str, words: Sequence[str]) -> str:
    """What to write instead of something: the word that was meant, and those that are possible."""
    if not words:
        return "See docs/cards.md for what may stand there"
    meant = nearest(given, words)
    asked = f"Did you mean {meant}? " if meant else ""
    if len(words) <= MOST_WORDS:
        return f"{asked}Possible: {', '.join(words)}"
    near = difflib.get_close_matches(given, words, 5, 0.55)
    shown = list(dict.fromkeys([*([meant] if meant else []), *near]))
    listed = f"Possible: {', '.join(shown)}, …; " if shown else ""
    return f"{asked}{listed}docs/cards.md lists all that may stand there"


NUMBERS: Final = {
    word: number
    for words in (
        "zero one two three four five six seven eight nine ten",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn",
    )
    for number, word in enumerate(words.split())
}
"""Numbers that people write out."""


def number_in(given: object) -> int | None:
    """The whole number that somebody surely meant by something else; None where it is not plain."""
    if isinstance(given, float):
        return int(given) if given.is_integer() else None
    if not isinstance(given, str):
        return None
    plain = given.strip().casefold()
    if plain in NUMBERS:
        return NUMBERS[plain]
    if re.fullmatch(r"[+-]?\d{1,3}([.,' ]\d{3})+", plain):
        return int(re.sub(r"[^\d-]", "", plain))
    found = re.fullmatch(r"([+-]?\d+)(?:[.,]0+)?(?:\s*[;%]|\s+[^\d]*)?", plain)
    return int(found[1]) if found else None
