"""Opening the hall on a port of this machine, in one process or in several."""

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import time
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gridhall.errors import Unavailable, Usage
from gridhall.paths import home
from gridhall.server.net.guard import Access
from gridhall.server.operators.logs import set_up_logs
from gridhall.server.scratch import make_scratch_folder
from gridhall.server.store.database import lock_file, open_database
from gridhall.server.work.limits import Limits

if TYPE_CHECKING:
    import uvicorn

logger = logging.getLogger("gridhall.server")
GRACE = 10.0  # seconds in which processes must have ended


class Options(NamedTuple):
    """What an operator decides."""

    database: str
    limits: Limits
    access: Access
    internal: str = "127.0.0.1:0"  # where other processes of the same database relay to
    log_level: str = "warning"
    admin: str = ""  # the private socket of `gridhall admin`; "" for none


def default_database() -> str:
    """The SQLite file in the user's data folder."""
    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'hall.sqlite'}"


def bound_socket(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the next free one."""
    last = OSError("no such port")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + 50, 65536)) if port else (0,):
        # asyncio turns Nagle's delay of 40 ms off only for sockets that say they are TCP.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen(2048)
            return listening
        except OSError as wrong:
            listening.close()
            last = wrong
    raise Unavailable(
        f"the hall cannot listen on {host}, port {port}: {last.strerror or last}; try another --host or --port"
    )


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    limits: Limits | None = None,
    access: Access | None = None,
    processes: int = 1,
    internal: str = "127.0.0.1:0",
    log_level: str = "warning",
    admin: str = "",
) -> int:
    """Open the hall until Ctrl-C or SIGTERM; prints its address."""
    options = Options(
        database or default_database(), limits or Limits(), access or Access(), internal, log_level, admin
    )
    if processes > 1 and options.database.startswith("sqlite"):
        raise Usage(
            f"{processes} processes cannot share SQLite's file: give PostgreSQL with "
            "--database postgresql+psycopg://..., or leave --processes out"
        )
    set_up_logs(log_level)
    _allow_many_files()
    with lock_file(options.database):
        scratch = make_scratch_folder()
        open_database(options.database, check=True).dispose()  # what is wrong with it is said before anything else is
        listening = bound_socket(host, port)
        taken = listening.getsockname()[1]
        if port and taken != port:
            print(f"port {port} is taken; the hall is on {taken}", flush=True)
        address = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
        print(f"The hall is open: http://{address}:{taken}/   (Ctrl-C closes it)", flush=True)
        if processes > 1:
            return _supervise(listening, options, processes, scratch)
        return _serve_here(listening, options)


def _allow_many_files() -> None:
    """Let this process and its children open as many files as the system allows: each connection is one of them, and
    many systems begin with 1,024, which a few addresses could use up.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def config_of(options: Options) -> "uvicorn.Config":
    """How uvicorn serves the hall."""
    import uvicorn

    from gridhall.server.net.http import App
    from gridhall.server.net.http_protocol import limited
    from gridhall.server.net.websocket_protocol import WebSocketProtocol

    limits, access = options.limits, options.access
    return uvicorn.Config(
        App(options.database, limits, access=access, internal=options.internal, admin_socket=options.admin),
        log_config=None,
        log_level="warning",
        access_log=False,
        ws=WebSocketProtocol,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_max_size=limits.message_bytes,
        http=limited(limits, frozenset(access.trusted_proxies)),
        proxy_headers=False,  # the hall's own guard knows whom to believe
        lifespan="on",
        timeout_graceful_shutdown=3,
        server_header=False,
    )


def _serve_here(listening: socket.socket, options: Options) -> int:
    """Serve in this process."""
    import uvicorn

    config = config_of(options)

    class Server(uvicorn.Server):
        """Hands everything over before it closes the connections."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(GRACE / 2):
                    await config.app.hall.drain()  # type: ignore[union-attr]
            await super().shutdown(sockets)

    sys.setswitchinterval(0.001)  # the writer's thread must not wait 5 ms for its turn
    gc.freeze()
    # Rooms are many and long-lived, and nearly all that a move leaves behind is freed without the collector. With 1,000
    # rooms each of its looks at what is new takes tens of milliseconds, in which everybody waits, so it looks seldom.
    gc.set_threshold(100_000, 50, 100)
    # When all is closed, uvicorn sends the signal once more: it must not end the process before this has tidied up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])
    return 0


def _serve_child(listening: socket.socket, options: Options) -> None:
    """One of several processes. Ctrl-C reaches it through the one that started it."""
    set_up_logs(options.log_level)
    _serve_here(listening, options)


def _supervise(listening: socket.socket, options: Options, count: int, scratch: Path) -> int:
    """Serve in several processes, and start another one where one has died."""
    context, is_ending = multiprocessing.get_context("spawn"), False

    def end(*_: object) -> None:
        nonlocal is_ending
        is_ending = True

    counters = scratch / "counters"
    counters.mkdir()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(counters)  # all of them count there

    def start(number: int) -> BaseProcess:
        own = options._replace(admin=options.admin if number == 0 else "")
        process = context.Process(target=_serve_child, args=(listening, own), name=f"gridhall-{number}")
        process.start()
        return process

    children = {number: start(number) for number in range(count)}
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signal_number, end)
    while not is_ending:
        wait([child.sentinel for child in children.values()], timeout=0.5)
        for number, child in list(children.items()):
            if not is_ending and not child.is_alive():
                logger.error("process %d has died (%s); another takes its place", child.pid, child.exitcode)
                _forget_metrics(child.pid)
                children[number] = start(number)
    for child in children.values():
        child.terminate()
    deadline = time.monotonic() + GRACE
    for child in children.values():
        child.join(max(0.1, deadline - time.monotonic()))
        if child.is_alive():
            child.kill()
    return 0


def _forget_metrics(pid: int | None) -> None:
    """Count the rooms and sockets of a process that has died no more."""
    from prometheus_client.multiprocess import mark_process_dead

    if pid is not None:
        mark_process_dead(pid)
