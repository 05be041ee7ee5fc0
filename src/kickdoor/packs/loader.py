"""Loading packs: YAML by the card language, with errors that name file, line, card and remedy."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import yaml

from kickdoor.packs import limits
from kickdoor.packs.implied import implied_trait
from kickdoor.packs.language import ONLY_WORDS, Card, Pack
from kickdoor.packs.meant import nearest
from kickdoor.packs.syntax import explain

#: Packs that come with kickdoor, in the order of the sets.
BUILT_IN = (
    "munchkin",
    "munchkin-lite",
    "munchkin-2",
    "munchkin-3",
    "munchkin-4",
    "munchkin-5",
    "munchkin-6",
    "munchkin-7",
    "munchkin-8",
    "game-changers",
    "star",
    "bites",
    "babies",
)


class PackError(ValueError):
    """Something wrong with a pack: where it is and what to do."""

    def __init__(self, file: str, line: int, card: str, problem: str, remedy: str, column: int = 0) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.card = card
        self.problem = problem
        self.remedy = remedy
        at = f"{file}:{line}" if line else file
        super().__init__(f"{at}: {f'card {card}: ' if card else ''}{problem}. {remedy}")

    def __reduce__(self) -> tuple[type[PackError], tuple[str, int, str, str, str, int]]:
        """How it is told to another process."""
        return PackError, (self.file, self.line, self.card, self.problem, self.remedy, self.column)


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML in which only true and false are booleans, days are texts, and no key is given twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping, each key of which is its own."""
        seen = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key {key.value!r} is given twice", key.start_mark
                    )
                seen.add(key.value)
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping


_OTHERWISE = ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")
"""What other readers of YAML see in `on`, `no` and `off`, and in `2024-12-24`: words of the language, and names."""

_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag not in _OTHERWISE]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|false|False)$"), list("tTfF"))


class Source(msgspec.Struct, frozen=True, weakref=True):
    """A pack as loaded: its model, where it came from, its hash, and the lines of its cards."""

    pack: Pack
    path: str
    digest: str
    text: str
    taken: tuple[tuple[str, Source], ...] = ()  #: packs that it takes cards from and that have no file here, by name


@cache
def available() -> tuple[str, ...]:
    """Ids of the packs that come with kickdoor."""
    folder = files("kickdoor.packs").joinpath("data")
    return tuple(name for name in BUILT_IN if folder.joinpath(f"{name}.yaml").is_file())


MOST_GUESTS = 64
"""How many packs that have no file here are kept though nobody holds them."""

GUEST = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}@[0-9a-f]{32}")
"""The name of a pack that has no file here: its id, and its hash."""

_guests: WeakValueDictionary[str, Source] = WeakValueDictionary()
_latest: OrderedDict[str, Source] = OrderedDict()


def take_in(text: str, path: str, texts: Mapping[str, str] | None = None) -> str:
    """Keep a pack that has no file here; gives the name by which it is loaded, which tells its content.

    It can be loaded as long as somebody holds its source, and for a while longer. What it takes cards from may be
    among `texts`.
    """
    return welcome(parse(text, path), texts)


def welcome(source: Source, texts: Mapping[str, str] | None = None) -> str:
    """Keep a pack that has been read; as `take_in`."""
    taken = tuple((name, parse(texts[name], name)) for name in lenders_of(source) if texts and name in texts)
    if taken:
        source = msgspec.structs.replace(source, taken=taken)
    whole = "".join(each.text for each in (source, *(other for _, other in taken)))
    name = f"{source.pack.id}@{hashlib.sha256(whole.encode()).hexdigest()[:32]}"
    source = _guests.setdefault(name, source)
    _latest[name] = source
    _latest.move_to_end(name)
    if len(_latest) > MOST_GUESTS:
        _latest.popitem(last=False)
    return name


def lenders_of(source: Source) -> list[str]:
    """The packs that a pack takes cards from and that do not come with kickdoor, as it names them."""
    pack = source.pack
    return [name for name in dict.fromkeys(i.pack for i in (*pack.include, *pack.reprint)) if name not in available()]


def texts_of(names: Iterable[str]) -> dict[str, str]:
    """The texts of all packs of a mix that do not come with kickdoor, by name, and of those they take cards from."""
    found: dict[str, str] = {}
    for name in names:
        if name not in available():
            source = load(name)
            found[name] = source.text
            found.update({other: _lent(source, other).text for other in lenders_of(source)})
    return found


def _lent(source: Source, name: str) -> Source:
    """A pack that another takes cards from."""
    return dict(source.taken).get(name) or load(name)


