"""The platform's own words at the prompt: help, undo, hint, odds, look, reach, tick ...

A game's words win over them.
"""

import os
from typing import TYPE_CHECKING

from gridhall.errors import BadAction
from gridhall.render.text import pack, words_of, wrap
from gridhall.scene import Choice, Labels, Piece, Preview, Scene
from gridhall.terminal.screen import note

if TYPE_CHECKING:
    from gridhall.terminal.prompt import Table


def show_help(table: "Table", rest: str) -> None:
    for line in f"{table.game.HELP}\n{platform_help(table)}".splitlines():
        for folded in pack(line.split("   "), table.screen.width):
            table.screen.say(folded)


def platform_help(table: "Table") -> str:
    lines = [
        "h help   signs what they mean   r redraw   words all words possible now   save   quit (the match is kept)   restart"
    ]
    more = ["undo [N] take back"] if table.game.UNDO else []
    more += (
        ["hint what the solver would do"]
        if table.game.PUZZLE
        else ["hint what the machine would do"]
        if table.game.LEVELS_OF_PLAY
        else []
    )
    more += ["odds the chances of each choice"] if table.game.advise is not None else []
    more += ["look WORD what it would do"] if table.game.preview is not None else []
    walks = any(choice.then for choice in table.match.scene(table.sitting).choices)
    more += (
        ["reach PIECE where it can go", "go PIECE COLUMN ROW walk there, until something new is in sight"]
        if walks
        else []
    )
    more += ["what COLUMN ROW what is there"] if table.match.scene(table.sitting).labels else []
    if len(table.match.scene(table.sitting).layers) > 1:
        more += ["both show all layers"]
    elif table.game.timeline is not None:
        more += ["both show known paths, or not"]
    more += ["tick N the board at a tick, < and > step"] if table.game.timeline is not None else []
    more += ["watch what happened last, again"]
    return "\n".join([*lines, "   ".join(more)])


def signs(table: "Table", rest: str) -> None:
    """The legend: every sign a board can have."""
    scene, fancy = table.match.scene(table.sitting), table.screen.fancy
    for kind in (kind for kind in scene.legend.values() if kind.text.strip()):
        text = f"{(kind.fancy or kind.text) if fancy else kind.text}  {kind.name}{': ' if kind.tell else ''}{kind.tell}"
        for folded in wrap(text, table.screen.width):
            table.screen.say(folded)
    if any(layer.fog for layer in scene.layers):
        table.screen.say(f"{'▒ ∙' if fancy else '% :'}  remembered, not in sight; blank: never seen")


def words(table: "Table", rest: str) -> None:
    for line in words_of(table.match.scene(table.sitting).choices, table.screen.width, most=10_000):
        table.screen.say(line)


def redraw(table: "Table", rest: str) -> None:
    table.board()


def both(table: "Table", rest: str) -> None:
    table.screen.both = not table.screen.both
    table.board()


def undo(table: "Table", rest: str) -> None:
    count = int(rest) if rest.isdecimal() and len(rest) < 6 else 1
    taken = table.take_back(count)
    if not taken:
        table.screen.say("There is nothing to take back.")
        return
    table.messages = [f"Took back {taken} move{'s' * (taken > 1)}; the result is marked."]
    table.next()
    table.board()


def restart(table: "Table", rest: str) -> None:
    """Begin again, after asking where two play."""
    if table.game.PLAYERS > 1 and not table.line("Begin this match again? (y/N) ").strip().lower().startswith("y"):
        return
    table.restart()
    table.messages = ["Begun again."]
    table.next()
    if not table.match.over:
        table.board()


def hint(table: "Table", rest: str) -> None:
    if not table.game.PUZZLE:
        (machine_hint if table.game.LEVELS_OF_PLAY else odds)(table, rest)
        return
    from gridhall.solve.hints import hint as solver_hint

    note("thinking ...")
    found = solver_hint(table.match)
    source = f"{found.nodes:,} positions, {found.seconds:.1f} s" if found.nodes else "known before"
    table.screen.say(f"{found.text} [{source}]")


def machine_hint(table: "Table", rest: str) -> None:
    """What the strongest machine would do in the place of whoever asks.

    It sees no more than he does, and keeps to its plan for the whole turn.
    """
    from gridhall.agents import choose

    note("thinking ...")
    level, player = list(table.game.LEVELS_OF_PLAY)[-1], table.sitting
    action = choose(table.game, table.match.setup, table.match.view(player), player, level, table.kept.machine_seed + 1)
    table.screen.say(
        f"{table.game.word(table.match.setup, table.match.view(player), action)} [what the machine would do, playing {level}]"
    )


