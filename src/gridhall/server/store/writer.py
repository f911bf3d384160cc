"""The one thread that writes to the database.

What arrives while a commit is under way shares the next one, because a commit costs milliseconds and a row
microseconds. The thread is woken once a commit, because waking it costs more than a row. Nobody hears of anything
before it is committed (`Job.done`).
"""

import logging
import queue
import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from weakref import WeakSet

from sqlalchemy import Connection, Engine, insert, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from gridhall.server.processes.leases import Fence, LostLease
from gridhall.server.store import tables
from gridhall.server.store.tables import LogEntry

logger = logging.getLogger("gridhall.server")
# Seconds a batch waits for more when the one before was handed over less than QUIET ago: a commit costs as much for one
# row as for ten.
GATHER = 0.006
QUIET = 0.02
MOST = 64  # rows a statement
# Holds on to the row of the process until the commit, so that whoever marks it as dead waits for that.
FENCED_MARKS = (
    "(%s::varchar, %s::integer, %s::integer, %s::bigint, %s::varchar, %s::text, %s::float8, %s::varchar, %s::bytea, "
    "%s::bigint)"
)
FENCED = """WITH own AS MATERIALIZED (SELECT 1 FROM processes WHERE id = %s AND NOT dead FOR SHARE)
INSERT INTO log (room, entry, seat, number, kind, word, at, "left", hash)
SELECT new.room, new.entry, new.seat, new.number, new.kind, new.word, new.at, new.gone, new.hash
FROM own, (VALUES {marks}) AS new(room, entry, seat, number, kind, word, at, gone, hash, epoch)
JOIN leases ON leases.room = new.room AND leases.epoch = new.epoch AND leases.process = %s"""
LATE = RuntimeError("an earlier entry of this room could not be written")

Done = Callable[[Exception | None], None]


class Job(NamedTuple):
    """Something to write: rows of the log, or whatever `work` does.

    `done` is then called in the loop's thread, with the error if it failed. When a job fails, all later ones of the
    same `owner` fail, too: they were checked against something that is not stored. With a `fence` it is written only if
    this process still has the room.
    """

    owner: object
    rows: Sequence[LogEntry]
    work: Callable[[Connection], None] | None
    done: Done
    fence: Fence | None = None


