"""Shortest wins of any single-player game, compiled: breadth first, and A* where the game has a `bound`.

These are drivers: `kernel.bind` puts a game in the place of the name `game`. Positions are stored after `canonicalize`,
which blanks what does not matter for their future, so two positions are the same if their bytes are.

The arrays belong to `positions.Positions`. `nodes` has the positions, and `words` is the same memory as 64-bit numbers.
`table` is a hash table of node numbers + 1 (0 is an empty slot); its length is a power of two, at least twice that of
`nodes`. A driver returns after a number of turns, or when an array is full, and goes on from `memory` when called
again: in between its caller can enlarge the arrays, report progress, or be interrupted.
"""

from gridhall.game import WON
from gridhall.kernel import copy, i64, kernel, mul64, record, signed, unsigned

game = None  # filled by kernel.bind

NOTHING = -1
DEAD, WIN = -1, -2  # entries of `after` that are no position: the action is illegal or loses; it wins


@record
class Memory:
    """What a search remembers between two calls of its driver."""

    stored: i64  # nodes in the arrays
    room: i64  # how many nodes there may be in this search
    head: i64  # the next node to expand, where nodes are expanded in the order they were stored
    run: i64  # the number of this search, see `marks` of best_first
    entries: i64  # entries of the queue in use
    floor: i64  # the least value of the queue that may still have entries
    proved: i64  # the most that `floor` ever was: no win is shorter
    goal: i64  # a node once the search has ended with a win, NOTHING until then
    win_node: i64  # the best win so far: the last node on its way,
    win_action: i64  # the action that wins there, or NOTHING if `best` says how to go on,
    win_moves: i64  # its length,
    win_points: i64  # and its score


@kernel
def fingerprint(words):
    """Mix a position's words to 64 bits."""
    mixed = unsigned(0)
    for i in range(len(words)):
        mixed = mul64(mixed ^ unsigned(words[i]), 0x9E3779B97F4A7C15)
        mixed = mixed ^ mixed >> 29
    return mixed


@kernel
def same(left, right):
    """Whether two positions have the same words."""
    for i in range(len(left)):
        if left[i] != right[i]:
            return False
    return True


@kernel
def slot_of(words, table, node):
    """The slot of the table that holds a position equal to this node's, or the empty one where it belongs."""
    mask = len(table) - 1
    slot = signed(fingerprint(words[node])) & mask
    while table[slot] and not same(words[table[slot] - 1], words[node]):
        slot = (slot + 1) & mask
    return slot


@kernel
def rehash(words, table, stored):
    """Fill an empty table with the nodes stored so far."""
    for node in range(stored):
        table[slot_of(words, table, node)] = node + 1


@kernel
def breadth_first(setup, nodes, words, table, parents, actions, memory, turns):
    """Expand up to `turns` nodes in the order they were stored, and stop at the first win.

    The winning position is not stored; `parents` and `actions` have its entries at the next free node, memory.goal.
    """
    head, stored = memory.head, memory.stored
    stop = head + turns
    while head < stored and head < stop and stored + game.ACTIONS < len(nodes):
        for action in range(game.ACTIONS):
            if game.refusal(setup, nodes[head], 0, action):
                continue
            copy(nodes[stored], nodes[head])
            game.step(setup, nodes[stored], 0, action)
            if game.acting(setup, nodes[stored]):
                game.canonicalize(setup, nodes[stored])
                slot = slot_of(words, table, stored)
                if table[slot] == 0:
                    table[slot] = stored + 1
                    parents[stored] = head
                    actions[stored] = action
                    stored += 1
            elif game.outcome(setup, nodes[stored], 0) == WON:
                parents[stored] = head
                actions[stored] = action
                memory.head, memory.stored, memory.goal = head, stored, stored
                return
        head += 1
    memory.head, memory.stored = head, stored


@kernel
def expand(setup, nodes, words, table, after, left, head, stored):
    """Write into `after` what follows a node, which never changes; returns how many nodes are stored now."""
    for action in range(game.ACTIONS):
        after[head, action] = DEAD
        if game.refusal(setup, nodes[head], 0, action):
            continue
        copy(nodes[stored], nodes[head])
        game.step(setup, nodes[stored], 0, action)
        if game.acting(setup, nodes[stored]) == 0:
            if game.outcome(setup, nodes[stored], 0) == WON:
                after[head, action] = WIN
            continue
        game.canonicalize(setup, nodes[stored])
        slot = slot_of(words, table, stored)
        if table[slot] == 0:
            left[stored] = game.bound(setup, nodes[stored])
            if left[stored] < 0:
                continue
            stored += 1
            table[slot] = stored
        after[head, action] = table[slot]
    return stored


