"""Somebody's own agent in a process of its own: it is handed views, never the truth, and has a clock and little memory.

`FILE.py:NAME` means the function, or the class, of that name in a Python file. A function gets an `AgentSeat` and
returns an action, as a number or a word; a class is made once a match and its method `choose` is asked. Whatever goes
wrong in there (an exception, an illegal action, too much time or memory) is told as a sentence, and loses
that match only.

Run as a program (`python -m gridhall.agents.guest`) this file is the other end.
"""

import contextlib
import difflib
import inspect
import json
import os
import selectors
import struct
import subprocess
import symtable
import sys
import tokenize
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from gridhall.errors import BadAction, GridhallError, Usage
from gridhall.game import Game, SetupRecord, View
from gridhall.registry import load, name_of

SECONDS = 5.0  # that a choice may take, and loading the file
MEMORY = 2 << 30  # bytes of address space
MOST = 10_000  # characters of an answer


class GuestFailed(Exception):
    """Why a guest loses the match, as a sentence."""


class AgentSeat:
    """What an agent may know when it is to act."""

    def __init__(self, game: Game, setup: SetupRecord, view: View, player: int, seed: int) -> None:
        self.game, self.setup, self.view, self.player, self.seed = game, setup, view, player, seed

    def legal(self) -> list[int]:
        """The actions that the rules allow now."""
        actions = range(self.game.ACTIONS)
        return [action for action in actions if not self.game.refusal(self.setup, self.view, self.player, action)]

    def word(self, action: int) -> str:
        """An action as a player types it."""
        return self.game.word(self.setup, self.view, action)

    def facts(self) -> dict[str, Any]:
        """The position as data, as this player knows it."""
        return self.game.facts(self.setup, self.view, self.player)


def is_guest(name: str) -> bool:
    """Whether an agent's name means somebody's own file."""
    return ".py:" in name


def named(agent: str | Callable[..., Any]) -> str:
    """An agent by its name; of a function or class the file and the name under which another process finds it."""
    if isinstance(agent, str):
        return agent
    where, name = inspect.getsourcefile(agent), getattr(agent, "__qualname__", "")
    if not where or not os.path.isfile(where) or not name.isidentifier():
        raise Usage(f"{agent!r:.60} cannot be found by another process; put it into a file, at its top level")
    return f"{where}:{name}"


def check_file(name: str) -> None:
    """Raise if there is no such file, or if it surely has no such name. The file is read and not run."""
    path, _, wanted = name.rpartition(":")
    if not os.path.isfile(path):
        raise Usage(f"there is no file {path}; an agent of your own is FILE.py:NAME")
    try:
        with tokenize.open(path) as file:  # in the encoding that it names
            source = file.read()
        symbols = symtable.symtable(source, path, "exec").get_symbols()
    except SyntaxError as wrong:
        raise Usage(f"{path}, line {wrong.lineno or 1}: {wrong.msg}") from None
    except ValueError as wrong:  # zero bytes, or no such text
        raise Usage(f"{path}: {wrong}") from None
    there = [symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()]
    if wanted not in there and "import *" not in source:
        near = difflib.get_close_matches(wanted, there, 1)
        cure = f"did you mean {near[0]}?" if near else "write `def choose(seat)`, which returns an action"
        raise Usage(f"{path} has no {wanted}; {cure}")


class GuestAgent:
    """An agent in a process of its own, for one match and seat."""

    def __init__(
        self, name: str, game: Game, setup_text: str, player: int, seed: int, seconds: float = SECONDS,
        memory: int = MEMORY,
    ) -> None:  # fmt: skip
        self.name, self.seconds = name, seconds
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gridhall.agents.guest"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        path, _, function = name.rpartition(":")
        head = {
            "file": os.path.abspath(path), "name": function, "game": name_of(game), "setup": setup_text,
            "player": player, "seed": seed, "memory": memory,
        }  # fmt: skip
        try:
            self._send(json.dumps(head).encode())
            self._answer(30 + seconds)  # Python itself may be slow to start
        except GuestFailed:
            self.close()
            raise

    def choose(self, view: View) -> int | str:
        """The guest's action; raises GuestFailed."""
        self._send(bytes(view))
        answer = self._answer(self.seconds)
        if not isinstance(answer, (int, str)) or isinstance(answer, bool):
            raise GuestFailed(f"answered {answer!r:.60}, which is no action")
        return answer

    def _send(self, message: bytes) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(struct.pack("<I", len(message)) + message)
            self.process.stdin.flush()
        except OSError:
            raise GuestFailed("ended its process") from None

    def _answer(self, seconds: float) -> Any:
        """The next line of the guest, within a time."""
        import time

        assert self.process.stdout is not None
        line, until = b"", time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise GuestFailed(f"took more than {self.seconds:g} s")
                part = os.read(self.process.stdout.fileno(), MOST)
                line += part
                if not part or len(line) > MOST:
                    raise GuestFailed("ended its process" if not part else "answered too much")
        try:
            answer = json.loads(line)
        except ValueError:
            raise GuestFailed("wrote to standard output what is no answer") from None
        if isinstance(answer, dict) and "failed" in answer:
            raise GuestFailed(str(answer["failed"])[:300])
        return answer.get("action") if isinstance(answer, dict) else None

    def close(self) -> None:
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.process.wait()


def _read(source: IO[bytes]) -> bytes:
    head = source.read(4)
    if len(head) < 4:
        raise SystemExit(0)
    return source.read(struct.unpack("<I", head)[0])


def _limit_memory(most: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # not every system has it
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _load(path: str, name: str) -> Callable[[AgentSeat], int | str]:
    """The agent of a file, made for one match."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("guest_agent", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(Path(path).parent))
    spec.loader.exec_module(module)
    agent = getattr(module, name)
    chosen: Callable[[AgentSeat], int | str] = agent().choose if isinstance(agent, type) else agent
    return chosen


def main() -> None:
    """Load the agent and answer views with actions; what it prints goes nowhere."""
    source, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "w", encoding="utf-8")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    head = json.loads(_read(source))

    def answer(what: dict[str, Any]) -> None:
        answers.write(json.dumps(what) + "\n")
        answers.flush()

    game = load(head["game"])
    setup, blank = game.read_setup(head["setup"])
    try:
        _limit_memory(head["memory"])
        choose = _load(head["file"], head["name"])
        answer({"action": 0})
        while True:
            view = type(blank).from_buffer_copy(_read(source))
            action = choose(AgentSeat(game, setup, view, head["player"], head["seed"]))
            answer({"action": action if isinstance(action, str) else int(action)})
    except Exception as wrong:
        cause = "memory was used up" if isinstance(wrong, MemoryError) else f"{type(wrong).__name__}: {wrong}"
        answer({"failed": f"failed with {cause}"})


def action_of_guest(game: Game, setup: SetupRecord, view: View, player: int, answer: int | str) -> int:
    """The action that a guest's answer means; raises GuestFailed if it is none, or not allowed."""
    try:
        action = game.read_word(setup, view, answer) if isinstance(answer, str) else answer
    except (BadAction, GridhallError) as wrong:
        raise GuestFailed(f"answered {answer!r:.60}: {wrong}") from None
    if not 0 <= action < game.ACTIONS:
        raise GuestFailed(f"answered {action}, which is no action")
    if reason := game.refusal(setup, view, player, action):
        raise GuestFailed(f"answered {answer!r:.60}, which is not allowed: {game.REASONS[reason]}")
    return action


if __name__ == "__main__":
    main()
