"""Say that something is being compiled, once for each game, if it takes longer than a moment."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from types import FunctionType

from gridhall.compiler.digest import reachable

MOMENT = 1.0  # seconds
PER_KERNEL = 0.1  # seconds, roughly
said: set[str] = set()


def _print(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


announce: Callable[[str], None] = _print  # a server's worker puts its own here


@contextlib.contextmanager
def while_compiling(function: FunctionType) -> Iterator[None]:
    """Say what is prepared and about how long it will take, unless it is over in a moment or was said before."""
    kernels = reachable(function)
    titles = [title for kernel in kernels if (title := _title(kernel))]
    if not titles:  # the platform's own kernels are small
        yield
        return
    seconds = max(5, round(len(kernels) * PER_KERNEL / 5) * 5)
    timer = threading.Timer(MOMENT, _say, (titles[0], seconds))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say(what: str, seconds: int) -> None:
    if what not in said:
        said.add(what)
        announce(f"preparing {what} for full speed, once: about {seconds} s")


def _title(kernel: FunctionType) -> str:
    """The title of the game whose folder a kernel is in; "" for the platform's own."""
    parts = kernel.__module__.split(".")
    module = sys.modules.get(".".join(parts[:3])) if parts[:2] == ["gridhall", "games"] else None
    return str(getattr(module, "TITLE", ""))
