"""The figures of a run agree with a recount in plain Python."""

from statistics import fmean

import pytest

from kickdoor.report.games import MINUTES, SETTING_UP
from kickdoor.report.summary import summarise
from kickdoor.report.tables import Tables


@pytest.fixture
def counted(run) -> tuple[Tables, list[dict], list[dict]]:
    tables = run()
    return tables, tables.games.collect().to_dicts(), tables.players.collect().to_dicts()


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-4)


def test_games_that_did_not_end_are_left_out(counted):
    tables, games, players = counted
    summary = summarise(tables)
    assert summary.played == 60
    assert summary.finished == len(games) < 60
    assert summary.unfinished == 60 - len(games)
    assert len(players) == 4 * len(games)
    assert summary.games.length.turns.mean.games == len(games)


def test_length_and_lead(counted):
    tables, games, players = counted
    figures = summarise(tables).games
    minutes = [
        SETTING_UP
        + MINUTES["turns"] * game["turns"]
        + MINUTES["fights"] * (game["fights_won"] + game["fights_lost"] + game["fights_nobodys"])
        + MINUTES["helps"] * game["helps"]
        + MINUTES["interferences"] * game["interferences"]
        for game in games
    ]
    assert figures.length.turns.mean.value == near(fmean(game["turns"] for game in games))
    assert figures.length.decisions.mean.value == near(fmean(game["decisions"] for game in games))
    assert figures.length.minutes.mean.value == near(fmean(minutes))
    assert "45 s for each turn" in figures.length.minutes_how
    for told in (figures.length.turns, figures.length.decisions, figures.length.minutes, figures.lead_changes):
        assert sum(bin.count for bin in told.bins) == len(games)
        assert told.tenth <= told.median <= told.ninetieth
    assert figures.lead_changes.mean.value == near(fmean(game["lead_changes"] for game in games))
    firsts = [game for game in games if game["first_at_nine"] >= 0]
    wins = sum(game["first_at_nine"] in game["winners"] for game in firsts)
    assert figures.first_at_nine_wins.value == near(wins / len(firsts))
    assert figures.first_at_nine_wins.games == len(firsts)
    turns = {game["game"]: game["turns"] for game in games}
    part = sum(player["turns_last"] for player in players) / sum(turns[player["game"]] for player in players)
    assert figures.last.part.value == near(part)
    assert figures.last.turns.mean.value == near(fmean(player["turns_last"] for player in players))
    last = [player for player in players if 2 * player["turns_last"] >= turns[player["game"]]]
    assert figures.last.comebacks.players == len(last)
    assert figures.last.comebacks.wins == sum(player["won"] for player in last)


def test_fights_help_and_deaths(counted):
    tables, games, players = counted
    figures = summarise(tables).games
    fights = sum(game["fights_won"] + game["fights_lost"] + game["fights_nobodys"] for game in games)
    helps = sum(game["helps"] for game in games)
    assert figures.fights.per_game.value == near(fights / len(games))
    assert figures.fights.won.value == near(sum(game["fights_won"] for game in games) / fights)
    assert figures.fights.lost.value == near(sum(game["fights_lost"] for game in games) / fights)
    assert figures.fights.nobodys.value == near(sum(game["fights_nobodys"] for game in games) / fights)
    assert figures.fights.interferences.value == near(sum(game["interferences"] for game in games) / fights)
    assert figures.helps.per_game.value == near(helps / len(games))
    assert figures.helps.per_fight.value == near(helps / fights)
    assert figures.helps.asked_per_fight.value == near(sum(player["asked_help"] for player in players) / fights)
    assert figures.helps.treasures.value == near(sum(player["help_treasures"] for player in players) / helps)
    assert figures.helps.items.value == near(sum(player["help_items"] for player in players) / helps)
    assert figures.deaths.per_game.value == near(fmean(game["deaths"] for game in games))
    assert figures.deaths.games_without.value == near(fmean(game["deaths"] == 0 for game in games))
    assert figures.deaths.of_the_dead.players == sum(player["deaths"] > 0 for player in players)


def test_levels(counted):
    tables, _, players = counted
    figures = summarise(tables).games
    winners = [player for player in players if player["won"]]
    for source in ("by_kill", "by_card", "by_sale", "by_help", "lost"):
        column = f"levels_{source}"
        assert getattr(figures.levels, source).value == near(fmean(player[column] for player in players))
        assert getattr(figures.levels_of_winners, source).value == near(fmean(player[column] for player in winners))


@pytest.mark.parametrize(("field", "none"), [("classes", "no class"), ("races", "human")])
def test_win_rates_by_trait_are_against_the_other_seats_of_the_same_games(counted, field: str, none: str):
    tables, _, players = counted
    found = {rate.label: rate for rate in getattr(summarise(tables).games, field)}
    labels = {label for player in players for label in player[field]} | {none}
    assert found.keys() == labels
    for label, rate in found.items():
        having = [player for player in players if label in (player[field] or [none])]
        at = {player["game"] for player in having}
        others = [player for player in players if player["game"] in at and player not in having]
        assert rate.players == len(having)
        assert rate.rate == near(fmean(player["won"] for player in having))
        assert rate.control == near(fmean(player["won"] for player in others))


def test_seats_and_bots(counted):
    tables, games, players = counted
    figures = summarise(tables).games
    assert [rate.label for rate in figures.order] == ["1", "2", "3", "4"]
    firsts = {game["game"]: game["first_player"] for game in games}
    for rate in figures.order:
        place = int(rate.label) - 1
        own = [player["won"] for player in players if (player["seat"] - firsts[player["game"]]) % 4 == place]
        assert rate.rate == near(fmean(own))
    assert [rate.label for rate in figures.seats] == ["0", "1", "2", "3"]
    for rate in figures.seats:
        own = [player["won"] for player in players if str(player["seat"]) == rate.label]
        others = [player["won"] for player in players if str(player["seat"]) != rate.label]
        assert rate.rate == near(fmean(own))
        assert rate.edge.value == near(fmean(own) - fmean(others))  # one seat in each game: the plain difference
        assert rate.verdict == "noise"
    assert figures.bots == []
