"""The suite of positions is whole, its answers are lawful, and the scorer tells good choices from bad ones."""

import json

import pytest
from typer.testing import CliRunner

from kickdoor.cli.app import app
from kickdoor.env.search import value_of
from kickdoor.env.suite import THEMES, Problem, choose_by, score, suite
from kickdoor.play.choices import Decision, Option
from kickdoor.play.game import Game


def test_there_are_a_hundred_positions_of_four_themes():
    problems = suite()
    assert [sum(problem.theme == theme for problem in problems) for theme in THEMES] == [25] * 4
    assert len({problem.id for problem in problems}) == 100
    for problem in problems:
        assert len(problem.answers) >= 2
        for answer in problem.answers:
            assert 0 <= answer.value.low <= answer.value.mean <= answer.value.high <= 1
            assert answer.value.worlds >= 24
    assert sum(problem.is_clear for problem in problems) > 50


def test_no_two_positions_have_the_same_table():
    def table(problem: Problem) -> str:
        players = [{**player, "hand": None} for player in problem.position["players"].values()]
        fight = problem.position.get("combat", {})
        return repr((players, problem.position["turn"], fight.get("fighter"), fight.get("monsters")))

    assert len({table(problem) for problem in suite()}) == 100


@pytest.mark.parametrize("theme", THEMES)
def test_no_answer_is_always_best(theme: str):
    leading = sum(problem.best == 0 for problem in suite() if problem.theme == theme)
    assert 10 <= leading <= 15


@pytest.mark.parametrize("problem", suite(), ids=lambda problem: problem.id)
def test_positions_have_their_answers(problem: Problem):
    game = problem.lay_out()
    assert problem.seat in game.waiting
    options = problem.options(game)
    assert len(set(options)) == len(problem.answers)
    assert game.why_not(problem.seat, options[0]) is None


def by_place(best: bool) -> object:
    def choose(problem: Problem, game: Game, decision: Decision) -> Option:
        means = [answer.value.mean for answer in problem.answers]
        return decision.options[means.index(max(means) if best else min(means))]

    return choose


def test_the_scorer_tells_best_from_worst():
    some = suite()
    best, worst = (score("x", by_place(which), some)[-1] for which in (True, False))  # type: ignore[arg-type]
    assert (best.theme, best.positions) == ("all", len(some))
    assert best.best == best.clear > 0
    assert best.regret == 0
    assert worst.best == 0
    assert worst.regret > 0


def test_a_bot_is_scored():
    found = score("veteran", choose_by("veteran"), suite())
    assert found[-1].positions == 100
    assert 0 < found[-1].best < found[-1].clear


def test_the_command():
    result = CliRunner().invoke(app, ["suite", "--bots", "random,rookie", "--json"])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert {each["player"] for each in found} == {"random", "rookie"}
    assert CliRunner().invoke(app, ["suite", "--bots", "nobody"]).exit_code == 2


def test_an_interval_holds_its_mean_and_narrows_with_more_worlds():
    few, many = value_of([0.0, 1.0] * 5), value_of([0.0, 1.0] * 50)
    assert few.low < few.mean == 0.5 < few.high
    assert many.high - many.low < few.high - few.low
