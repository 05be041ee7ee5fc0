"""Write src/kickdoor/rules/rulings.yaml, which the table's search reads, from docs/rulings.md.

python tools/rulings.py           write it
python tools/rulings.py --check   only say whether it is up to date
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import yaml
from generated import keep

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rulings.md"
DATA = ROOT / "src" / "kickdoor" / "rules" / "rulings.yaml"
ROW = re.compile(r"^\| (RUL-\d\d+) \| (.*?) \| (.*?) \| .*\|$")
HEAD = "# Written by tools/rulings.py from docs/rulings.md, where rulings are kept.\n"


def data(_: str) -> str:
    """All rulings of the page, with the chapter that each stands in."""
    chapter = ""
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        chapter = line.removeprefix("## ") if line.startswith("## ") else chapter
        row = ROW.match(line)
        if row:
            found.append({"id": row[1], "chapter": chapter, "ruling": plain(row[2]), "why": plain(row[3])})
    return HEAD + yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=118)


def plain(text: str) -> str:
    """A cell without the marks of Markdown."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace(r"\|", "|")


if __name__ == "__main__":
    DATA.touch()
    sys.exit(keep(DATA, data, "rulings.yaml is not what docs/rulings.md says: run python tools/rulings.py"))
