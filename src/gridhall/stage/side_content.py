"""What the panel of a match says now, section by section."""

from typing import TYPE_CHECKING

from gridhall.render.text import stars
from gridhall.scene import danger_words
from gridhall.stage.choice_groups import capitalized
from gridhall.stage.chooser import ARROWS, DIAGONALS
from gridhall.stage.keyboard import label_of
from gridhall.stage.meters import is_being_written, map_lines, meter_lines, side_by_side, timeline_lines
from gridhall.stage.offers import FATAL, IDLE, RISKY, danger_first, name_of, sign_of, tone_of
from gridhall.stage.panels import PanelLine, Section, choice_line, fitted, log_lines, plain_section, sentences

if TYPE_CHECKING:
    from gridhall.scene import Choice, Outcome, Preview
    from gridhall.stage.match_screen import MatchScreen

MOST_LISTED = 14  # choices listed one below the other
WAYS = {*ARROWS, *DIAGONALS}  # keys of directions
SAID_LINES = 4  # that are kept free for what is said and foretold, where there is room
LOG_LINES = 3  # of the log that are shown wherever there is room for the rest
MAPS_WORTH = 20  # less than that of anything else


def side_lines(screen: "MatchScreen", width: int, height: int) -> list[PanelLine]:
    """All lines of the panel.

    The log has what room the others leave, and at least a few lines if all but the small maps fit beside them.
    """
    if screen.table.curtain >= 0:
        return []
    log = screen.log_shown()
    kept = LOG_LINES + 1 if log else 0
    sections = _sections(screen, width, tight=False)
    if _height(sections) + kept > height:
        sections = _sections(screen, width, tight=True)
    if _height([section for section in sections if section.worth > MAPS_WORTH]) + kept > height:
        kept = 0
    lines = fitted(sections, height - kept)
    room = height - len(lines) - 1
    if room >= 2 and log:
        style = screen.colours.style("line", "paper")
        lines += [PanelLine([("─" * width if screen.fancy else "-" * width, style)])]
        lines += log_lines(log, width, room, screen.log_scroll, screen.colours)
    return lines


def _height(sections: "list[Section]") -> int:
    return sum(len(section.lines) for section in sections)


def _sections(screen: "MatchScreen", width: int, tight: bool) -> "list[Section]":
    """What stays stands above what comes and goes, so that nothing moves under the pointer."""
    scene, film, style = screen.shown, screen.film, screen.colours.style
    sections = _calls(screen, width)
    if film is not None and not film.is_brief:
        place = f"{film.at + 1} of {len(film.stills)}, speed {film.speed:g}{', paused' if film.paused else ''}"
        sections.append(sentences([place], width, style("mark", "paper"), 80))
    elif (outcome := screen.table.outcome if scene is screen.table.scene else scene.outcome) is not None:
        sections.append(_outcome(screen, outcome, width))
    elif screen.choosing.question is None:
        sections.append(sentences([scene.status], width, style("ink", "paper", bold=True), 97))
        sections.append(_hint(screen, width, tight))
    preview = screen.choosing.preview
    coming = {meter.label: meter for meter in preview.meters} if preview else {}
    meters = [
        meter_lines(coming.get(meter.label, meter), width, scene.legend, screen.colours, screen.fancy)
        for meter in scene.meters
    ]
    shown = side_by_side(meters, width) if tight else [line for lines in meters for line in lines]
    sections.append(plain_section(shown, 60))
    if scene.timeline is not None:
        now = screen.inquiries.tick if screen.inquiries.frames else scene.tick
        lines = timeline_lines(scene.timeline, now, width, screen.colours, screen.fancy, tight)
        is_written = any(is_being_written(row) for row in scene.timeline.rows)
        sections.append(plain_section(lines, 70 if is_written else 58, least=2))
    if film is not None and not film.is_brief:
        sections.append(sentences([film.still.text], width, style("ink", "paper", bold=True), 96))
    elif screen.choosing.question is None:
        sections.append(_choices(screen, width, tight))
    sections.append(_said(screen, width, tight))
    maps = map_lines(scene.maps, scene, screen.inks, width, screen.colours)
    sections.append(plain_section(maps, MAPS_WORTH, least=4))
    return [section for section in sections if section.lines]


