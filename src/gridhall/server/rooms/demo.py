"""A short match of each game that plays itself, for the game's page."""

import copy
import json
from collections import Counter
from functools import cache
from pathlib import Path

from gridhall.game import EVERYONE, Game
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.registry import folder_of, levels, load, read_text
from gridhall.scene import Scene
from gridhall.server.messages.http import Replay
from gridhall.server.rooms.replays import replay

SHOWN = 60  # plies
LEAST = 12  # plies that are shown at least
PLEASANT = 24  # moves of a way worth watching
CANDIDATES = 8  # beginnings that are compared
SMALL = 13  # rows and columns of a board that a card can show whole


@cache
def demo_replay(name: str) -> Replay:
    """A game's demo match as everybody may see it, from where there is most to see.

    Nobody chooses in it, so it is sent without choices.
    """
    match = demo_match(load(name))
    start = _densest(match)
    answer = replay(match, start, start + SHOWN, has_story=False)
    answer.first = copy.copy(answer.first)
    answer.first.choices = []
    for ply in answer.shown:
        for step in ply.steps:
            step.changed.choices = []
    return answer


def demo_scene(name: str) -> Scene:
    """A game's demo match in its midst, where there is most to see; nobody chooses in it."""
    match = demo_match(load(name))
    again = Match.of_text(match.game, match.setup_text, match.seed)
    for ply in match.plies[: _densest(match) or len(match.plies) // 2]:
        again.act(ply.player, ply.action)
    scene = copy.copy(again.scene(EVERYONE))
    scene.choices = []
    return scene


def demo_match(game: Game) -> Match:
    """A level's proved way, a transcript that somebody wins, any transcript, or what the game proposes."""
    return (_solved(game) if game.PUZZLE else None) or _transcript(game) or _proposed(game)


def _densest(match: Match) -> int:
    """The ply after which there is most to see, at the beginning of a turn; 0 for a puzzle, which begins so."""
    if match.game.PUZZLE or len(match.plies) <= LEAST:
        return 0
    again = Match.of_text(match.game, match.setup_text, match.seed)
    turns = {0: copy.copy(again.state)}
    for number, ply in enumerate(match.plies[: len(match.plies) - LEAST], 1):
        acting = set(again.acting)
        again.act(ply.player, ply.action)
        if set(again.acting) != acting or match.game.PLAYERS == 1:
            turns[number] = copy.copy(again.state)
    candidates = list(turns)[:: max(1, len(turns) // CANDIDATES)]

    def seen(number: int) -> int:
        return len(_things(match.game.scene(match.setup, turns[number], EVERYONE)))

    return max(candidates, key=seen)


def _things(scene: Scene) -> list[str]:
    """The kinds of all that can be seen on the boards besides floor and walls."""
    kinds = {kind.text: name for name, kind in scene.legend.items() if not kind.join}
    tiles = Counter(sign for layer in scene.layers for row in layer.tiles for sign in row)
    floor = {sign for sign, _ in tiles.most_common(1)}
    drawn = [kinds[sign] for sign in tiles.elements() if sign in kinds and sign not in floor]
    return drawn + [piece.kind for piece in scene.pieces if not piece.faded]


def _transcript(game: Game) -> Match | None:
    """The best of the game's transcripts: one that is won, of a setup with little said about it, and long."""
    best = max(sorted((folder_of(game) / "transcripts").glob("*.jsonl")), key=_worth, default=None)
    return read_record(best) if best else None


def _worth(path: Path) -> tuple[bool, int, int]:
    """How good a recorded match is to watch, as far as its first and its last line tell."""
    lines = path.read_text("utf-8").splitlines()
    return "won" in json.loads(lines[-1]).get("outcome", []), -len(json.loads(lines[0])["setup"].strip()), len(lines)


def _solved(game: Game) -> Match | None:
    """A solved level: of those that a card can show whole, and whose proved way is neither short nor long, the richest.

    The rich one has many kinds of things on it.
    """
    proved = [
        (Match.of_text(game, level.text), str(level.certificate["witness"]).split("; "))
        for level in levels(game)
        if level.certificate.get("witness")
    ]
    if not proved:
        return None
    match, words = max(proved, key=lambda pair: _charm(*pair))
    for word in words:
        match.play(word)
    return match


def _charm(match: Match, words: list[str]) -> tuple[bool, int, int]:
    """How good a solved level is to look at."""
    scene = match.scene(EVERYONE)
    is_fit = max(scene.width, scene.height) <= SMALL and PLEASANT / 2 <= len(words) <= PLEASANT * 2
    things = _things(scene)
    return is_fit, len(set(things)), len(things)


def _proposed(game: Game) -> Match:
    """Let the game's own proposals play a little; a game without any just stands there."""
    shipped = levels(game)
    match = Match.of_text(game, read_text(game, None) or (shipped[0].text if shipped else ""), 1)
    while game.propose is not None and not match.over and len(match.plies) < SHOWN:
        player = match.acting[0]
        match.act(player, game.propose(match.setup, match.view(player), player, len(match.plies) + 1))
    return match
