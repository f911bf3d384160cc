"""The replay of lists, tick by tick (EC21-EC44), on a board of 64 numbers.

Matches, position files, pictures, puzzles and searches all replay by `place` and `advance`. Numbers 0 to 8 of a board
are sets of tiles, a bit a cell: the shots by heading, and the mines. Two things on one tile never outlive a tick, so a
set has room for all of them. The names below say what the other numbers are.
"""

from gridhall.games.echoes.codes import COVERS, FIRE, GUARD_AFTER, LONGEST, PUT_IN, SHIELD, STEP
from gridhall.kernel import kernel

SLOTS = 16
COUNT = 9  # how many echoes live
DIED, BLOCKED = 10, 11  # slots, as bits: who died on this tick, whose shield stopped a shot
CLASHED = 12  # tiles, as bits, where something met on this tick
ORDER, CELL, GUARD = 16, 32, 48  # 16 numbers each: the slots of the living; by slot the cell and the shield (0 none)


@kernel
def place(living, home, board):
    """Put all living echoes on their start tiles (tick 0, EC21, EC43); `board` must be zero."""
    count = 0
    for slot in range(SLOTS):
        if living >> slot & 1:
            board[ORDER + count] = slot
            board[CELL + slot] = home[slot]
            count += 1
    board[COUNT] = count


@kernel
def farthest(lengths, board):
    """The last tick to run, as things stand: the longest list of those who live (EC41)."""
    last = 0
    for at in range(board[COUNT]):
        last = max(last, lengths[board[ORDER + at]])
    return last


@kernel
def advance(lists, lengths, board, fell, tick, last):
    """Run one tick on the board (EC23) and return the last tick to run.

    Notes the tick of each death in `fell`, and in DIED, BLOCKED and CLASHED what happened on this tick.
    """
    # All shots of a heading move by one shift. A tile is bit 8 * row + column, row 0 the northernmost, so that north is
    # 8 bits down and east one bit up. A mask drops the shots that have left the board: they would come in again at the
    # other edge, or beyond 64 bits.
    board[0] = board[0] >> 8 & 0x00FFFFFFFFFFFFFF
    board[1] = board[1] >> 7 & 0x00FEFEFEFEFEFEFE
    board[2] = (board[2] & 0x7F7F7F7F7F7F7F7F) << 1
    board[3] = (board[3] & 0x007F7F7F7F7F7F7F) << 9
    board[4] = (board[4] & 0x00FFFFFFFFFFFFFF) << 8
    board[5] = (board[5] & 0x00FEFEFEFEFEFEFE) << 7
    board[6] = board[6] >> 1 & 0x7F7F7F7F7F7F7F7F
    board[7] = board[7] >> 9 & 0x007F7F7F7F7F7F7F
    once = board[8]  # tiles with a shot or mine, and with two or more
    twice = 0
    for heading in range(8):
        twice |= once & board[heading]
        once |= board[heading]
    here = 0  # tiles with an echo, and with two or more
    crowd = 0
    count = board[COUNT]
    for at in range(count):
        slot = board[ORDER + at]
        cell = board[CELL + slot]
        if tick <= lengths[slot]:  # others are idle: their last shield stays (EC36, EC39)
            code = lists[slot * LONGEST + tick - 1]
            board[GUARD + slot] = GUARD_AFTER[code]
            if code < FIRE:
                cell += STEP[code]
                board[CELL + slot] = cell
            elif code < SHIELD:
                bit = 1 << cell + STEP[code]
                twice |= once & bit
                once |= bit
                board[PUT_IN[code]] |= bit
        bit = 1 << cell
        crowd |= here & bit
        here |= bit
    clash = twice | crowd | once & here
    died = 0
    blocked = 0
    if clash:
        deadly = twice | crowd
        at = 0
        while at < count:
            slot = board[ORDER + at]
            bit = 1 << board[CELL + slot]
            safe = 1
            if clash & bit:
                safe = 0
                guard = board[GUARD + slot]
                if guard and not deadly & bit:  # one shot or mine and nothing else: a shot may be stopped (EC30-EC33)
                    for heading in range(8):
                        if board[heading] & bit:
                            safe = COVERS[guard * 8 + heading]
                if safe:
                    board[GUARD + slot] = 0
                    blocked |= 1 << slot
            if safe:
                at += 1
            else:
                died |= 1 << slot
                fell[slot] = tick
                count -= 1
                board[ORDER + at] = board[ORDER + count]
        for thing in range(9):
            board[thing] &= ~clash
        if died:
            board[COUNT] = count
            last = farthest(lengths, board)
    board[DIED] = died
    board[BLOCKED] = blocked
    board[CLASHED] = clash
    return last


@kernel
def replay(living, lists, lengths, home, board, fell, more):
    """Replay lists from tick 1 and return the last tick; then run `more` ticks in which every echo is idle.

    `board` and `fell` must be zero.
    """
    place(living, home, board)
    tick = 0
    last = farthest(lengths, board)
    while tick < last:
        tick += 1
        last = advance(lists, lengths, board, fell, tick, last)
    for late in range(more):
        advance(lists, lengths, board, fell, tick + late + 1, last)
    return tick
