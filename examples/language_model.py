"""A loop for a language model: it reads what a player reads, answers with a word, and is scored by optimum / used.

    python examples/language_model.py --game phase_shift --level walkthrough

The stand-in below follows rules of thumb (try what was tried least here, do not go straight back); put a call of a
model of your own in the place of `answer`. Over MCP, `gridhall mcp` offers the same as tools.
"""

import argparse
import random
import re

from gridhall.errors import GridhallError
from gridhall.learn.text_play import TextPlay


class StandIn:
    """Chooses among the allowed words the one it has tried least where things look as they do."""

    def __init__(self, seed: int) -> None:
        self.draw, self.tried = random.Random(seed), dict[tuple[str, str], int]()

    def answer(self, prompt: str) -> str:
        board, _, allowed = prompt.rpartition("allowed: ")
        place = re.sub(r"\d+", "", board)  # counters aside
        words = allowed.split(", ")
        self.draw.shuffle(words)
        word = min(words, key=lambda word: self.tried.get((place, word), 0))
        self.tried[place, word] = self.tried.get((place, word), 0) + 1
        return word


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="phase_shift")
    parser.add_argument("--level", default=None)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=200, help="words after which it gives up")
    arguments = parser.parse_args()
    play, player = TextPlay(), StandIn(arguments.seed)
    prompt = play.start(arguments.game, arguments.level, arguments.seed)
    for _ in range(arguments.most):
        if "allowed: " not in prompt:
            break
        try:
            prompt = play.act(player.answer(prompt))
        except GridhallError as wrong:
            prompt = f"{wrong}\n{play.look()}"
    print(play.score())


if __name__ == "__main__":
    main()
