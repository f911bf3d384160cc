"""A match seen again from its start, moment by moment, from somebody's eyes."""

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
