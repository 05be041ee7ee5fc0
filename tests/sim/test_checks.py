"""What must hold in every game: a sound game passes, and each check sees the fault that it is there for."""

from random import Random

import msgspec
import pytest

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import DOOR, IN_DOOR_DISCARDS, IN_HAND, IN_LIMBO
from kickdoor.engine.questions.table import means_of
from kickdoor.engine.running import kernel
from kickdoor.play import checks
from kickdoor.play.driver import draw_answer
from kickdoor.play.game import Game
from kickdoor.play.looking import view_of
from kickdoor.play.view import View


def game_at(seed: str, turn: int, *, fighting: bool = False) -> Game:
    """A random game at a turn, perhaps in a fight."""
    game = Game.new(seats=4, seed=seed)
    rng = Random(seed)
    while game.turns < turn or (fighting and game.view(-1).fight is None):
        seat, _, option = draw_answer(game.state, rng)
        game.apply(seat, option)
    assert not game.over
    return game


@pytest.fixture
def game() -> Game:
    return game_at("checks", 6)


@pytest.fixture
def dealt() -> Game:
    """A game before the first turn: nobody has seen a card of another."""
    return Game.new(seats=4, seed="dealt")


def wrong(game: Game) -> list[str]:
    seat, _, option = draw_answer(game.state, Random(1))
    return checks.at_decision(game, seat, option, Random(2))


def test_a_sound_game_passes(game: Game):
    assert wrong(game) == []
    assert wrong(game_at("checks-fight", 4, fighting=True)) == []
    assert checks.replays(game) == []


def test_a_card_in_two_places_is_seen(dealt: Game):
    dealt.state.door.append(dealt.state.players[0].hand[0])
    assert "a card in hand of seat 0 is there twice or elsewhere too" in checks.conserved(dealt.state)[0]


def test_a_card_noted_elsewhere_is_seen(game: Game):
    game.state.where[game.state.door[0]] = IN_DOOR_DISCARDS
    assert "but noted in door_discards" in checks.conserved(game.state)[0]


def test_a_lost_card_is_seen(game: Game):
    card = game.state.door.pop()
    assert "noted in door_deck but not there" in checks.conserved(game.state)[0]
    game.state.where[card] = IN_LIMBO
    assert "where nothing under way has it" in checks.conserved(game.state)[0]
    game.state.over = 2
    assert checks.conserved(game.state) == []


def test_a_card_of_another_deck_is_seen(game: Game):
    s = game.state
    s.door.append(s.treasure.pop())
    s.where[s.door[-1]] = s.where[s.door[0]]
    assert "of the treasure deck is in door_deck" in checks.conserved(s)[0]


def test_a_stale_cache_is_seen(game: Game):
    means_of(game.state, 0).moments = 1 << 30
    assert "means of seat 0 kept as" in checks.caches_fit(game.state)[0]
    game.state.players[0].means = None
    game.state.players[0].held = 1 << 30
    assert "the hand of seat 0 can act at other moments" in checks.caches_fit(game.state)[0]


def test_a_stale_view_is_seen(game: Game):
    assert checks.views_fit(game, checks.views_anew(game.state)) == []
    game.state.players[0].level += 1
    assert "the view of seat -1 is not the one made anew" in checks.views_fit(game, checks.views_anew(game.state))


def test_a_stale_strength_is_seen():
    s = game_at("checks-fight", 4, fighting=True).state
    fight = s.fights[-1]
    fight.sums, fight.sums_at = (999, -999), s.version
    assert any("strength of fight" in each for each in checks.caches_fit(s))


def test_a_change_without_a_new_version_is_seen():
    s = Game.new(seats=4, seed="stale").state
    for seat in range(4):
        kernel.options(s, seat)
    player = next(p for p in s.players if any(s.rules.defs[c].layable for c in p.hand))
    laid = next(c for c in player.hand if s.rules.defs[c].layable)
    player.hand.remove(laid)
    assert any("options of seat" in each for each in checks.caches_fit(s))


class Forgetful(Game):
    """A game whose copies are not like it."""

    def clone(self) -> Game:
        copy = super().clone()
        copy.state.players[0].level += 1
        return copy


class Entangled(Game):
    """A game whose copies share a hand with it."""

    def clone(self) -> Game:
        copy = super().clone()
        for seat, player in enumerate(self.state.players):
            copy.state.players[seat] = player
        return copy