def is_at_hand(name: str) -> bool:
    """Whether a pack comes with kickdoor or was taken in, so that it can be loaded without its file."""
    return name in available() or name in _guests


def load(name: str) -> Source:
    """A pack by its id, by the path of its file, or by the name under which it was taken in."""
    guest = _guests.get(name)
    if guest is not None:
        return guest
    return _load_built_in(name) if name in available() else parse(*read_text(name))


def read_text(name: str) -> tuple[str, str]:
    """The text of a pack by its id, or by the path of its file, and what the file is called."""
    if name in available():
        return _load_built_in(name).text, f"{name}.yaml"
    if not name.endswith((".yaml", ".yml")) and "/" not in name:
        meant = nearest(name, available())
        asked = f"Did you mean {meant}? " if meant else ""
        remedy = f"{asked}Choose among {', '.join(available())}, or give a path to a file"
        raise PackError(name, 0, "", "there is no such pack", remedy)
    try:
        return Path(name).read_text(encoding="utf-8"), name
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
        raise PackError(name, 0, "", problem, "Give the path of a pack file") from error
    except UnicodeDecodeError as error:
        raise PackError(name, 0, "", "is not UTF-8 text", "Save the file as UTF-8") from error


@cache
def _load_built_in(name: str) -> Source:
    path = files("kickdoor.packs").joinpath("data").joinpath(f"{name}.yaml")
    return parse(path.read_text(encoding="utf-8"), f"{name}.yaml", trusted=True)


def read_yaml(text: str) -> object:
    """YAML as plain data, in which only true and false are booleans."""
    return yaml.load(text, Loader=_Loader)


def parse(text: str, path: str, *, trusted: bool = False) -> Source:
    """Read a pack from text; only one that comes with kickdoor is trusted to keep to all limits.

    There a card is a printed one unless it says otherwise; anywhere else it is that of whoever made the pack.
    """
    raw = plain(text, path, trusted=trusted)
    try:
        pack = msgspec.convert(_with_origins(raw) if trusted else raw, Pack)
    except msgspec.ValidationError as error:
        message, where = split_path(str(error))
        raise PackError(
            path,
            line_of(text, where),
            card_at(raw, where),
            message,
            "`kickdoor pack check` says what may stand there",
        ) from error
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    for excess in (*ids_beyond(pack), *(() if trusted else limits.facts_beyond(pack))):
        raise _beyond(path, text, raw, excess) from excess
    return Source(pack, path, digest, text)


def _with_origins(raw: Any) -> object:
    """A pack that comes with kickdoor, each card of which says where it is from."""
    return {**raw, "cards": [{"origin": "printed", **card} for card in raw.get("cards", [])]}


def plain(text: str, path: str, *, trusted: bool = False) -> object:
    """A pack file as plain data, within the limits unless it is trusted; raises PackError."""
    try:
        if trusted:
            return read_yaml(text)
        limits.check_text(text, _Loader)
        raw = read_yaml(text)
    except limits.Excess as excess:
        raise PackError(path, 0, "", excess.problem, excess.remedy) from excess
    except yaml.MarkedYAMLError as error:
        fault = explain(text, error)
        raise PackError(path, fault.line, "", fault.problem, fault.remedy, fault.column) from error
    except (yaml.YAMLError, ValueError) as error:
        raise PackError(path, 0, "", f"cannot be read as YAML: {error}", "Save it as plain text, in UTF-8") from error
    try:
        limits.check_values(raw)
    except limits.Excess as excess:
        raise _beyond(path, text, raw, excess) from excess
    return raw


def _beyond(path: str, text: str, raw: object, excess: limits.Excess) -> PackError:
    line, column, _ = descend(text, excess.place) if excess.place else (0, 0, 0)
    return PackError(path, line, card_at(raw, excess.place), excess.problem, excess.remedy, column)


def ids_beyond(pack: Pack) -> Iterator[limits.Excess]:
    """Cards without an id of their own, or without a copy."""
    seen: set[str] = set()
    for i, card in enumerate(pack.cards):
        if not re.fullmatch(r"[a-z0-9_]+", card.id):
            problem = "its id may hold a-z, 0-9 and _ only"
            yield limits.Excess(f"cards[{i}].id", problem, f"Write id: {id_for(card.id)}")
        elif card.id in seen:
            free = next(id for n in range(2, len(seen) + 3) if (id := f"{card.id}_{n}") not in seen)
            yield limits.Excess(f"cards[{i}].id", "its id is given twice", f"Write id: {free}")
        seen.add(card.id)
        if card.copies < 1:
            yield limits.Excess(f"cards[{i}].copies", "copies must be at least 1", "Leave the card out instead")


