"""A process that works for the hall, one task after the other, so that the event loop never does.

Each has a thread in the hall that talks to it. A worker may use only so much memory, and can be killed at any time:
another process takes its place with the next task. tasks.py has what workers do; budget.py decides who gets one.
"""

import contextlib
import multiprocessing
import os
import pickle
import queue
import signal
import sys
import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple

from gridhall.compiler import notice
from gridhall.errors import BadSetup, Defect
from gridhall.server.failures import Refused

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext
    from multiprocessing.process import BaseProcess

SAID = 400  # signs of a sentence that a worker says
DEFECTS = 100  # that are told of one text
DEFECT_SIGNS = 500  # of each of them


class WorkerMessage(NamedTuple):
    """What a worker says: `preparing` a sentence, `progress` whatever its task reports, and last of all `answer`,
    `error` (an exception) or `died`.
    """

    what: str
    value: Any = None


Hear = Callable[[WorkerMessage], None]


class Worker:
    """A process that does one task at a time, and the thread that talks to it."""

    def __init__(self, loop: AbstractEventLoop, memory: int, nice: int = 0) -> None:
        """`memory` is how many bytes it may use, `nice` how far it stands behind everybody else."""
        self._loop, self._memory, self._nice = loop, memory, nice
        self._tasks: queue.SimpleQueue[tuple[bytes, Hear] | None] = queue.SimpleQueue()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._lock = threading.Lock()  # over the process, which the loop may kill while the thread starts it
        self._killed = False  # whether the task at hand shall end
        self._thread = threading.Thread(target=self._talk, name="gridhall-worker", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The process, 0 while there is none."""
        process = self._process
        return process.pid or 0 if process is not None and process.is_alive() else 0

    def do(self, work: Callable[[], Any], hear: Hear) -> None:
        """Begin a task; `hear` is called in the loop with all that is said, and the last time when it has ended."""
        self._killed = False
        self._tasks.put((pickle.dumps(work), hear))

    def kill(self) -> None:
        """End the task at hand, with its process."""
        with self._lock:
            self._killed = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End the process without waiting for what it thinks about."""
        self._tasks.put(None)
        self.kill()
        self._thread.join()

    def _talk(self) -> None:
        """The worker's thread."""
        while (task := self._tasks.get()) is not None:
            work, hear = task
            try:
                connection = self._begun()
                connection.send_bytes(work)
                while True:
                    said = WorkerMessage(*connection.recv())
                    if said.what in ("answer", "error"):
                        break
                    self._tell(hear, said)
            except (EOFError, OSError, pickle.UnpicklingError):
                said = WorkerMessage("died")
            if said.what == "died" or isinstance(said.value, MemoryError):
                self._end()
            self._tell(hear, said)
        self._end()

    def _tell(self, hear: Hear, said: WorkerMessage) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended; nobody waits for it
            self._loop.call_soon_threadsafe(hear, said)

    def _begun(self) -> Connection:
        """The way to the process, which is started if there is none."""
        if self._connection is None or not self.pid:
            self._end()
            ours, theirs = context().Pipe()
            process = context().Process(target=_serve, args=(theirs, self._memory, self._nice), daemon=True)
            process.start()
            theirs.close()
            with self._lock:
                self._process, self._connection = process, ours
                if self._killed:
                    process.kill()
        assert self._connection is not None
        return self._connection

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
            if self._connection is not None:
                self._connection.close()
                self._connection = None
        if process is not None:
            process.kill()
            process.join()
            process.close()


def context() -> "ForkServerContext | SpawnContext":
    """How processes are made here: forked from one that has loaded what they need, where the system can do that."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    forking = multiprocessing.get_context("forkserver")
    preloaded = ["gridhall.server.work.workers", "gridhall.server.work.tasks", "gridhall.agents.choice"]
    forking.set_forkserver_preload(preloaded)
    return forking


def memory_of(pid: int) -> int:
    """Bytes of memory that a process holds; 0 where that cannot be asked."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


# Of a worker: how it speaks to its hall.
_hall: Connection | None = None


def report(progress: Any) -> None:
    """Tell, in a worker, whoever waits for the task how far it is."""
    if _hall is not None:
        _hall.send(("progress", progress))


def say_preparing(text: str) -> None:
    """Say, in a worker, that its task waits for something that is prepared once: `preparing Nim ...: about 15 s`.

    The hall tells everybody in a room of the task's game, until the task has ended.
    """
    if _hall is not None:
        _hall.send(("preparing", text[:SAID]))


def _serve(hall: Connection, memory: int, nice: int) -> None:
    """The process: does what it is sent until the hall hangs up.

    Ctrl-C is the hall's affair, and a worker whose hall was killed ends, too.
    """
    global _hall
    _hall = hall
    notice.announce = say_preparing
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    _limit_memory(memory)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    while True:
        try:
            work = hall.recv_bytes()
        except (EOFError, OSError):
            return
        began = time.process_time()
        try:
            said: tuple[str, Any] = ("answer", (pickle.loads(work)(), time.process_time() - began))
        except BaseException as wrong:
            said = ("error", _without_values(wrong))
        try:
            hall.send(said)
        except (pickle.PicklingError, TypeError, AttributeError) as wrong:
            hall.send(("error", RuntimeError(f"an answer that cannot be sent: {type(wrong).__name__}")))


def _end_with(parent: "BaseProcess") -> None:
    parent.join()
    os._exit(1)


def _limit_memory(most: int) -> None:
    """Let allocations beyond so many bytes fail in this process, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _without_values(wrong: BaseException) -> BaseException:
    """An error small enough to be sent: a text with very many defects is answered with the first hundred."""
    if isinstance(wrong, BadSetup):
        return BadSetup(first_defects(wrong))
    if isinstance(wrong, (Refused, MemoryError)):
        return wrong
    try:
        pickle.loads(pickle.dumps(wrong))
    except Exception:
        return RuntimeError(type(wrong).__name__)
    return wrong


def first_defects(wrong: BadSetup) -> list[Defect]:
    """The first hundred defects of a text, none of them long; and one more that says how many are left out."""
    shown = [
        Defect(defect.problem[:DEFECT_SIGNS], defect.cure[:DEFECT_SIGNS], defect.line, defect.column, defect.file)
        for defect in wrong.defects[:DEFECTS]
    ]
    left = len(wrong.defects) - len(shown)
    return [*shown, Defect(f"and {left:,} more")] if left else shown
