"""The master: it thinks within its budget, the same chance makes the same choice, and it plays every pack."""

from itertools import count
from random import Random

import pytest

from kickdoor.bots import Master, make_bot, pondering
from kickdoor.bots.pondering import Candidate, Manner, still_open
from kickdoor.bots.prospects import FEATURES, prospects_of, standing
from kickdoor.engine.data.question import Question
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.driver import play_out
from kickdoor.play.game import Game
from kickdoor.testing import Table, table


def fighting(fighter: str, level: int, **players: object) -> Table:
    combat = {"fighter": fighter, "monsters": [{"name": "X", "level": level, "treasures": 2}]}
    return table(players={"A": {}, "B": {}, "C": {}, **players}, turn=fighter, phase="combat", combat=combat)


def asked(t: Table, seat: int = 0) -> Decision:
    decision = t.game.decision(seat)
    assert decision is not None
    return decision


def master(t: Table, **budget: float) -> Master:
    return Master(Random(1), t.game.state.rules, budget=Budget(**budget or {"worlds": 12}))  # type: ignore[arg-type]


# Budgets


def test_it_stops_when_its_time_is_up_and_keeps_what_it_has_found(monkeypatch: pytest.MonkeyPatch):
    clock = count()
    monkeypatch.setattr(pondering.time, "thread_time", lambda: next(clock) * 0.01)
    t = fighting("A", 9, A={"level": 4, "hand": ["Magic Missile", "Flaming Poison Potion"]}, B={"level": 8})
    bot = master(t, seconds=0.2)
    bot.manner = Manner(sure=100)
    bot.choose(t.game.view(0), asked(t))
    assert bot.pondered is not None
    assert bot.pondered.worlds > 0
    assert 0.2 < bot.pondered.seconds < 0.24


def test_it_tries_as_many_worlds_as_it_may():
    t = fighting("A", 9, A={"level": 4, "hand": ["Magic Missile", "Flaming Poison Potion"]}, B={"level": 8})
    bot = master(t, worlds=5)
    bot.choose(t.game.view(0), asked(t))
    assert bot.pondered is not None
    assert 1 <= bot.pondered.worlds <= 5


def found(*values: list[float]) -> list[Candidate]:
    """Answers that have come to this, the veteran's first."""
    answers = [Candidate(Option(code)) for code in range(len(values))]
    for each, so_far in zip(answers, values, strict=True):
        each.values = so_far
    return answers


def left(*values: list[float]) -> list[int]:
    answers = found(*values)
    return [answers.index(each) for each in still_open(answers, answers[0], Manner(margin=0.01))]


def test_what_cannot_be_better_by_the_margin_is_thought_about_no_more():
    likely, better = [0.3, 0.5] * 10, [0.32, 0.52] * 10
    assert left(likely, [each + 0.009 for each in likely]) == [0], "surely better, but not by enough"
    assert left(likely, better) == [1]
    assert left(likely, [0.5, 0.3] * 10) == [0, 1], "nobody knows yet"
    assert left(likely, better, [each - 0.005 for each in better]) == [1]


def test_of_answers_that_come_to_the_same_the_first_is_thought_about():
    likely, other = [0.3, 0.5] * 10, [0.6, 0.3] * 10
    assert left(likely, other, other) == [0, 1]
    assert left([0.3, 0.5], [0.6, 0.3], [0.6, 0.3]) == [0, 1, 2], "that may be chance"


def test_a_thought_must_end():
    with pytest.raises(ValueError, match="a thought must end"):
        Budget()


def test_without_worlds_it_answers_as_a_veteran():
    t = fighting("A", 2, A={"level": 5, "hand": ["Magic Missile"]})
    decision = Decision(seat=0, question=Question("fight", passable=True), options=asked(t).options)
    bot = master(t)
    choice = bot.choose(t.game.view(0), decision)
    assert isinstance(choice, Option)
    assert choice.verb == "claim"
    assert bot.pondered is None
    assert bot.why == "the fight is won"


def test_it_does_not_think_where_there_is_nothing_to_think_about():
    t = table(players={"A": {"hand": ["Elf"]}, "B": {}, "C": {}}, phase="arrange")
    bot = master(t)
    choice = bot.choose(t.game.view(0), asked(t))
    assert isinstance(choice, Option)
    assert choice.verb == "lay"
    assert bot.pondered is None


# What it does


def test_it_wins_the_game_where_it_can():
    t = fighting("A", 12, A={"level": 9, "hand": ["Magic Missile"]}, B={"level": 5}, C={"level": 5})
    bot = master(t)
    said = []
    while 0 in t.game.waiting and len(said) < 9:
        choice = bot.choose(t.game.view(0), asked(t))
        t.game.apply(0, choice)
        said.append(choice.verb if isinstance(choice, Option) else choice.kind)
    assert said == ["play", "pick_side", "claim"]


def test_it_pays_no_more_for_help_than_it_must():
    """An Elf goes up by helping, and would do it for nothing; the veteran offers a Treasure at once."""
    t = fighting("A", 6, A={"level": 3}, B={"level": 5, "races": ["Elf"]}, C={"level": 1})
    veteran = make_bot("veteran", Random(1), t.game.state.rules).choose(t.game.view(0), asked(t))
    assert isinstance(veteran, Offer)
    assert veteran.treasures == 1
    bot = master(t, worlds=24)
    choice = bot.choose(t.game.view(0), asked(t))
    assert isinstance(choice, Offer)
    assert (choice.kind, choice.to, choice.treasures) == ("help", 1, 0)
    assert "worlds as they might be" in bot.why
    t.game.apply(0, choice)
    answer = make_bot("veteran", Random(1), t.game.state.rules).choose(t.game.view(1), asked(t, 1))
    assert isinstance(answer, Option)
    assert answer.verb == "accept"


# Prospects


def test_prospects_add_up_and_favour_who_is_ahead():
    t = table(players={"A": {"level": 9, "equipped": ["Mithril Armor"]}, "B": {"level": 5}, "C": {"level": 1}})
    chances = prospects_of(t.game.state.rules).chances(t.game.state)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[0] > chances[1] > chances[2]


def test_a_standing_is_read_off_table_and_hand():
    hand = ["Magic Missile", "Curse! Duck of Doom", "Boil an Anthill", "Ancient", "Potted Plant", "Elf"]
    t = table(players={"A": {"level": 8, "equipped": ["Mithril Armor"], "hand": hand}, "B": {}, "C": {}})
    bot = Master(Random(1), t.game.state.rules)
    found = dict(zip(FEATURES, standing(t.game.state, bot.veteran.lore, 0), strict=True))
    told = {name: found[name] for name in ("to_go_2", "gear", "potion", "malice", "rise", "bane", "prey", "on_turn")}
    assert told == {
        "to_go_2": 1,
        "gear": 3 / 5,
        "potion": 1,
        "malice": 1,
        "rise": 1,
        "bane": 2,
        "prey": 1,
        "on_turn": 1,
    }
    assert (found["doors"], found["treasures"]) == (4, 2)


def test_the_end_is_no_guess():
    game = Game.new(seats=3, seed=2, options={"winning_level": 2})
    rng = Random(2)
    play_out(game, [make_bot("rookie", rng, game.state.rules) for _ in range(3)], rng)
    chances = prospects_of(game.state.rules).chances(game.state)
    assert [seat for seat, chance in enumerate(chances) if chance] == game.winners
