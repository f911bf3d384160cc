"""What every match keeps: setups and words survive a round trip, refusals change nothing, records replay, it ends."""

import copy

from gridhall.conformance.drawn_match import DrawnMatch, some_setups
from gridhall.errors import GridhallError
from gridhall.game import PLAYING, Game
from gridhall.match import Match
from gridhall.record import read_record, record_text

LONGEST = 1_000_000  # plies after which a match at random is taken to be one that never ends
BETWEEN = 30  # plies from one record that is compared to the next
NONSENSE = "no such word at all"


def setups(drawn: DrawnMatch) -> None:
    game, first = drawn.game, drawn.match
    text = game.write_setup(first.setup, game.read_setup(first.setup_text)[1])
    setup, state = game.read_setup(text)
    state.rng = first.seed
    game.start(setup, state)
    assert bytes(setup) == bytes(first.setup), f"the setup read from what write_setup wrote differs:\n{text}"
    assert state == first.state, f"the state read from what write_setup wrote differs:\n{text}"


def words(drawn: DrawnMatch) -> None:
    game = drawn.game
    for match in drawn.positions(3):
        for player in match.acting:
            view = match.view(player)
            for action in match.legal(player):
                word = game.word(match.setup, view, action)
                means = game.read_word(match.setup, view, word)
                assert means == action, f"the word {word!r} of action {action} is read as action {means}"


def turns(drawn: DrawnMatch) -> None:
    game, players = drawn.game, range(drawn.game.PLAYERS)
    for match in drawn.positions():
        outcomes = [game.outcome(match.setup, match.state, player) for player in players]
        if match.over:
            assert PLAYING not in outcomes, f"nobody may act, but the outcomes are {outcomes} (0 is PLAYING)"
            legal = [(player + 1, match.legal(player)) for player in players if match.legal(player)]
            assert not legal, f"nobody may act, but legal are {legal}"
        else:
            assert set(outcomes) == {PLAYING}, f"somebody may act, but the outcomes are {outcomes} (0 is PLAYING)"
            for player in match.acting:
                assert match.legal(player), f"player {player + 1} may act, but no action is legal"


def refusals(drawn: DrawnMatch) -> None:
    game = drawn.game
    for match in drawn.positions(2):
        before = bytes(match.state)
        player, action = drawn.chance.randrange(game.PLAYERS), drawn.chance.randrange(game.ACTIONS)
        if game.refusal(match.setup, match.state, player, action):
            _expect_refusal(match, player, action)
        assert bytes(match.state) == before, f"asking for action {action} of player {player + 1} has changed the state"
        _expect_refusal(match, 0, NONSENSE)
        assert bytes(match.state) == before, f"the word {NONSENSE!r} has changed the state"


def _expect_refusal(match: Match, player: int, what: int | str) -> None:
    try:
        if isinstance(what, str):
            match.play(what, player)
        else:
            match.act(player, what)
    except GridhallError:
        return
    raise AssertionError(f"{what!r} of player {player + 1} must be refused with an error of gridhall.errors")


def replays(drawn: DrawnMatch) -> None:
    for match in drawn.positions(BETWEEN):
        again = read_record(record_text(match))
        assert again.state == match.state, "the state after a replay of the record differs"
        assert [ply.word for ply in again.plies] == [ply.word for ply in match.plies], "words differ after a replay"
        assert match.states()[-1] == match.state, "the same actions have led to another state"


def endings(game: Game) -> None:
    """A puzzle may go on for ever: whoever plays it can leave it."""
    from gridhall.agents.choice import with_defaults
    from gridhall.agents.tree_search import play_out
    from gridhall.kernel import array, bind, compiled

    if game.PUZZLE:
        return
    play = compiled(bind(play_out, with_defaults(game)))
    for seed, setup in enumerate(some_setups(game)):
        match = Match(game, setup, seed)
        state = copy.copy(match.state)
        play(array(match.setup)[0], array(state)[0], seed + 1, LONGEST, 0)
        ended = not game.acting(match.setup, state)
        assert ended, f"{setup or 'the default'}, seed {seed}: no end after {LONGEST:,} plies at random"
