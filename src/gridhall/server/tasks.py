"""What workers do: they choose for machines, find hints and draw pictures.

A task gets the game's name first. Whatever is found for a player is found from their view, which comes as bytes.
"""

from gridhall.game import Action, Game, Player, Seed, SetupRecord, View
from gridhall.match import Match
from gridhall.registry import load
from gridhall.rng import mix
from gridhall.server.messages.parts import Odds
from gridhall.server.messages.server import Hinted

ODDS_MILLISECONDS = 1500

Plies = list[tuple[Player, Action]]


def choose(name: str, setup_text: str, view: bytes, player: Player, level: str, seed: Seed) -> Action:
    """The machine's action. It draws from a seed of its own."""
    from gridhall import agents

    game, setup, seen = _seen(name, setup_text, view)
    return int(agents.choose(game, setup, seen, player, level, seed))


def simple_choice(name: str, setup_text: str, view: bytes, player: Player, seed: Seed) -> Action:
    """An action the game itself proposes, or else any legal one: for when the machine fails."""
    game, setup, seen = _seen(name, setup_text, view)
    if game.propose is not None:
        return int(game.propose(setup, seen, player, seed))
    legal = [action for action in range(game.ACTIONS) if not game.refusal(setup, seen, player, action)]
    return legal[mix(seed) % len(legal)]


def hint(name: str, setup_text: str, seed: Seed, plies: Plies) -> Hinted:
    """What the solver advises after these plies."""
    from gridhall.solve import hint as solver_hint

    match = _match(name, setup_text, seed, plies)
    advised = solver_hint(match)
    action = match.game.read_word(match.setup, match.view(0), advised.word) if advised.word else -1
    return Hinted(0, 0, action, advised.word or "", advised.text, advised.lost, advised.undo)


def advice(name: str, setup_text: str, view: bytes, player: Player, seed: Seed) -> Hinted:
    """What the strongest machine would do in the player's place."""
    from gridhall.agents.hint import machine_hint

    game, setup, seen = _seen(name, setup_text, view)
    action, word, level = machine_hint(game, setup, seen, player, seed)
    return Hinted(0, 0, action, word, f"{word} (what the machine would do, playing {level})")


def odds(name: str, setup_text: str, view: bytes, player: Player, seed: Seed) -> Hinted:
    """What the game's own search thinks of each choice."""
    game, setup, seen = _seen(name, setup_text, view)
    assert game.advise is not None  # the hall asks only games that weigh their choices
    return Hinted(0, 0, odds=[Odds(*weighed) for weighed in game.advise(setup, seen, player, seed, ODDS_MILLISECONDS)])


def picture(name: str, setup_text: str, seed: Seed, plies: Plies) -> bytes:
    """A finished match as a GIF."""
    from gridhall.render.picture import match_gif

    return match_gif(_match(name, setup_text, seed, plies))


def _seen(name: str, setup_text: str, view: bytes) -> tuple[Game, SetupRecord, View]:
    """A game, a setup and the view that the bytes are."""
    game = load(name)
    setup, state = game.read_setup(setup_text)
    return game, setup, type(state).from_buffer_copy(view)


def _match(name: str, setup_text: str, seed: Seed, plies: Plies) -> Match:
    match = Match.of_text(load(name), setup_text, seed)
    for player, action in plies:
        match.act(player, action)
    return match
