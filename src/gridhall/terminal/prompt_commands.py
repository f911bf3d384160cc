"""What can be typed at the prompt besides a game's words: help, undo, hint, odds, look, reach, tick ...

A game's words win over them. Each function gets the prompt and what was typed behind the command's name.
"""

from typing import TYPE_CHECKING

from gridhall.danger import preview_of
from gridhall.errors import BadAction, GridhallError
from gridhall.guide import numbers_behind
from gridhall.registry import rules_of
from gridhall.render.text import danger_text, words_of
from gridhall.render.window import window_of
from gridhall.render.wrap import pack, wrap
from gridhall.rulings import rulings
from gridhall.scene import Choice, Labels, Layer, Piece, Preview, Scene
from gridhall.seeds import draw_seed
from gridhall.terminal.screen import say_progress

if TYPE_CHECKING:
    from gridhall.terminal.prompt import Prompt

ADVICE_MILLISECONDS = 1500
MOST = 100_000  # moves or milliseconds


def show_help(prompt: "Prompt", rest: str) -> None:
    for line in f"{prompt.game.HELP}\n{_platform_help(prompt)}".splitlines():
        for packed in pack(line.split("   "), prompt.screen.width):
            prompt.screen.say(packed)


def _platform_help(prompt: "Prompt") -> str:
    """The commands of this file that make sense in this game now."""
    game, scene = prompt.game, prompt.scene
    redraw = "redraw" if _is_word(prompt, "r") else "r redraw"  # a game's own words win
    always = ["h help", "signs what they mean", redraw, "words all words possible now", "why it is so", "save"]
    always += ["quit (the match is kept)", "restart"]
    sometimes = {
        "undo [N] take back": game.UNDO,
        "hint what the solver would do": game.PUZZLE,
        "hint what the machine would do": not game.PUZZLE and bool(game.LEVELS_OF_PLAY),
        "odds the chances of each choice": game.advise is not None,
        "look WORD what it would do": game.preview is not None,
        "reach PIECE where it can go": _has_walks(scene),
        "go PIECE COLUMN ROW walk there, until something new is in sight": _has_walks(scene),
        "what COLUMN ROW what is there": scene.labels is not None,
        "both show all layers": len(scene.layers) > 1,
        "both show known paths, or not": len(scene.layers) <= 1 and game.timeline is not None,
        "tick N the board at a tick, < and > step": game.timeline is not None,
        "watch what happened last, again": True,
    }
    offered = [text for text, makes_sense in sometimes.items() if makes_sense]
    return "\n".join(["   ".join(always), "   ".join(offered)])


def _is_word(prompt: "Prompt", text: str) -> bool:
    """Whether the game itself understands a word."""
    try:
        prompt.match.read(text, prompt.sitting)
    except GridhallError:
        return False
    return True


def _has_walks(scene: Scene) -> bool:
    return any(choice.then for choice in scene.choices)


def signs(prompt: "Prompt", rest: str) -> None:
    """The legend: every sign a board can have."""
    scene, fancy = prompt.scene, prompt.screen.fancy
    for kind in (kind for kind in scene.legend.values() if kind.text.strip()):
        sign = (kind.fancy or kind.text) if fancy else kind.text
        for line in wrap(f"{sign}  {kind.name}{': ' if kind.tell else ''}{kind.tell}", prompt.screen.width):
            prompt.screen.say(line)
    if any(layer.fog for layer in scene.layers):
        prompt.screen.say(f"{'▒ ∙' if fancy else '% :'}  remembered, not in sight; blank: never seen")


def words(prompt: "Prompt", rest: str) -> None:
    for line in words_of(prompt.scene.choices, prompt.screen.width, most=10_000):
        prompt.screen.say(line)


def redraw(prompt: "Prompt", rest: str) -> None:
    prompt.draw_board()


def both(prompt: "Prompt", rest: str) -> None:
    prompt.screen.both = not prompt.screen.both
    prompt.draw_board()