@pytest.mark.parametrize(("kind", "fault"), [(Forgetful, "a copy is not like"), (Entangled, "changed the game")])
def test_a_bad_copy_is_seen(kind: type[Game], fault: str):
    sound = Game.new(seats=4, seed="copy")
    game = kind(sound.state, sound._header, [])
    seat = game.waiting[0]
    option = kernel.options(game.state, seat)[0]  # at setup: a card is laid
    assert any(fault in each for each in checks.copies_go_alike(game, seat, option))


def test_a_bad_save_is_seen(game: Game, monkeypatch: pytest.MonkeyPatch):
    sound = Game.from_bytes

    def damaged(data: bytes) -> Game:
        loaded = sound(data)
        loaded.state.door.reverse()
        return loaded

    monkeypatch.setattr(Game, "from_bytes", damaged)
    seat, _, option = draw_answer(game.state, Random(1))
    assert "a save is not like the game once it is loaded" in checks.copies_go_alike(game, seat, option)


def test_options_that_are_not_taken_are_seen(game: Game, monkeypatch: pytest.MonkeyPatch):
    def unsound(self: Game, seat: int, choice: object) -> list[Event]:
        raise ZeroDivisionError

    monkeypatch.setattr(Game, "apply", unsound)
    assert "is not taken: ZeroDivisionError()" in checks.options_are_sound(game, Random(1))[0]


def test_options_listed_twice_are_seen(game: Game, monkeypatch: pytest.MonkeyPatch):
    listed = kernel.options
    monkeypatch.setattr(kernel, "options", lambda s, seat: listed(s, seat) * 2)
    assert "has options twice" in checks.options_are_sound(game, Random(1), sample=0)[0]


def test_a_seat_without_an_answer_is_seen(game: Game):
    game.state.waiting = 15
    game.state.stack.clear()
    assert "is asked and has no option" in checks.options_are_sound(game, Random(1))[0]


def test_a_view_that_shows_a_secret_is_seen(dealt: Game):
    found = checks.secrets_are_kept(dealt.state, {1: view_of(dealt.state, 0)}, Random(1))
    assert any("view of seat 1 shows card" in each and "hand of seat 0" in each for each in found)


def test_a_view_that_gives_a_secret_away_is_seen(dealt: Game, monkeypatch: pytest.MonkeyPatch):
    def telling(s: State, seat: int) -> View:
        held = sum(s.rules.defs[card].index for card in s.players[0].hand)
        return msgspec.structs.replace(view_of(s, seat), turns=held)

    monkeypatch.setattr(checks, "view_of", telling)
    views = {seat: telling(dealt.state, seat) for seat in range(-1, dealt.seats)}
    found = [each for n in range(8) for each in checks.secrets_are_kept(dealt.state, views, Random(n))]
    assert any("apart" in each for each in found)
    assert not any("view of seat 0 " in each and "hand of seat 0" in each for each in found)


def test_an_event_that_shows_a_secret_is_seen(dealt: Game):
    s = dealt.state
    card = s.players[0].hand[0]
    seen_by_all = Event.of("drew", seat=0, card=card, deck=DOOR, shared=0)
    assert len(checks.events_keep_secrets([seen_by_all], s, s)) == 4  # three players and the gallery
    assert checks.events_keep_secrets([Event.of("drew", seat=0, card=card, deck=DOOR, shared=0, seen=1)], s, s) == []


def test_a_card_that_cost_a_turn_may_be_in_a_deck_again_when_that_is_told(dealt: Game):
    s = dealt.state
    lost = Event.of("turn_lost", seat=0, source=s.door[0])
    assert checks.events_keep_secrets([lost], s, s) == []


def test_swapped_cards_keep_everything_in_place(dealt: Game):
    s = dealt.state
    one = s.players[1].hand[0]
    two = next(c for c in (*s.door, *s.treasure) if s.rules.defs[c].deck == s.rules.defs[one].deck)
    t = checks.swapped(s, one, two)
    assert checks.conserved(t) == []
    assert t.where[two] == IN_HAND + 1
    assert s.where[one] == IN_HAND + 1


def test_an_edited_record_is_seen(game: Game):
    assert game._answers is not None
    game._answers.append(game._answers[0])
    assert checks.replays(game)
    game._answers[-2:] = []
    assert checks.replays(game) == ["the record leads to another game"]
