"""Lines of light and beams over what is known."""

from collections.abc import Iterable, Sequence

from gridhall.game import EVERYONE, SetupRecord, View
from gridhall.games.maze_runner.coordinates import members
from gridhall.games.maze_runner.sight import LONGEST_RAY, trace
from gridhall.games.maze_runner.tables import LANTERN, TEAM
from gridhall.games.maze_runner.viewpoint import Viewpoint
from gridhall.kernel import zeros
from gridhall.scene import Mark


def marks_of(setup: SetupRecord, viewpoint: Viewpoint) -> list[Mark]:
    """The light of a player's lanterns, the beams that are set, and where beams were seen as this turn began."""
    state, player = viewpoint.state, viewpoint.player
    marks: list[Mark] = []
    if player == EVERYONE:
        return marks
    for unit in range(player * TEAM, (player + 1) * TEAM):
        if state.alive[unit] and state.stance[unit] == LANTERN:
            marks += light_marks(setup, viewpoint, state.cell[unit])
    for beam in range(state.beams):
        cells, _ = ray(state, state.beam_cell[beam], state.beam_direction[beam], -1)
        marks.append(Mark("beam", line=corners(viewpoint, cells), arrow=True, owner=player + 1))
    if lit := members(state, "lit", player):
        marks.append(Mark("last", cells=sorted(map(viewpoint.at, lit))))
    return marks


def light_marks(setup: SetupRecord, viewpoint: Viewpoint, cell: int) -> Iterable[Mark]:
    """The lantern's lines from a cell."""
    for direction in range(0, 8, 2):
        cells, _ = ray(viewpoint.state, cell, direction, setup.bends)
        if len(cells) > 1:
            yield Mark("light", line=corners(viewpoint, cells))


def ray(state: View, start: int, direction: int, bends: int) -> tuple[list[int], int]:
    """The cells of a ray over what is known, its start first; and the cell that ended it, which may be unknown."""
    rays = zeros(LONGEST_RAY)
    count = trace(state, start, direction, bends, rays)
    return [start, *(step >> 3 for step in rays[:count])], rays[count] >> 3


def corners(viewpoint: Viewpoint, cells: Sequence[int]) -> list[int]:
    """A path by its corners, as cells of the scene."""
    points = [viewpoint.at(cell) for cell in cells]
    return [
        point
        for index, point in enumerate(points)
        if index in (0, len(points) - 1) or point - points[index - 1] != points[index + 1] - point
    ]
