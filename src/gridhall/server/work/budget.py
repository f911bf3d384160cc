"""The one way to do costly work: whoever asks has a budget, waits in a fair queue, and is served by a worker.

    answer = await hall.budget.run(visitor, "check", tasks.check, game, text)

A task is a function of tasks.py whose first argument is the game's name. It runs in a process of its own, so it takes
and gives only what can be pickled; large answers are best encoded there. What kind of work it is says in which lane it
waits, and how long it may take (KINDS). A visitor pays for the worker's seconds when the task has ended; whoever is in
debt is refused (`too_fast`), and so is everybody where too many wait (`busy`). Whoever cancels stops the task.
"""

import asyncio
import logging
import os
import time
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from gridhall.server.failures import Refused
from gridhall.server.operators import metrics
from gridhall.server.work.fair_queue import FairQueue, QueueFull, Visitor
from gridhall.server.work.limits import Buckets, Limits
from gridhall.server.work.workers import Worker, WorkerMessage, memory_of

logger = logging.getLogger("gridhall.server")
TRIES = 4  # a task whose worker dies so often is given up
LEAST = 0.02  # seconds that every task costs
PREPARING = 120.0  # seconds a task may take once something is compiled for it


class TaskKind(NamedTuple):
    """A kind of work: the lane it waits in, and the seconds it may take."""

    lane: str
    seconds: float


KINDS = {
    "move": TaskKind("machines", 60.0),  # of a machine player
    "film": TaskKind("long", 60.0),  # of a match that has ended
    "check": TaskKind("quick", 30.0),
    "lesson": TaskKind("quick", 10.0),  # a step of one, played again
    "rewrite": TaskKind("quick", 30.0),
    "replay": TaskKind("quick", 30.0),
    "match": TaskKind("quick", 30.0),
    "record": TaskKind("quick", 30.0),
    "hint": TaskKind("quick", 30.0),
    "odds": TaskKind("quick", 30.0),
    "values": TaskKind("quick", 30.0),
    "picture": TaskKind("long", 60.0),
    "prove": TaskKind("long", 120.0),
    "generate": TaskKind("long", 120.0),
    "password": TaskKind("passwords", 30.0),
    "export": TaskKind("long", 120.0),  # of everything that an account has
}

FREE = ("move", "film")  # what belongs to a match; it only waits for its turn

Rest = TypeVarTuple("Rest")
Answer = TypeVar("Answer")


class Lane:
    """A queue of its own, with workers of its own, which are started when first needed."""

    def __init__(self, count: int, limits: Limits, nice: int) -> None:
        self.limits, self.nice = limits, nice
        self.queue: FairQueue[CostlyTask] = FairQueue(count, limits.waiting, limits.waiting_each)
        self.idle: list[Worker] = []
        self.workers: list[Worker] = []

    def worker(self) -> Worker:
        """One that has nothing to do."""
        if not self.idle:
            worker = Worker(asyncio.get_running_loop(), self.limits.worker_bytes, self.nice)
            self.workers.append(worker)
            return worker
        return self.idle.pop()


class CostlyTask:
    """Something that was asked for and has not been answered."""

    def __init__(self, visitor: Visitor, kind: str, game: str, work: Callable[[], Any]) -> None:
        self.visitor, self.kind, self.game, self.work = visitor, kind, game, work
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.progress: asyncio.Queue[WorkerMessage] = asyncio.Queue()
        self.preparing = ""  # what is prepared for it now
        self.worker: Worker | None = None
        self.deadline: asyncio.TimerHandle | None = None
        self.is_late = False
        self.tries = 0
        self.asked = self.began = time.monotonic()


