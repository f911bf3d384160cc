"""registry.load refuses a game that does not keep the contract, and says all that is wrong with it at once."""

import ast
import inspect
import json
import os
import re
import subprocess
import sys
import textwrap
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

from gridhall import contract, registry
from gridhall import game as game_module
from gridhall.errors import BadGame
from gridhall.game import KERNELS, PLAN_HOOKS, Game
from gridhall.match import Match

SOURCE = Path(__file__).parents[1] / "src" / "gridhall"
TOYS = Path(__file__).parent / "toy"
NUMBERS = count()


def signatures(protocol: type) -> dict[str, list[str]]:
    """The functions of a protocol with their positional parameters, as a reader of game.py sees them."""
    functions = {
        name: value for name, value in vars(protocol).items() if inspect.isfunction(value) and not name.startswith("_")
    }
    listed = {name: list(inspect.signature(value).parameters.values())[1:] for name, value in functions.items()}
    return {
        name: [parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD]
        for name, parameters in listed.items()
    }


REQUIRED = signatures(Game)
HOOKS = {name: list(parameters) for name, parameters in contract.HOOKS.items()}
CONSTANTS = {
    "TITLE": '"Whole"', "VERSION": "1", "PLAYERS": "2", "ACTIONS": "3", "REASONS": '("", "no (W1)")',
    "PUZZLE": "False", "UNDO": "True", "SECRETS": "False", "DAILY": "False", "CERTIFY_SCORE": "False",
    "BREADTH_FIRST": "False",
    "FILES": '("_A.txt", "_B.txt")', "RANKING": '("-moves",)',
    "DEFAULT": '""', "BLANK": '""', "HELP": '"go"', "AIM": '"go"', "HARMLESS": "range(2)", "PLAN": "8",
    "PUBLIC": "(1, 2)",
    "OPTIONS": '(Option("turns", "Turns", "how many", "9", 1, 99),)',
    "PLANES_SEEN": '(("wall", "1 on walls"),)', "SCALARS_SEEN": '(("turn", 0, 9, "turns played"),)',
    "LEVELS_OF_PLAY": '{"easy": {"agent": "duel"}}', "POOL": '{"wall": {"agent": "script", "skill": 1}}',
}  # fmt: skip
RECORDS = {
    "Setup": "@record\nclass Setup:\n    size: i64\n",
    "State": "@record\nclass State:\n    rng: u64\n    turn: i64\n",
}


def function(name: str, parameters: list[str]) -> str:
    return f"{'@kernel' if name in KERNELS else ''}\ndef {name}({', '.join(parameters)}):\n    return 0\n"


def whole() -> dict[str, str]:
    """The source of a game with every name there is, by name."""
    functions = {name: function(name, parameters) for name, parameters in (REQUIRED | HOOKS).items()}
    return {**{name: f"{name} = {value}\n" for name, value in CONSTANTS.items()}, **RECORDS, **functions}


@pytest.fixture
def load(tmp_path):
    """Load a game made of such parts from a folder of its own."""
    registry.FOLDERS.append(str(tmp_path))

    def load(parts):
        name = f"contract_toy_{next(NUMBERS)}"
        (tmp_path / name).mkdir()
        text = (
            "from gridhall.kernel import i64, kernel, record, u64\nfrom gridhall.options import Option\n\n"
            + "\n".join(parts.values())
        )
        (tmp_path / name / "__init__.py").write_text(text, "utf-8")
        return registry.load(name)

    yield load
    registry.FOLDERS.remove(str(tmp_path))


def mistakes(load, parts) -> list[str]:
    with pytest.raises(BadGame) as raised:
        load(parts)
    return raised.value.defects


def test_a_whole_game_is_loaded_and_gets_the_defaults_of_what_it_leaves_out(load):
    assert load(whole()).TITLE == "Whole"
    left_out = [*HOOKS, *registry.DEFAULTS]
    small = load({name: part for name, part in whole().items() if name not in left_out})
    assert {name: getattr(small, name) for name in registry.DEFAULTS} == registry.DEFAULTS
    assert all(getattr(small, name) is None for name in HOOKS)


def test_everything_of_the_contract_is_checked():
    constants = {name for name in Game.__annotations__ if name.isupper()}
    assert constants == {*contract.REQUIRED, *contract.OPTIONAL} == set(CONSTANTS)
    assert set(registry.DEFAULTS) == set(contract.OPTIONAL)
    named = {*RECORDS, "__name__", "__file__", "generate"}
    assert set(Game.__annotations__) - constants - set(contract.HOOKS) | {"generate"} == named


