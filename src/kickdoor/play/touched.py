"""What a change touches, of what an audit looks at: cards and scenarios of now against those of a commit before."""

from __future__ import annotations

import io
import random
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from kickdoor.packs.loader import available, read_yaml
from kickdoor.play.audit import names_to_audit
from kickdoor.play.scenario_files import ScenarioError, collect
from kickdoor.rules.books import options

PACKS = "src/kickdoor/packs/data"
BOOKS = "src/kickdoor/rules/books.yaml"
SCENARIOS = "tests/scenarios"


class UnknownCommit(ValueError):
    """There is no such commit, or no checkout to look for it."""


def touched(root: Path, since: str) -> list[str]:
    """Cards and switches whose definition, or one of whose scenarios, is not what it was at that commit.

    A scenario counts for the cards and rules that it names, now or then. Where the scenarios of then cannot be
    read any more, everything is touched.
    """
    names = names_to_audit(list(available()))
    with TemporaryDirectory() as folder:
        before = Path(folder)
        _check_out(root, since, before)
        cards, rules = _changed_cards(root, before), set[str]()
        try:
            for raw in _changed_scenarios(root / SCENARIOS, before / SCENARIOS):
                cards.update(raw.get("cards", []))
                rules.update(raw.get("rules", []))
        except ScenarioError:
            return names
        books = (root / BOOKS).read_bytes() != (before / BOOKS).read_bytes() if (before / BOOKS).exists() else True
    switches = {name for name, option in options().items() if books or rules & set(option.rules)}
    return [name for name in names if name in switches or {name, name.split("/")[-1]} & cards]


def sample(root: Path, names: list[str], most: int) -> list[str]:
    """At most so many of them: always the same at one commit, others at another."""
    told = subprocess.run(["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True)
    return names if len(names) <= most else random.Random(told.stdout.strip()).sample(names, most)


def _check_out(root: Path, since: str, folder: Path) -> None:
    """Put what an audit looks at into a folder, as it was at that commit."""
    command = ["git", "-C", str(root), "archive", since, PACKS, BOOKS, SCENARIOS]
    try:
        told = subprocess.run(command, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise UnknownCommit(f"{since}: cannot be read from {root}. Give a commit of this checkout") from error
    with tarfile.open(fileobj=io.BytesIO(told.stdout)) as archive:
        archive.extractall(folder, filter="data")


def _changed_cards(root: Path, before: Path) -> set[str]:
    """Ids of cards that are another card than before, each with its pack."""
    found: set[str] = set()
    for path in sorted((root / PACKS).glob("*.yaml")):
        old = before / PACKS / path.name
        now, then = _cards(path), _cards(old) if old.exists() else {}
        found.update(f"{path.stem}/{id}" for id, card in now.items() if then.get(id) != card)
    return found


def _cards(path: Path) -> dict[str, Any]:
    raw: Any = read_yaml(path.read_text(encoding="utf-8"))
    return {card["id"]: card for card in raw.get("cards", [])}


def _changed_scenarios(folder: Path, before: Path) -> list[dict[str, Any]]:
    """Scenarios of now or then that are not in both, whatever they are called."""
    now = {msgspec.json.encode(one.raw, order="sorted"): one.raw for one in collect([folder])}
    then = {msgspec.json.encode(one.raw, order="sorted"): one.raw for one in collect([before])}
    return [(now.get(key) or then[key]) for key in now.keys() ^ then.keys()]
