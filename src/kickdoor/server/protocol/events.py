"""What happened, as a client gets it: a model for each event of the engine, made from its list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.engine.data.events import EVENT_KINDS, FIELDS, FLAG, WORD, Event, EventKind


def _type(name: str) -> Any:
    field = FIELDS[name]
    if field.type == WORD:
        return Literal[tuple(word for word in field.words if word)]
    return bool if field.type == FLAG else int


def _model(kind: EventKind) -> type[msgspec.Struct]:
    fields: list[Any] = []
    for name in kind.fields:
        if name in kind.maybe or name in kind.secret:
            fields.append((name, Union[_type(name), UnsetType], UNSET))  # noqa: UP007
        else:
            fields.append((name, _type(name)))
    title = "".join(part.capitalize() for part in kind.name.split("_"))
    return msgspec.defstruct(
        title,
        fields,
        frozen=True,
        kw_only=True,
        tag_field="what",
        tag=kind.name,
        module=__name__,
        namespace={"__doc__": f"{kind.about}."},
    )


MODELS = {kind.name: _model(kind) for kind in EVENT_KINDS.values()}
"""The model of each event, by its name."""

if TYPE_CHECKING:
    GameEvent: TypeAlias = msgspec.Struct
else:
    GameEvent = Union[tuple(MODELS.values())]  # noqa: UP007


def game_event(event: Event) -> GameEvent:
    """Give an event as it is sent; what is missing is left out."""
    return MODELS[event.what](**event.fields())
