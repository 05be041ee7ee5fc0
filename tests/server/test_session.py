"""A session, move by move: no event loop, no sockets, no database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from kickdoor.bots import make_bot
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.play.choices import Option
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.server.errors import NotNow
from kickdoor.server.protocol import (
    Answer,
    Chat,
    Consent,
    Intend,
    Join,
    Kick,
    Leave,
    Mail,
    NewTable,
    Pass,
    Ready,
    Rematch,
    SeatPlan,
    Speak,
    Start,
    Undo,
    Why,
)
from kickdoor.server.session import Outcome, Session, Thinking
from kickdoor.server.session.match import read_moment
from kickdoor.server.session.pacer import SEARCH_SECONDS
from kickdoor.server.session.seating import set_up
from kickdoor.server.thinking import answer_of

NOW = 1000.0


class Voice:
    """Somebody who speaks from a seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.address = f"10.0.0.{seat}"
        self.token = f"token {seat}"
        self.language = "en"
        self.name = ""


def at_table(*kinds: str, seed: str = "session", start: bool = True, **more: object) -> Session:
    """A table of people (`me`), open seats and bots, all of whom are here."""
    plans = tuple(SeatPlan(kind=k) if k in ("me", "open") else SeatPlan(kind="bot", bot=k) for k in kinds)
    new = NewTable(seats=plans, **more)
    header = Game.header(new.packs, len(kinds), seed, options=dict(new.options))
    setup, _, _, _ = set_up(new, header, "en")
    setup.salt = "salt"
    session = Session("table", setup, NOW)
    for seat in setup.people or [-1]:
        stored(session, session.arrive(seat, f"10.0.0.{seat}", NOW))
    if start:
        stored(session, session.begin(NOW))
    return session


def stored(session: Session, outcome: Outcome | None) -> Outcome:
    """What came of something, once it is stored."""
    assert outcome is not None
    if outcome.change is not None:
        session.committed(outcome)
    return outcome


def say(session: Session, seat: int, message: msgspec.Struct, now: float = NOW) -> Outcome:
    return stored(session, session.hear(Voice(seat), message, now))


def offered(session: Session, seat: int, verb: str) -> list[int]:
    decision = session.decision(seat)
    return [option.code for option in decision.options if option.verb == verb] if decision is not None else []


def to_first_turn(session: Session) -> int:
    """Nobody lays anything down; who is asked then."""
    for seat in session.setup.people:
        say(session, seat, Pass(window=session.playing.pacer.window))
    (asked,) = session.playing.pacer.asked
    return asked


def test_what_comes_of_an_answer_is_plain_data_to_be_stored_and_told():
    session = at_table("me", "me", "me", start=False)
    with pytest.raises(NotNow, match="No game is being played"):
        say(session, 0, Answer(option=0))
    begun = say(session, 0, Start())
    assert begun.change is not None
    assert begun.change.setup is not None
    assert begun.change.setup.phase == "playing"
    assert begun.counted == ("games",)
    code = offered(session, 1, "declare")[0]
    outcome = say(session, 1, Answer(option=code))
    change = outcome.change
    assert change is not None
    assert [(row.number, row.seat, row.answer) for row in change.answers] == [(1, 1, b"%d" % code)]
    assert change.played is not None
    assert Game.from_bytes(change.played.snapshot).to_bytes() == session.playing.game.to_bytes()
    assert outcome.telling is not None
    assert [event.what for event in outcome.telling.events] == ["sex_changed"]
    assert outcome.counted == ("answers",)


def test_who_comes_and_goes_changes_nothing_of_the_game_so_no_views_are_made():
    session = at_table("me", "me", "me")
    for outcome in (session.depart(1, "10.0.0.1", NOW), session.arrive(1, "10.0.0.1", NOW)):
        assert outcome.change is None
        assert outcome.telling is not None
        assert not outcome.telling.game


