"""Imports point one way, and no game is named outside its folder."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gridhall import registry

SOURCE = Path(__file__).parents[1] / "src" / "gridhall"
WEB = Path(__file__).parents[1] / "web" / "src"
CORE = {
    "errors",
    "kernel",
    "rng",
    "grid",
    "header",
    "scene",
    "draft",
    "game",
    "contract",
    "registry",
    "match",
    "record",
    "replay",
    "paths",
    "results",
}
# What a game may import besides its own folder.
FOR_RULES = {"errors", "kernel", "rng", "grid", "header", "scene", "draft", "game"}
TOOLS = {"author", "generate"}  # a game's files that make levels; they may play matches
MAY = {  # what each layer may import of the package, besides itself
    "compiler": {"kernel"},
    "games": FOR_RULES,
    "solve": CORE,
    "agents": CORE,
    "learn": CORE | {"agents", "render", "solve"},
    "render": CORE,
    "terminal": CORE | {"solve", "agents", "render"},
    "server": CORE | {"solve", "agents", "render", "compiler"},
    "commands": CORE | {"solve", "agents", "render", "terminal", "server", "compiler", "__main__"},
}
ORDER = [
    "errors",
    "kernel",
    "rng",
    "grid",
    "header",
    "scene",
    "draft",
    "game",
    "contract",
    "registry",
    "match",
    "record",
    "replay",
    "paths",
    "results",
]


def imports(path: Path) -> set[str]:
    """The parts of the package a file imports, `games.NAME` for a game's."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = (
                [f"{node.module}.{name.name}" for name in node.names]
                if node.module == "gridhall"
                else [node.module or ""]
            )
        for name in names:
            parts = name.split(".")
            if parts[0] == "gridhall" and len(parts) > 1:
                found.add(f"games.{parts[2]}" if parts[1] == "games" and len(parts) > 2 else parts[1])
    return found


def files(part: str) -> list[Path]:
    if not (SOURCE / part).is_dir():
        return [SOURCE / f"{part}.py"]
    return [path for path in sorted((SOURCE / part).rglob("*.py")) if not path.name.startswith("test_")]


@pytest.mark.parametrize("part", MAY)
def test_imports_point_back_along_the_arrows_only(part):
    for path in files(part):
        for found in imports(path):
            if part == "games" and path.stem in TOOLS and found in CORE:
                continue
            if part == "games" and found.startswith("games"):
                assert found == f"games.{path.relative_to(SOURCE).parts[1]}", f"{path} imports another game: {found}"
            elif found not in (part, "__version__"):
                assert found in MAY[part], f"{path.relative_to(SOURCE)} imports {found}"


def test_the_rules_of_a_game_do_not_use_its_tools():
    for path in files("games"):
        code = path.read_text("utf-8")
        free = path.stem in TOOLS or path.stem == "__init__"
        assert free or not any(re.search(rf"import {tool}\b|\.{tool} import", code) for tool in TOOLS), path


def test_the_core_imports_only_what_stands_before_it():
    # Inside functions: a match can print and save itself, and a kernel can be compiled.
    late = {("match", "render"), ("match", "record"), ("kernel", "compiler")}
    for number, part in enumerate(ORDER):
        for found in imports(SOURCE / f"{part}.py"):
            assert found in ORDER[:number] or (part, found) in late or (part, found) in {("registry", "games")}, (
                f"{part} imports {found}"
            )


def test_no_game_is_named_outside_its_folder():
    names = "|".join(map(re.escape, registry.games()))
    quoted = re.compile(rf"""["'`/]({names})["'`/]|\bgames\.({names})\b""")
    sources = [path for path in SOURCE.rglob("*.py") if "games" not in path.relative_to(SOURCE).parts]
    sources += [
        path
        for path in WEB.rglob("*")
        if path.suffix in (".ts", ".svelte", ".js", ".css") and "generated" not in path.parts
    ]
    for path in sources:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            # In the package's docstring.
            example = line.strip().startswith(("match = gridhall.Match(", "gridhall.solve("))
            assert example or not quoted.search(line), f"{path.name}:{number} names a game: {line.strip()}"


@pytest.mark.parametrize("name", registry.games())
def test_rules_run_interpreted_without_numpy_and_numba(name):
    code = (
        "import sys, gridhall\n"
        f"match = gridhall.Match({name!r})\n"
        "player = match.acting[0]\n"
        "match.act(player, match.legal(player)[0])\n"
        "match.text(player), match.facts()\n"
        "print(sorted({'numpy', 'numba', 'argparse', 'sqlite3', 'PIL', 'asyncio'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
