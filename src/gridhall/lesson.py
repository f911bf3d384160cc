"""A step of a lesson as it is played: a match, whose other side follows a script, until the rules confirm its goal."""

from typing import Any

from gridhall.game import Game
from gridhall.guide import LessonStep, Script, Verb
from gridhall.match import Event, Match


def scripted_match(game: Game, script: Script) -> Match:
    """The match of a script, with the words before it played."""
    match = Match.of_text(game, "".join(f"{line}\n" for line in script.setup), script.seed)
    for word in script.before:
        match.play(word)
    return match


def scripted_action(script: Script, match: Match, player: int) -> int:
    """What the script lets another player than the learner do now; -1 if it says nothing that is allowed."""
    learner = script.player - 1
    own = [ply for ply in match.plies[len(script.before) :] if ply.player != learner]
    if not script.other or player == learner:
        return -1
    _, action = match.read(script.other[len(own) % len(script.other)], player)
    return -1 if match.game.refusal(match.setup, match.state, player, action) else action


def is_done(step: LessonStep, match: Match) -> bool:
    """Whether the rules confirm the step's goal: all its facts are so, as the learner knows them."""
    facts = match.facts(step.player - 1)
    return all(_at(facts, path) == value for path, value in step.done.items())


def _at(facts: Any, path: str) -> Any:
    """What stands at a path such as `points.0`; None if there is no such place."""
    for part in path.split("."):
        if isinstance(facts, list):
            facts = facts[int(part)] if part.isdecimal() and int(part) < len(facts) else None
        else:
            facts = facts.get(part) if isinstance(facts, dict) else None
    return facts


class LessonMatch:
    """A step that is being played. It is over when it is `done`, or `missed`: nobody can go on, and it is not done."""

    def __init__(self, game: Game, step: LessonStep) -> None:
        self.game, self.step, self.learner = game, step, step.player - 1
        self.match = scripted_match(game, step)
        self.done = False

    @property
    def missed(self) -> bool:
        if self.done or self.learner in self.match.acting:
            return False
        return self.match.over or self.reply() is None

    def act(self, action: int) -> list[Event]:
        """Let the learner act, then the other side until the learner may again; returns all that happened."""
        events = self.play(self.learner, action)
        while not self.done and (reply := self.reply()) is not None:
            events += self.play(*reply)
        return events

    def play(self, player: int, action: int) -> list[Event]:
        """Let one action happen, and see whether the step is done by it."""
        events = self.match.act(player, action)
        self.done = is_done(self.step, self.match)
        return events

    def reply(self) -> tuple[int, int] | None:
        """Who acts next without being asked, and what: the other side, or the learner where the game plays for them."""
        acting = self.match.acting
        player = self.learner if self.learner in acting or not acting else acting[0]
        if not acting:
            return None
        action = scripted_action(self.step, self.match, player)
        if action < 0 and self.game.automatic is not None:
            action = int(self.game.automatic(self.match.setup, self.match.view(player), player))
        return (player, action) if action >= 0 else None

    def next_of_way(self) -> int:
        """The action that the step's own way goes on with; -1 if the learner has left it."""
        first = len(self.step.before)
        words = [ply.word for ply in self.match.plies[first:] if ply.player == self.learner]
        if self.done or self.missed or words != self.step.way[: len(words)] or len(words) == len(self.step.way):
            return -1
        return self.match.read(self.step.way[len(words)], self.learner)[1]


def played_verb(game: Game, verb: Verb) -> Match:
    """The match in which a verb is shown: its words, with what the other side does between them."""
    match, player = scripted_match(game, verb), verb.player - 1
    for word in verb.words:
        match.play(word, player)
        while not match.over and player not in match.acting:
            other = match.acting[0]
            match.act(other, scripted_action(verb, match, other))
    return match
