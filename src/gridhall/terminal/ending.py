"""What follows the end of a match at the prompt: the last board, the result, and what to do next."""

from itertools import pairwise
from typing import TYPE_CHECKING

from gridhall import registry
from gridhall.game import EVERYONE, WON
from gridhall.perfection import moves_counted, praise_of
from gridhall.replay import moments_of, story_of

if TYPE_CHECKING:
    from gridhall.terminal.prompt import Prompt
    from gridhall.terminal.session import Session


def finish(prompt: "Prompt") -> None:
    """Show how the match ended, keep the result, and let the person say what comes next."""
    game, match, screen, name = prompt.game, prompt.match, prompt.screen, prompt.session.name
    viewer = EVERYONE if game.PLAYERS > 1 else 0  # between players nothing is secret any more
    if prompt.curtained:
        screen.aside(False)
    scene = match.moment(viewer).scene
    won = scene.outcome is not None and scene.outcome.won
    screen.draw(scene, [*screen.take_notices(), *prompt.messages])
    prompt.messages = []
    for sentence in closing(prompt.session, won):
        screen.say(sentence)
    following = following_level(prompt.session)
    if won and following:
        words = " ".join([match.name, following.name, *_opponent_words(prompt.session, following)])
        screen.say_wrapped(f"Next: {following.title}, `gridhall play {words}`.")
    if name and (game.PLAYERS > 1 or game.review is not None):
        screen.say_wrapped(f"`gridhall replay {name}` shows it again, with `--gif FILE` as a picture.")
    if prompt.keyboard.keys:
        _ask_what_next(prompt, following)


def _opponent_words(session: "Session", following: registry.ShippedLevel) -> list[str]:
    """What the command line says of the machine that has the other seat of a puzzle."""
    machine = next(iter(session.machines.values()), "")
    return ["--against", machine, "--side", str(following.side)] if machine else []


def _ask_what_next(prompt: "Prompt", following: registry.ShippedLevel | None) -> None:
    """Ask what comes next, until the match goes on, another one begins, or the person leaves."""
    offered = {
        "n": "next level" if following else "",
        "r": "again",
        "u": "take back" if prompt.game.UNDO else "",
        "w": "watch",
        "s": "story" if prompt.game.review is not None else "",
    }
    offered = {key: text for key, text in offered.items() if text}
    question = f"{', '.join(f'{key}: {text}' for key, text in offered.items())}. Enter: leave. "
    while True:
        answer = prompt.keyboard.line(question, offered)
        key = (answer or "").strip().lower()
        if key not in offered:
            return
        if key == "n" and following is not None:
            prompt.next_level = following
            return
        if key == "w":
            prompt.screen.play(moments_of(prompt.match, EVERYONE if prompt.game.PLAYERS > 1 else 0), always=True)
        elif key == "s":
            for sentence in story_of(prompt.match):
                prompt.screen.say_wrapped(sentence)
        else:
            if key == "u":
                prompt.take_back(1)
            else:
                prompt.restart()
            prompt.go_on()
            return


def following_level(session: "Session") -> registry.ShippedLevel | None:
    """The level after this one on the ladder of a game for one, or among the puzzles that one plays alone."""
    shipped = session.shipped_level
    after = next((after for level, after in pairwise(registry.levels(session.game)) if level is shipped), None)
    if session.game.PLAYERS == 1 or after is None or shipped is None:
        return after
    return after if shipped.side and after.side and len(session.people) == 1 else None


def time_text(seconds: float) -> str:
    """A time as people say it."""
    whole = int(seconds + 0.5)
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"


def solved_in(seconds: float) -> list[str]:
    """The sentence about the time that somebody alone took to win; none if it was not measured."""
    return [f"Time: {time_text(seconds)}."] if seconds else []


def closing(session: "Session", won: bool) -> list[str]:
    """Keep the result; returns what is said of it: how near a win came to the best, its time, the best before."""
    said = []
    if won and session.shipped_level and (praise := praise_of(session.match)):
        said.append(praise.text)
    if won and session.game.PLAYERS == 1:
        said += solved_in(session.match.plies[-1].seconds)
    return [*said, *keep_result(session)]


def keep_result(session: "Session") -> list[str]:
    """Keep the result of somebody who played alone or against machines; returns sentences about it.

    They say what was the best before, and what is the matter if the result cannot be kept.
    """
    if len(session.people) > 1:
        return []
    from gridhall import membership
    from gridhall.results import OwnResult, Results

    game, match, player = session.game, session.match, session.people[0]
    facts = match.facts(EVERYONE)
    outcome = match.moment(player).scene.outcome
    kind = "named" if session.opened else "level" if session.level else "drawn"
    if game.ranked is not None and not game.ranked(match.setup):
        kind = "practice"
    store = Results()
    before = store.best(match.name, session.level, game.VERSION, game.RANKING) if session.level else None
    store.add(OwnResult(
        game=match.name, version=game.VERSION, level=session.level, seed=match.seed, kind=kind,
        won=game.outcome(match.setup, match.state, player) == WON,
        moves=moves_counted(match),
        seconds=round(match.plies[-1].seconds, 1),
        stars=outcome.stars if outcome and outcome.stars >= 0 else None,
        score=match.scores()[player], facts=facts, undone=match.undone, open=session.opened, record=session.name,
    ))  # fmt: skip
    sentences = []
    if before is not None and before.won:
        sentences.append(f"Your best before: {before.text().removeprefix('yours ')}.")
    sent = membership.post(match, session.name)
    return [*sentences, *([store.trouble] if store.trouble else []), *([sent] if sent else [])]
