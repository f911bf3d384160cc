"""Thinking in other processes.

Machine players, hints and pictures never run in the event loop, and a killed worker's task is taken up by another.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from gridhall.compiler import notice
from gridhall.match import Match
from gridhall.registry import load
from gridhall.rng import mix
from gridhall.server.messages.parts import Odds

log = logging.getLogger("gridhall.server")
TRIES = 4  # a task whose worker dies so often is given up
ODDS_MILLISECONDS = 1500


class Workers:
    """A few processes that are started when first needed and replaced when they die; they can `say_preparing`."""

    def __init__(self, on_preparing: Callable[[str], None] = lambda game: None, count: int | None = None) -> None:
        """`on_preparing` is called in the loop with a game's name when what is prepared for that game has changed."""
        self.count = count or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.on_preparing = on_preparing
        self._pool: ProcessPoolExecutor | None = None
        self._tasks = 0
        self._preparing: dict[int, tuple[str, str]] = {}  # by task: the game, and what is said
        self._games: dict[int, str] = {}  # of the tasks under way
        self._receiver, self._sender = context().Pipe(duplex=False)
        self._listener: threading.Thread | None = None

    async def run(self, function: Callable[..., Any], game: str, *arguments: Any) -> Any:
        """Call a function of this module in a worker; another takes it up if that one is killed."""
        self._tasks = task = self._tasks + 1
        self._games[task] = game
        self._listen()
        try:
            for attempt in range(1, TRIES + 1):
                pool = self._pool = self._pool or ProcessPoolExecutor(self.count, context(), begin, (self._sender,))
                try:
                    return await asyncio.wrap_future(pool.submit(_work, task, function, game, *arguments))
                except BrokenProcessPool:
                    log.warning("a worker died; its task is taken up by another (attempt %d)", attempt)
                    if self._pool is pool:
                        self._pool = None
                        pool.shutdown(wait=False, cancel_futures=True)
            raise BrokenProcessPool(f"{TRIES} workers died of the same task")
        finally:
            del self._games[task]
            self._note(task, "")

    def preparing(self, game: str) -> list[str]:
        """What the workers prepare now for a game, each sentence once."""
        return list(dict.fromkeys(text for other, text in self._preparing.values() if other == game))

    def _note(self, task: int, text: str) -> None:
        """A task prepares something, or (without a text) has ended."""
        if text and task in self._games:
            self._preparing[task] = self._games[task], text
            self.on_preparing(self._games[task])
        elif not text and task in self._preparing:
            self.on_preparing(self._preparing.pop(task)[0])

    def _listen(self) -> None:
        """Let a thread hear what the workers say."""
        if self._listener is None:
            loop = asyncio.get_running_loop()
            self._listener = threading.Thread(target=self._hear, args=(loop,), name="gridhall-workers", daemon=True)
            self._listener.start()

    def _hear(self, loop: asyncio.AbstractEventLoop) -> None:
        while (said := self._receiver.recv()) is not None:
            try:
                loop.call_soon_threadsafe(self._note, *said)
            except RuntimeError:  # the loop has ended; nobody is there to be told
                return

    def pids(self) -> list[int]:
        """The ids of the running workers."""
        return list(self._pool._processes or ()) if self._pool else []

    def close(self) -> None:
        """End the workers without waiting for what they think about."""
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None
        if self._listener is not None:
            self._sender.send(None)
            self._listener.join()
        self._sender.close()
        self._receiver.close()


def context() -> Any:
    """How processes are made here."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    # A worker that takes over begins at once.
    context.set_forkserver_preload(["gridhall.server.workers", "gridhall.agents.choice"])
    return context


_task = 0  # of a worker: what it works at
_say: Callable[[str], object] | None = None  # of a worker: how it says what it prepares


def _work(task: int, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a worker does with a task."""
    global _task
    _task = task
    return function(*arguments)


def say_preparing(text: str) -> None:
    """Say, in a worker, that its task waits for something that is prepared once: `preparing Nim ...: about 15 s`.

    The hall tells everybody in a room of the task's game, until the task has ended; who asked for a proof is told with
    its progress.
    """
    if _say is not None:
        _say(text)


def begin(sender: Any = None, say: Callable[[str], object] | None = None) -> None:
    """Set a worker up: Ctrl-C is the server's affair, and a worker whose server was killed ends, too."""
    global _say
    if sender is not None:  # a short message goes into the pipe in one piece, whoever else writes there
        _say = lambda text: sender.send((_task, text[:400]))  # noqa: E731
    else:
        _say = say
    notice.announce = say_preparing
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def outlive_nobody() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=outlive_nobody, daemon=True).start()


def choose(name: str, setup_text: str, view: bytes, player: int, level: str, seed: int) -> int:
    """The machine's action. It gets a view, never a state, and draws from a seed of its own."""
    from gridhall import agents

    game = load(name)
    setup, state = game.read_setup(setup_text)
    return int(agents.choose(game, setup, type(state).from_buffer_copy(view), player, level, seed))


def simple_choice(name: str, setup_text: str, view: bytes, player: int, seed: int) -> int:
    """An action the game itself proposes, or else any legal one: for when the machine fails."""
    game = load(name)
    setup, state = game.read_setup(setup_text)
    state = type(state).from_buffer_copy(view)
    if game.propose is not None:
        return int(game.propose(setup, state, player, seed))
    legal = [action for action in range(game.ACTIONS) if not game.refusal(setup, state, player, action)]
    return legal[mix(seed) % len(legal)]


def hint(name: str, setup_text: str, seed: int, plies: list[tuple[int, int]]) -> dict[str, Any]:
    """What the solver advises after these plies."""
    from gridhall.solve import hint

    match = _match(name, setup_text, seed, plies)
    found = hint(match)
    action = match.game.read_word(match.setup, match.view(0), found.word) if found.word else -1
    return {"action": action, "word": found.word or "", "text": found.text, "lost": found.lost, "undo": found.undo}


def advice(name: str, setup_text: str, view: bytes, player: int, seed: int) -> dict[str, Any]:
    """What the strongest machine would do in the player's place, from what they may know."""
    from gridhall.agents.hint import machine_hint

    game = load(name)
    setup, state = game.read_setup(setup_text)
    action, word, level = machine_hint(game, setup, type(state).from_buffer_copy(view), player, seed)
    return {"action": action, "word": word, "text": f"{word} (what the machine would do, playing {level})"}


def odds(name: str, setup_text: str, view: bytes, player: int, seed: int) -> dict[str, Any]:
    """What the game's own search thinks of each choice, from what the player may know."""
    game = load(name)
    setup, state = game.read_setup(setup_text)
    assert game.advise is not None  # the hall asks only games that weigh their choices
    found = game.advise(setup, type(state).from_buffer_copy(view), player, seed, ODDS_MILLISECONDS)
    return {"odds": [Odds(one.action, one.word, one.value, one.error, one.samples, one.text) for one in found]}


def picture(name: str, setup_text: str, seed: int, plies: list[tuple[int, int]]) -> bytes:
    """A finished match as a GIF."""
    from gridhall.render.picture import match_gif

    made: bytes = match_gif(_match(name, setup_text, seed, plies))
    return made


def _match(name: str, setup_text: str, seed: int, plies: list[tuple[int, int]]) -> Match:
    match = Match.of_text(load(name), setup_text, seed)
    for player, action in plies:
        match.act(player, action)
    return match
