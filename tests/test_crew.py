"""Threads that share a batch: every slice is done once, mistakes reach the caller, and nobody stays behind."""

import gc
import signal
import sys
import threading
from types import FrameType
from typing import Any

import numpy as np
import pytest

import gridhall.learn
import gridhall.learn.crew as crew_module
from gridhall.errors import BadAction
from gridhall.learn.crew import NAME, Crew


def test_every_slice_is_done_once_and_what_happened_is_put_together():
    crew, done = Crew(3, 10), np.zeros(10, np.int64)

    def work(number: int, first: int, last: int) -> int:
        done[first:last] += 1
        return 1 << number

    assert crew.run(work) == 7 and (done == 1).all()
    assert crew.run(lambda number, first, last: None) == 0


@pytest.mark.parametrize("broken", [0, 1])
def test_a_mistake_in_any_slice_reaches_the_caller_and_the_crew_works_on(broken):
    crew = Crew(2, 8)

    def work(number: int, first: int, last: int) -> int:
        if number == broken:
            raise ValueError(f"slice {number}")
        return 1

    with pytest.raises(ValueError, match=f"slice {broken}"):
        crew.run(work)
    assert crew.run(lambda number, first, last: 1) == 1


HANDING_OVER = 20  # instructions of a run after which it tells the other threads what to do


class Stop(Exception):
    """What a signal raises in the middle of a wait, as Ctrl-C does."""


def test_work_that_was_broken_off_is_done_before_the_next_begins():
    crew, interrupted, go_on, done = Crew(2, 8), threading.Event(), threading.Event(), []

    def waits(frame: FrameType | None) -> bool:
        """For the other slice: its own is done."""
        while frame is not None and frame.f_code is not Crew._do.__code__:
            frame = frame.f_back
        return frame is not None and "own" in frame.f_locals

    def interrupt(number: int, frame: FrameType | None) -> None:
        if waits(frame) and not interrupted.is_set():
            interrupted.set()
            raise Stop

    def held(number: int, first: int, last: int) -> int:
        if number == 1:
            while not interrupted.wait(0.01):
                signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
            go_on.wait()
            done.append("held")
        return 1

    def quick(number: int, first: int, last: int) -> int:
        done.append("quick")
        return 2

    usual = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with pytest.raises(Stop):
            crew.run(held)
        go_on.set()
        assert crew.run(quick) == 2
    finally:
        signal.signal(signal.SIGUSR1, usual)
    assert done == ["held", "quick", "quick"]


def break_off(crew: Crew, place: int) -> int:
    """Let a crew work and break it off before its instruction number `place`; how many were left to wait for."""
    left = place

    def interrupt(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != crew_module.__file__:
            return None
        frame.f_trace_opcodes = True
        left -= event == "opcode"
        if left < 0:
            raise Stop
        return interrupt

    usual = sys.gettrace()
    sys.settrace(interrupt)
    try:
        assert crew.run(bit_of) == 7
    except Stop:
        pass
    else:
        assert left >= 0, "it was broken off, and nobody was told"
    finally:
        sys.settrace(usual)
    return left


def bit_of(number: int, first: int, last: int) -> int:
    return 1 << number


def test_wherever_work_is_broken_off_the_next_is_answered():
    crew, place = Crew(3, 9), 0
    while break_off(crew, place) < 0:  # until a whole run has fewer instructions
        assert crew.run(bit_of) == 7
        place += 1
    assert place > 100


def test_wherever_what_was_broken_off_is_broken_off_again_this_is_told():
    crew, place = Crew(3, 9), 0
    while True:
        assert break_off(crew, HANDING_OVER) < 0 and crew._broken_off
        if break_off(crew, place) >= 0:
            break
        assert crew.run(bit_of) == 7
        place += 1
    assert place > 100


def crews() -> set[threading.Thread]:
    """The threads of all crews; others may come and go."""
    return {thread for thread in threading.enumerate() if thread.name == NAME}


@pytest.mark.parametrize("closed", [True, False])
def test_threads_end_with_their_batch_whether_it_was_closed_or_forgotten(closed):
    before = crews()
    envs = gridhall.learn.vector("phase_shift", 8, threads=3)
    envs.reset(seed=1)
    envs.step(np.zeros(8, np.int64))
    hired = crews() - before
    assert len(hired) == 2  # the caller's own thread does the first slice
    if closed:
        envs.close()
    del envs
    gc.collect()
    for thread in hired:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_refused_step_leaves_what_was_seen(threads):
    envs = gridhall.learn.vector("phase_shift", 64, threads=threads)
    seen, _ = envs.reset(seed=1)
    before = envs.planes.copy()
    with pytest.raises(BadAction):
        envs.step(np.full(64, 99))
    assert envs.planes is seen["planes"] and (envs.planes == before).all()