def test_what_is_refused_changes_nothing():
    session = at_table("me", "me", "me")
    before = session.playing.snapshot, session.playing.moment()
    with pytest.raises(IllegalMove):
        say(session, 1, Answer(option=1 << 24 | 4000 << 12))
    with pytest.raises(NotNow, match="gallery"):
        say(session, -1, Answer(option=0))
    with pytest.raises(NotNow, match="host"):
        say(session, 1, Kick(seat=2))
    assert (session.playing.game.to_bytes(), session.playing.moment()) == before


def test_what_cannot_be_stored_is_as_if_it_had_never_been_said():
    session = at_table("me", "me", "me")
    window = session.playing.pacer.window
    say(session, 2, Pass(window=window), NOW + 1)
    before = session.playing.snapshot, msgspec.structs.replace(session.playing.pacer)
    session.hear(Voice(1), Answer(option=offered(session, 1, "declare")[0]), NOW + 2)
    assert session.playing.snapshot != before[0]
    session.hear(Voice(0), Leave(), NOW + 2)
    session.hear(Voice(1), Chat(text="never heard"), NOW + 2)
    session.revert(NOW + 3)
    assert (session.playing.snapshot, session.playing.pacer) == before
    assert (session.playing.pacer.pressed, session.playing.pacer.until) == ([2], NOW + 270), "and the clock runs on"
    assert session.setup.seats[0].kind == "person"
    assert (list(session.said), session.sayings) == ([], 0)
    say(session, 1, Answer(option=offered(session, 1, "declare")[0]))
    assert session.playing.answers == 1


def test_a_window_ends_when_its_time_is_over_or_nobody_objects():
    session = at_table("me", "me", "me")
    window = session.playing.pacer.window
    assert session.due(NOW) == NOW + session.playing.pacer.pace.think, "bots would speak, if there were any"
    assert session.tick(NOW + 1) is None
    assert session.due(NOW + 1) == NOW + 270
    for seat in range(3):
        say(session, seat, Ready(), NOW + 1)
    assert session.due(NOW + 1) == NOW + 91, "all have looked round"
    say(session, 0, Speak())
    say(session, 0, Pass(window=window))
    say(session, 1, Pass(window=window))
    ended = say(session, 2, Pass(window=window))
    assert ended.telling is not None
    assert "turn_begun" in [event.what for event in ended.telling.events]
    assert session.playing.pacer.kind == "turn"
    later = at_table("me", "me", "me")
    assert stored(later, later.tick(NOW + 270)).change is not None
    assert later.playing.pacer.kind == "turn"


def test_who_does_not_answer_is_away_and_a_bot_thinks_for_them():
    session = at_table("me", "me", "me")
    asked = to_first_turn(session)
    assert session.thinking() is None, "people think for themselves"
    session.tick(NOW + 1)
    due = session.due(NOW + 1)
    assert due == NOW + 90
    late = stored(session, session.tick(due))
    assert late.change is not None
    assert session.setup.seats[asked].away
    thinking = session.thinking()
    assert thinking is not None
    assert list(thinking.bots) == [asked]
    assert session.thinking() is None, "it is told once"
    assert session.tick(due) is None
    assert session.due(due) == due + session.playing.pacer.pace.think, "as long as a bot seems to think, it is let"
    answer = answer_of(make_bot("rookie", Random(1), thinking.game.state.rules), thinking.game, asked)
    assert session.thoughts.take(thinking.serial, asked, answer)
    session.thoughts.end(thinking.serial)
    spoken = stored(session, session.tick(due + 1))
    assert spoken.change is not None
    assert [row.seat for row in spoken.change.answers] == [asked]
    assert not session.thoughts.take(thinking.serial, asked, answer), "that is old by now"
    assert session.returned(asked) is not None
    assert not session.setup.seats[asked].away


