import pytest

from kickdoor import Game, Offer
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.play.record import Record
from kickdoor.testing import table


def traders(**more):
    return table(
        players={
            "A": {"level": 3, "carried": [{"name": "toy"}, {"name": "big drum", "big": True}], **more},
            "B": {"level": 3, "carried": [{"name": "doll"}], "hand": ["Curse! Lose 1 Small Item"]},
            "C": {"level": 3, "hand": ["Curse! Lose 1 Big Item"]},
        },
        turn="A",
    )


def fighters():
    return table(
        players={
            "A": {"level": 3, "carried": [{"name": "toy"}], "hand": ["Boil an Anthill"]},
            "B": {"level": 6},
            "C": {"level": 5, "hand": ["Curse! Lose 1 Small Item", "Pollymorph Potion"]},
        },
        turn="A",
        phase="combat",
        combat={"fighter": "A", "monsters": [{"name": "X", "level": 5, "treasures": 3}, {"name": "Y", "level": 1}]},
    )


def test_TRADE_03_both_sides_change_hands_at_once():
    t = traders()
    t.do({"A": {"offer": {"kind": "trade", "to": "B", "gives": ["toy", "big drum"], "takes": ["doll"]}}})
    t.expect({"cards": {"toy": "A carried", "big drum": "A carried", "doll": "B carried"}})
    events = len(t.events)
    t.do({"B": {"accept": "A"}})
    moved = [e for e in t.events[events:] if e.what == "handed_over"]
    assert sorted((t.game.card_name(e.card), e.seat, e.to) for e in moved) == [
        ("big drum", 0, 1),
        ("doll", 1, 0),
        ("toy", 0, 1),
    ]


def test_TRADE_03_a_trade_that_can_no_longer_be_made_changes_nothing():
    t = traders()
    t.do({"A": {"offer": {"kind": "trade", "to": "B", "gives": ["toy", "big drum"], "takes": ["doll"]}}})
    t.do({"C": {"play": "Curse! Lose 1 Big Item", "on": "A"}})
    before = t.game.to_bytes()
    with pytest.raises(IllegalMove, match="TRADE-03"):
        t.do({"B": {"accept": "A"}})
    assert t.game.to_bytes() == before
    t.expect({"cards": {"toy": "A carried", "big drum": "treasure_discards", "doll": "B carried"}})


def test_TRADE_01_an_offer_that_is_refused_changes_nothing():
    t = traders(hand=["Huge Rock"])
    game = t.game
    rock = t.card_of(0, "Huge Rock")
    doll = t.card_of(1, "doll")
    before = game.to_bytes()
    offer = Offer(kind="trade", to=1, gives=(rock,), takes=(doll,))
    why = game.why_not(0, offer)
    assert why is not None
    assert why.rule == "TRADE-01"
    assert not game.offers(0).contains(offer)
    with pytest.raises(IllegalMove, match="TRADE-01"):
        game.apply(0, offer)
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    "offer",
    [
        Offer(kind="trade", to=9, gives=(0,)),
        Offer(kind="trade", to=-1, gives=(0,)),
        Offer(kind="trade", to=1, gives=(99999,)),
        Offer(kind="trade", to=1, takes=(-4,)),
        Offer(kind="bequest", to=1),
        Offer(kind="bribe", to=1, pledge="eternal love"),
        Offer(kind="help", to=1, order="by_beauty"),
        Offer(kind="help", to=1),
    ],
)
def test_TRADE_04_nonsense_is_refused_and_changes_nothing(offer):
    game = traders().game
    before = game.to_bytes()
    assert game.why_not(0, offer) is not None
    with pytest.raises(IllegalMove):
        game.apply(0, offer)
    assert game.to_bytes() == before


def test_TRADE_04_a_card_offered_twice_is_refused():
    t = traders()
    toy = t.card_of(0, "toy")
    assert t.game.why_not(0, Offer(kind="trade", to=1, gives=(toy, toy))) is not None


def test_HELP_01_everybody_hears_what_is_offered():
    t = fighters()
    t.do({"A": {"offer": {"to": "B", "treasures": 2, "order": "in_turn", "gives": ["toy"]}}})
    for seat in (-1, 0, 1, 2):
        (deal,) = t.game.view(seat).offers
        assert (deal.kind, deal.by, deal.to, deal.treasures, deal.order) == ("help", 0, 1, 2, "in_turn")
        assert [t.game.card_name(c) for c in deal.gives] == ["toy"]


def test_HELP_01_only_who_was_asked_can_answer():
    t = fighters()
    t.do({"A": {"offer": {"to": "B"}}})
    verbs = {seat: {o.verb for o in t.game.decision(seat).options} for seat in range(3)}
    assert {"accept", "refuse"} <= verbs[1]
    assert not {"accept", "refuse"} & (verbs[0] | verbs[2])


def test_HELP_01_an_offer_does_not_outlive_its_fight():
    t = fighters()
    t.do({"A": {"offer": {"to": "B"}}})
    t.do({"pass": "all"})
    t.do({"B": {"accept": "A"}, "refused": True})
    t.expect({"fighting": ["A"], "outcome": "lost"})
    assert t.game.view(-1).offers == []


def test_HELP_01_nobody_is_asked_without_end():
    t = fighters()
    for _ in range(3):
        t.do({"A": {"offer": {"to": "B"}}})
        t.do({"B": {"refuse": "A"}})
    t.do({"A": {"offer": {"to": "B"}}, "refused": "HELP-01"})
    t.do({"A": {"offer": {"to": "C"}}})


