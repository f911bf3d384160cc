"""Matches in words: what a language model is told, by whichever door, is what a player may know. Games are found."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gridhall.errors import GridhallError, MatchOver, Usage
from gridhall.learn.text_play import TextPlay
from gridhall.registry import games, load
from gridhall.solve import solve

EXAMPLE = Path(__file__).parents[1] / "examples" / "language_model.py"


@pytest.mark.parametrize("name", games())
def test_every_game_can_be_played_in_words(name):
    play = TextPlay()
    seen = play.start(name, seed=3)
    for _ in range(12):
        if "allowed: " not in seen:
            break
        seen = play.act(seen.rpartition("allowed: ")[2].split(", ")[-1])
    assert play.moves > 0
    assert play.score()["moves"] == play.moves


@pytest.mark.parametrize("name", [name for name in games() if load(name).SECRETS])
def test_what_is_told_is_the_players_own_view(name):
    play = TextPlay()
    seen = play.start(name, seed=3)
    match = play.match
    match.state.rng = 12345  # what nobody may know does not change what is told
    assert play.look() == seen or match.game.PLAYERS == 1


def test_a_puzzle_is_scored_by_the_optimum_and_undone_moves_count():
    for name in (name for name in games() if load(name).PUZZLE):
        play, words = TextPlay(), solve(name).witness
        play.start(name)
        for word in words:
            play.act(word)
        assert play.score()["score"] == 1.0
        with pytest.raises(MatchOver):
            play.act(words[0])
        play.start(name)
        play.act(words[0])
        play.undo()
        for word in words:
            play.act(word)
        assert play.score()["score"] == len(words) / (len(words) + 1)


def test_hints_are_off_unless_somebody_allows_them():
    name = next(name for name in games() if load(name).PUZZLE)
    play = TextPlay()
    with pytest.raises(Usage, match="no match has begun"):
        play.look()
    play.start(name)
    with pytest.raises(Usage, match="hints are off"):
        play.hint()
    allowed = TextPlay(hints=True)
    allowed.start(name)
    assert allowed.hint() == solve(name).witness[0]
    with pytest.raises(GridhallError):
        play.act("jump over the moon")
    with pytest.raises(Usage, match="no opponents"):
        play.start(name, opponent="easy")


def test_the_example_loop_plays_to_an_end():
    done = subprocess.run([sys.executable, str(EXAMPLE), "--seed", "1"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "'moves'" in done.stdout


@pytest.mark.slow
def test_a_match_is_played_over_mcp():
    pytest.importorskip("mcp")
    import asyncio

    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    name = next(name for name in games() if load(name).PUZZLE)
    words = solve(name).witness

    async def play() -> dict:
        command = StdioServerParameters(command=sys.executable, args=["-m", "gridhall", "mcp"])
        async with stdio_client(command) as pipes, ClientSession(*pipes) as session:
            await session.initialize()
            tools = {tool.name for tool in (await session.list_tools()).tools}
            assert {"list_games", "start", "look", "act", "undo", "hint", "score"} <= tools
            wrong = await session.call_tool("start", {"game": "nothing"})
            assert "there is no game" in wrong.content[0].text
            await session.call_tool("start", {"game": name})
            refused = await session.call_tool("hint", {})
            assert "hints are off" in refused.content[0].text
            for word in words:
                await session.call_tool("act", {"word": word})
            return json.loads((await session.call_tool("score", {})).content[0].text)

    assert asyncio.run(play())["score"] == 1.0
