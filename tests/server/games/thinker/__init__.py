"""Thinker: Nim whose setup says what befalls a machine that thinks about it.

`9` is plain Nim. `9 fail` raises in a machine's process. `9 wait FOLDER` tells FOLDER/thinking (a named pipe) the id of
the machine's process, which then waits until somebody opens FOLDER/go, another one, or it is killed.
"""

import os
import traceback

from gridhall.games.nim import *  # noqa: F403

from gridhall.games import nim

TITLE = "Thinker"


def read_setup(text):
    heap, what, folder = [*text.split(" ", 2), "", ""][:3]
    if any(frame.name == "choose" for frame in traceback.extract_stack()):  # not when it is only read
        if what == "fail":
            raise ValueError("a secret plan")
        if what == "wait":
            with open(os.path.join(folder, "thinking"), "w", encoding="utf-8") as pipe:
                pipe.write(str(os.getpid()))
            with open(os.path.join(folder, "go"), encoding="utf-8") as pipe:
                pipe.read()
    return nim.read_setup(heap)
