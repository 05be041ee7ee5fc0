"""The uses of cards, counted while games are played, agree with a recount from their events and states."""

from collections import Counter

import pytest

from kickdoor.engine.events import Event
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.sim import Plan
from kickdoor.sim.balance import play_counted
from kickdoor.sim.runner import set_up
from kickdoor.sim.seating import Seating
from kickdoor.sim.uses import Use, Uses
from kickdoor.testing import table

BOTS = ("rookie", "random", "rookie", "random")


def record_of(plan: Plan, number: int) -> Record:
    game, rng = set_up(plan, number)
    game.begin()
    for seat, choice in Seating(plan.bots, game, rng).answers(game, plan.turn_limit):
        game.apply(seat, choice)
    return game.record


@pytest.fixture(scope="module", params=[0, 1, 2])
def game_and_uses(request: pytest.FixtureRequest) -> tuple[Record, dict[str, Use]]:
    plan = Plan(Game.header(["munchkin"], 4, "uses"), 3, bots=BOTS)
    return record_of(plan, request.param), play_counted(plan, request.param).uses


def test_uses_agree_with_a_recount_of_the_events(game_and_uses: tuple[Record, dict[str, Use]]):
    record, uses = game_and_uses
    counts: Counter[tuple[str, str]] = Counter()
    for _, game, events in record.replay():
        defs = game.state.rules.defs
        counts.update((e.what, defs[e.card].id) for e in events if 0 <= e.card < len(defs) and not is_cast(e))
    for id, use in uses.items():
        assert use.laid == counts["laid", id]
        assert use.played == counts["played", id]
        assert use.used == counts["used", id]
        assert use.struck == counts["cursed", id]
        assert use.fought == counts["fight_begun", id] + counts["monster_joined", id]
    used = {
        id for (what, id) in counts if what in ("laid", "played", "used", "cursed", "fight_begun", "monster_joined")
    }
    assert used <= uses.keys()
    assert sum(use.laid + use.played + use.struck + use.fought for use in uses.values()) > 50


def is_cast(event: Event) -> bool:
    """Whether a Curse strikes that somebody has played: it counts as played."""
    return event.what == "cursed" and event.n == 1


def test_holders_agree_with_hands_and_tables(game_and_uses: tuple[Record, dict[str, Use]]):
    record, uses = game_and_uses
    held: dict[str, set[int]] = {}
    met: dict[str, set[int]] = {}
    for _, game, events in record.replay():
        defs = game.state.rules.defs
        for seat, player in enumerate(game.state.players):
            for card in (*player.hand, *player.table):
                held.setdefault(defs[card].id, set()).add(seat)
        # What is drawn and at once fought, or gone, is in no hand when the game stands still.
        for event in events:
            if event.what in ("turned_up", "drew"):
                met.setdefault(defs[event.card].id, set()).add(event.seat)
    for id, use in uses.items():
        holders = {seat for seat in range(4) if use.holders >> seat & 1}
        assert held.get(id, set()) <= holders | cursed(uses, id, held)
        assert holders <= held.get(id, set()) | met.get(id, set())


def cursed(uses: dict[str, Use], id: str, held: dict[str, set[int]]) -> set[int]:
    """A Curse that stays lies before whom it was cast on, who did not get it."""
    return held.get(id, set()) if "curse" in id and uses[id].played else set()


def test_shared_treasures_are_theirs_who_take_them():
    t = table(
        players={"A": {"level": 3}, "B": {"level": 6}, "C": {}},
        turn="A",
        phase="combat",
        combat={"fighter": "A", "helper": "B", "treasures": 1, "monsters": [{"name": "X", "level": 2, "treasures": 2}]},
        treasure=["Huge Rock", "Magic Missile"],
    )
    (rock,) = t.cards_named("Huge Rock")
    uses = Uses()
    while not uses.by_id.keys() >= {"munchkin/huge_rock", "munchkin/magic_missile"}:
        seat = t.game.waiting[0]
        decision = t.game.decision(seat)
        assert decision is not None
        wanted = [option for option in decision.options if option.verb in ("claim", "pass", "proceed")]
        picks = [option for option in decision.options if option.first == rock]
        uses.hear(t.game.apply(seat, (picks or wanted)[0]), t.game.state)
    assert uses.by_id["munchkin/huge_rock"].holders == 1 << 1
    assert uses.by_id["munchkin/magic_missile"].holders == 1 << 0