@pytest.mark.parametrize("name", [*REQUIRED, *RECORDS, "TITLE", "VERSION", "PLAYERS", "ACTIONS", "REASONS"])
def test_a_required_name_that_is_missing_is_named(load, name):
    (sentence,) = mistakes(load, {key: part for key, part in whole().items() if key != name})
    assert sentence.startswith(f"{name} is missing; it must be ")
    assert name not in REQUIRED or f"({', '.join(REQUIRED[name])})" in sentence


@pytest.mark.parametrize("name", [*REQUIRED, *HOOKS])
def test_a_function_takes_as_many_arguments_as_it_is_given(load, name):
    wanted = (REQUIRED | HOOKS)[name]
    (sentence,) = mistakes(load, whole() | {name: function(name, wanted[:-1])})
    assert sentence.startswith(f"{name} takes {len(wanted) - 1 or 'no'} argument")
    assert sentence.endswith(f"; it must take {len(wanted)}: ({', '.join(wanted)})")
    (sentence,) = mistakes(load, whole() | {name: function(name, [*wanted, "more"])})
    assert sentence.startswith(
        f"{name} takes {len(wanted) + 1} arguments ({', '.join(wanted)}, more); it must take {len(wanted)}: "
    )
    load(whole() | {name: function(name, [*wanted, "more=1"])})
    load(whole() | {name: function(name, ["*all_of_them"])})
    (sentence,) = mistakes(load, whole() | {name: function(name, [*wanted, "*", "more"])})
    assert sentence.startswith(f"{name} wants more by name, without a default; ")


def test_arguments_of_what_is_no_plain_function_are_counted_too(load):
    cached = "from functools import cache\n\n@cache\ndef facts(setup, {}):\n    return {{}}\n"
    load(whole() | {"facts": cached.format("state, player")})
    (sentence,) = mistakes(load, whole() | {"facts": cached.format("state")})
    assert sentence == "facts takes 2 arguments (setup, state); it must take 3: (setup, state, player)"
    (sentence,) = mistakes(load, whole() | {"facts": "class facts:\n    def __init__(self, setup):\n        pass\n"})
    assert sentence == "facts takes 1 argument (setup); it must take 3: (setup, state, player)"


@pytest.mark.parametrize("name", [*REQUIRED, *HOOKS])
def test_a_function_is_one(load, name):
    (sentence,) = mistakes(load, whole() | {name: f"{name} = 7\n"})
    assert sentence == f"{name} is 7; it must be a function of ({', '.join((REQUIRED | HOOKS)[name])})"


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_what_runs_at_both_speeds_is_marked_as_a_kernel(load, name):
    (sentence,) = mistakes(load, whole() | {name: function(name, (REQUIRED | HOOKS)[name]).removeprefix("@kernel")})
    assert sentence == f"{name} is not marked as a kernel; write @kernel (gridhall.kernel) above it"


WRONG = {
    "TITLE": ["7", '""', '"  "', "None"],
    "REASONS": ["()", '"no"', "(0, 1)", "None"],
    "FILES": ['"_A.txt"', '["_A.txt"]', "(1,)", '("",)'],
    "RANKING": ['"moves"', '["moves"]', "(1,)"],
    "LEVELS_OF_PLAY": [
        "[]",
        '("easy",)',
        '{1: {"agent": "duel"}}',
        '{"easy": "duel"}',
        '{"easy": {"skill": 1}}',
        '{"easy": {"agent": 1}}',
    ],
    "POOL": ["[]", '{"wall": 1}'],
    "OPTIONS": ["[]", '("turns",)', "None"],
    **{name: ["0", "-1", '"1"', "1.0", "True", "None"] for name in ("VERSION", "PLAYERS", "ACTIONS")},
    "PLANES_SEEN": ["3", '(("wall",),)', '("wall",)'],
    "SCALARS_SEEN": ["3", '(("turn", 0, 9),)', '(("turn", 9, 0, "turns"),)', '(("turn", 0, 1.5, "turns"),)'],
    "HARMLESS": ["3", "(0, 1)", "None"],
    "PUBLIC": ["3", "[1]", '("1",)', "None"],
    "PLAN": ["-1", '"8"', "1.5", "None"],
    **{
        name: ["0", "1", '"yes"', "None"]
        for name in ("PUZZLE", "UNDO", "SECRETS", "DAILY", "CERTIFY_SCORE", "BREADTH_FIRST")
    },
    **{name: ["None", "7", 'b"go"'] for name in ("DEFAULT", "BLANK", "HELP", "AIM")},
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in CONSTANTS for value in WRONG[name]])
def test_a_constant_of_the_wrong_kind_is_shown(load, name, value):
    (sentence,) = mistakes(load, whole() | {name: f"{name} = {value}\n"})
    assert sentence.startswith(f"{name} is {ast.literal_eval(value)!r}; it must be ")


