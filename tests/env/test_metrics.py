"""What players do to each other is counted as it happened."""

from random import Random

import pytest

from kickdoor.bots import make_bot
from kickdoor.engine.data.deals import HELP, NO_HELP, NO_INTERFERENCE
from kickdoor.engine.data.events import COUNTS_FOR, Event
from kickdoor.engine.data.terms import BY_GIFT, BY_KILLING
from kickdoor.env.metrics import Society, exploitability
from kickdoor.play.game import Game

NAMES = ("ann", "bo", "cy")


class Won:
    """A game that is over."""

    def __init__(self, *winners: int) -> None:
        self.winners = list(winners)


def told(*events: Event, winners: tuple[int, ...] = (0,)) -> Society:
    society = Society()
    society.begin(NAMES)
    society.hear(events)
    society.end(Won(*winners))  # type: ignore[arg-type]
    return society


FIGHT = Event.of("fight_begun", seat=0, monster=3, fight=1)
HELPED = Event.of("helper_joined", seat=1, fighter=0, fight=1, forced=0)
VICTORY = (
    Event.of("fight_won", seat=0, helper=1, fight=1, kills=1),
    Event.of("level_gained", seat=0, levels=1, cause=BY_KILLING, source=-1),
)


def against(seat: int, amount: int = 5) -> Event:
    side = COUNTS_FOR.index("monsters")
    return Event.of("strength_added", seat=seat, card=9, fight=1, counts_for=side, player=-1, monster=-1, amount=amount)


def test_who_helps_hinders_and_gives():
    gift = Event.of("handed_over", seat=1, card=7, to=2, cause=BY_GIFT)
    found = told(FIGHT, HELPED, against(2), against(0), gift).findings()
    edges = {(edge.who, edge.whom): (edge.helped, edge.hindered, edge.traded) for edge in found.coalitions}
    assert edges == {("bo", "ann"): (1, 0, 0), ("cy", "ann"): (0, 1, 0), ("bo", "cy"): (0, 0, 1)}


def test_taking_strength_from_monsters_hinders_nobody():
    assert told(FIGHT, against(2, -5)).findings().coalitions == []


def test_a_king_is_made_by_a_helper_who_does_not_win():
    assert told(FIGHT, HELPED, *VICTORY).findings().kingmaking.count == 1
    assert told(FIGHT, HELPED, *VICTORY, winners=(0, 1)).findings().kingmaking.count == 0
    assert told(FIGHT, *VICTORY).findings().kingmaking.count == 0


@pytest.mark.parametrize(
    ("pledge", "deed", "kept"),
    [
        (NO_INTERFERENCE, against(2), 0),
        (NO_INTERFERENCE, against(1), 1),
        (NO_HELP, Event.of("helper_joined", seat=2, fighter=1, fight=1, forced=0), 0),
        (NO_HELP, Event.of("helper_joined", seat=2, fighter=0, fight=1, forced=0), 1),
    ],
)
def test_promises_are_kept_or_broken(pledge: int, deed: Event, kept: int):
    promise = Event.of("pledged", seat=2, to=0, pledge=pledge)
    found = told(promise, FIGHT, deed).findings().promises
    assert (found.count, found.of) == (kept, 1)


def test_a_promise_ends_after_a_round():
    promise = Event.of("pledged", seat=2, to=0, pledge=NO_INTERFERENCE)
    later = Event.of("turn_begun", seat=0, turn=4)
    assert told(promise, later, FIGHT, against(2)).findings().promises.count == 1


def test_the_price_of_help():
    bargain = Event.of("accepted", seat=1, by=0, offer=1, bargain=HELP, helper=1, treasures=2, items=0)
    free = Event.of("accepted", seat=1, by=0, offer=2, bargain=HELP, helper=1, treasures=0, items=0)
    price = told(bargain, free).findings().price_of_help
    assert (price.bargains, price.treasures, price.free.count) == (2, 1.0, 1)


def test_a_whole_game_is_heard():
    society = Society()
    game = Game.before(Game.header(["munchkin"], 3, 1, None, {"winning_level": 5}))
    society.begin(NAMES)
    society.hear(game.begin())
    rng = Random(1)
    bots = [make_bot("random", rng, game.state.rules) for _ in range(3)]
    while not game.over:
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        society.hear(game.apply(seat, bots[seat].choose(game.view(seat), decision)))
    society.end(game)
    found = society.findings()
    assert found.kingmaking.of == 1
    assert sum(edge.helped + edge.hindered + edge.traded for edge in found.coalitions) > 0


def test_a_policy_that_plays_at_random_is_exploited_by_the_master():
    found = exploitability("random", 3, seats=3, response="master:2w", winning_level=4)
    assert found.wins.of == 3
    assert found.par >= 1 / 3
    assert found.gain == pytest.approx(found.wins.rate - found.par)
    assert found.gain > 0


def test_exploitability_is_measured_with_any_packs(monkeypatch: pytest.MonkeyPatch):
    begun: list[Game] = []
    begin = Game.new.__func__  # type: ignore[attr-defined]
    monkeypatch.setattr(Game, "new", lambda *given: begun.append(begin(Game, *given)) or begun[-1])
    exploitability("random", 1, seats=3, response="rookie", packs=["star", "bites"], book="star", winning_level=2)
    assert [(game.packs, game.book, game.state.rules.options.get("winning_level")) for game in begun] == [
        (("star", "bites"), "star", 2)
    ]
