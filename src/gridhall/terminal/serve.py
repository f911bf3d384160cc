"""Start the hall in the browser."""

import subprocess
import sys
from argparse import Namespace


def serve(chosen: Namespace) -> int:
    """Serve until interrupted; what is likely to be asked for is prepared meanwhile, when nothing else wants the processor."""
    from gridhall.server.app import serve as run

    preparing = subprocess.Popen(
        [sys.executable, "-m", "gridhall.prepare", "--idle"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        return run(chosen.host, chosen.port, chosen.database)
    finally:
        preparing.terminate()
        preparing.wait()
