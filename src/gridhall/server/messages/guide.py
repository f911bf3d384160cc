"""Bodies of HTTP about what a game teaches: its guide, its lesson, and a step of it as it is played."""

from msgspec import Struct

from gridhall.guide import Term
from gridhall.scene import Scene
from gridhall.server.messages.http import Replay
from gridhall.server.messages.parts import Step


class VerbShown(Struct, omit_defaults=True):
    """Something a player does: its name, a sentence or two, and a short scene of it."""

    name: str
    text: str
    clip: Replay


class GuidePage(Struct, omit_defaults=True):
    """How a game is played, in plain language: its verbs, tips, and the terms it uses in a sense of its own."""

    verbs: list[VerbShown] = []
    tips: list[str] = []
    terms: list[Term] = []


class LessonCard(Struct, omit_defaults=True):
    """A step of a game's lesson: what to do, and what is said when it is done."""

    title: str
    text: str
    after: str


class LessonPlay(Struct, omit_defaults=True):
    """What the learner has played in a step so far.

    With `ask` not 0 a preview is asked for, of the action `action` and the further ones of a walk, `then`.
    """

    actions: list[int] = []
    ask: int = 0
    action: int = 0
    then: list[int] = []


class LessonPosition(Struct, omit_defaults=True):
    """A step of a lesson after these actions: the scene before the last of them, and the steps from there.

    `done`: the rules confirm what was asked for. `missed`: it cannot be done any more; the step may begin again.
    """

    first: Scene
    steps: list[Step] = []
    active: bool = False  # whether the learner may choose now
    done: bool = False
    missed: bool = False
    next: int = -1  # the action that the step's own way goes on with; -1 if the learner has left it
