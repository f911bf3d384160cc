"""Find games by listing; nothing else in the platform knows their names.

There are the games that are shipped, those in folders that GRIDHALL_GAMES names, and those of installed packages (the
entry points `gridhall.games`). A game is code that runs with all your rights: add only games that you trust.
"""

import importlib
import json
import os
import pkgutil
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, AnyStr, NamedTuple, Protocol, cast, runtime_checkable

from gridhall.contract import HOOKS, defects
from gridhall.errors import BadGame, BadSetup, BrokenGame, Defect, GridhallError, HiddenFiles, UnknownGame
from gridhall.game import Game

DEFAULTS: dict[str, Any] = {
    "PUZZLE": False, "UNDO": False, "SECRETS": False, "DAILY": False, "FILES": (), "RANKING": (),
    "DEFAULT": "", "BLANK": "", "HELP": "", "AIM": "", "OPTIONS": (),
    "LEVELS_OF_PLAY": {}, "POOL": {}, "CERTIFY_SCORE": False, "BREADTH_FIRST": False, "HARMLESS": range(0),
    "PUBLIC": (), "PLAN": 0, "PLANES_SEEN": (), "SCALARS_SEEN": (),
}  # fmt: skip
LEFT_OUT = dict.fromkeys(HOOKS) | DEFAULTS  # what a game's module need not have, and what then stands for it
SHIPPED = str(Path(__file__).parent / "games")
# A test, or a person with a game of their own, may add one (GRIDHALL_GAMES).
FOLDERS = [SHIPPED, *(folder for folder in os.environ.get("GRIDHALL_GAMES", "").split(os.pathsep) if folder)]
LONGEST = 4 << 20  # bytes of a setup that is read; /dev/zero never ends
GROUP = "gridhall.games"  # the entry points by which installed packages name their games


@runtime_checkable
class Authored(Protocol):
    """A level that somebody builds in Python and that can write itself as text."""

    def to_text(self) -> str: ...


class ShippedLevel(NamedTuple):
    """A shipped level: its text, its place in the ladder, and what is proved of it."""

    name: str
    title: str
    group: str
    text: str
    certificate: dict[str, Any]
    note: dict[str, Any]  # whatever else the index says of it

    @property
    def side(self) -> int:
        """The player, from 1, of a puzzle in a game for two: the other side is played for them. 0 for other levels."""
        return int(self.note.get("side", 0))


SetupLike = str | None | ShippedLevel | Authored  # all that a level can be given as


def games() -> list[str]:
    """The ids of all games that can be played, sorted. One that is broken is named in a warning, and left out."""
    shipped = {name for name, folder in _in_folders().items() if folder == SHIPPED}
    return [name for name in names() if name in shipped or _is_whole(name)]


def can_play(name: str) -> bool:
    """Whether there is a game of this id that can be played; as soon as it is loaded, no folder is looked into."""
    try:
        load(name)
    except (UnknownGame, BadGame):
        return False
    return True


def names() -> list[str]:
    """The ids of all games that are there, whole or broken, sorted."""
    return sorted({*_in_folders(), *_installed()})


def origin(name: str) -> str:
    """Where a game comes from that is not shipped: its folder, or the module of an installed package; else ""."""
    folder = _in_folders().get(name)
    if folder is None:
        return _installed()[name]
    return "" if folder == SHIPPED else str(Path(folder, name))


def _in_folders() -> dict[str, str]:
    """The games in folders, each with its folder; of two with the same name the first counts."""
    by_name: dict[str, str] = {}
    for folder in FOLDERS:
        for module in pkgutil.iter_modules([folder]):
            if module.ispkg:
                by_name.setdefault(module.name, folder)
    return by_name


@cache
def _installed() -> dict[str, str]:
    """The games of installed packages, each with its module. To look for them takes a while, so it is done late."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


_broken: set[str] = set()  # games of which a warning has told


def _is_whole(name: str) -> bool:
    """Whether a game that is not shipped can be loaded."""
    try:
        load(name)
    except BadGame as wrong:
        if name not in _broken:
            import warnings

            _broken.add(name)
            warnings.warn(BrokenGame(f"{name} is left out: {wrong}"), stacklevel=4)
        return False
    return True


@cache
def load(name: str) -> Game:
    """The game's module.

    Raises UnknownGame with the nearest name, and BadGame with all that the package lacks (contract.py).
    """
    if name not in _in_folders() and name not in _installed():
        near = _nearest(name, names())
        cure = f"did you mean {near!r}?" if near else f"there are {', '.join(names())}"
        raise UnknownGame(f"there is no game {name!r}; {cure}")
    module = _import(name)
    if wrong := defects(module):
        raise BadGame(str(folder_of(module)), wrong)
    return complete(module)


def _nearest(name: str, names: list[str]) -> str:
    """Of several names the one that a misspelt one most likely means; "" if none is like it."""
    import difflib  # only here: most names are spelt right

    return next(iter(difflib.get_close_matches(name, names, 1)), "")


def complete(module: ModuleType | Game) -> Game:
    """Put into a game's module what it leaves out: the defaults of constants, and None for functions it does not offer.

    A module with all these names is what `Game` describes; nothing else may cast to it.
    """
    for name in LEFT_OUT.keys() - vars(module).keys():
        setattr(module, name, LEFT_OUT[name])
    return cast(Game, module)


def with_functions(game: Game, **functions: Any) -> Game:
    """A copy of a game's module in which these functions take the place of its own, for drivers that need them."""
    copied = ModuleType(game.__name__)
    vars(copied).update({**vars(game), **functions})
    return complete(copied)


