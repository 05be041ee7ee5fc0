"""Write web/src/lib/protocol.ts, the messages of the server as TypeScript, from their models.

python tools/wire_types.py           write it
python tools/wire_types.py --check   only say whether it is up to date
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from generated import keep
from msgspec import NODEFAULT
from msgspec import inspect as types

from kickdoor.engine.data.question import KINDS
from kickdoor.engine.data.terms import CAUSES, DECKS, VERBS
from kickdoor.packs.report import PackInfo
from kickdoor.rules.books import OptionOfRules
from kickdoor.rules.catalogue import Rule
from kickdoor.server import protocol
from kickdoor.server.protocol import events, http, inbound, outbound, workshop

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "web" / "src" / "lib" / "protocol.ts"
HEAD = "/** The messages of the server. Written by tools/wire_types.py from src/kickdoor/server/protocol/. */\n"
PLAIN = {
    types.IntType: "number",
    types.FloatType: "number",
    types.StrType: "string",
    types.BoolType: "boolean",
    types.NoneType: "null",
}

#: Lists of words that the page knows by a name.
NAMED = {"QuestionKind": set(KINDS), "Cause": set(CAUSES), "Deck": set(DECKS), "Verb": set(VERBS)}

Struct = type[msgspec.Struct]

EVENTS: set[Struct] = set(events.MODELS.values())


def structs_of(kind: types.Type) -> Iterator[Struct]:
    """The models that a type holds, itself or its parts, but not theirs."""
    if isinstance(kind, types.StructType):
        yield kind.cls
    for name in ("types", "item_types"):
        for part in getattr(kind, name, ()):
            yield from structs_of(part)
    for name in ("item_type", "key_type", "value_type", "type"):
        part = getattr(kind, name, None)
        if isinstance(part, types.Type):
            yield from structs_of(part)


def reached(roots: list[Struct]) -> list[Struct]:
    """These models and all that they hold, each once."""
    found: dict[Struct, None] = {}
    waiting = list(roots)
    while waiting:
        model = waiting.pop(0)
        if model in found:
            continue
        found[model] = None
        for field in _fields(model):
            waiting += structs_of(field.type)
    return list(found)


def _fields(model: Struct) -> tuple[types.Field, ...]:
    info = types.type_info(model)
    assert isinstance(info, types.StructType)
    return info.fields


def typescript(kind: types.Type) -> str:
    """A type in the words of TypeScript."""
    match kind:
        case types.Metadata():
            return typescript(kind.type)
        case types.StructType():
            return kind.cls.__name__
        case types.LiteralType() if set(kind.values) in NAMED.values():
            return next(name for name, values in NAMED.items() if values == set(kind.values))
        case types.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case types.UnionType() if set(structs_of(kind)) == EVENTS:
            return "GameEvent"
        case types.UnionType():
            return " | ".join(typescript(part) for part in kind.types)
        case types.DictType():
            return f"Record<{typescript(kind.key_type)}, {typescript(kind.value_type)}>"
        case types.TupleType():
            return f"[{', '.join(typescript(part) for part in kind.item_types)}]"
        case types.ListType() | types.VarTupleType():
            part = typescript(kind.item_type)
            return f"({part})[]" if " | " in part else f"{part}[]"
    return PLAIN[type(kind)]


def interface(model: Struct, sent: bool) -> str:
    """A model as an interface; what a client sends may leave defaults out."""
    config = model.__struct_config__
    lines = [f"/** {' '.join((inspect.getdoc(model) or '').split())} */", f"export interface {model.__name__} {{"]
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    for field in _fields(model):
        unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
        left_out = not field.required and (sent or config.omit_defaults or unset)
        lines.append(f"  {field.encode_name}{'?' if left_out else ''}: {typescript(field.type)};")
    return "\n".join([*lines, "}"])


def game_events() -> str:
    """The events as a union that is told apart by `what`, each with its own fields."""
    lines = ["/** Something that happened, as the seat may know it. */", "export type GameEvent ="]
    for model in sorted(EVENTS, key=lambda model: str(model.__struct_config__.tag)):
        fields = [f'what: "{model.__struct_config__.tag}"']
        for field in _fields(model):
            fields.append(f"{field.name}{'' if field.required else '?'}: {typescript(field.type)}")
        lines.append(f"  | {{ {'; '.join(fields)} }}")
    return "\n".join(lines) + ";\n"


def messages(_: str = "") -> str:
    """The whole file."""

    def roots(union: object) -> list[Struct]:
        return list(structs_of(types.type_info(union)))

    own = [
        value
        for module in (inbound, outbound, http, workshop)
        for value in vars(module).values()
        if inspect.isclass(value) and value.__module__ == module.__name__ and value is not protocol.Message
    ]
    spoken, told = roots(protocol.Inbound), roots(protocol.Outbound)
    sent = set(reached([*spoken, *(model for model in own if model.__struct_config__.forbid_unknown_fields)]))
    models = [model for model in reached([*own, PackInfo, OptionOfRules, Rule]) if model not in EVENTS]
    parts = [HEAD, *(interface(model, model in sent) + "\n" for model in models)]
    for name, words in NAMED.items():
        parts.append(f"export type {name} =\n" + "\n".join(f'  | "{word}"' for word in sorted(words)) + ";\n")
    parts.append(game_events())
    for name, union in (("Inbound", spoken), ("Outbound", told)):
        parts.append(f"export type {name} =\n" + "\n".join(f"  | {model.__name__}" for model in union) + ";\n")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.exit(keep(PAGE, messages, "web/src/lib/protocol.ts is out of date: python tools/wire_types.py"))
