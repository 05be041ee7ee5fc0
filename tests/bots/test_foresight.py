"""What the network looks at and how it is run: it knows what its seat knows, seats are alike, and any mix will do."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kickdoor.bots import make_bot
from kickdoor.bots.foresight import features
from kickdoor.bots.foresight.features import PLAYER, TABLE, look
from kickdoor.bots.foresight.network import PARTS, TOGETHER, Foresight, Network, facts_by, trained
from kickdoor.packs.loader import available
from kickdoor.play.checks import hidden_from, swappable, swapped
from kickdoor.play.game import Game
from kickdoor.testing import Table, table

FIRST_OF_HAND = PLAYER.index("held_items")
SALE = PLAYER.index("for_sale")


def rows(seen: bytes, seats: int) -> list[dict[str, int]]:
    """The players' rows of a look, by name."""
    numbers = np.frombuffer(seen, np.int8).tolist()
    wide = len(PLAYER)
    return [dict(zip(PLAYER, numbers[at * wide : (at + 1) * wide], strict=True)) for at in range(seats)]


def looked(t: Table, observer: int) -> bytes:
    s = t.game.state
    return look(s, facts_by(s.rules), observer).tobytes()


def moments(packs: list[str], seats: int, seed: int, most: int) -> Iterator[Game]:
    """A game of rookies at some of its decisions."""
    game = Game.new(packs, seats=seats, seed=seed)
    rng = Random(seed)
    bots = [make_bot("rookie", rng, game.state.rules) for _ in range(seats)]
    for number in range(most):
        if game.over:
            return
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        if number % 5 == 0:
            yield game
        game.apply(seat, bots[seat].choose(game.view(seat), decision))


def test_cards_that_a_seat_cannot_know_change_no_feature():
    dealing, changed = Random(1), 0
    for game in moments(["munchkin", "star"], 4, 3, 300):
        s = game.state
        facts = facts_by(s.rules)
        for observer in range(4):
            seen = look(s, facts, observer).tobytes()
            other = s
            for _ in range(8):
                pair = swappable(other, hidden_from(other, observer), dealing)
                if pair is not None:
                    other = swapped(other, *pair)
                    changed += 1
            assert look(other, facts, observer).tobytes() == seen
    assert changed > 1000


def test_a_hand_is_read_by_who_holds_it_alone():
    t = table(players={"A": {"hand": ["Magic Missile", "Boil an Anthill"]}, "B": {}, "C": {}})
    own, other = rows(looked(t, 0), 3)[0], rows(looked(t, 2), 3)[1]
    assert (own["observer"], own["held_rises"], own["held_aid"]) == (1, 1, 5)
    assert (other["observer"], other["held_rises"], other["held_aid"]) == (0, 0, 0)
    assert (own["treasures"], other["treasures"]) == (2, 2)


def test_all_see_the_same_table_each_from_their_own_seat():
    for game in moments(["munchkin"], 4, 5, 200):
        s = game.state
        seen = [look(s, facts_by(s.rules), observer).tobytes() for observer in range(4)]
        tables = {each[4 * len(PLAYER) :] for each in seen}
        assert len(tables) == 1
        for seat in range(4):
            public = [list(rows(seen[observer], 4)[(seat - observer) % 4].values()) for observer in range(4)]
            told = {tuple(each[1:SALE] + each[SALE + 1 : FIRST_OF_HAND]) for each in public}
            assert len(told) == 1


def test_turning_the_table_turns_what_is_seen():
    people = {
        "A": {"level": 6, "equipped": ["Mithril Armor"], "hand": ["Magic Missile"]},
        "B": {"level": 3, "races": ["Elf"]},
        "C": {"level": 9, "hand": ["Potted Plant"]},
    }
    names = list(people)
    straight = table(players=people, turn="B")
    turned = table(players={name: people[name] for name in [*names[1:], names[0]]}, turn="B")
    for name in names:
        here, there = names.index(name), [*names[1:], names[0]].index(name)
        assert looked(straight, here) == looked(turned, there)


def test_a_fight_is_told_by_its_sums_and_stakes():
    combat = {"fighter": "B", "monsters": [{"name": "X", "level": 8, "treasures": 2}]}
    t = table(players={"A": {}, "B": {"level": 9}, "C": {}}, turn="B", phase="combat", combat=combat)
    found = dict(zip(TABLE, np.frombuffer(looked(t, 0), np.int8)[3 * len(PLAYER) :].tolist(), strict=True))
    told = {name: found[name] for name in ("fight", "gap", "party", "against", "winning", "loot", "for_the_win")}
    assert told == {"fight": 1, "gap": 1, "party": 9, "against": 8, "winning": 1, "loot": 2, "for_the_win": 1}


@pytest.mark.parametrize("pack", available())
def test_every_mix_can_be_read(pack: str):
    packs = ["munchkin", pack] if pack.startswith(("munchkin-", "game-")) and pack != "munchkin-lite" else [pack]
    for game in moments(packs, 3, 7, 60):
        s = game.state
        seen = look(s, facts_by(s.rules), 1)
        assert len(seen) == 3 * len(PLAYER) + len(TABLE)
        assert max(map(abs, seen)) <= features.MOST


# The network


def test_its_weights_are_small_and_its_odds_add_up():
    weights = Path(str(features.__file__)).with_name("weights.npz")
    assert weights.stat().st_size < 5_000_000
    t = table(players={"A": {"level": 9, "equipped": ["Mithril Armor"]}, "B": {"level": 5}, "C": {"level": 1}})
    odds = trained().chances([looked(t, 0), looked(t, 1)], 3)
    assert odds.sum(1) == pytest.approx([1.0, 1.0], abs=1e-5)
    assert odds[0, 0] > odds[0, 1] > odds[0, 2]
    judge = Foresight(t.game.state.rules, trained())
    assert judge.chances_of(0, [t.game.state] * 2) == pytest.approx([TOGETHER * float(odds[0, 0])] * 2, abs=1e-5)


def test_the_end_is_no_guess():
    game = Game.new(seats=3, seed=2, options={"winning_level": 2})
    rng = Random(2)
    bots = [make_bot("rookie", rng, game.state.rules) for _ in range(3)]
    for _ in range(5000):
        if game.over:
            break
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        game.apply(seat, bots[seat].choose(game.view(seat), decision))
    judge = Foresight(game.state.rules, trained())
    assert [seat for seat in range(3) if judge.chances_of(seat, [game.state]) == [1.0]] == game.winners


def test_weights_of_other_features_are_refused():
    wrong = {name: np.zeros((3, 4), np.float32) for name in PARTS}
    with pytest.raises(ValueError, match="train again"):
        Network(wrong)
