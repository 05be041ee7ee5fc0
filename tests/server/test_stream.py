"""What a stream is told bit by bit is what it may know, whatever of it was new and however much it missed."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from kickdoor.engine.data.events import ALL_SEATS
from kickdoor.play.game import Game
from kickdoor.server.stream import Section, Stream, Whole
from kickdoor.server.telling import Showing, Tale, joined, log_of
from kickdoor.text.log import event_words

SEATS = 4
CLOCK = Section(b"null", 0)


class Listener:
    """Keeps the view that its updates add up to."""

    def __init__(self) -> None:
        self.view: dict[str, Any] = {"players": {}}

    def send(self, message: bytes) -> None:
        told = msgspec.json.decode(message).get("view", {})
        self.view["players"].update(told.pop("players", {}))
        self.view.update(told)


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_what_is_told_bit_by_bit_adds_up_to_the_whole_view(seed):
    rng = Random(seed)
    game = Game.new(["munchkin", "munchkin-3"], seats=SEATS, seed=seed)
    streams = [Stream(seat, "en") for seat in range(-1, SEATS)]
    for stream in streams:
        stream.links.append(Listener())
    showing, short = None, 0
    for _ in range(150):
        seat = rng.choice(game.waiting)
        game.apply(seat, rng.choice(game.decisions[seat].options))
        if game.over:
            break
        if rng.random() < 0.1:
            one, other = rng.sample(range(SEATS), 2)
            game.show_hand(one, other)
            game.state.known[game.state.door[-1]] ^= 1 << one  # looked at, or shuffled in again
        showing = Showing(game.state, showing)
        for stream in streams:
            if rng.random() < 0.2:
                continue  # it is told later what it misses here
            whole = showing.parts(stream.seat)
            if rng.random() < 0.05:
                stream.tell_whole(Whole.of(whole, {}), CLOCK)
                stream.links[0].send(b'{"view":%s}' % joined(whole))
                continue
            news = stream.news(showing)
            short += len(news) < len(whole)
            stream.tell(news, {})
            assert stream.links[0].view == msgspec.json.decode(joined(whole))
    assert short > 50, "whoever knows the moment before is told the difference"


def test_what_all_are_told_alike_is_what_each_would_be_told_alone():
    rng = Random(3)
    game = Game.new(packs=["munchkin"], seats=4, seed=3)
    names = ["Ann", "Bo", "Cy", "Di"]
    secrets = 0
    for _ in range(250):
        if game.over:
            break
        seat = rng.choice(game.waiting)
        events = game.apply(seat, rng.choice(game.decisions[seat].options))
        tale = Tale(events, game.state, names)
        secrets += sum(event.seen != ALL_SEATS for event in events)
        for who in (-1, *range(4)):
            alone = log_of(events, who, lambda _, event, who=who: event_words(event, game.state, who, names, "de"))
            assert tale.lines(who, "de") == alone
    assert secrets > 20
