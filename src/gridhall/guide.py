"""What a game teaches: its first lesson, its verbs as short scenes, tips, and terms. It is `guide.json` in its folder.

Terminal and browser show the same. Only `reasons` names rulings, for whoever asks why; no word of it has to be typed.
"""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from gridhall.errors import BadGame
from gridhall.game import Game
from gridhall.registry import folder_of


class Script(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A position, and what the other side does in it."""

    setup: list[str] = []  # the lines of a level's text; none for the match of the empty text
    seed: int = 0
    player: int = 1  # who learns, or from whose seat it is shown
    before: list[str] = []  # words that are played first; `2: word` names the player
    other: list[str] = []  # what the other side plays, one word after the other, whenever it is to act; then again


class Verb(Script, kw_only=True):
    """Something a player does, shown by doing it."""

    name: str
    text: str
    words: list[str]  # that are played, one after the other


class LessonStep(Script, kw_only=True):
    """One idea, which the learner tries out."""

    title: str
    text: str  # what to do and why, in a sentence or two
    done: dict[str, Any]  # facts of the learner's view that say so: a path such as `points.0`, and its value
    way: list[str]  # the learner's words that do it
    after: str  # what is said then


class Term(Struct, forbid_unknown_fields=True):
    """A word that the game uses in a sense of its own."""

    term: str
    meaning: str


class Reason(Struct, forbid_unknown_fields=True):
    """The rulings behind sentences that the game's previews and events say."""

    says: str  # what stands in such a sentence, in small letters
    rule: str  # the numbers, as a refusal's: "MR46, MR58"


class Guide(Struct, forbid_unknown_fields=True):
    """All that a game teaches; a game may leave out any part."""

    lesson: list[LessonStep] = []
    verbs: list[Verb] = []
    tips: list[str] = []
    terms: list[Term] = []
    reasons: list[Reason] = []


@cache
def guide_of(game: Game) -> Guide:
    """A game's guide; an empty one if it has none. Raises BadGame where the file cannot be read."""
    path = folder_of(game) / "guide.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Guide) if path.exists() else Guide()
    except (msgspec.DecodeError, UnicodeError) as wrong:
        raise BadGame(str(path.parent), [f"guide.json: {wrong}"]) from wrong


def numbers_behind(game: Game, text: str) -> list[str]:
    """The numbers of the rulings behind a sentence of a game, for whoever asks why."""
    rules = [reason.rule for reason in guide_of(game).reasons if reason.says in text.lower()]
    return list(dict.fromkeys(number for rule in rules for number in rule.split(", ")))
