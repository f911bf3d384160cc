"""Write a small, whole game into a folder, to begin a game of one's own with."""

import json
import keyword
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

from gridhall.commands import DONE
from gridhall.errors import Unavailable, Usage

EXAMPLE = "gridhall new-game my_game --players 2"
TEMPLATES = {1: ("crumble", "Crumble"), 2: ("three_in_a_row", "Three in a row")}  # by players: its id and its title
NEXT = """
It is a whole game already. A game is code that runs with all your rights: use only games that you trust.
  export GRIDHALL_GAMES={folder}
  gridhall play {name}
  gridhall conformance {name}
  pytest {test}
  gridhall serve
Then change it: {rules} has the rules, docs/adding_a_game.md explains them.
"""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the game's id: small letters, digits and _")
    parser.add_argument("--players", type=int, choices=sorted(TEMPLATES), default=1, help="1: a puzzle (1); 2: a duel")
    parser.add_argument("--at", metavar="FOLDER", default="games", help="where the game's folder is made (games)")


def run(args: Namespace) -> int:
    """Copy the template under the new name, and say what to do next."""
    from gridhall import registry

    name, folder = args.name, Path(args.at)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or keyword.iskeyword(name):
        raise Usage(f"{name!r} cannot be a game's id; use small letters, digits and _, such as my_game")
    if name in registry.names():
        raise Usage(f"there is a game {name!r} already; choose another name")
    if (folder / name).exists():
        raise Usage(f"{folder / name} is there already; choose another name, or another folder with --at")
    try:
        written = copy_template(args.players, name, folder)
    except OSError as wrong:
        raise Unavailable(f"{folder} cannot be written to: {wrong.strerror or wrong}") from wrong
    if args.json:
        print(json.dumps({"game": name, "files": [str(path) for path in written]}))
        return DONE
    print("\n".join(map(str, written)))
    rules, test = folder / name / "rules.py", folder / f"test_{name}.py"
    print(NEXT.format(folder=folder.resolve(), name=name, test=test, rules=rules), end="")
    return DONE


def copy_template(players: int, name: str, folder: Path) -> list[Path]:
    """Write the template for so many players into a folder, under a name of its own; returns its files."""
    old, old_title = TEMPLATES[players]
    title = name.replace("_", " ").capitalize()
    source = Path(__file__).parents[1] / "templates"
    files = [
        source / f"test_{old}.py",
        *(path for path in (source / old).rglob("*") if "__pycache__" not in path.parts),
    ]
    written = []
    for path in sorted(file for file in files if file.is_file()):
        target = folder / str(path.relative_to(source)).replace(old, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text("utf-8").replace(old, name).replace(old_title, title), "utf-8")
        written.append(target)
    return written
