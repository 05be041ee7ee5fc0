"""How cards fare: absurd ones are found out, fair ones are left alone, and the figures do not depend on processes."""

import msgspec
import pytest

from kickdoor.play.game import Game
from kickdoor.sim import Plan, sheets
from kickdoor.sim.balance import Balance, Interval, range_of, weigh, wilson
from kickdoor.sim.runner import Outcome

#: Plain cards that nearly everybody gets, and two that decide the game: one for whoever gets it, one against him.
ODD_PACK = """\
id: odd
name: Odd
cards:
- {id: rat, name: Rat, origin: printed, deck: door, kind: monster, level: 1, treasures: 1, copies: 8,
   bad_stuff: [{lose_levels: 1}]}
- {id: bat, name: Bat, origin: printed, deck: door, kind: monster, level: 3, treasures: 1, copies: 8,
   bad_stuff: [{lose_levels: 1}]}
- {id: elf, name: Elf, origin: printed, deck: door, kind: race, copies: 8}
- {id: stick, name: Stick, origin: printed, deck: treasure, kind: item, bonus: 1, slot: hand, hands: 1, gold: 100,
   copies: 8}
- {id: stone, name: Stone, origin: printed, deck: treasure, kind: item, bonus: 1, slot: hand, hands: 1, gold: 100,
   copies: 8}
- {id: flask, name: Flask, origin: printed, deck: treasure, kind: one_shot, bonus: 2, gold: 100, copies: 8}
- {id: cap, name: Cap, deck: treasure, kind: item, bonus: 1, slot: headgear, gold: 100, copies: 8, origin: ours}
- id: boon
  name: Boon
  deck: treasure
  kind: special
  origin: ours
  reactions: [{to: got, do: [{gain_levels: 8}, {out_of_game: $it}]}]
- id: bane
  name: Bane
  deck: door
  kind: special
  origin: completed
  reactions:
  - to: got
    do:
    - for_each: {players: others, as: $one, do: [{gain_levels: {who: $one, count: 8}}]}
    - out_of_game: $it
"""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    path = tmp_path_factory.mktemp("packs") / "odd.yaml"
    path.write_text(ODD_PACK, encoding="utf-8")
    return Plan(Game.header([str(path)], 3, "odd"), 150, bots=("rookie",))


@pytest.fixture(scope="module")
def report(odd: Plan) -> Balance:
    return weigh(odd, 2)


def test_absurd_cards_are_found_out(report: Balance):
    verdicts = {card.id: card.verdict for card in report.cards if card.verdict}
    assert verdicts == {"odd/boon": "strong", "odd/bane": "weak"}
    assert sorted(report.outside) == ["odd/bane", "odd/boon"]


def test_the_figures_agree_with_each_other(report: Balance):
    assert report.games == 150
    assert report.crashes == report.unfinished == 0
    assert report.control == pytest.approx(1 / 3, abs=1e-4)
    assert report.turns_mean > 1
    assert report.decisions_mean > report.turns_mean
    assert report.printed_range is not None
    assert report.printed_range.low < report.control + 0.05
    assert report.printed_range.high > report.control - 0.05
    printed = [card for card in report.cards if card.origin == "printed"]
    assert report.compared == len(printed) == 6
    for card in report.cards:
        assert card.wins <= card.games <= card.players <= 3 * card.games
        assert card.games <= report.games
        assert card.win_rate is not None
        assert card.interval.low < card.win_rate < card.interval.high or card.wins in (0, card.players)
    rates = [card.win_rate for card in report.cards]
    assert rates == sorted(rates, key=lambda rate: rate or 0, reverse=True)


def test_the_figures_do_not_depend_on_the_number_of_processes(odd: Plan):
    few = msgspec.structs.replace(odd, games=6)
    assert weigh(few, 1) == weigh(few, 2)


def test_too_few_games_give_no_range(odd: Plan):
    found = weigh(msgspec.structs.replace(odd, games=1))
    assert found.printed_range is None
    assert found.compared == 0
    assert found.outside == []


def test_games_that_do_not_end_are_left_out(odd: Plan):
    found = weigh(msgspec.structs.replace(odd, games=2, turn_limit=0))
    assert found.unfinished == 2
    assert not any(card.games or card.uses for card in found.cards)


def test_a_crash_is_counted(odd: Plan, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sheets, "Seating", lambda *_: 1 // 0)
    heard: list[Outcome] = []
    assert weigh(msgspec.structs.replace(odd, games=2), 1, heard.append).crashes == 2
    assert all("ZeroDivisionError" in outcome.trace for outcome in heard)


def test_wilson():
    assert wilson(5, 10) == Interval(0.2366, 0.7634)
    assert wilson(0, 10) == Interval(0.0, 0.2775)
    assert wilson(10, 10) == Interval(0.7225, 1.0)
    assert wilson(0, 0) == Interval(0.0, 1.0)


def test_the_range_leaves_out_a_hundredth_at_each_end():
    assert range_of([i / 100 for i in range(101)]) == Interval(0.01, 0.99)
    assert range_of([0.5]) is None
