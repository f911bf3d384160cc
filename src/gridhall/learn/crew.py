"""Threads that share the work on a batch: each has its slice, and the caller's own thread does the first one.

A step of a batch takes less than a millisecond, so handing it over must cost next to nothing. Orders and answers go
through queues. A thread that sleeps at one is woken too late, and one that asks again and again gets in the way of all
who need the interpreter; so each first waits for a moment in compiled code, which does not, for a number in memory to
change. It is a bell, rung from compiled code as well: who hears it finds the interpreter free.
"""

import weakref
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridhall.kernel import compiled, kernel

NAME = "gridhall-crew"  # of every thread
AWAKE = 2e-4  # seconds: to be woken from sleep takes some 40 microseconds, a tenth of a step
ROUNDS = 5_000  # of waiting for a bell, some 10 microseconds
APART = 16  # between two bells, so that they do not share a line of a cache
ORDER, ANSWER = 0, APART  # the bells; after them come numbers that only one thread writes, of each slice one
Bells = NDArray[np.int64]
Work = Callable[[int, int, int], int | None]  # (number of the slice, its first, one past its last) -> what happened


@kernel
def ring_and_wait(bells: Any, rung: int, awaited: int, heard: int, own: int, rounds: int) -> int:
    """Ring a bell, and wait until another has been rung since its number was `heard`, at most so many rounds."""
    bells[rung] += 1
    while bells[awaited] == heard and rounds > 0:
        rounds -= 1
        bells[own] += 1  # it might be the same number for all the compiler knows, so that it looks anew
    return rounds


class Crew:
    """Runs a piece of work on all slices of `count` at once.

    Work that is compiled and adds 1 to `bells[ORDER]` as its first slice begins is heard at once by the others.
    """

    def __init__(self, threads: int, count: int) -> None:
        bounds = [count * number // threads for number in range(threads + 1)]
        self._slices = [(number, first, last) for number, (first, last) in enumerate(pairwise(bounds))]
        self._orders: list[SimpleQueue[Any]] = [SimpleQueue() for _ in self._slices[1:]]
        self._broken_off = False
        self.bells: Bells = np.zeros((2 + threads) * APART, np.int64)
        self._wait = compiled(ring_and_wait).code_for(self.bells, 0, 0, 0, 0, 0)
        for part, orders in zip(self._slices[1:], self._orders):
            Thread(target=_serve, args=(part, orders, self._wait, self.bells), name=NAME, daemon=True).start()
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
        return [own, *(_next(answers, self._wait, self.bells, ANSWER, 0) for _ in self._orders)]


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


def _serve(part: tuple[int, int, int], orders: "SimpleQueue[Any]", wait: Any, bells: Bells) -> None:
    """What a thread does until it is dismissed."""
    while (order := _next(orders, wait, bells, ORDER, part[0])) is not None:
        work, answers = order
        answers.put(_answer(work, part))
        del order, work, answers  # the batch they belong to may go while this waits


def _next(queue: "SimpleQueue[Any]", wait: Any, bells: Bells, awaited: int, number: int) -> Any:
    """What comes next out of a queue, whose other end may keep the thread of a slice waiting."""
    own = ANSWER + (1 + number) * APART
    rung = ANSWER if awaited == ORDER else own  # whoever waits for an order has answered the last one
    until = perf_counter() + AWAKE
    while True:
        heard = int(bells[awaited])  # before looking into the queue: what comes after it is rung after it
        if not queue.empty() or wait(bells, rung, awaited, heard, own, ROUNDS) or perf_counter() > until:
            return queue.get()
        rung = own


def _answer(work: Work, part: tuple[int, int, int]) -> int | BaseException:
    try:
        return work(*part) or 0
    except BaseException as error:
        return error


def _dismiss(orders: list["SimpleQueue[Any]"]) -> None:
    for order in orders:
        order.put(None)