def test_a_bot_whose_answer_is_no_longer_lawful_does_the_first_thing_that_is():
    session = at_table("me", "me", "me")
    asked = to_first_turn(session)
    session.tick(NOW + 90)
    thinking = session.thinking()
    assert thinking is not None
    wrong = Option(1 << 24 | 4000 << 12)
    session.thoughts.take(thinking.serial, asked, wrong)
    session.thoughts.end(thinking.serial)
    spoken = stored(session, session.tick(NOW + 100))
    assert spoken.change is not None
    assert [row.seat for row in spoken.change.answers] == [asked]


def test_after_a_restart_what_was_meant_for_an_older_question_is_refused():
    session = at_table("me", "me", "me")
    old = session.playing.pacer.window
    asked = to_first_turn(session)
    again = Session("table", session.setup, NOW)
    change = session.put_away(NOW) or session.playing.stored(NOW)
    again.phase = "playing"
    again.take_up(change, read_moment(change.moment), NOW)
    (code,) = offered(again, asked, "proceed")
    with pytest.raises(IllegalMove, match="gone on"):
        say(again, asked, Answer(option=code, window=old))
    before = list(again.playing.pacer.pressed)
    say(again, asked, Pass(window=old))
    assert again.playing.pacer.pressed == before
    assert say(again, asked, Answer(option=code, window=again.playing.window)).counted == ("answers",)


def moments(session: Session, rng: Random) -> Iterator[tuple[float, Thinking | None]]:
    """Play on: people answer by chance, bots think and are not heard of. What bots think about at each moment."""
    now = NOW
    for _ in range(600):
        now += 0.01
        yield now, session.thinking()
        silent = session.playing.pacer.pressed
        people = [s for s in session.playing.game.waiting if s in session.setup.people and s not in silent]
        if people:
            options = session.playing.game.decisions[people[0]].options
            say(session, people[0], Answer(option=rng.choice(options).code), now)
        elif session.thoughts.pending and session.playing.pacer.kind == "turn":
            (seat,) = session.playing.pacer.asked
            options = session.playing.game.decisions[seat].options
            session.thoughts.take(session.thoughts.serial, seat, rng.choice(options))
            session.thoughts.end(session.thoughts.serial)
            now = max(now, session.playing.pacer.ready)
            stored(session, session.tick(now))
        else:
            now += 300
            session.tick(now)
        if session.phase == "over":
            return


def test_no_window_waits_for_bots_that_think_longer_than_they_seem_to():
    session = at_table("me", "me", "master")
    found = 0
    for now, thinking in moments(session, Random(5)):
        pacer = session.playing.pacer
        if thinking is None or pacer.kind != "window" or pacer.moment == "setup" or now >= pacer.ready:
            continue
        found += 1
        window = pacer.window
        due = session.due(now)
        assert due is not None
        assert due <= pacer.ready
        session.tick(pacer.ready)
        assert not session.thoughts.pending
        assert 2 in session.playing.pacer.pressed or session.playing.window != window
    assert found >= 3


def test_bots_that_are_asked_by_name_take_their_time_in_even_steps():
    session = at_table("me", "me", "master")
    for now, thinking in moments(session, Random(5)):
        pacer = session.playing.pacer
        if thinking is not None and pacer.asked == (2,) and now < pacer.ready:
            ready = pacer.ready
            assert session.tick(ready) is None
            assert (session.due(ready), session.thoughts.pending) == (ready + SEARCH_SECONDS, True)
            return
    raise AssertionError("the master was never asked")


def test_an_intent_follows_once_it_is_lawful():
    for number in range(12):
        session = at_table("me", "me", "me", seed=f"intent {number}")
        lays = [(seat, code) for seat in range(3) for code in offered(session, seat, "lay")]
        if lays:
            break
    seat, code = lays[0]
    card = code >> 12 & 4095
    assert session.follow(NOW) is None
    noted = say(session, seat, Intend(intent=Intent(verb="lay", card=card)))
    assert noted.follows
    done = stored(session, session.follow(NOW))
    assert done.change is not None
    assert [(row.seat, row.answer) for row in done.change.answers] == [(seat, b"%d" % code)]
    assert done.change.setup is not None, "that it waits no longer is stored with it"
    assert session.setup.seats[seat].intent is None
    assert session.follow(NOW) is None


