"""Levels that are drawn for one test, and what is played and asked on them."""

import json

import pytest

from gridhall.errors import BadSetup
from gridhall.games import grid_universe as game
from gridhall.match import Match

WALL, EXIT = {"blocking": True}, {"exit": True}
BOX = {"blocking": True, "collidable": True, "pushable": True}
SPIKE = {"collidable": True, "damage": 1}
HERO = {"agent": True, "collidable": True, "health": [5, 5], "inventory": [], "status": []}


def level(width, height, *things, hero=(0, 0), **more):
    """A level's JSON: the agent has id 0, the others 1, 2 ... in the order given as (x, y, properties)."""
    entities = [{"id": 0, "x": hero[0], "y": hero[1], **HERO, **more.pop("agent", {})}]
    entities[0] = {key: value for key, value in entities[0].items() if value is not None}
    entities += [{"id": number, "x": x, "y": y, **props} for number, (x, y, props) in enumerate(things, 1)]
    return {"width": width, "height": height, "objective": "exit", "entities": entities, **more}


FAR = (5, 4, EXIT)  # an exit out of the way


def play(given, words, seed=None):
    match = Match.of_text(game, json.dumps(given), seed)
    for word in words.split():
        match.play(word)
    return match


def facts(given, words, seed=None):
    return play(given, words, seed).facts()


def sentences(given, words):
    """The sentences of the last word."""
    match = play(given, " ".join(words.split()[:-1]))
    moments = match.play(words.split()[-1])
    return " | ".join(shown.text for shown in match.moments(moments, 0) if shown.text)


def defects(given):
    with pytest.raises(BadSetup) as caught:
        game.read_setup(given if isinstance(given, str) else json.dumps(given))
    return str(caught.value)


def moving(axis="x", direction=1, **more):
    return {"moving": {"axis": axis, "direction": direction, **more}}


def last_scene(text, *words):
    match = Match.of_text(game, text)
    for word in words:
        match.play(word)
    assert match.outcome == "lost"
    return match.scene(0), match.text(0)