def odds(table: "Table", rest: str) -> None:
    if table.game.advise is None:
        raise BadAction(f"{table.game.TITLE} has no advice to give; `h` lists what there is")
    milliseconds = int(rest) if rest.isdecimal() and len(rest) < 6 else 1500
    note("thinking ...")
    seed = int.from_bytes(os.urandom(8)) >> 1
    found = table.game.advise(table.match.setup, table.match.view(table.sitting), table.sitting, seed, milliseconds)
    if not found:
        table.screen.say("There is nothing to choose between now.")
    for one in found:
        sure = f"+- {one.error:.1%}, {one.samples:,} samples" if one.samples else "exact"
        head = f"  {one.word:<10} {one.value:6.1%}  "
        for number, line in enumerate(
            wrap(f"{sure}; {one.text}" if one.text else sure, table.screen.width - len(head))
        ):
            table.screen.say(f"{'' if number else head:<{len(head)}}{line}")


def look(table: "Table", rest: str) -> None:
    if table.game.preview is None:
        raise BadAction(f"{table.game.TITLE} shows nothing before a choice")
    scene = table.match.scene(table.sitting)
    choices = [choice for choice in scene.choices if not choice.why]
    if not rest:
        for number, choice in enumerate(choices, 1):
            table.screen.say(
                f"  {number:>3}  {choice.word}{'  ' + choice.name if choice.name else ''}{'  !' if choice.danger else ''}"
            )
        table.screen.say("`look N`, or `look WORD`, shows what it would do.")
        return
    head, _, place = rest.partition(" ")
    if rest.isdecimal() and len(rest) < 6 and 1 <= int(rest) <= len(choices):
        chosen = choices[int(rest) - 1]
        actions = [chosen.action, *chosen.then]
    else:
        actions = _way(table, place) if head == "go" else [table.match.read(rest, table.sitting)[1]]
    setup, view = table.match.setup, table.match.view(table.sitting)
    walks = len(actions) > 1 and table.game.preview_walk is not None
    found = (
        table.game.preview_walk(setup, view, table.sitting, actions)
        if walks
        else table.game.preview(setup, view, table.sitting, actions[0])
    )
    table.screen.draw(scene, preview=found)


def _walks(table: "Table", name: str) -> dict[int, Choice]:
    """The cheapest way to each cell a piece of the player's own can walk to."""
    scene = table.match.scene(table.sitting)
    piece = next(
        (one for one in scene.pieces if name and name in (one.label, one.id) and one.owner in (0, table.sitting + 1)),
        None,
    )
    own = [
        choice for choice in scene.choices if piece and choice.piece == piece.id and choice.cell >= 0 and not choice.why
    ]
    groups = {"move", *(choice.group for choice in own if choice.then)}  # with one action left no way has a second step
    ways: dict[int, Choice] = {}
    for choice in own:
        if choice.group in groups and (choice.cell not in ways or _price(choice) < _price(ways[choice.cell])):
            ways[choice.cell] = choice
    if not ways:
        raise BadAction(f"{name} cannot walk now" if piece else "name a piece of yours that can walk, as in `reach 1`")
    return ways


def _price(choice: Choice) -> int:
    return choice.cost or 1 + len(choice.then)


def reach(table: "Table", rest: str) -> None:
    """Show what a piece can reach, each cell with its price; where digits are pieces, as a letter."""
    ways = _walks(table, rest)
    scene, digits = table.match.scene(table.sitting), table.screen.fancy
    floor = next((name for name, kind in scene.legend.items() if kind.text == "."), next(iter(scene.legend)))
    labels = {
        cell: str(_price(way)) if digits and _price(way) < 10 else chr(96 + min(_price(way), 26))
        for cell, way in ways.items()
    }
    priced = [Piece(f"reach {cell}", floor, cell, label=label) for cell, label in labels.items()]
    means = "the numbers are actions" if digits else "a for 1 action, b for 2, c for 3 ..."
    walk = f" `go {rest} COLUMN ROW` walks there." if scene.labels else ""
    table.screen.draw(scene, preview=Preview(f"{rest} can reach these cells; {means}.{walk}", pieces=priced))


