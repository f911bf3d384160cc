"""A match seen again from its start, moment by moment, from somebody's eyes; and the story of it."""

from gridhall.match import Match, Moment


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