@kernel
def best_first(
    setup, nodes, words, table, after, left, best, parents, actions, depths, marks, buckets, entry_node, entry_next,
    memory, weight, turns,
):  # fmt: skip
    """Expand up to `turns` nodes, those with the least depth + weight * `left` first.

    With weight 1 the first win is a shortest one (A*); with a larger weight it is any win, found sooner.

    Three columns last from one search to the next. `left[n]` is never more than the moves from node n to a win, and
    negative if there is none. Where `best[n]` is not 0, `left[n]` is exact and `best[n]` is the action to take + 1.
    `after[n]` says for each action what follows node n: a node + 1, WIN or DEAD; 0 until n is expanded first.

    The others are of one search only. `marks[n] == 2 * run`: node n was opened in this search; `2 * run + 1`: it was
    expanded, too; smaller: both are left over from an earlier search, and so are its parent, action and depth.

    The queue is a list for each value: `buckets[value]` is its newest entry + 1, `entry_node` the node of an entry and
    `entry_next` the entry after it + 1.
    """
    stored, entries, floor = memory.stored, memory.entries, memory.floor
    opened, room, expanded = 2 * memory.run, min(memory.room, len(nodes)), 0
    while (
        expanded < turns
        and floor < len(buckets)
        and stored + game.ACTIONS < room
        and entries + game.ACTIONS < len(entry_node)
    ):
        if memory.win_moves >= 0 and (weight > 1 or floor >= memory.win_moves):
            memory.goal = memory.win_node
            break
        entry = buckets[floor] - 1
        if entry < 0:
            floor += 1
            memory.proved = max(memory.proved, floor)
            continue
        buckets[floor] = entry_next[entry]
        head = entry_node[entry]
        if marks[head] > opened:
            continue
        marks[head] = opened + 1
        expanded += 1
        if after[head, 0] == 0:
            stored = expand(setup, nodes, words, table, after, left, head, stored)
        depth = depths[head] + 1
        for action in range(game.ACTIONS):
            node = after[head, action] - 1
            if after[head, action] == WIN:
                if memory.win_moves < 0 or depth < memory.win_moves:
                    memory.win_moves, memory.win_node, memory.win_action = depth, head, action
            elif node >= 0 and left[node] >= 0 and (marks[node] < opened or depth < depths[node]):
                parents[node], actions[node], depths[node], marks[node] = head, action, depth, opened
                total = depth + left[node]
                if best[node]:
                    if memory.win_moves < 0 or total < memory.win_moves:
                        memory.win_moves, memory.win_node, memory.win_action = total, node, NOTHING
                elif memory.win_moves < 0 or total < memory.win_moves:
                    value = min(depth + weight * left[node], len(buckets) - 1)
                    entry_node[entries], entry_next[entries] = node, buckets[value]
                    entries += 1
                    buckets[value] = entries
                    floor = min(floor, value)
    memory.stored, memory.entries, memory.floor = stored, entries, floor


@kernel
def learn(left, depths, marks, memory, needed):
    """Raise `left` of every node a search has met, after it proved how many moves its start needs.

    A node at depth d needs at least `needed` - d of them. A negative number says that no win exists, from any of them.
    """
    for node in range(memory.stored):
        if marks[node] >= 2 * memory.run:
            left[node] = max(left[node], needed - depths[node]) if needed >= 0 else needed


@kernel
def best_score(setup, nodes, words, table, parents, actions, depths, scores, memory, longest, turns):
    """Expand up to `turns` nodes layer by layer, and keep the win of exactly `longest` moves that has most points.

    memory.goal is the last node on its way, and memory.win_action the action that wins there.
    """
    head, stored = memory.head, memory.stored
    stop = head + turns
    while head < stored and head < stop and stored + game.ACTIONS < len(nodes) and depths[head] < longest:
        depth = depths[head] + 1
        for action in range(game.ACTIONS):
            if game.refusal(setup, nodes[head], 0, action):
                continue
            copy(nodes[stored], nodes[head])
            before = game.score(setup, nodes[stored], 0)
            game.step(setup, nodes[stored], 0, action)
            points = scores[head] + game.score(setup, nodes[stored], 0) - before
            if game.acting(setup, nodes[stored]) == 0:
                if (
                    depth == longest
                    and game.outcome(setup, nodes[stored], 0) == WON
                    and (memory.goal < 0 or points > memory.win_points)
                ):
                    memory.goal, memory.win_action, memory.win_points = head, action, points
                continue
            game.canonicalize(setup, nodes[stored])
            slot = slot_of(words, table, stored)
            node = table[slot] - 1
            if node < 0:
                left = game.bound(setup, nodes[stored])
                if left < 0 or depth + left > longest:
                    continue
                table[slot] = stored + 1
                node = stored
                stored += 1
            elif depths[node] != depth or scores[node] >= points:
                continue
            parents[node], actions[node], depths[node], scores[node] = head, action, depth, points
        head += 1
    memory.head, memory.stored = head, stored
