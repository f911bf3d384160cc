"""The code blocks of README and docs are executed, and the files they name exist.

Python blocks run as one program a page, console lines with the output they show.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gridhall.commands.admin import QUESTIONS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.M | re.S)


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text("utf-8"))


def environment(folder: Path) -> dict[str, str]:
    """Commands are found where Python's own are; nothing of the user's is touched."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {
        **os.environ,
        "PATH": path,
        "GRIDHALL_HOME": str(folder / "home"),
        "NUMBA_NUM_THREADS": "1",
        "NO_COLOR": "1",
    }


LOOP = """
import json, sys
scope = {"__name__": "__main__"}
for line in sys.stdin:
    exec(compile(json.loads(line), "page", "exec"), scope)
    print("\\0", flush=True)
"""


class Program:
    """The python blocks of a page: one program, run block by block between the commands."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-c", LOOP]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment(folder)
        )

    def run(self, code: str) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(code) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line == "\0\n":
                return
        raise AssertionError(f"this block failed:\n{code}")

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def run_console(text: str, folder: Path) -> None:
    commands = re.split(r"^\$ ", text, flags=re.M)[1:]
    assert commands, f"a console block shows commands as `$ command`: {text}"
    for command in commands:
        line, _, shown = command.partition("\n")
        result = subprocess.run(line, shell=True, text=True, capture_output=True, cwd=folder, env=environment(folder))
        printed = result.stdout + result.stderr
        wanted = ".*?".join(re.escape(part) for part in shown.rstrip("\n").split("..."))
        assert re.fullmatch(wanted, printed.rstrip("\n"), re.S), f"$ {line}\nshown:\n{shown}\nfound:\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_does_what_it_says(page, tmp_path):
    program = Program(tmp_path)
    try:
        for language, text in blocks(page):
            if language == "python":
                program.run(text)
            else:
                run_console(text, tmp_path)
    finally:
        program.close()


ALL_PAGES = [*PAGES, *(ROOT / "docs").glob("*/*.md")]
ALL_PAGES += [ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")]
NAMED = re.compile(r"`([\w./*-]*\w\.(?:py|md|ts|svelte|css|svg|toml|json|lock|c)|[\w./-]+/)`")
# What a page names that is not of this tree: a reader's own files, and patterns for those of a game.
ELSEWHERE = {"rules.py", "setup.py", "words.py", "scene.py", "theme.svg", "__init__.py", "levels/index.json"}
ELSEWHERE |= {"guide.json", "my_policy.py", "dist/", "theme-NAME.svg"}  # what a reader writes or builds


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert "://" in target or (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda page: page.name)
def test_a_file_that_is_named_is_there(page):
    """Named from the tree's root, from the package, or from the client's source; `*` stands for any name."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    homes = [ROOT, ROOT / "src" / "gridhall", ROOT / "web" / "src", ROOT / "docs"]
    for name in NAMED.findall(text):
        is_address = name.startswith("/")  # of a hall
        assert is_address or name in ELSEWHERE or any(any(home.glob(name)) for home in homes), (
            f"{page.name} names {name}"
        )


def test_every_test_that_the_page_on_security_names_is_there():
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "security.md").read_text("utf-8")))
    files = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(named) > 40 and not named - {
        name for text in files for name in re.findall(r"^def (test_\w+)", text, re.M)
    }


def test_the_page_on_operating_names_all_that_an_operator_can_ask():
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    (listed,) = re.findall(r"`gridhall admin ([^`]+)`", text)
    assert sorted(entry.split()[0] for entry in listed.split("|")) == sorted(QUESTIONS)
