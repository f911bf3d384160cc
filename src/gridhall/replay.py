"""A match seen again from its start: moment by moment from somebody's eyes, what each position was worth, its story."""

from msgspec import Struct

from gridhall.game import Truth
from gridhall.match import Match, Moment


class PlyValue(Struct, omit_defaults=True):
    """What the position after `ply` plies is worth: moves to a win in a puzzle, else player 1's chance to win."""

    ply: int  # 0 is the start
    left: int = -1  # in a puzzle: the moves of the shortest win that is known from here; -1: none is
    least: int = 0  # in a puzzle: a win takes at least so many; where `left` is as many, that is proved
    lost: bool = False  # in a puzzle: it can no longer be won, which is proved
    chance: float = -1.0  # elsewhere: the chance that player 1 wins, a draw counts half; -1: not known
    error: float = 0.0  # half the 95 % interval of that chance; 0: it is exact
    best: str = ""  # the name of a good move from here, where one is known

    @property
    def settled(self) -> bool:
        """Whether no further search of a puzzle would say more."""
        return self.lost or self.left == self.least


def choice_name(match: Match, state: Truth, word: str) -> str:
    """The name that a word has among the choices of a state's scene, for whoever is to act; the word if it has none."""
    acting = match.game.acting(match.setup, state)
    player = next((player for player in range(match.game.PLAYERS) if acting >> player & 1), 0)
    choices = match.game.scene(match.setup, match.view_of(state, player), player).choices
    return next((choice.name for choice in choices if choice.word == word and choice.name), word)


def moments_of(match: Match, viewer: int) -> list[Moment]:
    """Every moment of a match from the start to now; EVERYONE sees all, which is for matches that are over."""
    again = Match.of_text(match.game, match.setup_text, match.seed)
    moments = [again.moment(viewer)]
    for ply in match.plies:
        moments += again.moments(again.act(ply.player, ply.action, ply.seconds), viewer)
        last = again.moment(viewer)
        if moments[-1].scene != last.scene:
            moments.append(last)
    return moments


def story_of(match: Match) -> list[str]:
    """Sentences on where a match turned; none before its end, and of games that cannot say it."""
    if not match.over or match.game.review is None:
        return []
    players, actions = [ply.player for ply in match.plies], [ply.action for ply in match.plies]
    return list(match.game.review(match.setup, match.states(), players, actions))
