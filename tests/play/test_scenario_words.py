"""Scenarios that cannot lie: every word is known, a bad one fails alone, and a refusal must say something."""

from pathlib import Path
from typing import Any

import pytest

from kickdoor.play.scenario import run_one, trace
from kickdoor.play.scenario_files import run_file
from kickdoor.testing import Failure, table

PLAYERS = {"A": {"level": 3, "hand": ["Magic Missile", "Elf"]}, "B": {}, "C": {}}


def run(**given: Any) -> tuple[str, str]:
    result = run_one({"id": "x", "players": PLAYERS, **given})
    return result.place, result.why


@pytest.mark.parametrize(
    ("given", "place", "said"),
    [
        ({"stesp": []}, "stesp", "did you mean 'steps'?"),
        ({"players": {"A": {"levl": 3}, "B": {}, "C": {}}}, "players.A.levl", "did you mean 'level'?"),
        ({"players": {"A": {"hand": ["Magik Missile"]}, "B": {}, "C": {}}}, "", "did you mean 'Magic Missile'?"),
        ({"players": []}, "players", "`players` is missing"),
        ({"players": {"A": None, "B": {}, "C": {}}}, "players.A", "is a mapping"),
        ({"phase": "aranges"}, "phase", "there is no phase 'aranges'"),
        ({"turn": "Z"}, "turn", "there is no player 'Z'; there are A, B, C"),
        ({"players": {"A": {"sex": "mail"}, "B": {}, "C": {}}}, "players.A.sex", "did you mean 'male'?"),
        ({"players": {"A": {"hand": [{"name": "gem", "bonsu": 3}]}, "B": {}, "C": {}}}, "", "did you mean 'bonus'?"),
        ({"expect": {"drawn": {}}}, "expect.drawn", "`drawn` says nothing here"),
        ({"steps": [{"expect": {"not_happened": []}}]}, "steps[0].expect.not_happened", "says nothing here"),
        ({"rules": ["CMB-1"]}, "rules[0]", "there is no rule 'CMB-1'; did you mean 'CMB-1"),
        ({"options": {"winning_levle": 5}}, "", "unknown option"),
        ({"combat": {"fighter": "A", "monstrs": []}}, "combat.monstrs", "did you mean 'monsters'?"),
        ({"combat": {"fighter": "Z", "monsters": []}}, "combat.fighter", "there is no player 'Z'"),
        (
            {"combat": {"fighter": "A", "monsters": [{"card": "Maul Rat", "twin": 1}]}},
            "combat.monsters[0].twin",
            "twin_of",
        ),
        ({"steps": [{"pass": "everybody"}]}, "steps[0].pass", "there is no player 'everybody'"),
        ({"steps": [{"pass": "all", "A": "kick"}]}, "steps[0]", "`pass` stands alone"),
        ({"steps": [{"A": "kik"}]}, "steps[0].A", "did you mean 'kick'?"),
        ({"steps": [{"A": "play"}]}, "steps[0].A", "`play` says what"),
        ({"steps": [{"D": "kick"}]}, "steps[0]", "there is no player or word 'D'"),
        ({"steps": [{"A": {"plya": "Elf"}}]}, "steps[0].A.plya", "did you mean 'play'?"),
        ({"steps": [{"A": {"play": "Elf", "equip": "Elf"}}]}, "steps[0].A", "one thing to do"),
        ({"steps": [{"A": {"equip": "Elf", "on": "B"}}]}, "steps[0].A.on", "`on` does not go with `equip`"),
        ({"steps": [{"A": {"on": "B"}}]}, "steps[0].A", "nothing is done here"),
        ({"steps": [{"A": {"play": "Elv"}}]}, "steps[0]", "did you mean 'Elf'?"),
        ({"steps": [{"A": {"choose": "Elv"}}]}, "steps[0]", "did you mean 'Elf'?"),
        ({"steps": [{"A": "kick", "refused": "CMB-99"}]}, "steps[0].refused", "there is no rule or reason 'CMB-99'"),
        ({"steps": [{"A": "kick", "refused": False}]}, "steps[0].refused", "is true, the id of a rule or a reason"),
        ({"steps": [{"A": "kick", "why": "so"}]}, "steps[0]", "`why` goes with `refused`"),
        ({"steps": [{"A": {"offer": {"too": "B"}}}]}, "steps[0].A.offer.too", "did you mean 'to'?"),
        ({"steps": [{"A": {"offer": {"to": "B", "kind": "tade"}}}]}, "steps[0].A.offer.kind", "did you mean 'trade'?"),
        ({"steps": [{"A": {"give": "Elf"}}]}, "steps[0].A", "says to whom"),
        ({"steps": [{"until": {"moment": "fite"}}]}, "steps[0].until.moment", "there is no moment 'fite'"),
        ({"steps": [{"until": {}}]}, "steps[0].until", "says what is waited for"),
        ({"steps": [{"expect": {"levls": {}}}]}, "steps[0].expect.levls", "did you mean 'levels'?"),
        ({"expect": {"levels": {"Z": 1}}}, "expect.levels", "there is no player 'Z'"),
        ({"expect": {"levels": {"A": "3"}}}, "expect.levels.A", "is a whole number"),
        ({"expect": {"not_happened": ["dyed"]}}, "expect.not_happened", "did you mean 'died'?"),
        ({"expect": {"moment": "arange"}}, "expect.moment", "did you mean 'arrange'?"),
        ({"expect": {"outcome": "one"}}, "expect.outcome", "did you mean 'none'?"),
        ({"expect": {"cards": {"Elf": "A hands"}}}, "expect.cards.Elf", "did you mean 'A hand'?"),
        ({"expect": {"cards": {"Elv": "A hand"}}}, "expect", "did you mean 'Elf'?"),
        ({"expect": {"decks": {"door": 1}}}, "expect.decks.door", "did you mean 'doors'?"),
        ({"expect": {"drawn": {"A": {"face": "up"}}}}, "expect.drawn.A", "says how many"),
        ({"expect": {"strength": [1, 2, 3]}}, "expect.strength", "[party, monsters]"),
        ({"expect": {"sex": {"A": "femal"}}}, "expect.sex.A", "did you mean 'female'?"),
    ],
)
def test_no_unknown_word_passes(given: dict[str, Any], place: str, said: str) -> None:
    found, why = run(**given)
    assert said in why
    assert found == place


