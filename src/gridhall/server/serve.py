"""Opening the hall on a port of this machine."""

import contextlib
import gc
import logging
import socket
import sys

from gridhall.errors import Unavailable
from gridhall.paths import home
from gridhall.server.database import open_database
from gridhall.server.http import App
from gridhall.server.limits import Limits


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


def serve(host: str = "127.0.0.1", port: int = 8000, database: str | None = None, limits: Limits | None = None) -> int:
    """Open the hall until Ctrl-C; prints its address."""
    import uvicorn

    from gridhall.server.websocket_protocol import WebSocketProtocol

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s", stream=sys.stderr)
    database = database or default_database()
    open_database(database).dispose()  # what is wrong with it is said before anything else is
    listening = bound_socket(host, port)
    taken = listening.getsockname()[1]
    if port and taken != port:
        print(f"port {port} is taken; the hall is on {taken}", flush=True)
    config = uvicorn.Config(
        App(database, limits),
        log_config=None,
        log_level="warning",
        access_log=False,
        ws=WebSocketProtocol,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_max_size=(limits or Limits()).message_bytes,
        lifespan="on",
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    address = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    print(f"The hall is open: http://{address}:{taken}/   (Ctrl-C closes it)", flush=True)
    server = uvicorn.Server(config)
    sys.setswitchinterval(0.001)  # the writer's thread must not wait 5 ms for its turn
    gc.freeze()
    # Rooms are many and long-lived: looking through all of them too often would make everybody wait.
    gc.set_threshold(20_000, 50, 100)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0
