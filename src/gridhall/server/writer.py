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

from sqlalchemy import Connection, Engine, insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from gridhall.server import tables
from gridhall.server.tables import LogEntry

logger = logging.getLogger("gridhall.server")
# Seconds a batch waits for more when the one before was handed over less than QUIET ago: a commit costs as much for one
# row as for ten.
GATHER = 0.006
QUIET = 0.02
MOST = 64  # rows a statement
LATE = RuntimeError("an earlier entry of this room could not be written")

Done = Callable[[Exception | None], None]


class Job(NamedTuple):
    """Something to write: rows of the log, or whatever `work` does.

    `done` is then called in the loop's thread, with the error if it failed. When a job fails, all later ones of the
    same `owner` fail, too: they were checked against something that is not stored.
    """

    owner: object
    rows: Sequence[LogEntry]
    work: Callable[[Connection], None] | None
    done: Done


class Writer:
    """Writes what rooms hand over, batch by batch: while one is being written, the next one is gathered."""

    def __init__(self, engine: Engine, loop: AbstractEventLoop) -> None:
        """`append` and `change` are called from the thread of `loop`, and `done` is called there."""
        self.engine = engine
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

    def append(self, owner: object, rows: Sequence[LogEntry], done: Done) -> None:
        """Add to a room's log; without rows this only waits for what was queued before."""
        if not rows and not self._writing and not self._queued:
            done(LATE if owner in self._failed else None)
            return
        self._queue(Job(owner, rows, None, done))

    def change(self, owner: object, work: Callable[[Connection], None], done: Done) -> None:
        """Do something in a transaction of the writer."""
        self._queue(Job(owner, (), work, done))

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
            self._connection = self._connection or self.engine.connect()
            if any(job.work for job in batch):
                with self._connection.begin():
                    self._write(self._connection, batch)
            else:  # the usual case by the shortest way, because it is paid for every move
                self._append(self._connection.connection, [row for job in batch for row in job.rows])
            self.commits += 1
            return None
        except Exception as wrong:  # whatever happens, the thread goes on
            if len(batch) == 1:
                logger.error("the store could not write: %s", type(wrong).__name__)
            if not isinstance(wrong, (IntegrityError, self.engine.dialect.loaded_dbapi.IntegrityError)):
                self._drop_connection()
            return wrong

    def _drop_connection(self) -> None:
        if self._connection is not None:
            try:
                self._connection.close()
            except SQLAlchemyError:
                self._connection.invalidate()
            self._connection = None

    def _append(self, connection: Any, rows: list[LogEntry]) -> None:
        """Add rows to the log in a transaction of their own."""
        try:
            cursor = connection.cursor()
            self._insert_rows(cursor, rows)
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

    def _write(self, connection: Connection, batch: Iterable[Job]) -> None:
        for job in batch:
            if job.rows:
                connection.execute(insert(tables.log), [row._asdict() for row in job.rows])
            if job.work is not None:
                job.work(connection)
