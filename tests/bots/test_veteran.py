"""The veteran: what it does in plain situations, what it puts a price on, its reasons, and that it beats rookies."""

from random import Random
from typing import Any

import pytest

from kickdoor.bots import Veteran
from kickdoor.bots.bargainer import Bargainer, as_view
from kickdoor.bots.lore import lore_of
from kickdoor.bots.tactics import Move, cheapest_way
from kickdoor.bots.temper import Temper, draw_temper
from kickdoor.bots.worth import LEVEL, WIN, Judgement
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.sim import Plan, run
from kickdoor.sim.balance import wilson
from kickdoor.testing import Table, table

GO_ON = frozenset({"pass", "proceed", "claim", "run", "loot", "trouble"})
NAMED = frozenset({"play", "lay", "equip", "unequip", "trouble", "pick", "give", "drop"})
PLAIN = Temper()
GEMS = [{"name": f"gem{i}", "bonus": 4, "gold": 600} for i in range(5)]


def says(t: Table, seat: int = 0, temper: Temper = PLAIN) -> list[str]:
    """All that a veteran on this seat says until it lets the game go on; an offer as its kind, to whom, and share."""
    bot = Veteran(Random(1), t.game.state.rules, temper)
    said: list[str] = []
    while seat in t.game.waiting:
        decision = t.game.decision(seat)
        assert decision is not None
        choice = bot.choose(t.game.view(seat), decision)
        assert bot.why
        assert "{" not in bot.why
        t.game.apply(seat, choice)
        if isinstance(choice, Offer):
            said.append(f"{choice.kind} {choice.to} {choice.treasures}")
            continue
        words = [choice.verb]
        if choice.verb in NAMED:
            words.append(t.game.card_name(choice.first or 0))
        elif choice.verb in ("pick_player", "pick_side", "pick_option"):
            words.append(str(choice.first))
        said.append(" ".join(words))
        if choice.verb in GO_ON:
            break
    return said


def seated(turn: str = "A", phase: str = "arrange", **players: dict[str, Any]) -> Table:
    return table(players={"A": {}, "B": {}, "C": {}, **players}, turn=turn, phase=phase)


def fighting(fighter: str, monster: dict[str, Any] | str, **players: dict[str, Any]) -> Table:
    shown = monster if isinstance(monster, str) else {"name": "X", **monster}
    combat = {"fighter": fighter, "monsters": [shown]}
    return table(players={"A": {}, "B": {}, "C": {}, **players}, turn=fighter, phase="combat", combat=combat)


def judgement(t: Table, seat: int = 0, temper: Temper = PLAIN) -> Judgement:
    return Judgement(t.game.view(seat), lore_of(t.game.state.rules), temper, {})


# On its own


def test_it_changes_its_class_for_one_that_its_items_need():
    staff = {"name": "staff", "bonus": 5, "slot": "hand", "hands": 1, "usable_by": "wizard"}
    t = seated(A={"classes": ["Thief"], "carried": [staff], "hand": ["Wizard"]})
    assert says(t)[:3] == ["drop Thief", "lay Wizard", "equip staff"]
    assert "drop Thief" not in says(seated(A={"classes": ["Thief"], "hand": ["Wizard"]}))


def test_it_sells_what_is_idle_and_keeps_what_makes_it_strong():
    junk = [{"name": name, "gold": 500, "bonus": 3, "usable_by": "dwarf"} for name in ("saw", "axe")]
    assert "sell" in says(seated(A={"carried": junk}))
    blades = [{"name": name, "gold": 500, "bonus": 2} for name in ("blade", "lance")]
    assert "sell" not in says(seated(A={"equipped": blades}))


def test_it_looks_for_trouble_with_a_potion_in_reserve():
    hand = ["Shrieking Geek", "Magic Missile"]
    assert says(seated(phase="second", A={"level": 4, "hand": hand})) == ["trouble Shrieking Geek"]
    assert says(seated(phase="second", A={"level": 4, "hand": ["Plutonium Dragon"]})) == ["loot"]