def _way(table: "Table", rest: str) -> list[int]:
    """The actions that lead a piece to a cell named by the labels at the board's edge."""
    name, _, place = rest.partition(" ")
    ways = _walks(table, name)
    way = ways.get(_cell(table.match.scene(table.sitting), place, f"go {name}"))
    if way is None:
        raise BadAction(f"{name} cannot reach that cell now; `reach {name}` shows those it can")
    return [way.action, *way.then]


def _cell(scene: Scene, place: str, example: str) -> int:
    """The cell a player names by its column and row."""
    labels, parts = scene.labels or Labels(), place.upper().split()
    if len(parts) != 2 or parts[0] not in labels.columns or parts[1] not in labels.rows:
        shown = (
            f"{labels.columns[len(labels.columns) // 2]} {labels.rows[len(labels.rows) // 2]}"
            if labels.columns and labels.rows
            else "COLUMN ROW"
        )
        raise BadAction(f"say where by column and row as at the board's edge, as in `{example} {shown}`")
    return labels.rows.index(parts[1]) * scene.width + labels.columns.index(parts[0])


def what(table: "Table", rest: str) -> None:
    """Tell what is at a cell, and in which round it was seen last."""
    scene = table.match.scene(table.sitting)
    cell = _cell(scene, rest, "what")
    row0, col0, rows, cols = scene.window or [0, 0, scene.height, scene.width]
    row, col = cell // scene.width - row0, cell % scene.width - col0
    layer = next((one for one in scene.layers if one.focus), scene.layers[0])
    if not (0 <= row < rows and 0 <= col < cols) or (layer.fog and layer.fog[row][col] == "?"):
        table.screen.say("Not seen yet.")
        return
    names = [next((kind.name for kind in scene.legend.values() if kind.text == layer.tiles[row][col]), "empty")]
    for piece in (piece for piece in scene.pieces if piece.cell == cell and scene.layers[piece.layer] is layer):
        told = piece.tell or scene.legend[piece.kind].tell
        names.append(
            f"{scene.legend[piece.kind].name}{f' {piece.label}' if piece.label else ''}{f' ({told})' if told else ''}"
        )
    if layer.fog and layer.fog[row][col] == "-":
        names.append(f"remembered from round {layer.seen[row][col]}" if layer.seen else "remembered")
    table.screen.say(f"{', '.join(names)}.".capitalize())


def go(table: "Table", rest: str) -> None:
    """Walk to a cell until something new is in sight."""
    table.walk(_way(table, rest))


def tick(table: "Table", rest: str) -> None:
    from msgspec.structs import replace

    scene = table.match.scene(table.sitting)
    frames = (
        table.game.timeline(table.match.setup, table.match.view(table.sitting), table.sitting)
        if table.game.timeline is not None
        else []
    )
    if not frames or scene.timeline is None:
        raise BadAction("there are no ticks to look at now")
    if not rest.isdecimal() or len(rest) > 5 or not 0 <= int(rest) < len(frames):
        raise BadAction(f"there are ticks 0 to {len(frames) - 1}: say which, as in `tick 2`, or `<` and `>`")
    table.tick = int(rest)
    frame = frames[table.tick]
    table.screen.draw(
        replace(scene, pieces=frame.pieces, marks=frame.marks, timeline=replace(scene.timeline, now=table.tick))
    )


def back(table: "Table", rest: str) -> None:
    tick(table, str(table.tick - 1))


def forward(table: "Table", rest: str) -> None:
    tick(table, str(table.tick + 1))


def watch(table: "Table", rest: str) -> None:
    frames = table.shown_last()
    if not frames:
        table.screen.say("Nothing has happened yet.")
        return
    table.screen.play(frames, always=True, own_keys=table.own_keys())
    table.board()


def save(table: "Table", rest: str) -> None:
    name = table.kept.name
    table.screen.say(f"Saved as {name}; every word is." if name else "This match cannot be saved.")


def quit_match(table: "Table", rest: str) -> None:
    table.leave()


AIDS = {
    "h": show_help, "help": show_help, "?": show_help, "r": redraw, "redraw": redraw, "words": words, "u": undo, "undo": undo, "restart": restart,
    "hint": hint, "odds": odds, "look": look, "reach": reach, "go": go, "what": what, "signs": signs, "both": both, "tick": tick, "<": back,
    ">": forward, "watch": watch, "save": save, "q": quit_match, "quit": quit_match, "exit": quit_match,
}  # fmt: skip
