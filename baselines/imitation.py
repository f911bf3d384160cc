"""Learn from the solver: from the shortest ways of the training levels, or from the best moves of all their positions.

python baselines/imitation.py phase_shift --seconds 300
"""

import argparse
from collections.abc import Iterable, Iterator

import numpy as np
import torch
from harness import Curve, greedily, levels, play
from network import Planner
from symmetry import Symmetry
from torch import nn

from gridhall.kernel import array, bind, compiled
from gridhall.learn import episodes
from gridhall.learn.distances import WIN
from gridhall.learn.generalisation import Tier, tier_of
from gridhall.learn.oracle import Oracle
from gridhall.match import Match
from gridhall.registry import load

BATCH, RATE = 128, 2e-3
# Planes of positions; for each the number of its board; and for each board which actions are best, cell by cell.
Examples = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
Lesson = tuple[np.ndarray, np.ndarray]  # of one level the planes of positions, and which actions are best in each


def examples(tier: Tier, own: int, everywhere: bool, most: int | None = None) -> Examples:
    """The positions of the training levels that can be won: those of one shortest way, or `everywhere` all."""
    return together(solved(tier, everywhere, most), own)


def solved(tier: Tier, everywhere: bool, most: int | None) -> Iterator[Lesson]:
    """The lesson of each training level: its positions, and which actions the solver proves best."""
    for level in levels(tier.game, tier.tier, "train", most):
        match = Match(tier.game, level.text)
        oracle = Oracle(match.game, match.setup, match.state)
        planes, best = _positions(match, oracle)
        if not everywhere:
            best[~np.isin(np.arange(oracle.count), _way(oracle, best))] = False
        yield planes, best


def together(lessons: Iterable[Lesson], own: int) -> Examples:
    """The lessons of all levels, without the positions of which no action is known to be best."""
    positions, boards, moves, count = [], [], [], 0
    for planes, best in lessons:
        taught = best.any(1)
        if not taught.any():
            continue
        planes, best = planes[taught], best[taught]
        board = _boards(planes, own)
        cells = np.zeros((board.max() + 1, *planes.shape[2:], best.shape[1]), np.bool_)
        cells[board, *np.nonzero(planes[:, own])[1:]] = best
        positions.append(planes)
        boards.append(board + count)
        moves.append(cells)
        count += len(cells)
    every = (torch.from_numpy(np.concatenate(parts)) for parts in (positions, boards, moves))
    return next(every), next(every), next(every)


def _boards(planes: np.ndarray, own: int) -> np.ndarray:
    """For each position of a level the number of its board: the same for all that differ only in the player's place."""
    shown, player = planes != 0, planes[:, own : own + 1] != 0
    # Planes that are set wherever the player is, but not on the same cells without them, tell of the player.
    carried = (shown & player).any((2, 3)).all(0) & ~(shown | ~player.any(0)).all((0, 2, 3))
    bare = np.where(player & carried[:, None, None], 0, planes).reshape(len(planes), -1)
    numbers: np.ndarray = np.unique(bare, axis=0, return_inverse=True)[1]
    return numbers.reshape(-1)


def _positions(match: Match, oracle: Oracle) -> tuple[np.ndarray, np.ndarray]:
    """The planes of all positions of a level, and which actions are best in each."""
    game, count = match.game, oracle.count
    number, rows, columns, scalars = game.shape(match.setup)
    planes = np.zeros((count, number * rows * columns), np.int8)
    numbers, masks = np.zeros((count, scalars), np.int32), np.zeros((count, game.ACTIONS), np.int8)
    look, every = compiled(bind(episodes.observe_slice, game)), np.ones(count, np.bool_)
    nodes, first = oracle.nodes[:count], np.zeros(count, np.int64)
    look(array(match.setup), first, nodes, planes, numbers, masks, False, every, 0, count)
    children, left = oracle.children[:count], oracle.lefts[:count]
    after = np.where(children >= 0, left[children], -1)
    through = np.where(children == WIN, 1, np.where(after >= 0, after + 1, -1))
    best = (through == left[:, None]) & (left[:, None] > 0)
    return planes.reshape(count, number, rows, columns), best


def _way(oracle: Oracle, best: np.ndarray) -> list[int]:
    """The positions of one shortest way, from the start."""
    way, node = [], 0
    while node >= 0:
        way.append(node)
        node = int(oracle.children[node, best[node].argmax()])
    return way


def train(tier: Tier, curve: Curve, seed: int, everywhere: bool, most: int | None = None) -> Planner:
    """Learn from the solver until the budget of the curve is used up."""
    torch.manual_seed(seed)
    network = Planner(load(tier.game))
    learn(network, examples(tier, network.own, everywhere, most), curve)
    return network


def learn(network: Planner, given: Examples, curve: Curve) -> None:
    """Learn from examples until the budget of the curve is used up."""
    planes, boards, moves = given
    symmetry = Symmetry(load(network.game))
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-4)
    batches = 0
    while curve.spent() < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (batches + 1) / 100) * max(0.03, 1 - curve.spent())
        chosen = torch.randint(len(planes), (BATCH,))
        seen, best = symmetry.image(batches % 8, planes[chosen], moves[boards[chosen]])
        known = best.any(-1)
        wanted = best[known].float()
        logits = network.everywhere(seen)[known]
        loss = -(wanted / wanted.sum(1, keepdim=True) * logits.log_softmax(1)).sum(1).mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        batches += 1
        curve.take(batches * BATCH, greedily(network))
    curve.take(batches * BATCH, greedily(network), last=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="grid_universe")
    parser.add_argument("--tier", default="small")
    parser.add_argument("--seconds", type=float, default=180, help="CPU seconds of learning")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--witnesses", action="store_true", help="from one shortest way of each level only")
    parser.add_argument("--save", help="keep the network in this file; trained.py plays it")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    tier = tier_of(arguments.game, arguments.tier)
    curve = Curve(tier, arguments.seconds)
    network = train(tier, curve, arguments.seed, not arguments.witnesses)
    for point in curve.points:
        print(point)
    if arguments.save:
        network.save(arguments.save)
    print(play(greedily(network), tier, levels(tier.game, tier.tier, "held_out")))


if __name__ == "__main__":
    main()
