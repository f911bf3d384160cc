"""The results of a tournament as a cross table: every pair's score, and ratings; as data, as text and as a picture."""

from typing import Any, NamedTuple

import numpy as np

from gridhall.agents.rating import elo, interval


class MatchResult(NamedTuple):
    """One match: agents by seat, the seed, what seat 1 scored (1, 0.5, 0), and how many plies it took.

    `note` says why somebody's own agent lost it, if it failed.
    """

    seats: tuple[str, ...]
    seed: int
    score: float
    plies: int
    note: str = ""


class Table:
    """All results of a tournament so far."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.scores = np.zeros((len(names), len(names)))
        self.matches = np.zeros((len(names), len(names)))
        self.plies: list[int] = []
        self.first = 0.0  # what the first seat scored in all
        self.results: list[MatchResult] = []

    def add(self, result: MatchResult) -> None:
        first, second = (self.names.index(name) for name in result.seats)
        self.scores[first, second] += result.score
        self.scores[second, first] += 1 - result.score
        self.matches[first, second] += 1
        self.matches[second, first] += 1
        self.plies.append(result.plies)
        self.first += result.score
        self.results.append(result)

    def as_json(self) -> dict[str, Any]:
        ratings, spreads = elo(self.scores, self.matches)
        rows = []
        for i, name in enumerate(self.names):
            against = {other: self._pair(i, j) for j, other in enumerate(self.names) if self.matches[i, j]}
            rating, spread = round(float(ratings[i]), 1), round(float(spreads[i]), 1)
            rows.append({"agent": name, "elo": rating, "plus_minus": spread, "against": against})
        played = len(self.plies)
        median = int(np.median(self.plies)) if played else None
        first = _share(self.first, played) if played else None
        return {"matches": played, "first_seat": first, "median_plies": median, "agents": rows}

    def _pair(self, i: int, j: int) -> dict[str, Any]:
        """How one agent fared against another."""
        count = int(self.matches[i, j])
        return {**_share(self.scores[i, j], count), "matches": count}

    def as_text(self) -> str:
        numbers = self.as_json()
        width = max(map(len, self.names), default=5) + 1
        lines = [" " * width + "   elo    ±  " + "".join(f"{name:>{max(9, width)}}" for name in self.names)]
        for i, row in enumerate(numbers["agents"]):
            cells = []
            for j in range(len(self.names)):
                shown = "·" if i == j else ""
                if self.matches[i, j]:
                    shown = f"{100 * self.scores[i, j] / self.matches[i, j]:.0f} ({int(self.matches[i, j])})"
                cells.append(f"{shown:>{max(9, width)}}")
            lines.append(f"{row['agent']:<{width}}{row['elo']:>6.0f} {row['plus_minus']:>4.0f}  {''.join(cells)}")
        if first := numbers["first_seat"]:
            share, low, high = (100 * first[key] for key in ("score", "low", "high"))
            seat = f"first seat {share:.1f} % ({low:.1f} to {high:.1f})"
            lines.append(f"{seat}, {numbers['matches']} matches, median {numbers['median_plies']} plies")
        return "\n".join(lines)

    def as_svg(self) -> str:
        """The cross table as a picture: the darker, the higher the row's score; numbers say it, too."""
        size, left = 64, 120
        top = 40 if max(map(len, self.names)) < 9 else 100  # long names stand aslant
        count = len(self.names)
        width, height = left + size * count + (10 if top == 40 else 60), top + 10 + size * count
        box = f'viewBox="0 0 {width} {height}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="13">',
            f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>',
        ]
        for i, name in enumerate(self.names):
            parts.append(f'<text x="{left - 8}" y="{top + size * i + size / 2 + 4}" text-anchor="end">{name}</text>')
            x, y = left + size * i + size / 2, top - 12
            place = 'text-anchor="middle"' if top == 40 else f'transform="rotate(-45 {x} {y})"'
            parts.append(f'<text x="{x}" y="{y}" {place}>{name}</text>')
            for j in range(count):
                if self.matches[i, j]:
                    share = self.scores[i, j] / self.matches[i, j]
                    parts.append(_svg_cell(left + size * j, top + size * i, size, share))
        return "".join(parts) + "</svg>\n"


def _share(score: float, matches: int) -> dict[str, float]:
    """A score as a share of the matches, with its interval."""
    low, high = interval(score, matches)
    return {"score": round(score / matches, 4), "low": round(low, 4), "high": round(high, 4)}


def _svg_cell(x: int, y: int, size: int, share: float) -> str:
    """A cell of the cross table, with its number."""
    ink, depth = "#FFFFFF" if share > 0.55 else "#17222C", f"{0.08 + 0.92 * share:.2f}"
    square = f'<rect x="{x}" y="{y}" width="{size - 2}" height="{size - 2}" rx="6"'
    middle = f'<text x="{x + size / 2}" y="{y + size / 2 + 4}" text-anchor="middle"'
    return f'{square} fill="#1A5FB4" fill-opacity="{depth}"/>{middle} fill="{ink}">{100 * share:.0f}</text>'