def test_it_chooses_the_lesser_evil():
    for hand, word in (
        (["card1"], "pick_option 0"),
        (["card1", "Magic Missile", "Ancient", "Humongous", "Mate", "Elf"], "pick_option 1"),
    ):
        t = table(
            players={"A": {"level": 5, "hand": hand}, "B": {}, "C": {}},
            phase="running_away",
            combat={"fighter": "A", "monsters": ["Platycore"]},
            rolls=[1],
        )
        t.do({"A": "run"})
        assert says(t)[0] == word


# In a fight


def test_it_wins_by_the_cheapest_way():
    t = fighting("A", {"level": 6}, A={"level": 4, "hand": ["Magic Missile", "Flaming Poison Potion"]})
    assert says(t) == ["play Flaming Poison Potion", "pick_side 0", "claim"]


def test_it_leaves_nothing_unplayed_in_the_last_fight_only():
    for level, first in ((9, "play Magic Missile"), (4, "claim")):
        t = fighting("A", {"level": 2}, A={"level": level, "hand": ["Magic Missile"]})
        assert says(t)[0] == first


def test_it_makes_a_fight_that_it_wins_a_greater_one():
    hand = ["Wandering Monster", "Flying Frogs", "Plutonium Dragon"]
    t = fighting("A", {"level": 2}, A={"level": 7, "hand": hand})
    assert says(t)[:2] == ["play Wandering Monster", "pick Flying Frogs"]
    weak = fighting("A", {"level": 2}, A={"level": 4, "hand": hand})
    assert says(weak) == ["claim"]


def test_it_spoils_a_last_fight_at_the_last_moment():
    t = fighting("B", {"level": 2}, A={"hand": ["Ancient"]}, B={"level": 9})
    assert says(t) == ["pass"]
    t.do({"B": "claim"})
    assert says(t)[0] == "play Ancient"


def test_a_curse_can_turn_a_fight():
    t = fighting("B", {"level": 8}, A={"hand": ["Curse! Duck of Doom"]}, B={"level": 9})
    t.do({"B": "claim"})
    assert says(t)[:2] == ["play Curse! Duck of Doom", "pick_player 1"]


def test_it_curses_whom_it_hurts():
    hand = ["Curse! Lose the Armor You Are Wearing"]
    armed = {"level": 8, "equipped": ["Mithril Armor"]}
    assert says(seated(A={"level": 5, "hand": hand}, B={"level": 8}, C=armed))[:2] == [
        f"play {hand[0]}",
        "pick_player 2",
    ]
    assert says(seated(A={"level": 5, "hand": hand}, B={"level": 6}, C={"level": 6})) == ["proceed"]


@pytest.mark.parametrize(("roll", "answer"), [(4, "play Loaded Die"), (5, "pass")])
def test_it_turns_a_die_only_where_that_saves_it(roll: int, answer: str):
    t = table(
        players={"A": {"level": 5, "hand": ["Loaded Die"]}, "B": {}, "C": {}},
        phase="running_away",
        combat={"fighter": "A", "monsters": ["Harpies"]},
        rolls=[roll],
    )
    t.do({"A": "run"})
    assert says(t)[0] == answer


@pytest.mark.parametrize(("monster", "answer"), [("Bullrog", "play Instant Wall"), ("Potted Plant", "run")])
def test_it_runs_by_a_card_only_from_what_hurts(monster: str, answer: str):
    t = table(
        players={"A": {"level": 5, "hand": ["Instant Wall"]}, "B": {}, "C": {}},
        phase="running_away",
        combat={"fighter": "A", "monsters": [monster]},
    )
    assert says(t)[0] == answer


def test_it_holds_who_would_get_away():
    t = table(
        players={"A": {"hand": ["Flask of Glue"]}, "B": {"level": 8}, "C": {}},
        turn="B",
        phase="running_away",
        combat={"fighter": "B", "monsters": ["Bullrog"]},
        rolls=[6],
    )
    t.do({"B": "run"})
    assert says(t)[0] == "play Flask of Glue"


