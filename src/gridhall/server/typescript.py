"""Write the client's TypeScript from the messages and the scene, so that no type is written twice.

`python -m gridhall.server.typescript FILE`.
"""

import json
import sys
import types
import typing
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from gridhall import draft, options, replay, scene
from gridhall.guide import Reason, Term
from gridhall.server import messages
from gridhall.server.messages import public_name

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def types_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The Structs a module defines, in its order."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    ]


def written(kind: Any) -> str:
    """A Python annotation as TypeScript."""
    if kind is Any:
        return "unknown"
    if kind in PLAIN:
        return PLAIN[kind]
    arguments = typing.get_args(kind)
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(written(part) for part in arguments if part is not msgspec.UnsetType)
    if origin is list:
        inner = written(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{written(arguments[0])}, {written(arguments[1])}>"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return public_name(kind)
    raise TypeError(f"no TypeScript for {kind!r}")


def sentence_of(kind: type[msgspec.Struct]) -> str:
    """What a Struct's docstring says, on one line; "" if it has none of its own."""
    doc = kind.__doc__ or ""
    return "" if doc.startswith(kind.__name__ + "(") else " ".join(doc.split())


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """The value that is meant when a field is left out."""
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def interface(kind: type[msgspec.Struct]) -> str:
    """One Struct as an interface: a field that may be left out when it has its default has a `?`."""
    config = kind.__struct_config__
    hints = typing.get_type_hints(kind)
    about = sentence_of(kind)
    lines = [f"/** {about} */"] if about else []
    lines.append(f"export interface {public_name(kind)} {{")
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}"')
    for field in msgspec.structs.fields(kind):
        default = default_of(field)
        left_out = "" if field.required or default is msgspec.UNSET else f"  // left out: {json.dumps(default)}"
        lines.append(f"  {field.encode_name}{'' if field.required else '?'}: {written(hints[field.name])}{left_out}")
    return "\n".join([*lines, "}"])


def typescript() -> str:
    """The whole file."""
    parts = [
        "// Made by `python -m gridhall.server.typescript`; never edit it.",
        f"export const VERSION = {messages.VERSION}",
        f"export const PLACES = {messages.client.PLACES}",
    ]
    besides = [kind for module in (scene, draft, replay, options) for kind in types_of(module)]
    parts += [interface(kind) for kind in (*besides, Term, Reason, *messages.MESSAGES)]
    parts += [f"export type {name} = {written(getattr(messages, name))}" for name in ("ToServer", "ToClient")]
    parts.append("export type Code = " + " | ".join(f'"{code}"' for code in messages.CODES))
    return "\n\n".join(parts) + "\n"


def main(arguments: list[str]) -> None:
    """Write to the named file, or to the standard output."""
    if not arguments:
        sys.stdout.write(typescript())
        return
    path = Path(arguments[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(typescript(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
