"""Ratios of sums over games, their intervals, and the correction for many comparisons."""

import math
import statistics

import polars as pl
import pytest

from kickdoor.report.ratios import adjusted, estimates, p_value, rates, rows_of


def test_a_mean_has_the_usual_interval():
    values = [3, 5, 8, 13, 21]
    games = pl.DataFrame({"game": range(5), "turns": values}).lazy()
    found = estimates(rows_of(games, {"turns": (pl.col("turns"), pl.lit(1))}))["turns"]
    reach = 1.959964 * statistics.stdev(values) / math.sqrt(5)
    assert found.value == 10
    assert found.low == pytest.approx(10 - reach, abs=1e-4)
    assert found.high == pytest.approx(10 + reach, abs=1e-4)
    assert found.games == 5


def test_a_ratio_is_of_sums_and_not_of_ratios():
    games = pl.DataFrame({"game": [0, 1], "over": [1, 9], "under": [1, 3]}).lazy()
    found = estimates(rows_of(games, {"it": (pl.col("over"), pl.col("under"))}))["it"]
    assert found.value == 2.5


def test_nothing_below_is_no_figure():
    games = pl.DataFrame({"game": [0, 1], "over": [0, 0], "under": [0, 0]}).lazy()
    found = estimates(rows_of(games, {"it": (pl.col("over"), pl.col("under"))}))["it"]
    assert (found.value, found.low, found.high) == (None, None, None)


def test_one_game_has_no_interval():
    games = pl.DataFrame({"game": [0], "turns": [7]}).lazy()
    found = estimates(rows_of(games, {"turns": (pl.col("turns"), pl.lit(1))}))["turns"]
    assert (found.value, found.low, found.high) == (7, None, None)


def test_a_rate_keeps_within_bounds():
    games = pl.DataFrame({"game": range(8), "won": [True] * 8}).lazy()
    found = rates(rows_of(games, {"won": (pl.col("won"), pl.lit(1))}))["won"]
    assert found.value == found.high == 1
    assert found.low == pytest.approx(0.6756, abs=1e-4)  # 8 of 8 after Wilson


def test_benjamini_hochberg():
    # The fifteen chances of their paper of 1995; with a limit of 0.05 the first four are called real.
    chances = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
        *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
    ]
    found = adjusted(chances)
    assert [q < 0.05 for q in found] == [True] * 4 + [False] * 11
    assert found[0] == pytest.approx(0.0015)
    assert found[3] == pytest.approx(0.035625)
    assert found == sorted(found)
    assert adjusted(chances[::-1]) == found[::-1]
    assert adjusted([]) == []


def test_chances_of_a_change():
    assert p_value(1.959964, 1.0) == pytest.approx(0.05, abs=1e-6)
    assert p_value(0.0, 0.0) == 1.0
    assert p_value(0.5, 0.0) == 0.0
    assert p_value(None, None) == 1.0
