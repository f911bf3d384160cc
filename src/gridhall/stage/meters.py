"""Meters, timelines and small maps as lines of a panel."""

from collections.abc import Mapping, Sequence

from rich.style import Style

from gridhall.render.text import COMPASS_LETTERS, meter_text, plain, row_name, tank_signs
from gridhall.render.wrap import columns, wrap
from gridhall.scene import Kind, Layer, Meter, Row, Scene, Tick, Timeline
from gridhall.stage.colours import NONE, Colours

Span = tuple[str, Style]
Spans = list[Span]
OWNER = {1: "p1", 2: "p2"}
SEALED, DEAD, NEXT = "▒▒", "×", "▁"


def meter_lines(meter: Meter, width: int, legend: Mapping[str, Kind], colours: Colours, fancy: bool) -> list[Spans]:
    """A meter as lines: bars and tanks drawn, everything else in words."""
    style = colours.style
    ink = style(OWNER.get(meter.owner, "ink2"), "paper")
    if meter.kind == "bar" and meter.max and width >= 24:
        return [_bar(meter, width, colours, fancy)]
    if meter.kind == "cells" and meter.max:
        return _tank(meter, width, colours, fancy)
    if meter.kind == "icons" and meter.max and meter.max <= 12 and fancy:
        icon = legend[meter.icon].fancy if meter.icon in legend and legend[meter.icon].fancy else "●"
        full, rest = icon * meter.value, "·" * (meter.max - meter.value)
        return [[(f"{meter.label} ", ink), (full, style("danger", "paper", bold=True)), (rest, style("ink3", "paper"))]]
    text = meter_text(meter, fancy, legend)
    first, *more = wrap(text, width - 2) or [""]
    label = meter.label if first.startswith(meter.label) else ""
    bold = style("ink", "paper", bold=True)
    lines: list[Spans] = [[(label, ink), (first[len(label) :], bold)]] if first else []
    return lines + [[(f"  {line}", bold)] for line in more]


def side_by_side(meters: Sequence[list[Spans]], width: int) -> list[Spans]:
    """The lines of some meters, those of one line beside each other as far as they fit, where lines are rare."""
    lines: list[Spans] = []
    used = width  # columns of the last line; full, if nothing may be set behind it
    for meter in meters:
        size = sum(columns(text) for text, _ in meter[0]) if len(meter) == 1 else width
        if len(meter) == 1 and used + 2 + size <= width:
            blank = lines[-1][-1][1]
            lines[-1] = [*lines[-1], ("  ", blank), *meter[0]]
            used += 2 + size
        else:
            lines += meter
            used = size
    return lines


def _bar(meter: Meter, width: int, colours: Colours, fancy: bool) -> Spans:
    """How much is used up; `|` stands where a star is lost."""
    tail = f" {meter.value}/{meter.max}"
    size = max(8, min(24, width - len(meter.label) - len(tail) - 2))
    used = round(meter.value / meter.max * size)
    marks = {min(size - 1, round(mark / meter.max * size)) for mark in meter.marks}
    signs = [
        ("▮" if fancy else "#") if at < used else "|" if at in marks else ("▯" if fancy else ".") for at in range(size)
    ]
    style = colours.style
    spans: Spans = [
        (f"{meter.label} ", style("ink2", "paper")),
        ("".join(signs[:used]), style("gold", "paper")),
        ("".join(signs[used:]), style("ink3", "paper")),
        (tail, style("ink", "paper", bold=True)),
    ]
    room = width - len(meter.label) - 1 - size - len(tail)
    if meter.text and len(meter.text) < room:
        spans.append((f" {meter.text}", style("ink3", "paper")))
    return spans


def _tank(meter: Meter, width: int, colours: Colours, fancy: bool) -> list[Spans]:
    """A row for each group of cells: full, gained, drained, empty, and (blank) out of use."""
    style = colours.style
    limit = meter.limit or meter.max
    gain = f" ({meter.gain:+})" if meter.gain else ""
    head: Spans = [(f"{meter.label} ", style("ink2", "paper"))]
    head += [(f"{meter.value}/{limit}{gain}", style("ink", "paper", bold=True))]
    room = width - len(f"{meter.label} {meter.value}/{limit} (+00)")  # with or without a change, as many lines
    about: list[Spans] = []
    if meter.text and len(meter.text) < room:
        head.append((f" {meter.text}", style("ink3", "paper")))
    else:
        about = [[(line, style("ink3", "paper"))] for line in wrap(meter.text, width)]
    looks = {
        "+": ("◆" if fancy else "+", style("good", "paper", bold=True)),
        "-": ("◇" if fancy else "-", style("danger", "paper", bold=True)),
        "#": ("■" if fancy else "#", style("gold", "paper")),
        ".": ("□" if fancy else ".", style("ink3", "paper")),
        " ": (" ", style("ink3", "paper")),
    }
    signs, size = tank_signs(meter), meter.group or meter.max
    return [head, *about, *([looks[sign] for sign in signs[at : at + size]] for at in range(0, meter.max, size))]


