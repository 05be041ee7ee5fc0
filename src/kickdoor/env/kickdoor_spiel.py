"""The game in OpenSpiel: `pyspiel.load_game("python_kickdoor")` after importing this module.

Chance is explicit where it can be: the deal is a chance node, and so is each die. Only what is shuffled again later
follows from the deal. Offers are those that the engine suggests; all else is as in `actions.py`.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from kickdoor.engine.data.events import Event, redact
from kickdoor.engine.running import kernel
from kickdoor.env.actions import Actions
from kickdoor.env.setup import Setup
from kickdoor.play.driver import SEATS
from kickdoor.play.game import Game

DEALS = 10_000
"""So many deals are told apart; each is as likely."""

FACES = 6
PROBE = 1
LONGEST = 1_000_000

PARAMETERS: dict[str, Any] = {"players": 3, "packs": "munchkin", "winning_level": 10, "max_turns": 200}

GAME_TYPE = pyspiel.GameType(
    short_name="python_kickdoor",
    long_name="Munchkin by kickdoor",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    provides_factored_observation_string=False,
    parameter_specification=PARAMETERS,
)


@lru_cache(maxsize=8)
def _setup(players: int, packs: str, winning_level: int, max_turns: int) -> Setup:
    return Setup.of(
        packs=packs.replace("+", ","), seats=players, options={"winning_level": winning_level}, max_turns=max_turns
    )


@lru_cache(maxsize=8)
def _actions(players: int, packs: str, winning_level: int, max_turns: int) -> Actions:
    setup = _setup(players, packs, winning_level, max_turns)
    return Actions(Game.before(setup.header("")).state.rules, players)


class KickdoorGame(pyspiel.Game):
    """The game; packs are joined by `+`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        found = {**PARAMETERS, **(params or {})}
        self.key = (found["players"], found["packs"], found["winning_level"], found["max_turns"])
        players = found["players"]
        info = pyspiel.GameInfo(
            num_distinct_actions=_actions(*self.key).size,
            max_chance_outcomes=DEALS,
            num_players=players,
            min_utility=-float(players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> KickdoorState:
        """A table before the deal."""
        return KickdoorState(self, self.key)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KickdoorObserver:
        """Who tells what a player may know."""
        return KickdoorObserver(bool(iig_obs_type is not None and iig_obs_type.perfect_recall))


class KickdoorState(pyspiel.State):
    """A moment of a game: before the deal, before a die, or where somebody is asked."""

    def __init__(self, game: KickdoorGame, key: tuple[int, str, int, int]) -> None:
        super().__init__(game)
        self.key = key
        self.game: Game | None = None
        self.spoke = key[0] - 1
        self.pending: int | None = None  #: an option that waits for dice
        self.faces: list[int] = []
        self.told: list[list[str]] = [[] for _ in range(key[0])]

    def current_player(self) -> int:
        """Who is to move: a player, chance, or nobody."""
        if self.game is None or self.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._ended() else self._asked()

    def _ended(self) -> bool:
        return self.game is not None and (self.game.over or self.game.turns > self.key[3])

    def _asked(self) -> int:
        """Of those whom the game waits for the first to the left of who spoke last."""
        assert self.game is not None, "nobody is asked before the deal"
        waiting = SEATS[self.game.state.waiting]
        return min(waiting, key=lambda seat: (seat - self.spoke - 1) % self.key[0])

    def _options(self, player: int) -> dict[int, int]:
        """The options of a player by their actions."""
        assert self.game is not None, "nobody has options before the deal"
        options = kernel.options(self.game.state, player)
        return dict(zip(_actions(*self.key).of_options(self.game.state, player, options), options, strict=True))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._options(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, or the faces of a die."""
        count = DEALS if self.game is None else FACES
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        if self.game is None:
            header = _setup(*self.key).header(int(action))
            self.game = Game.before(header)
            self._tell(self.game.begin())
        elif self.pending is not None:
            self.faces.append(int(action) + 1)
            self._answer(self.pending)
        else:
            player = self._asked()
            option = self._options(player)[int(action)]
            self.told[player].append(f"you {_actions(*self.key).meaning(int(action))}")
            self.pending, self.faces = option, []
            self._answer(option)

    def _answer(self, option: int) -> None:
        """Give an answer with the dice that have fallen; where it takes one more, chance is asked for it first."""
        assert self.game is not None, "there are no answers before the deal"
        player = self._asked()
        trial = copy.copy(self.game)
        trial.state.loaded = [*self.faces, PROBE]
        trial.apply(player, option)
        if not trial.state.loaded:
            self.pending = option
            return
        self.game.state.loaded = self.faces.copy()
        self._tell(self.game.apply(player, option))
        self.pending, self.faces, self.spoke = None, [], player

    def _tell(self, events: list[Event]) -> None:
        for player, told in enumerate(self.told):
            told += [repr(redact(event, player)) for event in events]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}" if self.game is None else f"die {action + 1}"
        return " ".join(str(part) for part in _actions(*self.key).meaning(action) if part is not None)

    def is_terminal(self) -> bool:
        """Whether somebody has won, or it has taken too long."""
        return self.pending is None and self._ended()

    def returns(self) -> list[float]:
        """1 for who has won, and what that costs shared by all others."""
        players = self.key[0]
        winners = self.game.winners if self.game is not None and self.is_terminal() else []
        if not winners or len(winners) == players:
            return [0.0] * players
        loss = -len(winners) / (players - len(winners))
        return [1.0 if seat in winners else loss for seat in range(players)]

    def __str__(self) -> str:
        if self.game is None:
            return "before the deal"
        levels = ",".join(str(player.level) for player in self.game.state.players)
        return f"turn {self.game.turns}, levels {levels}, {len(self.faces)} dice, {self.history_str()}"


class KickdoorObserver:
    """Tells what a player may know: all of it so far, or only the table as it is."""

    def __init__(self, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: KickdoorState, player: int) -> None:
        """There is no tensor; `kickdoor.env.table` has one."""

    def string_from(self, state: KickdoorState, player: int) -> str:
        """The information state, or the observation, of a player."""
        if state.game is None:
            return "before the deal"
        if self._perfect_recall:
            return "\n".join([f"player {player}", *state.told[player], str(state.pending is not None)])
        return f"player {player}\n{state.game.view(player)}"


pyspiel.register_game(GAME_TYPE, KickdoorGame)
