"""How cards fare: counts and win rates as a plain recount has them; a card that is too strong is found."""

from pathlib import Path
from statistics import fmean

import polars as pl
import pytest

from kickdoor.play.game import Game
from kickdoor.report.cards import FATES, SWINGS, dead_cards, faces
from kickdoor.report.edges import win_rates
from kickdoor.report.summary import summarise
from kickdoor.sim.results import origin_of
from kickdoor.sim.runner import Plan

STRONG = "munchkin/amazon"


def had(row: dict, way: str) -> bool:
    if way == "played":
        return row["laid"] + row["played"] + row["used"] + row["fought"] > 0
    return row["drawn" if way == "drawn" else "stuck"] > 0


def test_counts_and_rates_agree_with_a_recount(run):
    tables = run()
    rows = tables.cards.collect().to_dicts()
    players = tables.players.collect().to_dicts()
    found = {card.id: card for card in summarise(tables).cards.cards}
    assert len(found) == 147
    for id in ("munchkin/amazon", "munchkin/cleric", "munchkin/huge_rock"):
        card, mine = found[id], [row for row in rows if row["card"] == id]
        assert card.fates == {fate: sum(row[fate] for row in mine) for fate in FATES}
        for way in ("drawn", "played", "held"):
            seats = {(row["game"], row["seat"]) for row in mine if had(row, way)}
            games = {game for game, _ in seats}
            having = [player["won"] for player in players if (player["game"], player["seat"]) in seats]
            others = [
                player["won"]
                for player in players
                if player["game"] in games and (player["game"], player["seat"]) not in seats
            ]
            rate = getattr(card, f"when_{way}")
            assert rate.players == len(having)
            assert rate.wins == sum(having)
            if having:
                assert rate.rate == pytest.approx(fmean(having), abs=1e-4)
                assert rate.control == pytest.approx(fmean(others), abs=1e-4)


def test_an_edge_compares_each_game_within_itself():
    # Two games: in the first two of four had it and one of them won; in the second one of four, who lost.
    stakes = pl.DataFrame({"game": [1, 2], "n": [4, 4], "w": [1, 1]}).lazy()
    marked = pl.DataFrame({"label": ["x"] * 3, "game": [1, 1, 2], "won": [True, False, False]}).lazy()
    (rate,) = win_rates(marked, stakes)
    over = (1 - 2 * 1 / 4) + (0 - 1 * 1 / 4)
    under = 2 * 2 / 4 + 1 * 3 / 4
    assert rate.edge.value == pytest.approx(over / under, abs=1e-4)
    assert rate.verdict == "too few games"


def test_who_all_lost_prove_little():
    stakes = pl.DataFrame({"game": range(40), "n": [4] * 40, "w": [1] * 40}).lazy()
    marked = pl.DataFrame({"label": ["x"] * 40, "game": range(40), "won": [False] * 40}).lazy()
    (rate,) = win_rates(marked, stakes)
    assert rate.edge.value == pytest.approx(-1 / 3, abs=1e-4)
    assert rate.edge.low < -0.45  # games that all go alike do not make the interval empty


def test_a_strong_card_is_found(run):
    cards = summarise(run(games=300, strong=STRONG)).cards.cards
    flagged = {card.id: card.when_drawn.verdict for card in cards if card.when_drawn.verdict in ("more", "less")}
    assert flagged == {STRONG: "more"}
    best = max(cards, key=lambda card: card.when_drawn.edge.low if card.when_drawn.edge.low is not None else -1)
    assert best.id == STRONG
    assert best.when_drawn.q < 1e-6


def test_without_a_strong_card_none_is_found(run):
    cards = summarise(run(games=300)).cards.cards
    rates = [rate for card in cards for rate in (card.when_drawn, card.when_played, card.when_held)]
    assert {rate.verdict for rate in rates} == {"noise", "too few games"}


def test_swings_are_of_those_who_played_against_those_who_only_had_it(run):
    tables = run(games=300)
    report = summarise(tables).cards
    assert len(report.swings) == SWINGS
    rows = tables.cards.collect().to_dicts()
    for swing in report.swings:
        mine = [row for row in rows if row["card"] == swing.id]
        played = [row["won"] for row in mine if had(row, "played")]
        idle = [row["won"] for row in mine if not had(row, "played") and not row["struck"]]
        assert (swing.players_played, swing.players_idle) == (len(played), len(idle))
        assert swing.rate_played == pytest.approx(fmean(played), abs=1e-4)
        assert swing.rate_idle == pytest.approx(fmean(idle), abs=1e-4)
        assert swing.change.value == pytest.approx(fmean(played) - fmean(idle), abs=2e-4)


DEAD = """\
id: mine
name: Mine
cards:
- {id: rat, name: Rat, deck: door, kind: monster, level: 1, treasures: 1, bad_stuff: [{lose_levels: 1}], copies: 40}
- {id: hat, name: Hat, deck: treasure, kind: item, bonus: 1, slot: headgear, gold: 200, copies: 40}
- {id: elf_sword, name: Elf Sword, deck: treasure, kind: item, bonus: 3, hands: 1, gold: 400, usable_by: elf}
"""


def test_dead_cards_of_the_mix_are_told(tmp_path: Path):
    path = tmp_path / "mine.yaml"
    path.write_text(DEAD, encoding="utf-8")
    origin = origin_of(Plan(Game.header([str(path)], 4, "1"), 1))
    assert [(card.name, bool(card.why)) for card in dead_cards(origin)] == [("Elf Sword", True)]
    path.unlink()
    assert dead_cards(origin) == []  # the pack is gone since: its cards are told by their ids
    assert faces(origin) == {}
