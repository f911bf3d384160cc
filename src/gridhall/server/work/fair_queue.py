"""A queue that is fair to everybody who waits in it: addresses take turns, and at an address its visitors do."""

from collections import Counter, deque
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")


class Visitor(NamedTuple):
    """Who wants something: an address, and the account if one is known."""

    address: str = ""
    account: str = ""


class QueueFull(Exception):
    """Nobody more can wait here now."""


class FairQueue(Generic[Job]):
    """Jobs that wait, and a count of those under way.

    Of `places` for jobs under way one address gets all but one, so that somebody from elsewhere never waits for it;
    and a visitor gets one.
    """

    def __init__(self, places: int, most: int, most_a_visitor: int) -> None:
        """At most `most` jobs wait, and `most_a_visitor` of one visitor."""
        self.places, self.most, self.most_a_visitor = places, most, most_a_visitor
        self._waiting: dict[str, dict[Visitor, deque[Job]]] = {}  # by address; whoever is next stands first
        self._running: Counter[str | Visitor] = Counter()  # by address, and by visitor

    def __len__(self) -> int:
        return sum(len(jobs) for visitors in self._waiting.values() for jobs in visitors.values())

    @property
    def running(self) -> int:
        """How many jobs are under way."""
        return sum(count for who, count in self._running.items() if isinstance(who, str))

    def put(self, visitor: Visitor, job: Job) -> None:
        """Let a job wait; raises QueueFull."""
        waiting = self._waiting.get(visitor.address, {}).get(visitor, ())
        if len(waiting) >= self.most_a_visitor or len(self) >= self.most:
            raise QueueFull
        self._waiting.setdefault(visitor.address, {}).setdefault(visitor, deque()).append(job)

    def take(self) -> tuple[Visitor, Job] | None:
        """The next job that may begin, which then counts as under way; None if there is none."""
        if self.running >= self.places:
            return None
        for address, visitors in self._waiting.items():
            if self._running[address] >= max(1, self.places - 1):
                continue
            for visitor, jobs in visitors.items():
                if self._running[visitor]:
                    continue
                job = jobs.popleft()
                self._next_turn(address, visitor)
                self._running[address] += 1
                self._running[visitor] += 1
                return visitor, job
        return None

    def _next_turn(self, address: str, visitor: Visitor) -> None:
        """Let everybody else have their turn before this visitor, and before this address."""
        visitors = self._waiting.pop(address)
        jobs = visitors.pop(visitor)
        if jobs:
            visitors[visitor] = jobs
        if visitors:
            self._waiting[address] = visitors

    def ended(self, visitor: Visitor) -> None:
        """A job of this visitor is no longer under way."""
        for who in (visitor.address, visitor):
            self._running[who] -= 1
            if not self._running[who]:
                del self._running[who]

    def remove(self, visitor: Visitor, job: Job) -> None:
        """Forget a job that waits."""
        visitors = self._waiting[visitor.address]
        visitors[visitor].remove(job)
        if not visitors[visitor]:
            del visitors[visitor]
        if not visitors:
            del self._waiting[visitor.address]
