"""What people see, hear and press: scenes are well formed, offer what the rules allow, and every change is spoken."""

import copy
from collections import defaultdict
from collections.abc import Iterator
from xml.etree import ElementTree

from gridhall.conformance.drawn_match import DrawnMatch, some_setups
from gridhall.game import Game, Truth
from gridhall.match import Match
from gridhall.registry import folder_of
from gridhall.rulings import numbers_in
from gridhall.scene import Choice, Scene
from gridhall.stage.spoken import changes_between, meter_sentence

WALKS = 4  # of those offered in a position, how many are played to their end


def scenes(drawn: DrawnMatch) -> None:
    sides = [drawn.match.scene(player).turned for player in range(drawn.game.PLAYERS + 1)]
    for match in drawn.positions(6):
        for player, side in enumerate(sides):
            _well_formed(match.scene(player))
            assert match.scene(player).turned == side, f"player {player + 1} changes sides: `turned` is not what it was"
            assert match.text(player), "the scene as text is empty"


def _well_formed(scene: Scene) -> None:
    assert scene.layers, "a scene has no layer"
    assert scene.status, "a scene has no status: it must say how it stands and what to do"
    signs = {kind.text for kind in scene.legend.values()}
    rows, columns = (scene.window[2], scene.window[3]) if scene.window else (scene.height, scene.width)
    for layer in scene.layers:
        assert len(layer.tiles) == rows, f"a layer has {len(layer.tiles)} rows of tiles, the board {rows}"
        assert {len(row) for row in layer.tiles} == {columns}, f"a row of tiles is not {columns} signs long"
        unknown = set("".join(layer.tiles)) - signs
        assert not unknown, f"tiles have signs that are not in the legend: {sorted(unknown)}"
    kinds = {piece.kind for piece in scene.pieces} - scene.legend.keys()
    assert not kinds, f"pieces have kinds that are not in the legend: {sorted(kinds)}"
    assert len({(piece.id, piece.layer) for piece in scene.pieces}) == len(scene.pieces), "two pieces have the same id"
    outside = [piece.id for piece in scene.pieces if not 0 <= piece.cell < scene.width * scene.height]
    assert not outside, f"pieces stand outside the board: {outside}"


def offers(drawn: DrawnMatch) -> None:
    """Compare the choices that players and a spectator are offered with `refusal`, of the truth and of the view.

    A choice that is offered may be played, one that is shown with a reason (`why`) is refused. Of the actions of agents
    none is missing. `then` is allowed, too: on the truth, and on what the player may take for the truth.
    """
    game = drawn.game
    for match in drawn.positions(5):
        for player in range(game.PLAYERS + 1):
            view = match.view(player)
            choices = game.scene(match.setup, view, player).choices
            for choice in choices:
                _is_as_offered(match, view, player, choice)
            offered = {choice.action for choice in choices if not choice.why and choice.action < game.ACTIONS}
            legal = set(match.legal(player))
            assert offered == legal, f"player {player + 1} is offered {sorted(offered)}, legal are {sorted(legal)}"
            walks = [choice for choice in choices if choice.then and not choice.why]
            guess = copy.copy(view)
            game.resample(match.setup, guess, player, drawn.chance.getrandbits(60))
            for choice in drawn.chance.sample(walks, min(WALKS, len(walks))):
                for state in (match.state, guess):
                    refused = refused_step(match, state, player, [choice.action, *choice.then])
                    assert refused is None, f"step {refused} of the walk {choice.word!r} is refused"


def _is_as_offered(match: Match, view: Truth, player: int, choice: Choice) -> None:
    """A choice has a `why` exactly if it is refused, and the rulings it names are those of one of REASONS."""
    shown = f"{choice.word!r} of player {player + 1}"
    for state in (match.state, view):
        refusal = match.game.refusal(match.setup, state, player, choice.action)
        assert bool(refusal) == bool(choice.why), f"{shown} has why={choice.why!r}, but refusal says {refusal}"
    known = {", ".join(numbers_in(reason)) for reason in match.game.REASONS}
    assert choice.rule in known, f"{shown} names rulings that no reason names: {choice.rule!r}"


