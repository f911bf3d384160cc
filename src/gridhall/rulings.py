"""Numbers of rulings in sentences, such as "(PS6)". People are told them when they ask why, and in the full rules."""

import re
from collections.abc import Iterable

NUMBER = r"[A-Z]{2,3}\d+[a-z]?"
LISTED = re.compile(rf"\s?\(((?:{NUMBER})(?:, {NUMBER})*)\)")  # they are all that stands in the brackets
LAST = re.compile(rf", ({NUMBER})\)")  # something else stands before them
SENTENCE = re.compile(r"(?<=\.)\s+(?=[A-Z`*|])")
MARKDOWN = re.compile(rf"[`*]|^{NUMBER} ")


def plain(text: str) -> str:
    """A sentence without the numbers of rulings."""
    return LAST.sub(")", LISTED.sub("", text))


def numbers_in(text: str) -> list[str]:
    """The numbers of rulings that a sentence names."""
    return re.findall(NUMBER, " ".join([*LISTED.findall(text), *LAST.findall(text)]))


def plain_reason(reason: str) -> tuple[str, str]:
    """A refusal without its numbers, and the numbers: the fields `why` and `rule` of a choice."""
    return plain(reason), ", ".join(numbers_in(reason))


def rulings(rules: str, numbers: Iterable[str]) -> list[str]:
    """For each number the first sentence of a game's rules that carries it."""
    blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n|\n(?=[-*|]\s)", rules)]
    sentences = [sentence for block in blocks for sentence in SENTENCE.split(block)]
    explained = []
    for number in numbers:
        carrying = (sentence for sentence in sentences if re.search(rf"\b{number}\b", sentence))
        text = MARKDOWN.sub("", plain(next(carrying, "see the full rules."))).strip(" |-")
        explained.append(f"{number}: {text}")
    return explained
