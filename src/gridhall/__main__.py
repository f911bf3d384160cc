"""The command line: reads the arguments, calls the command, and turns errors into exit codes."""

import contextlib
import os
import sys
from argparse import (
    SUPPRESS,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
    _SubParsersAction,
)
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from gridhall.errors import GridhallError, HiddenFiles

DONE, FAILED, USAGE, UNSOLVABLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 4, 130
EXIT = {"usage": USAGE}  # by an error's code; every other one is FAILED


def parser() -> ArgumentParser:
    """The arguments of every command, each with an example."""
    top = ArgumentParser(
        prog="gridhall", allow_abbrev=False, formatter_class=RawDescriptionHelpFormatter, description="A hall of grid games. Without a command: the menu.",
        epilog="example:\n  gridhall games\n  gridhall play GAME",
    )  # fmt: skip
    top.add_argument("--version", action="store_true", help="print the version")
    _common(top)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    _command(commands, "games", "commands.listing:games", "list the games", "gridhall games --json")
    one = _command(
        commands,
        "levels",
        "commands.listing:levels",
        "list a game's levels, what is proved of them, and your results",
        "gridhall levels GAME",
    )
    one.add_argument("game", metavar="GAME")

    one = _command(
        commands, "play", "terminal.prompt:play", "play in the terminal", "gridhall play GAME LEVEL --against normal"
    )
    one.add_argument("game", metavar="GAME", nargs="?")
    one.add_argument(
        "setup", metavar="SETUP", nargs="?", help="a shipped level's name, a file, or - for standard input"
    )
    one.add_argument(
        "--against",
        metavar="LEVEL",
        help="play the machine: easy, normal, hard, or any AGENT of `gridhall arena --help`",
    )
    one.add_argument("--side", type=int, choices=(1, 2), help="which player you are against the machine")
    one.add_argument(
        "--seed", type=_seed, metavar="N|NAME|daily", help="where all chance comes from; the match is then marked open"
    )
    one.add_argument(
        "--resume", nargs="?", const="", metavar="ID", help="go on with a saved match; without ID the last one"
    )
    one.add_argument("--no-confirm", action="store_true", help="do not ask before a choice that loses")
    one.add_argument("--both", action="store_true", help="show all layers of the board from the start")
    one.add_argument("--speed", type=_speed, default=1.0, metavar="X", help="of replays: 0.5 to 4, 0 shows no movement")
    one.add_argument("--curtain", action="store_true", help=SUPPRESS)

    one = _command(
        commands,
        "run",
        "commands.run:run",
        "play words without a person",
        'gridhall run GAME LEVEL --actions "e; e; n" --json',
    )
    _setup(one)
    one.add_argument(
        "--actions",
        metavar="WORDS",
        default="",
        help="separated by ; or line ends; `2: word` names the player; - reads standard input",
    )
    one.add_argument("--seed", type=_number, metavar="N")
    one.add_argument(
        "--as", dest="viewer", metavar="PLAYER", help="print what this player would be told: 1, 2 ... or spectator"
    )
    one.add_argument("--keep-going", action="store_true", help="go on after a refused word")

    one = _command(
        commands,
        "check",
        "commands.prove:check",
        "is this level well formed, and can it be won?",
        "gridhall check GAME my_level.txt",
    )
    one.add_argument("game", metavar="GAME")
    one.add_argument("files", metavar="FILE", nargs="+")
    one.add_argument("--nodes", type=_count, metavar="N", help="positions to search at most")

    one = _command(
        commands,
        "solve",
        "commands.prove:solve",
        "the certificate of a level, with a witness",
        "gridhall solve GAME LEVEL",
    )
    _setup(one)
    one.add_argument("--nodes", type=_count, metavar="N", help="positions to search at most")
    one.add_argument("--seed", type=_number, metavar="N")

    one = _command(
        commands,
        "generate",
        "commands.prove:generate",
        "new proved levels",
        "gridhall generate GAME --count 3 --seed 7 -o my_levels",
    )
    one.add_argument("game", metavar="GAME")
    one.add_argument("--count", type=_count, default=1, metavar="N")
    one.add_argument("--seed", type=_number, metavar="N", help="of the first level; the next ones follow from it")
    one.add_argument("--nodes", type=_count, metavar="N", help="positions to search at most for each proof")
    one.add_argument("-o", "--output", metavar="FOLDER", help="write files there instead of printing the levels")
    one.epilog = f"{one.epilog}\n  gridhall generate GAME --options   lists the game's own options"
    one.set_defaults(takes_more=True)

    one = _command(
        commands,
        "replay",
        "commands.watch:replay",
        "watch a recorded match",
        "gridhall replay match.jsonl --gif match.gif",
    )
    one.add_argument("record", metavar="RECORD")
    one.add_argument("--gif", metavar="FILE", help="write an animation")
    one.add_argument(
        "--as",
        dest="viewer",
        metavar="PLAYER",
        help="from this player's eyes: 1, 2 ... or spectator; otherwise all is shown",
    )
    one.add_argument("--speed", type=_speed, default=1.0, metavar="X", help="0.5 to 4; 0 prints everything at once")
    one.add_argument("--step", action="store_true", help="wait for Enter after each ply")
    one.add_argument("--dark", action="store_true", help="dark colours in the animation")

    one = _command(
        commands,
        "verify",
        "commands.watch:verify",
        "play records again and compare every hash",
        "gridhall verify match.jsonl",
    )
    one.add_argument("records", metavar="RECORD", nargs="+")

    one = _command(
        commands,
        "draw",
        "commands.watch:draw",
        "a picture of a level: svg, png",
        "gridhall draw GAME LEVEL -o level.png",
    )
    _setup(one)
    one.add_argument("-o", "--output", metavar="FILE", required=True, help="ends in .svg or .png")
    one.add_argument("--seed", type=_number, metavar="N")
    one.add_argument("--as", dest="viewer", metavar="PLAYER", help="from this player's eyes: 1, 2 ... or spectator")
    one.add_argument("--cell", type=_cell, default=48, metavar="PIXELS", help="size of a cell")
    one.add_argument("--dark", action="store_true", help="dark colours")
    one.add_argument(
        "--theme",
        metavar="FOLDER",
        help="with the drawings of its theme.svg instead of the game's; what that lacks is a letter",
    )

    one = _command(
        commands,
        "arena",
        "commands.arena:arena",
        "let programs play each other",
        "gridhall arena GAME easy normal --matches 20",
    )
    one.add_argument("game", metavar="GAME")
    told = "easy, normal, hard ...; a fixed strategy of the game; uniform, propose, greedy; search or duel with a budget of simulations or time, as in "
    one.add_argument("agents", metavar="AGENT", nargs="+", help=f"{told}search:400, duel:20000, duel:300ms")
    one.add_argument("--setup", metavar="SETUP")
    one.add_argument("--matches", type=_count, default=20, metavar="N", help="for each pair")
    one.add_argument("--processes", type=_count, default=1, metavar="N")
    one.add_argument("--keep", metavar="FILE", help="finished matches are kept there, and gone on from")
    one.add_argument("--svg", metavar="FILE", help="also the cross table as a picture")
    one.add_argument("--seed", type=_number, default=0, metavar="N")

    one = _command(commands, "serve", "commands.serve:serve", "the hall in the browser", "gridhall serve --port 8000")
    one.add_argument("--host", default="127.0.0.1")
    one.add_argument("--port", type=int, default=8000)
    one.add_argument("--database", metavar="URL", help="SQLAlchemy's; without one a file in your data folder")

    one = _command(
        commands, "bench", "commands.bench:bench", "speed against peers and the limit", "gridhall bench --peers"
    )
    one.add_argument("--peers", action="store_true", help="also other people's engines, where they are installed")
    one.add_argument("names", metavar="NAME", nargs="*", help="only these benchmarks")
    return top


