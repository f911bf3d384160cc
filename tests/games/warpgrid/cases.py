"""Matches with scripted dice for the tests of the rulings, WG1 to WG26."""

from gridhall.match import Match


def begin(dice="", words="", **options):
    """A match with scripted dice and words already said."""
    lines = [f"; {key}: {value}" for key, value in options.items()] + [f"; dice: {dice}"] * bool(dice)
    match = Match("warpgrid", "\n".join(lines) + "\n")
    for word in words.split(";") if words else ():
        match.play(word.strip())
    return match


def board(match):
    """The levels as six lines of text, the player's too; `O` is the out portal."""
    facts = match.facts()
    signs = [str(level) if level else "." for level in facts["levels"]]
    if facts["out"]:
        signs[facts["out"][1] * 6 - 6 + facts["out"][0] - 1] = "O"
    return ["".join(signs[row : row + 6]) for row in range(0, 36, 6)]


def at(match):
    facts = match.facts()
    return facts["x"], facts["y"]


def level(match, x, y):
    return match.facts()["levels"][y * 6 - 6 + x - 1]


def place(match, x, y, value):
    """Draw a distortion by hand."""
    match.state.levels[y * 6 - 6 + x - 1] = value
