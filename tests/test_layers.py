"""Imports point one way, and no game is named outside its folder."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gridhall import registry

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "gridhall"
WEB = ROOT / "web" / "src"
# The core: each of these files imports only what stands before it.
ORDER = [
    "rulings", "errors", "kernel", "rng", "grid", "header", "scene", "draft", "options", "game", "contract", "registry",
    "file_defects", "danger", "seeds", "ply", "match", "guide", "lesson", "perfection", "ready_code", "paths", "record",
    "replay", "ranking", "results", "hall_requests", "membership",
]  # fmt: skip
CORE = set(ORDER)
FOR_RULES = {
    "rulings",
    "errors",
    "kernel",
    "rng",
    "grid",
    "header",
    "scene",
    "draft",
    "options",
    "game",
}  # what a game may import
TOOLS = {"author", "generate"}  # a game's files that make levels; they may play matches
MAY = {  # what each folder may import of the package, besides itself; those that others use come first
    "compiler": {"kernel", "paths"},
    "games": FOR_RULES,
    "render": CORE,
    "solve": CORE,
    "agents": CORE,
    "ratings": CORE,
    "learn": CORE | {"agents", "render", "solve"},
    "terminal": CORE | {"agents", "compiler", "render", "solve"},
    "server": CORE | {"agents", "compiler", "ratings", "render", "solve"},
    "stage": CORE | {"agents", "compiler", "render", "server", "solve", "terminal"},
    "conformance": CORE | {"agents", "stage"},
    "templates": FOR_RULES | {"conformance", "Match"},
    "commands": CORE
    | {"agents", "compiler", "conformance", "learn", "ratings", "render", "server", "solve", "stage", "terminal"}
    | {"__main__"},
}
TOP = {"__init__", "__main__", "prepare"}  # files above all folders


def modules_imported(path: Path, source: str) -> set[str]:
    """The modules that a file imports, by their whole names; relative imports are resolved."""
    package = ["gridhall", *path.relative_to(SOURCE).parent.parts]
    modules = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            modules |= {f"{module}.{name.name}" for name in node.names}
    return modules


def imports(path: Path, source: str | None = None) -> set[str]:
    """The parts of the package that a file imports, `games.NAME` for a game's."""
    parts = set()
    for name in modules_imported(path, path.read_text("utf-8") if source is None else source):
        package, part, *rest = [*name.split("."), "", ""]
        if package == "gridhall" and part:
            parts.add(f"games.{rest[0]}" if part == "games" and rest[0] else part)
    return parts


def files(part: str) -> list[Path]:
    return sorted((SOURCE / part).rglob("*.py"))


def test_relative_imports_are_seen():
    path = SOURCE / "games" / "echoes" / "rules.py"
    assert imports(path, "from . import words\nfrom .setup import read\n") == {"games.echoes"}
    assert imports(path, "from ..warpgrid import rules\n") == {"games.warpgrid"}
    assert imports(path, "from ...server import app\nfrom ... import match\n") == {"server", "match"}
    assert imports(SOURCE / "server" / "app.py", "from .messages import Play\nfrom gridhall import learn\n") == {
        "server",
        "learn",
    }


def test_every_room_of_the_package_has_its_place():
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert folders == set(MAY)
    assert {path.stem for path in SOURCE.glob("*.py")} == CORE | TOP


@pytest.mark.parametrize("part", MAY)
def test_imports_point_back_along_the_arrows_only(part):
    for path in files(part):
        for imported in imports(path):
            if part == "games" and path.stem in TOOLS and imported in CORE:
                continue
            if part == "games" and imported.startswith("games"):
                own = f"games.{path.relative_to(SOURCE).parts[1]}"
                assert imported == own, f"{path} imports another game: {imported}"
            elif imported not in (part, "__version__"):
                assert imported in MAY[part], f"{path.relative_to(SOURCE)} imports {imported}"


def test_the_rules_of_a_game_do_not_use_its_tools():
    for path in files("games"):
        code = path.read_text("utf-8")
        free = path.stem in TOOLS or path.stem == "__init__"
        assert free or not any(re.search(rf"import {tool}\b|\.{tool} import", code) for tool in TOOLS), path


def test_the_core_imports_only_what_stands_before_it():
    # Inside functions: a match can print and save itself, and a kernel can be compiled.
    late = {("match", "render"), ("match", "record"), ("kernel", "compiler")}
    for number, part in enumerate(ORDER):
        for imported in imports(SOURCE / f"{part}.py"):
            assert imported in ORDER[:number] or (part, imported) in late, f"{part} imports {imported}"


def test_only_kernels_are_exempt_from_type_checking():
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]["overrides"]
    (exempt,) = (override["module"] for override in overrides if override.get("ignore_errors"))
    for module in exempt:
        paths = list(SOURCE.glob("/".join(module.split(".")[1:]) + ".py"))
        assert paths, f"{module} is exempt, but there is no such file"
        for path in paths:
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    marks = [ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list]
                    assert "kernel" in marks, f"{path} is exempt, but {node.name} is no kernel"


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
