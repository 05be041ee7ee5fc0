"""Write what is made of the list of events: the functions that tell them, and the tables of the documentation.

python tools/events.py           write them
python tools/events.py --check   only say whether they are up to date
"""

from __future__ import annotations

import sys
from pathlib import Path

from generated import keep

from kickdoor.engine.data.events import EVENT_KINDS, FIELDS, WORD, EventKind, Field

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = ROOT / "src" / "kickdoor" / "engine" / "actions" / "tell.py"
PAGE = ROOT / "docs" / "library.md"
NAMES = ROOT / "docs" / "scenarios.md"
BEGIN = "<!-- events: begin (written by tools/events.py) -->\n"
END = "<!-- events: end -->\n"
WIDTH = 120

HEAD = '''"""What happened is told, where somebody listens: a function for each event of `data/events.py`.

Written by tools/events.py.
"""

from __future__ import annotations

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import State
'''


def function(kind: EventKind) -> str:
    """The function that tells events of a kind."""
    given = [f"{name}: int" for name in (*kind.fields, *(("seen",) if kind.secret else ()))]
    signature = f"def {kind.name}(s: State, *, {', '.join(given)}) -> None:"
    if len(signature) > WIDTH:
        signature = f"def {kind.name}(\n    s: State, *, {', '.join(given)}\n) -> None:"
    values = f"({', '.join(kind.fields)}{',' if len(kind.fields) == 1 else ''})"
    made = f'Event("{kind.name}", {values}{", seen" if kind.secret else ""})'
    return f'{signature}\n    """{kind.about}."""\n    if s.sink is not None:\n        s.sink.append({made})\n'


def functions(_: str = "") -> str:
    """All of them, as a module."""
    return "\n\n".join([HEAD, *(function(kind) for kind in EVENT_KINDS.values())])


def events_table() -> str:
    """All kinds of events, as a table."""
    lines = ["| Event | What happened | Fields |", "| --- | --- | --- |"]
    for name, kind in sorted(EVENT_KINDS.items()):
        lines.append(f"| `{name}` | {kind.about} | {', '.join(_field_of(kind, field) for field in kind.fields)} |")
    return "\n".join(lines)


def _field_of(kind: EventKind, field: str) -> str:
    marks = ("?" if field in kind.maybe else "") + ("*" if field in kind.secret else "")
    return f"`{field}`" + marks.replace("*", "\\*")


def fields_table() -> str:
    """All fields, as a table."""
    lines = ["| Field | Type | What it tells |", "| --- | --- | --- |"]
    lines += [f"| `{name}` | {_type(field)} | {field.about} |" for name, field in FIELDS.items()]
    return "\n".join(lines)


def _type(field: Field) -> str:
    """A field's type, or the words that it can be."""
    if field.type != WORD or field.name == "verb":  # the verbs are told where options are
        return field.type
    return ", ".join(f"`{word}`" for word in field.words if word)


def names() -> str:
    """The names of all events, as a paragraph."""
    lines = ["Events:"]
    last = max(EVENT_KINDS)
    for name in sorted(EVENT_KINDS):
        word = f" `{name}`{'.' if name == last else ','}"
        if len(lines[-1]) + len(word) > WIDTH:
            lines.append(word[1:])
        else:
            lines[-1] += word
    return "\n".join(lines)


def between_marks(text: str, fresh: str) -> str:
    """The page with this between its marks."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{fresh}\n\n{END}{after}"


def main() -> int:
    """Write all of them, or check them."""
    problem = "{} is out of date: python tools/events.py"
    tables = f"{events_table()}\n\n{fields_table()}"
    return max(
        keep(FUNCTIONS, functions, problem.format(FUNCTIONS.relative_to(ROOT))),
        keep(PAGE, lambda text: between_marks(text, tables), problem.format(PAGE.relative_to(ROOT))),
        keep(NAMES, lambda text: between_marks(text, names()), problem.format(NAMES.relative_to(ROOT))),
    )


if __name__ == "__main__":
    sys.exit(main())
