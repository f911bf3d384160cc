"""What one visitor may use, and how it is counted."""

import time

import msgspec


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
    checks: float = 10.0  # of a level's text a second, from one address
    check_burst: float = 100.0
    proofs: float = 0.2  # a second, from one address
    proof_burst: float = 20.0
    proof_seconds: float = 30.0  # of CPU, for a search
    connections: int = 20_000
    join_seconds: float = 10.0
    silent_seconds: float = 60.0
    idle_seconds: float = 60.0  # a room nobody is connected to leaves the memory
    untouched_days: float = 30.0
    unplayed_days: float = 2.0
    walk: int = 64  # plies of one act


class Bucket:
    """Allows `rate` things a second, and `burst` at once."""

    __slots__ = ("burst", "left", "rate", "when")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.when = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Take one; False if there is none."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.when) * self.rate)
        self.when = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def is_full(self) -> bool:
        """Whether everything that was taken has come back."""
        return self.left + (time.monotonic() - self.when) * self.rate >= self.burst


class Buckets:
    """A bucket for everybody who was here lately, by what they do and who they are."""

    def __init__(self, most: int = 10_000) -> None:
        """With more than `most` buckets those that are full again are forgotten."""
        self.most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str, rate: float, burst: float) -> bool:
        """Whether this may be done once more."""
        if len(self._buckets) > self.most:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full()}
        return self._buckets.setdefault(name, Bucket(rate, burst)).take()