def id_for(name: str, joint: str = "_") -> str:
    """An id made of a name: small letters and digits, and signs between its words."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return joint.join(re.findall(r"[a-z0-9]+", plain)) or "card"


def split_path(message: str) -> tuple[str, str]:
    """An error of msgspec as what is wrong and where."""
    found = re.match(r"(.*?)(?: - at `\$\.?(.*)`)?$", message, re.DOTALL)
    assert found is not None
    return found.group(1), found.group(2) or ""


def line_of(text: str, where: str) -> int:
    """The line of a place such as cards[3].bad_stuff[0]; the nearest that can be found."""
    return descend(text, where)[0]


@lru_cache(maxsize=32)
def card_texts(text: str) -> dict[str, str]:
    """The cards of a pack as they are written, by id, each as lines of its own."""
    node = yaml.compose(text, Loader=_Loader)
    lines = text.split("\n")
    found = {}
    for key, value in node.value if isinstance(node, yaml.MappingNode) else []:
        if key.value == "cards":
            for card in value.value:
                first, last, column = card.start_mark.line, card.end_mark.line, card.start_mark.column
                whole = [*lines[first:last], lines[last][: card.end_mark.column] if last < len(lines) else ""]
                own = [whole[0], *(line for line in whole[1:] if not line[:column].strip())]
                written = "\n".join(line[column:] for line in own).rstrip()
                id = next((inner.value for name, inner in card.value if name.value == "id"), "")
                found[str(id)] = f"{written}\n"
    return found


def lines_of(text: str, field: str) -> list[int]:
    """The lines at which the entries of a list begin that a pack has in a field."""
    node = yaml.compose(text, Loader=_Loader)
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    held = next((value for key, value in pairs if key.value == field), None)
    return [each.start_mark.line + 1 for each in held.value] if isinstance(held, yaml.SequenceNode) else []


def descend(text: str, where: str) -> tuple[int, int, int]:
    """Line and column of a place, or of the nearest that can be found, and how many parts of the way lead there."""
    node = yaml.compose(text, Loader=_Loader)
    mark = None
    depth = 0
    for part in re.findall(r"[^.\[\]]+", where):
        if isinstance(node, yaml.SequenceNode) and part.isdigit() and int(part) < len(node.value):
            node = node.value[int(part)]
            mark = node.start_mark
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value == part:
                    node = value
                    mark = key.start_mark
                    break
            else:
                break
        else:
            break
        depth += 1
    return (1, 1, 0) if mark is None else (mark.line + 1, mark.column + 1, depth)


def card_at(raw: object, where: str) -> str:
    """The id of the card that a place belongs to, where it has one."""
    found = re.match(r"cards\[(\d+)\]", where)
    if found and isinstance(raw, dict) and isinstance(raw.get("cards"), list):
        card = raw["cards"][int(found.group(1))]
        if isinstance(card, dict):
            return str(card.get("id", card.get("name", "")))
    return ""


class Listed(msgspec.Struct, frozen=True):
    """A card in a mix: its full id, its model, how many copies, and where it is written."""

    id: str
    card: Card
    copies: int
    source: Source
    also: tuple[str, ...] = ()  #: full ids of equal cards of other packs, shuffled in with it
    reprinted: bool = False  #: copies on top of those of the pack that has it


def cards_of(source: Source) -> list[Listed]:
    """All cards of a pack, those taken over from other packs included; raises PackError where one is not there."""
    own = [Listed(f"{source.pack.id}/{card.id}", card, card.copies, source) for card in source.pack.cards]
    for each in (taken := list(taken_by(source))):
        if isinstance(each, PackError):
            raise each
    return [*own, *(each for each in taken if isinstance(each, Listed))]


def taken_by(source: Source) -> Iterator[Listed | PackError]:
    """The cards that a pack takes over from others; where there is none, what is wrong."""
    for field, taken in (("include", source.pack.include), ("reprint", source.pack.reprint)):
        for i, include in enumerate(taken):
            try:
                other = _lent(source, include.pack)
            except PackError as error:
                line, column, _ = descend(source.text, f"{field}[{i}].pack")
                missing = PackError(source.path, line, "", error.problem, error.remedy, column)
                yield error if error.line else missing
                continue
            by_id = {card.id: card for card in other.pack.cards}
            for id, copies in include.cards.items():
                if id in by_id:
                    full = f"{other.pack.id}/{id}"
                    yield Listed(full, by_id[id], copies, other, reprinted=field == "reprint")
                    continue
                line, column, _ = descend(source.text, f"{field}[{i}].cards.{id}")
                meant = nearest(id, by_id)
                remedy = f"Did you mean {meant}?" if meant else "Take an id of that pack"
                yield PackError(source.path, line, id, f"pack {include.pack} has no such card", remedy, column)


def marks_of(entry: Listed) -> dict[str, Listed]:
    """The Marks of a card, by their names, each as the card that lies before a player."""
    found = {}
    for name, mark in entry.card.marks.items():
        given = msgspec.structs.asdict(mark)
        del given["curse"]
        id, words = f"{entry.card.id}__{name}", f"{entry.card.name}: {name.replace('_', ' ')}"
        card = Card(id=id, name=words, deck=entry.card.deck, kind="curse", **given)
        found[name] = Listed(f"{entry.id}__{name}", card, 1, entry.source)
    return found


def digest_of(source: Source) -> str:
    """What a pack and the packs that it takes cards from are, in short: a change of any changes it."""
    pack = source.pack
    parts = [source.digest, *(_lent(source, each.pack).digest for each in (*pack.include, *pack.reprint))]
    return parts[0] if len(parts) == 1 else hashlib.sha256("".join(parts).encode()).hexdigest()[:16]


def mix(packs: Iterable[str], *, whole: bool = True) -> list[tuple[Listed, int]]:
    """All cards of all packs, each once, and in how many copies [MIX-01]; what is not `whole` may lack what it needs.

    A card that several packs have from the same place is one card, in as many copies as the pack that has most
    of it; what a pack reprints comes on top. Equal cards of different packs are one card too, under the id of the
    first: there the copies add up.
    """
    listed: dict[str, Listed] = {}
    counts: dict[str, int] = {}
    reprints: dict[str, int] = {}
    sources = [load(name) for name in packs]
    if whole:
        check_needs(sources)
    for source in sources:
        for entry in cards_of(source):
            if entry.id in listed and listed[entry.id].card != entry.card:
                raise PackError(
                    entry.source.path,
                    0,
                    entry.id,
                    "two packs define this id differently",
                    "Rename one of them",
                )
            listed[entry.id] = entry
            if entry.reprinted:
                reprints[entry.id] = reprints.get(entry.id, 0) + entry.copies
            else:
                counts[entry.id] = max(counts.get(entry.id, 0), entry.copies)
    for id, copies in reprints.items():
        counts[id] = counts.get(id, 0) + copies
    firsts: dict[bytes, str] = {}
    mixed: dict[str, tuple[Listed, int]] = {}
    for id, entry in listed.items():
        first = firsts.setdefault(content_of(entry.card), id)
        if pack_of(first) == pack_of(id):
            mixed[id] = entry, counts[id]
        else:
            kept, copies = mixed[first]
            mixed[first] = msgspec.structs.replace(kept, also=(*kept.also, id)), copies + counts[id]
    return list(mixed.values())


def check_needs(sources: Sequence[Source]) -> None:
    """Every pack of a mix must have those that it needs; raises PackError."""
    there = {source.pack.id: source.pack.version or "" for source in sources}
    for source in sources:
        for id, version in source.pack.needs.items():
            if id not in there:
                problem = f"it needs the pack {id}{f' {version}' if version else ''}"
                remedy = f"Name {id} among the packs, too"
            elif _is_older(there[id], version):
                problem = f"it needs the pack {id} {version} or later, not {there[id] or 'one without a version'}"
                remedy = f"Get a later {id}"
            else:
                continue
            raise PackError(source.path, line_of(source.text, f"needs.{id}"), "", problem, remedy)


def _is_older(version: str, than: str) -> bool:
    def numbers(text: str) -> list[int]:
        return [int(part) for part in text.split(".")] if text else []

    return numbers(version) < numbers(than)


def pack_of(id: str) -> str:
    """The pack that a full id names."""
    return id.partition("/")[0]


def content_of(card: Card) -> bytes:
    """All that a card does, whatever its id, copies and origin and however it is worded: what equal cards share."""
    plain = msgspec.structs.replace(card, id="", copies=1, origin="own", trait=implied_trait(card))
    effects = {field: value for field, value in msgspec.to_builtins(plain).items() if field not in ONLY_WORDS}
    return msgspec.json.encode(effects)


def merged_ids(packs: Iterable[str]) -> dict[str, str]:
    """The full ids of a mix that stand for an equal card of another pack, with the id of that card."""
    return {id: entry.id for entry, _ in mix(packs) for id in entry.also}


def schema() -> dict[str, object]:
    """The JSON Schema of a pack file, for editors."""
    return msgspec.json.schema(Pack)