def undo(prompt: "Prompt", rest: str) -> None:
    taken = prompt.take_back(_count(rest, 1, "say how many moves, as in `undo 2`"))
    if not taken:
        prompt.screen.say("There is nothing to take back.")
        return
    prompt.messages = [f"Took back {taken} move{'s' * (taken > 1)}; the result is marked."]
    prompt.go_on()


def _count(text: str, usual: int, otherwise: str) -> int:
    """A number that may be left out; raises BadAction with a sentence for what is none, or 0."""
    if not text:
        return usual
    if not text.isdecimal() or not int(text[:9]):
        raise BadAction(otherwise)
    return min(int(text[:9]), MOST)


def restart(prompt: "Prompt", rest: str) -> None:
    """Begin again, after asking where two play."""
    if prompt.game.PLAYERS > 1 and not prompt.line("Begin this match again? (y/N) ").strip().lower().startswith("y"):
        return
    prompt.restart()
    prompt.messages = ["Begun again."]
    prompt.go_on()


def hint(prompt: "Prompt", rest: str) -> None:
    """Of a puzzle what the solver would do, else what the strongest machine would do, else the odds."""
    if prompt.game.PUZZLE:
        _solver_hint(prompt, rest)
    elif prompt.game.LEVELS_OF_PLAY:
        _machine_hint(prompt)
    else:
        odds(prompt, rest)


def _solver_hint(prompt: "Prompt", rest: str) -> None:
    """With `why` it also says where the hint comes from."""
    from gridhall.solve.hints import hint as solver_hint

    say_progress("thinking ...")
    advice = solver_hint(prompt.match)
    source = f"{advice.nodes:,} positions, {advice.seconds:.1f} s" if advice.nodes else "known before"
    prompt.screen.say(f"{advice.text} [{source}]" if rest == "why" else advice.text)


def _machine_hint(prompt: "Prompt") -> None:
    from gridhall.agents.hint import machine_hint

    say_progress("thinking ...")
    match, player, seed = prompt.match, prompt.sitting, prompt.session.machine_seed + 1
    advice = machine_hint(prompt.game, match.setup, match.view(player), player, seed)
    prompt.screen.say(f"{advice.words} [what the machine would do, playing {advice.level}]")


def odds(prompt: "Prompt", rest: str) -> None:
    """What the game's own search thinks of each choice; a number of milliseconds may be given."""
    game, match, player = prompt.game, prompt.match, prompt.sitting
    if game.advise is None:
        raise BadAction(f"{game.TITLE} has no advice to give; `h` lists what there is")
    milliseconds = _count(rest, ADVICE_MILLISECONDS, "say for how many milliseconds, as in `odds 3000`")
    say_progress("thinking ...")
    advices = game.advise(match.setup, match.view(player), player, draw_seed() >> 1, milliseconds)
    if not advices:
        prompt.screen.say("There is nothing to choose between now.")
    for advice in advices:
        sure = f"+- {advice.error:.1%}, {advice.samples:,} samples" if advice.samples else "exact"
        head = f"  {advice.word:<10} {advice.value:6.1%}  "
        lines = wrap(f"{sure}; {advice.text}" if advice.text else sure, prompt.screen.width - len(head))
        for number, line in enumerate(lines):
            prompt.screen.say(f"{'' if number else head:<{len(head)}}{line}")


def look(prompt: "Prompt", rest: str) -> None:
    """Show what a choice would do; without a choice, list them all."""
    game, match, player, scene = prompt.game, prompt.match, prompt.sitting, prompt.scene
    if game.preview is None:
        raise BadAction(f"{game.TITLE} shows nothing before a choice")
    choices = [choice for choice in scene.choices if not choice.why]
    if not rest:
        for number, choice in enumerate(choices, 1):
            name = f"  {choice.name}" if choice.name else ""
            prompt.screen.say(f"  {number:>3}  {choice.word}{name}{danger_text(choice)}")
        prompt.screen.say("`look N`, or `look WORD`, shows what it would do.")
        return
    setup, view, actions = match.setup, match.view(player), _meant_actions(prompt, rest, choices)
    preview = preview_of(game, setup, view, player, actions)
    prompt.said, prompt.refused = preview.text if preview is not None else "", []
    prompt.screen.draw(scene, ["A preview; nothing is played."], preview)


