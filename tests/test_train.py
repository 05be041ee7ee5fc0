"""Training the network: what is noted of a game, the slopes, and that it learns."""

from pathlib import Path

import numpy as np
import pytest

from kickdoor.bots.foresight.features import PLAYER, TABLE
from kickdoor.bots.foresight.network import Network

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(EXAMPLES)


def some_positions(count: int, seats: int):
    """Positions in which the strongest of all always wins."""
    from selfplay import Positions

    rng = np.random.default_rng(3)
    players = rng.integers(0, 9, (count, seats, len(PLAYER)), dtype=np.int8)
    table = rng.integers(0, 3, (count, len(TABLE)), dtype=np.int8)
    won = np.zeros((count, seats), np.float32)
    won[np.arange(count), players[:, :, PLAYER.index("strength")].argmax(1)] = 1.0
    return Positions(players, table, won, np.arange(count, dtype=np.int32), np.zeros(count, np.int8))


def test_a_game_is_noted_from_seats_with_who_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    import selfplay

    monkeypatch.setattr(selfplay, "PIECE", 2)
    selfplay.play_piece(tmp_path, 3, "test", 1)
    ((seats, found),) = selfplay.gather(tmp_path)
    assert found.players.shape == (len(found.table), seats, len(PLAYER))
    assert found.players[:, 0, PLAYER.index("observer")].all()
    assert not found.players[:, 1:, PLAYER.index("observer")].any()
    assert found.won.sum(1) == pytest.approx(np.ones(len(found.table)))
    assert len(found.table) > 10
    for game in np.unique(found.game):
        some = found.game == game
        shares = {
            tuple(np.roll(won, seat).tolist())
            for seat, won in zip(found.observer[some].tolist(), found.won[some], strict=True)
        }
        assert len(shares) == 1, "the same have won, whoever looked"


def test_slopes_are_those_of_the_surprise():
    import learning

    rng = np.random.default_rng(1)
    weights = {name: each.astype(np.float64) for name, each in learning.begin(rng).items()}
    players, table = rng.standard_normal((5, 3, len(PLAYER))), rng.standard_normal((5, len(TABLE)))
    won = np.eye(3)[rng.integers(0, 3, 5)]
    found, _ = learning.slopes(weights, players, table, won)
    for name, each in weights.items():
        at = tuple(rng.integers(0, size) for size in each.shape)
        was = each[at]
        around = []
        for step in (1e-5, -1e-5):
            each[at] = was + step
            around.append(learning.slopes(weights, players, table, won)[1])
        each[at] = was
        assert found[name][at] == pytest.approx((around[0] - around[1]) / 2e-5, abs=1e-6)


def test_joined_networks_score_as_they_do_on_average():
    import learning

    rng = np.random.default_rng(2)
    members = [learning.begin(rng) for _ in range(3)]
    each = some_positions(20, 4)
    players, table = each.players.astype(np.float32).reshape(-1, len(PLAYER)), each.table.astype(np.float32)
    apart = [np.log(Network(learning.join([weights])).odds(players, table, 4)) for weights in members]
    mean = np.exp(np.mean(apart, 0))
    joined = Network(learning.join(members)).odds(players, table, 4)
    assert joined == pytest.approx(mean / mean.sum(1, keepdims=True), abs=1e-4)


def test_what_a_position_led_to_is_told_seat_by_seat_whoever_looked():
    """Two of a game have won it together, and its positions are seen from other seats."""
    import learning

    network = Network(learning.join([learning.begin(np.random.default_rng(4))]))
    each = some_positions(3, 4)._replace(game=np.zeros(3, np.int32), observer=np.array([1, 3, 2], np.int8))
    ends = np.array([0.5, 0.0, 0.0, 0.5], np.float32)  # by seat
    each = each._replace(won=np.stack([np.roll(ends, -seat) for seat in each.observer]))
    found = learning.soften(network, each).won
    assert found[2].tolist() == each.won[2].tolist()
    next_odds = np.roll(learning.foretell(network, each)[2], 2)  # by seat
    expected = (1 - learning.TRUST) * next_odds + learning.TRUST * ends
    assert np.roll(found[1], 3) == pytest.approx(expected, abs=1e-6)


def test_it_learns_who_wins(monkeypatch: pytest.MonkeyPatch):
    import learning

    for name, small in (("BATCH", 64), ("FIRST", 24), ("SECOND", 12)):
        monkeypatch.setattr(learning, name, small)
    told: list[float] = []
    tables = {3: some_positions(2500, 3), 4: some_positions(2500, 4)}
    weights = learning.fit(tables, 6, 1, lambda _learnt, held_out: told.append(held_out))
    assert told[-1] < 0.6 < np.log(3)
    unseen = some_positions(200, 5)
    assert learning.surprise(Network(weights), unseen) < np.log(5) / 2
