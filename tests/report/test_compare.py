"""Two runs compared: what differs is found, what does not is called noise."""

import polars as pl
import pytest

from kickdoor.report.compare import changes, compare
from kickdoor.report.ratios import rows_of

STRONG = "munchkin/amazon"


def test_a_run_does_not_differ_from_itself(run):
    tables = run()
    found = compare(tables, tables)
    assert found.verdict == "noise"
    assert found.differing == 0
    assert found.changed == []
    assert found.paired == found.games_a == found.games_b
    assert {each.change.value for each in (*found.figures, *found.cards)} == {0.0}


def test_runs_that_differ_by_chance_only_are_noise(run):
    found = compare(run("a", games=200), run("b", games=200, seed="other"))
    assert found.changed == ["seed"]
    assert found.paired == 0
    assert found.comparisons > 100
    assert found.verdict == "noise"


@pytest.mark.parametrize("seed", ["1", "other"])
def test_a_strong_card_is_found(run, seed: str):
    found = compare(run("a", games=300), run("b", games=300, strong=STRONG, seed=seed))
    assert bool(found.paired) is (seed == "1")
    assert found.verdict == "different"
    real = {(each.card, each.figure, each.verdict) for each in found.cards if each.verdict in ("higher", "lower")}
    assert (STRONG, "edge when drawn", "higher") in real
    assert {card for card, _, _ in real} == {STRONG}
    assert found.cards[0].card == STRONG


def test_pairs_take_away_what_games_have_in_common():
    first = pl.DataFrame({"game": range(40), "turns": [10 * i for i in range(40)]})
    second = first.with_columns(turns=pl.col("turns") + 1 + pl.col("game") % 2)
    figures = {"turns": (pl.col("turns"), pl.lit(1))}
    sides = [rows_of(side.lazy(), figures) for side in (first, second)]
    (paired,) = changes(*sides, paired=True).to_dicts()
    (apart,) = changes(*sides, paired=False).to_dicts()
    assert paired["change"] == apart["change"] == pytest.approx(1.5)
    differences = pl.Series([1 + i % 2 for i in range(40)])
    assert paired["se"] == pytest.approx(differences.std() / 40**0.5)
    assert apart["se"] == pytest.approx((2 * first["turns"].var() / 40) ** 0.5, rel=1e-3)


def test_few_games_prove_nothing(run):
    found = compare(run("a", games=10), run("b", games=10, seed="other", strong=STRONG))
    assert {each.verdict for each in (*found.figures, *found.cards)} == {"too few games"}
    assert found.comparisons == 0
    assert found.verdict == "too few games"
