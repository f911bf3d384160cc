"""Check a game's package against the contract of game.py: which names are missing or wrong, one sentence each.

This runs whenever a game is loaded, before its first board, so it looks at code objects and imports nothing.
"""

from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from gridhall.game import AGENT_HOOKS, KERNELS, PLAN_HOOKS, Game
from gridhall.kernel import Record, i8, i16, i32, i64, is_kernel, u64
from gridhall.options import Option

Test = Callable[[Any], object]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _are_texts(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(part, str) and part for part in value)


def _are_sentences(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) > 0 and all(isinstance(part, str) for part in value)


def _are_agents(value: Any) -> bool:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        return False
    return all(isinstance(agent, dict) and isinstance(agent.get("agent"), str) for agent in value.values())


def _are_options(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(option, Option) for option in value)


def _are_kinds(value: Any) -> bool:
    return isinstance(value, tuple) and all(type(kind) is int for kind in value)


def _are_planes(value: Any) -> bool:
    return isinstance(value, tuple) and all(_are_texts(entry) and len(entry) == 2 for entry in value)


def _are_scalars(value: Any) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(entry, tuple)
        and [type(part) for part in entry] == [str, int, int, str]
        and -(1 << 31) <= entry[1] <= entry[2] < 1 << 31
        for entry in value
    )


def _is_yes_or_no(value: Any) -> bool:
    return isinstance(value, bool)


NUMBERS: dict[Any, str] = {i8: "i8", i16: "i16", i32: "i32", i64: "i64", u64: "u64"}
NUMBER = (_is_number, "a whole number from 1 up")
TEXT = (_is_text, "a text")
TEXTS = (_are_texts, "a tuple of texts, none of them empty")
YES_OR_NO = (_is_yes_or_no, "True or False")
AGENTS = (_are_agents, 'a dictionary from names to agents such as {"easy": {"agent": "propose"}}')

REQUIRED: dict[str, tuple[Test, str]] = {
    "TITLE": (lambda value: _is_text(value) and value.strip(), "a text that is not empty"),
    "VERSION": NUMBER,
    "PLAYERS": NUMBER,
    "ACTIONS": NUMBER,
    "REASONS": (_are_sentences, "a tuple of sentences, the first of them empty"),
}
OPTIONAL: dict[str, tuple[Test, str]] = {
    "PUZZLE": YES_OR_NO, "UNDO": YES_OR_NO, "SECRETS": YES_OR_NO, "DAILY": YES_OR_NO, "CERTIFY_SCORE": YES_OR_NO,
    "BREADTH_FIRST": YES_OR_NO,
    "FILES": TEXTS, "RANKING": TEXTS, "DEFAULT": TEXT, "BLANK": TEXT, "HELP": TEXT, "AIM": TEXT,
    "LEVELS_OF_PLAY": AGENTS, "POOL": AGENTS, "OPTIONS": (_are_options, "a tuple of Option (gridhall.options)"),
    "PLANES_SEEN": (_are_planes, 'a tuple of planes such as ("wall", "1 on walls")'),
    "SCALARS_SEEN": (_are_scalars, 'a tuple of scalars such as ("turn", 0, 1000, "turns played")'),
    "HARMLESS": (lambda value: isinstance(value, range), "a range of actions"),
    "PUBLIC": (_are_kinds, "a tuple of kinds of events, which are whole numbers"),
    "PLAN": (lambda value: _is_number(value) or value == 0, "a whole number"),
}  # fmt: skip


def _functions_of_the_contract() -> dict[str, tuple[str, ...]]:
    """The functions a game must have, and the names of their parameters."""
    public = (value for name, value in vars(Game).items() if isinstance(value, FunctionType) and name[0] != "_")
    return {value.__name__: value.__code__.co_varnames[1 : value.__code__.co_argcount] for value in public}


def _hooks_of_the_contract() -> dict[str, tuple[str, ...]]:
    """The functions a game may have, and what their parameters are, as their annotations name it."""
    hooks: dict[str, tuple[str, ...]] = {"generate": ("seed", "prove")}
    for name, annotation in Game.__annotations__.items():
        if annotation.startswith("Callable[["):
            parameters = annotation.removeprefix("Callable[[").partition("]")[0].split(", ")
            hooks[name] = tuple(_snake_case(parameter.split()[0].removesuffix("Record")) for parameter in parameters)
    return hooks


def _snake_case(name: str) -> str:
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


FUNCTIONS, HOOKS = _functions_of_the_contract(), _hooks_of_the_contract()


def defects(module: ModuleType | Game) -> list[str]:
    """Everything that is missing or wrong, a sentence each; [] if the module keeps the contract.

    A hook that is None is one that the game does not offer.
    """
    names = {name: value for name, value in vars(module).items() if value is not None or name not in HOOKS}
    return [*_constants(names), *_records(names), *_functions(names), *_belonging(names)]


