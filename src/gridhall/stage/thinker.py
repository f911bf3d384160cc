"""A process that thinks for the full screen, so that keys are heard meanwhile and thinking can be stopped.

It is started when first needed, reads a question as a line of JSON and answers with one. What it finds for a player it
finds from their view.
"""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable
from typing import Any

from gridhall.errors import GridhallError, Unavailable
from gridhall.game import Advice
from gridhall.match import Match
from gridhall.seeds import draw_seed

LONGEST = 1 << 24  # bytes of an answer
ODDS_MILLISECONDS = 1500


class Thinker:
    """The screen's end: asks one question at a time."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """`say` is called with sentences about what has to be prepared first."""
        self.say = say
        self.process: asyncio.subprocess.Process | None = None

    async def choose(self, match: Match, player: int, level: str, seed: int) -> int:
        """What a machine plays."""
        view = bytes(match.view(player)).hex()
        return int(await self._ask("choose", match, player=player, view=view, level=level, seed=seed))

    async def hint(self, match: Match, player: int, seed: int) -> str:
        """What the solver advises, or else the strongest machine."""
        view = bytes(match.view(player)).hex()
        return str(await self._ask("hint", match, player=player, view=view, seed=seed))

    async def odds(self, match: Match, player: int) -> list[Advice]:
        """What the game's own search thinks of each choice."""
        view = bytes(match.view(player)).hex()
        return [Advice(*odd) for odd in await self._ask("odds", match, player=player, view=view)]

    async def story(self, match: Match) -> list[str]:
        """What turned a match that is over, in sentences."""
        return [str(sentence) for sentence in await self._ask("story", match)]

    async def _ask(self, what: str, match: Match, **more: Any) -> Any:
        """The answer to a question. Whoever no longer waits for it stops the process with what it thinks about."""
        try:
            return await self._answer(what, match, **more)
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def _answer(self, what: str, match: Match, **more: Any) -> Any:
        process = await self._begun()
        assert process.stdin is not None and process.stdout is not None
        plies = [(ply.player, ply.action) for ply in match.plies]
        question = {"what": what, "game": match.name, "setup": match.setup_text, "match_seed": match.seed, **more}
        process.stdin.write(json.dumps({**question, "plies": plies}).encode() + b"\n")
        while line := await process.stdout.readline():
            answer = json.loads(line)
            if "preparing" in answer:
                self.say(answer["preparing"])
            elif "error" in answer:
                raise Unavailable(answer["error"])
            else:
                return answer["answer"]
        self.process = None
        raise Unavailable("the process that thinks has ended; try again")

    async def _begun(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "gridhall.stage.thinker", limit=LONGEST, start_new_session=True,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
        return self.process

    async def stop(self) -> None:
        """End the process with what it thinks about; the next question starts another."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main() -> None:
    """The process: answers until nobody asks any more."""
    from gridhall.compiler import notice

    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else prints, prints elsewhere

    def tell(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    notice.announce = lambda text: tell({"preparing": text})
    for line in sys.stdin:
        try:
            tell({"answer": _answer(json.loads(line))})
        except GridhallError as wrong:
            tell({"error": str(wrong)})


def _answer(question: dict[str, Any]) -> Any:
    from gridhall.registry import load

    game, what = load(question["game"]), question["what"]
    if what == "story":
        from gridhall.replay import story_of

        return story_of(_match_of(question))
    player = question["player"]
    setup, state = game.read_setup(question["setup"])
    view = type(state).from_buffer_copy(bytes.fromhex(question["view"]))
    if what == "choose":
        from gridhall.agents.choice import choose

        return int(choose(game, setup, view, player, question["level"], question["seed"]))
    if what == "odds":
        assert game.advise is not None  # asked only of games that weigh their choices
        return [list(odd) for odd in game.advise(setup, view, player, draw_seed() >> 1, ODDS_MILLISECONDS)]
    if game.PUZZLE:
        from gridhall.solve.hints import hint

        return hint(_match_of(question)).text
    from gridhall.agents.hint import machine_hint

    return machine_hint(game, setup, view, player, question["seed"]).text


def _match_of(question: dict[str, Any]) -> Match:
    """The match that is asked about, as far as it has come."""
    from gridhall.registry import load

    match = Match.of_text(load(question["game"]), question["setup"], question["match_seed"])
    for player, action in question["plies"]:
        match.act(player, action)
    return match


if __name__ == "__main__":
    main()