def test_the_first_reason_is_that_there_is_none(load):
    (sentence,) = mistakes(load, whole() | {"REASONS": 'REASONS = ("no (W1)",)\n'})
    assert sentence == "REASONS[0] is 'no (W1)'; it must be \"\", because refusal answers 0 for what is allowed"


@pytest.mark.parametrize(
    ("name", "source", "sentence"),
    [
        ("Setup", "class Setup:\n    size: i64\n",
         "Setup is the class Setup; it must be a record (gridhall.kernel.record)"),
        ("State", "State = {}\n", "State is {}; it must be a record (gridhall.kernel.record)"),
        ("State", "@record\nclass State:\n    turn: i64\n",
         "State has no field rng; it must have `rng: u64`, which holds the seed and all chance"),
        ("State", "@record\nclass State:\n    rng: i64\n",
         "State.rng is i64; it must have `rng: u64`, which holds the seed and all chance"),
    ],
)  # fmt: skip
def test_setup_and_state_are_records_and_the_state_holds_the_seed(load, name, source, sentence):
    assert mistakes(load, whole() | {name: source}) == [sentence]


def test_names_that_need_others_say_so(load):
    parts = whole()
    without = {name: part for name, part in parts.items() if name not in ("plan_draw", "plan_value", "PLAN")}
    assert mistakes(load, without) == [
        "plan_begin, plan_act, plan_play, plan_first, plan_careless without plan_draw, plan_value; "
        "whole plans need all of them",
        "PLAN is missing; it must be the count of numbers in a plan, because there are plan_ functions",
    ]
    agents = {"LEVELS_OF_PLAY": 'LEVELS_OF_PLAY = {"easy": {"agent": "policy"}, "hard": {"agent": "duel"}}\n'}
    without = {name: part for name, part in parts.items() if name not in (*PLAN_HOOKS, "policy", "POOL")}
    assert mistakes(load, without | agents) == [
        "plan_script is of no use without plan_begin and plan_act, which enter its plan",
        "LEVELS_OF_PLAY['easy'] has the agent 'policy'; it needs the function policy, which is missing",
        "LEVELS_OF_PLAY['hard'] has the agent 'duel'; it needs the function plan_play, which is missing",
    ]


def test_settings_need_a_match_of_the_empty_text(load):
    (sentence,) = mistakes(load, whole() | {"DEFAULT": 'DEFAULT = "first"\n'})
    assert sentence == "OPTIONS is of no use with DEFAULT; it is for the match of the empty text"


def test_a_name_that_is_nearly_right_is_pointed_at(load):
    parts = {name: part for name, part in whole().items() if name != "refusal"}
    (sentence,) = mistakes(load, parts | {"refuse": "def refusals(setup, state, player, action):\n    return 0\n"})
    assert sentence.endswith("(there is refusals: is that meant?)")


def test_a_game_that_cannot_be_imported_says_where(load):
    (sentence,) = mistakes(load, whole() | {"word": "word = reverse(WORDS)\n"})
    text = "\n".join((whole() | {"word": "word = reverse(WORDS)\n"}).values()).splitlines()
    line = 4 + text.index("word = reverse(WORDS)")
    assert sentence == f"it cannot be imported: NameError: name 'reverse' is not defined (in __init__.py, line {line})"


