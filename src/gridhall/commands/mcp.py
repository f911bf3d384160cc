"""Let a language model play, over the Model Context Protocol on standard input and output."""

from argparse import ArgumentParser, Namespace
from typing import Any

from gridhall.commands import DONE
from gridhall.errors import GridhallError, Unavailable

EXAMPLE = "gridhall mcp"


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
    except ImportError as wrong:
        raise Unavailable("this needs the mcp library; install it with `pip install gridhall[mcp]`") from wrong
    from gridhall.learn.text_play import TextPlay

    play, tools = TextPlay(hints), MCPServer("gridhall")

    def sentence_of(wrong: GridhallError) -> str:
        return f"error: {wrong}"

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
            return {"error": str(wrong)}

    for tool in (list_games, start, look, act, undo, hint, score):
        tools.tool()(tool)
    return tools
