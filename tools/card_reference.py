"""Write the reference tables of docs/cards.md from the card language.

    python tools/card_reference.py           # write them
    python tools/card_reference.py --check   # fail where they are not up to date

The tables come from `kickdoor/packs/language/`: docstrings of models, `#:` comments of fields, comments beside
the words of a list. MEANINGS below stands before the comment where that says only part. A field with neither
takes the first sentence of the model that it holds; one that has none of these is an error.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LANGUAGE = ROOT / "src" / "kickdoor" / "packs" / "language"
PAGE = ROOT / "docs" / "cards.md"

BEGIN = "<!-- reference: begin (written by tools/card_reference.py) -->"
END = "<!-- reference: end -->"

PLAIN = {"str": "text", "int": "number", "bool": "true or false"}

#: Fields and words of which the language says nothing, or only part.
MEANINGS = {
    "Pack": {
        "id": "The id of the pack; a card's full id is `pack/card`",
        "name": "The name shown",
        "book": "The rulebook played by, unless a game names another",
        "cards": "The pack's own cards",
        "include": "Cards taken over from other packs",
    },
    "Include": {"pack": "The other pack: an id, or a path"},
    "Card": {
        "id": "Small letters, digits and `_`; unique in its pack",
        "name": "The name printed on the card",
        "deck": "The deck that it is shuffled into, and whose discards it goes to",
        "kind": "What sort of card it is: see [what each kind implies](#what-each-kind-implies)",
        "copies": "How many of it are in the deck",
        "origin": "Where it is from: whoever made the pack, the printed game, or kickdoor",
        "epic": "For epic games only; put out of the game at the start",
        "tags": "Words by which other cards can speak of it, such as `undead` or `fire`",
        "level": "Of a monster: its Level",
        "treasures": "Of a monster: its Treasures",
        "levels_gained": "Of a monster: levels for killing it",
        "bonus": "Added to strength: the owner's; of an enhancer its monster's; of a one-shot that of a side",
        "treasure_bonus": "Of an enhancer: added to its monster's Treasures",
        "slot": "Where an Item is equipped; left out, it needs no place",
        "hands": "Hands that an Item of the slot `hand` takes",
        "big": "A Big Item",
        "complex": "A Complex Item",
        "not_usable_by": "A race, class or sex (or any of these) that cannot use it",
        "rank": "Of a Power: its Rank",
        "strength": "Lines of strength while it is in force, beside `bonus`",
        "modifiers": "Numbers of the rules that it changes while it is in force",
        "escape": "Of a monster: whether one must roll, always escapes, never does, or only by a card (`no_roll`)",
        "extra_treasures": "Of a monster: Treasures besides, worked out when it is killed",
        "bad_stuff": "Of a monster: what it does to whom it catches",
        "on_meet": "Of a monster: what happens when a player meets it, fighter and helper each",
        "untradeable": "Not to be traded or given away",
        "target": "Choices made first; where one has nothing to choose from, it cannot be played",
        "cost": "The price; where it cannot be paid, it cannot be played",
        "abilities": "What its owner may do with it, by name",
        "reactions": "What it does by itself",
    },
    "AsMonster": {
        "level": "Its Level",
        "treasures": "Its Treasures",
        "levels_gained": "Levels for killing it",
        "tags": "Its tags as a monster",
        "strength": "Its lines of strength",
        "run": "Added to rolls to run away from it",
        "pursues": "Whom it pursues at all",
        "escape": "Whether one must roll, always escapes, never does, or only by a card (`no_roll`)",
        "bad_stuff": "What it does to whom it catches",
    },
    "Grant": {"trait": "The race or class", "for": "For what it counts"},
    "Ability": {
        "when": "When it can be used",
        "if": "… and on what condition",
        "target": "Choices made first; where one has nothing to choose from, it cannot be used",
        "cost": "The price; where it cannot be paid, it cannot be used",
        "do": "What it does",
    },
    "Reaction": {
        "to": "What it reacts to",
        "if": "Only if this holds",
        "cost": "The price",
        "do": "What it does",
    },
    "Line": {"add": "So much", "if": "Only if this holds", "drop": "What of the other lines does not count"},
    "Modifier": {
        "value": "Which number",
        "add": "Added to it",
        "set": "What it becomes, before anything is added",
        "on": "For whom",
        "if": "Only if this holds",
    },
    "Step": {
        "if": "Steps by condition",
        "then": "With `if`: where it holds",
        "else": "With `if`: where it does not",
        "discard_hand": "All cards of the hand are discarded",
        "out_of_game": "Cards leave the game for good",
        "die": "Somebody dies",
        "change_sex": "Male becomes female and the reverse",
        "roll_again": "The die just rolled is rolled anew; after a failed flight, the flight",
        "kill_monster": "A monster dies at once; level and Treasures are earned",
        "transfer_fight": "This player fights instead of the fighter",
        "may_loot": "Who is on turn may loot though a monster was met",
    },
    "Choose": {
        "who": "Who picks",
        "cards": "Pick cards",
        "players": "Pick players",
        "options": "Pick among words of your own; ask with `option`",
        "numbers": "Pick a number",
        "into": "The name to store the pick under",
        "count": "How many",
        "optional": "Nothing need be picked",
    },
    "Draw": {
        "deck": "Which deck",
        "count": "How many",
        "who": "Who draws",
        "face": "Seen by all or not; `as_drawn`: as this card itself came",
    },
    "Peek": {
        "deck": "Which deck",
        "count": "How many",
        "who": "Who looks",
        "into": "The name to store the cards under",
    },
    "ToDeck": {"cards": "Which cards", "at": "On the deck, under it, or under its discards"},
    "Take": {
        "cards": "Which cards",
        "to": "To whom",
        "into": "Into the hand, or on the table",
        "cause": "How it counts as having come about",
    },
    "TakeUnseen": {"from": "Whose hand", "to": "To whom", "count": "How many"},
    "GainLevels": {"count": "How many", "who": "Who", "may_win": "Even the winning one"},
    "LoseLevels": {"count": "How many", "who": "Who"},
    "SetLevel": {"to": "The Level; `lowest`: the lowest in play", "who": "Whose"},
    "Roll": {"who": "Who rolls", "into": "The name to store the roll under"},
    "ForEach": {
        "players": "These players, in order; the dead are left out",
        "cards": "These cards",
        "as": "The name of the one at hand",
        "do": "What to do for each",
    },
    "Repeat": {"times": "How many times", "do": "What to do"},
    "AddStrength": {
        "count": "How much",
        "to": "For this player, while they are in the fight",
        "monster": "For this monster",
    },
    "RemoveMonster": {
        "monster": "A stored monster",
        "treasures": "What it leaves: `book` as the rulebook says, `if_last` all where it was the only one",
    },
    "EndFight": {"treasures": "So many for the fighter", "may_loot": "Who is on turn may loot"},
    "AddMonster": {"card": "A stored monster card"},
    "ReplaceMonster": {"monster": "A stored monster", "with": "A stored monster card"},
    "Twin": {"monster": "A stored monster", "add": "Stronger by so much", "treasures": "Worth so many more"},
    "Attach": {"to": "A stored card, or several"},
    "Escape": {
        "who": "Who escapes",
        "monster": "From this one; left out: from the monster at hand, else from all",
        "even_if_impossible": "Also from what cannot be escaped",
    },
    "ForceHelp": {"who": "Who must help", "may_win": "The fighter may reach the winning Level by it"},
    "PutInPlay": {"card": "A stored card", "who": "Before whom"},
    "Strike": {"curse": "A stored Curse", "victim": "Whom"},
    "StartFight": {"who": "Who", "card": "A stored monster card, or one with `as_monster`"},
    "TakeBack": {"by": "Only plays of this player", "one_shots": "Only one-shots"},
    "ChangeFace": {"monster": "A stored monster", "to": "A stored card; its `as_monster` where it has one"},
    "Tame": {"monster": "A stored monster", "bonus": "The Steed's bonus", "who": "Whose Steed"},
    "SetSex": {"to": "The sex", "who": "Whose"},
    "Note": {"value": "The number", "card": "On which card"},
    "Forbid": {"who": "Who", "what": "To play cards, or to help", "until": "How long"},
    "If": {
        "who": "Of whom parts about a player ask",
        "sex": "Is of this sex",
        "level_at_most": "Level so much or lower",
        "level_at_least": "Level so much or higher",
        "lowest": "Of the lowest Level, alone or tied",
        "wears": "Something equipped in this slot",
        "in_combat": "Fights, helps or still runs",
        "on_turn": "It is their turn",
        "helper": "Is the helper of this fight",
        "can_gain_level": "A level without a kill would do them good",
        "party_suffers": "… with its disadvantages",
        "winning": "The party would win now",
        "is_fighter_with_helper": "Is the fighter and has a helper",
        "card": "The card that `is` and `noted` ask about",
        "number": "A number lies within bounds",
        "not": "This does not hold",
        "any": "At least one of these holds",
    },
    "Compare": {"of": "The number", "at_least": "So much or more", "at_most": "So much or less"},
    "CardIs": {
        "kind": "Is of this kind (or one of these)",
        "deck": "Is of this deck",
        "slot": "Is worn or held there",
        "big": "Is Big",
        "equipped": "Is equipped and in force",
        "one_shot": "Is usable once only",
        "gold_at_least": "Worth so much",
        "bonus_at_least": "Gives its owner so much now",
        "level_at_least": "Of a monster: its printed Level",
        "not": "Is not this",
        "any": "Is at least one of these",
    },
    "Cards": {
        "from": "A zone, several zones, or a stored name",
        "of": "Whose",
        "where": "Only cards that are this",
    },
    "Number": {
        "count": "How many such cards there are",
        "bonus": "Bonuses of the cards of a stored name",
        "times": "Times this",
        "plus": "Plus this",
        "else": "What it is where `if` does not hold",
    },
    "Origin": {
        "printed": "the effect is that of the printed card",
        "completed": "the printed card left something open, and it is filled in",
        "ours": "an effect of our own",
        "own": "a card of whoever made the pack",
    },
    "Event": {
        "fight_lost": "the owner's fight is lost and all have run",
        "fight_won": "the owner's fight is won, levels are paid",
    },
    "Zone": {
        "races": "Races in play",
        "classes": "Classes in play",
        "powers": "Powers in play",
        "hirelings": "Hirelings in play",
        "steeds": "Steeds in play",
        "door_discards": "the Door discards, the top first",
        "treasure_discards": "the Treasure discards, the top first",
    },
    "Cause": {
        "door": "from behind the door",
        "played": "by a card played",
        "bad_stuff": "by Bad Stuff",
        "curse": "by a Curse",
        "cost": "as a price",
        "sold": "by a sale",
        "given": "by a trade, a gift or a share",
        "stolen": "by a theft",
        "death": "by its owner's death",
        "effect": "by any other effect",
        "killed": "of a Hireling: it was killed",
    },
    "ValueName": {
        "hand_limit": "cards in the hand at the end of the turn",
        "big_limit": "Big Items carried",
        "headgear_limit": "Headgear equipped",
        "armor_limit": "Armor equipped",
        "footgear_limit": "Footgear equipped",
        "hands": "Hands",
        "class_limit": "Classes",
        "race_limit": "Races",
        "hireling_limit": "Hirelings",
        "steed_limit": "Steeds",
        "wins_ties": "1: wins ties",
        "loot_cards": "cards drawn by Loot The Room",
        "winning_level": "the Level that wins",
        "level_without_kill": "the highest Level that can be reached without a kill",
    },
    "Purpose": {
        "own": "for its own abilities, and for whatever else asks",
        "items": "for restrictions of Items",
        "monsters": "for what monsters gain or lose",
    },
}

#: The order of the page: sections of models, then lists of words.
SECTIONS = (
    (
        "Packs and cards",
        (
            "Pack",
            "Include",
            "Card",
            "AsMonster",
            "Face",
            "Wording",
            "Mark",
            "Grant",
            "HostIs",
            "Ability",
            "Reaction",
            "Line",
            "Modifier",
            "Forbidding",
            "Bar",
            "Protection",
        ),
    ),
    (
        "Verbs",
        (
            "Step",
            "Choose",
            "ForEach",
            "Repeat",
            "Draw",
            "Peek",
            "ToDeck",
            "Take",
            "TakeUnseen",
            "PutInPlay",
            "Attach",
            "GainLevels",
            "LoseLevels",
            "SetLevel",
            "SetSex",
            "Die",
            "Roll",
            "RollOff",
            "CountLeft",
            "Poll",
            "Most",
            "PassHands",
            "AddStrength",
            "RemoveMonster",
            "AddMonster",
            "ReplaceMonster",
            "Twin",
            "ChangeFace",
            "Tame",
            "StartFight",
            "EndFight",
            "ForceHelp",
            "Escape",
            "AddRun",
            "TakeBack",
            "Strike",
            "Suffer",
            "Forbid",
            "MarkPlayer",
            "TurnInto",
            "Copy",
            "Note",
            "EnterDungeon",
        ),
    ),
    ("Questions and numbers", ("If", "Compare", "CardIs", "Cards", "Number")),
    (
        "Words",
        (
            "Kind",
            "RenamedKind",
            "Deck",
            "Slot",
            "Origin",
            "Enhances",
            "Limit",
            "When",
            "Event",
            "Zone",
            "Cause",
            "Deed",
            "ValueName",
            "Ban",
            "Purpose",
        ),
    ),
)


class Row(NamedTuple):
    """A field of a model, or a word of a list."""

    name: str
    sort: str = ""
    default: str = ""
    meaning: str = ""


class Entry(NamedTuple):
    """A model or a list of words."""

    name: str
    about: str
    rows: list[Row]
    is_model: bool


class Language:
    """The card language as its source says it."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()
        self.entries: dict[str, Entry] = {}
        self.holds: dict[tuple[str, str], list[str]] = {}
        tree = ast.parse(source)
        self.known = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        self.known |= {name for _, names in SECTIONS for name in names}
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name != "Model":
                self.entries[node.name] = self._model(node)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._words(node.targets[0].id, node.value)

    def _model(self, node: ast.ClassDef) -> Entry:
        entry = Entry(node.name, ast.get_docstring(node) or "", [], True)
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name, default = self._name_and_default(statement.target.id, statement.value)
                comment = self._comment(statement.lineno, statement.end_lineno or statement.lineno)
                entry.rows.append(Row(name, self.sort(statement.annotation), default, comment))
                self.holds[node.name, name] = [
                    part.id for part in ast.walk(statement.annotation) if isinstance(part, ast.Name)
                ]
        return entry

    def _words(self, name: str, value: ast.expr) -> None:
        if isinstance(value, ast.Subscript) and ast.unparse(value.value) == "Literal":
            entry = Entry(name, "", [], False)
            for part in value.slice.elts if isinstance(value.slice, ast.Tuple) else [value.slice]:
                assert isinstance(part, ast.Constant)
                beside = re.search(r",\s*# (.*)$", self.lines[part.lineno - 1])
                alone = value.lineno != value.end_lineno and beside
                entry.rows.append(Row(str(part.value), meaning=beside.group(1) if alone and beside else ""))
            self.entries[name] = entry

    def _name_and_default(self, name: str, value: ast.expr | None) -> tuple[str, str]:
        """The name that a file uses, and what stands where the field is left out."""
        if value is None:
            return name, "required"
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "msgspec.field":
            given = {keyword.arg: keyword.value for keyword in value.keywords}
            named = given.get("name")
            name = str(named.value) if isinstance(named, ast.Constant) else name
            if "default_factory" in given:
                made = given["default_factory"]
                return name, self._default(made.body if isinstance(made, ast.Lambda) else made)
            return name, self._default(given["default"]) if "default" in given else "required"
        return name, self._default(value)

    def _default(self, value: ast.expr) -> str:
        if isinstance(value, ast.Name) and value.id == "UNSET":
            return ""
        found = ast.literal_eval(value)
        if found == [] or found == {} or found == "":
            return ""
        if isinstance(found, bool):
            return f"`{str(found).lower()}`"
        return f"`{', '.join(found)}`" if isinstance(found, list) else f"`{found}`"

    def _comment(self, first: int, last: int) -> str:
        """The `#:` comment beside a field, or above it."""
        beside = re.search(r"#: (.*)$", self.lines[last - 1])
        if beside:
            return beside.group(1)
        above: list[str] = []
        for line in reversed(self.lines[: first - 1]):
            found = re.fullmatch(r"\s+#: (.*)", line)
            if not found:
                break
            above.insert(0, found.group(1))
        return " ".join(above)

    def sort(self, node: ast.expr) -> str:
        """What may stand in a field, in words."""
        if isinstance(node, ast.BinOp):
            parts = [self.sort(side) for side in (node.left, node.right)]
            return " or ".join(part for part in parts if part)
        if isinstance(node, ast.Subscript):
            outer = ast.unparse(node.value)
            inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if outer == "Literal":
                return ", ".join(f"`{part.value!s}`" for part in inner if isinstance(part, ast.Constant))
            if outer == "dict":
                return f"mapping of {self.sort(inner[0])} to {self.sort(inner[1])}"
            return f"list of {self.sort(inner[0])}"
        name = ast.unparse(node)
        if name == "UnsetType":
            return ""
        if name == "Who":
            return "[players](#players)"
        if name == "Amount":
            return "[amount](#numbers)"
        if name in PLAIN:
            return PLAIN[name]
        return f"[{name}](#{name.lower()})"

    def meaning(self, entry: Entry, row: Row) -> str:
        """What a field means: MEANINGS and its comment, or the first sentence of the model that it holds."""
        own = MEANINGS.get(entry.name, {}).get(row.name, "")
        if own or row.meaning:
            return "; ".join(part for part in (own, row.meaning) if part)
        for name in self.holds.get((entry.name, row.name), []):
            held = self.entries.get(name)
            if held is not None and held.is_model and held.about:
                return re.split(r"(?<=\.)\s", held.about)[0].rstrip(".")
        raise LookupError(f"{entry.name}.{row.name} has no meaning: give it a `#:` comment")


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return text.replace("``", "`").replace("|", "\\|").strip()


