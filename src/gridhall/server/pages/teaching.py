"""What a game teaches, over HTTP. A step of a lesson is played anew for each question: nothing is kept of it."""

import asyncio
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.game import EVERYONE
from gridhall.guide import guide_of
from gridhall.lesson import LessonMatch, played_verb
from gridhall.registry import load
from gridhall.scene import Preview
from gridhall.server.failures import Refused
from gridhall.server.messages.guide import GuidePage, LessonCard, LessonPlay, LessonPosition, VerbShown
from gridhall.server.pages.answers import answer, decoded, unpacked_for
from gridhall.server.people.visitors import Pages
from gridhall.server.rooms.encoding import packed
from gridhall.server.rooms.replays import replay
from gridhall.server.rooms.steps import ply_moments, steps_between

LONGEST = 60  # actions of a step that are played again for one answer
BYTES = 4096  # of a question


class Teaching(Pages):
    """Answers about guides and lessons."""

    def routes(self) -> list[Route]:
        get, post = ["GET"], ["POST"]
        return [
            Route("/api/games/{game}/guide", self.guide, methods=get),
            Route("/api/games/{game}/lesson", self.lesson, methods=get),
            Route("/api/games/{game}/lesson/{number:int}", self.play, methods=post),
        ]

    async def guide(self, request: Request) -> Response:
        name = request.path_params["game"]
        load(name)  # raises UnknownGame
        zipped = await asyncio.to_thread(guide_text, name)
        return unpacked_for(request, zipped, {"cache-control": "public, max-age=3600", "vary": "accept-encoding"})

    async def lesson(self, request: Request) -> Response:
        steps = guide_of(load(request.path_params["game"])).lesson
        return answer([LessonCard(step.title, step.text, step.after) for step in steps])

    async def play(self, request: Request) -> Response:
        """A step after what the learner has played, or what a choice would do there."""
        name, number = request.path_params["game"], int(request.path_params["number"])
        if not 1 <= number <= len(guide_of(load(name)).lesson):
            raise Refused("bad_setup", f"{load(name).TITLE} has no such lesson")
        played = await decoded(request, LessonPlay, BYTES)
        if len(played.actions) > LONGEST:
            raise Refused("too_large", "that are too many moves for a lesson; begin the step again")
        return unpacked_for(request, await self.visitors.work(request, "lesson", play, name, number, played))


@cache
def guide_text(name: str) -> bytes:
    """A game's guide as it is sent; the short scenes are made once."""
    game = load(name)
    guide = guide_of(game)
    verbs = []
    for verb in guide.verbs:
        match = played_verb(game, verb)
        viewer = verb.player - 1 if game.SECRETS else EVERYONE
        clip = replay(match, len(verb.before), len(match.plies), viewer, has_story=False)
        clip.first.choices = []
        for ply in clip.shown:
            for step in ply.steps:
                step.changed.choices = []
        verbs.append(VerbShown(verb.name, verb.text, clip))
    return packed(GuidePage(verbs, guide.tips, guide.terms))


def play(name: str, number: int, played: LessonPlay) -> bytes:
    """What a learner sees after these actions: LessonPosition, or Preview if one is asked for."""
    game = load(name)
    lesson = LessonMatch(game, guide_of(game).lesson[number - 1])
    viewer = lesson.learner
    first, steps = lesson.match.moment(viewer).scene, []
    for action in played.actions:
        if lesson.done or lesson.missed:
            raise Refused("match_over", "this step is over")
        before = lesson.match.moment(viewer).scene
        events = lesson.act(action)
        after = lesson.match.moment(viewer)
        first, steps = before, steps_between(before, ply_moments(lesson.match, events, after, {}), after.scene)
    if played.ask:
        return packed(_preview(lesson, played))
    is_over = lesson.done or lesson.missed
    position = LessonPosition(first, steps, not is_over, lesson.done, lesson.missed, lesson.next_of_way())
    return packed(position)


def _preview(lesson: LessonMatch, played: LessonPlay) -> Preview:
    """What one of the choices that are offered would do; nothing of any other."""
    game, match, viewer = lesson.game, lesson.match, lesson.learner
    offered = [choice for choice in match.moment(viewer).scene.choices if choice.action == played.action]
    if game.preview is None or not offered:
        return Preview()
    if game.preview_walk is not None and any(choice.then and choice.then == played.then for choice in offered):
        return game.preview_walk(match.setup, match.view(viewer), viewer, [played.action, *played.then])
    return game.preview(match.setup, match.view(viewer), viewer, played.action)
