"""The commands of spoken lines: what can be asked and done besides playing."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from gridhall import registry
from gridhall.guide import numbers_behind
from gridhall.rulings import rulings
from gridhall.stage.offers import danger_first
from gridhall.stage.spoken import board_sentences, meter_sentence, name_of_piece, place_of
from gridhall.stage.table import AGAIN, DRAW, HINT, NEXT, NO, ODDS, REMATCH, RESTART, SIT, SKIP, STORY, TICKS, UNDO, YES

if TYPE_CHECKING:
    from gridhall.stage.speaker import Speaker

HELP = (
    "Type a number of the list, or a word of the game. Other commands: choices lists what you can do. "
    "board reads the board. pieces says where everything is. status says how it stands. look and a number says what a "
    "choice would do. undo, restart, hint, odds, ticks, story, next, skip, again, draw, rematch, sit, yes, no, where "
    "they make sense. log repeats what was said. why tells the rule behind what was said last. quit leaves; the match "
    "is kept."
)
MOST_REPEATED = 20  # lines of the log
Command = Callable[["Speaker", str], Awaitable[None]]  # gets what was typed behind the command


async def _choices(speaker: "Speaker", rest: str) -> None:
    speaker.speak_all(speaker.choice_lines(rest) or ["There is nothing to choose now"])


async def _board(speaker: "Speaker", rest: str) -> None:
    speaker.speak_all(board_sentences(speaker.table.scene))


async def _pieces(speaker: "Speaker", rest: str) -> None:
    scene = speaker.table.scene
    for piece in scene.pieces:
        about = piece.tell or scene.legend[piece.kind].tell
        tail = f", {about}" if about else ""
        speaker.speak(f"{name_of_piece(piece, scene)}: {place_of(piece.cell, scene)}{tail}")


async def _status(speaker: "Speaker", rest: str) -> None:
    scene = speaker.table.scene
    speaker.speak_all([scene.status, scene.hint, *(meter_sentence(meter, scene.legend) for meter in scene.meters)])


async def _look(speaker: "Speaker", rest: str) -> None:
    if not (rest.isdecimal() and 1 <= int(rest) <= len(speaker.listed)):
        speaker.speak("Say look and a number of the list; the command choices lists them")
        return
    choice = speaker.listed[int(rest) - 1]
    preview = await speaker.table.preview(choice)
    text = preview.text if preview is not None else ""
    speaker.said, speaker.refused = text, []
    speaker.speak(danger_first(choice, text) or "Nothing is known of it")


async def _hint(speaker: "Speaker", rest: str) -> None:
    speaker.speak(f"Hint: {await speaker.table.hint()}" if speaker.table.can(HINT) else "There is no hint now")


async def _odds(speaker: "Speaker", rest: str) -> None:
    odds = await speaker.table.odds() if speaker.table.can(ODDS) else []
    speaker.speak_all([f"{odd.word}: {odd.value:.0%}" for odd in odds] or ["There are no odds now"])


async def _story(speaker: "Speaker", rest: str) -> None:
    speaker.speak_all(await speaker.table.story() if speaker.table.can(STORY) else ["There is no story yet"])


async def _ticks(speaker: "Speaker", rest: str) -> None:
    frames = await speaker.table.frames() if speaker.table.can(TICKS) else []
    scene = speaker.table.scene
    for number, frame in enumerate(frames):
        names = (f"{name_of_piece(piece, scene)} at {place_of(piece.cell, scene)}" for piece in frame.pieces)
        speaker.speak(f"Tick {number}: {', '.join(names) or 'nothing'}")
    if not frames:
        speaker.speak("There are no ticks to look at now")


async def _log(speaker: "Speaker", rest: str) -> None:
    speaker.speak_all(speaker.log[-MOST_REPEATED:])


async def _help(speaker: "Speaker", rest: str) -> None:
    speaker.speak_all(HELP.split(". "))


async def _why(speaker: "Speaker", rest: str) -> None:
    sentences = []
    if speaker.table.game in registry.names():
        game = registry.load(speaker.table.game)
        sentences = rulings(registry.rules_of(game), speaker.refused or numbers_behind(game, speaker.said))
    speaker.speak_all(sentences or ["No ruling stands behind what was said last"])


async def _quit(speaker: "Speaker", rest: str) -> None:
    speaker.has_left = True


async def _next(speaker: "Speaker", rest: str) -> None:
    if not speaker.table.can(NEXT):
        speaker.speak("There is nothing next now")
    elif level := speaker.table.following():
        speaker.has_left, speaker.following = True, level
    else:
        await speaker.table.do(NEXT)


async def _skip(speaker: "Speaker", rest: str) -> None:
    if speaker.table.can(SKIP):
        await speaker.table.do(SKIP)
    else:
        speaker.speak("There is nothing to skip now")


def _doing(what: str) -> Command:
    """The command for something that the table does."""

    async def do(speaker: "Speaker", rest: str) -> None:
        if speaker.table.can(what):
            if what in (UNDO, RESTART, AGAIN):
                speaker.scene = None  # the board is told anew
            await speaker.play(speaker.table.do(what))
        else:
            speaker.speak(f"{what} makes no sense now")

    return do


COMMANDS: dict[str, Command] = {
    "choices": _choices, "board": _board, "pieces": _pieces, "status": _status, "look": _look, "hint": _hint,
    "odds": _odds, "story": _story, "ticks": _ticks, "log": _log, "help": _help, "h": _help, "?": _help,
    "quit": _quit, "next": _next, "undo": _doing(UNDO), "restart": _doing(RESTART),
    "again": _doing(AGAIN), "draw": _doing(DRAW), "rematch": _doing(REMATCH), "sit": _doing(SIT),
    "yes": _doing(YES), "no": _doing(NO), "why": _why,
    "skip": _skip,
}  # fmt: skip
