"""The games inside OpenSpiel, so that its CFR, exploitability and AlphaZero tools can be used.

Needs `pip install gridhall[spiel]`. A match is played from one seed (a parameter of the game), so chance is decided at
the start and OpenSpiel sees a deterministic game whose players may not know everything. Sealed simultaneous choices are
made one after the other, unseen.
"""

import json
from functools import cache
from typing import Any

import numpy as np

from gridhall.errors import Unavailable
from gridhall.learn.levels import Pool
from gridhall.learn.spaces import observe, payoff
from gridhall.match import view_of

try:
    import pyspiel
except ImportError as wrong:
    raise Unavailable("the OpenSpiel adapter needs OpenSpiel; install it with `pip install gridhall[spiel]`") from wrong

LONGEST = 20_000  # plies; every game has a bound of its own well below it


@cache
def _registered(name: str) -> str:
    """Register a game under `gridhall_<name>`; returns that."""
    game = Pool(name).game
    short = f"gridhall_{name}"
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    kind = pyspiel.GameType(
        short_name=short, long_name=game.TITLE, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if game.SECRETS else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if game.PLAYERS == 2 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=game.PLAYERS, min_num_players=game.PLAYERS,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"setup": "", "seed": 0},
    )  # fmt: skip

    class Hosted(SpielGame):
        NAME, TYPE = name, kind

    pyspiel.register_game(kind, Hosted)
    return short


def load(name: str, setup: str = "", seed: int = 0) -> Any:
    """The game, loaded by OpenSpiel; `setup` is a level's name or a file."""
    return pyspiel.load_game(_registered(name), {"setup": setup, "seed": seed})


class SpielGame(pyspiel.Game):
    """A game with one setup and one seed."""

    NAME: str
    TYPE: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.pool = Pool(self.NAME, given.get("setup") or None)
        self.seed = int(given.get("seed", 0))
        game = self.pool.game
        facts = pyspiel.GameInfo(
            num_distinct_actions=game.ACTIONS, max_chance_outcomes=0, num_players=game.PLAYERS,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0 if game.PLAYERS == 2 else None, max_game_length=LONGEST,
        )  # fmt: skip
        super().__init__(self.TYPE, facts, given)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self.pool, iig_obs_type)


class SpielState(pyspiel.State):
    """A match. What each player has seen so far is kept as text: the information state, with perfect recall."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.pool, self.setup = game.pool, game.pool.setups[0]
        self.state = game.pool.begin(0, game.seed)
        self.seen: list[list[str]] = [[] for _ in range(self.pool.game.PLAYERS)]
        self._remember()

    def __deepcopy__(self, memo: Any) -> "SpielState":
        copied = SpielState(self.get_game())
        for action in self.history():
            copied.apply_action(action)
        return copied

    def _remember(self) -> None:
        for player, seen in enumerate(self.seen):
            facts = self.facts(player)
            if not seen or seen[-1] != facts:
                seen.append(facts)

    def facts(self, player: int) -> str:
        view = view_of(self.pool.game, self.setup, self.state, player)
        return json.dumps(self.pool.game.facts(self.setup, view, player), sort_keys=True)

    def current_player(self) -> int:
        mask = self.pool.game.acting(self.setup, self.state)
        if not mask:
            return int(pyspiel.PlayerId.TERMINAL)
        return next(player for player in range(self.pool.game.PLAYERS) if mask >> player & 1)

    def _legal_actions(self, player: int) -> list[int]:
        game = self.pool.game
        return [action for action in range(game.ACTIONS) if not game.refusal(self.setup, self.state, player, action)]

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        self.seen[player].append(f"> {self._action_to_string(player, action)}")
        self.pool.game.step(self.setup, self.state, player, action)
        self._remember()

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.pool.game.word(self.setup, self.state, action))

    def is_terminal(self) -> bool:
        return not self.pool.game.acting(self.setup, self.state)

    def returns(self) -> list[float]:
        game = self.pool.game
        return [payoff(game, self.setup, self.state, player) for player in range(game.PLAYERS)]

    def __str__(self) -> str:
        from gridhall.learn import pictures

        return pictures.text(self.pool.game, self.setup, self.state, self.pool.game.PLAYERS)


class SpielObserver:
    """Observations of a player: planes and scalars as one tensor; as text the facts, or all they have ever seen."""

    def __init__(self, pool: Pool, kind: Any) -> None:
        self.pool = pool
        planes, rows, columns, scalars = pool.shape
        self.recall = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(planes * rows * columns + scalars, np.float32)
        cut = planes * rows * columns
        self.dict = {"planes": self.tensor[:cut].reshape(planes, rows, columns), "scalars": self.tensor[cut:]}

    def set_from(self, state: SpielState, player: int) -> None:
        view = view_of(self.pool.game, state.setup, state.state, player)
        for name, values in observe(self.pool.game, state.setup, view, player).items():
            self.dict[name][...] = values

    def string_from(self, state: SpielState, player: int) -> str:
        return "\n".join(state.seen[player]) if self.recall else state.facts(player)