def test_it_stops_a_curse_on_itself_only():
    for victim, answer in (("A", "play Wishing Ring"), ("C", "pass")):
        t = seated("B", A={"level": 5, "hand": ["Wishing Ring"]}, B={"hand": ["Curse! Duck of Doom"]}, C={"level": 5})
        t.do({"B": {"play": "Curse! Duck of Doom", "on": victim}})
        assert says(t)[0] == answer


# Bargains


def test_it_asks_for_help_and_offers_more_when_refused():
    t = fighting("A", {"level": 6, "treasures": 3}, A={"level": 3}, B={"level": 5}, C={"level": 2})
    bot = Veteran(Random(1), t.game.state.rules, PLAIN)
    shares = []
    for _ in range(2):
        decision = t.game.decision(0)
        assert decision is not None
        offer = bot.choose(t.game.view(0), decision)
        assert isinstance(offer, Offer)
        assert (offer.kind, offer.to) == ("help", 1)
        shares.append(offer.treasures)
        t.game.apply(0, offer)
        t.do({"B": {"refuse": "A"}})
    assert shares == [1, 2]


def test_it_helps_for_a_share_but_helps_nobody_to_win():
    for level, answer in ((3, "accept"), (9, "refuse")):
        t = fighting("B", {"level": level + 4, "treasures": 2}, A={"level": 8}, B={"level": level})
        t.do({"B": {"offer": {"kind": "help", "to": "A", "treasures": 1}}})
        assert says(t)[0] == answer


def test_it_answers_a_poor_offer_with_one_of_its_own():
    t = fighting("B", {"level": 7, "treasures": 4}, A={"level": 5}, B={"level": 4}, C={"hand": ["Magic Missile"]})
    t.do({"B": {"offer": {"kind": "help", "to": "A", "treasures": 0}}})
    said = says(t)
    assert said[0].startswith("help 1 ")
    assert "accept" not in said


def test_an_elf_helps_for_nothing_and_wins_by_it_if_it_can():
    t = fighting("B", {"level": 7}, A={"level": 9, "races": ["Elf"]}, B={"level": 4})
    t.do({"B": {"offer": {"kind": "help", "to": "A"}}})
    view = judgement(t)
    assert view.deal(view.view.offers[0]) > WIN / 2
    assert says(t)[0] == "accept"


def test_it_trades_where_both_gain():
    sword = {"name": "sword", "bonus": 5, "slot": "hand", "hands": 1, "gold": 400, "usable_by": "wizard"}
    hammer = {"name": "hammer", "bonus": 5, "slot": "hand", "hands": 1, "gold": 400, "usable_by": "dwarf"}
    t = seated(A={"classes": ["Wizard"], "carried": [hammer]}, B={"races": ["Dwarf"], "carried": [sword]})
    assert says(t)[0] == "trade 1 0"
    deal = t.game.view(1).offers[0]
    assert (deal.gives, deal.takes) == ((t.card_of(0, "hammer"),), (t.card_of(1, "sword"),))
    assert says(t, 1)[0] == "accept"
    assert says(seated(A={"classes": ["Wizard"], "carried": [hammer]}, B={"carried": [sword]})) == ["proceed"]


def test_it_refuses_what_costs_more_than_it_brings():
    t = seated("B", A={"equipped": ["Flaming Armor"]}, B={"carried": [{"name": "toy", "gold": 100}]})
    t.do({"B": {"offer": {"kind": "trade", "to": "A", "gives": ["toy"], "takes": ["Flaming Armor"]}}})
    assert says(t)[0] == "refuse"


def test_it_bribes_before_the_last_fight():
    t = seated(A={"level": 9, "carried": [{"name": "toy", "gold": 100}]}, B={"hand": 4})
    assert says(t)[0] == "bribe 1 0"
    assert t.game.view(1).offers[0].pledge == "no_interference"
    assert says(seated(A={"level": 5, "carried": [{"name": "toy", "gold": 100}]}, B={"hand": 4})) == ["proceed"]


