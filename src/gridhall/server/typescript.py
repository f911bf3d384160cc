"""Write the client's TypeScript from the messages and the scene, so that no type is written twice.

`python -m gridhall.server.typescript FILE`.
"""

import json
import sys
import types
import typing
from pathlib import Path
from typing import Any

import msgspec

from gridhall import draft, scene
from gridhall.server import messages

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def types_of(module: Any) -> list[type]:
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
        return " | ".join(written(one) for one in arguments if one is not msgspec.UnsetType)
    if origin is list:
        inner = written(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{written(arguments[0])}, {written(arguments[1])}>"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return name_of(kind)
    raise TypeError(f"no TypeScript for {kind!r}")


def name_of(kind: type) -> str:
    """The interface's name; those that a browser already has another meaning for end in Message."""
    return {"Error": "ErrorMessage", "Room": "RoomMessage"}.get(kind.__name__, kind.__name__)


def interface(kind: type[msgspec.Struct]) -> str:
    """One Struct as an interface: a field that may be left out when it has its default has a `?`."""
    config = kind.__struct_config__
    hints = typing.get_type_hints(kind)
    lines = (
        [f"/** {(kind.__doc__ or '').strip()} */"]
        if kind.__doc__ and not kind.__doc__.startswith(kind.__name__ + "(")
        else []
    )
    lines.append(f"export interface {name_of(kind)} {{")
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}"')
    for field in msgspec.structs.fields(kind):
        known = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        left_out = "" if field.required or known is msgspec.UNSET else f"  // left out: {json.dumps(known)}"
        lines.append(f"  {field.encode_name}{'' if field.required else '?'}: {written(hints[field.name])}{left_out}")
    return "\n".join([*lines, "}"])


def typescript() -> str:
    """The whole file."""
    parts = [
        "// Made by `python -m gridhall.server.typescript`; never edit it.",
        f"export const VERSION = {messages.VERSION}",
    ]
    parts += [interface(kind) for kind in types_of(scene) + types_of(draft) + types_of(messages)]
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
