"""Matches in words: what a language model is told, by whichever door, is what a player may know. Games are found."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gridhall.commands.mcp import server, wrong_names
from gridhall.errors import GridhallError, MatchOver, Usage
from gridhall.learn.text_play import TextPlay
from gridhall.registry import games, load
from gridhall.rulings import numbers_in
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


def test_wrong_names_of_arguments_are_told_with_the_nearest_and_with_those_there_are():
    known = ("game", "level", "seed", "opponent")
    assert wrong_names("start", {"game": "", "seed": 7}, known) == ""
    assert wrong_names("start", {"game": "", "sede": 7}, known) == (
        "start has no argument 'sede' (did you mean 'seed'?); it takes game, level, seed and opponent. Nothing was done"
    )
    assert wrong_names("start", ["levle", "zzz"], known).startswith(
        "start has no argument 'levle' (did you mean 'level'?) and no argument 'zzz'; it takes "
    )
    assert wrong_names("act", ["words"], ["word"]).endswith("(did you mean 'word'?); it takes word. Nothing was done")
    assert wrong_names("look", ["at"], []) == (
        "look has no argument 'at'; it takes no arguments at all. Nothing was done"
    )
    assert len(wrong_names("look", ["x" * 10_000], [])) < 200


def test_every_tool_of_mcp_refuses_an_argument_that_it_does_not_have_and_does_nothing():
    mcp = pytest.importorskip("mcp")
    import asyncio

    name = next(name for name in games() if load(name).PUZZLE)
    words = solve(name).witness
    right = {"game": name, "word": words[0]}

    async def play() -> None:
        async with mcp.Client(server(hints=True)) as client:

            async def answer(tool: str, arguments: dict) -> tuple[bool, str]:
                result = await client.call_tool(tool, arguments)
                return result.is_error, "".join(part.text for part in result.content)

            wrong, said = await answer("start", {"game": name, "sede": 7})
            assert wrong
            assert "start has no argument 'sede' (did you mean 'seed'?)" in said
            assert "no match has begun" in (await answer("look", {}))[1]  # nothing was started

            await client.call_tool("start", {"game": name})
            await client.call_tool("act", {"word": words[0]})
            before = await answer("look", {}), await answer("score", {})
            tools = (await client.list_tools()).tools
            assert len(tools) > 5
            for tool in tools:
                known = tool.input_schema["properties"]
                assert tool.input_schema["additionalProperties"] is False
                needed = {key: right[key] for key in tool.input_schema.get("required", ())}
                for misspelt in ("unheard_of", *(key + "s" for key in known)):
                    wrong, said = await answer(tool.name, {**needed, misspelt: 1})
                    assert wrong, tool.name
                    assert f"{tool.name} has no argument {misspelt!r}" in said
                    assert misspelt == "unheard_of" or f"did you mean {misspelt[:-1]!r}?" in said
                    assert all(key in said for key in known)
                assert (await answer("look", {}), await answer("score", {})) == before, tool.name

    asyncio.run(play())


def test_an_argument_of_a_wrong_kind_or_a_missing_one_is_told_in_a_sentence():
    mcp = pytest.importorskip("mcp")
    import asyncio

    async def refusals() -> list[str]:
        said = []
        async with mcp.Client(server()) as client:
            wrong = {"game": games()[0], "seed": "seven" * 100}, {}, {"game": 5, "level": []}
            for tool, arguments in zip(("start", "act", "start"), wrong):
                result = await client.call_tool(tool, arguments)
                assert result.is_error
                said.append("".join(part.text for part in result.content))
        return said

    seed, nothing, both = asyncio.run(refusals())
    assert seed.startswith("error: start was given seed = 'sevenseven")
    assert "a valid integer" in seed and len(seed) < 200
    assert nothing == "error: act needs word. Nothing was done"
    assert "game = '5': " in both and " and was given level = '[]': " in both
    assert not [said for said in (seed, nothing, both) if "pydantic" in said or "\n" in said]


def test_what_mcp_says_of_a_wrong_word_names_no_ruling():
    mcp = pytest.importorskip("mcp")
    import asyncio

    async def refusals() -> list[str]:
        said = []
        async with mcp.Client(server()) as client:
            for name in games():
                await client.call_tool("start", {"game": name})
                result = await client.call_tool("act", {"word": "no such word"})
                said.append("".join(part.text for part in result.content))
        return said

    for sentence in asyncio.run(refusals()):
        assert sentence.startswith("error: ")
        assert numbers_in(sentence) == []


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

            async def said(tool: str, **arguments: str) -> str:
                content: Any = (await session.call_tool(tool, arguments)).content[0]
                return content.text

            await session.initialize()
            tools = {tool.name for tool in (await session.list_tools()).tools}
            assert {"list_games", "start", "look", "act", "undo", "hint", "score"} <= tools
            assert "there is no game" in await said("start", game="nothing")
            await said("start", game=name)
            assert "hints are off" in await said("hint")
            for word in words:
                await said("act", word=word)
            return json.loads(await said("score"))

    assert asyncio.run(play())["score"] == 1.0
