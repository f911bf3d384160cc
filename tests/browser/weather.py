"""The line between a browser and the hall, and bad weather on it: GRIDHALL_WEATHER=SEED.

A test that reads something before it has waited for it is green on a quiet machine and red on a bad day. In bad
weather pages have a slow processor, and everything comes late and in another order.
"""

import contextlib
import itertools
import os
import random
import re
import socket
import threading
import time
from collections.abc import Callable

from playwright.sync_api import Page

SEED = os.environ.get("GRIDHALL_WEATHER", "")
SLOWER = 4  # times, the processor of a page
LATEST = 0.2  # seconds that what is asked may be late, and its answer again
REQUEST = re.compile(rb"[A-Z]+ (\S+) HTTP/")


def slow_down(page: Page) -> None:
    """Let a page have only a part of its processor."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


class Relay:
    """An address that stays the same while the hall behind it is opened anew on another port."""

    def __init__(self, hall: Callable[[], int]) -> None:
        self.hall = hall
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                near, _ = self.listening.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.hall()))
                except OSError:  # nobody is there
                    near.close()
                    continue
                hold = self.connect()
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, target, hold), daemon=True).start()

    def connect(self) -> Callable[[bytes], None]:
        """What is done with each piece of a new connection before it is passed on."""
        return lambda data: None

    def _pass_on(self, source: socket.socket, target: socket.socket, hold: Callable[[bytes], None]) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                hold(data)
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        source.close()

    def close(self) -> None:
        self.listening.close()


class Weather(Relay):
    """A line to the hall on which questions and messages are late, and their answers again.

    Each connection is late by times of its own, drawn from the seed: within one everything keeps its order, as on
    every line, but what is asked on two is answered in any order.
    """

    def __init__(self, hall: Callable[[], int]) -> None:
        self.connections = itertools.count()
        super().__init__(hall)

    def connect(self) -> Callable[[bytes], None]:
        chance = random.Random(f"{SEED} {next(self.connections)}")
        late = False

        def hold(data: bytes) -> None:
            nonlocal late
            if asked := REQUEST.match(data):
                late = asked[1].startswith((b"/api/", b"/ws"))
            if late:
                time.sleep(chance.uniform(0, LATEST))

        return hold
