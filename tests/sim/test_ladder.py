"""The tournament: seats in turn, kept game by game, going on where it stopped; ratings and intervals from it."""

from pathlib import Path

import msgspec
import pytest

from kickdoor.bots import UnknownBot
from kickdoor.play.game import Game
from kickdoor.report.ladder import as_markdown, draw, sum_up
from kickdoor.sim.ladder import GAMES, Climb, Ladder, LadderError, Rules, rules_of

LEVELS = ("random", "rookie")


def opened(folder: Path, levels: tuple[str, ...] = LEVELS, seed: str = "1") -> Ladder:
    return Ladder.open(folder, Game.header(["munchkin"], 3, seed, options={"winning_level": 3}), levels)


def plain(climb: Climb) -> tuple[object, ...]:
    return climb.challenger, climb.below, climb.game, climb.seat, climb.won, climb.winners, climb.turns, climb.decisions


def test_the_challenger_changes_seats(tmp_path: Path):
    climbs = list(opened(tmp_path).play(6))
    assert [each.seat for each in climbs] == [0, 1, 2, 0, 1, 2]
    assert all((each.challenger, each.below) == ("rookie", "random") for each in climbs)
    assert all(each.won == (each.seat in each.winners) for each in climbs)
    assert all(len(each.thoughts) == each.decisions.get("rookie", 0) for each in climbs)
    assert all(sum(each.thoughts) == pytest.approx(each.seconds.get("rookie", 0.0), abs=0.01) for each in climbs)


def test_it_goes_on_where_it_stopped_and_gives_the_same_games(tmp_path: Path):
    whole = [plain(each) for each in opened(tmp_path / "whole").play(5)]
    first = opened(tmp_path / "parts")
    part = [plain(each) for each in first.play(2)]
    with (tmp_path / "parts" / GAMES).open("ab") as file:
        file.write(b'{"challenger": "roo')  # cut off by a kill
    again = opened(tmp_path / "parts")
    assert [plain(each) for each in again.climbs] == part
    assert [*part, *(plain(each) for each in again.play(5, jobs=2))] == whole
    assert [plain(each) for each in opened(tmp_path / "parts").climbs] == whole
    assert list(opened(tmp_path / "parts").play(5)) == []


def test_each_level_meets_the_one_below(tmp_path: Path):
    ladder = opened(tmp_path, ("random", "rookie", "veteran"))
    assert ladder.rungs == [("rookie", "random"), ("veteran", "rookie")]
    assert {each.challenger for each in ladder.play(1, only="veteran")} == {"veteran"}
    assert {each.challenger for each in ladder.play(1)} == {"rookie"}


def test_another_tournament_is_refused(tmp_path: Path):
    opened(tmp_path)
    with pytest.raises(LadderError, match="seed was 1 and is 2 now"):
        opened(tmp_path, seed="2")
    with pytest.raises(UnknownBot, match="no bot 'clever'"):
        opened(tmp_path, ("random", "clever"))
    (tmp_path / GAMES).write_text("nonsense\n")
    with pytest.raises(LadderError, match="a line that is no game"):
        opened(tmp_path)


# Standings


def climbs_of(wins: int, games: int, challenger: str, below: str) -> list[Climb]:
    return [
        Climb(
            challenger=challenger,
            below=below,
            game=number,
            seat=number % 4,
            won=number * wins % games < wins,
            winners=(number % 4 if number * wins % games < wins else (number + 1) % 4,),
            turns=30,
            decisions={challenger: 2, below: 6},
            seconds={challenger: 0.2, below: 0.0006},
            thoughts=[0.05, 0.15],
        )
        for number in range(games)
    ]


@pytest.fixture
def rules() -> Rules:
    return rules_of(Game.header(["munchkin"], 4, "1"), ("random", "rookie", "veteran"))


def test_wins_are_told_with_intervals_and_par(rules: Rules):
    found = sum_up(rules, [*climbs_of(90, 100, "rookie", "random"), *climbs_of(25, 100, "veteran", "rookie")])
    better, par = found.rungs
    assert (better.games, better.wins, better.win_rate, better.par) == (100, 90, 0.9, 0.25)
    assert better.clears_par
    assert not par.clears_par
    assert par.interval.low < 0.25 < par.interval.high
    assert (better.median_thought, better.mean_thought) == pytest.approx((0.1, 0.1))


def test_par_counts_those_who_win_together(rules: Rules):
    shared = [msgspec.structs.replace(each, winners=(0, 1)) for each in climbs_of(50, 100, "rookie", "random")]
    (rung,) = sum_up(rules, [*shared, *climbs_of(50, 100, "rookie", "random")]).rungs
    assert rung.par == 0.375


def test_ratings_follow_wins(rules: Rules):
    found = sum_up(rules, [*climbs_of(90, 100, "rookie", "random"), *climbs_of(60, 100, "veteran", "rookie")])
    random, rookie, veteran = found.ratings
    assert random.mu < rookie.mu < veteran.mu
    assert random.interval.high < rookie.interval.low
    assert (rookie.games, rookie.decisions) == (200, 800)
    assert random.per_decision == pytest.approx(0.0001)
    even = sum_up(rules, climbs_of(25, 100, "rookie", "random")).ratings
    assert abs(even[0].mu - even[1].mu) < 2.5


def test_a_rung_without_games_is_left_out(rules: Rules):
    found = sum_up(rules, climbs_of(3, 10, "rookie", "random"))
    assert [rung.level for rung in found.rungs] == ["rookie"]


def test_table_and_plot(rules: Rules):
    found = sum_up(rules, climbs_of(90, 100, "rookie", "random"))
    page = as_markdown(found, "ladder.svg")
    assert "| `rookie` | 3 `random` | 100 | 90.0 % | 82.6 to 94.5 % | 25.0 % | 100.0 ms |" in page
    assert "(ladder.svg)" in page
    picture = draw(found)
    assert picture.startswith("<svg")
    assert "90 %" in picture
    assert msgspec.json.decode(msgspec.json.encode(found))["rungs"][0]["wins"] == 90
