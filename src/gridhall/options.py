"""What can be chosen before a match or a level is made, as data: a form in the browser and help on the command line.

A game lists its own settings as OPTIONS; each is a header line of its setup. The options of a generator are the
keyword-only parameters of `generate`.
"""

import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from gridhall.errors import BadSetup, Defect
from gridhall.header import split_header

LONGEST = 80  # signs of a value


class Option(Struct, frozen=True, omit_defaults=True):
    """One thing that can be chosen: a whole number from `least` to `most`, or one of `words`."""

    name: str  # the key of its header line, or the name of the generator's parameter
    title: str  # a few words for people
    meaning: str  # what it does, in a sentence or less
    default: str = ""  # as it is written; "": the game works it out, as `meaning` says
    least: int = 0
    most: int = 0
    step: int = 1
    words: list[str] = []
    group: str = ""  # options of one group stand together under this heading

    def defect(self, value: str) -> Defect | None:
        """What is wrong with a value for it; None if nothing is."""
        if self.words:
            right, cure = value in self.words, f"choose one of {', '.join(self.words)}"
        else:
            odd = f", {self.step} apart" if self.step > 1 else ""
            right, cure = self._fits(value), f"choose a whole number from {self.least:,} to {self.most:,}{odd}"
        return None if right else Defect(f"{self.title} is {value[:LONGEST]!r}", cure)

    def _fits(self, value: str) -> bool:
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
            return False
        return self.least <= int(value) <= self.most and (int(value) - self.least) % self.step == 0


class GeneratorOption(NamedTuple):
    """An option of a generator, and what its text is turned into."""

    option: Option
    kind: type
    default: Any


def header_lines(options: Iterable[Option], chosen: Mapping[str, str]) -> str:
    """The header lines of a setup that say what was chosen; what has its default is left out. Raises BadSetup."""
    by_name = _checked(options, chosen)
    return "".join(f"; {name}: {value}\n" for name, value in chosen.items() if value != by_name[name].default)


def chosen_settings(options: Iterable[Option], text: str) -> list[str]:
    """What a setup's header lines choose differently from the defaults: `Turns: 7`."""
    by_key = {option.name.lower(): option for option in options}
    entries = [entry for entry in split_header(text)[0] if entry.key in by_key] if by_key else []
    changed = [entry for entry in entries if entry.value != by_key[entry.key].default]
    return [f"{by_key[entry.key].title}: {entry.value}" for entry in changed]


def parameters(generate: Callable[..., str]) -> list[GeneratorOption]:
    """The options of a generator: its keyword-only parameters.

    `Annotated[int, range(3, 17)]` tells the numbers that a parameter takes and `Annotated[str, ("one", "other")]` the
    words. A line `name: what it does` of the docstring tells its meaning, and a line `Heading:` above it its group.
    """
    import inspect  # only here: a game is loaded without it

    meanings = _meanings(inspect.getdoc(generate) or "")
    hints = typing.get_type_hints(generate, include_extras=True)
    signature = inspect.signature(generate).parameters
    by_name = {name: known for name, known in signature.items() if known.kind is known.KEYWORD_ONLY}
    return [_parameter(name, hints.get(name, str), known.default, meanings) for name, known in by_name.items()]


def arguments_of(generate: Callable[..., str], chosen: Mapping[str, str]) -> dict[str, Any]:
    """What a generator is called with for what was chosen; raises BadSetup."""
    by_name = {parameter.option.name: parameter for parameter in parameters(generate)}
    _checked([parameter.option for parameter in by_name.values()], chosen)
    return {name: _value(by_name[name], text) for name, text in chosen.items()}


def _checked(options: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, Option]:
    """The options by their names, if all that was chosen fits them."""
    by_name = {option.name: option for option in options}
    defects = [Defect(f"there is no option {name[:LONGEST]!r}", "") for name in chosen if name not in by_name]
    for name, option in by_name.items():
        if name in chosen and chosen[name] != option.default and (defect := option.defect(chosen[name])):
            defects.append(defect)
    if defects:
        raise BadSetup(defects)
    return by_name


def _meanings(text: str) -> dict[str, tuple[str, str]]:
    """What each parameter means, and its group, as a docstring says."""
    meanings: dict[str, tuple[str, str]] = {}
    group = ""
    for line in text.splitlines():
        name, colon, meaning = line.strip().partition(": ")
        if colon:
            meanings[name] = meaning, group
        elif name.endswith(":"):
            group = name.removesuffix(":")
    return meanings


def _parameter(name: str, hint: Any, default: Any, meanings: Mapping[str, tuple[str, str]]) -> GeneratorOption:
    takes: Sequence[Any] = ()
    if typing.get_origin(hint) is typing.Annotated:
        hint, takes = typing.get_args(hint)[:2]
    kinds: tuple[type, ...] = (int, float, str, bool)
    kind = next((kind for part in typing.get_args(hint) or (hint,) for kind in kinds if part is kind), str)
    words = ["off", "on"] if kind is bool else list(takes) if kind is str else []
    text = words[int(default)] if kind is bool else str(default)
    title = name.replace("_", " ").capitalize()
    meaning, group = meanings.get(name, ("", ""))
    if isinstance(takes, range):
        bounds = takes.start, takes[-1], takes.step
        return GeneratorOption(Option(name, title, meaning, text, *bounds, group=group), kind, default)
    return GeneratorOption(Option(name, title, meaning, text, words=words, group=group), kind, default)


def _value(parameter: GeneratorOption, text: str) -> Any:
    if parameter.kind is bool:
        return text == parameter.option.words[1]
    return parameter.kind(text)
