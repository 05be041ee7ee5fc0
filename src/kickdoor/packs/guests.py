"""Packs of strangers: what else must hold before one is let in where it has no file."""

from __future__ import annotations

from kickdoor.packs.loader import PackError, Source, available, lenders_of, line_of, parse


def guest(text: str, path: str) -> Source:
    """Read a pack of somebody who may read no file here; raises PackError."""
    source = parse(text, path)
    if source.pack.id in available():
        problem = f"the id {source.pack.id} is that of a pack that comes with kickdoor"
        raise PackError(path, line_of(text, "id"), "", problem, "Give it an id of its own")
    for name in lenders_of(source):
        place = next(
            f"{field}[{i}].pack"
            for field in ("include", "reprint")
            for i, taken in enumerate(getattr(source.pack, field))
            if taken.pack == name
        )
        problem = f"it takes cards from {name[:80]}, which does not come with kickdoor"
        remedy = "Copy these cards into the pack, or let the pack need the other one (`needs`)"
        raise PackError(path, line_of(text, place), "", problem, remedy)
    return source
