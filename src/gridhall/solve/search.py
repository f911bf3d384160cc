"""Shortest wins of any single-player game: breadth first, and A* where the game has a bound. Drivers for `kernel.bind`.

Positions are stored without what does not matter for their future (`forget`), so equal bytes are equal positions. `words` is the
memory of `nodes` as 64-bit numbers. The hash table holds a node's number + 1; its length is a power of two, at least twice the nodes.
Each driver goes on where it stopped, so that its caller can enlarge the arrays, show progress, or be interrupted.
"""

from gridhall.game import WON
from gridhall.kernel import copy, kernel, mul64

game = None  # filled by kernel.bind

GOAL, HEAD, FOUND, SEEN, FLOOR, NODE, ENTRIES = range(7)  # what a search remembers between calls
NOTHING = -1


@kernel
def fingerprint(words):
    """Mix a position's words to 64 bits."""
    mixed = mul64(0, 0)  # unsigned from the start, when compiled
    for i in range(len(words)):
        mixed = mul64(mixed ^ words[i], 0x9E3779B97F4A7C15)
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
    slot = int(fingerprint(words[node]) & mask)
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
    """Expand up to `turns` nodes in the order they were found; stop at a win (its parent and action are then the next node's)."""
    head, found = memory[HEAD], memory[FOUND]
    stop = head + turns
    while head < found and head < stop and found + game.ACTIONS < len(nodes):
        for action in range(game.ACTIONS):
            if game.refusal(setup, nodes[head], 0, action):
                continue
            copy(nodes[found], nodes[head])
            game.step(setup, nodes[found], 0, action)
            if game.acting(setup, nodes[found]):
                game.forget(setup, nodes[found])
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
def best_first(setup, nodes, words, table, parents, actions, depths, done, buckets, entry_node, entry_next, memory, weight, turns):
    """Expand up to `turns` nodes, least depth + weight x bound first; weight 1 proves the shortest win, a large one finds any.

    `buckets` holds the newest entry of each value + 1; memory[FLOOR] is the value reached, all below it are exhausted.
    """
    found, entries, floor = memory[FOUND], memory[ENTRIES], memory[FLOOR]
    expanded = 0
    while expanded < turns and floor < len(buckets) and found + game.ACTIONS < len(nodes) and entries + game.ACTIONS < len(entry_node):
        entry = buckets[floor] - 1
        if entry < 0:
            floor += 1
            continue
        buckets[floor] = entry_next[entry]
        head = entry_node[entry]
        if head == memory[NODE]:  # the win itself: nothing shorter is left
            memory[GOAL] = head
            break
        if done[head]:
            continue
        done[head] = 1
        expanded += 1
        depth = depths[head] + 1
        for action in range(game.ACTIONS):
            if game.refusal(setup, nodes[head], 0, action):
                continue
            copy(nodes[found], nodes[head])
            game.step(setup, nodes[found], 0, action)
            if game.acting(setup, nodes[found]) == 0:
                if game.outcome(setup, nodes[found], 0) == WON and (memory[NODE] == NOTHING or depth < depths[memory[NODE]]):
                    memory[NODE] = found  # kept, but stands in no table: the next expansion must not overwrite it
                    parents[found], actions[found], depths[found], done[found] = head, action, depth, 0
                    entry_node[entries], entry_next[entries] = found, buckets[min(depth, len(buckets) - 1)]
                    entries += 1
                    buckets[min(depth, len(buckets) - 1)] = entries
                    floor = min(floor, depth)
                    found += 1
                    if found + game.ACTIONS >= len(nodes):
                        done[head] = 0  # no room for the rest: expand it again later
                        entry_node[entries], entry_next[entries] = head, buckets[floor]
                        entries += 1
                        buckets[floor] = entries
                        break
                continue
            game.forget(setup, nodes[found])
            slot = slot_of(words, table, found)
            node = table[slot] - 1
            if node < 0:
                left = game.bound(setup, nodes[found])
                if left < 0:
                    continue
                table[slot] = found + 1
                node = found
                found += 1
            elif depth < depths[node]:
                left = game.bound(setup, nodes[node])
            else:
                continue
            parents[node], actions[node], depths[node], done[node] = head, action, depth, 0
            value = min(depth + weight * left, len(buckets) - 1)
            entry_node[entries], entry_next[entries] = node, buckets[value]
            entries += 1
            buckets[value] = entries
            floor = min(floor, value)
    memory[FOUND], memory[ENTRIES], memory[FLOOR], memory[SEEN] = found, entries, floor, memory[SEEN] + expanded


@kernel
def best_score(setup, nodes, words, table, parents, actions, depths, scores, memory, longest, turns):
    """Expand layer by layer up to `turns` nodes; among all wins of `longest` moves keep the one with most points (memory[GOAL])."""
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
                if depth == longest and game.outcome(setup, nodes[found], 0) == WON and (memory[GOAL] < 0 or points > memory[FLOOR]):
                    memory[GOAL], memory[NODE], memory[FLOOR] = head, action, points
                continue
            game.forget(setup, nodes[found])
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