def test_HELP_02_an_acceptance_that_fails_changes_nothing():
    t = fighters()
    t.do({"A": {"offer": {"to": "B", "gives": ["toy"], "treasures": 3, "promises": ["Boil an Anthill"]}}})
    t.do({"C": {"play": "Curse! Lose 1 Small Item", "on": "A"}})
    before = t.game.to_bytes()
    with pytest.raises(IllegalMove, match="TRADE-03"):
        t.do({"B": {"accept": "A"}})
    assert t.game.to_bytes() == before
    t.expect({"fighting": ["A"], "levels": {"B": 6}, "hand": {"A": ["Boil an Anthill"]}})


def test_HELP_02_who_asks_for_a_promise_knows_the_card_and_learns_nothing_else():
    t = fighters()
    game = t.game
    held = game.state.players[0].hand[0]
    refused = {
        (why.key, why.rule)
        for card in range(len(game.state.rules.defs))
        if (why := game.why_not(1, Offer(kind="help", to=0, promises=(card,)))) is not None
    }
    assert game.why_not(1, Offer(kind="help", to=0, promises=(held,))) is not None
    assert refused == {("promise_unlawful", "HELP-02")}
    game.show_hand(0, 1)
    game.apply(1, Offer(kind="help", to=0, promises=(held,)))
    t.do({"A": {"accept": "B"}})
    t.expect({"fighting": ["A", "B"], "levels": {"B": 7}})


def test_HELP_02_an_offer_to_a_seat_that_is_not_there_is_refused():
    game = fighters().game
    for option in range(12 << 24, 13 << 24, 1 << 18):
        assert game.why_not(1, option | 9) is not None
    assert game.why_not(1, Offer(kind="help", to=9)) is not None


def test_HELP_02_treasures_that_are_gone_cannot_be_shared():
    t = table(
        players={
            "A": {"level": 3},
            "B": {"level": 6},
            "C": {
                "hand": [
                    {
                        "kind": "special",
                        "name": "removing card",
                        "when": "any_combat",
                        "target": [{"choose": {"monsters": True, "into": "$monster"}}],
                        "play": [{"remove_monster": {"monster": "$monster"}}],
                    }
                ]
            },
        },
        turn="A",
        phase="combat",
        combat={
            "fighter": "A",
            "monsters": [{"name": "X", "level": 5, "treasures": 3}, {"name": "Y", "level": 4, "treasures": 1}],
        },
    )
    t.do({"A": {"offer": {"to": "B", "treasures": 3}}})
    t.do({"C": {"play": "removing card", "on": "X"}})
    t.do({"B": {"accept": "A"}, "refused": True})
    t.do({"A": {"offer": {"to": "B", "treasures": 2}}, "refused": "HELP-02"})
    t.do({"A": {"offer": {"to": "B", "treasures": 1}}})
    t.do({"B": {"accept": "A"}})
    t.expect({"fighting": ["A", "B"]})


def test_HELP_02_the_agreement_is_public_while_they_fight():
    t = fighters()
    t.do({"A": {"offer": {"to": "B", "treasures": 2, "order": "fighter_first"}}})
    t.do({"B": {"accept": "A"}})
    deal = t.game.view(2).fight.deal
    assert (deal.treasures, deal.order) == (2, "fighter_first")
    assert t.game.view(2).fight.helper == 1


def random_game(seed, **settings):
    """A game played to its end by picking at random among all that may be done."""
    state = seed * 2654435761 + 1
    game = Game.new(seed=seed, **settings)
    for step in range(6000):
        if game.over:
            break
        seat = game.waiting[step % len(game.waiting)]
        options = game.decisions[seat].options
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        game.apply(seat, options[(state >> 33) % len(options)])
    return game


@pytest.mark.parametrize("seed", range(4))
def test_WIN_01_a_recorded_game_played_again_has_the_same_winner(seed):
    game = random_game(seed, seats=3, options={"winning_level": 4})
    record = Record.parse(game.record.to_json())
    last = None
    for _, replayed, _ in record.replay():
        last = replayed
    assert last is not None
    assert last.winners == game.winners
    assert last.to_bytes() == game.to_bytes()


def test_HELP_02_TRADE_03_bargains_are_part_of_the_record():
    game = Game.new(seats=3, seed=21, book="lite", options={"first_seat": 0})
    while game.view(-1).moment == "setup":
        seat = game.waiting[0]
        lay = [o for o in game.decisions[seat].options if o.verb == "lay"]
        game.apply(seat, lay[0] if lay else next(o for o in game.decisions[seat].options if o.verb == "pass"))
    s = game.state
    giver = next(seat for seat in range(3) if any(s.rules.defs[c].is_item for c in s.players[seat].table))
    item = next(c for c in s.players[giver].table if s.rules.defs[c].is_item and not s.rules.defs[c].big)
    taker = (giver + 1) % 3
    game.apply(giver, Offer(kind="trade", to=taker, gives=(item,)))
    game.apply(taker, next(o for o in game.decision(taker).options if o.verb == "accept"))
    game.show_hand(giver, taker)
    assert item in game.state.players[taker].table
    *_, (_, replayed, _) = Record.parse(game.record.to_json()).replay()
    assert replayed.to_bytes() == game.to_bytes()
