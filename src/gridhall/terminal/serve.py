"""Start the hall in the browser."""

from argparse import Namespace


def serve(chosen: Namespace) -> int:
    """Serve until interrupted."""
    from gridhall.server.app import serve as run

    return run(chosen.host, chosen.port, chosen.database)
