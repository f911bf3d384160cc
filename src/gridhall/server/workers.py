"""Processes that think for the hall, so that the event loop never does; tasks.py has what they do.

When a worker is killed, another takes up its task.
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
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from gridhall.compiler import notice

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

logger = logging.getLogger("gridhall.server")
TRIES = 4  # a task whose worker dies so often is given up
SAID = 400  # signs of a sentence that a worker says

Rest = TypeVarTuple("Rest")
Answer = TypeVar("Answer")


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

    async def run(self, function: Callable[[str, *Rest], Answer], game: str, *arguments: *Rest) -> Answer:
        """Call a function in a worker, with the game's name first; another takes it up if that one is killed."""
        self._tasks = task = self._tasks + 1
        self._games[task] = game
        self._listen()
        work: Callable[[], Answer] = partial(function, game, *arguments)
        try:
            for attempt in range(1, TRIES + 1):
                pool = self._pool = self._pool or ProcessPoolExecutor(
                    self.count, context(), _begin_in_pool, (self._sender,)
                )
                try:
                    return await asyncio.wrap_future(pool.submit(_work, task, work))
                except BrokenProcessPool:
                    logger.warning("a worker died; its task is taken up by another (attempt %d)", attempt)
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
            except RuntimeError:  # the loop has ended; nobody waits for it
                return

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


def context() -> "ForkServerContext | SpawnContext":
    """How processes are made here: forked from one that has loaded what they need, where the system can do that."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(["gridhall.server.workers", "gridhall.server.tasks", "gridhall.agents.choice"])
    return forking


# Of a worker: the task it works at, and how it says what it prepares.
_task = 0
_say: Callable[[str], object] | None = None


def _work(task: int, work: Callable[[], Answer]) -> Answer:
    """What a worker does with a task."""
    global _task
    _task = task
    return work()


def say_preparing(text: str) -> None:
    """Say, in a worker, that its task waits for something that is prepared once: `preparing Nim ...: about 15 s`.

    The hall tells everybody in a room of the task's game, until the task has ended; who asked for a proof is told with
    its progress.
    """
    if _say is not None:
        _say(text)


def begin(say: Callable[[str], object]) -> None:
    """Set a worker up, which says with `say` what it prepares.

    Ctrl-C is the server's affair, and a worker whose server was killed ends, too.
    """
    global _say
    _say = say
    notice.announce = say_preparing
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def end_with_parent() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


def _begin_in_pool(sender: Connection) -> None:
    """Set a worker of the pool up. A short message goes into the pipe in one piece, whoever else writes there."""
    begin(lambda text: sender.send((_task, text[:SAID])))
