"""Find games by listing the folder; nothing else in the platform knows their names."""

import difflib
import importlib
import json
import os
import pkgutil
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

from gridhall.contract import HOOKS, defects
from gridhall.errors import BadGame, BadSetup, Defect, GridhallError, HiddenFiles, UnknownGame
from gridhall.game import Game

DEFAULTS: dict[str, Any] = {
    "PUZZLE": False, "UNDO": False, "SECRETS": False, "FILES": (), "RANKING": (),
    "DEFAULT": "", "BLANK": "", "HELP": "", "AIM": "",
    "LEVELS_OF_PLAY": {}, "POOL": {}, "CERTIFY_SCORE": False, "PLAN": 0,
}  # fmt: skip
# A test, or a person with a game of their own, may add one (GRIDHALL_GAMES).
FOLDERS = [str(Path(__file__).parent / "games")]
FOLDERS += [folder for folder in os.environ.get("GRIDHALL_GAMES", "").split(os.pathsep) if folder]


class ShippedLevel(NamedTuple):
    """A shipped level: its text, its place in the ladder, and what is proved of it."""

    name: str
    title: str
    group: str
    text: str
    certificate: dict[str, Any]
    note: dict[str, Any]  # whatever else the index says of it


def games() -> list[str]:
    """The ids of all games, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(FOLDERS) if module.ispkg)


@cache
def load(name: str) -> Game:
    """The game's module.

    Raises UnknownGame with the nearest name, and BadGame with all that the package lacks (contract.py).
    """
    if name not in games():
        near = difflib.get_close_matches(name, games(), 1)
        cure = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(games())}"
        raise UnknownGame(f"there is no game {name!r}; {cure}")
    searched = importlib.import_module("gridhall.games").__path__
    searched.extend(folder for folder in FOLDERS if folder not in searched)
    module = _import(name)
    if wrong := defects(module):
        raise BadGame(str(folder_of(module)), wrong)
    return complete(module)


def complete(module: ModuleType | Game) -> Game:
    """Put into a game's module what it leaves out: the defaults of constants, and None for functions it does not offer.

    A module with all these names is what `Game` describes; nothing else may cast to it.
    """
    for name, value in {**dict.fromkeys(HOOKS), **DEFAULTS}.items():
        if name not in vars(module):
            setattr(module, name, value)
    return cast(Game, module)


def with_functions(game: Game, **functions: Any) -> Game:
    """A copy of a game's module in which these functions take the place of its own, for drivers that need them."""
    copied = ModuleType(game.__name__)
    vars(copied).update({**vars(game), **functions})
    return complete(copied)


def _import(name: str) -> ModuleType:
    """A game's package; where an import fails, the error says in which line of the game."""
    try:
        return importlib.import_module(f"gridhall.games.{name}")
    except GridhallError:
        raise
    except Exception as wrong:
        folder = next(folder for folder in FOLDERS if Path(folder, name, "__init__.py").exists())
        place = _place(wrong, Path(folder, name))
        defect = f"it cannot be imported: {type(wrong).__name__}: {wrong}{place}"
        raise BadGame(str(Path(folder, name)), [defect]) from wrong


def _place(wrong: Exception, folder: Path) -> str:
    """The last line of this folder that an exception passed."""
    import traceback

    frames = traceback.extract_tb(wrong.__traceback__)
    lines = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    return f" (in {Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else ""


def name_of(game: Game) -> str:
    """A game's id: the name of its folder."""
    return str(game.__name__).rpartition(".")[2]


def folder_of(game: Game | ModuleType) -> Path:
    assert game.__file__ is not None, "a game is a package with a file"
    return Path(game.__file__).parent


@cache
def levels(game: Game) -> list[ShippedLevel]:
    """The shipped levels in the order of the ladder (levels/index.json)."""
    folder = folder_of(game) / "levels"
    index = folder / "index.json"
    if not index.exists():
        return []
    ladder = []
    for entry in json.loads(index.read_text("utf-8")):
        rest = {key: value for key, value in entry.items() if key not in ("name", "title", "group", "certificate")}
        name, text = entry["name"], _read_level(game, folder / entry["name"])
        title, group, certificate = entry.get("title", name), entry.get("group", ""), entry.get("certificate", {})
        ladder.append(ShippedLevel(name, title, group, text, certificate, rest))
    return ladder


