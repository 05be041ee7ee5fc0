"""The environment plays the engine's games, has an action for each of its options, and shows nothing that is secret."""

from random import Random

import numpy as np
import pytest

from kickdoor.engine.data import codec
from kickdoor.engine.data.deals import DEAL_KINDS
from kickdoor.env import drafts, equal
from kickdoor.env.actions import WAIT, Action, UnknownAction
from kickdoor.env.features import HELD, UNSEEN, Lens
from kickdoor.env.scene import Scene
from kickdoor.env.setup import Setup
from kickdoor.env.table import Table
from kickdoor.env.words import words_of_seat
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.worlds import determinise
from kickdoor.testing import table as laid_table

EXPANSIONS = ("munchkin", *(f"munchkin-{number}" for number in range(2, 9)), "game-changers")
ALL = ("munchkin", "munchkin-lite", "star", "bites", "babies")


@pytest.mark.parametrize(("packs", "seats"), [(("munchkin",), 4), (EXPANSIONS, 6), (ALL, 3)])
def test_random_games_are_those_of_the_engine(packs: tuple[str, ...], seats: int):
    setup = Setup(packs=packs, seats=seats, options={"winning_level": 5}, order="chance", max_turns=20)
    table = Table(setup)
    assert [equal.unlike(table, seed) for seed in range(2)] == ["", ""]


def test_a_difference_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    table = Table(Setup(options={"winning_level": 3}, order="chance", max_turns=40))
    monkeypatch.setattr(Table, "next_seat", lambda table: table.waiting[-1])
    assert equal.unlike(table, 1) != ""


def act_at_random(table: Table, rng: Random) -> None:
    seat = table.next_seat()
    table.act(seat, rng.choice(table.lawful(seat)))


def test_every_option_has_an_action_of_its_own():
    rng = Random(5)
    table = Table(Setup(packs=EXPANSIONS, seats=5))
    for _ in range(600):
        seat = table.next_seat()
        lawful = table.lawful(seat)
        assert len(set(lawful)) == len(lawful) >= len(table.options(seat))
        assert np.flatnonzero(table.mask(seat)).tolist() == sorted(lawful)
        for action in lawful:
            meant = table.actions.meaning(action)
            assert table.actions.number(meant.verb, meant.first or 0, meant.second or 0) == action
        for option, action in zip(table.options(seat), lawful, strict=False):
            assert_same(Option(option), table.actions.meaning(action), table, seat)
        act_at_random(table, rng)


def assert_same(option: Option, meant: Action, table: Table, seat: int) -> None:
    """An action means what its option says: the same card, the same player."""
    assert meant.verb == ("run_from" if option.verb == "run" and option.first is not None else option.verb)
    if option.verb in ("play", "lay", "equip", "unequip", "drop", "trouble", "run", "pick", "give", "join", "entrust"):
        assert meant.first == option.first
    if option.verb in ("give", "offer"):
        assert (seat + (meant.second or 0)) % table.seats == option.second
    if option.verb == "pick_player":
        assert (seat + (meant.first or 0)) % table.seats == option.first
    if option.verb == "entrust":
        assert table.actions.carriers[meant.second or 0] == option.second
    if option.verb == "join" and option.second is not None:
        assert table.actions.makers[(meant.second or 0) - 1] == option.second
    if option.verb in ("accept", "refuse"):
        standing = [deal for deal in table.game.state.offers if (deal.by - seat) % table.seats == meant.first]
        assert [deal for deal in standing if deal.to == seat][meant.second or 0].id == option.first


def test_offers_are_answered_by_who_made_them():
    rng = Random(8)
    table = Table(Setup(seats=4))
    seen = set()
    for _ in range(1500):
        seat = table.next_seat()
        for action in table.lawful(seat):
            meant = table.actions.meaning(action)
            if meant.verb in ("accept", "refuse"):
                by = (seat + (meant.first or 0)) % 4
                standing = [deal for deal in table.game.state.offers if deal.by == by and deal.to == seat]
                assert len(standing) > (meant.second or 0)
                seen.add(meant.verb)
        act_at_random(table, rng)
    assert seen == {"accept", "refuse"}


def test_an_offer_can_be_spelled_and_is_made():
    rng = Random(2)
    table = Table(Setup(seats=4))
    made: set[str] = set()
    for _ in range(3000):
        if table.over:
            table.begin(rng.random())
        seat = table.next_seat()
        offer = table.sample_offer(seat, rng) if table.draft is None and not table.unsaid else None
        if offer is None or offer.kind in made:
            act_at_random(table, rng)
            continue
        assert table.game.why_not(seat, offer) is None
        standing = len(table.game.state.offers)
        for action in drafts.spell(offer, seat, table.actions):
            assert table.waiting == (seat,) or table.draft is None
            assert action in table.lawful(seat)
            table.act(seat, action)
        assert len(table.game.state.offers) == standing + 1
        assert table.game.record.answers[-1] == (seat, _told(offer))
        made.add(offer.kind)
        if made == set(DEAL_KINDS):
            return
    pytest.fail(f"only {made} could be offered")


def _told(offer: Offer) -> dict[str, object]:
    return {name: getattr(offer, name) for name in offer.__struct_fields__}


