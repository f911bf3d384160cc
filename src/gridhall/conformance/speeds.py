"""Interpreted and compiled rules agree byte for byte."""

import copy
from collections.abc import Iterator
from random import Random

import numpy as np

from gridhall.conformance.drivers import hide_and_deal, play_and_watch
from gridhall.game import Game
from gridhall.kernel import array, bind, compiled
from gridhall.match import Match

MATCHES, PLIES = 12, 150


def random_play(match: Match, seed: int, plies: int) -> Iterator[tuple[int, int]]:
    """Play random legal actions, yielding (player, action) before each is played."""
    draw = Random(seed)
    for _ in range(plies):
        if match.over:
            return
        player = draw.choice(match.acting)
        action = draw.choice(match.legal(player))
        yield player, action
        match.act(player, action)


def speeds(game: Game) -> None:
    plain, plain_deal = bind(play_and_watch, game), bind(hide_and_deal, game)
    drivers = (  # a driver, its dealing, and how it wants its records
        (compiled(plain), compiled(plain_deal), lambda record: array(record)[0]),
        (plain, plain_deal, lambda record: record),
    )
    for seed in range(MATCHES):
        match = Match(game, None, seed)
        start = copy.copy(match.state)
        moves = list(random_play(match, seed, PLIES))
        players = np.array([player for player, _ in moves], np.int64)
        actions = np.array([action for _, action in moves], np.int64)
        planes, rows, columns, scalars = game.shape(match.setup)
        results = []
        for run, deal, as_argument in drivers:
            setup, state = as_argument(match.setup), copy.copy(start)
            flat, few = np.zeros(planes * rows * columns, np.int8), np.zeros(scalars, np.int32)
            legal = np.zeros(len(moves), np.int64)
            run(setup, as_argument(state), players, actions, flat, few, legal)
            views = [copy.copy(state) for _ in range(game.PLAYERS + 1)]
            for player, view in enumerate(views):
                deal(setup, as_argument(view), player, 99)
            results.append(
                {
                    "state": bytes(state), "planes": bytes(flat), "scalars": bytes(few),
                    "legal actions": legal.tolist(), "views": [bytes(view) for view in views],
                }
            )  # fmt: skip
        for what, fast in results[0].items():
            assert fast == results[1][what], f"the default, seed {seed}, {len(moves)} plies at random: {what} differ"
        assert results[1]["state"] == bytes(match.state), f"seed {seed}: the same actions led to another state"
