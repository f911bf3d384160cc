"""Shortest wins of any single-player game: breadth first, and A* where the game has a bound. Drivers for `kernel.bind`.

Positions are stored without what does not matter for their future (`canonicalize`), so equal bytes are equal positions.
`words` is the memory of `nodes` as 64-bit numbers. The hash table holds a node's number + 1; its length is a power of
two, at least twice the nodes. Each driver goes on where it stopped, so that its caller can enlarge the arrays, show
progress, or be interrupted.
"""

from functools import cache
from types import ModuleType
from typing import cast

from gridhall.game import WON, Game
from gridhall.kernel import copy, kernel, mul64, signed, unsigned

game = None  # filled by kernel.bind

# What a search remembers between calls.
GOAL, HEAD, FOUND, PROVED, FLOOR, NODE, ENTRIES, TOTAL, LAST, RUN, ROOM = range(11)
NOTHING = -1
DEAD, WIN = -1, -2  # what follows an action, unless it is a position


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
def rehash(words, table, found):
    """Fill an empty table with the nodes found so far."""
    for node in range(found):
        table[slot_of(words, table, node)] = node + 1


@kernel
def breadth_first(setup, nodes, words, table, parents, actions, memory, turns):
    """Expand up to `turns` nodes in the order they were found.

    Stop at a win (its parent and action are then the next node's).
    """
    head, found = memory[HEAD], memory[FOUND]
    stop = head + turns
    while head < found and head < stop and found + game.ACTIONS < len(nodes):
        for action in range(game.ACTIONS):
            if game.refusal(setup, nodes[head], 0, action):
                continue
            copy(nodes[found], nodes[head])
            game.step(setup, nodes[found], 0, action)
            if game.acting(setup, nodes[found]):
                game.canonicalize(setup, nodes[found])
                slot = slot_of(words, table, found)
                if table[slot] == 0:
                    table[slot] = found + 1
                    parents[found] = head
                    actions[found] = action
                    found += 1
            elif game.outcome(setup, nodes[found], 0) == WON:
                parents[found] = head
                actions[found] = action
                memory[HEAD], memory[FOUND], memory[GOAL] = head, found, found
                return
        head += 1
    memory[HEAD], memory[FOUND] = head, found


@kernel
def expand(setup, nodes, words, table, after, left, head, found):
    """Find out, once and for all, what follows a node.

    `after` holds a node + 1, WIN or DEAD for each action; returns how many nodes there are now.
    """
    for action in range(game.ACTIONS):
        after[head, action] = DEAD
        if game.refusal(setup, nodes[head], 0, action):
            continue
        copy(nodes[found], nodes[head])
        game.step(setup, nodes[found], 0, action)
        if game.acting(setup, nodes[found]) == 0:
            if game.outcome(setup, nodes[found], 0) == WON:
                after[head, action] = WIN
            continue
        game.canonicalize(setup, nodes[found])
        slot = slot_of(words, table, found)
        if table[slot] == 0:
            left[found] = game.bound(setup, nodes[found])
            if left[found] < 0:
                continue
            found += 1
            table[slot] = found
        after[head, action] = table[slot]
    return found


