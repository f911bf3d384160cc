"""Let a language model play, over the Model Context Protocol on standard input and output."""

import difflib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gridhall.commands import DONE
from gridhall.errors import GridhallError, Unavailable
from gridhall.rulings import plain

EXAMPLE = "gridhall mcp"
LONGEST = 40  # signs of a wrong name that are repeated


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--hints", action="store_true", help="the player may ask the solver what to do")


def run(args: Namespace) -> int:
    """Serve until standard input ends."""
    server(args.hints).run()
    return DONE


def server(hints: bool = False) -> Any:
    """The tools of a match in words, as a server of the `mcp` library."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.server.mcpserver.tools import Tool
        from pydantic import ValidationError
    except ImportError as wrong:
        raise Unavailable("this needs the mcp library; install it with `pip install gridhall[mcp]`") from wrong
    from gridhall.learn.text_play import TextPlay

    class StrictMCPServer(MCPServer):
        """The library passes over arguments that a tool does not have, and speaks of its own inside where one is of a
        wrong kind; here both are refused with a sentence, and nothing is done."""

        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
            known = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
            if name in known and (wrong := wrong_names(name, arguments, tuple(known[name]))):
                raise ToolError(f"error: {wrong}")
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as wrong:
                if not isinstance(wrong.__cause__, ValidationError):
                    raise
                raise ToolError(f"error: {wrong_values(name, wrong.__cause__.errors())}") from wrong.__cause__

    play = TextPlay(hints)

    def sentence_of(wrong: GridhallError) -> str:
        return f"error: {plain(str(wrong))}"

    def list_games() -> list[dict[str, Any]]:
        """Every game with its aim, its first levels and its opponents."""
        return play.games()

    def start(game: str, level: str = "", seed: int = 0, opponent: str = "") -> str:
        """Begin a match; of a game for two against a machine."""
        try:
            return play.start(game, level or None, seed, opponent)
        except GridhallError as wrong:
            return sentence_of(wrong)

    def look() -> str:
        """The position as you see it, and the words that are allowed now."""
        try:
            return play.look()
        except GridhallError as wrong:
            return sentence_of(wrong)

    def act(word: str) -> str:
        """Play one word, such as those that `look` lists."""
        try:
            return play.act(word)
        except GridhallError as wrong:
            return sentence_of(wrong)

    def undo() -> str:
        """Take the last move back, where the game allows it; it still counts as used."""
        try:
            return play.undo()
        except GridhallError as wrong:
            return sentence_of(wrong)

    def hint() -> str:
        """What the solver would do, if hints are allowed."""
        try:
            return play.hint()
        except GridhallError as wrong:
            return sentence_of(wrong)

    def score() -> dict[str, Any]:
        """The outcome, the moves used, and for a won puzzle optimum / used."""
        try:
            return play.score()
        except GridhallError as wrong:
            return {"error": plain(str(wrong))}

    tools = [Tool.from_function(tool) for tool in (list_games, start, look, act, undo, hint, score)]
    for tool in tools:
        tool.parameters["additionalProperties"] = False  # what a caller reads says it, too
    return StrictMCPServer("gridhall", tools=tools)


def wrong_names(tool: str, given: Iterable[str], known: Sequence[str]) -> str:
    """What is wrong with the names of the arguments that a tool is given, and which it takes; "" if all are known."""
    wrong = []
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            wrong.append(f"no argument {name[:LONGEST]!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))
    if not wrong:
        return ""
    takes = " and ".join(", ".join(known).rsplit(", ", 1)) or "no arguments at all"
    return f"{tool} has {' and '.join(wrong)}; it takes {takes}. Nothing was done"


def wrong_values(tool: str, defects: Iterable[Mapping[str, Any]]) -> str:
    """What is wrong with the values of the arguments that a tool is given, as pydantic found it."""
    wrong = []
    for defect in defects:
        name, message = defect["loc"][0], defect["msg"]
        if defect["type"] == "missing":
            wrong.append(f"needs {name}")
        else:
            said = message[:1].lower() + message[1:]
            wrong.append(f"was given {name} = {str(defect['input'])[:LONGEST]!r}: {said}")
    return f"{tool} {' and '.join(wrong)}. Nothing was done"
