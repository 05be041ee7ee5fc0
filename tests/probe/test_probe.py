"""The probe: paired deals, the figures that come of them, and what is said of a card."""

from pathlib import Path

import msgspec
import pytest

from kickdoor.engine.data.terms import DOOR, IN_DOOR_DECK, OUT_OF_GAME, TREASURE
from kickdoor.packs.loader import mix
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.probe import Limits, Probe, ProbePlan, probe
from kickdoor.probe.dealing import copies_of, put_behind_door, put_in_hand, put_out, turn_of, way_of
from kickdoor.probe.figures import MEASURES, UNKNOWN, Figure, Measures, figure_of
from kickdoor.probe.probing import UnknownCard, measure
from kickdoor.probe.reference import Known, Reference, reference
from kickdoor.probe.survey import Sighting, measures_of, survey
from kickdoor.probe.trial import Arrival, play_deal
from kickdoor.probe.verdict import Usage, excesses, is_clear, judge, rank_of, reason_against
from kickdoor.sim.runner import Plan

#: Plain cards in short games, one that nearly wins by itself, one that nobody can ever use.
PACK = """\
id: odd
name: Odd
cards:
- {id: rat, name: Rat, deck: door, kind: monster, level: 1, treasures: 1, copies: 8, bad_stuff: [{lose_levels: 1}]}
- {id: bat, name: Bat, deck: door, kind: monster, level: 3, treasures: 1, copies: 8, bad_stuff: [{lose_levels: 1}]}
- {id: elf, name: Elf, deck: door, kind: race, copies: 8}
- {id: stick, name: Stick, deck: treasure, kind: item, bonus: 1, slot: hand, hands: 1, gold: 100, copies: 8}
- {id: flask, name: Flask, deck: treasure, kind: one_shot, bonus: 2, gold: 100, copies: 16}
- {id: cap, name: Cap, deck: treasure, kind: item, bonus: 1, slot: headgear, gold: 100, copies: 8, origin: own}
- id: boon
  name: Boon
  deck: treasure
  kind: special
  origin: own
  when: any_time
  play: [{gain_levels: 4}]
- id: seal
  name: Seal
  deck: treasure
  kind: special
  origin: own
  when: any_time
  if: {level_at_least: 50}
  play: [{gain_levels: 1}]
- {id: crypt, name: Crypt, deck: dungeon, kind: dungeon, origin: own, modifiers: [{value: hand_limit, add: 1, on: all}]}
"""


def worth_of(worth: float, reach: float) -> Measures:
    """The same by all measures, ten times as much where it is not a chance."""
    chance = Figure(worth, worth - reach, worth + reach)
    more = Figure(10 * worth, 10 * (worth - reach), 10 * (worth + reach))
    return Measures(chance, more, more, more)


YARDSTICK = Reference(
    packs=("odd",),
    seats=3,
    bots=("veteran",),
    games=100,
    cards=tuple(
        Known(f"odd/{name}", name.title(), deck, "item", worth_of(worth, 0.01), 100, 1.0)
        for deck in ("door", "treasure")
        for name, worth in (("low", -0.1), ("poor", -0.02), ("plain", 0.0), ("good", 0.02), ("top", 0.1))
    ),
)


@pytest.fixture(scope="module")
def header(tmp_path_factory: pytest.TempPathFactory) -> Record:
    path = tmp_path_factory.mktemp("packs") / "odd.yaml"
    path.write_text(PACK, encoding="utf-8")
    return Game.header([str(path)], 3, "odd")


def probed(header: Record, card: str, deals: int = 20, jobs: int = 1) -> Probe:
    return probe(header, f"odd/{card}", Limits(within=0.0, games=4 * deals), jobs, known=YARDSTICK)


@pytest.mark.parametrize("card", ["odd/boon", "odd/elf"])
def test_with_and_without_a_card_all_others_lie_alike(header: Record, card: str):
    without, held = Game.before(header).state, Game.before(header).state
    copies = copies_of(without, card)
    put_out(without, copies)
    put_out(held, copies)
    put_in_hand(held, copies[0], 1)
    for deck in (without.door, held.door), (without.treasure, held.treasure):
        assert len(deck[0]) == len(deck[1])
    unlike = [(a, b) for a, b in zip(without.door + without.treasure, held.door + held.treasure, strict=True) if a != b]
    assert [b for _, b in unlike] == [copies[0]]
    assert held.where[unlike[0][0]] == OUT_OF_GAME
    game = Game(held, header, None)
    game.begin()
    assert copies[0] in game.state.players[1].hand