def timeline_lines(
    timeline: Timeline, now: int, width: int, colours: Colours, fancy: bool, tight: bool = False
) -> list[Spans]:
    """What is done at each tick, a row for each piece; the tick that is shown stands out.

    Where lines are rare (`tight`), the row that is being written comes first, and the two sides stand side by side.
    """
    rows = timeline.rows
    if not tight:
        return _tick_rows(rows, timeline.ticks, now, width, colours, fancy)
    rows = sorted(rows, key=lambda row: not is_being_written(row))
    sides = [[row for row in rows if row.owner == owner and len(row_name(row)) == 1] for owner in OWNER]
    ticks = max((len(row.cells) for side in sides for row in side), default=0)
    half = (width - 1) // 2
    if not all(sides) or 2 + ticks * _tick_size(rows, fancy) > half:
        return _tick_rows(rows, timeline.ticks, now, width, colours, fancy)
    others = [row for row in rows if not any(row in side for side in sides)]
    lines: list[Spans] = []
    left, right = (_tick_rows(side, ticks, now, half, colours, fancy) for side in sides)
    blank = colours.style("ink3", "paper")
    for number in range(max(len(left), len(right))):
        spans = left[number] if number < len(left) else []
        gap = width - half - sum(columns(text) for text, _ in spans)
        lines.append([*spans, (" " * gap, blank), *(right[number] if number < len(right) else [])])
    more = _tick_rows(others, timeline.ticks, now, width, colours, fancy) if others else []
    return [*more, *lines] if any(map(is_being_written, others)) else [*lines, *more]


def is_being_written(row: Row) -> bool:
    """Whether this is the row to which the next choice adds something."""
    return any(tick.state == "next" for tick in row.cells)


def _tick_size(rows: Sequence[Row], fancy: bool) -> int:
    """The columns that a tick takes, with a blank behind it."""
    return max((len(_tick_sign(tick, fancy)) for row in rows for tick in row.cells), default=1) + 1


def _tick_rows(rows: Sequence[Row], count: int, now: int, width: int, colours: Colours, fancy: bool) -> list[Spans]:
    """A line with the numbers of the ticks, and one for each row."""
    style = colours.style
    names = [row_name(row) for row in rows]
    size = _tick_size(rows, fancy)
    margin = min(10, max(map(len, names), default=0)) + 1
    room = max(1, (width - margin) // size)
    first = max(0, min(now - room // 2, count - room))
    ticks = range(first, min(count, first + room))
    dark, light = style("ink", "paper", reverse=True), style("ink3", "paper")
    lines: list[Spans] = [
        [(" " * margin, light), *((f"{at + 1:<{size}}", dark if at + 1 == now else light) for at in ticks)]
    ]
    for row, name in zip(rows, names):
        owner = OWNER.get(row.owner, "ink")
        spans: Spans = [(f"{name[: margin - 1]:<{margin}}", style(owner, "paper", bold=True))]
        for at in ticks:
            sign = _tick_sign(row.cells[at], fancy) if at < len(row.cells) else ""
            state = row.cells[at].state if at < len(row.cells) else "done"
            ink = {"sealed": "ink3", "dead": "danger", "next": "mark"}.get(state, owner)
            spans.append((f"{sign:<{size}}", style(ink, "paper", underline=at + 1 == now, dim=state == "sealed")))
        lines.append(spans)
    return lines


def _tick_sign(tick: Tick, fancy: bool) -> str:
    sign = tick.sign
    if not sign or tick.state == "sealed":
        shown = {"sealed": SEALED, "dead": DEAD, "next": NEXT} if fancy else {"sealed": "//", "dead": "x", "next": "_"}
        sign = shown.get(tick.state, "·" if fancy else ".")
    return sign if fancy else plain(sign.translate(COMPASS_LETTERS))


def map_lines(
    maps: Sequence[Layer], scene: Scene, inks: Mapping[str, str], width: int, colours: Colours
) -> list[Spans]:
    """Small boards side by side with half blocks, two rows a line; without colour their signs."""
    style = colours.style
    if not maps:
        return []
    if colours.depth == NONE:
        return _plain_maps(maps, width, colours)
    kinds = {kind.text: (name, kind) for name, kind in reversed(scene.legend.items())}

    def ink(layer: Layer, row: int, col: int) -> str:
        sign = layer.tiles[row][col] if row < len(layer.tiles) and col < len(layer.tiles[row]) else ""
        name, kind = kinds.get(sign, ("", Kind(" ", "")))
        if not (kind.fancy or kind.text).strip() or not sign:
            return "void"
        return inks.get(name, "wall" if kind.join else "grid" if kind.text == "." else "ink2")

    high = max(len(layer.tiles) for layer in maps)
    lines: list[Spans] = [[] for _ in range((high + 1) // 2 + 1)]
    used = 0
    for layer in maps:
        wide = max(map(len, layer.tiles), default=1)
        if used + wide > width:
            break
        used += wide + 1
        lines[0].append(
            (f"{layer.name[:wide]:<{wide + 1}}", style("ink" if layer.focus else "ink3", "paper", bold=layer.focus))
        )
        for line in range((high + 1) // 2):
            lines[line + 1] += [
                colours.halves(ink(layer, 2 * line, col), ink(layer, 2 * line + 1, col)) for col in range(wide)
            ]
            lines[line + 1].append((" ", style("ink", "paper")))
    return lines


def _plain_maps(maps: Sequence[Layer], width: int, colours: Colours) -> list[Spans]:
    style = colours.style("ink", "paper")
    shown = [layer for layer in maps if layer.focus] or list(maps[:1])
    return [[(row[:width], style)] for layer in shown for row in [f"[{layer.name}]", *layer.tiles]]
