"""Others in a thought may play, refuse or pass where a veteran would not."""

from collections.abc import Sequence
from random import Random

import pytest

from kickdoor.bots import make_bot
from kickdoor.bots.grandmaster import WHIMS, whims_of
from kickdoor.bots.master import Master
from kickdoor.bots.pondering import Candidate, Manner, Pondering
from kickdoor.bots.veteran import Veteran
from kickdoor.bots.whims import NONE, Whims
from kickdoor.engine.data.state import State
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import View
from kickdoor.testing import Table, table

ALWAYS = Whims(rash=1.0, wary=1.0, idle=1.0)


def seen(t: Table, seat: int) -> tuple[View, Decision]:
    decision = t.game.decision(seat)
    assert decision is not None
    return t.game.view(seat), decision


def a_fight(**hands: object) -> Table:
    players = {"A": {"level": 4}, "B": {"level": 5}, "C": {}}
    for name, hand in hands.items():
        players[name]["hand"] = hand
    combat = {"fighter": "A", "monsters": [{"name": "X", "level": 9, "treasures": 2}]}
    return table(players=players, turn="A", phase="combat", combat=combat)


def swayed(t: Table, seat: int, verb: str, whims: Whims) -> Option:
    """What becomes of the option with this verb, after a veteran has weighed all."""
    view, decision = seen(t, seat)
    player = Veteran(Random(1), t.game.state.rules)
    player.choose(view, decision)
    choice = next(option for option in decision.options if option.verb == verb)
    return whims.sway(player, view, decision, choice)


@pytest.mark.parametrize(("verb", "instead"), [("pass", "play"), ("play", "pass")])
def test_somebody_rash_plays_and_somebody_idle_passes(verb: str, instead: str):
    t = a_fight(B=["Magic Missile"])
    assert swayed(t, 1, verb, ALWAYS).verb == instead
    assert swayed(t, 1, verb, NONE).verb == verb


def test_somebody_wary_refuses_what_they_would_accept():
    t = a_fight()
    for treasures, by in ((1, 2), (2, 1)):
        t.game.apply(by, Offer(kind="help", to=0, treasures=treasures))
    _, decision = seen(t, 0)
    wanted = next(option for option in decision.options if option.verb == "accept")
    refused = swayed(t, 0, "accept", ALWAYS)
    assert (refused.verb, refused.first) == ("refuse", wanted.first)


def test_who_has_nothing_to_play_passes_however_rash():
    t = a_fight(B=[])
    t.game.apply(0, Offer(kind="help", to=1, treasures=1))
    assert swayed(t, 1, "pass", ALWAYS).verb == "pass"


class Level:
    """Judges by the Level of the player."""

    def chances_of(self, seat: int, ends: Sequence[State]) -> list[float]:
        return [s.players[seat].level / 10 for s in ends]


def test_others_have_whims_in_a_thought():
    """A fight is lost unless B helps: where everybody refuses, asking leads to no higher Level than running."""
    found = {}
    for name, whims in (("none", NONE), ("wary", Whims(wary=1.0))):
        t = table(
            players={"A": {"level": 3}, "B": {"level": 5, "races": ["Elf"]}, "C": {"level": 1}},
            turn="A",
            phase="combat",
            combat={"fighter": "A", "monsters": [{"name": "X", "level": 6, "treasures": 2}]},
        )
        view, decision = seen(t, 0)
        rules = t.game.state.rules
        ask = Candidate(Offer(kind="help", to=1, treasures=1))
        run = Candidate(next(option for option in decision.options if option.verb == "run"))
        memory = Veteran(Random(1), rules).memory()
        thought = Pondering(view, decision, rules, memory, 1, Level(), Manner(sure=99), [whims] * 3)
        assert decision.worlds is not None
        thought.think([ask, run], decision.worlds, Budget(worlds=6))
        found[name] = ask.mean - run.mean
    assert found["none"] > 0
    assert found["wary"] == 0


class Kept:
    """Judges by the cards that the player has kept."""

    def chances_of(self, seat: int, ends: Sequence[State]) -> list[float]:
        return [float(len(s.players[seat].hand)) for s in ends]


def test_the_thinker_has_no_whims():
    """Whoever lets a fight of another pass is asked again, and keeps their card, however rash others are."""
    t = table(
        players={"A": {"level": 4}, "B": {"hand": ["Magic Missile"]}, "C": {"hand": []}},
        turn="A",
        phase="combat",
        combat={"fighter": "A", "monsters": [{"name": "X", "level": 2, "treasures": 1}]},
    )
    view, decision = seen(t, 1)
    rules = t.game.state.rules
    wait, spend = (Candidate(next(each for each in decision.options if each.verb == verb)) for verb in ("pass", "play"))
    memory = Veteran(Random(1), rules).memory()
    thought = Pondering(view, decision, rules, memory, 1, Kept(), Manner(sure=99), [Whims(rash=1.0)] * 3)
    assert decision.worlds is not None
    thought.think([wait, spend], decision.worlds, Budget(worlds=6))
    assert wait.mean == spend.mean + 1


def whims_in_mind(name: str, company: Sequence[str] = ()) -> list[Whims]:
    """What a bot expects of each seat at a table of three."""
    t = a_fight()
    bot = make_bot(name, Random(1), t.game.state.rules, company=company)
    assert isinstance(bot, Master)
    return list(bot._find_whims(t.game.view(0)))


@pytest.mark.parametrize("name", ["random", "rookie:greedy", "veteran"])
def test_the_grandmaster_expects_no_whims_of_bots_that_do_not_search(name: str):
    assert whims_of(name) == NONE


@pytest.mark.parametrize("name", ["master:0.1s", "grandmaster:4w:plain", ""])
def test_the_grandmaster_expects_whims_of_bots_that_search_and_of_people(name: str):
    assert whims_of(name) == WHIMS != NONE


def test_the_grandmaster_knows_who_sits_where_if_it_is_told_and_expects_whims_of_all_if_not():
    assert whims_in_mind("grandmaster", ["grandmaster", "veteran", ""]) == [WHIMS, NONE, WHIMS]
    assert whims_in_mind("grandmaster") == [WHIMS] * 3
    assert whims_in_mind("master", ["master", "veteran", ""]) == []
