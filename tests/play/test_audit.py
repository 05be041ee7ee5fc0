"""The audit finds a hollow scenario, and none where scenarios prove what a card says."""

import subprocess
from pathlib import Path

import msgspec
import pytest

from kickdoor.packs.loader import Listed, content_of
from kickdoor.play.audit import audit, audit_card, audit_switch, cards_to_audit, mutants, names_to_audit
from kickdoor.play.scenario_files import Written
from kickdoor.play.touched import BOOKS, PACKS, SCENARIOS, UnknownCommit, sample, touched

TABLE = {"players": {"A": {"level": 3, "carried": ["Horny Helmet"]}, "B": {}, "C": {}}, "cards": ["horny_helmet"]}
FOE = {**TABLE, "door": [{"name": "Foe", "level": 20}]}
WORN = {**FOE, "id": "worn", "steps": [{"A": {"equip": "Horny Helmet"}}, {"A": "kick"}]}
ADDS = {**WORN, "id": "adds", "expect": {"strength": [4, 20]}}
ELF = {"A": {"level": 3, "races": ["Elf"], "carried": ["Horny Helmet"]}, "B": {}, "C": {}}
ADDS_TO_ELVES = {**WORN, "id": "elf", "players": ELF, "expect": {"strength": [6, 20]}}
PLACE = {
    **TABLE,
    "id": "place",
    "players": {"A": {"equipped": [{"slot": "headgear"}], "carried": ["Horny Helmet"]}, "B": {}, "C": {}},
    "steps": [{"A": {"equip": "Horny Helmet"}, "refused": "ITEM-03"}],
}
SALE = {"steps": [{"A": {"sell": ["Horny Helmet", "rest"]}}], "expect": {"levels": {"A": 2}}}
SOLD = {
    **TABLE,
    **SALE,
    "id": "sold",
    "players": {"A": {"carried": ["Horny Helmet", {"name": "rest", "gold": 400}]}, "B": {}, "C": {}},
}
SHORT = {
    **SOLD,
    "id": "short",
    "players": {"A": {"carried": ["Horny Helmet", {"name": "rest", "gold": 399}]}, "B": {}, "C": {}},
    "steps": [{"A": {"sell": ["Horny Helmet", "rest"]}, "refused": "SELL-01"}],
    "expect": {},
}
PROOF = [ADDS, ADDS_TO_ELVES, PLACE, SOLD, SHORT]


@pytest.fixture(scope="module")
def helmet() -> Listed:
    return next(entry for entry in cards_to_audit(["munchkin"]) if entry.id == "munchkin/horny_helmet")


def found(entry: Listed, *raws: dict[str, object]) -> list[str]:
    return [finding.change for finding in audit_card(entry, [Written(raw, "x.yaml", "") for raw in raws])]


def test_scenarios_that_prove_the_card_leave_nothing_to_find(helmet: Listed):
    assert found(helmet, *PROOF) == []


def test_a_hollow_scenario_is_found(helmet: Listed):
    missed = found(helmet, WORN)
    assert "bonus emptied" in missed
    assert "bonus: 2 for 1" in missed
    assert "slot emptied" in missed


@pytest.mark.parametrize(
    ("without", "missed"),
    [(ADDS_TO_ELVES, "strength"), (PLACE, "slot"), (SHORT, "gold: 601")],
    ids=["elves", "place", "price"],
)
def test_what_a_missing_scenario_proved_is_found(helmet: Listed, without: dict[str, object], missed: str):
    changes = found(helmet, *(raw for raw in PROOF if raw is not without))
    assert any(change.startswith(missed) for change in changes), changes


def test_a_card_that_no_scenario_names_and_one_that_fails(helmet: Listed):
    assert found(helmet) == ["no scenario names this card"]
    assert found(helmet, {**ADDS, "expect": {"strength": [9, 20]}}) == ["scenario adds fails as it is"]


def test_a_switch_is_turned_over():
    table = {"players": {"A": {}, "B": {}, "C": {}}, "rules": ["WIN-01"]}
    hollow = Written({**table, "id": "hollow", "expect": {"turn": "A"}}, "x.yaml", "")
    killed = {
        **table,
        "id": "wins",
        "players": {"A": {"level": 9}, "B": {}, "C": {}},
        "phase": "combat",
        "combat": {"fighter": "A", "monsters": [{"level": 1}]},
        "steps": [{"pass": "all"}],
        "expect": {"winners": ["A"]},
    }
    assert [finding.change for finding in audit_switch("winning_level", [hollow])] == ["one more"]
    assert audit_switch("winning_level", [hollow, Written(killed, "x.yaml", "")]) == []


