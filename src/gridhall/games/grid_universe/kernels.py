"""Kernels that choose between what a variant has added and Grid Universe's own; `variant` fills the name `game`."""

from gridhall.game import PLAYING, WON
from gridhall.kernel import kernel

from .rules import USE

game = None


@kernel
def act(setup, state, action, turn, trails, hits, used):
    """Move as the variant does where the level says so; every other action is as ever."""
    if setup.move == game.number and action < USE:
        game.own(setup, state, action, turn, trails, hits, used)
    else:
        game.other(setup, state, action, turn, trails, hits, used)


@kernel
def is_won(setup, state, cell):
    """Ask the variant's objective where the level has it."""
    if state.aim == game.number:
        return game.own(setup, state, cell)
    return game.other(setup, state, cell)


@kernel
def bound(setup, state):
    """Promise nothing but one action more where a variant's own movement or objective is played."""
    if setup.move < game.moves and state.aim < game.aims:
        return game.other(setup, state)
    if state.ending != PLAYING:
        return 0 if state.ending == WON else -1
    return 1