def test_an_ability_is_one_of_the_cards() -> None:
    players = {"A": {"classes": ["Warrior"]}, "B": {}, "C": {}}
    _, why = run(players=players, steps=[{"A": {"use": "Warrior", "ability": "berzerk"}, "refused": True}])
    assert "there is no ability of Warrior 'berzerk'; did you mean 'berserk'?" in why


def test_a_bad_scenario_fails_alone_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mixed.yaml"
    path.write_text(
        "- id: good\n"
        "  players: {A: {}, B: {}, C: {}}\n"
        "  expect: {turn: A}\n"
        "- just words\n"
        "- {rules: [CMB-01]}\n"
        "- id: wrong step\n"
        "  players: {A: {}, B: {}, C: {}}\n"
        "  steps:\n"
        "  - A: kick\n"
        "  - B: kik\n"
        "- id: in a variant\n"
        "  players: {A: {}, B: {}, C: {}}\n"
        "  variants:\n"
        "    one:\n"
        "      expect: {turn: B}\n"
        "    two:\n"
        "      expect: {turn: A}\n"
        "- id: last\n"
        "  players: {A: {}, B: {}, C: {}}\n"
        "  expect: {turn: A}\n",
        encoding="utf-8",
    )
    found = [(result.id, result.passed, result.line) for result in run_file(path)]
    assert found == [
        ("good", True, 0),
        ("?", False, 4),
        ("?", False, 5),
        ("wrong step", False, 10),
        ("in a variant/one", False, 15),
        ("in a variant/two", True, 0),
        ("last", True, 0),
    ]


@pytest.mark.parametrize("text", ["- {id: x, id: y}", "a: [", "\x00", "7"])
def test_a_file_that_cannot_be_read_fails_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    [result] = run_file(path)
    assert not result.passed
    assert result.why


def test_a_table_that_breaks_fails_its_scenario_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise KeyError("seat")

    monkeypatch.setattr("kickdoor.play.table.Table.do", breaks)
    _, why = run(steps=[{"A": "kick"}])
    assert "it breaks the table: KeyError: 'seat'" in why


# Refusals


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"B": {"choose": "Elf"}, "refused": True}, "the answer is not tried at all"),
        ({"A": {"play": "Elv"}, "refused": True}, "there is no card 'Elv'"),
        ({"A": {"play": "Elf", "choose": "B"}, "refused": True}, "it was not refused: A is not asked to choose 'B'"),
        ({"A": {"play": "Elf"}, "refused": True}, "it was not refused"),
        ({"A": {"play": "Magic Missile"}, "refused": "ACT-10"}, "refused by CMB-07 as no_combat"),
    ],
)
def test_a_refusal_must_be_one_of_the_table(step: dict[str, Any], said: str) -> None:
    t = table(players=PLAYERS)
    with pytest.raises(Failure, match=said):
        t.do(step)


@pytest.mark.parametrize("reason", ["CMB-07", "no_combat", True])
def test_a_refusal_by_rule_by_reason_or_any(reason: object) -> None:
    t = table(players=PLAYERS)
    t.do({"A": {"play": "Magic Missile", "on": "party"}, "refused": reason})
    t.expect({"cards": {"Magic Missile": "A hand"}})


def test_play_lays_no_one_shot_where_it_cannot_be_played() -> None:
    t = table(players=PLAYERS)
    with pytest.raises(Exception, match="Only while a fight is on"):
        t.do({"A": {"play": "Magic Missile"}})
    t.do({"A": {"lay": "Magic Missile"}})
    t.expect({"cards": {"Magic Missile": "A carried"}})


# Passing


def test_until_passes_as_often_as_it_takes() -> None:
    t = table(players={"A": {"level": 5}, "B": {}, "C": {"hand": ["Wishing Ring"]}}, door=["Maul Rat"])
    t.do({"until": {"moment": "fight"}})
    t.expect({"monsters": ["Maul Rat"]})
    t.do({"until": {"turn": "B"}})
    t.expect({"turn": "B", "moment": "arrange"})


