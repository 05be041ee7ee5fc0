"""The grandmaster: it keeps its time, the same chance makes the same choice, and it says why in words."""

import gc
from collections.abc import Sequence
from itertools import count
from random import Random

import numpy as np
import pytest

from kickdoor.bots import make_bot, pondering
from kickdoor.bots.foresight.features import PLAYER, TABLE
from kickdoor.bots.foresight.network import ROWS, trained
from kickdoor.bots.grandmaster import Grandmaster, offers_of_help
from kickdoor.bots.lore import lore_of
from kickdoor.bots.pondering import Candidate
from kickdoor.engine.data.state import State
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import View
from kickdoor.testing import Table, table


def fighting(level: int, **players: object) -> Table:
    combat = {"fighter": "A", "monsters": [{"name": "X", "level": level, "treasures": 2}]}
    return table(players={"A": {}, "B": {}, "C": {}, **players}, turn="A", phase="combat", combat=combat)


def asked(t: Table, seat: int = 0) -> Decision:
    decision = t.game.decision(seat)
    assert decision is not None
    return decision


def test_it_keeps_its_time(monkeypatch: pytest.MonkeyPatch):
    clock = count()
    monkeypatch.setattr(pondering.time, "thread_time", lambda: next(clock) * 0.01)
    t = fighting(9, A={"level": 4, "hand": ["Magic Missile", "Flaming Poison Potion"]}, B={"level": 8})
    bot = Grandmaster(Random(1), t.game.state.rules, budget=Budget(seconds=0.2))
    bot.choose(t.game.view(0), asked(t))
    assert bot.pondered is not None
    assert bot.pondered.worlds > 0
    assert 0.2 < bot.pondered.seconds < 0.24


def test_nothing_in_the_network_is_large_enough_for_numpy_to_call_other_cores():
    """They would keep the grandmaster waiting for longer than the work takes."""
    network = trained()
    for weights in (network.of_player, network.of_table, network.of_self, network.of_all):
        _, rows, columns = weights.shape
        assert ROWS * rows * columns < 262_144


def test_many_are_judged_as_each_alone():
    network = trained()
    seen = np.random.default_rng(1).integers(0, 9, (40, 4 * len(PLAYER) + len(TABLE)), np.int8)
    together = network.chances([each.tobytes() for each in seen], 4)
    apart = [network.chances([each.tobytes()], 4)[0] for each in seen]
    assert together == pytest.approx(np.array(apart), abs=1e-5)


def test_the_collector_rests_during_a_thought_and_no_longer():
    t = fighting(9, A={"level": 4, "hand": ["Magic Missile", "Flaming Poison Potion"]}, B={"level": 8})
    collecting: list[bool] = []

    class Even:
        def chances_of(self, seat: int, ends: Sequence[State]) -> list[float]:
            collecting.append(gc.isenabled())
            return [0.5 for _ in ends]

    bot = Grandmaster(Random(1), t.game.state.rules, budget=Budget(worlds=2))
    bot.judge = Even()
    bot.choose(t.game.view(0), asked(t))
    assert collecting
    assert not any(collecting)
    assert gc.isenabled()


def test_the_same_chance_makes_the_same_choice():
    t = fighting(9, A={"level": 4, "hand": ["Magic Missile", "Flaming Poison Potion"]}, B={"level": 8})
    bots = [make_bot("grandmaster:6w", Random(4), t.game.state.rules) for _ in range(2)]
    choices = [bot.choose(t.game.view(0), asked(t)) for bot in bots]
    assert choices[0] == choices[1]
    assert bots[0].why == bots[1].why


def test_it_wins_the_game_where_it_can():
    t = fighting(12, A={"level": 9, "hand": ["Magic Missile"]}, B={"level": 5}, C={"level": 5})
    bot = make_bot("grandmaster:12w", Random(1), t.game.state.rules)
    said = []
    while 0 in t.game.waiting and len(said) < 9:
        choice = bot.choose(t.game.view(0), asked(t))
        t.game.apply(0, choice)
        said.append(choice.verb if isinstance(choice, Option) else choice.kind)
    assert said == ["play", "pick_side", "claim"]


def test_it_says_why_it_does_not_do_what_looked_best():
    """An Elf goes up by helping, and would do it for nothing; the veteran offers a Treasure at once."""
    t = fighting(6, A={"level": 3}, B={"level": 5, "races": ["Elf"]}, C={"level": 1})
    company = ["grandmaster", "veteran", "veteran"]  # an Elf with whims might refuse
    bot = Grandmaster(Random(1), t.game.state.rules, budget=Budget(worlds=24), company=company)
    bot.choose(t.game.view(0), asked(t))
    assert bot.why.startswith("played on in")
    assert "what looked best at first" in bot.why


def test_it_thinks_of_help_that_could_turn_a_fight():
    t = fighting(12, A={"level": 9}, B={"level": 9, "equipped": ["Mithril Armor"]}, C={"level": 1})
    lore = lore_of(t.game.state.rules)
    asks = offers_of_help(t.game.view(0), asked(t), lore)
    assert [(offer.to, offer.treasures) for offer in asks] == [(1, 1), (1, 2), (1, 0)]
    offers = offers_of_help(t.game.view(1), asked(t, 1), lore)
    assert [(offer.to, offer.treasures) for offer in offers] == [(0, 1), (0, 2), (0, 0)]
    assert offers_of_help(t.game.view(2), asked(t, 2), lore) == [], "too weak to turn it"
    bot = Grandmaster(Random(1), t.game.state.rules, budget=Budget(worlds=2))
    bot.choose(t.game.view(1), asked(t, 1))
    assert bot.pondered is not None, "to offer help is worth a thought"


def test_nobody_is_asked_for_help_where_none_is_needed():
    t = fighting(2, A={"level": 9}, B={"level": 9}, C={})
    assert offers_of_help(t.game.view(0), asked(t), lore_of(t.game.state.rules)) == []


class Open(Grandmaster):
    """Shows what it thinks about."""

    def _find_candidates(self, view: View, decision: Decision, prior: Option | Offer) -> list[Candidate]:
        self.about = super()._find_candidates(view, decision, prior)
        return self.about


def test_it_thinks_about_what_the_veteran_in_it_settles_by_itself():
    """To give up a Race or take off an Item, say, where the veteran has nothing to do but to go on."""
    t = table(players={"A": {"level": 5, "races": ["Elf"], "equipped": ["Mithril Armor"]}, "B": {}, "C": {}}, turn="A")
    bot, decision = Open(Random(1), t.game.state.rules, budget=Budget(worlds=1)), asked(t)
    bot.choose(t.game.view(0), decision)
    own = [option for option in decision.options if option.verb in ("drop", "unequip")]
    assert {option.verb for option in own} == {"drop", "unequip"}
    assert all(option in [each.choice for each in bot.about] for option in own)
