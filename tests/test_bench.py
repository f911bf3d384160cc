"""`gridhall bench` runs the scripts of benchmarks/, changes no file of the tree, and ends with a table."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted(path for path in (ROOT / "benchmarks").glob("*.py") if not path.stem.startswith("_"))

FAST = """\
import sys
from _table import left_out, row
print('{"benchmark": "fast", "rate": 7}' if "--json" in sys.argv else "seven a second")
row("as fast as wanted", 7, at_least=5)
row("as slow as wanted", 1234.5, " ms", at_most=2000)
left_out("the other engine", "it is not installed")
"""
SLOW = """\
import sys
from _table import row
print("slow speaks to people only", "and to peers" * ("--peers" in sys.argv))
row("slower than wanted", 0.5, at_least=0.8)
row("longer than wanted", 9, " s", at_most=2)
"""
BROKEN = "from _table import row\nrow('before it broke', 2, at_least=1)\nraise SystemExit(3)\n"


def bench(tree: Path, *arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), **(environment or {})}
    environment.pop("GRIDHALL_BENCH_TABLE", None)
    command = [sys.executable, "-m", "gridhall", "bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=tree, env=environment, check=False)


@pytest.fixture
def tree(tmp_path):
    """A source tree whose package is ours and whose benchmarks are toys."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "gridhall").symlink_to(ROOT / "src" / "gridhall")
    (tmp_path / "benchmarks").mkdir()
    shutil.copy(ROOT / "benchmarks" / "_table.py", tmp_path / "benchmarks")
    for name, text in {"fast": FAST, "slow": SLOW + '# "--peers"\n', "peers": FAST}.items():
        (tmp_path / "benchmarks" / f"{name}.py").write_text(text, "utf-8")
    return tmp_path


def test_the_last_lines_are_a_table_of_measured_and_wanted(tree):
    done = bench(tree)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout == (
        "== fast\n"
        "seven a second\n"
        "== slow\n"
        "slow speaks to people only \n"
        "== wanted and measured\n"
        "benchmark  what                measured  wanted\n"
        "fast       as fast as wanted          7  at least 5\n"
        "fast       as slow as wanted   1,234 ms  at most 2,000 ms\n"
        "fast       the other engine           -                    left out: it is not installed\n"
        "slow       slower than wanted       0.5  at least 0.8      MISSED\n"
        "slow       longer than wanted       9 s  at most 2 s       MISSED\n"
        "2 of 4 values are as wanted, 2 missed\n"
    )


