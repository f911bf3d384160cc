"""Lasting: Phase Shift whose text may begin with what befalls whoever proves it.

`die` ends the prover's process. `wait FOLDER` opens FOLDER/alive (a named pipe), writes a byte into it and never ends
by itself.
"""

import os
import signal
import traceback

from gridhall.games import phase_shift
from gridhall.games.phase_shift import *  # noqa: F403

TITLE, DEFAULT = "Lasting", ""
LEVEL = "#####\n#PBE#\n#####\n---\n#####\n#..E#\n#####\n"


def read_setup(text):  # type: ignore[no-redef]  # instead of the one imported
    first, _, rest = text.partition("\n")
    what, _, folder = first.partition(" ")
    if what not in ("die", "wait"):
        return phase_shift.read_setup(text or LEVEL)
    if any(frame.name == "prove" for frame in traceback.extract_stack()):  # not when it is only read
        if what == "die":
            os._exit(9)
        with open(os.path.join(folder, "alive"), "w", encoding="utf-8") as pipe:
            pipe.write("!")
            pipe.flush()
            signal.pause()
    return phase_shift.read_setup(rest)
