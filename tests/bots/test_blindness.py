"""No bot looks at cards that its seat cannot see: with those dealt anew it answers the same."""

from copy import deepcopy
from random import Random

import pytest

from kickdoor.bots import BOTS, Master, RandomBot, make_bot
from kickdoor.bots.naming import SEARCHING
from kickdoor.play.agent import Agent
from kickdoor.play.checks import hidden_from, swappable, swapped
from kickdoor.play.game import Game

SWAPS = 12


def dealt_anew(game: Game, seat: int, rng: Random) -> tuple[Game, int]:
    """The game with cards that the seat cannot see swapped about, and how many pairs changed places."""
    other = game.clone()
    changed = 0
    for _ in range(SWAPS):
        pair = swappable(other.state, hidden_from(other.state, seat), rng)
        if pair is not None:
            other.state = swapped(other.state, *pair)
            changed += 1
    return other, changed


def twin(agent: Agent) -> Agent:
    """The same bot with the same memory and the same chance; what it has read on the cards is shared."""
    if isinstance(agent, RandomBot):
        return deepcopy(agent)
    read = agent.veteran.lore if isinstance(agent, Master) else agent.lore  # type: ignore[attr-defined]
    shared = [read, agent.rules, agent.judge] if isinstance(agent, Master) else [read]
    return deepcopy(agent, {id(each): each for each in shared})


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("packs", [["munchkin"], ["munchkin", "star"]])
def test_unseen_cards_change_no_answer(name: str, packs: list[str]):
    game = Game.new(packs, seats=3, seed=11, options={"winning_level": 8})
    rng, dealing = Random(11), Random(12)
    agents = [
        make_bot(f"{name}:2w" if name in SEARCHING else name, Random(seat), game.state.rules) for seat in range(3)
    ]
    compared = 0
    while not game.over and compared < 130:
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        if len(decision.options) > 1:
            other, changed = dealt_anew(game, seat, dealing)
            again = other.decision(seat)
            assert changed
            assert again is not None
            assert twin(agents[seat]).choose(other.view(seat), again) == twin(agents[seat]).choose(
                game.view(seat), decision
            )
            compared += 1
        game.apply(seat, agents[seat].choose(game.view(seat), decision))
    assert compared > 100
