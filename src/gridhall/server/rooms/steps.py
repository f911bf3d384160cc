"""What happens, as the changes from scene to scene that a client shows one after the other."""

from collections.abc import Iterable, Iterator
from itertools import compress
from operator import attrgetter, is_not

from gridhall.match import Event, Match, Moment
from gridhall.scene import Scene
from gridhall.server.messages.parts import Changed, Step

# Nobody chooses in the middle of a move: choices are compared only from the first scene of an act to its last.
FIELDS = tuple(name for name in Scene.__struct_fields__ if name != "choices")
_fields_of = attrgetter(*FIELDS)
NOTHING = Changed()


def steps_between(first: Scene, moments: Iterable[Moment], last: Scene) -> list[Step]:
    """The steps from the scene `first` through these moments to the scene `last`: at least one."""
    steps: list[Step] = []
    before = first
    for moment in moments:
        steps.append(Step(changed(before, moment.scene), moment.text))
        before = moment.scene
    end = changed(before, last)
    if last.choices != first.choices:
        end.choices = last.choices
    if end != NOTHING or not steps:
        steps.append(Step(end))
    return steps


def ply_moments(match: Match, events: Iterable[Event], after: Moment) -> Iterator[Moment]:
    """What a viewer sees during a ply that has led to `after`; what looks like `after` shares its scene."""
    for moment in match.moments(events, after.viewer):
        moment.share_scene(after)
        yield moment


def changed(before: Scene, after: Scene) -> Changed:
    """The fields that differ, but for the choices."""
    difference = Changed()
    if before is not after:
        olds, news = _fields_of(before), _fields_of(after)
        # Most fields are the same objects: only the others are looked at here.
        for name, old, new in compress(zip(FIELDS, olds, news), map(is_not, olds, news)):
            if old != new:
                setattr(difference, name, new)
    return difference