def test_it_spoils_an_ordinary_fight_only_with_what_it_cannot_keep():
    for hand, first in ((["Ancient"], "pass"), (["Ancient", *GEMS], "play Ancient")):
        t = fighting("B", "Lame Goblin", A={"hand": hand}, B={"level": 7})
        t.do({"B": "claim"})
        assert says(t)[0] == first


def test_it_keeps_its_word_unless_another_would_win_by_it():
    for level, answer in ((7, "pass"), (9, "play Ancient")):
        t = fighting("B", "Lame Goblin", A={"hand": ["Ancient", *GEMS]}, B={"level": level})
        t.do({"B": "claim"})
        bot = Veteran(Random(1), t.game.state.rules, Temper(spite=3.0))
        decision = t.game.decision(0)
        assert decision is not None
        free = bot.choose(t.game.view(0), decision)
        assert isinstance(free, Option)
        assert free.verb == "play"
        bot.bargainer.sworn.add(1)
        bound = bot.choose(t.game.view(0), decision)
        assert isinstance(bound, Option)
        assert bound.verb == answer.split()[0]


@pytest.mark.parametrize(("hand", "why"), [(["card1", "card2"], "bluff"), (["Ancient", "card1"], "pay for peace")])
def test_it_threatens_who_is_about_to_win_with_something_or_nothing(hand: list[str], why: str):
    t = seated("B", A={"hand": hand}, B={"level": 9, "carried": [{"name": "gem", "gold": 600}]})
    proposal = Bargainer().propose(judgement(t, 0, Temper(nerve=1.2)))
    assert proposal is not None
    assert (proposal.offer.kind, proposal.offer.takes) == ("bribe", (t.card_of(1, "gem"),))
    assert why in proposal.why
    assert t.game.offers(0).contains(proposal.offer)
    assert Bargainer().propose(judgement(t, 0, Temper(nerve=0.8))) is None


# Prices


