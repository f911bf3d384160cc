"""Warpgrid: six grids, two dice, one tank of charge."""

from gridhall.games.warpgrid.rules import (
    ACTIONS, PLAYERS, REASONS, Setup, State, acting, forget, hide, observe, outcome, redeal, refusal, score, shape, start, step,
)  # fmt: skip
from gridhall.games.warpgrid.setup import named_seed, read_setup, write_setup
from gridhall.games.warpgrid.words import facts, read_word, word

TITLE, VERSION = "Warpgrid", 1
SECRETS = True  # the dice to come
RANKING = ("score", "-turn", "charge")