class Writer:
    """Writes what rooms hand over, batch by batch: while one is being written, the next one is gathered."""

    def __init__(self, engine: Engine, loop: AbstractEventLoop, patience: float = 5.0) -> None:
        """`append` and `change` are called from the thread of `loop`, and `done` is called there.

        PostgreSQL ends a transaction of this process that says nothing for `patience` seconds: a process that hangs
        must not hold on to what others wait for.
        """
        self.engine, self.patience = engine, patience
        compiled = insert(tables.log).compile(dialect=engine.dialect)
        self._insert, self._positional = str(compiled), bool(compiled.positional)
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._queued: list[Job] = []
        self._writing = self._planned = False
        self._handed = 0.0  # when the last batch was handed over
        self.loop = loop
        self._connection: Connection | None = None
        self._failed: WeakSet[Any] = WeakSet()  # owners
        self.commits = 0
        self.seconds = 0.0  # of CPU, spent by the thread
        self._thread = threading.Thread(target=self._write_all, name="gridhall-writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is queued, then end."""
        if self._queued:
            self._jobs.put(self._queued)
        self._jobs.put(None)
        self._thread.join()

    def append(self, owner: object, rows: Sequence[LogEntry], done: Done, fence: Fence | None = None) -> None:
        """Add to a room's log; without rows this only waits for what was queued before."""
        if not rows and not self._writing and not self._queued:
            done(LATE if owner in self._failed else None)
            return
        self._queue(Job(owner, rows, None, done, fence))

    def change(self, owner: object, work: Callable[[Connection], None], done: Done, fence: Fence | None = None) -> None:
        """Do something in a transaction of the writer."""
        self._queue(Job(owner, (), work, done, fence))

    def _queue(self, job: Job) -> None:
        self._queued.append(job)
        if not self._writing and not self._planned:
            self._plan()

    def _plan(self) -> None:
        """Hand over what is queued at the end of this round of the loop, or a little later under load."""
        self._planned = True
        if self.loop.time() - self._handed < QUIET:
            self.loop.call_later(GATHER, self._hand_over)
        else:
            self.loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._planned, self._writing = False, True
        batch, self._queued = self._queued, []
        self._handed = self.loop.time()
        self._jobs.put(batch)

    def _written(self, batch: list[Job], results: list[Exception | None]) -> None:
        """Tell whoever waits for a batch, and go on with the next."""
        self._writing = False
        if self._queued:
            self._plan()
        for job, result in zip(batch, results):
            try:
                job.done(result)
            except Exception as wrong:  # whoever else waits is called all the same
                logger.error("internal error after a commit: %s", type(wrong).__name__)

    def _write_all(self) -> None:
        """The writer's thread."""
        while (batch := self._jobs.get()) is not None:
            began = time.thread_time()
            results = self._commit(batch)
            self.seconds += time.thread_time() - began
            try:
                self.loop.call_soon_threadsafe(self._written, batch, results)
            except RuntimeError:  # the loop has ended; nobody waits for it
                logger.debug("the loop has ended before its writer")
        self._drop_connection()

    def _commit(self, batch: list[Job]) -> list[Exception | None]:
        """Write a batch in one transaction.

        If that fails, each job in one of its own, so that one cannot spoil the others'.
        """
        if not any(job.rows or job.work for job in batch):
            return [LATE if job.owner in self._failed else None for job in batch]
        if not any(job.owner in self._failed for job in batch) and self._try(batch) is None:
            return [None] * len(batch)
        results: list[Exception | None] = []
        for job in batch:
            wrong = LATE if job.owner in self._failed else self._try([job])
            if wrong is not None:
                self._failed.add(job.owner)
            results.append(wrong)
        return results

    def _try(self, batch: list[Job]) -> Exception | None:
        try:
            self._connection = self._connection or self.connect()
            if any(job.work for job in batch):
                with self._connection.begin():
                    self._write(self._connection, batch)
            else:  # the usual case by the shortest way, because it is paid for every move
                fences = [job.fence for job in batch for _ in job.rows]
                self._append(self._connection.connection, [row for job in batch for row in job.rows], fences)
            self.commits += 1
            return None
        except Exception as wrong:  # whatever happens, the thread goes on
            if len(batch) == 1:
                logger.error("the store could not write: %s", type(wrong).__name__)
            if not isinstance(wrong, (LostLease, IntegrityError, self.engine.dialect.loaded_dbapi.IntegrityError)):
                self._drop_connection()
            return wrong

    def connect(self) -> Connection:
        """A connection for writing."""
        connection = self.engine.connect()
        if self.engine.dialect.name != "sqlite":
            connection.execute(text(f"SET idle_in_transaction_session_timeout = {round(1000 * self.patience)}"))
            connection.commit()
        return connection

    def _drop_connection(self) -> None:
        if self._connection is not None:
            try:
                self._connection.close()
            except SQLAlchemyError:
                self._connection.invalidate()
            self._connection = None

    def _append(self, connection: Any, rows: list[LogEntry], fences: Sequence[Fence | None]) -> None:
        """Add rows to the log in a transaction of their own."""
        try:
            cursor = connection.cursor()
            if fences[0] is None:
                self._insert_rows(cursor, rows)
            else:
                self._insert_fenced(cursor, rows, fences)
            cursor.close()
            connection.commit()
        except BaseException:
            connection.rollback()
            raise

    def _insert_rows(self, cursor: Any, rows: Sequence[LogEntry]) -> None:
        """Insert rows, many with one statement.

        SQLite's module lets go of Python's lock for each statement, and under load waits long to get it back.
        """
        if not self._positional:
            cursor.executemany(self._insert, [row._asdict() for row in rows])
            return
        head, values, marks = self._insert.partition(" VALUES ")
        done = 0
        while done < len(rows):
            # Powers of two, so that few different statements are compiled.
            count = min(MOST, 1 << (len(rows) - done).bit_length() - 1)
            cursor.execute(
                head + values + ", ".join([marks] * count),
                [value for row in rows[done : done + count] for value in row],
            )
            done += count

    def _insert_fenced(self, cursor: Any, rows: Sequence[LogEntry], fences: Sequence[Fence | None]) -> None:
        """Insert rows with one statement, each only if this process still has its room; raises LostLease."""
        values: list[Any] = []
        for row, fence in zip(rows, fences):
            assert fence is not None  # on PostgreSQL every room has one
            values += [*row, fence.epoch]
        marks = ", ".join([FENCED_MARKS] * len(rows))
        process = fences[0].process if fences[0] is not None else ""
        cursor.execute(FENCED.format(marks=marks), [process, *values, process])
        if cursor.rowcount != len(rows):
            raise LostLease(f"{len(rows) - cursor.rowcount} of {len(rows)}")

    def _write(self, connection: Connection, batch: Iterable[Job]) -> None:
        for job in batch:
            if job.fence is not None:
                job.fence.check(connection)
            if job.rows:
                connection.execute(insert(tables.log), [row._asdict() for row in job.rows])
            if job.work is not None:
                job.work(connection)
