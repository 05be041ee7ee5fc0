"""What is hidden stays hidden: two games that differ only in hidden cards look and take the same to a seat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import DOOR, IN_HAND, PAUSE
from kickdoor.engine.running.asking import forget_passes, open_window
from kickdoor.play.checks import hidden_from, swapped
from kickdoor.play.game import Game
from kickdoor.server.protocol import Answer, Hello
from kickdoor.server.session.match import Match
from kickdoor.server.session.pacer import Pacer
from kickdoor.server.session.seating import Seat, Setup

#: The base set, and one in which cards speak when somebody loses one.
MIXES = (("munchkin",), ("munchkin", "munchkin-5", "munchkin-7", "munchkin-8"))
GO_ON = frozenset({"proceed", "claim", "run", "loot"})


def at_some_moment(packs: tuple[str, ...], seed: str, answers: int) -> Game:
    """A game of three in the middle of something."""
    rng = Random(seed)
    game = Game.before(Game.header(packs, 3, seed), patient=True)
    game.begin()
    for _ in range(answers):
        while game.paused:
            game.resume()
        seat = rng.choice(game.waiting)
        game.apply(seat, rng.choice(game.decisions[seat].options))
    while game.paused:
        game.resume()
    return game


def with_another_hand(s: State, seat: int, rng: Random) -> tuple[State, int, list[int]] | None:
    """The same to a seat: a card of another's hand is another one, of the lower half of the deck; whose, and which."""
    hidden = [card for card in hidden_from(s, seat) if s.where[card] >= IN_HAND]
    if not hidden:
        return None
    one = rng.choice(hidden)
    deck = s.door if s.rules.defs[one].deck == DOOR else s.treasure
    other = rng.choice([card for card in deck[: len(deck) // 2] if not s.known[card]])
    return swapped(s, one, other), s.where[one] - IN_HAND, [one, other]


def ask_anew(s: State, but: int) -> None:
    """Who is waited for in a window is worked out from today's hands: a pass was given with another hand."""
    if open_window(s) is None:
        return
    forget_passes(s, but)
    if not s.waiting:
        s.waiting = PAUSE


async def watched(inn, guest_at, game: Game, seat: int, holder: int, cards: list[int]) -> list[tuple[float, bytes]]:
    """What a seat hears while those who are asked go on and all others keep silent, until it sees one of the cards."""
    await inn.lobby.start()
    setup = Setup(
        name="",
        packs=game.record.packs,
        book="deluxe",
        options={},
        speed="normal",
        listed=False,
        seats=[Seat(name=name, kind="person", key="", host=name == "A") for name in "ABC"],
        invite="",
        gallery="",
        seed="secret",
        salt="salt",
    )
    table = await inn.lobby.add(setup)
    table.epoch = "epoch"
    inn.lobby.tables["twin"] = inn.lobby.tables.pop(table.id)
    session = table.session
    session.id = "twin"
    session.phase = "playing"
    session.match = Match.of_save(game.to_bytes(), 0, Pacer(speed="normal"), 0)
    guest = guest_at(table, seat)

    async def begin() -> None:
        session.playing.take_up(None, inn.clock.now())
        await table.greet(guest, Hello())

    inn.lobby.store.write = _nothing  # type: ignore[method-assign]
    await table.ask(begin)
    heard = 0
    for _ in range(60):
        if not set(cards) <= set(hidden_from(session.playing.game.state, seat)):
            break
        heard = len(guest.heard)
        await inn.pass_time(0.5)
        asked = session.playing.pacer.asked
        if len(asked) != 1:
            continue
        options = session.playing.game.decisions[asked[0]].options
        ways = [option for option in options if option.verb in GO_ON]
        if not ways and asked[0] == holder:
            break  # what he chooses may well depend on his hand
        choice = (ways or options)[0]
        speaker = guest_at(table, asked[0])
        assert (await speaker.say(Answer(option=choice.code)))["type"] == "taken"
    errors = inn.lobby.metrics.errors._value.get()
    await inn.lobby.close()
    assert errors == 0
    return guest.heard[:heard]


async def _nothing(_: object) -> None:
    """Nothing is stored: these tables are of one evening."""


@pytest.mark.parametrize("packs", MIXES)
@pytest.mark.parametrize("seed", ["one", "two", "three", "four", "five", "six", "seven", "eight"])
def test_a_seat_hears_the_same_at_the_same_times_whatever_is_hidden_from_it(
    tmp_path: Path, inn_at, guest_at, seed: str, packs: tuple[str, ...]
):
    rng = Random(seed)
    answers, seat = rng.randrange(30, 220), rng.randrange(-1, 3)
    twin = None
    while twin is None:  # until somebody holds what the seat does not know
        game = at_some_moment(packs, seed, answers)
        twin = with_another_hand(game.state, seat, rng)
        answers += 1
    state, holder, cards = twin
    for s in (game.state, state):
        ask_anew(s, seat if seat >= 0 else (holder + 1) % 3)
    other = Game(state, game._header, [])
    here, there = (
        asyncio.run(watched(inn_at(f"sqlite:///{tmp_path}/{i}.db"), guest_at, world, seat, holder, cards))
        for i, world in enumerate((game, other))
    )
    # The whole view at the beginning, and something that came later.
    assert len(here) > 1
    assert [at for at, _ in here] == [at for at, _ in there], "the waits differ"
    for (_, one), (_, two) in zip(here, there, strict=True):
        assert one == two, msgspec.json.decode(one)
