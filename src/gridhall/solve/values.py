"""What each position of a puzzle's match was worth: how many moves it still needed, and where it was lost."""

import time

from gridhall.game import WON
from gridhall.match import Match
from gridhall.replay import PlyValue, choice_name
from gridhall.solve.certificate import OPTIMAL, UNSOLVABLE, prove
from gridhall.solve.hints import NODES, puzzle_of


def puzzle_values(match: Match, before: list[PlyValue], seconds: float) -> tuple[list[PlyValue], bool]:
    """The value after every ply, the start first, as far as so many seconds of CPU time tell; and whether that is all.

    `before` is what an earlier call has answered, or []: what is settled there is not searched again, and a search that
    did not suffice goes on.
    """
    search = _Search(match, before, time.process_time() + seconds)
    search.find_last_winnable()
    for ply in range(search.winnable, -1, -1):  # the nearer a win, the cheaper, and each helps the one before it
        search.look(ply)
    values = search.combined()
    return values, all(value.settled for value in values)


class _Search:
    """The values of one match while they are searched for."""

    def __init__(self, match: Match, before: list[PlyValue], until: float) -> None:
        self.puzzle = puzzle_of(match)
        self.states, self.actions = match.states(), [ply.action for ply in match.plies]
        self.probe = Match.of_text(match.game, match.setup_text, match.seed)
        self.until = until
        self.values = before or [PlyValue(ply) for ply in range(len(self.states))]
        self.winnable = max((value.ply for value in self.values if value.left >= 0), default=0)

    def look(self, ply: int) -> PlyValue:
        """Search from the position after this ply, if its value is not settled and there is time."""
        if self.values[ply].settled or time.process_time() > self.until:
            return self.values[ply]
        probe = self.probe
        probe.state = self.states[ply]
        if probe.over:
            won = probe.game.outcome(probe.setup, probe.state, 0) == WON
            self.values[ply] = PlyValue(ply, 0) if won else PlyValue(ply, lost=True)
        else:
            proof = prove(probe, min(NODES, self.puzzle.room // 3), known=self.puzzle.known)
            left = proof.length if proof.witness and proof.length is not None else -1
            least = left if proof.status == OPTIMAL else max(1, proof.bound)
            best = choice_name(probe, probe.state, proof.witness[0]) if proof.witness else ""
            self.values[ply] = PlyValue(ply, left, least, proof.status == UNSOLVABLE, best=best)
        return self.values[ply]

    def find_last_winnable(self) -> None:
        """Find, by halving, the last position from which a win is known: from a lost one only lost ones follow."""
        last = len(self.states) - 1
        if self.look(last).left >= 0:
            self.winnable = last
            return
        lost = min((value.ply for value in self.values if value.lost), default=last)
        while lost - self.winnable > 1:
            middle = (self.winnable + lost) // 2
            value = self.look(middle)
            if value.left >= 0:
                self.winnable = middle
            else:
                lost = middle

    def combined(self) -> list[PlyValue]:
        """The values with what each says of its neighbours: one move leads from each position to the next."""
        values = self.values
        first_lost = next((value.ply for value in values if value.lost), len(values))
        for ply in range(first_lost, len(values)):
            values[ply] = PlyValue(ply, lost=True)
        for ply in range(first_lost - 2, -1, -1):
            after = values[ply + 1].left
            if after >= 0 and not 0 <= values[ply].left <= after + 1:
                values[ply].left = after + 1
                word = self.probe.game.word(self.probe.setup, self.states[ply], self.actions[ply])
                values[ply].best = choice_name(self.probe, self.states[ply], word)
        for ply in range(1, first_lost):
            values[ply].least = max(values[ply].least, values[ply - 1].least - 1)
        return values
