"""Write THIRD_PARTY.md: what others made that comes with kickdoor or is installed with it, and their terms.

python tools/notices.py           write it (where `make test` has installed everything)
python tools/notices.py --check   only say whether it names all packages
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "THIRD_PARTY.md"
MODULES = ROOT / "web" / "node_modules"
SHOWN = (
    "svelte",
    "uqr",
    "yaml",
    "@codemirror/commands",
    "@codemirror/lang-yaml",
    "@codemirror/language",
    "@codemirror/lint",
    "@codemirror/state",
    "@codemirror/view",
    "@lezer/highlight",
    "@fontsource/alegreya-sans",
    "@fontsource/almendra",
    "@fontsource/noto-emoji",
    "@iconify-json/game-icons",
)
"""What the page is made of, with whatever these depend on; the others of package.json only build it."""
SELDOM_INSTALLED = {"ray": "Apache-2.0"}
HEAD = """# Notices

kickdoor itself is under the [MIT licence](LICENSE). `tools/notices.py` writes this page, which names what
others made. Munchkin is a trademark of Steve Jackson Games; kickdoor is an unofficial fan project.
"""


def bundled() -> dict[str, str]:
    """The packages whose parts are in the page, each with its licence."""
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found: dict[str, str] = {}
    new = list(SHOWN)
    while new:
        name = new.pop()
        if name not in found:
            entry = locked[f"node_modules/{name}"]
            found[name] = entry["license"]
            new += entry.get("dependencies", {})
    return dict(sorted(found.items()))


def installed() -> dict[str, list[str]]:
    """The Python packages that kickdoor asks for, by who asks: itself or an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {"kickdoor": project["dependencies"], **project["optional-dependencies"]}
    names = {who: sorted({re.split(r"[\[<>=; ]", line)[0] for line in lines}) for who, lines in asked.items()}
    return {who: [name for name in each if name != "kickdoor"] for who, each in names.items()}


def licence_of(name: str) -> str:
    """What a Python package says of its terms."""
    try:
        facts = metadata(name)
    except PackageNotFoundError:
        return SELDOM_INSTALLED[name]
    said = facts.json.get("license_expression")
    classified = [line.split(" :: ")[-1] for line in facts.get_all("Classifier") or [] if line.startswith("License ::")]
    if said:
        return str(said)
    return ", ".join(classified) or str(facts.json.get("license") or "see its page").splitlines()[0]


def terms(name: str) -> str:
    """The words of a package's licence."""
    files = sorted(path for path in (MODULES / name).glob("*") if re.match(r"(?i)licen[cs]e|notice", path.name))
    return files[0].read_text(encoding="utf-8").strip() if files else ""


def icon_authors() -> str:
    """Who drew the icons."""
    authors = json.loads((ROOT / "web" / "src" / "lib" / "icons" / "authors.json").read_text(encoding="utf-8"))
    return fill(", ".join(sorted(authors)) + ".", 120)


def written() -> str:
    """The whole page."""
    page = bundled()
    lines = [HEAD, "## In the page", "", "| Package | Licence |", "| --- | --- |"]
    lines += [f"| {name} | {licence} |" for name, licence in page.items()]
    lines += ["", "The fonts are Alegreya Sans and Almendra (OFL-1.1). The icons are of game-icons.net (CC BY 3.0), by"]
    lines += [icon_authors(), "", "## Installed with it", "", "| Package | Licence | For |", "| --- | --- | --- |"]
    wanted: dict[str, list[str]] = {}
    for who, names in installed().items():
        for name in names:
            wanted.setdefault(name, []).append(who)
    for name in sorted(wanted, key=str.casefold):
        lines.append(f"| {name} | {licence_of(name)} | {', '.join(wanted[name])} |")
    lines += ["", "## Their words", ""]
    for name in page:
        if words := terms(name):
            lines += [f"### {name}", "", "```text", words, "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def missing(text: str) -> list[str]:
    """The packages that a page does not name."""
    names = {*bundled(), *(name for each in installed().values() for name in each)}
    return sorted(name for name in names if f"| {name} |" not in text)


if __name__ == "__main__":
    if "--check" in sys.argv:
        left_out = missing(DOCUMENT.read_text(encoding="utf-8"))
        if left_out:
            print(f"THIRD_PARTY.md misses {', '.join(left_out)}: run python tools/notices.py", file=sys.stderr)
        sys.exit(bool(left_out))
    DOCUMENT.write_text(written(), encoding="utf-8")
