"""Lines of standard input, awaited so that Ctrl-C and a hall are heard meanwhile.

No thread waits for them: it could not be stopped, and the program would end only after one line more.
"""

import asyncio
import contextlib
import io
import os
import sys

MOST = 1 << 16  # bytes that are read at a time


class TypedLines:
    """Reads standard input line by line."""

    def __init__(self) -> None:
        self._read = b""  # of lines that nobody has asked for yet
        self._has_ended = False

    async def next(self) -> str:
        """The next line with its end; "" at the end of input."""
        try:
            number = sys.stdin.fileno()
        except (io.UnsupportedOperation, ValueError):  # it is none of the system's, or it is closed
            return "" if sys.stdin.closed else sys.stdin.readline()
        while b"\n" not in self._read and not self._has_ended:
            if not await _readable(number):
                return await asyncio.to_thread(sys.stdin.readline)
            chunk = b""
            with contextlib.suppress(OSError):  # a terminal that is gone
                chunk = os.read(number, MOST)
            self._read += chunk
            self._has_ended = not chunk
        line, end, self._read = self._read.partition(b"\n")
        self._has_ended = False  # on a terminal one can type on after Ctrl-D
        return (line + end).decode(sys.stdin.encoding or "utf-8", "replace")


async def _readable(number: int) -> bool:
    """Wait until there is something to read; False where this system cannot wait for it so."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    try:
        loop.add_reader(number, ready.set)
    except PermissionError:  # a file, which never lets anybody wait
        return True
    except NotImplementedError:  # such as on Windows
        return False
    try:
        await ready.wait()
    finally:
        loop.remove_reader(number)
    return True
