"""Positions and matches for the tests of the rulings, EC1 to EC70, written as a person would."""

import json

from gridhall.games.echoes.replay import pictures
from gridhall.games.echoes.setup import tile_name
from gridhall.games.echoes.words import echo_id
from gridhall.match import Match
from gridhall.registry import load

echoes = load("echoes")


def position(*lines, scores=None):
    """A position file's match from lines such as `r 1 D4: walk N, fire N`."""
    listed = []
    for line in lines:
        head, _, words = line.partition(":")
        name, player, start = head.split()
        listed.append(
            {
                "id": name,
                "player": int(player),
                "start": start,
                "actions": [word.strip() for word in words.split(",") if word.strip()],
            }
        )
    return Match.of_text(echoes, json.dumps({"echoes": listed} | ({"scores": scores} if scores else {})))


def deaths(*lines):
    """Who fell at which tick."""
    return position(*lines).facts()["destroyed"]


def tiles(*lines, tick=None):
    """Where everyone stands after a tick, by id."""
    match = position(*lines)
    picture = pictures(match.setup, match.state)[-1 if tick is None else tick]
    return {echo_id(match.setup, slot): tile_name(cell) for slot, cell in picture.cells.items()}


def things(*lines, tick):
    """Tiles of shots and mines after a tick."""
    match = position(*lines)
    return sorted(tile_name(thing.cell) for thing in pictures(match.setup, match.state)[tick].projectiles)


def begin(text=""):
    return Match.of_text(echoes, text)


def plan(match, player, words):
    for word in words.split(", "):
        match.play(word, player)


def turn(match, first, second):
    """Both plans, sealed; returns the facts."""
    plan(match, 0, first + ", submit")
    plan(match, 1, second + ", submit")
    return match.facts()


WALL, LLAW = "fire N, fire N, shield N", "fire S, fire S, shield S"
EIGHT_RED = "".join(f"1 {column}: shield N\n" for column in "ABCDEFGH")
EIGHT_BLUE = "".join(f"2 {column}: shield S\n" for column in "ABCDEFGH")
AWAY = "k 1 A1: shield N", "l 2 A8: shield S"  # so that nobody is eliminated
