"""The protocol is what the types say, in the documentation and in the client, too."""

import re
import typing
from pathlib import Path

import msgspec
import pytest

from gridhall.scene import Scene
from gridhall.server import messages
from gridhall.server.messages.parts import Changed
from gridhall.server.protocol import protocol
from gridhall.server.typescript import types_of, typescript

ROOT = Path(__file__).parents[2]
ALL = [*typing.get_args(messages.ToServer), *typing.get_args(messages.ToClient), *messages.PARTS, *messages.OverHTTP]


def test_the_page_is_what_the_types_say() -> None:
    assert (ROOT / "docs" / "protocol.md").read_text("utf-8") == protocol(), (
        "run python -m gridhall.server.protocol docs/protocol.md"
    )


def test_every_message_has_a_sentence_and_is_listed() -> None:
    for kind in ALL:
        assert kind.__doc__ and kind.__doc__.rstrip().endswith("."), kind
    names = ("parts", "client", "server", "http", "people", "rankings", "lobby", "guide")
    modules = [getattr(messages, name) for name in names]
    defined = [kind for module in modules for kind in types_of(module)]
    assert len(defined) == len(ALL) and set(defined) == set(ALL) == set(messages.MESSAGES)


def test_a_change_has_the_fields_of_a_scene() -> None:
    scene = typing.get_type_hints(Scene)
    for name, kind in typing.get_type_hints(Changed).items():
        parts = typing.get_args(scene[name])
        assert set(typing.get_args(kind)) - {msgspec.UnsetType} == (
            set(parts) if type(None) in parts else {scene[name]}
        )
    assert list(Changed.__struct_fields__) == list(Scene.__struct_fields__)


def test_types_of_the_client_name_every_message_and_field() -> None:
    text = typescript()
    for kind in ALL:
        tag = kind.__struct_config__.tag
        assert f'type: "{tag}"' in text if tag else f"export interface {messages.public_name(kind)} " in text
    assert "fog?: string[] | null" in text and "legend: Record<string, Kind>" in text
    assert text.count("{") == text.count("}")


def test_every_code_that_is_used_is_documented() -> None:
    folder = Path(messages.__file__).parents[1]
    text = "".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))
    used = set(re.findall(r'(?:Refused|ErrorMessage|Failure|_refusal)\(\s*"(\w+)"', text))
    assert len(used) > 10 and used <= set(messages.CODES)


@pytest.mark.parametrize("code", sorted(messages.CLOSES))
def test_close_codes_are_of_those_allowed(code: int) -> None:
    assert code in (1009, 1012) or 4000 <= code <= 4999