def test_an_undo_takes_back_what_is_stored_too():
    session = at_table("me", "me", "me")
    before = session.playing.snapshot
    say(session, 1, Answer(option=offered(session, 1, "declare")[0]))
    say(session, 1, Undo())
    asked = session.undo("en")
    assert asked is not None
    assert asked.missing == [0, 2]
    say(session, 0, Consent(yes=True))
    back = say(session, 2, Consent(yes=True))
    assert back.change is not None
    assert back.change.cut == 1
    assert session.playing.snapshot == before
    assert session.playing.answers == 0
    with pytest.raises(NotNow, match="Nobody has asked"):
        say(session, 2, Consent(yes=True))


def test_an_undo_that_is_asked_for_is_stored_with_one_save_however_much_could_be_taken_back():
    session = at_table("me", "me", "me")
    say(session, 1, Answer(option=offered(session, 1, "declare")[0]))
    without = len(session.playing.moment())
    session.playing.past.before *= 20
    say(session, 1, Undo())
    save = len(session.playing.past.before[-1].snapshot)
    assert save < len(session.playing.moment()) - without < 1.5 * save


def test_an_undo_needs_the_consent_of_those_who_are_not_here_too():
    session = at_table("me", "me", "me")
    say(session, 1, Answer(option=offered(session, 1, "declare")[0]))
    session.depart(2, "10.0.0.2", NOW)
    say(session, 1, Undo())
    asked = session.undo("en")
    assert asked is not None
    assert asked.missing == [0, 2]
    session.setup.seats[2].away = True
    asked = session.undo("en")
    assert asked is not None
    assert asked.missing == [0], "a bot plays for them"


def test_an_undo_is_asked_for_so_often_in_a_turn():
    session = at_table("me", "me", "me")
    say(session, 1, Answer(option=offered(session, 1, "declare")[0]))
    for _ in range(3):
        say(session, 1, Undo())
        say(session, 0, Consent(yes=False))
    with pytest.raises(NotNow, match="often enough"):
        say(session, 1, Undo())
    say(session, 2, Undo())


def test_by_correspondence_one_takes_back_only_what_one_answered():
    session = at_table("me", "me", "me", speed="correspondence")
    say(session, 1, Answer(option=offered(session, 1, "declare")[0]))
    with pytest.raises(NotNow, match="your own answers"):
        say(session, 2, Undo())
    say(session, 1, Undo())
    asked = session.undo("en")
    assert asked is not None
    assert asked.missing == [0, 2]


def test_who_is_not_here_can_be_banned_too():
    session = at_table("me", "open", "me", start=False, listed=True)
    join = Join(name="Bo")
    key, outcome = session.sit_down(join, "192.0.2.7")
    stored(session, outcome)
    say(session, 0, Kick(seat=key.seat, ban=True))
    with pytest.raises(NotNow, match="sent you away"):
        session.sit_down(join, "192.0.2.7")
    session.sit_down(join, "192.0.2.8")


def test_who_is_sent_away_is_hung_up_on_once_that_is_stored():
    session = at_table("me", "me", "me")
    gone = say(session, 0, Kick(seat=2, ban=True))
    assert gone.dismissed is not None
    assert (gone.dismissed.seat, gone.dismissed.why.key) == (2, "table.sent_away")
    assert gone.change is not None
    assert session.setup.seats[2].kind == "bot"
    assert len(session.setup.banned) == 1
    assert session.company.online == {0, 1}