def _calls(screen: "MatchScreen", width: int) -> "list[Section]":
    """What has to be answered or waited for before anything else."""
    table, question = screen.table, screen.choosing.question
    mark, danger = screen.colours.style("mark", "paper", bold=True), screen.colours.style("danger", "paper", bold=True)
    calls = [sentences([question.confirm, "y or n?"], width, danger, 99)] if question is not None else []
    calls.append(sentences([table.notice], width, mark, 94))
    if table.thinks:
        calls.append(sentences([f"{screen.spinner} {table.thinks} ..."], width, mark, 95))
    elif table.stopped:
        calls.append(sentences(["The machine was stopped. Enter lets it think again."], width, mark, 95))
    elif table.handing_over and screen.film is None:
        calls.append(sentences(["Your turn is over. Enter hides the board."], width, mark, 95))
    return calls


def _hint(screen: "MatchScreen", width: int, tight: bool) -> Section:
    """The line under the status; what room a longer one has had stays free, so that what is below does not jump."""
    lines = sentences([screen.shown.hint], width, screen.colours.style("ink2", "paper"), 0).lines
    if not tight:
        screen.hint_room = max(screen.hint_room, len(lines))
        lines += [PanelLine([])] * (screen.hint_room - len(lines))
    return Section(lines, 96 if screen.table.teaches else 55)


def _said(screen: "MatchScreen", width: int, tight: bool) -> Section:
    """What the choice that is looked at would do, and what was said last; the room for it is kept free."""
    style, preview, lines = screen.colours.style, screen.choosing.preview, []
    if preview is not None and screen.choosing.question is None:
        text, loses = _preview_text(screen.choosing.picked, preview)
        is_idle = screen.choosing.picked is not None and tone_of(screen.choosing.picked) == IDLE
        ink = style("danger" if loses else "ink2" if is_idle else "good", "paper", bold=loses)
        lines += sentences([text], width, ink, 0).lines
    lines += sentences([screen.message], width, style("mark", "paper", bold=True), 0).lines
    if not tight and screen.table.active:
        lines += [PanelLine([])] * (SAID_LINES - len(lines))
    return Section(lines, 90)


def _preview_text(picked: "Choice | None", preview: "Preview") -> tuple[str, bool]:
    """What a choice would do, its danger first; and whether it loses, surely or in some cases."""
    text = capitalized(preview.brief or preview.text)
    sign = "!" if preview.danger else ""
    if picked is None:
        return f"{sign} {text}".strip(), preview.danger
    sign = sign_of(picked)[:1] if danger_words(picked) else sign
    loses = preview.danger or tone_of(picked) in (FATAL, RISKY)
    return f"{sign} {danger_first(picked, text)}".strip(), loses


def _outcome(screen: "MatchScreen", outcome: "Outcome", width: int) -> Section:
    style = screen.colours.style
    ink = "good" if outcome.won else "ink"
    lines = sentences([outcome.title], width, style(ink, "paper", bold=True), 0).lines
    if outcome.stars >= 0:
        lines += [PanelLine([(stars(outcome.stars, screen.fancy), style("mark", "paper", bold=True))])]
    texts = list(dict.fromkeys([*outcome.lines, *screen.table.end_lines()]))
    return Section([*lines, *sentences(texts, width, style("ink2", "paper"), 0).lines], 98)


def _choices(screen: "MatchScreen", width: int, tight: bool) -> Section:
    """The groups to choose from, or the choices of the last step; the highlighted one is looked at.

    Where lines are rare, what cannot be done is left to the help.
    """
    chooser = screen.choosing.chooser
    if not screen.table.active:
        return Section([], 0)
    lines = []
    odds = {odd.action: f"{odd.value:.0%}" for odd in screen.choosing.odds}
    if chooser.is_group_open:
        for group in chooser.groups:
            first = (group.open or group.choices)[0]
            shown = first if len(group.choices) == 1 or not group.open else None
            name = name_of(first) if len(group.choices) == 1 else group.title
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
    directions = {offer.choice.action: offer.key for offer in screen.offers() if offer.choice and offer.key in WAYS}
    for choice in screen.choosing.listed():
        act = screen.choosing.choice_act(choice)
        own = choice.key if len(chooser.groups) < 2 or not choice.group else ""
        key = label_of(own or directions.get(choice.action, ""), screen.fancy)
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
    if tight:
        lines = [line for line in lines if line.choice is None or not line.choice.why]
    return Section(lines[:MOST_LISTED], 50)
