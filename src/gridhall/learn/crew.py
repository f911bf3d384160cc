"""Threads that share the work on a batch: each has its slice, and the caller's own thread does the first one.

A step of a batch takes less than a millisecond, so handing it over must cost next to nothing: each thread waits at a
queue of its own, which the interpreter has in C, and stays awake for a moment before it sleeps there.
"""

import os
import weakref
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

NAME = "gridhall-crew"  # of every thread
AWAKE = 2e-4  # seconds: to be woken from sleep takes some 40 microseconds, a tenth of a step
Work = Callable[[int, int, int], int | None]  # (number of the slice, its first, one past its last) -> what happened


class Crew:
    """Runs a piece of work on all slices of `count` at once."""

    def __init__(self, threads: int, count: int) -> None:
        bounds = [count * number // threads for number in range(threads + 1)]
        self._slices = [(number, first, last) for number, (first, last) in enumerate(pairwise(bounds))]
        self._orders: list[SimpleQueue[Any]] = [SimpleQueue() for _ in self._slices[1:]]
        self._broken_off = False
        for part, orders in zip(self._slices[1:], self._orders):
            Thread(target=_serve, args=(part, orders), name=NAME, daemon=True).start()
        self.dismiss = weakref.finalize(self, _dismiss, self._orders)

    def run(self, work: Work) -> int:
        """Do the work on every slice; the numbers it returns, put together bit by bit."""
        if self._broken_off:  # by Ctrl-C: each thread answers this when it has done all that it was told before
            _put_together(self._do(_nothing))
        self._broken_off = True
        answers = self._do(work)
        self._broken_off = False
        return _put_together(answers)

    def _do(self, work: Work) -> list[Any]:
        """Every slice's answer. They come through a queue of their own: those to an earlier call are not among them."""
        answers: SimpleQueue[Any] = SimpleQueue()
        for orders in self._orders:
            orders.put((work, answers))
        own = _answer(work, self._slices[0])
        return [own, *(_next(answers) for _ in self._orders)]


def _put_together(answers: list[Any]) -> int:
    """All that happened; raises what was raised on a slice."""
    happened = 0
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
        happened |= answer
    return happened


def _nothing(number: int, first: int, last: int) -> None:
    pass


def _serve(part: tuple[int, int, int], orders: "SimpleQueue[Any]") -> None:
    """What a thread does until it is dismissed."""
    while (order := _next(orders)) is not None:
        work, answers = order
        answers.put(_answer(work, part))
        del order, work, answers  # the batch they belong to may go while this waits


def _next(queue: "SimpleQueue[Any]") -> Any:
    """What comes next out of a queue, whose other end may keep us waiting."""
    if hasattr(os, "sched_yield"):  # lets the other threads go on meanwhile; not every system has it
        until = perf_counter() + AWAKE
        while queue.empty() and perf_counter() < until:
            os.sched_yield()
    return queue.get()


def _answer(work: Work, part: tuple[int, int, int]) -> int | BaseException:
    try:
        return work(*part) or 0
    except BaseException as error:
        return error


def _dismiss(orders: list["SimpleQueue[Any]"]) -> None:
    for order in orders:
        order.put(None)
