"""What follows the end of a match at the prompt: the last board, the result, and what to do next."""

from itertools import pairwise
from typing import TYPE_CHECKING

from gridhall import registry
from gridhall.game import EVERYONE, WON
from gridhall.replay import story_of

if TYPE_CHECKING:
    from gridhall.terminal.prompt import Prompt


def finish(prompt: "Prompt") -> None:
    """Show how the match ended, keep the result, and say what can be done next."""
    game, match, screen, name = prompt.game, prompt.match, prompt.screen, prompt.session.name
    viewer = EVERYONE if game.PLAYERS > 1 else 0  # between players nothing is secret any more
    if prompt.curtained:
        screen.aside(False)
    scene = match.moment(viewer).scene
    won = scene.outcome is not None and scene.outcome.won
    screen.draw(scene, [*screen.take_notices(), *prompt.messages])
    if won and (fewest := _fewest_moves(prompt)):
        screen.say(f"Best possible: {fewest}.")
    _keep_result(prompt)
    if won and (following := _following_level(prompt)):
        screen.say_wrapped(f"Next: {following.title}, `gridhall play {match.name} {following.name}`.")
    if name and (game.PLAYERS > 1 or game.review is not None):
        screen.say_wrapped(f"`gridhall replay {name}` shows it again, with `--gif FILE` as a picture.")
    if game.review is not None and prompt.keyboard.keys:
        if prompt.keyboard.line("s and Enter: the story of this match. Enter: leave. ") in ("s", "S"):
            for sentence in story_of(match):
                screen.say_wrapped(sentence)


def _fewest_moves(prompt: "Prompt") -> int | None:
    """The fewest moves of a shipped level, where they are proved."""
    level = prompt.shipped_level()
    return level.certificate.get("length") if level and level.certificate.get("status") == "OPTIMAL" else None


def _following_level(prompt: "Prompt") -> registry.ShippedLevel | None:
    """The level after this one on the ladder of a game for one."""
    if prompt.game.PLAYERS > 1:
        return None
    shipped = prompt.shipped_level()
    return next((after for level, after in pairwise(registry.levels(prompt.game)) if level is shipped), None)


def _keep_result(prompt: "Prompt") -> None:
    """Keep the result of somebody who played alone or against machines, and say what was the best before."""
    if len(prompt.people) > 1:
        return
    from gridhall.results import OwnResult, Results

    game, match, session, player = prompt.game, prompt.match, prompt.session, prompt.people[0]
    facts = match.facts(EVERYONE)
    counts = [facts.get(name[1:]) for name in game.RANKING if name.startswith("-")]
    outcome = match.moment(player).scene.outcome
    kind = "named" if session.opened else "level" if session.level else "drawn"
    if game.ranked is not None and not game.ranked(match.setup):
        kind = "practice"
    store = Results()
    before = store.best(match.name, session.level, game.VERSION, game.RANKING) if session.level else None
    store.add(OwnResult(
        game=match.name, version=game.VERSION, level=session.level, seed=match.seed, kind=kind,
        won=game.outcome(match.setup, match.state, player) == WON,
        moves=next((count for count in counts if isinstance(count, int)), len(match.plies)),
        seconds=round(match.plies[-1].seconds, 1),
        stars=outcome.stars if outcome and outcome.stars >= 0 else None,
        score=match.scores()[player], facts=facts, undone=match.undone, open=session.opened, record=session.name,
    ))  # fmt: skip
    if before is not None and before.won:
        prompt.screen.say(f"Your best before: {before.text().removeprefix('yours ')}.")
    if store.trouble:
        prompt.screen.say(store.trouble)
