"""Matches to look at.

Finished ones ply by ply, records that somebody opens, and a short one of each game that plays itself.
"""

import copy
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import UNSET

from gridhall.errors import BadRecord
from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.registry import folder_of, levels, load, read_text
from gridhall.scene import Scene
from gridhall.server.board import Board, Part, seen_by
from gridhall.server.messages import Changed, PlyShown, Replay, Result
from gridhall.server.store import Entry, RoomRow

MOST = 200  # plies of one answer
SHOWN = 60  # plies of a living picture
PLEASANT = 24  # moves of a way worth watching


def replay(match: Match, start: int, stop: int, player: int = EVERYONE) -> Replay:
    """Plies `start` + 1 to `stop` of a match (at most MOST), as a player sees them."""
    row = RoomRow("", match.name, match.game.VERSION, "", match.setup_text, str(match.seed), "", True, True, 0, "", 0.0)
    board = Board(row)
    total = len(match.plies)
    start = max(0, min(start, total))
    stop = max(start, min(stop, total, start + MOST))
    notches, shown = [], []
    eyes = board.eyes(player)
    first = board.scene(eyes)
    for number, ply in enumerate(match.plies, 1):
        before = board.acting
        parts = [Part(board.match.act(ply.player, ply.action), board.match.state)]
        if board.acting & ~before:
            notches.append(number)
        if number == start:
            eyes = board.eyes(player)
            first = board.scene(eyes)
        elif start < number <= stop:
            steps = board.look(eyes, parts, True) or []
            # A record keeps thousandths: both show the same.
            shown.append(PlyShown(number, ply.player + 1, ply.word, steps, round(round(ply.seconds, 3), 2)))
    story: list[str] = []
    if stop == total and match.over and player == EVERYONE and match.game.review is not None:
        story = match.game.review(
            match.setup, match.states(), [ply.player for ply in match.plies], [ply.action for ply in match.plies]
        )
    return Replay(match.name, match.game.TITLE, total, start, first, shown, notches, story=story)


def replay_of_seat(row: RoomRow, log: list[Entry], seat: int, start: int, stop: int) -> Replay:
    """What a seat (0: the spectators) has seen of a match that is not over, counted as that seat counts.

    It does not tell how many words others have played.
    """
    start = max(0, start)
    stop = max(start, min(stop, start + MOST))
    board = Board(row)
    player = seat - 1 if seat else board.game.PLAYERS
    scene = board.scene(board.eyes(player))
    seen = seen_by(row, log, player)
    for steps, _ in seen[:start]:
        for step in steps:
            scene = changed_scene(scene, step.changed)
    shown = []
    for number, (steps, entry) in enumerate(seen[start:stop], start + 1):
        own = entry.seat == seat
        shown.append(PlyShown(number, seat if own else 0, entry.word if own else "", steps))
    return Replay(row.game, board.game.TITLE, len(seen), start, scene, shown)


def changed_scene(scene: Scene, changed: Changed) -> Scene:
    """The scene after a change, as a client makes it."""
    made = copy.copy(scene)
    for name in Changed.__struct_fields__:
        if (value := getattr(changed, name)) is not UNSET:
            setattr(made, name, value)
    return made


def replay_of_record(text: str, start: int, stop: int) -> Replay:
    """A record's replay; of a match with secrets only if it is over."""
    match = read_record(text if "\n" in text else text + "\n")
    if match.game.SECRETS and not match.over:
        raise BadRecord("the match has secrets and is not over")
    found = replay(match, start, stop)
    if match.over:
        found.result = Result("rules", match.winner, "")
    return found


@cache
def living_picture(name: str) -> Replay:
    """A short match of a game that plays itself.

    A shipped transcript, a level's proved way, or what the game proposes.
    """
    game = load(name)
    match = (
        _transcript(game, "show*")
        or (_solved(game) if game.PUZZLE else None)
        or _transcript(game, "*")
        or _proposed(game)
    )
    found = replay(match, 0, SHOWN)
    for ply in found.shown:
        for step in ply.steps:
            step.changed.choices = []
    found.first.choices = []
    return found


def _transcript(game: Any, pattern: str) -> Match | None:
    """The longest of the game's transcripts."""
    files: list[Path] = sorted(
        (folder_of(game) / "transcripts").glob(pattern + ".jsonl"), key=lambda path: path.stat().st_size
    )
    return read_record(files[-1]) if files else None


def _solved(game: Any) -> Match | None:
    """The level whose proved way is nearest to PLEASANT moves, solved."""
    proved = [
        (level, str(level.certificate.get("witness") or "").split("; "))
        for level in levels(game)
        if level.certificate.get("witness")
    ]
    if not proved:
        return None
    level, words = min(proved, key=lambda pair: abs(len(pair[1]) - PLEASANT))
    match = Match.of_text(game, level.text)
    for word in words:
        match.play(word)
    return match


def _proposed(game: Any) -> Match:
    """Let the game's own proposals play a little; a game without any just stands there."""
    shipped = levels(game)
    match = Match.of_text(game, read_text(game, None) or (shipped[0].text if shipped else ""), 1)
    for ply in range(SHOWN if game.propose is not None else 0):
        if match.over:
            break
        player = match.acting[0]
        match.act(player, game.propose(match.setup, match.view(player), player, ply + 1))
    return match