def test_of_many_offers_those_to_oneself_are_seen_first():
    t = laid_table(
        players={name: {"carried": ["Huge Rock"] if name == "A" else [], "level": 2} for name in "ABCDEF"},
        phase="arrange",
    )
    table = Table(Setup(seats=6))
    table.game = t.game
    rock = next(card.card for card in t.game.view(0).players[0].table)
    table.answer(0, Offer(kind="trade", to=5, gives=(rock,)))
    for to in (1, 2, 3, 4, 1, 2, 3):
        table.answer(0, Offer(kind="trade", to=to, gives=(rock,)))
    assert len(t.game.state.offers) == 8
    look = table.layout.look

    def seen(seat: int) -> list[tuple[int, int]]:
        vector = table.observe(seat)
        rows = [tuple(look(vector, "offers", name, row) for name in ("by", "to")) for row in range(6)]
        return [((by + seat) % 6, (to + seat) % 6) for by, to in rows]

    assert seen(5) == [(0, 5), (0, 3), (0, 2), (0, 1), (0, 4), (0, 3)]
    assert seen(1) == [(0, 1), (0, 1), (0, 3), (0, 2), (0, 4), (0, 3)]
    assert seen(0) == [(0, 3), (0, 2), (0, 1), (0, 4), (0, 3), (0, 2)]


def test_who_unsays_an_offer_answers_before_the_next():
    table = Table(Setup(seats=3))
    while True:
        seat = table.next_seat()
        begun = [a for a in table.lawful(seat) if table.actions.meaning(a).verb == "draft"]
        if begun:
            break
        act_at_random(table, table.rng)
    before = table.game.to_bytes()
    table.act(seat, begun[0])
    assert table.lawful((seat + 1) % 3) == [WAIT]
    table.act(seat, table.actions.number("draft_unsay"))
    assert table.game.to_bytes() == before
    assert [a for a in table.lawful(seat) if table.actions.meaning(a).verb == "draft"] == []
    with pytest.raises(UnknownAction):
        table.act(seat, begun[0])


@pytest.mark.parametrize(("packs", "seats"), [(("munchkin",), 4), (EXPANSIONS, 5)], ids=["base", "many"])
def test_what_a_seat_cannot_know_is_not_in_its_observation(packs: tuple[str, ...], seats: int):
    rng = Random(11)
    table = Table(Setup(packs=packs, seats=seats))
    other = Table(table.setup)
    compared = 0
    moved = 0
    for _ in range(90):
        for _ in range(4):
            act_at_random(table, rng)
        if table.over:
            break
        for seat in range(seats):
            world = determinise(table.game.state, seat, rng)
            if world is None or not world.waiting:
                continue  # nobody would be asked there, so nobody looks
            other.game = Game(world, table.game._header, None)
            other.happened, other.draft, other.drafting = table.happened, table.draft, table.drafting
            other.unsaid, other._listed_for = table.unsaid, -1
            other._lenses = [Lens(Scene(lens.seats), lens.viewer, lens.seats, lens.cards) for lens in table._lenses]
            table._listed_for = -1
            assert np.array_equal(table.observe(seat), other.observe(seat))
            assert np.array_equal(table.mask(seat), other.mask(seat))
            assert words_of_seat(table, seat) == words_of_seat(other, seat)
            compared += 1
            moved += world.door != table.game.state.door
    assert compared > 200
    assert moved > compared / 2, "nothing was dealt anew"


def test_an_observation_tells_what_is_known():
    rng = Random(4)
    table = Table(Setup(seats=4))
    for _ in range(400):
        act_at_random(table, rng)
        view = table.game.view(2)
        seen = table.observe(2)
        look = table.layout.look
        parts = table.layout.unpack(seen)
        places = parts["cards"][0].tolist()
        for distance in range(4):
            player = view.players[(2 + distance) % 4]
            assert look(seen, "players", "level", distance) == player.level
            assert look(seen, "players", "winning_level", distance) == player.winning_level
            assert look(seen, "players", "doors_held", distance) == player.doors
            held = {card for card, place in enumerate(places) if place == HELD + distance}
            assert held == {card.card for card in player.hand}
        on = look(seen, "fight", "on") == 1
        assert on == (view.fight is not None)
        if view.fight is not None:
            assert look(seen, "fight", "party") == view.fight.party
            assert look(seen, "fight", "monsters") == view.fight.against
            lines = [row[4] for row in parts["lines"].tolist() if row[3] >= 0]
            assert lines == [line.amount for line in view.fight.lines]
        assert places.count(UNSEEN) > 20


def test_the_same_seed_is_the_game_of_the_library():
    table = Table(Setup(seats=3))
    table.begin(77)
    assert codec.dump(table.game.state) == codec.dump(Game.new(seats=3, seed=77).state)


def test_what_was_heard_before_is_told_as_if_it_were_heard_anew():
    table, rng = Table(Setup.of(seats=3)), Random(5)
    table.begin(5)
    for _ in range(600):
        if table.ended:
            break
        seat = table.next_seat()
        anew = Lens(Scene(3), seat, 3, table.layout.cards).look(table.game.state, table.happened, table.answers)
        if table.draft is None:
            assert table.observe(seat).tobytes() == anew
        table.act(seat, rng.choice(table.lawful(seat)))
    assert table.layout.look(table.observe(0), "history", "kind", 15) >= 0