def _read_level(game: Game, stem: Path) -> str:
    if game.FILES:
        parts = (stem.with_name(stem.name + suffix).read_text("utf-8") for suffix in game.FILES)
        return "---\n".join(map(_with_newline, parts))
    files = sorted(stem.parent.glob(stem.name + ".*"))
    return next(path for path in files if path.suffix in (".txt", ".json")).read_text("utf-8")


def _with_newline(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def read_text(game: Game, setup: str | None) -> str:
    """The setup's text: of a shipped level, of a file (or several, `FILES`), or of the game's default.

    A shipped level's name wins over files of that name, with a warning that says so; `./NAME` always means a file.
    """
    named = bool(setup)
    setup = setup or game.DEFAULT
    if not setup:
        return ""
    for level in levels(game):
        if level.name == setup:
            if named and (notice := hidden_files(game, setup)):
                import warnings

                warnings.warn(HiddenFiles(notice), stacklevel=3)
            return level.text
    if "\n" in setup:  # a text, from Python
        return setup
    return _read_file(game, setup)


def hidden_files(game: Game, setup: str | None) -> str:
    """A sentence if `setup` names a shipped level and also files of the person's own; otherwise "".

    For a game with levels of several files one of them is enough.
    """
    if not setup or all(level.name != setup for level in levels(game)):
        return ""
    own = [name for name in (setup, *(setup + suffix for suffix in game.FILES)) if os.path.isfile(name)]
    if not own:
        return ""
    return (
        f"{setup} is taken as the level that {game.TITLE} ships, not as your own {' and '.join(own)}; "
        f"say {os.path.join('.', setup)} for your own"
    )


def name_files(game: Game, setup: str | None, wrong: BadSetup) -> BadSetup:
    """The same defects, with the files of a level called by their whole names instead of their suffixes (`FILES`)."""
    path = setup or ""
    if not game.FILES or not path or "\n" in path or (os.path.isfile(path) and not path.endswith(game.FILES)):
        return wrong
    stem = os.path.basename(_stem(game, path))

    def named(text: str) -> str:
        for suffix in game.FILES:
            text = text.replace(suffix, stem + suffix)
        return text

    return BadSetup(
        Defect(named(each.problem), named(each.cure), each.line, each.column, each.file and named(each.file))
        for each in wrong.defects
    )


def _stem(game: Game, path: str) -> str:
    """A path without the suffix of one of a level's several files (`FILES`)."""
    return next((path.removesuffix(suffix) for suffix in game.FILES if path.endswith(suffix)), path)


def _read_file(game: Game, path: str) -> str:
    """The text of a file (`-`: of standard input); of a level of several files, any of which or none is named, of all.

    A file of exactly this name that has none of their suffixes holds the whole level.
    """
    if path == "-":
        return sys.stdin.read()
    if path.endswith(game.FILES) or not os.path.isfile(path):
        parts = [_stem(game, path) + suffix for suffix in game.FILES]
        if any(os.path.exists(part) for part in parts):
            return "---\n".join(_with_newline(_bytes_as_text(part)) for part in parts)
    if not os.path.exists(path):
        near = difflib.get_close_matches(path, [level.name for level in levels(game)], 1)
        cure = f"did you mean {near[0]!r}?" if near else f"`gridhall levels {name_of(game)}` lists the shipped ones"
        raise BadSetup([Defect(f"there is no file and no shipped level {path!r}", cure)])
    return _bytes_as_text(path)


def _bytes_as_text(path: str) -> str:
    """A file as UTF-8, with its line ends as they are; raises BadSetup where that cannot be."""
    name = os.path.basename(path)
    try:
        return Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError as wrong:
        defect = Defect(f"byte {wrong.start + 1} is not UTF-8", "save the file as UTF-8 text", file=name)
        raise BadSetup([defect]) from wrong
    except OSError as wrong:
        defect = Defect(f"cannot be read: {wrong.strerror}", "check the name and its permissions", file=name)
        raise BadSetup([defect]) from wrong