def _meant_actions(prompt: "Prompt", rest: str, choices: list[Choice]) -> list[int]:
    """The actions behind a choice's number in the list, behind `go PIECE COLUMN ROW`, or behind a word."""
    if rest.isdecimal() and len(rest) < 6 and 1 <= int(rest) <= len(choices):
        choice = choices[int(rest) - 1]
        return [choice.action, *choice.then]
    head, _, place = rest.partition(" ")
    return _way(prompt, place) if head == "go" else [prompt.match.read(rest, prompt.sitting)[1]]


def _walks(prompt: "Prompt", name: str) -> dict[int, Choice]:
    """The cheapest way to each cell a piece of the player's own can walk to."""
    scene, owners = prompt.scene, (0, prompt.sitting + 1)
    named = (piece for piece in scene.pieces if name and name in (piece.label, piece.id) and piece.owner in owners)
    piece = next(named, None)
    if piece is None:
        raise BadAction("name a piece of yours that can walk, as in `reach 1`")
    own = [choice for choice in scene.choices if choice.piece == piece.id and choice.cell >= 0 and not choice.why]
    groups = {"move", *(choice.group for choice in own if choice.then)}  # with one action left no way has a second step
    ways: dict[int, Choice] = {}
    for choice in own:
        if choice.group in groups and (choice.cell not in ways or _price(choice) < _price(ways[choice.cell])):
            ways[choice.cell] = choice
    if not ways:
        raise BadAction(f"{name} cannot walk now")
    return ways


def _price(choice: Choice) -> int:
    return choice.cost or 1 + len(choice.then)


def reach(prompt: "Prompt", rest: str) -> None:
    """Show what a piece can reach, each cell with its price; where digits are pieces, as a letter."""
    ways = _walks(prompt, rest)
    scene, digits = prompt.scene, prompt.screen.fancy
    floor = next((name for name, kind in scene.legend.items() if kind.text == "."), next(iter(scene.legend)))
    prices = {cell: _price(way) for cell, way in ways.items()}
    labels = {
        cell: str(price) if digits and price < 10 else chr(ord("a") - 1 + min(price, 26))
        for cell, price in prices.items()
    }
    priced = [Piece(f"reach {cell}", floor, cell, label=label) for cell, label in labels.items()]
    means = "the numbers are actions" if digits else "a for 1 action, b for 2, c for 3 ..."
    walk = f" `go {rest} COLUMN ROW` walks there." if scene.labels else ""
    prompt.screen.draw(scene, preview=Preview(f"{rest} can reach these cells; {means}.{walk}", pieces=priced))


def _way(prompt: "Prompt", rest: str) -> list[int]:
    """The actions that lead a piece to a cell named by the labels at the board's edge."""
    name, _, place = rest.partition(" ")
    ways = _walks(prompt, name)
    way = ways.get(_cell(prompt.scene, place, f"go {name}"))
    if way is None:
        raise BadAction(f"{name} cannot reach that cell now; `reach {name}` shows those it can")
    return [way.action, *way.then]


def _cell(scene: Scene, place: str, example: str) -> int:
    """The cell a player names by its column and row."""
    labels, parts = scene.labels or Labels(), place.upper().split()
    if len(parts) != 2 or parts[0] not in labels.columns or parts[1] not in labels.rows:
        shown = "COLUMN ROW"
        if labels.columns and labels.rows:
            shown = f"{labels.columns[len(labels.columns) // 2]} {labels.rows[len(labels.rows) // 2]}"
        raise BadAction(f"say where by column and row as at the board's edge, as in `{example} {shown}`")
    return labels.rows.index(parts[1]) * scene.width + labels.columns.index(parts[0])


