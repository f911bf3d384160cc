"""A page for each environment, in the manner of Gymnasium's own docs: all of it is known to the game and the code.

`makers/environment_pages.py` writes them into docs/environments, and a test holds that they are up to date.
"""

from gridhall.game import Game
from gridhall.learn.rewards import CELL, LONG, OTHERS, PUZZLE_LEAST, SPENT, VERSIONS
from gridhall.match import Match
from gridhall.registry import load, name_of

CROPPED = (
    "`gridhall.learn.duels(..., crop=(21, 21))` leaves of every plane a window of so many rows and columns, in numbers "
    "of 8 bits, whose middle is halfway between the team's outermost living minions; the planes are a ring, so that a "
    "window may reach over their edge. Scalars and masks are the same."
)


def page(name: str) -> str:
    """The page of a game's environments as Markdown."""
    game = load(name)
    parts = [f"# {game.TITLE} as an environment", game.AIM, *(_ids(game)), *_actions(game), *_observations(game)]
    parts += _rewards(game) if game.PLAYERS == 1 else _rewards_of_two()
    return "\n\n".join(parts) + "\n"


def _ids(game: Game) -> list[str]:
    name = name_of(game)
    if game.PLAYERS == 1:
        single = f'gymnasium.make("gridhall/{name}-v{VERSIONS[-1]}")'
        many = f'gridhall.learn.vector("{name}", num_envs=1024)'
    else:
        single = f'gridhall.learn.aec("{name}")  # or parallel'
        many = f'gridhall.learn.duels("{name}", num_envs=1024)'
    rows, columns = game.shape(Match(name).setup)[1:3]
    table = [
        "| | |", "|---|---|", f"| one | `{single}` |", f"| many at once | `{many}` |",
        f"| players | {game.PLAYERS} |", f"| action space | `Discrete({game.ACTIONS})` |",
        f"| observation space | {len(game.PLANES_SEEN)} planes (8 bits), {len(game.SCALARS_SEEN)} scalars (32 bits) |",
        f"| board of the default level | {rows} × {columns} |",
    ]  # fmt: skip
    return ["\n".join(table)]


def _actions(game: Game) -> list[str]:
    match = Match(name_of(game))
    words = [match.game.word(match.setup, match.state, action) for action in range(game.ACTIONS)]
    shown = ["| action | word |", "|---|---|", *(f"| {number} | `{word}` |" for number, word in enumerate(words))]
    text = (
        "An action that the rules refuse changes nothing of the match. It is a step all the same: it counts towards "
        "the time limit, and `info` marks it `illegal`. `action_masks()` and `info` tell the legal ones. What is no "
        "number of the action space raises `BadAction`, a step after the end `MatchOver`."
    )
    return ["## Actions", text, "\n".join(shown)]


def _observations(game: Game) -> list[str]:
    planes = ["| plane | name | meaning |", "|---|---|---|"]
    planes += [f"| {number} | {name} | {text} |" for number, (name, text) in enumerate(game.PLANES_SEEN)]
    scalars = ["| scalar | name | from | to | meaning |", "|---|---|---|---|---|"]
    for number, (name, low, high, text) in enumerate(game.SCALARS_SEEN):
        scalars.append(f"| {number} | {name} | {low:,} | {high:,} | {text} |")
    if game.PLAYERS == 1:
        meaning = "cells that are not of the level; only with `pad`, from v2 on"
        planes.append(f"| {len(game.PLANES_SEEN)} | outside | {meaning} |")
    parts = ["## Observations", "\n".join(planes), "\n".join(scalars)]
    return parts if game.focus is None else [*parts, CROPPED]


def _rewards(game: Game) -> list[str]:
    default = "win-soon" if game.PUZZLE else "win"
    limit = f"the larger of {PUZZLE_LEAST} and {CELL} × rows × columns" if game.PUZZLE else f"{OTHERS:,}"
    rewards = (
        f"`reward=` is `score` (the change of the game's own score), `win` (1 for a win, -1 for a loss) or `win-soon` "
        f"(the same, less {SPENT} / time limit for every step). The default is `{default}`."
    )
    ends = (
        f"A win and a loss terminate; the level's own limit and the time limit truncate. The time limit is {limit} "
        f"steps, or `max_steps=`. `info['outcome']` says which it was (`gridhall.game`: WON, LOST, LIMIT)."
    )
    versions = "\n".join([
        "| version | default reward | time limit |", "|---|---|---|",
        f"| v2 | `{default}` | {limit} |", f"| v1 | `score` | {LONG:,} |",
    ])  # fmt: skip
    kept = "A version keeps its rewards, limits and trajectories for ever; v1 is what 1.0 had, and stays."
    return ["## Rewards", rewards, "## Ends", ends, "## Versions", versions, kept]


def _rewards_of_two() -> list[str]:
    rewards = "The reward is 1, 0 or -1 at the end; `reward='score'` gives the change of score instead."
    ends = "The end of the match terminates; the match's own limit and `max_cycles=` truncate."
    return ["## Rewards", rewards, "## Ends", ends]
