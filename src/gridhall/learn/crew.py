"""Threads that share the work on a batch: each has its slice, and the caller's own thread does the first one.

A step of a batch takes less than a millisecond, so handing it over must cost next to nothing: each thread waits at a
queue of its own, which the interpreter has in C.
"""

import weakref
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from typing import Any

NAME = "gridhall-crew"  # of every thread
Work = Callable[[int, int, int], int | None]  # (number of the slice, its first, one past its last) -> what happened


class Crew:
    """Runs a piece of work on all slices of `count` at once."""

    def __init__(self, threads: int, count: int) -> None:
        bounds = [count * number // threads for number in range(threads + 1)]
        self._slices = [(number, first, last) for number, (first, last) in enumerate(pairwise(bounds))]
        self._orders: list[SimpleQueue[Any]] = [SimpleQueue() for _ in self._slices[1:]]
        self._answers: SimpleQueue[Any] = SimpleQueue()
        self._awaited = 0  # answers still to come
        for part, orders in zip(self._slices[1:], self._orders):
            Thread(target=_serve, args=(part, orders, self._answers), name=NAME, daemon=True).start()
        self.dismiss = weakref.finalize(self, _dismiss, self._orders)

    def run(self, work: Work) -> int:
        """Do the work on every slice; the numbers it returns, put together bit by bit."""
        self._collect()  # of work that Ctrl-C broke off
        for orders in self._orders:
            orders.put(work)
            self._awaited += 1
        answers = [_answer(work, self._slices[0]), *self._collect()]
        happened = 0
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
            happened |= answer
        return happened

    def _collect(self) -> list[Any]:
        """Wait for all answers that are still to come."""
        answers = []
        while self._awaited:
            answers.append(self._answers.get())
            self._awaited -= 1
        return answers


def _serve(part: tuple[int, int, int], orders: "SimpleQueue[Any]", answers: "SimpleQueue[Any]") -> None:
    """What a thread does until it is dismissed."""
    while (work := orders.get()) is not None:
        answers.put(_answer(work, part))
        del work  # the batch it belongs to may go while this waits


def _answer(work: Work, part: tuple[int, int, int]) -> int | BaseException:
    try:
        return work(*part) or 0
    except BaseException as error:
        return error


def _dismiss(orders: list["SimpleQueue[Any]"]) -> None:
    for order in orders:
        order.put(None)
