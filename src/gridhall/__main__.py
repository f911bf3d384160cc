"""The command line: reads the arguments, calls the command, and turns errors into exit codes."""

import contextlib
import gc
import os
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from gridhall.commands import DONE, FAILED, INTERRUPTED, SUMMARIES, USAGE
from gridhall.errors import GridhallError, Notice, Unavailable

EXIT_CODES = {"usage": USAGE}  # by an error's code; every other one is FAILED
MADE_BEFORE_COLLECTING = 50_000  # objects; Python's 700 would look for garbage many times while modules are imported


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    gc.set_threshold(MADE_BEFORE_COLLECTING)
    _prepare_streams()
    words = sys.argv[1:] if arguments is None else arguments
    args = Namespace(json=False, plain=False, line=False, takes_more=False, rest=[])
    try:
        named = next((word for word in words if not word.startswith("-")), "")
        reader = parser(named, alone=words[:1] == [named])
        _, args.rest = reader.parse_known_args(words, args)
        if args.rest and not args.takes_more:
            reader.error(f"unknown arguments: {' '.join(args.rest)}")
        if args.version:
            return _print_version()
        with _printed_notices():
            code: int = _module(args.command or "menu").run(args)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse has said what is wrong
        return leaving.code if isinstance(leaving.code, int) else USAGE
    except GridhallError as wrong:
        return _report(wrong, args.json)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read us has gone, such as `head`
        _give_up_output()
        return FAILED
    except OSError as wrong:  # such as a full disk; what a command can say more of, it says itself
        return _report(Unavailable(_refused_by_system(wrong)), args.json)
    except Exception as bug:
        return _report_bug(bug, args.json)


def parser(named: str = "", alone: bool = False) -> ArgumentParser:
    """The parser of a command line on which this command is named.

    Starting must be quick: only the named command is imported and declares its arguments, and with `alone` the others
    are not known at all. Those are needed for the help and the errors of the program itself, which no line asks for
    that begins with a command.
    """
    formatter = partial(RawDescriptionHelpFormatter, width=_columns() - 2)
    top = ArgumentParser(
        prog="gridhall",
        allow_abbrev=False,
        formatter_class=formatter,
        description="A hall of grid games. Without a command: the menu.",
        epilog="example:\n  gridhall games\n  gridhall play GAME",
    )
    top.add_argument("--version", action="store_true", help="print the version")
    top.add_argument(
        "--line", action="store_true", default=SUPPRESS, help="the menu line by line, not on the full screen"
    )
    _add_common(top)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", prog=top.prog)
    for name, summary in SUMMARIES.items():
        if alone and named in SUMMARIES and name != named:
            continue
        command = commands.add_parser(
            name,
            allow_abbrev=False,
            formatter_class=formatter,
            help=summary,
            description=summary[0].upper() + summary[1:] + "." * (not summary.endswith("?")),
        )
        if name == named:
            module = _module(name)
            command.epilog = f"example:\n  {module.EXAMPLE}"
            _add_common(command)
            module.arguments(command)
    return top


def _columns() -> int:
    """The terminal's width, as argparse would find it out for each argument; but it imports archives for that."""
    with contextlib.suppress(KeyError, ValueError):
        if (columns := int(os.environ["COLUMNS"])) > 0:
            return columns
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


def _module(command: str) -> Any:
    return import_module(f"gridhall.commands.{command.replace('-', '_')}")


def _add_common(command: ArgumentParser) -> None:
    """The options of every command, which may also stand before its name."""
    command.add_argument("--json", action="store_true", default=SUPPRESS, help="for programs: one JSON value a line")
    plain = "ASCII only, no colour, no cursor movement"
    command.add_argument("--plain", action="store_true", default=SUPPRESS, help=plain)


@contextlib.contextmanager
def _printed_notices() -> Iterator[None]:
    """Say on standard error, once, what stops nothing but should be known, such as that a game is broken."""
    import warnings

    said: set[str] = set()
    with warnings.catch_warnings():
        show_other = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
            if not issubclass(category, Notice):
                show_other(message, category, *rest, **more)
            elif str(message) not in said:
                said.add(str(message))
                print(f"gridhall: {message}", file=sys.stderr, flush=True)

        warnings.simplefilter("always", Notice)
        warnings.showwarning = show
        yield


def _print_version() -> int:
    from gridhall import __version__

    print(f"gridhall {__version__}")
    return DONE


def _report(wrong: GridhallError, as_json: bool) -> int:
    """Say what a person, or a program, can do about it."""
    _print_error(wrong.as_json(), as_json)
    return EXIT_CODES.get(wrong.code, FAILED)


def _report_bug(bug: Exception, as_json: bool) -> int:
    """Say that there is a bug, without a traceback, unless GRIDHALL_DEBUG is set."""
    if os.environ.get("GRIDHALL_DEBUG"):
        raise bug
    message = f"internal error ({type(bug).__name__}): this is a bug of ours{_log_bug(bug)}"
    _print_error({"code": "internal", "message": message}, as_json)
    return FAILED


def _print_error(error: dict[str, Any], as_json: bool) -> None:
    """Tell a program on standard output, a person, and who cannot be told otherwise, on standard error."""
    try:
        if as_json:
            import json

            print(json.dumps({"error": error}))
        sys.stdout.flush()
    except OSError:
        as_json = False
        _give_up_output()
    if not as_json:
        print(f"gridhall: {error['message']}", file=sys.stderr)


def _refused_by_system(wrong: OSError) -> str:
    reason, path = wrong.strerror or str(wrong), wrong.filename2 or wrong.filename
    return f"{path} cannot be used: {reason}" if path else f"the system refuses something: {reason}"


def _give_up_output() -> None:
    """Standard output takes no more: what is still to be written goes nowhere, or Python would complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _prepare_streams() -> None:
    """Let standard streams take any sign, and have something in place of those that are closed.

    Else a byte that is no text would end a match, and the next file that is opened would take a closed stream's place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  (lives as long as the process)
        elif getattr(stream, "errors", "") == "strict":
            with contextlib.suppress(AttributeError, ValueError):  # it is none of Python's own, or was read before
                stream.reconfigure(errors="replace")


def _log_bug(bug: Exception) -> str:
    """Write down where it happened, but no value, which may be a secret; returns where that can be read."""
    import traceback

    from gridhall.paths import home

    frames = traceback.extract_tb(bug.__traceback__)
    places = "".join(f"  {frame.filename}:{frame.lineno} {frame.name}\n" for frame in frames)
    path = home() / "errors.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as log:
            log.write(f"{type(bug).__name__}\n{places}")
    except OSError:
        return ""
    return f"; where it happened is written in {path}"


if __name__ == "__main__":
    sys.exit(main())
