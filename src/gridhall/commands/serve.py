"""Start the hall in the browser."""

import subprocess
import sys
from argparse import Namespace


def serve(chosen: Namespace) -> int:
    """Serve until interrupted; what is not shipped is prepared meanwhile, when nothing else wants the processor."""
    from gridhall.compiler import store
    from gridhall.server.app import serve as run

    if not store.is_shipped():  # ends by itself, and with this process
        command = [sys.executable, "-m", "gridhall.prepare", "--idle"]
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return run(chosen.host, chosen.port, chosen.database)
