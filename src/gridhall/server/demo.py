"""A short match of each game that plays itself, for the game's page."""

import copy
from functools import cache

from gridhall.game import Game
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.registry import folder_of, levels, load, read_text
from gridhall.server.messages.http import Replay
from gridhall.server.replays import replay

SHOWN = 60  # plies
PLEASANT = 24  # moves of a way worth watching


@cache
def demo_replay(name: str) -> Replay:
    """A game's demo match as everybody may see it. Nobody chooses in it, so it is sent without choices."""
    answer = replay(demo_match(load(name)), 0, SHOWN)
    answer.first = copy.copy(answer.first)
    answer.first.choices = []
    for ply in answer.shown:
        for step in ply.steps:
            step.changed.choices = []
    return answer


def demo_match(game: Game) -> Match:
    """A shipped transcript that is made for it, a level's proved way, any transcript, or what the game proposes."""
    solved = _solved(game) if game.PUZZLE else None
    return _transcript(game, "show*") or solved or _transcript(game, "*") or _proposed(game)


def _transcript(game: Game, pattern: str) -> Match | None:
    """The longest of the game's transcripts."""
    files = (folder_of(game) / "transcripts").glob(pattern + ".jsonl")
    longest = max(sorted(files), key=lambda path: path.stat().st_size, default=None)
    return read_record(longest) if longest else None


def _solved(game: Game) -> Match | None:
    """The level whose proved way is nearest to PLEASANT moves, solved."""
    proved = [
        (level, str(level.certificate["witness"]).split("; "))
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


def _proposed(game: Game) -> Match:
    """Let the game's own proposals play a little; a game without any just stands there."""
    shipped = levels(game)
    match = Match.of_text(game, read_text(game, None) or (shipped[0].text if shipped else ""), 1)
    while game.propose is not None and not match.over and len(match.plies) < SHOWN:
        player = match.acting[0]
        match.act(player, game.propose(match.setup, match.view(player), player, len(match.plies) + 1))
    return match
