"""What happens, as the changes from scene to scene that a client shows one after the other."""

from collections.abc import Iterable, Sequence
from itertools import compress, pairwise, takewhile
from operator import is_not

from msgspec.structs import astuple

from gridhall.match import Event, Match, Moment
from gridhall.scene import Scene
from gridhall.server.messages.parts import Changed, Step

FIELDS = Scene.__struct_fields__
# Nobody chooses in the middle of a move: choices are compared only from the first scene of an act to its last. And
# nobody changes sides.
APART = ("choices", "turned")
NOTHING = Changed()


class PublicFilm:
    """Public events in a row, which everybody sees alike: the steps from the first to the last are made once for all.

    They are seen with the eyes of a spectator, who knows least.
    """

    __slots__ = ("first", "last", "steps")

    def __init__(self, match: Match, events: Iterable[Event]) -> None:
        moments = list(match.moments(events, match.game.PLAYERS))
        self.first, self.last = moments[0], moments[-1].scene
        self.steps = [Step(changed(before.scene, moment.scene), moment.text) for before, moment in pairwise(moments)]


def steps_between(first: Scene, shown: Iterable[Moment | PublicFilm], last: Scene) -> list[Step]:
    """The steps from the scene `first` through what is shown to the scene `last`: at least one."""
    steps: list[Step] = []
    before = first
    for part in shown:
        moment = part.first if isinstance(part, PublicFilm) else part
        steps.append(Step(changed(before, moment.scene), moment.text))
        before = moment.scene
        if isinstance(part, PublicFilm):
            steps += part.steps
            before = part.last
    end = changed(before, last)
    if last.choices != first.choices:
        end.choices = last.choices
    if end != NOTHING or not steps:
        steps.append(Step(end))
    return steps


def ply_moments(
    match: Match, events: Sequence[Event], after: Moment, films: dict[int, PublicFilm]
) -> list[Moment | PublicFilm]:
    """What a viewer sees during a ply that has led to `after`; what looks like `after` shares its scene.

    `films` keeps the films in it, by the place of their first event, for whoever else looks.
    """
    shown: list[Moment | PublicFilm] = []
    public, place = match.game.PUBLIC, 0
    while place < len(events):
        if events[place].what in public:
            if place not in films:
                films[place] = PublicFilm(match, takewhile(lambda event: event.what in public, events[place:]))
            shown.append(films[place])
            place += len(films[place].steps)
        else:
            for moment in match.moments(events[place : place + 1], after.viewer):
                moment.share_scene(after)
                shown.append(moment)
        place += 1
    return shown


def changed(before: Scene, after: Scene) -> Changed:
    """The fields that differ, but for the choices."""
    difference = Changed()
    if before is not after:
        olds, news = astuple(before), astuple(after)
        # Most fields are the same objects: only the others are looked at here.
        for name, old, new in compress(zip(FIELDS, olds, news), map(is_not, olds, news)):
            if name not in APART and old != new:
                setattr(difference, name, new)
    return difference
