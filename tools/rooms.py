"""Write the list of all modules, each with the first line of its docstring, into docs/architecture.md.

python tools/rooms.py           write it
python tools/rooms.py --check   only say whether it is up to date
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from generated import keep

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / "src" / "kickdoor"
PAGE = ROOT / "web" / "src" / "lib"
DOCUMENT = ROOT / "docs" / "architecture.md"
BEGIN = "<!-- rooms: begin (written by tools/rooms.py) -->\n"
END = "<!-- rooms: end -->\n"
WRITTEN_BY = re.compile(r"Written by (tools/\w+\.py)")
ABOUT_COMPONENT = re.compile(r"/\*\* (.*?) \*/", re.DOTALL)


def about_module(source: str) -> str:
    """The first line of a module's docstring, and the tool that writes it where one does."""
    said = ast.get_docstring(ast.parse(source)) or ""
    tool = WRITTEN_BY.search(said)
    return said.split("\n")[0] + (f" **Written by `{tool[1]}`.**" if tool else "")


def about_component(source: str) -> str:
    """What the first comment of a part of the page says."""
    said = ABOUT_COMPONENT.search(source)
    return " ".join(said[1].split()).replace("* ", "") if said else ""


def rooms() -> str:
    """All folders, and in each its modules in a line."""
    python = [path for path in sorted(PYTHON.rglob("*.py")) if "versions" not in path.parts]
    page = [path for path in sorted(PAGE.rglob("*")) if path.suffix in (".ts", ".svelte") and ".test." not in path.name]
    told: dict[Path, list[str]] = {}
    for path in (*python, *page):
        about = (about_module if path.suffix == ".py" else about_component)(path.read_text(encoding="utf-8"))
        lines = told.setdefault(path.parent, [])
        if path.name == "__init__.py":
            lines.insert(0, f"{about}\n")
        else:
            lines.append(f"- `{path.name}`: {about}")
    return "\n\n".join(
        f"### {folder.relative_to(ROOT).as_posix()}\n\n" + "\n".join(lines) for folder, lines in told.items()
    )


def written(text: str) -> str:
    """The page with the list put in."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{rooms()}\n\n{END}{after}"


if __name__ == "__main__":
    sys.exit(keep(DOCUMENT, written, "docs/architecture.md does not list all rooms; run: python tools/rooms.py"))
