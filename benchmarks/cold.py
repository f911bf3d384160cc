"""What the very first use of anything costs: every row starts new processes with an empty compiler cache.

    python benchmarks/cold.py [--json] [--compile] [GAME ...]

Wall-clock seconds, at the prompt and over the hall's protocol: the first hint, machine move and odds, and the proof of
the game's default level; then the first step of a batch of environments. With --compile the code that the package ships
is not used: that is what somebody waits who edits a rule, or has another kind of processor.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

from _table import row
from websockets.sync.client import connect

from gridhall import registry
from gridhall.game import Game
from gridhall.match import Match
from gridhall.server.messages import VERSION

AT_ONCE, LEARN = 2.0, 3.0  # seconds, wanted at most
PATIENCE, PING = 300.0, 20.0


def gridhall(environment: dict[str, str], *arguments: str, words: str = "") -> float:
    """The seconds a command takes, from its start to its end."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "gridhall", *arguments]
    nowhere = subprocess.DEVNULL
    subprocess.run(command, input=words.encode(), env=environment, check=True, stdout=nowhere, stderr=nowhere)
    return time.perf_counter() - began


def learn(environment: dict[str, str], name: str) -> float:
    """The seconds from `import` to the first step of a batch."""
    code = f"""
import gridhall.learn
envs = gridhall.learn.vector({name!r}, num_envs=1024)
envs.reset(seed=0)
envs.step(envs.action_space.sample())
"""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def hear(socket: Any) -> Any:
    """The next message; a ping now and then says that somebody is still there, or else the hall hangs up."""
    for _ in range(int(PATIENCE / PING)):
        with contextlib.suppress(TimeoutError):
            message = json.loads(socket.recv(timeout=PING))
            if message["type"] != "pong":
                return message
            continue
        socket.send(json.dumps({"type": "ping"}))
    raise SystemExit(f"the hall said nothing for {PATIENCE:.0f} seconds")


def until_the_machine(game: Game) -> tuple[int, list[str]]:
    """A seed, and words of player 2, after which player 1 alone is to act: a machine that sits there must play."""
    assert game.propose is not None, f"{game.TITLE} proposes nothing for player 2"
    for seed in range(100):
        match, words = Match(game, None, seed), list[str]()
        while {0, 1} <= set(match.acting):  # a turn for both
            view = match.view(1)
            words.append(game.word(match.setup, view, game.propose(match.setup, view, 1, len(words))))
            match.play(words[-1], 1)
        if match.acting == [0]:
            return seed, words
    raise SystemExit(f"player 1 of {game.TITLE} never has to play first")


class Hall:
    """A hall that has just been started, and a visitor."""

    def __init__(self, environment: dict[str, str], folder: str) -> None:
        code = f"from gridhall.server.serve import serve; serve(port=0, database='sqlite:///{folder}/hall.sqlite')"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.partition("http://localhost:")[2].partition("/")[0])
        self.token = self.call("/api/guests", None)["token"]

    def call(self, path: str, body: Any) -> Any:
        content = b"" if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", content, method="POST")
        if body is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def ask(
        self, game: str, wish: dict[str, Any], message: dict[str, Any] | None, until: Callable[[Any], bool]
    ) -> float:
        """The seconds from entering a new room, or from a message sent there, to what is waited for."""
        room = self.call("/api/rooms", {"game": game, **wish})
        with connect(f"ws://127.0.0.1:{self.port}/ws", max_size=None) as socket:
            began = time.perf_counter()
            join = {"type": "join", "version": VERSION, "room": room["room"], "keys": room["keys"]}
            socket.send(json.dumps({**join, "token": self.token}))
            if message is not None:
                while hear(socket)["type"] != "whole":
                    pass
                began = time.perf_counter()
                socket.send(json.dumps(message))
            while not until(hear(socket)):
                pass
            return time.perf_counter() - began

    def prove(self, game: str, text: str) -> float:
        """The seconds to a proof's last line."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/games/{game}/prove", text.encode(), method="POST"
        )
        began = time.perf_counter()
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            answer.read()
        return time.perf_counter() - began

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()


@contextlib.contextmanager
def empty(shipped: bool) -> Iterator[tuple[dict[str, str], str]]:
    """An environment in which nothing has been compiled or played, and its folder."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"GRIDHALL_CACHE": f"{folder}/cache", "GRIDHALL_HOME": folder}
        yield {**os.environ, **own, **({} if shipped else {"GRIDHALL_SHIPPED": "0"})}, folder


def rows(name: str, shipped: bool) -> Iterator[tuple[str, float, float]]:
    """(what, seconds, wanted at most) of everything a game offers."""
    game = registry.load(name)
    strongest = list(game.LEVELS_OF_PLAY)[-1:]
    asked = {"type": "hint?", "seat": 1, "ask": 1}
    machine = [{"kind": "machine", "level": level} for level in strongest]

    def answered(message: Any) -> bool:
        return bool(message["type"] in ("hint", "error"))

    def machine_moved(message: Any) -> bool:
        return bool(message["type"] == "update")

    with empty(shipped) as (environment, _):
        if game.PUZZLE or strongest:
            yield "hint, prompt", gridhall(environment, "play", name, "--plain", words="\nhint\nquit\n"), AT_ONCE
    for level in strongest:
        with empty(shipped) as (environment, _):
            seed, words = until_the_machine(game)
            command = "play", name, "--plain", "--against", level, "--side", "2", "--seed", str(seed)
            typed = "\n".join([*words, "quit", ""])
            yield f"{level}'s move, prompt", gridhall(environment, *command, words=typed), AT_ONCE
    if game.advise is not None:
        with empty(shipped) as (environment, _):
            yield "odds, prompt", gridhall(environment, "play", name, "--plain", words="odds\nquit\n"), AT_ONCE
    if game.PUZZLE:
        with empty(shipped) as (environment, _):
            yield "proof, prompt", gridhall(environment, "solve", name), AT_ONCE
    with empty(shipped) as (environment, folder), contextlib.closing(Hall(environment, folder)) as hall:
        if game.PUZZLE or game.advise is not None:
            wish: dict[str, Any] = {"seats": [{"kind": "me"}]}
            yield ("hint" if game.PUZZLE else "odds") + ", hall", hall.ask(name, wish, asked, answered), AT_ONCE
    if strongest:
        with empty(shipped) as (environment, folder), contextlib.closing(Hall(environment, folder)) as hall:
            wish = {"seats": [*machine, {"kind": "me"}], "seed": str(until_the_machine(game)[0])}
            yield f"{strongest[0]}'s move, hall", hall.ask(name, wish, None, machine_moved), AT_ONCE
    if game.PUZZLE:
        with empty(shipped) as (environment, folder), contextlib.closing(Hall(environment, folder)) as hall:
            yield "proof, hall", hall.prove(name, registry.read_text(game, None)), AT_ONCE
    if game.PLAYERS == 1:
        with empty(shipped) as (environment, _):
            yield "learn.vector, first step", learn(environment, name), LEARN


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--compile", action="store_true", help="without the code that is shipped")
    parser.add_argument("games", metavar="GAME", nargs="*", default=registry.games())
    args = parser.parse_args()
    for name in args.games:
        for what, seconds, wanted in rows(name, not args.compile):
            row(f"{name}: {what}", seconds, " s", at_most=wanted)


if __name__ == "__main__":
    main()