def refused_step(match: Match, state: Truth, player: int, actions: list[int]) -> int | None:
    """Play the actions of a walk on a copy of the state; the number of the first that the rules refuse, or None.

    It ends where `Match.walk` ends: with the turn, or when other players' pieces come in sight. What was planned before
    that need not be possible afterwards.
    """
    trial = copy.copy(match)
    trial.state = copy.copy(state)
    others = trial.visible_others(player)
    for number, action in enumerate(actions):
        if number and (player not in trial.acting or trial.visible_others(player) != others):
            return None
        if trial.game.refusal(trial.setup, trial.state, player, action):
            return number
        trial.game.step(trial.setup, trial.state, player, action)
    return None


def keys(drawn: DrawnMatch) -> None:
    for match in drawn.positions(4):
        for player in range(drawn.game.PLAYERS):
            for choices, pieces in choosing_steps(scene := match.scene(player)):
                for key, meanings in meanings_of_keys(scene, choices, pieces).items():
                    assert len(meanings) == 1, f"the key {key!r} means {' and '.join(sorted(meanings))}"
                    assert len(key) > 1 or not key.isupper(), f"the key {key!r} is a capital, which the platform uses"


def choosing_steps(scene: Scene) -> Iterator[tuple[list[Choice], list[str]]]:
    """The choices between which a person chooses at one time: of each piece that is a step of its own, and of none."""
    counts: dict[str, int] = defaultdict(int)
    for choice in scene.choices:
        counts[choice.piece] += 1
    pieces = [piece for piece in counts if piece and max(counts[key] for key in counts if key) > 1]
    for piece in pieces or [""]:
        yield [choice for choice in scene.choices if not pieces or choice.piece in ("", piece)], pieces


def meanings_of_keys(scene: Scene, choices: list[Choice], pieces: list[str]) -> dict[str, set[str]]:
    """What each key would do."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for choice in choices:
        if choice.key:
            meanings[choice.key].add(choice.group or choice.word)
    for piece in scene.pieces:
        if len(pieces) > 1 and piece.id in pieces:
            meanings[piece.label.lower()].add(f"choose {piece.id}")
    return meanings


def previews(drawn: DrawnMatch) -> None:
    game = drawn.game
    if game.preview is None:
        return
    for match in drawn.positions(8):
        for player in match.acting:
            view = match.view(player)
            before = bytes(view)
            choices = [choice for choice in match.scene(player).choices if not choice.why]
            for choice in drawn.chance.sample(choices, min(12, len(choices))):
                preview = game.preview(match.setup, view, player, choice.action)
                assert bytes(view) == before, f"the preview of {choice.word!r} has changed the view"
                unknown = {piece.kind for piece in preview.pieces} - match.scene(player).legend.keys()
                assert not unknown, f"the preview of {choice.word!r} has kinds that are not in the legend: {unknown}"


def speech(drawn: DrawnMatch) -> None:
    """After each ply everybody who sees something else hears something: a sentence, or what has moved."""
    seats = range(drawn.game.PLAYERS)
    before: list[Scene] = []
    for match in drawn.positions():
        after = [match.scene(player) for player in seats]
        for player, (old, new) in enumerate(zip(before, after)):
            tiles_before, tiles_after = ([layer.tiles for layer in scene.layers] for scene in (old, new))
            if old.pieces == new.pieces and tiles_before == tiles_after:
                continue
            meters = [meter_sentence(meter, new.legend) for meter in new.meters if meter not in old.meters]
            heard = changes_between(old, new) + meters + [new.status] * (new.status != old.status)
            assert any(heard), f"player {player + 1} sees a change that nothing says"
        before = after


def drawings(game: Game) -> None:
    path = folder_of(game) / "theme.svg"
    if not path.exists():
        return
    drawn = {symbol.get("id") for symbol in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}symbol")}
    assert drawn, "theme.svg has no <symbol>"
    named: set[str | None] = set()
    for setup in some_setups(game):
        match = Match(game, setup, 0)
        named |= {key for player in range(game.PLAYERS) for key in match.scene(player).legend}
    assert drawn & named, (
        f"theme.svg draws none of the kinds of the legend: {', '.join(map(str, sorted(named, key=str)))}"
    )
