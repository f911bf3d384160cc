"""Matches played in words, for language models: list games, start, look, act, undo where allowed, and a score.

Everything that is told comes through the gate that people's screens go through: a player's own view, and nothing else.
"""

from typing import Any

from gridhall.agents.choice import choose
from gridhall.errors import MatchOver, Usage
from gridhall.match import Match
from gridhall.registry import games, levels, load

PLAYER = 0  # the seat of whoever plays in words


class TextPlay:
    """One match at a time, in words. What goes wrong is raised as a GridhallError with a sentence."""

    def __init__(self, hints: bool = False) -> None:
        """`hints` lets the player ask what to do; it is off unless somebody wants it."""
        self.hints = hints
        self.match: Match | None = None
        self.opponent, self.seed, self.optimum, self.moves = "", 0, 0, 0

    def games(self) -> list[dict[str, Any]]:
        """Every game with its aim, its first levels and its opponents."""
        listed = []
        for name in games():
            game = load(name)
            shipped = [level.name for level in levels(name)][:10]
            opponents = list(game.LEVELS_OF_PLAY)
            listed.append({"game": name, "aim": game.AIM, "levels": shipped, "opponents": opponents})
        return listed

    def start(self, game: str, level: str | None = None, seed: int = 0, opponent: str = "") -> str:
        """Begin a match; of a game for two against a machine. Returns what there is to see."""
        match = Match(game, level, seed)
        if match.game.PLAYERS > 1:
            known = list(match.game.LEVELS_OF_PLAY)
            opponent = opponent or known[0]
            if opponent not in known:
                raise Usage(f"{match.game.TITLE} has no opponent {opponent!r}; it has {', '.join(known)}")
        elif opponent:
            raise Usage(f"{match.game.TITLE} has one player and no opponents")
        self.match, self.opponent, self.seed, self.moves, self.optimum = match, opponent, seed, 0, 0
        if match.game.PUZZLE:
            from gridhall.solve import find

            result = find(match.game, match.setup, match.state)
            self.optimum = len(result.actions or []) if result.shortest else 0
        self._answer()
        return self.look()

    def _playing(self) -> Match:
        if self.match is None:
            raise Usage("no match has begun; start one")
        return self.match

    def look(self) -> str:
        """The position as the player sees it, and the words that are allowed now."""
        match = self._playing()
        text = match.text(PLAYER)
        if match.over:
            return f"{text}\n{match.outcome}"
        view, words = match.view(PLAYER), []
        for action in range(match.game.ACTIONS):
            if not match.game.refusal(match.setup, view, PLAYER, action):
                words.append(match.game.word(match.setup, view, action))
        return f"{text}\nallowed: {', '.join(words)}"

    def act(self, word: str) -> str:
        """Play a word; the machine answers. Returns what the player is told and what there is to see."""
        match = self._playing()
        if match.over:
            raise MatchOver("the match is over; start another one")
        events = match.play(word, PLAYER)
        self.moves += 1
        sentences = [moment.text for moment in match.moments(events, PLAYER) if moment.text]
        sentences += self._answer()
        return "\n".join([*sentences, self.look()])

    def _answer(self) -> list[str]:
        """Let the machine play as long as only it may act; what the player is told of it."""
        match, sentences = self._playing(), list[str]()
        while self.opponent and not match.over and (PLAYER not in match.acting or self._has_submitted()):
            other = next(player for player in match.acting if player != PLAYER)
            view = match.view(other)
            action = choose(match.game, match.setup, view, other, self.opponent, self.seed)
            sentences += [moment.text for moment in match.moments(match.act(other, action), PLAYER) if moment.text]
        return sentences

    def _has_submitted(self) -> bool:
        """Whether both may act, but the player has nothing left to do."""
        match = self._playing()
        return all(match.refuses(PLAYER, action) for action in range(match.game.ACTIONS))

    def undo(self) -> str:
        """Take the last move back, where the game allows it; it still counts as used."""
        match = self._playing()
        match.undo()
        return self.look()

    def hint(self) -> str:
        """What the solver would do, if hints were allowed when this began."""
        if not self.hints:
            raise Usage("hints are off; whoever started this can allow them")
        match = self._playing()
        if not match.game.PUZZLE:
            raise Usage(f"{match.game.TITLE} is no puzzle: there are no hints")
        from gridhall.solve import prove

        witness = prove(match).witness
        return witness[0] if witness else "there is no win from here"

    def score(self) -> dict[str, Any]:
        """How it stands: the outcome, the moves used, and for a won puzzle optimum / used."""
        match = self._playing()
        won = match.outcome == "won" if match.game.PLAYERS == 1 else match.winner == PLAYER + 1
        share = self.optimum / self.moves if won and self.optimum and self.moves else 0.0
        return {"outcome": match.outcome, "won": won, "moves": self.moves, "optimum": self.optimum, "score": share}
