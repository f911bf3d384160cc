"""A process that has imported everything, perhaps loaded the machines, and from which command lines are forked.

Each of them is a real process with real standard streams, which can be killed; only its start is cheap, so that a test
can have hundreds. `Zygote` is its owner's side; run as a program this file is the other side.
"""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
from typing import Any, NoReturn

LONGEST = 1 << 16  # bytes of a message


class Zygote:
    """The owner's side: starts command lines, and waits for their ends."""

    def __init__(self, machines: bool) -> None:
        """With `machines` those are loaded, too; without, a fork costs a quarter as much."""
        self.socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            command = [sys.executable, __file__, str(other.fileno()), *["machines"] * machines]
            self.process = subprocess.Popen(command, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL)

    def start(self, arguments: list[str], environment: dict[str, str], folder: str, streams: list[int]) -> int:
        """Start a command line with these standard streams; its process id, which stays its own until `wait`."""
        wanted = {"arguments": arguments, "environment": environment, "folder": folder}
        socket.send_fds(self.socket, [json.dumps(wanted).encode()], streams)
        return self._answer()

    def wait(self, process: int) -> int:
        """Wait for the end of a process; its exit code, or the negative number of the signal that ended it."""
        self.socket.send(json.dumps({"wait": process}).encode())
        return self._answer()

    def _answer(self) -> int:
        return int(json.loads(self.socket.recv(LONGEST)))

    def close(self) -> None:
        self.socket.close()
        self.process.wait()


def serve(owner: socket.socket) -> None:
    """The other side: fork, and wait, as the owner says, until the owner has gone."""
    while True:
        message, streams, _, _ = socket.recv_fds(owner, LONGEST, 3)
        if not message:
            return
        wanted = json.loads(message)
        if "wait" in wanted:
            answer = os.waitstatus_to_exitcode(os.waitpid(wanted["wait"], 0)[1])
        else:
            answer = os.fork()
            if not answer:
                owner.close()
                become(wanted, streams)
            for stream in streams:
                os.close(stream)
        owner.send(json.dumps(answer).encode())


def become(wanted: dict[str, Any], streams: list[int]) -> NoReturn:
    """Be a command line with these standard streams, in a session of its own, with the usual answers to signals."""
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the owner may ignore it
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        # The standard streams live as long as the process.
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
        os.environ.clear()
        os.environ.update(wanted["environment"])
        os.chdir(wanted["folder"])
        from gridhall.__main__ import main

        code = main(wanted["arguments"])
    finally:
        sys.stdout.flush()
        os._exit(code)


def warm(machines: bool) -> None:
    """Import what command lines need, and let each machine choose once."""
    from gridhall import registry
    from gridhall.match import Match
    from gridhall.terminal import prompt, prompt_commands, saves  # noqa: F401

    for name in registry.games():
        game = registry.load(name)
        registry.levels(game)
        match = Match.of_text(game, registry.read_text(game, None))
        for level in game.LEVELS_OF_PLAY if machines else ():
            from gridhall.agents import choose

            for player in match.acting:
                choose(game, match.setup, match.view(player), player, level, 1)


if __name__ == "__main__":
    warm("machines" in sys.argv)
    gc.freeze()  # so that a fork's first collection does not copy all there is
    serve(socket.socket(fileno=int(sys.argv[1])))
