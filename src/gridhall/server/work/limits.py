"""What one visitor may use, and how it is counted."""

import time

import msgspec

DAY = 86400.0  # seconds


class Limits(msgspec.Struct):
    """What one visitor may use."""

    messages: float = 40.0  # a second, on one connection
    message_burst: float = 200.0
    message_bytes: int = 1 << 16
    text_bytes: int = 1 << 16  # of a setup
    record_bytes: int = 4 << 20
    bad_messages: int = 20  # in a row
    rooms: float = 0.5  # a second, for one guest
    room_burst: float = 40.0
    unfinished: int = 400  # rooms of one guest
    guests: float = 1.0  # a second, from one address
    guest_burst: float = 200.0
    sign_ins: float = 0.2  # attempts a second to sign in, from one address
    sign_in_burst: float = 30.0
    name_sign_ins: float = 0.05  # the same for one name
    name_sign_in_burst: float = 10.0
    claims: float = 0.02  # accounts claimed a second, from one address
    claim_burst: float = 20.0
    work: float = 0.5  # seconds of a worker a second, for one visitor (see budget.py)
    work_burst: float = 60.0
    address_work: float = 2.0  # the same for everybody behind one address, such as a class
    address_work_burst: float = 600.0
    waiting: int = 256  # tasks that wait for the workers of a lane
    waiting_each: int = 8  # of one visitor
    workers: int = 0  # of each lane; 0: by the number of processors
    worker_bytes: int = 1 << 30  # of memory, for one worker
    proof_seconds: float = 30.0  # of CPU, for a search
    new_level_seconds: float = 60.0  # of CPU, for making a level
    slowness: float = 1.0  # tasks may take so many times their seconds by the wall (see budget.py)
    acts: int = 10_000  # of one match; then it ends without a result
    connections: int = 20_000
    address_connections: int = 400  # from one address
    stored_bytes: int = 16 << 20  # of the rooms that one guest has made
    address_bytes: int = 8 << 20  # of new rooms from one address in a day
    free_bytes: int = 256 << 20  # left on the disk of SQLite's file; with less no new room is made
    store_bytes: int = 0  # of the whole store; with more no new room is made (0: there is no such limit)
    join_seconds: float = 10.0
    silent_seconds: float = 60.0
    idle_seconds: float = 60.0  # a room nobody is connected to leaves the memory
    untouched_days: float = 30.0
    unplayed_days: float = 2.0
    finished_days: float = 365.0  # a match that is over is kept
    guest_days: float = 60.0  # a guest without any room is kept
    session_days: float = 400.0  # a session lasts after it was last used
    lease_seconds: float = 5.0  # that a process may be silent before others take its rooms (PostgreSQL)
    relay_seconds: float = 1.0  # in which another process must have answered to a client relayed to it
    walk: int = 64  # plies of one act


class Bucket:
    """Allows `rate` things a second, and `burst` at once."""

    __slots__ = ("burst", "left", "rate", "when")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.when = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Take one; False if there is none."""
        self._refill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, amount: float) -> None:
        """Take what was used already, even if that makes a debt."""
        self._refill()
        self.left -= amount

    def debt(self) -> float:
        """Seconds until there is something again; 0 if there is."""
        self._refill()
        return 0.0 if self.left > 0 else min(3600.0, 1 - self.left / max(self.rate, 1e-9))

    def _refill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.when) * self.rate)
        self.when = now

    def is_full(self) -> bool:
        """Whether everything that was taken has come back."""
        return self.left + (time.monotonic() - self.when) * self.rate >= self.burst


class Buckets:
    """A bucket for everybody who was here lately, by what they do and who they are."""

    def __init__(self, most: int = 10_000) -> None:
        """With more than `most` buckets those that are full again are forgotten."""
        self.most = most
        self.share = 1.0  # of every rate and burst that is given here; the rest is given by other processes
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str, rate: float, burst: float) -> bool:
        """Whether this may be done once more."""
        return self._bucket(name, rate, burst).take()

    def spend(self, name: str, rate: float, burst: float, amount: float) -> None:
        """Take what was used already."""
        self._bucket(name, rate, burst).spend(amount)

    def debt(self, name: str) -> float:
        """Seconds until there is something again; 0 if there is."""
        bucket = self._buckets.get(name)
        return 0.0 if bucket is None else bucket.debt()

    def _bucket(self, name: str, rate: float, burst: float) -> Bucket:
        if len(self._buckets) > self.most:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full()}
        bucket = self._buckets.get(name)
        rate, burst = rate * self.share, max(1.0, burst * self.share)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(rate, burst)
        bucket.rate, bucket.burst = rate, burst
        return bucket