def test_processes_share_the_work(tmp_path: Path):
    path = tmp_path / "x.yaml"
    path.write_text("- {id: hollow, cards: [maul_rat], players: {A: {}, B: {}, C: {}}}\n", encoding="utf-8")
    told = []
    findings = audit([path], ["munchkin"], ["munchkin/maul_rat"], 1, lambda: told.append(1))
    assert {finding.what for finding in findings} == {"munchkin/maul_rat"}
    assert told == [1]


def test_what_takes_hands_is_held_without_its_slot(helmet: Listed):
    sword = next(entry for entry in cards_to_audit(["munchkin"]) if entry.id == "munchkin/sneaky_bastard_sword").card
    assert "slot emptied" not in [change for change, _ in mutants(sword)]
    assert "hands emptied" in [change for change, _ in mutants(sword)]
    assert "slot emptied" in [change for change, _ in mutants(helmet.card)]


def test_what_only_words_read_is_no_effect():
    golem = next(entry for entry in cards_to_audit(["munchkin-3"]) if entry.card.notes).card
    assert not [change for change, _ in mutants(golem) if change.startswith(("notes", "tally", "wording"))]
    assert content_of(msgspec.structs.replace(golem, notes={1: "otherwise"})) == content_of(golem)


# What a change touches


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the project's packs and books, and one scenario."""
    root = Path(__file__).resolve().parents[2]
    for name in (PACKS, SCENARIOS):
        (tmp_path / name).mkdir(parents=True)
    for path in (root / PACKS).glob("*.yaml"):
        (tmp_path / PACKS / path.name).write_bytes(path.read_bytes())
    (tmp_path / BOOKS).parent.mkdir(parents=True)
    (tmp_path / BOOKS).write_bytes((root / BOOKS).read_bytes())
    scenario(tmp_path, "rules: [WIN-01], cards: [maul_rat]")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        git = ["git", "-C", str(tmp_path), "-c", "user.name=x", "-c", "user.email=x@localhost", *command]
        subprocess.run(git, check=True)
    return tmp_path


def scenario(root: Path, fields: str) -> None:
    (root / SCENARIOS / "x.yaml").write_text(f"- {{id: x, {fields}}}\n", encoding="utf-8")


def test_nothing_is_touched_where_nothing_changed(checkout: Path):
    assert touched(checkout, "HEAD") == []


def test_a_changed_card_and_a_changed_scenario_are_touched(checkout: Path):
    pack = checkout / PACKS / "star.yaml"
    text = pack.read_text(encoding="utf-8")
    assert "id: armchair" in text
    pack.write_text(text.replace("name: Armchair", "name: Armchairs"), encoding="utf-8")
    assert touched(checkout, "HEAD") == ["star/armchair"]
    scenario(checkout, "rules: [WIN-01], cards: [potted_plant]")
    assert {"star/armchair", "munchkin/maul_rat", "munchkin/potted_plant", "winning_level"} <= set(
        touched(checkout, "HEAD")
    )


def test_a_changed_book_touches_the_switches(checkout: Path):
    (checkout / BOOKS).write_text("{}\n", encoding="utf-8")
    assert set(touched(checkout, "HEAD")) == set(names_to_audit([]))


def test_an_unknown_commit_is_told(checkout: Path):
    with pytest.raises(UnknownCommit, match="no-such: cannot be read"):
        touched(checkout, "no-such")


def test_a_sample_is_that_of_the_commit(checkout: Path):
    names = names_to_audit(["munchkin"])
    assert sample(checkout, names, len(names)) == names
    drawn = sample(checkout, names, 30)
    assert len(drawn) == 30
    assert sample(checkout, names, 30) == drawn
    scenario(checkout, "rules: [WIN-02]")
    git = ["git", "-C", str(checkout), "-c", "user.name=x", "-c", "user.email=x@localhost"]
    subprocess.run([*git, "commit", "-qam", "more"], check=True)
    assert sample(checkout, names, 30) != drawn