def test_behind_the_door_lies_the_card(header: Record):
    s = Game.before(header).state
    copies = copies_of(s, "odd/elf")
    put_out(s, copies)
    cards = len(s.door)
    put_behind_door(s, copies[0])
    assert s.door[-1] == copies[0]
    assert len(s.door) == cards
    assert s.where[copies[0]] == IN_DOOR_DECK


def test_doors_come_both_ways_and_treasures_in_the_hand():
    assert [way_of(DOOR, number) for number in range(4)] == ["hand", "door", "hand", "door"]
    assert {way_of(TREASURE, number) for number in range(4)} == {"hand"}
    assert {turn_of(number) for number in range(1, 12, 2)} == {1, 2, 3}


def test_a_card_comes_in_the_turn_that_is_meant_and_only_once():
    arrival = Arrival(seat=1, turn=2)
    turns = [(0, 1), (1, 2), (1, 2), (2, 3), (1, 4), (1, 4), (1, 6)]
    assert [arrival.is_due(*each) for each in turns] == [False, False, False, False, True, False, False]


def test_every_seat_has_the_card_once_in_each_deal(header: Record):
    plan = ProbePlan(header, 2, bots=("veteran",), card="odd/elf")
    for number in range(2):
        deal = play_deal(plan, number)
        assert not deal.trace
        assert len(deal.trials) == len(deal.levels) == 3
        assert all(trial.came for trial in deal.trials)


def test_a_broken_card_is_found(header: Record):
    boon = probed(header, "boon")
    assert boon.verdict == "broken"
    assert "swing" in boon.beyond
    assert boon.measures.swing.low > 3
    assert boon.measures.lead.low > 1
    assert boon.gold == 10 * round(100 * boon.measures.lead.value)
    assert boon.rank is not None
    assert boon.rank.of == 6
    assert boon.usage.used > 0.9 * boon.usage.trials


def test_the_figures_do_not_depend_on_processes(header: Record):
    one, two = (probed(header, "cap", 4, jobs) for jobs in (1, 2))
    assert msgspec.structs.replace(one, seconds=0) == msgspec.structs.replace(two, seconds=0)


def test_a_card_that_nobody_can_use_gets_no_verdict(header: Record):
    seal = probed(header, "seal")
    assert (seal.verdict, seal.reason) == ("none", "never_lawful")
    assert seal.usage.lawful == seal.usage.used == 0
    assert seal.usage.came == seal.usage.trials


def test_a_dungeon_is_nobodys_and_a_card_must_be_there(header: Record):
    assert (probed(header, "crypt").reason, probed(header, "crypt").games) == ("shared", 0)
    with pytest.raises(UnknownCard, match="odd/none"):
        probed(header, "none")


def test_too_few_deals_say_nothing(header: Record):
    assert probed(header, "cap", 3).reason == "too_few"


def test_a_probe_ends_when_its_time_is_up(header: Record):
    found = probe(header, "odd/cap", Limits(within=0.0, games=10_000, seconds=0.0), known=YARDSTICK)
    assert found.deals == 1