class Budget:
    """What visitors may still use, and the lanes in which their tasks are done."""

    def __init__(self, limits: Limits, on_preparing: Callable[[str], None] = lambda game: None) -> None:
        """`on_preparing` is called in the loop with a game's name when what is prepared for that game has changed."""
        self.limits, self.on_preparing = limits, on_preparing
        self.buckets = Buckets()
        processors = os.cpu_count() or 2
        self.lanes = {
            "machines": Lane(limits.workers or max(2, min(4, processors - 1)), limits, 0),
            # Three at least: one address gets all but one, and a visitor gets one, so that neither somebody from
            # elsewhere nor somebody from the same house ever waits for one who floods.
            "quick": Lane(limits.workers or 3, limits, 0),
            "long": Lane(limits.workers or max(3, processors // 2), limits, 5),
            "passwords": Lane(1, limits, 5),
        }
        self.tasks: set[CostlyTask] = set()  # those under way
        self.closed = False

    async def run(
        self, visitor: Visitor, kind: str, function: Callable[[str, *Rest], Answer], game: str, *arguments: *Rest
    ) -> Answer:
        """Do a task for a visitor and return its answer; raises what it raises, or Refused."""
        task = self._begin(visitor, kind, game, partial(function, game, *arguments))
        try:
            answer: Answer = await task.answer
            return answer
        finally:
            self._forget(task)

    async def stream(
        self, visitor: Visitor, kind: str, function: Callable[[str, *Rest], Answer], game: str, *arguments: *Rest
    ) -> AsyncGenerator[WorkerMessage]:
        """As `run`, but tells what the task reports on the way: `progress`, `preparing`, and at last its `answer`."""
        task = self._begin(visitor, kind, game, partial(function, game, *arguments))
        try:
            while True:
                said = await task.progress.get()
                if said.what == "answer":
                    yield WorkerMessage("answer", await task.answer)
                    return
                yield said
        finally:
            self._forget(task)

    def preparing(self, game: str) -> list[str]:
        """What the workers prepare now for a game, each sentence once."""
        return list(dict.fromkeys(task.preparing for task in self.tasks if task.game == game and task.preparing))

    def memory(self) -> int:
        """Bytes of memory that all workers hold."""
        return sum(memory_of(worker.pid) for lane in self.lanes.values() for worker in lane.workers if worker.pid)

    def close(self) -> None:
        """End all workers, without waiting for what they think about."""
        self.closed = True
        for lane in self.lanes.values():
            for worker in lane.workers:
                worker.close()

    def _begin(self, visitor: Visitor, kind: str, game: str, work: Callable[[], Any]) -> CostlyTask:
        """Let a task wait for a worker, unless its visitor is in debt or too many wait."""
        lane = self.lanes[KINDS[kind].lane]
        if kind not in FREE:
            debt = max(
                self.buckets.debt(f"work {visitor}"),
                self.buckets.debt(f"work {visitor.address}"),
            )
            if debt:
                metrics.refused("too_fast", kind)
                raise Refused("too_fast", f"you have asked for much lately; wait {debt:.0f} seconds", debt)
        task = CostlyTask(visitor, kind, game, work)
        try:
            lane.queue.put(visitor, task)
        except QueueFull:
            metrics.refused("busy", kind)
            raise Refused("busy", "many wait for this already; try again in a few seconds", 5) from None
        self._go_on(lane)
        return task

    def _go_on(self, lane: Lane) -> None:
        """Give idle workers what may begin now."""
        while not self.closed and (next_job := lane.queue.take()) is not None:
            _, task = next_job
            task.began = time.monotonic()
            metrics.QUEUED.labels(task.kind).observe(task.began - task.asked)
            self._start(lane, task)

    def _start(self, lane: Lane, task: CostlyTask) -> None:
        task.worker = lane.worker()
        task.tries += 1
        task.is_late = False
        self.tasks.add(task)
        self._set_deadline(task, KINDS[task.kind].seconds)
        task.worker.do(task.work, partial(self._hear, lane, task))

    def _set_deadline(self, task: CostlyTask, seconds: float) -> None:
        if task.deadline is not None:
            task.deadline.cancel()
        task.deadline = asyncio.get_running_loop().call_later(seconds * self.limits.slowness, self._stop, task)

    def _stop(self, task: CostlyTask) -> None:
        task.is_late = True
        if task.worker is not None:
            task.worker.kill()

    def _hear(self, lane: Lane, task: CostlyTask, said: WorkerMessage) -> None:
        """Take what a task's worker says."""
        if said.what == "preparing":
            task.preparing = said.value
            self.on_preparing(task.game)
            self._set_deadline(task, PREPARING)
            task.progress.put_nowait(said)
        elif said.what == "progress":
            task.progress.put_nowait(said)
        else:
            self._end(lane, task, said)

    def _end(self, lane: Lane, task: CostlyTask, said: WorkerMessage) -> None:
        """A task has ended; give its worker the next one."""
        assert task.worker is not None and task.deadline is not None
        task.deadline.cancel()
        lane.idle.append(task.worker)
        task.worker = None
        self.tasks.discard(task)
        if task.preparing:
            task.preparing = ""
            self.on_preparing(task.game)
        is_wanted = not task.answer.done()
        if said.what == "died" and is_wanted and not task.is_late and task.tries < TRIES and not self.closed:
            logger.warning("a worker died; its task is taken up by another (attempt %d)", task.tries)
            self._start(lane, task)
            return
        lane.queue.ended(task.visitor)
        self._charge(task)
        if is_wanted:
            self._answer(task, said)
        self._go_on(lane)

    def _answer(self, task: CostlyTask, said: WorkerMessage) -> None:
        if said.what == "answer":
            value, seconds = said.value
            metrics.WORKED.labels(task.kind).observe(seconds)
            task.answer.set_result(value)
        elif task.is_late or isinstance(said.value, MemoryError):
            what = "time" if task.is_late else "memory"
            metrics.refused("too_costly", task.kind)
            task.answer.set_exception(Refused("too_costly", f"this needs more {what} than the hall gives to one"))
        elif said.what == "error":
            task.answer.set_exception(said.value)
        else:
            logger.error("%d workers died of the same task (%s)", task.tries, task.kind)
            task.answer.set_exception(Refused("too_costly", "this cannot be worked out here"))
        task.answer.exception()  # it is looked at here, in case nobody waits any more
        task.progress.put_nowait(WorkerMessage("answer"))

    def _charge(self, task: CostlyTask) -> None:
        """Let a visitor pay for the seconds their task took."""
        if task.kind in FREE:
            return
        seconds, limits = max(LEAST, time.monotonic() - task.began), self.limits
        self.buckets.spend(f"work {task.visitor}", limits.work, limits.work_burst, seconds)
        self.buckets.spend(f"work {task.visitor.address}", limits.address_work, limits.address_work_burst, seconds)

    def _forget(self, task: CostlyTask) -> None:
        """Stop a task that nobody waits for any more."""
        if task.answer.done() and not task.answer.cancelled():
            return
        task.answer.cancel()
        if task.worker is not None:
            task.worker.kill()
        elif task.tries == 0:
            self.lanes[KINDS[task.kind].lane].queue.remove(task.visitor, task)
