"""Random matches against the plain twin: the truth and both views after every word, and which words are taken."""

import random

import pytest
from tests.games.maze_runner.twin import Refused, Twin

from gridhall.errors import GridhallError
from gridhall.games.maze_runner.parameters import KEYS
from gridhall.games.maze_runner.setup import _draw
from gridhall.match import Match

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def parameters(setup):
    numbers = {key.name: getattr(setup, key.field) for key in KEYS}
    return {**numbers, "siege": bool(setup.siege), "majority": bool(setup.majority)}


def drawn_map(draw):
    """A random hall, mostly floor, so that all meet soon."""
    width, height = draw.randint(5, 14), draw.randint(5, 12)
    cells = [
        [draw.choice("#......") if draw.random() < 0.8 else draw.choice(".../\\") for _ in range(width)]
        for _ in range(height)
    ]
    places = [(x, y) for x in range(width) for y in range(height)]
    draw.shuffle(places)
    minions = draw.randint(1, 3)
    signs = ["N", "M", *"123"[:minions], *"456"[:minions], *"D" * draw.randint(0, 2), *"d" * draw.randint(0, 2)]
    counts = {name: draw.choice((0, 0, 1, 2)) for name in ("golems", "towers", "nexuses")}
    signs += draw.choices("^>v<+", k=draw.randint(0, 2 * counts["golems"]))
    signs += ["T"] * draw.randint(0, 2 * counts["towers"]) + ["n", "m"] * counts["nexuses"]
    if len(signs) > len(places):
        return drawn_map(draw)
    for sign, (x, y) in zip(signs, places):
        cells[y][x] = sign
    head = [f"; minions: {minions}", f"; rounds: {draw.choice((3, 6, 20))}", f"; first: {draw.randint(1, 2)}"]
    options = {
        "siege": ("on", "off"), "wallBuildCount": (0, 1, 4), "turnsToRespawn": (0, 1, 2),
        "minionsHitpoints": (1, 3, 5), "doorCooldown": (0, 1, 2), "maxMirrorsBending": (0, 1, 5),
        "laserDamage": (1, 3, 9), "actionsNumber": (1, 3, 5, 9), "doorHitpoints": (1, 3), "swordDamage": (1, 2),
        "movePrice": (1, 2),
    }  # fmt: skip
    options |= {
        "golemHitpoints": (1, 4, 6), "golemDamage": (1, 2, 9), "towerHitpoints": (1, 3), "towerRange": (1, 3, 5),
        "laserPrice": (0, 2), "mirrorPrice": (0, 1),
    }  # fmt: skip
    if counts["towers"]:
        del options["wallBuildCount"]
    if counts["nexuses"]:
        options["majority"] = ("on", "off")
    head += [f"; {key}: {value}" for key, value in counts.items()]
    head += [f"; {key}: {draw.choice(values)}" for key, values in options.items() if draw.random() < 0.4]
    return "\n".join(head) + "\n" + "\n".join("".join(row) for row in cells) + "\n"


def random_word(draw, match):
    """Mostly legal words; acts that cost the turn, ends and nonsense are rarer."""
    player = match.acting[0]
    if draw.random() < 0.9:
        legal = match.legal(player)
        weights = [
            0.4 if action == 96 else 1.0 if action % 32 >= 16 else 2.0 if action % 32 < 8 else 6.0 for action in legal
        ]
        return match.game.word(match.setup, match.state, draw.choices(legal, weights)[0])
    barrier = "tower" if match.setup.towers else "wall"
    act = draw.choice(("move", "strike", "laser", "mirror", barrier, "door", "switch", "retreat"))
    word = f"{draw.randint(1, 3)} {act}"
    if act in ("move", "strike"):
        return f"{word} {draw.choice(DIRECTIONS)}"
    if act == "mirror":
        return f"{word} {draw.choice('/' + chr(92))}"
    return word if act in ("switch", "retreat") else f"{word} {draw.choice('NESW')}"


def compare(seed, words):
    draw = random.Random(seed)
    if seed % 3 == 0:
        text = f"; size: {draw.choice((23, 25, 31))}\n; symmetry: {draw.choice(('none', 'half-turn'))}\n; rounds: 4\n"
        text += "".join(f"; {name}: {draw.randint(0, 3)}\n" for name in ("golems", "towers", "nexuses")) * (seed % 2)
    else:
        text = drawn_map(draw)
    match = Match("maze_runner", text, seed)
    twin = Twin(_draw(match.state), parameters(match.setup), match.state.first + 1, match.setup.round)
    for number in range(words):
        assert match.facts() == twin.truth(), (seed, number)
        for player in (1, 2):
            assert match.facts(player - 1) == twin.view(player), (seed, number, player)
        if match.over:
            break
        word = random_word(draw, match)
        try:
            match.play(word)
            taken = True
        except GridhallError:
            taken = False
        try:
            twin.play(word)
            twin_taken = True
        except Refused:
            twin_taken = False
        assert taken == twin_taken, (seed, number, word)
    assert match.facts() == twin.truth()


@pytest.mark.parametrize("seed", range(24))
def test_rules_and_twin_agree_on_random_matches(seed):
    compare(seed, 120)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_rules_and_twin_agree_on_a_thousand_random_matches(part):
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        compare(seed, 250)