def _constants(names: dict[str, Any]) -> Iterator[str]:
    for name, (test, wanted) in (REQUIRED | OPTIONAL).items():
        if name in names and not test(names[name]):
            yield f"{name} is {_shown(names[name])}; it must be {wanted}"
        elif name in REQUIRED and name not in names:
            yield _missing(name, wanted, names)
    reasons: Any = names.get("REASONS")
    if _are_sentences(reasons) and reasons[0]:
        yield f'REASONS[0] is {_shown(reasons[0])}; it must be "", because refusal answers 0 for what is allowed'


def _records(names: dict[str, Any]) -> Iterator[str]:
    for name in ("Setup", "State"):
        kind = names.get(name)
        if name not in names:
            yield _missing(name, "a record (gridhall.kernel.record)", names)
        elif not (isinstance(kind, type) and issubclass(kind, Record)):
            yield f"{name} is {_shown(kind)}; it must be a record (gridhall.kernel.record)"
        elif name == "State":
            field = {name: kind for name, kind, *_ in kind._fields_}.get("rng")
            if field is not u64:
                there = "State has no field rng" if field is None else f"State.rng is {NUMBERS.get(field, 'no number')}"
                yield f"{there}; it must have `rng: u64`, which holds the seed and all chance"


def _functions(names: dict[str, Any]) -> Iterator[str]:
    for name, wanted in (FUNCTIONS | HOOKS).items():
        listed = f"({', '.join(wanted)})"
        if name not in names:
            if name in FUNCTIONS:
                yield _missing(name, f"a function of {listed}", names)
            continue
        function = names[name]
        if not callable(function):
            yield f"{name} is {_shown(function)}; it must be a function of {listed}"
            continue
        if wrong := _arity(function, len(wanted)):
            yield f"{name} {wrong}; it must take {len(wanted)}: {listed}"
        if name in KERNELS and not is_kernel(function):
            yield f"{name} is not marked as a kernel; write @kernel (gridhall.kernel) above it"


def _arity(function: Any, count: int) -> str:
    """What is wrong with a function that is to get `count` positional arguments; "" if nothing is."""
    if isinstance(function, FunctionType):
        code, given = function.__code__, len(function.__defaults__ or ())
        most = code.co_argcount
        least, open_end = most - given, code.co_flags & 0x04  # inspect.CO_VARARGS
        extra = code.co_varnames[most : most + code.co_kwonlyargcount]
        needed = [name for name in extra if name not in (function.__kwdefaults__ or ())]
        shown = code.co_varnames[:most]
    else:
        import inspect  # only for what is no plain function: a class, a partial, a cached function

        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            return "does not say which arguments it takes"
        kinds = inspect.Parameter
        by_place = [
            parameter
            for parameter in parameters
            if parameter.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)
        ]
        by_name = [parameter for parameter in parameters if parameter.kind is kinds.KEYWORD_ONLY]
        most, open_end = len(by_place), any(parameter.kind is kinds.VAR_POSITIONAL for parameter in parameters)
        least = sum(parameter.default is kinds.empty for parameter in by_place)
        needed = [parameter.name for parameter in by_name if parameter.default is kinds.empty]
        shown = tuple(parameter.name for parameter in by_place)
    if needed:
        return f"wants {', '.join(needed)} by name, without a default"
    if least <= count and (count <= most or open_end):
        return ""
    return f"takes {most or 'no'} argument{'s' * (most != 1)}" + (f" ({', '.join(shown)})" if most else "")


def _belonging(names: dict[str, Any]) -> Iterator[str]:
    """Names that are of no use without others."""
    planned = [name for name in PLAN_HOOKS if name in names]
    if planned and len(planned) < len(PLAN_HOOKS):
        lacking = [name for name in PLAN_HOOKS if name not in names]
        yield f"{', '.join(planned)} without {', '.join(lacking)}; whole plans need all of them"
    if (planned or "plan_script" in names) and names.get("PLAN", 0) == 0:
        yield "PLAN is missing; it must be the count of numbers in a plan, because there are plan_ functions"
    if "plan_script" in names and not planned:
        yield "plan_script is of no use without plan_begin and plan_act, which enter its plan"
    if names.get("OPTIONS") and _is_text(default := names.get("DEFAULT")) and default:
        yield "OPTIONS is of no use with DEFAULT; it is for the match of the empty text"
    for table in ("LEVELS_OF_PLAY", "POOL"):
        if not _are_agents(names.get(table)):
            continue
        for level, agent in names[table].items():
            hook = AGENT_HOOKS.get(agent["agent"])
            if hook and hook not in names:
                wanted = f"the agent {agent['agent']!r}; it needs the function {hook}, which is missing"
                yield f"{table}[{level!r}] has {wanted}"


def _missing(name: str, wanted: str, names: dict[str, Any]) -> str:
    import difflib

    known = [*REQUIRED, *OPTIONAL, *FUNCTIONS, *HOOKS, "Setup", "State"]
    near = difflib.get_close_matches(name, [other for other in names if other not in known], 1, 0.8)
    return f"{name} is missing; it must be {wanted}" + (f" (there is {near[0]}: is that meant?)" if near else "")


def _shown(value: Any) -> str:
    """What is there, short enough for a sentence."""
    text = f"the class {value.__name__}" if isinstance(value, type) else repr(value)
    return text if len(text) <= 60 else f"a {type(value).__name__} that begins {text[:50]}"
