"""The documentation is true: its examples run, its tables are up to date, what it names exists."""

import doctest
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
import yaml

from kickdoor import Card, Character, View
from kickdoor.engine.data.events import EVENT_KINDS, FIELDS
from kickdoor.engine.data.terms import KINDS, MOMENTS
from kickdoor.engine.questions.who import WORDS
from kickdoor.packs.loader import cards_of, load, read_yaml, schema
from kickdoor.packs.mixing import compile_mix
from kickdoor.play import view
from kickdoor.play.position import PHASES, Combat, Seat
from kickdoor.play.scenario import Scenario, run_one
from kickdoor.play.scenario_files import collect, expand
from kickdoor.play.scenario_words import ACTION_KEYS, EXPECTED
from kickdoor.text import misfits

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
SCENARIOS = ROOT / "tests" / "scenarios"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(text: str) -> list[Any]:
    """What the fenced YAML blocks of a page hold."""
    return [read_yaml(block) for block in re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


def entries(text: str, field: str) -> list[dict[str, Any]]:
    """The entries with this field of all blocks that are lists."""
    return [e for block in blocks(text) if isinstance(block, list) for e in block if field in e]


def scenarios_of(name: str) -> list[Any]:
    return [pytest.param(one, id=one["id"]) for raw in entries(page(name), "players") for one in expand(raw)]


def named(text: str) -> set[str]:
    """All that a page has between backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


def words(text: str) -> set[str]:
    """All words of what a page has between backticks."""
    return {word for code in named(text) for word in re.findall(r"[a-z_]+", code)}


def tool() -> ModuleType:
    path = ROOT / "tools" / "card_reference.py"
    spec = importlib.util.spec_from_file_location("card_reference", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Examples


def test_there_are_scenarios():
    assert len(scenarios_of("scenarios.md")) >= 2


@pytest.mark.parametrize("scenario", scenarios_of("scenarios.md"))
def test_scenario_runs(scenario: dict[str, Any]):
    result = run_one(scenario, "docs/scenarios.md")
    assert result.passed, result.why


SESSIONS = [path for path in PAGES if ">>>" in path.read_text(encoding="utf-8")]


def test_there_are_sessions():
    assert {"library.md", "scenarios.md"} <= {path.name for path in SESSIONS}


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.name)
def test_sessions_run(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(path.read_text(encoding="utf-8"), {}, path.name, str(path), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


@pytest.fixture
def tutorial(tmp_path: Path) -> Path:
    """The folder with the packs that cards.md builds up, the one of the tutorial with all its cards."""
    text = page("cards.md")
    for pack in (block for block in blocks(text) if isinstance(block, dict)):
        if "cards" in pack:
            pack["cards"] += entries(text, "deck")
        (tmp_path / f"{pack['id']}.yaml").write_text(yaml.safe_dump(pack), encoding="utf-8")
    return tmp_path


def test_packs_of_the_tutorial_compile(tutorial: Path):
    packs = list(tutorial.glob("*.yaml"))
    assert {pack.stem for pack in packs} == {"cellar", "cellar-evening"}
    names = {d.name for pack in packs for d in compile_mix((str(pack),), "deluxe").defs}
    assert {"Angry Barrel", "Cork Helmet", "Curse! Hiccups", "Cleric"} <= names
    assert [wrong for pack in packs for wrong in misfits(cards_of(load(str(pack))))] == []


@pytest.mark.parametrize("scenario", scenarios_of("cards.md"))
def test_scenario_of_the_tutorial_runs(scenario: dict[str, Any], tutorial: Path):
    result = run_one(scenario, str(tutorial / "scenarios.yaml"))
    assert result.passed, result.why


def test_scripts_compile(tmp_path: Path):
    scripts = [block for block in blocks(page("cards.md")) if isinstance(block, list) and "id" not in block[0]]
    assert len(scripts) >= 2
    plain = {"deck": "door", "kind": "special", "when": "any_combat"}
    cards = [{"id": f"card_{i}", "name": f"Card {i}", **plain, "play": script} for i, script in enumerate(scripts)]
    path = tmp_path / "scripts.yaml"
    path.write_text(yaml.safe_dump({"id": "scripts", "name": "Scripts", "cards": cards}), encoding="utf-8")
    assert len(compile_mix((str(path),), "deluxe").defs) == len(cards)


# Completeness


def test_card_reference_is_up_to_date():
    reference = tool()
    text = page("cards.md")
    tables = reference.reference(reference.language_source())
    assert reference.written(text, tables) == text, "run: python tools/card_reference.py"


def test_every_word_for_players_and_every_kind_is_told():
    by_hand = page("cards.md").split(tool().BEGIN)[0]
    assert set(WORDS) - named(by_hand) == set()
    assert set(KINDS) - named(by_hand) == set()


def test_every_field_of_a_position_is_told():
    found = named(page("scenarios.md"))
    for model in (Scenario, Seat, Combat):
        assert {field.encode_name for field in msgspec.structs.fields(model)} - found == set(), model
    assert set(PHASES) - words(page("scenarios.md")) == set()
    assert set(MOMENTS) - found == set()


def test_every_action_and_expectation_is_told():
    text = page("scenarios.md")
    assert len(EXPECTED) > 20
    beside = {"ability", "with"}  # told within the examples of `use` and `join`
    assert set(ACTION_KEYS) - named(text) == beside
    assert beside <= words(text)
    assert set(EXPECTED) - named(text) == set()


def test_every_field_of_views_and_cards_is_told():
    found = named(page("library.md"))
    for model in (View, *vars(view).values(), Card, Character):
        if isinstance(model, type) and issubclass(model, msgspec.Struct):
            assert set(model.__struct_fields__) - found == set(), model


def test_each_way_to_use_the_library_has_its_page():
    guides = {"write-a-bot.md", "read-records.md", "analyse.md", "search-with-worlds.md", "embed.md"}
    assert guides <= {path.name for path in SESSIONS}


def test_what_is_made_of_the_list_of_events_is_up_to_date():
    tool = ROOT / "tools" / "events.py"
    result = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert set(EVENT_KINDS) - named(page("scenarios.md")) == set()
    assert (set(EVENT_KINDS) | set(FIELDS)) - named(page("library.md")) == set()


def test_tables_of_the_status_are_up_to_date():
    result = subprocess.run([sys.executable, ROOT / "tools" / "status.py", "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_tables_of_the_packs_are_up_to_date():
    tool = ROOT / "tools" / "packs_page.py"
    result = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_messages_of_the_page_are_up_to_date():
    tool = ROOT / "tools" / "wire_types.py"
    result = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_published_schema_is_up_to_date():
    published = json.loads((ROOT / "docs" / "pack.schema.json").read_text(encoding="utf-8"))
    assert published == json.loads(json.dumps(schema()))


def test_rulings_are_proved():
    rows = re.findall(r"^\| (RUL-\d\d+) \| .* \| .* \| (.*) \|$", page("rulings.md"), re.MULTILINE)
    assert sorted(int(id[4:]) for id, _ in rows) == list(range(1, len(rows) + 1))
    ids = {written.id for written in collect([SCENARIOS])}
    known = ids | {id.split("/")[0] for id in ids}
    cited = set()
    for id, proofs in rows:
        assert named(proofs), f"{id} is not proved"
        assert named(proofs) - known == set(), id
        cited |= named(proofs)
    assert {id for id in known if id.startswith("RUL-") and "/" not in id} - cited == set()


def anchors(text: str) -> set[str]:
    """The places of a page that a link can point at."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path):
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        other = path.parent / file if file else path
        assert other.is_file(), target
        if anchor:
            assert anchor in anchors(other.read_text(encoding="utf-8")), target