def _command(
    commands: "_SubParsersAction[ArgumentParser]", name: str, home: str, text: str, example: str
) -> ArgumentParser:
    told = text[0].upper() + text[1:] + "." * (not text.endswith("?"))
    lines = RawDescriptionHelpFormatter
    one = commands.add_parser(
        name, help=text, description=told, epilog=f"example:\n  {example}", formatter_class=lines, allow_abbrev=False
    )
    one.set_defaults(home=home)
    _common(one)
    return one


def _common(one: ArgumentParser) -> None:
    one.add_argument("--json", action="store_true", default=SUPPRESS, help="for programs: one JSON value a line")
    one.add_argument("--plain", action="store_true", default=SUPPRESS, help="ASCII only, no colour, no cursor movement")


def _setup(one: ArgumentParser) -> None:
    one.add_argument("game", metavar="GAME")
    one.add_argument(
        "setup",
        metavar="SETUP",
        nargs="?",
        help="a shipped level's name, a file, or - for standard input; left out: the game's default",
    )


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None


def _seed(text: str) -> int:
    """A number, the day's seed, or the seed a name stands for: the same for everybody."""
    try:
        return _number(text)
    except ArgumentTypeError:
        from gridhall.match import seed_of_name

        return seed_of_name(text)


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def _cell(text: str) -> int:
    if (pixels := _count(text)) > 512:
        raise ArgumentTypeError(f"{text} pixels are too many; 512 is the most")
    return pixels