def test_by_correspondence_who_is_asked_and_not_here_gets_one_letter():
    session = at_table("me", "me", "me", speed="correspondence")
    asked = say(session, 0, Mail(address="ann@example.org"))
    (letter,) = asked.letters
    assert (letter.to, letter.token) == ("ann@example.org", "")
    stored(session, session.confirm_mail(letter.code))
    session.depart(0, "10.0.0.0", NOW)
    outcome = stored(session, session.tick(NOW + 4 * 86400))
    letters = list(outcome.letters)
    for _ in range(300):
        if letters or session.phase == "over":
            break
        letters += played_on(session, Random(1)).letters
    assert [(letter.to, letter.token) for letter in letters] == [("ann@example.org", "token 0")]
    assert session.setup.seats[0].mailed


def played_on(session: Session, rng: Random) -> Outcome:
    """Whoever is asked answers by chance; else the window ends in silence."""
    asked = session.playing.pacer.asked
    if not asked:
        return stored(session, session.tick(session.playing.pacer.until or NOW))
    options = session.playing.game.decisions[asked[0]].options
    return say(session, asked[0], Answer(option=rng.choice(options).code), session.playing.pacer.began)


def test_a_question_is_answered_and_nothing_stored():
    session = at_table("me", "me", "me")
    asked = say(session, 1, Why(id=3, intents=(Intent(verb="play", card=4000),)))
    assert asked.change is None
    assert asked.telling is None
    assert asked.reply is not None
    assert asked.reply.reasons[0].reason == "You do not hold that card"


def test_a_table_without_anybody_sleeps_and_whoever_wakes_it_has_a_moment():
    session = at_table("me", "me", "rookie")
    session.depart(1, "10.0.0.1", NOW)
    assert session.due(NOW) is not None
    session.depart(0, "10.0.0.0", NOW)
    assert session.due(NOW) is None
    assert session.tick(NOW + 1000) is None
    assert session.thinking() is None
    stored(session, session.arrive(0, "10.0.0.0", NOW + 1000))
    assert session.playing.pacer.until == NOW + 1003
    assert session.thinking() is not None


def test_bots_play_a_whole_game_whose_stored_answers_are_its_record():
    session = at_table("rookie", "veteran", "rookie", options={"winning_level": 4})
    agents = {
        seat: make_bot(who.bot, Random(seat), session.playing.game.state.rules)
        for seat, who in enumerate(session.setup.seats)
    }
    answers = []
    now = NOW
    while session.phase == "playing":
        thinking = session.thinking()
        if thinking is not None:
            for seat in thinking.bots:
                session.thoughts.take(thinking.serial, seat, answer_of(agents[seat], thinking.game, seat))
            session.thoughts.end(thinking.serial)
        due = session.due(now)
        assert due is not None, "somebody is waited for"
        now = max(now, due)
        outcome = session.tick(now)
        if outcome is not None:
            stored(session, outcome)
            answers += outcome.change.answers if outcome.change is not None else []
    assert [row.number for row in answers] == list(range(1, len(answers) + 1))
    assert outcome is not None
    assert outcome.counted[-1] == "finished"
    record = msgspec.structs.replace(
        session.setup.header(),
        answers=[(row.seat, msgspec.json.decode(row.answer)) for row in answers],
        winners=list(session.setup.winners),
    )
    *_, (_, game, _) = record.replay()
    assert tuple(game.winners) == session.setup.winners
    assert session.setup.rules == game.rules
    with pytest.raises(NotNow, match="gallery"):
        say(session, -1, Rematch())


FOREVER = [{"repeat": {"times": 1000000, "do": [{"lose_levels": 1}]}}]
COIN = {"id": "coin", "name": "Coin", "deck": "treasure", "kind": "item", "gold": 100, "copies": 60}
RAT = {"id": "rat", "name": "Rat", "deck": "door", "kind": "monster", "level": 1, "copies": 60}
MAZE = {**RAT, "id": "maze", "name": "Maze", "on_meet": FOREVER}
MILL = {**COIN, "id": "mill", "name": "Mill", "kind": "one_shot", "when": "any_time", "play": FOREVER}


