"""Every command, whatever stands on its line and whatever the system refuses: a sentence, a documented exit code."""

import argparse
import contextlib
import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.zygote import Zygote

from gridhall import registry, solve
from gridhall.__main__ import main, parser
from gridhall.commands import DONE, FAILED, INTERRUPTED, SUMMARIES, UNDECIDED, UNSOLVABLE, USAGE
from gridhall.match import Match
from gridhall.paths import written_whole

CODES = {DONE, FAILED, USAGE, UNSOLVABLE, UNDECIDED, INTERRUPTED}
NOWHERE = "/proc/nosuch/place"
# What would go on for ever, or for minutes, were its other arguments right.
MORE = {"serve": ["--database", f"sqlite:///{NOWHERE}"], "bench": ["--nosuch"], "lobby": ["--plain"]}
WORDS = ["", " ", "-1", "nan", "☃", "\udcff", "a" * 5000, "../..", "http://[", "http://h:port", "http://a b", "h://x"]
LARGE = [2**40, 2**62, 2**63 - 2, 2**63, 2**64, 10**30]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Files of all kinds, and what is no file."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to(folder / "loop")
    contents = {"empty": b"", "zeros": bytes(99), "latin": b"\xff\xe9\n@.#\n", "list": b"[]\n", "object": b'{"a": 1}\n'}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    others = [folder / "folder", folder / "loop", folder / "missing" / "x", folder / ("x" * 300), "/dev/null"]
    return [*map(str, [*(folder / name for name in contents), *others]), f"{NOWHERE}/x"]


def lines(command: str, values: list[str]) -> Iterator[list[str]]:
    """Lines of a command with one value at each of its places."""
    subparsers = next(a for a in parser(command)._actions if isinstance(a, argparse._SubParsersAction))
    actions = [action for action in subparsers.choices[command]._actions if action.dest != "help"]
    named = ["phase_shift"] * any(action.dest == "game" and not action.option_strings for action in actions)
    for value in values:
        yield [value]
        yield [*named, value]
        for action in actions:
            if action.option_strings and action.nargs != 0:
                yield [*named, action.option_strings[0], value]


def run_apart(zygote: Zygote, words: list[str], folder: Path) -> tuple[int, str]:
    """The exit code of a command line in a process of its own, and all that it printed."""
    environment = {**os.environ, "TMPDIR": str(folder)}
    with open(os.devnull, "rb") as typed, (folder / "printed").open("wb+") as printed:
        streams = [typed.fileno(), printed.fileno(), printed.fileno()]
        code = zygote.wait(zygote.start(words, environment, str(folder), streams))
        printed.seek(0)
        return code, printed.read().decode("utf-8", "replace")


@pytest.mark.parametrize("command", SUMMARIES)
def test_whatever_stands_on_a_line_it_is_answered_in_a_sentence(
    command: str,
    files: list[str],
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.ExitStack() as stack:
        # A hall makes its process its own: logs, temporary files, limits. Everything else is quicker in this one.
        is_hall = command == "serve"
        zygote = stack.enter_context(contextlib.closing(Zygote(machines=False))) if is_hall else None
        values = [*WORDS, *files]
        for line in lines(command, values[::3] if is_hall else values):  # a process takes its time
            words = [command, *line, *MORE.get(command, [])]
            if zygote is not None:
                code, printed = run_apart(zygote, words, tmp_path)
            else:
                monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
                code = main(words)
                printed = "".join(capsys.readouterr())
            assert code in CODES and "internal error" not in printed and "Traceback" not in printed, (line, printed)
            assert not code or printed.strip(), line


def test_what_is_no_store_keeps_its_mode(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hall's file is for its owner only, but not every file that is named as one is a hall's."""
    text = tmp_path / "passwords"
    text.write_text("root\n")
    text.chmod(0o644)
    assert main(["dump", str(tmp_path / "dump"), "--database", f"sqlite:///{text}"]) == FAILED
    assert "not a database" in capsys.readouterr().err
    assert text.stat().st_mode & 0o777 == 0o644 and text.read_text() == "root\n"
    assert not (tmp_path / "dump").exists()


def test_what_is_written_whole_takes_the_place_of_files_only(tmp_path: Path, home: Path) -> None:
    target, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    target.write_text("before")
    link.symlink_to(target)
    with written_whole(link) as file:
        file.write_text("now")
        assert target.read_text() == "before"
    assert link.is_symlink() and target.read_text() == "now"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert main(["dump", str(pipe)]) == DONE
    assert os.read(reader, 2) == b"\x1f\x8b" and pipe.is_fifo()
    Match("phase_shift").save(os.devnull)
    assert Path(os.devnull).is_char_device()
    os.close(reader)
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".part") == []


@pytest.mark.parametrize("name", [name for name in registry.games() if registry.load(name).PUZZLE])
def test_a_search_may_be_allowed_any_number_of_positions(name: str) -> None:
    assert {solve(name, nodes=nodes).length for nodes in LARGE} == {solve(name).length}


def run(*words: str, **streams: Any) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "gridhall", *words]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run(command, text=True, **streams)


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_full_disk_is_no_bug_of_ours(more: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = run("games", *more, stdout=full)
    assert (done.returncode, done.stderr) == (1, "gridhall: the system refuses something: No space left on device\n")


def test_a_closed_output_is_none() -> None:
    done = run("games", stdout=None, preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr) == (0, "")


def test_bytes_that_are_no_text_are_words_that_no_game_has(home: Path, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_bytes(b"\xff\nright\n")
    for way in ([], ["--json"], ["--speak"]):
        with words.open() as stdin:
            done = run(
                "play", "grid_universe", *way, stdin=stdin, env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
            )
        assert ("internal error" not in done.stderr and "Turn 1" in done.stdout) or '"turn": 1' in done.stdout, done


POLICIES = {
    "def policy(seen, mask\n": "SyntaxError: '(' was never closed (policy.py, line 1)",
    "import nosuch_module\n": ", line 1: ModuleNotFoundError",
    "\nraise SystemExit(7)\n": ", line 2: SystemExit: 7",
    "def policy(seen, mask):\n    return 1 // 0\n": ", line 2: ZeroDivisionError",
    "OPTIONS = 3\ndef policy(seen, mask):\n    return 0\n": "OPTIONS of policy.py is 3",
    "": "has no policy",
}


@pytest.mark.parametrize("text", POLICIES)
def test_a_mistake_in_a_policy_is_told_with_its_line(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("policy.py").write_text(text)
    assert main(["score", "policy.py", "--game", "phase_shift", "--tier", "small", "--levels", "1"]) in (FAILED, USAGE)
    assert POLICIES[text] in capsys.readouterr().err


ANSWERS = {
    "no HTTP": b"SSH-2.0-other\r\n",
    "nothing": b"",
    "half": b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{",
    "a page": b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>",
    "a list": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
    "something else": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
}


@pytest.mark.parametrize("what", ANSWERS)
def test_who_answers_in_a_halls_place_is_told_to_be_none(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.wfile.write(ANSWERS[what])
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            assert main(["login", f"http://127.0.0.1:{server.server_port}"]) == FAILED
        finally:
            server.shutdown()
    assert capsys.readouterr().err.startswith(f"gridhall: there is no hall at http://127.0.0.1:{server.server_port}: ")