def _import(name: str) -> ModuleType:
    """A game's package; where an import fails, the error says in which line of the game."""
    folder = _in_folders().get(name)
    path = f"gridhall.games.{name}" if folder else _installed()[name]
    if path.rpartition(".")[2] != name:
        raise BadGame(path, [f"its entry point is called {name}; call it like its package, {path.rpartition('.')[2]}"])
    searched = importlib.import_module("gridhall.games").__path__
    searched.extend(folder for folder in FOLDERS if folder not in searched)
    try:
        return importlib.import_module(path)
    except GridhallError:
        raise
    except Exception as wrong:
        place = _place(wrong, Path(folder, name)) if folder else ""
        defect = f"it cannot be imported: {type(wrong).__name__}: {wrong}{place}"
        raise BadGame(str(Path(folder, name)) if folder else path, [defect]) from wrong


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


def looks_of(game: Game | ModuleType) -> dict[str, Path]:
    """Other looks of a game's board by name: files `theme-NAME.svg` with the drawings and colours that differ."""
    files = sorted(folder_of(game).glob("theme-*.svg"))
    return {file.stem.removeprefix("theme-"): file for file in files}


def rules_of(game: Game | ModuleType) -> str:
    """A game's rules with all numbers, as Markdown: its README."""
    path = folder_of(game) / "README.md"
    return path.read_text("utf-8") if path.exists() else ""


def levels(game: str | Game | ModuleType) -> list[ShippedLevel]:
    """The shipped levels of a game, or of the game of this name, in the order of the ladder (levels/index.json)."""
    return _ladder(load(game) if isinstance(game, str) else cast(Game, game))


@cache
def _ladder(game: Game) -> list[ShippedLevel]:
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
    as_json = stem.with_name(stem.name + ".json")
    path = as_json if as_json.exists() else stem.with_name(stem.name + ".txt")
    return path.read_text("utf-8")


def _with_newline(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def text_of(setup: SetupLike) -> str | None:
    """What a level is given as, as a name or a text."""
    if isinstance(setup, ShippedLevel):
        return setup.text
    if setup is None or isinstance(setup, str):
        return setup
    if isinstance(setup, Authored):
        return setup.to_text()
    problem = f"a setup cannot be {setup!r:.60}"
    raise BadSetup([Defect(problem, "give a shipped level's name, a file, a text, or a level")])


def read_text(game: Game, setup: SetupLike) -> str:
    """The setup's text: of a level, of a file (or several, `FILES`), or of the game's default.

    A shipped level's name wins over files of that name, with a warning that says so; `./NAME` always means a file.
    """
    if isinstance(setup, (ShippedLevel, Authored)):
        return text_of(setup) or ""
    named, setup = bool(setup), text_of(setup) or game.DEFAULT
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


def stem_of(game: Game, path: str) -> str:
    """A path without the suffix of one of a level's several files (`FILES`)."""
    return next((path.removesuffix(suffix) for suffix in game.FILES if path.endswith(suffix)), path)


def _read_file(game: Game, path: str) -> str:
    """The text of a file (`-`: of standard input); of a level of several files, any of which or none is named, of all.

    A file of exactly this name that has none of their suffixes holds the whole level.
    """
    if path == "-":
        return _short_enough(sys.stdin.read(LONGEST + 1), "standard input")
    if path.endswith(game.FILES) or not os.path.isfile(path):
        parts = [stem_of(game, path) + suffix for suffix in game.FILES]
        if any(os.path.exists(part) for part in parts):
            return "---\n".join(_with_newline(_bytes_as_text(part)) for part in parts)
    plain = [suffix.removeprefix("_") for suffix in game.FILES]  # easyA.txt and easyB.txt, where both are there
    stem = next((path.removesuffix(suffix) for suffix in plain if path.endswith(suffix)), path)
    if plain and all(os.path.isfile(stem + suffix) for suffix in plain):
        return "---\n".join(_with_newline(_bytes_as_text(stem + suffix)) for suffix in plain)
    if not os.path.exists(path):
        near = _nearest(path, [level.name for level in levels(game)])
        cure = f"did you mean {near!r}?" if near else f"`gridhall levels {name_of(game)}` lists the shipped ones"
        raise BadSetup([Defect(f"there is no file and no shipped level {path!r}", cure)])
    return _bytes_as_text(path)


def _short_enough(content: AnyStr, name: str) -> AnyStr:
    if len(content) > LONGEST:
        raise BadSetup([Defect(f"is larger than {LONGEST >> 20} MiB", "no level is so large", file=name)])
    return content


def _bytes_as_text(path: str) -> str:
    """A file as UTF-8, with its line ends as they are; raises BadSetup where that cannot be."""
    name = os.path.basename(path)
    try:
        with open(path, "rb") as file:
            return _short_enough(file.read(LONGEST + 1), name).decode("utf-8")
    except UnicodeDecodeError as wrong:
        defect = Defect(f"byte {wrong.start + 1} is not UTF-8", "save the file as UTF-8 text", file=name)
        raise BadSetup([defect]) from wrong
    except OSError as wrong:
        defect = Defect(f"cannot be read: {wrong.strerror}", "check the name and its permissions", file=name)
        raise BadSetup([defect]) from wrong