def test_a_mean_has_an_interval():
    assert figure_of([0.1]) == UNKNOWN
    assert measure([]) == Measures(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
    found = figure_of([0.0, 1.0, 0.0, 1.0])
    assert found.value == 0.5
    assert found.reach == pytest.approx(1.96 * (1 / 3 / 4) ** 0.5, abs=0.001)


def test_a_verdict_goes_by_the_whole_interval():
    verdicts = [(0.3, 0.1, "broken"), (0.12, 0.05, "strong"), (0.0, 0.05, "fair"), (-0.2, 0.05, "weak")]
    for value, reach, verdict in verdicts:
        assert judge(worth_of(value, reach), "treasure", YARDSTICK) == verdict
    assert judge(worth_of(0.1, 0.1), "dungeon", YARDSTICK) == "none"
    assert not is_clear(worth_of(0.12, 0.07), "treasure", YARDSTICK)
    assert is_clear(worth_of(0.0, 0.05), "treasure", YARDSTICK)
    assert is_clear(worth_of(0.3, 0.05), "treasure", YARDSTICK)


def test_a_card_beyond_all_others_by_one_measure_is_broken():
    plain = worth_of(0.0, 0.05)
    for measure_beyond in ("lead", "might", "swing"):
        odd = msgspec.structs.replace(plain, **{measure_beyond: Figure(4.0, 3.0, 5.0)})
        assert excesses(odd, "door", YARDSTICK) == [measure_beyond]
        assert judge(odd, "door", YARDSTICK) == "broken"


def test_what_was_measured_roughly_is_drawn_to_the_middle():
    rough = [msgspec.structs.replace(c, measures=worth_of(c.measures.chance.value, 0.1)) for c in YARDSTICK.cards]
    sharp = YARDSTICK.span("treasure", "chance")
    drawn = msgspec.structs.replace(YARDSTICK, cards=tuple(rough)).span("treasure", "chance")
    assert sharp is not None
    assert drawn is not None
    assert drawn.high < sharp.high < 0.1


def test_a_card_is_not_ranked_against_itself():
    rank = rank_of(Figure(0.5, 0.0, 1.0), "odd/top", "door", YARDSTICK)
    assert (rank.place, rank.of, rank.above, rank.below) == (1, 5, "", "Good")


@pytest.mark.parametrize(
    ("changes", "broken_off", "reason"),
    [
        ({}, 0, ""),
        ({}, 31, "broke_off"),
        ({"came": 0, "used": 0}, 0, "not_drawn"),
        ({"used": 0}, 0, "not_chosen"),
        ({"used": 0, "lawful": 0}, 0, "never_lawful"),
        ({"used": 0, "sold": 3}, 0, "sold"),
    ],
)
def test_why_nothing_can_be_said(changes: dict[str, int], broken_off: int, reason: str):
    usage = Usage(trials=90, came=80, used=70, sold=0, lawful=60, chosen=50, playable=40, played=30)
    assert reason_against(msgspec.structs.replace(usage, **changes), 30, broken_off) == reason


def test_a_survey_sees_every_first_hand_and_doors_that_are_kicked_open(header: Record):
    found = survey(Plan(header, 2, bots=("veteran",)), 0)
    assert not found.trace
    ways = [each.way for each in found.sightings]
    game = Game.before(msgspec.structs.replace(header, seed="odd:0"))
    game.begin()
    assert ways.count("hand") == sum(len(player.hand) for player in game.state.players)
    assert ways.count("door") > 0
    assert sum(each.share for each in found.sightings if each.way == "hand") == pytest.approx(0.0, abs=0.01)
    boons = [each for each in found.sightings if each.card == "odd/boon" and each.used]
    assert all(each.swing == 4 for each in boons)


def test_what_a_survey_has_seen_both_ways_counts_alike():
    seen = [Sighting("odd/elf", "hand", 0.1, 1.0, 0.0, 0, True)] * 30 + [
        Sighting("odd/elf", "door", 0.3, 3.0, 0.0, 0, True)
    ] * 10
    measures = measures_of(seen)
    assert measures.chance == Figure(0.2, 0.2, 0.2)
    assert measures.lead.value == 2.0


def test_the_yardstick_has_every_printed_card_of_the_base_set():
    known = reference()
    assert known is not None
    listed = {entry.id for entry, _ in mix(["munchkin"]) if entry.card.origin == "printed"}
    assert {card.id for card in known.cards} == listed
    for deck in ("door", "treasure"):
        for measure_known in MEASURES:
            span, ceiling = known.span(deck, measure_known), known.ceiling(deck, measure_known)
            assert span is not None
            assert ceiling is not None
            assert span.low <= span.value <= span.high <= ceiling
    theft = next(card for card in known.cards if card.id == "munchkin/steal_a_level")
    assert theft.measures.swing.value > 1.5


PLANTED = Path(__file__).with_name("planted.yaml")


@pytest.mark.parametrize(("card", "measured"), [("pocket_army", "might"), ("ladder_of_refuse", "swing")])
def test_planted_cards_lie_beyond_the_yardstick_after_few_deals(card: str, measured: str):
    """`make probe-planted` does it with intervals, and with ordinary cards beside them."""
    known = reference()
    assert known is not None
    ceiling = known.ceiling("treasure", measured)
    assert ceiling is not None
    plan = ProbePlan(Game.header(["munchkin", str(PLANTED)], 3, "few"), 2, bots=("veteran",), card=f"planted/{card}")
    found = measure([play_deal(plan, number) for number in range(2)])
    assert getattr(found, measured).value > ceiling