def test_for_programs_there_is_nothing_but_json_and_the_table_is_the_last_line(tree):
    done = bench(tree, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and "slow speaks to people only" in done.stderr
    assert lines == [
        {"benchmark": "fast", "rate": 7},
        {
            "table": [
                {"benchmark": "fast", "what": "as fast as wanted", "value": 7, "unit": "", "at_least": 5, "met": True},
                {
                    "benchmark": "fast",
                    "what": "as slow as wanted",
                    "value": 1234.5,
                    "unit": " ms",
                    "at_most": 2000,
                    "met": True,
                },
                {"benchmark": "fast", "what": "the other engine", "left_out": "it is not installed"},
                {
                    "benchmark": "slow",
                    "what": "slower than wanted",
                    "value": 0.5,
                    "unit": "",
                    "at_least": 0.8,
                    "met": False,
                },
                {
                    "benchmark": "slow",
                    "what": "longer than wanted",
                    "value": 9,
                    "unit": " s",
                    "at_most": 2,
                    "met": False,
                },
            ]
        },
    ]


def test_a_script_that_fails_is_shown_and_only_that_decides_the_exit_code(tree):
    (tree / "benchmarks" / "broken.py").write_text(BROKEN, "utf-8")
    done = bench(tree)
    assert done.returncode == 1
    table = done.stdout.partition("== wanted and measured\n")[2].splitlines()
    assert [line.split()[0] for line in table[1:4]] == ["broken", "broken", "fast"]
    assert table[1].endswith("before it broke            2  at least 1")
    assert table[2].endswith("FAILED with exit code 3")
    done = bench(tree, "--json", "broken")
    assert done.returncode == 1
    assert json.loads(done.stdout)["table"][1] == {"benchmark": "broken", "what": "the script", "failed": 3}


def test_scripts_are_run_by_name_and_peers_when_asked_for(tree):
    assert [line for line in bench(tree, "slow").stdout.splitlines() if line.startswith("==")] == [
        "== slow",
        "== wanted and measured",
    ]
    asked = bench(tree, "--peers").stdout
    assert [line for line in asked.splitlines() if line.startswith("==")] == [
        "== fast",
        "== peers",
        "== slow",
        "== wanted and measured",
    ]
    assert "and to peers" in asked
    wrong = bench(tree, "slwo")
    assert wrong.returncode == 2 and "there is no benchmark 'slwo'; there are fast, peers, slow" in wrong.stderr


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_benchmark_has_a_row_in_the_table_and_speaks_json(script):
    text = script.read_text("utf-8")
    called = {
        node.func.id
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert "row" in called and '"--json"' in text
    assert f"python benchmarks/{script.name}" in (ast.get_docstring(ast.parse(text)) or "")


WRITES = {
    "write_text", "write_bytes", "mkdir", "makedirs", "touch", "symlink_to", "hardlink_to", "rename", "unlink",
    "rmdir", "rmtree", "remove", "copy2", "copyfile", "copytree", "move", "save", "savez", "savez_compressed",
    "tofile", "dump",
}  # fmt: skip


def root_of(target: ast.expr) -> str:
    """The name that a path is built from: `folder` of `(Path(folder) / "x")`."""
    while not isinstance(target, ast.Name):
        if isinstance(target, ast.BinOp):
            target = target.left
        elif isinstance(target, ast.Call):
            target = target.args[0] if target.args else target.func
        elif isinstance(target, (ast.Attribute, ast.Subscript, ast.Starred)):
            target = target.value
        else:
            return ast.dump(target)
    return target.id


def written(call: ast.Call) -> ast.expr | None:
    """The path that a call writes to; None if it writes nothing."""
    name = (
        call.func.attr
        if isinstance(call.func, ast.Attribute)
        else call.func.id
        if isinstance(call.func, ast.Name)
        else ""
    )
    if name == "open":
        plain = isinstance(call.func, ast.Name)
        modes = [
            *call.args[1 if plain else 0 :],
            *(keyword.value for keyword in call.keywords if keyword.arg == "mode"),
        ]
        if any(isinstance(mode, ast.Constant) and set("wax+") & set(str(mode.value)) for mode in modes[:1]):
            return call.func.value if isinstance(call.func, ast.Attribute) else call.args[0]
        return None
    if name not in WRITES or not isinstance(call.func, ast.Attribute):
        return None
    module = isinstance(call.func.value, ast.Name) and call.func.value.id in (
        "os",
        "shutil",
        "np",
        "numpy",
        "json",
        "pickle",
    )
    return (
        call.args[-1 if name in ("copy2", "copyfile", "copytree", "move", "dump") else 0] if module else call.func.value
    )


@pytest.mark.parametrize("script", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda path: path.stem)
def test_a_benchmark_writes_only_where_it_is_told(script):
    """What is written is built from a parameter of the function, a temporary folder or what the environment names."""
    for function in ast.walk(ast.parse(script.read_text("utf-8"))):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
            continue
        writable = set()
        if not isinstance(function, ast.Module):
            writable |= {parameter.arg for parameter in [*function.args.args, *function.args.kwonlyargs]}
        for node in ast.walk(function):
            if (
                isinstance(node, ast.withitem)
                and "TemporaryDirectory" in ast.dump(node.context_expr)
                and node.optional_vars
            ):
                writable.add(root_of(node.optional_vars))
            if isinstance(node, ast.NamedExpr) and "environ" in ast.dump(node.value):
                writable.add(node.target.id)
        body = function.body if isinstance(function, ast.Module) else [function]
        for statement in body:
            if isinstance(function, ast.Module) and isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue  # looked at by itself
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and (target := written(node)) is not None:
                    assert root_of(target) in writable, f"{script.name}:{node.lineno} writes to {ast.unparse(target)}"


def test_the_check_of_what_is_written_sees_writing():
    wrong = [
        "KEPT.write_text('x')",
        "open(HERE / 'x', 'w')",
        "(HERE / 'x').open('a')",
        "np.savez(HERE, x)",
        "shutil.copy2(a, HERE)",
    ]
    for text in wrong:
        (call,) = [
            node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and written(node) is not None
        ]
        assert root_of(written(call)) in ("KEPT", "HERE")
    (reading,) = [node for node in ast.walk(ast.parse("open(path)")) if isinstance(node, ast.Call)]
    assert written(reading) is None


@pytest.mark.slow
def test_the_whole_bench_runs_from_a_clean_clone_and_leaves_it_clean(tmp_path):
    clone = tmp_path / "clone"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, clone / name)
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *command], cwd=clone, check=True)
    ready = [sys.executable, "-m", "gridhall.prepare", "--ship"]  # as `make bench` does before
    subprocess.run(ready, cwd=clone, env={**os.environ, "PYTHONPATH": str(clone / "src")}, check=True)
    done = bench(clone, environment={"GRIDHALL_HOME": str(tmp_path / "home")})
    assert done.returncode == 0, done.stdout + done.stderr
    for changed in (["diff", "--stat"], ["ls-files", "--others", "--exclude-standard"]):
        assert subprocess.run(["git", *changed], cwd=clone, capture_output=True, text=True, check=True).stdout == ""
    table = done.stdout.partition("== wanted and measured\n")[2].splitlines()
    assert {line.split()[0] for line in table[1:-1]} == {script.stem for script in SCRIPTS} - {"peers"}
    assert table[-1].partition(" values are as wanted")[1]
