"""Start the hall in the browser."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from gridhall.commands.arguments import count
from gridhall.errors import Usage

if TYPE_CHECKING:
    from gridhall.server.work.limits import Limits

EXAMPLE = "gridhall serve --port 8000"
LEVELS = ("debug", "info", "warning", "error")
PREFIX = "GRIDHALL_LIMIT_"  # of environment variables that set limits


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    database = "SQLAlchemy's; without one a file in your data folder"
    parser.add_argument("--database", metavar="URL", help=database)
    processes = "serve in N processes, which needs PostgreSQL"
    parser.add_argument("--processes", type=count, default=1, metavar="N", help=processes)
    internal = "where other processes of the same database reach this one: HOST:PORT in a private network"
    parser.add_argument("--internal", default="127.0.0.1:0", metavar="ADDRESS", help=internal)
    public = "a name people use, as in https://hall.example; localhost and numbers are always answered"
    parser.add_argument("--public-url", action="append", default=[], metavar="URL", help=public)
    proxy = "an address or network whose forwarded headers are believed"
    parser.add_argument("--trusted-proxy", action="append", default=[], metavar="ADDRESS", help=proxy)
    operator = "an address or network that may read /healthz and /metrics, besides this machine"
    parser.add_argument("--operator", action="append", default=[], metavar="ADDRESS", help=operator)
    limit = "set a limit (docs/protocol.md lists them); also by environment variables such as GRIDHALL_LIMIT_ACTS"
    parser.add_argument("--limit", action="append", default=[], type=limit_of, metavar="NAME=VALUE", help=limit)
    parser.add_argument("--log-level", choices=LEVELS, default="warning", help="what is logged, as JSON lines")
    admin = "the private socket of `gridhall admin`; without one a file in your data folder"
    parser.add_argument("--admin-socket", metavar="FILE", help=admin)


def limit_of(text: str) -> tuple[str, str]:
    """A limit as it is written on the command line."""
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise ArgumentTypeError(f"{text!r} is no limit; write NAME=VALUE, as in acts=5000")
    return name, value


def limits_of(environment: dict[str, str], given: list[tuple[str, str]]) -> "Limits":
    """The limits that the environment and the command line set, which wins; raises Usage."""
    import msgspec

    from gridhall.server.work.limits import Limits

    kinds = {field.name: field.type for field in msgspec.structs.fields(Limits)}
    named = [(key.removeprefix(PREFIX).lower(), value) for key, value in environment.items() if key.startswith(PREFIX)]
    values: dict[str, float] = {}
    for name, text in [*named, *given]:
        if name not in kinds:
            raise Usage(f"there is no limit {name!r}; there are {', '.join(kinds)}")
        try:
            values[name] = kinds[name](text)
        except ValueError as wrong:
            raise Usage(f"the limit {name} is {text!r}; it must be a number") from wrong
        if not 0 <= values[name] < float("inf"):
            raise Usage(f"the limit {name} is {text}; it must be 0 or more")
    return Limits(**values)  # type: ignore[arg-type]


def run(args: Namespace) -> int:
    """Serve until interrupted; what is not shipped is prepared meanwhile, when nothing else wants the processor."""
    import os
    import subprocess
    import sys

    from gridhall.commands.admin import default_socket
    from gridhall.compiler import store
    from gridhall.server.net.guard import Access, Guard
    from gridhall.server.serve import serve

    access = Access(args.public_url, args.trusted_proxy, args.operator)
    Guard(access)  # what is wrong with it is said before anything else is
    limits = limits_of(dict(os.environ), args.limit)
    if not store.is_shipped():  # ends by itself, and with this process
        command = [sys.executable, "-m", "gridhall.prepare", "--idle"]
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    socket = args.admin_socket or ("" if sys.platform == "win32" else default_socket())
    return serve(
        args.host, args.port, args.database, limits, access, args.processes, args.internal, args.log_level, socket
    )
