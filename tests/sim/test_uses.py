"""The uses of cards, counted while games are played, agree with a recount from their events and states."""

from collections import Counter

import pytest

from kickdoor.engine.data.events import Event, card_of
from kickdoor.engine.data.terms import BY_PLAY, BY_SALE, DOOR
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.sim import Plan
from kickdoor.sim.runner import set_up
from kickdoor.sim.seating import Seating
from kickdoor.sim.sheets import CardRow, play_counted
from kickdoor.sim.uses import Uses
from kickdoor.testing import table

BOTS = ("rookie", "random", "rookie", "random")

Cards = dict[tuple[int, str], CardRow]


def record_of(plan: Plan, number: int) -> Record:
    game, rng = set_up(plan, number)
    game.begin()
    for seat, choice in Seating(plan.bots, game, rng).answers(game, plan.turn_limit):
        game.apply(seat, choice)
    return game.record


@pytest.fixture(scope="module", params=[0, 1, 2])
def game_and_cards(request: pytest.FixtureRequest) -> tuple[Record, Cards]:
    plan = Plan(Game.header(["munchkin"], 4, "uses"), 3, bots=BOTS)
    rows = play_counted(plan, request.param).cards
    return record_of(plan, request.param), {(row.seat, row.card): row for row in rows}


def test_uses_agree_with_a_recount_of_the_events(game_and_cards: tuple[Record, Cards]):
    record, cards = game_and_cards
    counts: Counter[tuple[str, int, str]] = Counter()
    for _, game, events in record.replay():
        defs = game.state.rules.defs
        cards_of = [(e, card_of(e)) for e in events if not is_other(e)]
        counts.update((e.what, e.get("seat"), defs[card].id) for e, card in cards_of if 0 <= card < len(defs))
    for (seat, id), row in cards.items():
        assert row.laid == counts["laid", seat, id]
        assert row.played == counts["played", seat, id]
        assert row.used == counts["used", seat, id]
        assert row.struck == counts["cursed", seat, id]
        assert row.sold == counts["discarded", seat, id]
        assert row.fought >= counts["fight_begun", seat, id]
    fought = sum(n for (what, _, _), n in counts.items() if what in ("fight_begun", "monster_joined"))
    assert sum(row.fought for row in cards.values()) == fought
    told = {(seat, id) for what, seat, id in counts if what in ("laid", "played", "used", "cursed", "fight_begun")}
    assert told <= cards.keys()
    assert sum(row.laid + row.played + row.struck + row.fought for row in cards.values()) > 50


def is_other(event: Event) -> bool:
    """Whether a Curse strikes that somebody has played, which counts as played; or a card is lost, and not sold."""
    return (event.what == "cursed" and event.cause == BY_PLAY) or (event.what == "discarded" and event.cause != BY_SALE)


def test_drawn_agrees_with_hands_and_tables(game_and_cards: tuple[Record, Cards]):
    record, cards = game_and_cards
    came: Counter[tuple[int, str]] = Counter()
    told: Counter[tuple[int, str]] = Counter()
    cast: set[tuple[int, str]] = set()
    before: dict[int, int] = {}
    for _, game, events in record.replay():
        s = game.state
        defs = s.rules.defs
        now = {card: seat for seat, p in enumerate(s.players) for card in (*p.hand, *p.table)}
        came.update((seat, defs[card].id) for card, seat in now.items() if before.get(card) != seat)
        # A card that one played, and that came back or was laid on the table, was his before.
        told.update((e.seat, defs[e.card].id) for e in events if e.what in ("turned_up", "drew"))
        cast |= {(e.seat, defs[e.card].id) for e in events if e.what == "cursed"}
        before = now
    for key, row in cards.items():
        assert row.drawn <= came[key] + told[key]
    for key, count in came.items():
        row = cards.get(key)
        if key not in cast and (row is None or not row.played):
            assert row is not None
            assert row.drawn >= count


def test_what_is_in_hand_at_the_end_is_stuck(game_and_cards: tuple[Record, Cards]):
    record, cards = game_and_cards
    *_, (_, game, _) = record.replay()
    defs = game.state.rules.defs
    hands = Counter((seat, defs[card].id) for seat, p in enumerate(game.state.players) for card in p.hand)
    assert {key: row.stuck for key, row in cards.items() if row.stuck} == hands
    assert all(row.won == (seat in game.winners) for (seat, _), row in cards.items())


def share_out(treasures: int) -> Uses:
    """Two Treasures are shared, and so many of them are the helper's; he takes the Huge Rock first."""
    t = table(
        players={"A": {"level": 3}, "B": {"level": 6}, "C": {}},
        turn="A",
        phase="combat",
        combat={
            "fighter": "A",
            "helper": "B",
            "treasures": treasures,
            "monsters": [{"name": "X", "level": 2, "treasures": 2}],
        },
        treasure=["Huge Rock", "Magic Missile"],
    )
    (rock,) = t.cards_named("Huge Rock")
    uses = Uses()
    while len({id for _, id in uses.by_seat} & {"munchkin/huge_rock", "munchkin/magic_missile"}) < 2:
        seat = t.game.waiting[0]
        decision = t.game.decision(seat)
        assert decision is not None
        wanted = [option for option in decision.options if option.verb in ("claim", "pass", "proceed")]
        picks = [option for option in decision.options if option.first == rock]
        uses.hear(t.game.apply(seat, (picks or wanted)[0]), t.game.state)
    return uses


@pytest.mark.parametrize(("treasures", "missile"), [(1, 0), (2, 1)])
def test_shared_treasures_are_theirs_who_take_them(treasures: int, missile: int):
    drawn = {key: use.drawn for key, use in share_out(treasures).by_seat.items() if use.drawn}
    assert drawn == {(1, "munchkin/huge_rock"): 1, (missile, "munchkin/magic_missile"): 1}


def test_a_portal_that_is_followed_and_its_dungeon_are_played():
    t = table(
        packs=["munchkin", "munchkin-6"],
        players={"A": {}, "B": {}, "C": {}},
        door=["Suspiciously Simple Portal", "Maul Rat"],
        dungeon=["Sneak Peak"],
    )
    uses = Uses()
    kick = next(option for option in t.game.decisions[0].options if option.verb == "proceed")
    uses.hear(t.game.apply(0, kick), t.game.state)
    played = {id for (seat, id), use in uses.by_seat.items() if seat == 0 and use.played}
    assert played == {"munchkin-6/suspiciously_simple_portal", "munchkin-6/sneak_peak"}


def test_a_card_taken_from_the_discards_is_drawn_once():
    game = Game.new(seats=3, seed=1)
    taken = Event.of("drew_from_discards", seat=0, card=0, source=1)
    drawn = Event.of("drew", seat=0, card=0, deck=DOOR, shared=0)
    uses = Uses()
    uses.hear([taken, drawn], game.state)
    assert uses.by_seat[0, game.state.rules.defs[0].id].drawn == 1
