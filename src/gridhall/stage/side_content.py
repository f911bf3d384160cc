"""What the panel of a match says now, section by section."""

from typing import TYPE_CHECKING

from gridhall.render.text import stars
from gridhall.stage.keyboard import label_of
from gridhall.stage.meters import map_lines, meter_lines, side_by_side, timeline_lines
from gridhall.stage.offers import name_of
from gridhall.stage.panels import PanelLine, Section, choice_line, fitted, log_lines, plain_section, sentences

if TYPE_CHECKING:
    from gridhall.scene import Outcome
    from gridhall.stage.match_screen import MatchScreen

MOST_LISTED = 14  # choices listed one below the other


def side_lines(screen: "MatchScreen", width: int, height: int) -> list[PanelLine]:
    """All lines of the panel; the log has what room the others leave."""
    if screen.table.curtain >= 0:
        return []
    sections = _sections(screen, width, tight=False)
    if sum(len(section.lines) for section in sections) > height:
        sections = _sections(screen, width, tight=True)
    lines = fitted(sections, height)
    room = height - len(lines) - 1
    log = screen.log_shown()
    if room >= 2 and log:
        style = screen.colours.style("line", "paper")
        lines += [PanelLine([("─" * width if screen.fancy else "-" * width, style)])]
        lines += log_lines(log, width, room, screen.log_scroll, screen.colours)
    return lines


def _sections(screen: "MatchScreen", width: int, tight: bool) -> "list[Section]":
    scene, table, style = screen.shown, screen.table, screen.colours.style
    sections = []
    if screen.choosing.question is not None:
        return [
            sentences([screen.choosing.question.confirm, "y or n?"], width, style("danger", "paper", bold=True), 99)
        ]
    if screen.message:
        sections.append(sentences([screen.message], width, style("mark", "paper", bold=True), 90))
    if table.notice:
        sections.append(sentences([table.notice], width, style("mark", "paper", bold=True), 94))
    if table.thinks:
        sections.append(
            sentences([f"{screen.spinner} {table.thinks} ..."], width, style("mark", "paper", bold=True), 95)
        )
    elif table.stopped:
        sections.append(
            sentences(["The machine was stopped. Enter lets it think again."], width, style("mark", "paper"), 95)
        )
    elif table.handing_over and screen.film is None:
        sections.append(
            sentences(["Your turn is over. Enter hides the board."], width, style("mark", "paper", bold=True), 95)
        )
    film = screen.film
    if film is not None and not film.is_brief:
        place = f"{film.at + 1}/{len(film.stills)}  {film.speed:g}x{'  paused' if film.paused else ''}"
        sections.append(sentences([place], width, style("mark", "paper"), 80))
        if film.still.text:
            sections.append(sentences([film.still.text], width, style("ink", "paper", bold=True), 96))
    elif (outcome := table.outcome if scene is table.scene else scene.outcome) is not None:
        sections.append(_outcome(screen, outcome, width))
    else:
        sections.append(sentences([scene.status], width, style("ink", "paper", bold=True), 97))
        sections.append(sentences([scene.hint], width, style("ink2", "paper"), 55))
        if screen.choosing.preview is not None and screen.choosing.preview.text:
            danger = screen.choosing.preview.danger
            sign = "! " if danger else ""
            ink = style("danger" if danger else "good", "paper", bold=danger)
            sections.append(sentences([f"{sign}{screen.choosing.preview.text}"], width, ink, 85))
    coming = {meter.label: meter for meter in screen.choosing.preview.meters} if screen.choosing.preview else {}
    meters = [
        meter_lines(coming.get(meter.label, meter), width, scene.legend, screen.colours, screen.fancy)
        for meter in scene.meters
    ]
    shown = side_by_side(meters, width) if tight else [line for lines in meters for line in lines]
    sections.append(plain_section(shown, 60))
    if scene.timeline is not None:
        now = screen.inquiries.tick if screen.inquiries.frames else scene.timeline.now
        lines = timeline_lines(scene.timeline, now, width, screen.colours, screen.fancy)
        sections.append(plain_section(lines, 70, least=2))
    if film is None or film.is_brief:
        sections.append(_choices(screen, width))
    sections.append(plain_section(map_lines(scene.maps, scene, screen.inks, width, screen.colours), 20, least=4))
    return [section for section in sections if section.lines]


def _outcome(screen: "MatchScreen", outcome: "Outcome", width: int) -> Section:
    style = screen.colours.style
    ink = "good" if outcome.won else "ink"
    lines = sentences([outcome.title], width, style(ink, "paper", bold=True), 0).lines
    if outcome.stars >= 0:
        lines += [PanelLine([(stars(outcome.stars, screen.fancy), style("mark", "paper", bold=True))])]
    texts = list(dict.fromkeys([*outcome.lines, *screen.table.end_lines()]))
    return Section([*lines, *sentences(texts, width, style("ink2", "paper"), 0).lines], 98)


def _choices(screen: "MatchScreen", width: int) -> Section:
    """The groups to choose from, or the choices of the last step; the highlighted one is looked at."""
    chooser = screen.choosing.chooser
    if not screen.table.active:
        return Section([], 0)
    lines = []
    odds = {odd.action: f"{odd.value:.0%}" for odd in screen.choosing.odds}
    if chooser.is_group_open:
        for group in chooser.groups:
            first = (group.open or group.choices)[0]
            shown = first if len(group.choices) == 1 or not group.open else None
            name = name_of(first) if len(group.choices) == 1 else group.name
            if shown is None and group.cost:
                name = f"{name} ({group.cost})"
            act = screen.choosing.group_act(group)
            lines.append(
                choice_line(
                    label_of(group.key, screen.fancy),
                    name,
                    shown,
                    width,
                    screen.colours,
                    shown is not None and shown is screen.choosing.picked,
                    act,
                )
            )
    for choice in screen.choosing.listed():
        act = screen.choosing.choice_act(choice)
        key = label_of(choice.key, screen.fancy) if len(chooser.groups) < 2 or not choice.group else ""
        lines.append(
            choice_line(
                key,
                name_of(choice),
                choice,
                width,
                screen.colours,
                choice is screen.choosing.picked,
                act,
                odds.get(choice.action, ""),
            )
        )
    return Section(lines[:MOST_LISTED], 50)
