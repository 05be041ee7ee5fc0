"""How a game goes on for people: alone among bots nothing is timed, with others nothing is told by a wait."""

from __future__ import annotations

from typing import Any

import pytest

from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.server.protocol import Answer, Bargain, NewTable, Orders, Pace, Pass, Ready, SeatPlan, Speak, Undo
from kickdoor.server.session import Outcome, Session
from kickdoor.server.session.match import Match
from kickdoor.server.session.pacer import FURTHER, MOST, ORDERED, TEMPI, Pacer
from kickdoor.server.session.seating import set_up
from kickdoor.server.session.situation import Situation, situation_of
from kickdoor.server.session.stakes import could_matter
from kickdoor.testing import table as laid_out

NOW = 1000.0
SEATS = ("A", "B", "C")
RAT = {"fighter": "B", "monsters": ["Maul Rat"]}


class Voice:
    """Somebody who speaks from a seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.address = "10.0.0.1"
        self.token = ""
        self.language = "en"


class Evening:
    """A session at a position; bots say nothing unless they are told to."""

    def __init__(self, *kinds: str, speed: str = "normal", stops: str = "act", **position: Any) -> None:
        players = position.pop("players", {})
        game = laid_out(players={name: players.get(name, {}) for name in SEATS}, **position).game
        plans = tuple(SeatPlan(kind="me") if kind == "me" else SeatPlan(kind="bot", bot="rookie") for kind in kinds)
        setup, _, _, _ = set_up(NewTable(seats=plans, speed=speed), game._header, "en")  # type: ignore[arg-type]
        self.session = session = Session("table", setup, NOW)
        session.phase = "playing"
        self.now = NOW
        for seat in setup.people:
            setup.seats[seat].stops = stops  # type: ignore[assignment]
            session.arrive(seat, "10.0.0.1", NOW)
        game.state.patient = True
        match = session.match = Match.of_save(game.to_bytes(), 0, Pacer(speed=setup.speed), 0)
        session._brief(match)
        match.take_up(None, NOW)
        session.thoughts.anew()

    @property
    def pacer(self) -> Pacer:
        return self.session.playing.pacer

    @property
    def game(self) -> Game:
        return self.session.playing.game

    def _stored(self, outcome: Outcome | None) -> Outcome | None:
        if outcome is not None and outcome.change is not None:
            self.session.committed(outcome)
        return outcome

    def say(self, seat: int, message: Any) -> Outcome | None:
        return self._stored(self.session.hear(Voice(seat), message, self.now))

    def do(self, seat: int, verb: str) -> None:
        options = self.session.decision(seat).options  # type: ignore[union-attr]
        code = next(option.code for option in options if option.verb == verb)
        self.say(seat, Answer(option=code))

    def bot_does(self, seat: int, verb: str) -> None:
        """A bot has thought of something, and says it when its time has come."""
        options = self.session.decision(seat).options  # type: ignore[union-attr]
        code = next(option.code for option in options if option.verb == verb)
        self.session.thoughts.take(self.session.thoughts.serial, seat, Option(code))
        self.pass_time()

    def pass_time(self, most: int = 20) -> None:
        """Do whatever is due, until nothing is."""
        for _ in range(most):
            due = self.session.due(self.now)
            if due is None:
                return
            self.now = max(self.now, due)
            window = self.pacer.window
            self._stored(self.session.tick(self.now))
            if window != self.pacer.window and self.pacer.asked:
                return

    def press(self, seat: int = 0, **more: Any) -> None:
        self.say(seat, Pass(window=self.pacer.window, **more))


def lone(*, hand: list[str] = [], **more: Any) -> Evening:  # noqa: B006
    position = {"phase": "combat", "combat": RAT, **more.pop("position", {})}
    players = {"A": {"hand": hand}, "B": {"level": 5}, **more.pop("players", {})}
    return Evening("me", "bot", "bot", players=players, **position, **more)


# Alone among bots


def test_alone_nothing_is_timed():
    evening = lone()
    assert (evening.pacer.lone, evening.pacer.until) == (0, None)
    mine = Evening("me", "bot", "bot")
    assert mine.pacer.asked == (0,)
    mine.pass_time()
    mine.now += 1e6
    assert mine.session.due(mine.now) is None
    assert mine.session.tick(mine.now) is None
    assert not mine.session.setup.seats[0].away


def test_what_a_person_could_not_change_passes_by_itself():
    evening = lone(hand=["Leather Armor", "Elf", "Boil an Anthill"])
    evening.bot_does(1, "claim")
    assert "fight_won" in [event.what for event in evening.session.playing.recent]


@pytest.mark.parametrize("card", ["Magic Missile", "Ancient"])
def test_the_table_stops_where_a_person_could_act_and_goes_on_when_they_let_it(card: str):
    evening = lone(hand=[card])
    evening.bot_does(1, "claim")
    assert (evening.pacer.stop, evening.pacer.moment) == ("act", "closing")
    assert not evening.session.asking(0).quiet
    evening.now += 1e6
    assert evening.session.due(evening.now) is None
    assert evening.session.tick(evening.now) is None
    evening.press()
    assert evening.pacer.stop == ""
    assert "fight_won" in [event.what for event in evening.session.playing.recent]


@pytest.mark.parametrize(
    ("hand", "stop"),
    [
        (["Potion of Halitosis"], ""),
        (["Curse! Lose a Level"], ""),
        (["Potion of Halitosis", "Curse! Lose a Level", "Flaming Poison Potion"], "act"),
        (["Magic Missile"], "act"),
        (["Wandering Monster", "Bullrog"], "act"),
    ],
)
def test_a_fight_that_is_won_stops_only_for_who_could_turn_it(hand: list[str], stop: str):
    evening = lone(hand=hand)  # 5 : 1
    evening.bot_does(1, "claim")
    assert evening.pacer.stop == stop


@pytest.mark.parametrize("answer", ["accept", "refuse", "counter", ""])
def test_who_makes_an_offer_waits_for_the_answer(answer: str):
    """Whatever else bots have in mind: nobody sees an offer pass by that they could have taken."""
    evening = lone(position={"combat": {"fighter": "B", "monsters": ["Plutonium Dragon"]}})
    asked = Offer(to=0, kind="help", treasures=1)
    evening.session.thoughts.take(evening.session.thoughts.serial, 1, asked)
    evening.pass_time()
    assert evening.pacer.stop == "offer"
    evening.bot_does(1, "run")
    assert evening.pacer.moment == "fight", "the offer stands"
    if answer == "counter":
        evening.say(0, Bargain(offer=Offer(to=1, kind="help", treasures=2)))
    elif answer:
        evening.do(0, answer)
    else:
        evening.press()
    assert evening.pacer.stop == ""


def test_who_helps_to_win_has_nothing_to_add():
    evening = lone(hand=["Magic Missile"], position={"combat": {**RAT, "helper": "A"}})
    evening.bot_does(1, "claim")
    assert evening.pacer.stop == ""


@pytest.mark.parametrize(("roll", "stop"), [(3, "act"), (4, "")])
def test_a_roll_that_is_high_enough_needs_nothing_more(roll: int, stop: str):
    goblin = {"fighter": "A", "monsters": ["Lame Goblin"]}  # from whom 4 is enough
    position = {"phase": "running_away", "combat": goblin, "rolls": [roll]}
    evening = lone(position=position, players={"A": {"hand": ["Elf", "Dwarf"], "classes": ["Wizard"]}})
    evening.do(0, "run")
    evening.pass_time()
    assert evening.pacer.stop == stop


def test_who_lets_a_card_be_while_another_runs_is_not_asked_again_for_each_monster():
    monsters = {"fighter": "B", "monsters": ["Maul Rat", "Lame Goblin", "Potted Plant"]}
    position = {"phase": "running_away", "combat": monsters, "rolls": [6, 6, 6]}
    evening = lone(hand=["Instant Wall"], position=position)
    asked = 0
    for _ in range(12):
        if evening.pacer.stop == "act":
            assert evening.pacer.moment == "running"
            asked += 1
            evening.press()
        elif evening.pacer.asked == (1,):
            evening.bot_does(1, "run")
        else:
            evening.pass_time(2)
    assert asked == 1
    assert evening.pacer.moment == "end"


def test_who_wants_to_stop_nowhere_is_stopped_nowhere():
    evening = lone(hand=["Magic Missile"], stops="never")
    evening.bot_does(1, "claim")
    assert "fight_won" in [event.what for event in evening.session.playing.recent]


def test_who_wants_to_see_every_fight_sees_it_begin_once():
    evening = lone(stops="fights")
    assert evening.pacer.stop == "fight"
    assert evening.session.due(NOW + 100) is None
    evening.press()
    assert evening.pacer.stop == ""
    evening.bot_does(1, "claim")
    assert "fight_won" in [event.what for event in evening.session.playing.recent]


def test_no_objection_holds_for_the_rest_of_a_fight_and_can_be_taken_back():
    evening = lone(hand=["Magic Missile"])
    evening.press(scope="fight")
    assert evening.session.clock(NOW).waived == [0]
    evening.press()
    assert evening.session.clock(NOW).waived == []
    evening.press(scope="fight")
    evening.bot_does(1, "claim")
    assert "fight_won" in [event.what for event in evening.session.playing.recent]


def test_a_person_can_pause_and_choose_the_tempo():
    evening = lone()
    assert evening.session.due(NOW) == NOW + 0.0
    evening.say(0, Pace(paused=True))
    assert evening.session.pace(0).paused
    assert evening.session.due(NOW + 100) is None
    evening.say(0, Pace(paused=False, tempo="slow", stops="never"))
    assert evening.session.due(NOW) is not None
    pace = evening.session.pace(0)
    assert (pace.tempo, pace.stops, pace.paused) == ("slow", "never", False)
    evening.bot_does(1, "claim")
    assert evening.pacer.ready == evening.now or evening.pacer.ready >= evening.now + TEMPI["slow"]
    evening.say(0, Speak())
    assert evening.session.pace(0).paused


@pytest.mark.parametrize(("shown", "times"), [(0, 0), (1, 1), (3, 1 + 2 * FURTHER), (50, 1 + (MOST - 1) * FURTHER)])
def test_what_brings_much_along_is_looked_at_for_longer(shown: int, times: float):
    evening = lone()
    evening.pacer.wait(evening.pacer.window + 1, situation_of(evening.game), NOW, shown=shown)
    assert evening.pacer.ready == pytest.approx(NOW + TEMPI["normal"] * times)


def test_what_strikes_a_person_is_shown_until_they_have_seen_it():
    evening = Evening(
        "me",
        "bot",
        "bot",
        turn="B",
        players={"A": {"level": 4}, "B": {"hand": ["Curse! Lose a Level"]}},
        phase="arrange",
    )
    evening.bot_does(1, "play")
    while evening.session.playing.pacer.asked == (1,) and evening.game.state.players[0].level == 4:
        options = evening.session.decision(1).options
        at_me = next((o for o in options if o.verb == "pick_player" and o.first == 0), options[0])
        evening.session.thoughts.take(evening.session.thoughts.serial, 1, at_me)
        evening.pass_time(3)
    evening.pass_time()
    assert evening.game.state.players[0].level == 3
    assert evening.pacer.stop == "struck"
    evening.press()
    assert evening.pacer.stop == ""


def test_a_blow_that_takes_several_things_is_shown_once():
    evening = Evening(
        "me",
        "bot",
        "bot",
        turn="B",
        players={"A": {"equipped": ["Leather Armor", "Boots of Butt-Kicking", "Helm of Courage"]}},
        phase="running_away",
        combat={"fighter": "B", "helper": "A", "monsters": ["Leperchaun"]},
        rolls=[6, 1],
    )
    evening.bot_does(1, "run")
    left = []
    while evening.pacer.moment != "end" or evening.pacer.stop:
        if evening.pacer.stop:
            left.append(len(evening.game.state.players[0].table))
            evening.press()
        elif evening.pacer.asked == (0,):
            evening.do(0, "run")
        elif evening.pacer.moment == "choice":
            evening.bot_does(evening.pacer.asked[0], "pick")
        else:
            evening.pass_time(1)
    assert left == [1]


def test_who_is_alone_takes_their_own_last_answer_back_at_once():
    evening = Evening("me", "bot", "bot", players={"A": {"hand": ["Leather Armor"]}})
    assert not evening.session.pace(0).undo
    told = list(evening.session.match.recent)
    evening.do(0, "lay" if any(o.verb == "lay" for o in evening.session.decision(0).options) else "equip")
    assert evening.session.pace(0).undo
    assert len(evening.session.match.recent) > len(told)
    outcome = evening.say(0, Undo())
    assert len(evening.game.state.players[0].hand) == 1
    assert list(evening.session.match.recent) == told, "what was taken back is told no longer"
    assert outcome.telling.back
    assert not evening.session.pace(0).undo


# With other people


def test_the_routine_of_a_turn_has_no_window_of_its_own():
    evening = Evening("me", "me", "me", players={"B": {"hand": ["Curse! Lose a Level"]}})
    assert evening.pacer.asked == (0,)
    evening.do(0, "proceed")
    assert evening.pacer.is_over(evening.now)
    assert evening.session.due(evening.now) == evening.now


def test_a_press_is_kept_while_the_choice_is_the_same():
    pacer = Evening("me", "me", "me", phase="combat", combat=RAT).pacer
    window = Situation(moment="closing", asked=(), speakers=(0, 1, 2), stake=(6, 1, 1, 0, 1, 5, 1))
    pacer.wait(5, window, NOW)
    pacer.press(2, NOW)
    pacer.wait(6, window, NOW + 1)
    assert pacer.pressed == [2]
    other = Situation(moment="closing", asked=(), speakers=(0, 1, 2), stake=(6, 1, 1, 0, 1, 5, 6))
    pacer.wait(7, other, NOW + 2)
    assert pacer.pressed == []


@pytest.mark.parametrize("hand", [[], ["Magic Missile"]])
def test_standing_orders_pass_without_a_clock_and_tell_nothing_of_a_hand(hand: list[str]):
    evening = Evening(
        "me",
        "me",
        "me",
        speed="none",
        turn="B",
        players={"A": {"hand": hand}, "B": {"level": 5}, "C": {"hand": ["Elf"]}},
        phase="combat",
        combat=RAT,
    )
    evening.say(0, Orders(unless=("concerns_me", "can_play")))
    evening.say(2, Orders(unless=("concerns_me",)))
    evening.do(1, "claim")
    evening.pass_time(1)
    assert evening.pacer.pressed == [1, 2], "what all may know decides for the third at once"
    assert evening.pacer.until == evening.now + ORDERED, "and gives the first a fixed time"
    evening.pass_time()
    assert "fight_won" in [event.what for event in evening.session.playing.recent]


def test_without_orders_the_table_waits_for_a_person():
    evening = Evening(
        "me",
        "me",
        "me",
        speed="none",
        turn="B",
        players={"B": {"level": 5}, "C": {"hand": ["Elf"]}},
        phase="combat",
        combat=RAT,
    )
    evening.say(0, Orders(unless=("concerns_me",)))
    evening.do(1, "claim")
    evening.pass_time()
    assert evening.pacer.pressed == [0, 1]
    assert evening.pacer.until is None
    evening.press(2)
    assert "fight_won" in [event.what for event in evening.session.playing.recent]


def test_the_clock_of_the_first_cards_starts_when_all_have_looked_round():
    setup, _, _, _ = set_up(
        NewTable(seats=tuple(SeatPlan(kind="me") for _ in SEATS)), Game.header(("munchkin",), 3, "x"), "en"
    )
    session = Session("table", setup, NOW)
    for seat in range(3):
        session.arrive(seat, "10.0.0.1", NOW)
    session.begin(NOW)
    for seat in range(3):
        assert session.playing.pacer.until == NOW + 270
        session.hear(Voice(seat), Ready(), NOW + 30)
    assert session.playing.pacer.until == NOW + 120


# What matters


@pytest.mark.parametrize(
    ("hand", "phase", "early", "expected"),
    [
        (["Magic Missile"], "combat", True, True),
        (["Magic Missile"], "combat", False, False),
        (["Boil an Anthill"], "combat", True, False),
        (["Leather Armor"], "combat", True, False),
        (["Magic Missile"], "arrange", True, False),
    ],
)
def test_what_matters_is_a_card_that_could_change_something_now(
    hand: list[str], phase: str, early: bool, expected: bool
):
    more: dict[str, Any] = {"combat": RAT} if phase == "combat" else {"turn": "B"}
    players = {"A": {"hand": hand, "equipped": ["Helm of Courage"]}, "B": {}, "C": {}}
    assert could_matter(laid_out(players=players, phase=phase, **more).game, 0, early=early) is expected


@pytest.mark.parametrize(("classes", "expected"), [([], True), (["Warrior"], False)])
def test_a_card_that_only_makes_a_tie_does_not_matter_where_the_fighter_wins_ties(classes: list[str], expected: bool):
    """A Maul Rat of Level 1 and a potion of 3, against Level 4."""
    players = {"A": {"hand": ["Flaming Poison Potion"]}, "B": {"level": 4, "classes": classes}, "C": {}}
    game = laid_out(players=players, phase="combat", turn="B", combat=RAT).game
    decision = game.decision(1)
    assert decision is not None
    game.apply(1, next(option for option in decision.options if option.verb == "claim"))
    assert could_matter(game, 0, early=False) is expected