@kernel
def best_first(
    setup,
    nodes,
    words,
    table,
    after,
    left,
    best,
    parents,
    actions,
    depths,
    marks,
    buckets,
    entry_node,
    entry_next,
    memory,
    weight,
    turns,
):
    """Expand up to `turns` nodes, least depth + weight x `left` first; weight 1 proves the shortest win, a large one
    finds any.

    `left` is never more than the moves to a win (negative: there is none), and exactly that where `best` is the action
    to take + 1. Both, and `after`, last from search to search; of the others what belongs to this search (memory[RUN])
    has that number twice in `marks`, plus 1 when expanded. `buckets` holds the newest entry of each value + 1;
    memory[FLOOR] is the least value left, memory[PROVED] the most it ever was. The win found takes memory[TOTAL] moves:
    to memory[NODE], and then memory[LAST] or, if that is NOTHING, what `best` says.
    """
    found, entries, floor = memory[FOUND], memory[ENTRIES], memory[FLOOR]
    opened, room, expanded = 2 * memory[RUN], min(memory[ROOM], len(nodes)), 0
    while (
        expanded < turns
        and floor < len(buckets)
        and found + game.ACTIONS < room
        and entries + game.ACTIONS < len(entry_node)
    ):
        if memory[TOTAL] >= 0 and (weight > 1 or floor >= memory[TOTAL]):
            memory[GOAL] = memory[NODE]
            break
        entry = buckets[floor] - 1
        if entry < 0:
            floor += 1
            memory[PROVED] = max(memory[PROVED], floor)
            continue
        buckets[floor] = entry_next[entry]
        head = entry_node[entry]
        if marks[head] > opened:
            continue
        marks[head] = opened + 1
        expanded += 1
        if after[head, 0] == 0:
            found = expand(setup, nodes, words, table, after, left, head, found)
        depth = depths[head] + 1
        for action in range(game.ACTIONS):
            node = after[head, action] - 1
            if after[head, action] == WIN:
                if memory[TOTAL] < 0 or depth < memory[TOTAL]:
                    memory[TOTAL], memory[NODE], memory[LAST] = depth, head, action
            elif node >= 0 and left[node] >= 0 and (marks[node] < opened or depth < depths[node]):
                parents[node], actions[node], depths[node], marks[node] = head, action, depth, opened
                total = depth + left[node]
                if best[node]:
                    if memory[TOTAL] < 0 or total < memory[TOTAL]:
                        memory[TOTAL], memory[NODE], memory[LAST] = total, node, NOTHING
                elif memory[TOTAL] < 0 or total < memory[TOTAL]:
                    value = min(depth + weight * left[node], len(buckets) - 1)
                    entry_node[entries], entry_next[entries] = node, buckets[value]
                    entries += 1
                    buckets[value] = entries
                    floor = min(floor, value)
    memory[FOUND], memory[ENTRIES], memory[FLOOR] = found, entries, floor


@kernel
def learn(left, depths, marks, memory, needed):
    """A search proved that its start needs so many moves (negative.

    That there is no win), so each node it met needs at most its depth fewer.
    """
    for node in range(memory[FOUND]):
        if marks[node] >= 2 * memory[RUN]:
            left[node] = max(left[node], needed - depths[node]) if needed >= 0 else needed


@kernel
def best_score(setup, nodes, words, table, parents, actions, depths, scores, memory, longest, turns):
    """Expand layer by layer up to `turns` nodes.

    Among all wins of `longest` moves keep the one with most points (memory[GOAL]).
    """
    head, found = memory[HEAD], memory[FOUND]
    stop = head + turns
    while head < found and head < stop and found + game.ACTIONS < len(nodes) and depths[head] < longest:
        depth = depths[head] + 1
        for action in range(game.ACTIONS):
            if game.refusal(setup, nodes[head], 0, action):
                continue
            copy(nodes[found], nodes[head])
            before = game.score(setup, nodes[found], 0)
            game.step(setup, nodes[found], 0, action)
            points = scores[head] + game.score(setup, nodes[found], 0) - before
            if game.acting(setup, nodes[found]) == 0:
                if (
                    depth == longest
                    and game.outcome(setup, nodes[found], 0) == WON
                    and (memory[GOAL] < 0 or points > memory[FLOOR])
                ):
                    memory[GOAL], memory[NODE], memory[FLOOR] = head, action, points
                continue
            game.canonicalize(setup, nodes[found])
            slot = slot_of(words, table, found)
            node = table[slot] - 1
            if node < 0:
                left = game.bound(setup, nodes[found])
                if left < 0 or depth + left > longest:
                    continue
                table[slot] = found + 1
                node = found
                found += 1
            elif depths[node] != depth or scores[node] >= points:
                continue
            parents[node], actions[node], depths[node], scores[node] = head, action, depth, points
        head += 1
    memory[HEAD], memory[FOUND] = head, found


@kernel
def no_bound(setup, state):
    return 0


@cache
def bounded(this: Game) -> Game:
    """The game with a `bound`, if it has none of its own."""
    if this.bound is not None:
        return this
    made = ModuleType(this.__name__)
    vars(made).update({**vars(this), "bound": no_bound})
    return cast(Game, made)
