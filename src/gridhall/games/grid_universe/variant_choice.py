"""Kernels that choose between what a variant has added and what Grid Universe does itself.

variant.py binds them: in the bound copy `game` has `number`, the number of what was added, `own`, the variant's kernel,
and `other`, Grid Universe's.
"""

from gridhall.game import PLAYING, WON
from gridhall.kernel import kernel

from .codes import USE

game = None  # filled by kernel.bind


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