def sentence(text: str) -> str:
    """A meaning for a cell; it begins with a capital, unless it begins with a word of the language."""
    text = cell(text)
    word = re.match(r"([a-z_]+): ", text)
    return f"`{word.group(1)}`: {text[word.end() :]}" if word else text[:1].upper() + text[1:]


def section(language: Language, entry: Entry) -> list[str]:
    """One model or list of words, as Markdown."""
    out = [f"#### {entry.name}", ""]
    if entry.about:
        out += [" ".join(entry.about.replace("``", "`").split()), ""]
    if not entry.is_model:
        if any(row.meaning for row in entry.rows) or entry.name in MEANINGS:
            out += ["| Word | Meaning |", "| --- | --- |"]
            out += [f"| `{row.name}` | {sentence(language.meaning(entry, row))} |" for row in entry.rows]
        else:
            out.append(", ".join(f"`{row.name}`" for row in entry.rows))
        return [*out, ""]
    out += ["| Field | What may stand there | Left out | Meaning |", "| --- | --- | --- | --- |"]
    for row in entry.rows:
        meaning = sentence(language.meaning(entry, row))
        out.append(f"| `{row.name}` | {cell(row.sort)} | {row.default} | {meaning} |")
    return [*out, ""]


def reference(source: str) -> str:
    """All tables."""
    language = Language(source)
    listed = {name for _, names in SECTIONS for name in names}
    unlisted = sorted(set(language.entries) - listed)
    if unlisted:
        raise LookupError(f"no section of tools/card_reference.py lists {', '.join(unlisted)}")
    for name, meanings in MEANINGS.items():
        fields = {row.name for row in language.entries[name].rows} if name in language.entries else set()
        gone = sorted(set(meanings) - fields)
        if gone:
            raise LookupError(f"MEANINGS explains what {name} does not have: {', '.join(gone)}")
    out: list[str] = []
    for title, names in SECTIONS:
        out += [f"### {title}", ""]
        for name in names:
            out += section(language, language.entries[name])
    return "\n".join(out)


def language_source() -> str:
    """All modules of the card language, one after the other."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(LANGUAGE.glob("*.py")))


def written(page: str, tables: str) -> str:
    """The page with the tables between its markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise LookupError(f"docs/cards.md lacks the markers {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{tables}\n{END}{after}"


def main() -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description="Write the reference tables of docs/cards.md.")
    parser.add_argument("--check", action="store_true", help="fail where they are not up to date")
    check = parser.parse_args().check
    page = PAGE.read_text(encoding="utf-8")
    try:
        new = written(page, reference(language_source()))
    except LookupError as error:
        print(f"card_reference: {error}", file=sys.stderr)
        return 1
    if new == page:
        return 0
    if check:
        print("card_reference: docs/cards.md is not up to date; run tools/card_reference.py", file=sys.stderr)
        return 1
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
