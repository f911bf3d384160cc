"""What the hall counts and clocks, for operators: `GET /metrics`, in Prometheus's text format.

With several processes on a machine all of them count into one folder (PROMETHEUS_MULTIPROC_DIR, which `serve` sets),
and whichever is asked answers for all.
"""

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

__all__ = ["CONTENT_TYPE_LATEST", "text"]

SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)

MOVES = Counter("gridhall_moves", "Acts of players that were stored")
COMMITTED = Histogram("gridhall_commit_seconds", "From an act to its commit", buckets=SHORT)
QUEUED = Histogram("gridhall_queue_seconds", "How long a task waited for a worker", ["kind"], buckets=SHORT)
WORKED = Histogram("gridhall_work_seconds", "CPU seconds of a worker for a task", ["kind"], buckets=SHORT)
REFUSED = Counter("gridhall_refusals", "What was refused, by its code and by what was asked for", ["code", "kind"])
BUGS = Counter("gridhall_internal_errors", "Bugs that were met; the log says where")
ROOMS = Gauge("gridhall_rooms", "Rooms in the memory", multiprocess_mode="livesum")
SOCKETS = Gauge("gridhall_sockets", "Open WebSockets", multiprocess_mode="livesum")
WAITING = Gauge("gridhall_waiting_tasks", "Tasks that wait for a worker", ["lane"], multiprocess_mode="livesum")
WORKERS_MEMORY = Gauge("gridhall_workers_memory_bytes", "What all workers hold", multiprocess_mode="livesum")


def count_move(seconds: float) -> None:
    """Count an act that was stored so many seconds after it happened."""
    MOVES.inc()
    COMMITTED.observe(seconds)


def refused(code: str, kind: str) -> None:
    """Count a refusal."""
    REFUSED.labels(code, kind).inc()


def text() -> bytes:
    """All that was counted, by all processes of this machine together."""
    import os

    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return generate_latest(registry)
