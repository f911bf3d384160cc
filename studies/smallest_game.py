"""How many lines the same small game takes: three in a row here and in OpenSpiel, pgx and PettingZoo.

    python studies/smallest_game.py [--keep]

Each package is fetched with pip into a folder that is thrown away, and its own tic-tac-toe is counted: lines of Python
that are not blank, comments or docstrings, of all files that are of this game alone, tests left out. `--keep` writes
studies/results/smallest_game.json.
"""

import ast
import json
import subprocess
import sys
import tempfile
import tokenize
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "src" / "gridhall" / "templates" / "three_in_a_row"
# By package: the files of the game, and which files of the platform itself must be changed to add one.
PEERS = {
    "open_spiel": ["open_spiel/python/games/tic_tac_toe.py"],
    "pgx": ["pgx/tic_tac_toe.py", "pgx/_src/games/tic_tac_toe.py", "pgx/_src/dwg/tictactoe.py"],
    "pettingzoo": ["pettingzoo/classic/tictactoe/tictactoe.py", "pettingzoo/classic/tictactoe/board.py"],
}


def code_lines(path: Path) -> int:
    """The lines of a file with code on them."""
    with path.open("rb") as file:
        skipped = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
        tokens = [token for token in tokenize.tokenize(file.readline) if token.type not in skipped]
    lines = {line for token in tokens if token.string for line in range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
            text = node.body[0]
            lines -= set(range(text.lineno, (text.end_lineno or text.lineno) + 1))
    return len(lines)


def main() -> None:
    counts = {"gridhall": sum(code_lines(path) for path in OWN.glob("*.py"))}
    for package, files in PEERS.items():
        with tempfile.TemporaryDirectory() as scratch:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
            subprocess.run([*pip, "--only-binary", ":all:", "-d", scratch, package], check=True)
            (wheel,) = Path(scratch).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(scratch, files)
            counts[package] = sum(code_lines(Path(scratch, file)) for file in files)
    for package, count in counts.items():
        print(f"{package:<11} {count:>4} lines")
    if "--keep" in sys.argv:
        (ROOT / "studies" / "results" / "smallest_game.json").write_text(json.dumps(counts, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