def what(prompt: "Prompt", rest: str) -> None:
    """Say what is at a cell, and in which round it was seen last."""
    scene = prompt.scene
    cell = _cell(scene, rest, "what")
    row0, col0, rows, cols = window_of(scene)
    row, col = cell // scene.width - row0, cell % scene.width - col0
    layer = next((layer for layer in scene.layers if layer.focus), scene.layers[0])
    if not (0 <= row < rows and 0 <= col < cols) or (layer.fog and layer.fog[row][col] == "?"):
        prompt.screen.say("Not seen yet.")
        return
    names = [next((kind.name for kind in scene.legend.values() if kind.text == layer.tiles[row][col]), "empty")]
    names += [_piece_name(piece, scene) for piece in scene.pieces if _stands_at(piece, cell, layer, scene)]
    if layer.fog and layer.fog[row][col] == "-":
        names.append(f"remembered from round {layer.seen[row][col]}" if layer.seen else "remembered")
    prompt.screen.say(f"{', '.join(names)}.".capitalize())


def _stands_at(piece: Piece, cell: int, layer: Layer, scene: Scene) -> bool:
    return piece.cell == cell and scene.layers[piece.layer] is layer


def _piece_name(piece: Piece, scene: Scene) -> str:
    kind = scene.legend[piece.kind]
    about = piece.tell or kind.tell
    return f"{kind.name}{f' {piece.label}' if piece.label else ''}{f' ({about})' if about else ''}"


def go(prompt: "Prompt", rest: str) -> None:
    """Walk to a cell until something new is in sight."""
    prompt.walk(_way(prompt, rest))


def tick(prompt: "Prompt", rest: str) -> None:
    """Show the board at a tick of the timeline."""
    from msgspec.structs import replace

    game, match, player, scene = prompt.game, prompt.match, prompt.sitting, prompt.scene
    frames = game.timeline(match.setup, match.view(player), player) if game.timeline is not None else []
    if not frames or scene.timeline is None:
        raise BadAction("there are no ticks to look at now")
    if not rest.isdecimal() or len(rest) > 5 or not 0 <= int(rest) < len(frames):
        raise BadAction(f"there are ticks 0 to {len(frames) - 1}: say which, as in `tick 2`, or `<` and `>`")
    prompt.tick = int(rest)
    frame = frames[prompt.tick]
    prompt.screen.draw(replace(scene, pieces=frame.pieces, marks=frame.marks, tick=prompt.tick))


def back(prompt: "Prompt", rest: str) -> None:
    tick(prompt, str(prompt.tick - 1))


def forward(prompt: "Prompt", rest: str) -> None:
    tick(prompt, str(prompt.tick + 1))


def watch(prompt: "Prompt", rest: str) -> None:
    """Show again what happened last."""
    moments = prompt.shown_last()
    if not moments:
        prompt.screen.say("Nothing has happened yet.")
        return
    prompt.screen.play(moments, always=True, own_keys=prompt.own_keys())
    prompt.draw_board()


def why(prompt: "Prompt", rest: str) -> None:
    """Tell the rulings behind what was said last: a refusal, a preview, or what happened."""
    numbers = prompt.refused or numbers_behind(prompt.game, prompt.said)
    for ruling in rulings(rules_of(prompt.game), numbers) or ["No ruling stands behind what was said last."]:
        prompt.screen.say_wrapped(ruling)


def save(prompt: "Prompt", rest: str) -> None:
    """Say where the match is saved: nothing needs to be done, because every word is written when it is played."""
    name = prompt.session.name
    prompt.screen.say(f"Saved as {name}; every word is." if name else "This match cannot be saved.")


def quit_match(prompt: "Prompt", rest: str) -> None:
    prompt.leave()


COMMANDS = {
    "h": show_help, "help": show_help, "?": show_help, "r": redraw, "redraw": redraw, "words": words,
    "u": undo, "undo": undo, "restart": restart, "hint": hint, "odds": odds, "look": look, "reach": reach, "go": go,
    "what": what, "signs": signs, "both": both, "tick": tick, "<": back, ">": forward, "watch": watch, "save": save,
    "why": why, "q": quit_match, "quit": quit_match, "exit": quit_match,
}  # fmt: skip
