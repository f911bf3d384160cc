"""Guides and lessons over HTTP: the rules decide what is done, nothing is kept, and nothing hidden is sent."""

import gzip
from typing import Any

import msgspec
import pytest
from tests.server.conftest import OpenHouse

from gridhall.guide import guide_of
from gridhall.lesson import LessonMatch
from gridhall.registry import games, load
from gridhall.server.failures import Refused
from gridhall.server.messages.guide import GuidePage, LessonPlay, LessonPosition
from gridhall.server.pages.teaching import guide_text, play
from gridhall.server.work.limits import Limits

FREE = Limits(work=1e6, work_burst=1e6, address_work=1e6, address_work_burst=1e6)


def position(name: str, number: int, actions: list[int]) -> LessonPosition:
    return msgspec.json.decode(gzip.decompress(play(name, number, LessonPlay(actions))), type=LessonPosition)


@pytest.mark.parametrize("name", games())
def test_the_whole_lesson_can_be_done_by_what_each_answer_offers(name: str) -> None:
    game = load(name)
    for number, step in enumerate(guide_of(game).lesson, 1):
        actions: list[int] = []
        for _ in step.way:
            here = position(name, number, actions)
            assert here.active and not here.done and not here.missed and here.next >= 0
            actions.append(here.next)
        last = position(name, number, actions)
        assert last.done and not last.active and last.steps and last.next == -1


@pytest.mark.parametrize("name", games())
def test_a_guide_shows_every_verb_as_a_scene_without_choices_and_from_one_seat_only(name: str) -> None:
    page = msgspec.json.decode(gzip.decompress(guide_text(name)), type=GuidePage)
    game, guide = load(name), guide_of(load(name))
    assert [verb.name for verb in page.verbs] == [verb.name for verb in guide.verbs]
    assert (page.tips, page.terms) == (guide.tips, guide.terms)
    for verb in page.verbs:
        assert verb.clip.shown and not verb.clip.first.choices
        scenes = [step.changed for ply in verb.clip.shown for step in ply.steps]
        assert any(scene.pieces not in (msgspec.UNSET, None) or scene.timeline for scene in scenes), verb.name
    if game.SECRETS and game.PLAYERS > 1:
        assert len(gzip.decompress(guide_text(name))) < 400_000


def test_a_step_answers_over_http_and_refuses_what_is_no_step(open_house: OpenHouse) -> None:
    house = open_house(FREE)
    name = next(name for name in games() if guide_of(load(name)).lesson)
    status, cards = house.call("GET", f"/api/games/{name}/lesson")
    assert status == 200 and [card["title"] for card in cards] == [step.title for step in guide_of(load(name)).lesson]
    lesson = f"/api/games/{name}/lesson"
    first = LessonMatch(load(name), guide_of(load(name)).lesson[0]).next_of_way()
    status, here = house.call("POST", f"{lesson}/1", {"actions": []})
    assert (status, here["active"], here["next"]) == (200, True, first)
    status, preview = house.call("POST", f"{lesson}/1", {"actions": [], "ask": 1, "action": first})
    assert status == 200 and preview["text"]
    wrong: list[tuple[str, Any, int]] = [
        (f"{lesson}/0", {}, 400), (f"{lesson}/99", {}, 400), (f"{lesson}/1", "x", 400),
        (f"{lesson}/1", {"actions": [first] * 61}, 413), (f"{lesson}/1", {"actions": [10_000]}, 400),
        ("/api/games/nothing/lesson", None, 404),
    ]  # fmt: skip
    for address, body, expected in wrong:
        status, failure = house.call("POST" if body is not None else "GET", address, body)
        assert status == expected and failure["message"], (address, body, status)


def test_nothing_can_be_played_after_a_step_is_over() -> None:
    name = games()[0]
    step = guide_of(load(name)).lesson[0]
    actions = []
    for _ in step.way:
        actions.append(position(name, 1, actions).next)
    with pytest.raises(Refused):
        play(name, 1, LessonPlay([*actions, actions[-1]]))
