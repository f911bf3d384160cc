"""Every position that a level can reach, and the fewest moves from each to a win, compiled.

These are drivers: `kernel.bind` puts a game in the place of the name `game`. Positions are stored as solve/search.py
does it.
"""

from gridhall.game import WON
from gridhall.kernel import copy, kernel, signed
from gridhall.solve.search import fingerprint, same, slot_of

game = None  # filled by kernel.bind

NONE, WIN, END = -1, -2, -3  # entries of `children` that are no node: the action is illegal; it wins; it ends otherwise


@kernel
def expand(setup, nodes, words, table, children, memory):
    """Store every reachable position; children[n, action] is the node that follows, or NONE, WIN or END.

    `memory` is a search.Memory. Where the arrays are full this stops, and goes on when called again with larger ones.
    """
    head, stored = memory.head, memory.stored
    while head < stored and stored + game.ACTIONS < len(nodes):
        for action in range(game.ACTIONS):
            children[head, action] = NONE
            if game.refusal(setup, nodes[head], 0, action):
                continue
            copy(nodes[stored], nodes[head])
            game.step(setup, nodes[stored], 0, action)
            if game.acting(setup, nodes[stored]) == 0:
                children[head, action] = WIN if game.outcome(setup, nodes[stored], 0) == WON else END
                continue
            game.canonicalize(setup, nodes[stored])
            slot = slot_of(words, table, stored)
            if table[slot] == 0:
                table[slot] = stored + 1
                stored += 1
            children[head, action] = table[slot] - 1
        head += 1
    memory.head, memory.stored = head, stored


@kernel
def distances(children, count, left):
    """Write into `left` the fewest moves to a win from each node, -1 if there is none: relax until nothing changes."""
    for node in range(count):
        left[node] = -1
    changed = 1
    while changed:
        changed = 0
        for back in range(count):
            node = count - 1 - back
            best = left[node]
            for action in range(children.shape[1]):
                child = children[node, action]
                if child == WIN:
                    through = 1
                elif child >= 0 and left[child] >= 0:
                    through = left[child] + 1
                else:
                    continue
                if best < 0 or through < best:
                    best = through
            if best != left[node]:
                left[node] = best
                changed = 1


@kernel
def node_of(words, table, key):
    """The node whose position has these words, or -1."""
    mask = len(table) - 1
    slot = signed(fingerprint(key)) & mask
    while table[slot]:
        if same(words[table[slot] - 1], key):
            return table[slot] - 1
        slot = (slot + 1) & mask
    return -1