def _speed(text: str) -> float:
    with contextlib.suppress(ValueError):
        speed = float(text.rstrip("x"))
        if not speed or 0.1 <= speed <= 100:
            return speed
    raise ArgumentTypeError(f"{text!r} is not a speed; say 0.5, 1, 2, 4, or 0 for no movement")


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    chosen = Namespace(json=False, plain=False, takes_more=False, rest=[], home="terminal.menu:menu")
    try:
        reader = parser()
        _, chosen.rest = reader.parse_known_args(arguments, chosen)
        if chosen.rest and not chosen.takes_more:
            reader.error(f"unknown arguments: {' '.join(chosen.rest)}")
        if chosen.version:
            return _version()
        module, _, function = chosen.home.partition(":")
        with _hidden_files_told():
            code: int = getattr(import_module(f"gridhall.{module}"), function)(chosen)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse has said what is wrong
        return leaving.code if isinstance(leaving.code, int) else USAGE
    except GridhallError as wrong:
        return _report(wrong, chosen.json)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read us has gone, such as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except Exception as bug:
        return _internal(bug, chosen.json)


@contextlib.contextmanager
def _hidden_files_told() -> Iterator[None]:
    """Say on standard error, once, when a shipped level was taken although there are own files of that name."""
    import warnings

    said: set[str] = set()
    with warnings.catch_warnings():
        shown_otherwise = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
            if not issubclass(category, HiddenFiles):
                shown_otherwise(message, category, *rest, **more)
            elif str(message) not in said:
                said.add(str(message))
                print(f"gridhall: {message}", file=sys.stderr, flush=True)

        warnings.simplefilter("always", HiddenFiles)
        warnings.showwarning = show
        yield


def _version() -> int:
    from gridhall import __version__

    print(f"gridhall {__version__}")
    return DONE


def _report(wrong: GridhallError, as_json: bool) -> int:
    """Say what a person, or a program, can do about it."""
    if as_json:
        import json

        print(json.dumps({"error": wrong.as_json()}), flush=True)
    else:
        print(f"gridhall: {wrong}", file=sys.stderr)
    return EXIT.get(wrong.code, FAILED)


def _internal(bug: Exception, as_json: bool) -> int:
    """Never show a traceback; keep where it happened, but no value (it may be a secret), in the data folder."""
    import traceback

    if os.environ.get("GRIDHALL_DEBUG"):
        raise bug
    places = "".join(
        f"  {frame.filename}:{frame.lineno} {frame.name}\n" for frame in traceback.extract_tb(bug.__traceback__)
    )
    note = ""
    try:
        from gridhall.paths import home

        path = home() / "errors.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as log:
            log.write(f"{type(bug).__name__}\n{places}")
        note = f"; where it happened is written in {path}"
    except OSError:
        pass
    message = f"internal error ({type(bug).__name__}): this is a bug of ours{note}"
    if as_json:
        import json

        print(json.dumps({"error": {"code": "internal", "message": message}}), flush=True)
    else:
        print(f"gridhall: {message}", file=sys.stderr)
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