def run(folder: Path, *arguments: str, more: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A command line for which the games of a folder are there, too."""
    environment = {**os.environ, "GRIDHALL_GAMES": str(folder), "GRIDHALL_HOME": str(folder / "home"), **(more or {})}
    return subprocess.run(
        [sys.executable, "-m", "gridhall", *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_all_mistakes_are_told_at_once_to_people_and_to_programs(tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text(
        textwrap.dedent('''\
            TITLE, VERSION, PLAYERS = "", 1, 2
            REASONS = ("never",)
            UNDO = "yes"


            def refusal(setup, state, player):
                return 0
            '''),
        "utf-8",
    )  # fmt: skip
    shown = run(tmp_path, "play", "broken")
    lines = shown.stderr.splitlines()
    assert shown.returncode == 1 and not shown.stdout
    assert lines[0].startswith(f"gridhall: the game in {tmp_path / 'broken'} has ")
    sentences = [line.strip() for line in lines[1:]]
    assert sentences[0] == "TITLE is ''; it must be a text that is not empty"
    assert sentences[1] == "ACTIONS is missing; it must be a whole number from 1 up"
    names = [sentence.split()[0] for sentence in sentences]
    wanted = {"TITLE", "ACTIONS", "REASONS[0]", "UNDO", "Setup", "State", *REQUIRED}
    assert set(names) == wanted and names.count("refusal") == 2 and len(names) == len(wanted) + 1
    error = json.loads(run(tmp_path, "run", "broken", "--actions", "", "--json").stdout)["error"]
    assert (error["code"], error["folder"], error["defects"]) == ("bad_game", str(tmp_path / "broken"), sentences)


def test_a_broken_game_is_named_and_left_out_and_never_in_the_way(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "__init__.py").touch()
    shown = run(tmp_path, "games")
    assert shown.returncode == 0
    assert shown.stderr.startswith(f"gridhall: empty is left out: the game in {tmp_path / 'empty'} has ")
    assert len(shown.stderr.splitlines()) == 1 + len(REQUIRED) + len(RECORDS) + len(contract.REQUIRED)
    assert [line.split()[0] for line in shown.stdout.splitlines()] == registry.games()
    assert run(tmp_path, "play", "empty").returncode == 1
    assert run(tmp_path, "run", registry.games()[0], "--actions", "").returncode == 0


def test_a_game_of_an_installed_package_is_found(tmp_path):
    """An entry point names it, as an installed package's metadata does."""
    assert run(tmp_path, "new-game", "guest_game", "--at", str(tmp_path / "site" / "wheel")).returncode == 0
    (tmp_path / "site" / "wheel" / "__init__.py").touch()
    about = tmp_path / "site" / "wheel-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: wheel\nVersion: 1\n", "utf-8")
    entries = "[gridhall.games]\nguest_game = wheel.guest_game\nmisnamed = wheel.guest_game\nmissing = wheel.missing\n"
    (about / "entry_points.txt").write_text(entries, "utf-8")
    shown = run(tmp_path / "site", "games", "--json", more={"PYTHONPATH": str(tmp_path / "site"), "GRIDHALL_GAMES": ""})
    listed = {line["game"]: line for line in map(json.loads, shown.stdout.splitlines())}
    assert listed["guest_game"]["from"] == "wheel.guest_game" and len(listed) == 1 + len(registry.games())
    assert "its entry point is called misnamed; call it like its package, guest_game" in shown.stderr
    assert "missing is left out" in shown.stderr
    more = {"PYTHONPATH": str(tmp_path / "site"), "GRIDHALL_GAMES": ""}
    solved = run(tmp_path / "site", "solve", "guest_game", more=more)
    assert solved.stdout.startswith("OPTIMAL 5")
    played = run(tmp_path / "site", "run", "guest_game", "--actions", "right; right", "--json", more=more)
    assert json.loads(played.stdout.splitlines()[-1])["facts"]["moves"] == 2


@pytest.mark.parametrize("name", registry.games())
def test_a_match_is_made_of_a_module_that_was_only_imported(name):
    """A program that imports a game's package gets it without the optional names that `registry.load` puts in."""
    whole = registry.load(name)
    imported = ModuleType(whole.__name__)
    vars(imported).update({key: value for key, value in vars(whole).items() if value is not None})
    match = Match(whole, None, 3)
    assert Match.of_text(imported, match.setup_text, 3).state == match.state


@pytest.mark.parametrize("name", registry.games())
def test_every_game_found_keeps_the_contract(name):
    assert contract.defects(registry.load(name)) == []


def asked_of_games() -> set[tuple[str, str]]:
    """Every name that the platform's code takes from a game, with the file that does."""
    asked = set()
    for path in SOURCE.rglob("*.py"):
        if "games" in path.relative_to(SOURCE).parts or path.name == "open_spiel.py":  # there a `game` is OpenSpiel's
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            holder: ast.AST | None = None
            name: object = None
            if isinstance(node, ast.Attribute):
                holder, name = node.value, node.attr
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("hasattr", "getattr")
            ):
                name = str(node.args[1].value) if isinstance(node.args[1], ast.Constant) else None
                holder = node.args[0]
            last = (
                holder.id if isinstance(holder, ast.Name) else holder.attr if isinstance(holder, ast.Attribute) else ""
            )
            if isinstance(name, str) and last == "game" and not name.startswith("__"):
                asked.add((name, str(path.relative_to(SOURCE))))
    return asked


def test_what_the_platform_asks_of_a_game_is_in_the_contract():
    asked = asked_of_games()
    assert len({name for name, _ in asked}) > 40
    known = {name for name in (*REQUIRED, *HOOKS, *Game.__annotations__) if not name.startswith("__")}
    assert {(name, path) for name, path in asked if name not in known} == set()
    # The platform takes the types of records from what read_setup returned.
    assert known - {name for name, _ in asked} == {"Setup", "State"}


def test_the_docstring_of_the_contract_lists_every_name() -> None:
    listed = set(re.findall(r"\w+", str(game_module.__doc__)))
    assert not {*contract.REQUIRED, *contract.OPTIONAL, *contract.FUNCTIONS, *contract.HOOKS} - listed
