"""What people read speaks plainly: no number of a ruling, and nothing that only somebody at a prompt understands.

Numbers stand in the full rules, in `run --json`, and behind "why?".
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from gridhall.errors import GridhallError
from gridhall.game import EVERYONE, Game
from gridhall.guide import guide_of, numbers_behind
from gridhall.match import Match
from gridhall.registry import folder_of, games, levels, load, read_text, rules_of
from gridhall.rulings import numbers_in, plain, plain_reason, rulings
from gridhall.scene import Scene
from gridhall.server.pages.editor import checked

NUMBER = re.compile(r"\b[A-Z]{2}\d+[a-z]?\b")
AT_THE_PROMPT = re.compile(r"`|\bthe word\b|\bprompt\b|\bcommand|\bgridhall\b|\bterminal\b", re.IGNORECASE)
PLIES, LEVELS = 40, 6
UNREAD = {"id", "kind", "piece", "group", "icon", "held", "key", "word", "tiles", "fog", "rule", "style"}


@pytest.mark.parametrize("name", games())
def test_the_reasons_of_a_guide_are_rulings_of_its_rules_behind_sentences_of_the_game(name):
    game = load(name)
    source = " ".join(path.read_text("utf-8").lower() for path in folder_of(game).glob("*.py"))
    for reason in guide_of(game).reasons:
        assert reason.says == reason.says.lower() and reason.says.strip() in source, reason
        for number in reason.rule.split(", "):
            assert not rulings(rules_of(game), [number])[0].endswith("see the full rules."), reason


def test_whoever_asks_why_is_told_the_rulings_behind_a_sentence():
    game = load("phase_shift")
    assert numbers_behind(game, "Step north: wall, a wasted move. It is one too many.") == ["PS5", "PS6", "PS11"]
    assert numbers_behind(game, "You stepped north.") == []


def strings(part: Any) -> Iterator[str]:
    """Every text of a scene or a part of it that somebody reads."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from strings(value)
    elif isinstance(part, (list, tuple)):
        for value in part:
            yield from strings(value)
    elif isinstance(part, msgspec.Struct):
        for field in part.__struct_fields__:
            if field not in UNREAD:
                yield from strings(getattr(part, field))


def played(game: Game, luck: Random) -> Iterator[tuple[Match, int, list[str]]]:
    """Positions of random matches on some of a game's levels, who looks, and what they were just told."""
    shipped = [level.text for level in levels(game)]
    for text in [read_text(game, None), *luck.sample(shipped, min(LEVELS, len(shipped)))]:
        match = Match.of_text(game, text, luck.getrandbits(32))
        for _ in range(PLIES):
            if match.over:
                break
            player = luck.choice(match.acting)
            action = luck.choice([*match.legal(player)])
            events = match.act(player, action)
            sentences = [match.describe(event, player) or "" for event in events]
            yield match, player, sentences
        yield match, EVERYONE if match.over else 0, []


def texts_of(game: Game) -> Iterator[str]:
    luck = Random(game.TITLE)
    for number, (match, player, sentences) in enumerate(played(game, luck)):
        yield from sentences
        scene: Scene = match.scene(player)
        hidden = scene.hint if player != EVERYONE and scene.hint in match.setup_text else ""  # its author's own words
        yield from (text for text in strings(scene) if text != hidden)
        if game.preview is not None and number % 3 == 0 and player in match.acting:
            view = match.view(player)
            for choice in scene.choices[:20]:
                yield from strings(game.preview(match.setup, view, player, choice.action))
            for action in luck.sample(range(game.ACTIONS), min(5, game.ACTIONS)):
                yield from strings(game.preview(match.setup, view, player, action))


@pytest.mark.parametrize("name", games())
def test_no_scene_event_or_preview_names_a_ruling_or_speaks_of_the_prompt(name: str) -> None:
    wrong = {text for text in texts_of(load(name)) if NUMBER.search(text) or AT_THE_PROMPT.search(text)}
    assert not wrong, sorted(wrong)[:10]


@pytest.mark.parametrize("name", games())
def test_no_defect_that_the_editor_shows_names_a_ruling_but_it_is_there_for_who_asks(name: str) -> None:
    game, luck = load(name), Random(name)
    shipped = [level.text for level in levels(game)][:4] or [read_text(game, None)]
    known = 0
    for _ in range(60):
        text = list(luck.choice(shipped) or "; x: 1\n")
        for _ in range(3):
            text[luck.randrange(len(text))] = luck.choice("?;\n @P#9{")
        for defect in checked(game, "".join(text)).defects:
            known += bool(defect.rule)
            said = f"{defect.message} {defect.problem} {defect.cure}"
            assert not NUMBER.search(said), said
    assert known


@pytest.mark.parametrize("name", games())
def test_a_refusal_is_told_plainly_and_its_ruling_is_found_in_the_rules(name: str) -> None:
    game = load(name)
    for reason in game.REASONS:
        assert not NUMBER.search(plain(reason)), reason
        assert plain_reason(reason) == (plain(reason), ", ".join(numbers_in(reason)))
        for number, ruling in zip(numbers_in(reason), rulings(rules_of(game), numbers_in(reason)), strict=True):
            assert ruling.startswith(f"{number}: ") and len(ruling) > len(number) + 10


@pytest.mark.parametrize("name", games())
def test_a_refused_word_raises_what_it_always_raised_and_says_it_plainly(name: str) -> None:
    match = Match.of_text(load(name), read_text(load(name), None), 1)
    with pytest.raises(GridhallError) as raised:
        match.play("nonsense", 0)
    wrong = raised.value
    assert wrong.as_json()["message"] == str(wrong)
    assert not NUMBER.search(wrong.plain) and wrong.rules == numbers_in(str(wrong))


@pytest.mark.parametrize("name", games())
def test_what_a_game_teaches_names_no_ruling_and_nothing_that_is_typed(name: str) -> None:
    guide = guide_of(load(name))
    for step in guide.lesson:
        for text in (step.title, step.text, step.after):
            assert not NUMBER.search(text) and not AT_THE_PROMPT.search(text), text
    parts = [
        *guide.tips,
        *((verb.name, verb.text) for verb in guide.verbs),
        *((t.term, t.meaning) for t in guide.terms),
    ]
    for text in strings(parts):
        assert not NUMBER.search(text) and not AT_THE_PROMPT.search(text), text
