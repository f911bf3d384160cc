"""What each game teaches, for every game found: a lesson is done by what it asks for, and by nothing less."""

import copy
from pathlib import Path
from types import ModuleType

import pytest

from gridhall.errors import BadGame, GridhallError
from gridhall.game import Game
from gridhall.guide import Guide, LessonStep, Verb, guide_of
from gridhall.lesson import LessonMatch, is_done, played_verb, scripted_match
from gridhall.registry import games, load

STEPS = [
    pytest.param(load(name), step, id=f"{name}-{number}")
    for name in games()
    for number, step in enumerate(guide_of(load(name)).lesson, 1)
]
VERBS = [
    pytest.param(load(name), verb, id=f"{name}-{verb.name}") for name in games() for verb in guide_of(load(name)).verbs
]


@pytest.mark.parametrize("name", games())
def test_every_game_teaches_three_to_six_ideas_its_verbs_and_its_terms(name: str) -> None:
    guide = guide_of(load(name))
    assert 3 <= len(guide.lesson) <= 6
    titles = [step.title for step in guide.lesson]
    assert len(set(titles)) == len(titles)
    assert len(guide.verbs) >= 3 and len(guide.tips) >= 3 and len(guide.terms) >= 4
    for step in guide.lesson:
        assert 20 <= len(step.text) <= 240 and 20 <= len(step.after) <= 160, step.title
        assert step.text.endswith(".") and step.after.endswith("."), step.title


def way_of(game: Game, step: LessonStep) -> LessonMatch:
    """The step after its own way, which must not be done before its last word."""
    run = LessonMatch(game, step)
    assert not is_done(step, run.match) and not run.missed
    for number, word in enumerate(step.way):
        assert not run.done and not run.missed, f"{step.title}: over before {word}"
        action = run.next_of_way()
        assert action == run.match.read(word, run.learner)[1]
        run.act(action)
        assert run.done == (number == len(step.way) - 1)
    return run


@pytest.mark.parametrize("game, step", STEPS)
def test_a_step_is_done_by_its_own_way_and_not_before_its_last_word(game: Game, step: LessonStep) -> None:
    run = way_of(game, step)
    assert run.done and not run.missed and run.next_of_way() == -1


@pytest.mark.parametrize("game, step", STEPS)
def test_what_a_step_asks_for_can_be_chosen_in_its_scene(game: Game, step: LessonStep) -> None:
    """Whoever has only buttons can do it: each action of the way is offered, and none is a loss."""
    run = LessonMatch(game, step)
    for _ in step.way:
        action = run.next_of_way()
        offered = [choice for choice in run.match.scene(run.learner).choices if choice.action == action]
        assert offered and not any(choice.why or choice.danger for choice in offered), step.title
        run.act(action)


@pytest.mark.parametrize("game, step", STEPS)
def test_no_step_is_done_in_passing(game: Game, step: LessonStep) -> None:
    """Before the last word of its way nothing else that one may do gives what was asked for."""
    run = LessonMatch(game, step)
    for word in step.way[:-1]:
        own = run.next_of_way()
        for action in run.match.legal(run.learner):
            other = copy.copy(run)
            other.match = copy.copy(run.match)
            if action != own:
                other.act(action)
                assert not other.done, f"{step.title}: done by {other.match.plies[-1].word} instead of {word}"
        run.act(own)


def test_a_step_that_can_no_longer_be_done_is_missed_and_begins_again() -> None:
    """Dying in a lesson, or leaving its script, leads nowhere: the step says so, and a new one is as the first."""
    missed = 0
    for name in games():
        for step in guide_of(load(name)).lesson:
            run = LessonMatch(load(name), step)
            for action in run.match.legal(run.learner):
                other = LessonMatch(load(name), step)
                other.act(action)
                missed += other.missed
                assert not (other.missed and other.done)
            assert bytes(LessonMatch(load(name), step).match.state) == bytes(run.match.state)
    assert missed


@pytest.mark.parametrize("game, verb", VERBS)
def test_a_verb_is_shown_by_words_that_the_rules_allow(game: Game, verb: Verb) -> None:
    match = played_verb(game, verb)
    assert len(match.plies) >= len(verb.words)
    assert match.outcome not in ("lost", "limit") and not match.undone


def test_a_word_of_a_script_that_is_refused_is_told() -> None:
    game = load(games()[0])
    step = copy.deepcopy(guide_of(game).lesson[0])
    step.before = ["nonsense"]
    with pytest.raises(GridhallError):
        scripted_match(game, step)


def test_a_game_of_ones_own_teaches_by_a_file_in_its_folder_and_one_without_teaches_nothing(toys: None) -> None:
    coins = load("coins")
    (step,) = guide_of(coins).lesson
    assert way_of(coins, step).done
    assert guide_of(load("steps")) == Guide()


def test_a_guide_that_cannot_be_read_is_told_with_its_folder_and_the_place(tmp_path: Path) -> None:
    broken = ModuleType("broken")
    broken.__file__ = str(tmp_path / "__init__.py")
    (tmp_path / "guide.json").write_text('{"lesson": [{"title": 3}]}')
    with pytest.raises(BadGame, match=r"guide.json.*lesson\[0\].title"):
        guide_of(broken)
