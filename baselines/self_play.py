"""Masked PPO that plays both seats of a duel against itself, scored against chance and the game's easiest machine.

python baselines/self_play.py echoes --seconds 300
"""

import argparse
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import torch
from ppo import RATE, Lesson, Roll, update
from torch import nn

import gridhall.learn
from gridhall.agents.choice import choose
from gridhall.agents.rating import interval
from gridhall.learn.spaces import mask_of, observe
from gridhall.match import Match

ENVS, HORIZON, PARTS, LONGEST = 64, 16, 4, 400


class Seat(nn.Module):
    """What one seat sees in; logits and a value out. Planes and scalars come as one row of numbers."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.answer = nn.Linear(128, actions + 1)
        nn.init.orthogonal_(self.answer.weight, 0.01)

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        answer = self.answer(self.body(rows))
        return answer[:, :-1], answer[:, -1]


def rows_of(seen: dict[str, Any]) -> torch.Tensor:
    """Of every seat one row: its planes, then the scalars, all squeezed to about -5 to 5."""
    seats = seen["scalars"].shape[0] * seen["scalars"].shape[1]
    parts = [torch.from_numpy(seen[name].reshape(seats, -1)).float() for name in ("planes", "scalars")]
    rows = torch.cat(parts, 1)
    return rows.sign() * rows.abs().log1p()


def train(game: str, seed: int, seconds: float) -> tuple[Seat, int]:
    """Learn until the CPU seconds are used up; the network, and how many steps of a match were played."""
    torch.manual_seed(seed)
    duels = gridhall.learn.duels(game, ENVS, max_steps=LONGEST)
    seen, _ = duels.reset(seed=seed)
    rows = rows_of(seen)
    network = Seat(rows.shape[1], duels.wait + 1)
    optimiser = torch.optim.Adam(network.parameters(), RATE / 4, eps=1e-5)
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        roll = Roll()
        for _ in range(HORIZON):
            mask = torch.from_numpy(duels.masks.reshape(len(rows), -1).copy())
            with torch.no_grad():
                logits, value = network(rows)
            spread = torch.distributions.Categorical(logits=logits.masked_fill(mask == 0, -1e9))
            action = spread.sample()
            seen, reward, terminated, truncated, _ = duels.step(action.numpy().reshape(ENVS, 2))
            over = torch.from_numpy(np.repeat(terminated | truncated, 2))
            earned = torch.from_numpy(reward.reshape(-1)).float()
            chance = spread.log_prob(action)
            roll.add(rows=rows, mask=mask, action=action, chance=chance, value=value, reward=earned, over=over)
            rows = rows_of(seen)
        with torch.no_grad():
            following = network(rows)[1]
        update(network, optimiser, roll, following, partial(by_rows, network))
        steps += ENVS * HORIZON
    duels.close()
    return network, steps


def by_rows(network: Seat, flat: dict[str, torch.Tensor]) -> Iterator[Lesson]:
    """What happened, in parts of equal size."""
    for part in torch.randperm(len(flat["rows"])).split(len(flat["rows"]) // PARTS):
        yield part, *network(flat["rows"][part])


def won(network: Seat, game: str, opponent: str | None, matches: int, seed: int) -> tuple[int, int]:
    """Matches won and lost against a machine (None: any legal action), each seat in turn, within a limit of actions."""
    wins = losses = 0
    draw = np.random.default_rng(seed)
    for number in range(matches):
        match, side = Match(game, None, seed + number), number % 2
        for _ in range(LONGEST):
            if match.over:
                break
            player = match.acting[0]
            view = match.view(player)
            mask = mask_of(match.game, match.setup, view, player)
            if player == side:
                seen = {name: part[None, None] for name, part in observe(match.game, match.setup, view, player).items()}
                with torch.no_grad():
                    logits = network(rows_of(seen))[0][0, : len(mask)]
                action = int(logits.masked_fill(torch.from_numpy(mask) == 0, -1e9).argmax())
            elif opponent is None:
                action = int(draw.choice(np.flatnonzero(mask)))
            else:
                action = choose(match.game, match.setup, view, player, opponent, seed + number)
            match.act(player, action)
        wins += match.winner == side + 1
        losses += match.winner == 2 - side
    return wins, losses


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="echoes")
    parser.add_argument("--seconds", type=float, default=300, help="CPU seconds of learning")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    network, steps = train(arguments.game, arguments.seed, arguments.seconds)
    for opponent in (None, next(iter(Match(arguments.game).game.LEVELS_OF_PLAY))):
        wins, losses = won(network, arguments.game, opponent, arguments.matches, 1)
        low, high = interval(wins, arguments.matches)
        print(f"{steps:,} steps; against {opponent or 'chance'} {wins} won, {losses} lost of {arguments.matches}")
        print(f"  {100 * wins / arguments.matches:.0f} % ({100 * low:.0f} to {100 * high:.0f})")


if __name__ == "__main__":
    main()