def test_until_says_why_it_does_not_come_to_that() -> None:
    t = table(players=PLAYERS, door=["Ancient"])
    with pytest.raises(Failure, match=r"A must choose between .*'loot'.*The window `second` is open"):
        t.do({"until": {"moment": "fight"}})


def test_messages_name_the_window_who_is_asked_and_the_options() -> None:
    t = table(players=PLAYERS)
    with pytest.raises(Failure, match=r"The window `arrange` is open in A's turn; A is asked between .*Elf.*proceed"):
        t.expect({"levels": {"A": 4}})


def test_who_kicks_while_others_may_speak_waits_for_them() -> None:
    players = {"A": {}, "B": {"hand": ["Curse! Lose a Level"]}, "C": {}}
    _, why = run(players=players, door=["Maul Rat"], steps=[{"A": "kick"}], expect={"levels": {"A": 1}})
    assert "it ends while B may still speak" in why
    _, why = run(players=players, door=["Maul Rat"], steps=[{"A": "kick"}, {"A": "kick"}])
    assert "A has gone on, and waits for B" in why
    steps = [{"A": "kick"}, {"pass": "B"}]
    assert run(players=players, door=["Maul Rat"], steps=steps, expect={"monsters": ["Maul Rat"]}) == ("", "")


def test_the_outcome_of_a_fight_is_remembered() -> None:
    t = table(players={"A": {"level": 5}, "B": {}, "C": {}}, door=["Maul Rat"])
    t.expect({"outcome": "none"})
    t.do({"until": {"turn": "B"}})
    t.expect({"outcome": "won"})


# Sales


def test_a_sale_once_begun_can_be_called_off() -> None:
    t = table(
        players={"A": {"carried": [{"name": "gem", "gold": 600}, {"name": "ring", "gold": 500}]}, "B": {}, "C": {}}
    )
    before = t.game.decision(0).options
    t.do({"A": "sell"})
    t.do({"A": {"choose": "gem"}})
    t.do({"A": "call_off"})
    t.expect({"levels": {"A": 1}, "cards": {"gem": "A carried"}, "not_happened": ["sold"]})
    assert t.game.decision(0).options == before
    t.do({"A": {"sell": ["gem", "ring"]}})
    t.expect({"levels": {"A": 2}})


@pytest.mark.parametrize(
    ("level", "sale", "rule"),
    [
        (1, {"sell": ["gem"]}, "SELL-01"),
        (8, {"sell": ["crown", "gem", "ring"]}, "SELL-03"),
        (1, {"sell": ["crown"], "double": "crown"}, "RACE-03"),
        (1, {"sell": ["crown", "Elf"]}, "ITEM-15"),
        (1, {"sell": ["crown", "toy"]}, "CARD-05"),
    ],
)
def test_a_sale_is_refused_by_the_rule_that_forbids_it(level: int, sale: dict[str, Any], rule: str) -> None:
    items = [{"name": "gem", "gold": 600}, {"name": "ring", "gold": 500}, {"name": "crown", "gold": 1000}]
    players = {"A": {"level": level, "carried": items, "hand": ["Elf"]}, "B": {"carried": [{"name": "toy"}]}, "C": {}}
    t = table(players=players)
    t.do({"A": sale, "refused": rule})


# What forbids


@pytest.mark.parametrize(
    ("position", "step"),
    [
        ({"phase": "combat"}, {"A": "loot", "refused": "TURN-03"}),
        ({"phase": "combat"}, {"B": {"use": "Thief", "ability": "theft", "on": "A"}, "refused": "CHAR-11"}),
        ({"phase": "combat"}, {"B": "loot", "refused": "TURN-06"}),
        ({}, {"A": "claim", "refused": "CMB-07"}),
        ({}, {"A": {"equip": "Helm of Courage"}, "refused": "already_equipped"}),
        ({}, {"B": "kick", "refused": "TURN-13"}),
        ({}, {"A": "loot", "refused": "TURN-06"}),
    ],
)
def test_a_refusal_names_the_rule_that_really_forbids(position: dict[str, Any], step: dict[str, Any]) -> None:
    players = {
        "A": {"equipped": ["Helm of Courage"], "carried": [{"name": "gem"}], "hand": ["Wizard"]},
        "B": {"classes": ["Thief"], "hand": ["card1"]},
        "C": {},
    }
    fight = {"combat": {"fighter": "A", "monsters": [{"level": 20}]}} if position else {}
    t = table(players=players, **position, **fight)
    t.do(step)


def test_a_trace_tells_what_everybody_could_do(tmp_path: Path) -> None:
    told: list[str] = []
    raw = {"id": "x", "players": PLAYERS, "steps": [{"A": {"play": "Elf"}}], "expect": {"levels": {"A": 3}}}
    assert trace(raw, "", told.append).passed
    text = "\n".join(told)
    assert "The window `arrange` is open in A's turn" in text
    assert "A is asked: lay Magic Missile, lay Elf" in text
    assert "happened: laid" in text
    assert told[-1] == "It passed"