def own_pack(folder: Path, *cards: dict[str, object]) -> list[str]:
    path = folder / "own.yaml"
    path.write_bytes(msgspec.json.encode({"id": "own", "name": "Own", "cards": cards}))
    return [str(path)]


def test_an_answer_that_never_ends_is_refused_and_the_table_goes_on(tmp_path: Path):
    session = at_table("me", "me", "me", packs=own_pack(tmp_path, MILL, RAT))
    seat = to_first_turn(session)
    before = session.playing.game.to_bytes()
    with pytest.raises(IllegalMove, match="What Mill does would never end"):
        say(session, seat, Answer(option=offered(session, seat, "play")[0]))
    assert session.playing.game.to_bytes() == before
    assert session.stuck is None
    say(session, seat, Answer(option=offered(session, seat, "proceed")[0]))
    assert session.playing.game.to_bytes() != before


def test_an_effect_without_end_that_time_brings_about_is_broken_off_and_the_table_goes_on(tmp_path: Path):
    session = at_table("me", "me", "rookie", packs=own_pack(tmp_path, MAZE, COIN))
    for seat in session.setup.people:
        say(session, seat, Pass(window=session.playing.pacer.window))
    now = NOW
    told = set()
    for _ in range(400):
        assert session.stuck is None
        if session.playing.game.turns > 3 or session.playing.game.over:
            break
        thinking = session.thinking()
        if thinking is not None:
            for seat in thinking.bots:
                bot = make_bot("rookie", Random(1), thinking.game.state.rules)
                session.thoughts.take(thinking.serial, seat, answer_of(bot, thinking.game, seat))
            session.thoughts.end(thinking.serial)
        now += 60.0
        outcome = session.tick(now)
        if outcome is not None:
            stored(session, outcome)
        if session.broken_off is not None:
            told.add((session.broken_off[1].key, *session.broken_off[1].about))
    assert session.playing.game.turns > 3
    assert told == {("table.broken_off", "Maze")}


def vote_pack(folder: Path) -> list[str]:
    each = {"gain_levels": {"who": "$p"}}
    ask = {"choose": {"who": "$p", "options": ["stay", "go"], "into": "$v"}}
    do = [ask, {"choose": {"who": "$p", "cards": {"from": "hand", "of": "$p"}, "into": "$card"}}, each]
    play = [{"for_each": {"players": "all", "as": "$p", "at_once": True, "do": do}}]
    return own_pack(folder, {**MILL, "id": "vote", "name": "Vote", "play": play}, RAT)


def test_people_who_choose_at_once_answer_in_any_order_and_the_table_comes_back_in_the_midst(tmp_path: Path):
    session = at_table("me", "me", "me", packs=vote_pack(tmp_path))
    first = to_first_turn(session)
    say(session, first, Answer(option=offered(session, first, "play")[0]))
    assert session.playing.pacer.asked == (0, 1, 2)
    say(session, 2, Answer(option=offered(session, 2, "pick_option")[0]))
    session.revert(NOW)
    assert session.playing.pacer.asked == (0, 1)
    for seat in (1, 0):
        say(session, seat, Answer(option=offered(session, seat, "pick_option")[1]))
    (asked,) = session.playing.pacer.asked
    assert offered(session, asked, "pick")


def test_what_was_voted_at_once_hides_no_card(tmp_path: Path):
    session = at_table("me", "me", "me", packs=vote_pack(tmp_path))
    first = to_first_turn(session)
    say(session, first, Answer(option=offered(session, first, "play")[0]))
    for seat in range(3):
        say(session, seat, Answer(option=offered(session, seat, "pick_option")[0]))
    (asked,) = session.playing.pacer.asked
    decision = session.decision(asked)
    assert decision is not None
    assert decision.worlds is not None
    assert decision.worlds.deal(Random(1)) is not None
