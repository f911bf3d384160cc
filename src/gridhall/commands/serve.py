"""Start the hall in the browser."""

from argparse import ArgumentParser, Namespace

EXAMPLE = "gridhall serve --port 8000"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    database = "SQLAlchemy's; without one a file in your data folder"
    parser.add_argument("--database", metavar="URL", help=database)


def run(args: Namespace) -> int:
    """Serve until interrupted; what is not shipped is prepared meanwhile, when nothing else wants the processor."""
    import subprocess
    import sys

    from gridhall.compiler import store
    from gridhall.server.serve import serve

    if not store.is_shipped():  # ends by itself, and with this process
        command = [sys.executable, "-m", "gridhall.prepare", "--idle"]
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return serve(args.host, args.port, args.database)