def test_what_a_deal_is_worth():
    t = fighting("A", {"level": 6, "treasures": 3}, A={"level": 3}, B={"level": 5}, C={"level": 2})
    mine = judgement(t)
    shares = [mine.deal(as_view(Offer(kind="help", to=1, treasures=share), 0)) for share in range(4)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > LEVEL
    assert mine.deal(as_view(Offer(kind="help", to=2), 0)) < 0, "he would not turn the fight"


def test_a_rival_near_the_end_is_a_greater_threat():
    view = judgement(seated(A={"level": 5}, B={"level": 2}, C={"level": 8}))
    assert view.threat(2) > view.threat(1) > 0
    assert view.rise(2, 2) == -WIN
    assert -LEVEL < view.rise(1, 1) < 0 < view.rise(0, 1) == LEVEL


def test_who_has_struck_it_is_struck_back_rather():
    t = seated(A={"level": 5}, B={"level": 5}, C={"level": 5})
    lore = lore_of(t.game.state.rules)
    view = Judgement(t.game.view(0), lore, Temper(grudge=1.3), {2: 1})
    assert view.threat(2) > view.threat(1)
    cursing = seated("B", A={"level": 5, "hand": ["Wishing Ring"]}, B={"hand": ["Curse! Duck of Doom"]})
    cursing.do({"B": {"play": "Curse! Duck of Doom", "on": "A"}})
    bot = Veteran(Random(1), cursing.game.state.rules)
    decision = cursing.game.decision(0)
    assert decision is not None
    for _ in range(2):
        bot.choose(cursing.game.view(0), decision)
    assert bot.scores == {1: 1}


def test_the_cheapest_way():
    moves = [Move(1, 5, 3.0), Move(2, 3, 1.0), Move(3, 2, 0.5)]
    assert cheapest_way(moves, 5) == ([moves[2], moves[1]], 1.5)
    assert cheapest_way(moves, 2) == ([moves[2]], 0.5)
    assert cheapest_way(moves, 11) is None


# Tempers and reasons


def test_tempers_differ_by_chance():
    tempers = [draw_temper(Random(seed)) for seed in range(20)]
    assert len(set(tempers)) == 20
    assert tempers[0] == draw_temper(Random(0))
    assert all(0.7 <= weight <= 1.3 for temper in tempers for weight in (temper.greed, temper.kindness, temper.spite))


def test_it_says_why_in_words():
    t = fighting("A", {"level": 6}, A={"level": 4, "hand": ["Flaming Poison Potion"]})
    bot = Veteran(Random(1), t.game.state.rules)
    decision = t.game.decision(0)
    assert decision is not None
    bot.choose(t.game.view(0), decision)
    assert bot.why == "with Flaming Poison Potion the fight can be won, and that is worth it"


# Games


def test_it_beats_rookies():
    plan = Plan(Game.header(["munchkin"], 4, "veteran"), 30, bots=("veteran", "rookie", "rookie", "rookie"))
    report = run(plan)
    assert report.crashes == report.unfinished == 0
    assert wilson(report.winners[0], report.games).high > 0.4
    assert report.winners[0] > report.games / 4


# With the expansions


def in_dungeon(**first: Any) -> Table:
    """The first player's turn in a Dungeon where armor does not count."""
    return table(
        packs=["munchkin", "munchkin-6"],
        players={"A": first, "B": {}, "C": {}},
        dungeons=["City-State of the Invisible Underwear"],
        dungeon=["Sneak Peak"],
    )


def test_it_pays_for_an_exit_where_the_dungeon_costs_more():
    mail = {"name": "mail", "bonus": 8, "slot": "armor"}
    junk = ["Plutonium Dragon", "Bullrog", "Squidzilla", "Hippogriff"]
    assert "discover" in says(in_dungeon(equipped=[mail], hand=junk))
    assert "discover" not in says(in_dungeon(hand=junk))
    treasures = ["Invisibility Potion", "Magic Missile", "Flaming Poison Potion", "Magic Lamp"]
    assert "discover" not in says(in_dungeon(equipped=[{**mail, "bonus": 1}], hand=treasures))


def test_it_leaves_the_dungeon_that_costs_it_most():
    mail = {"name": "mail", "bonus": 8, "slot": "armor"}
    own = judgement(in_dungeon(equipped=[mail]))
    (dungeon,) = own.view.dungeons
    assert own.leaving(dungeon.card) == own.relief == 8.0
    other = judgement(in_dungeon(equipped=[mail]), seat=1)
    assert other.leaving(dungeon.card) < 0


def test_it_puts_an_enhancer_on_what_it_uses():
    mail = {"name": "mail", "bonus": 2, "slot": "armor"}
    plate = {"name": "plate", "bonus": 4, "slot": "armor", "usable_by": "dwarf"}
    t = table(
        packs=["munchkin", "munchkin-7"],
        players={"A": {"equipped": [mail], "carried": [plate], "hand": ["Teflon-Coated"]}, "B": {}, "C": {}},
    )
    assert says(t)[:2] == ["play Teflon-Coated", "pick mail"]
    assert judgement(t).gear(t.cards_named("mail")[0]) > judgement(t).gear(t.cards_named("plate")[0])


def test_a_second_steed_is_of_no_use_to_it():
    t = table(
        packs=["munchkin", "munchkin-4"],
        players={"A": {"hand": ["Dragon Steed"]}, "B": {"table": ["Chicken Steed"], "hand": ["Eagle Steed"]}, "C": {}},
    )
    first, second = judgement(t), judgement(t, seat=1)
    (dragon,), (chicken,), (eagle,) = (t.cards_named(f"{name} Steed") for name in ("Dragon", "Chicken", "Eagle"))
    assert first.use(dragon) > 5
    assert second.use(chicken) > second.use(eagle)
