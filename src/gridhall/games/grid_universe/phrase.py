"""The right side of a legend line, such as `floor + monster moving(x, +1)`, as things."""

import json
import re

from .kinds import KINDS
from .level import AMOUNTS, LARGEST_ID, MOST, NAMES, PROPERTIES, TOGGLES, Entity

TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([+-]?\d+)(?=[\s(),+/]|$)|([(),+/])|([^\s(),+/"]+))')


class Wrong(Exception):
    """Something in a legend line that cannot be understood: the problem and its cure."""


class Ref(str):
    """A sign that names the thing drawn with it."""


class Phrase:
    """The right side of a legend line, read word by word."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            found = TOKEN.match(text, at)
            if not found:
                raise Wrong(f"cannot read {text[at : at + 20].strip()!r}", 'a quoted name ends with "')
            self.tokens.append(found[0].strip())
            at = found.end()
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self, what: str) -> str:
        if self.at >= len(self.tokens):
            raise Wrong(f"the line ends where {what} is expected", "complete it")
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, token: str) -> bool:
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.take(token):
            raise Wrong(
                f"expected {token!r}, found {self.peek() or 'the end'!r}", "see the examples in the game's README"
            )

    def tile(self) -> list[Entity]:
        things = [self.thing()]
        while self.take("+"):
            things.append(self.thing())
        if self.at < len(self.tokens):
            raise Wrong(f"cannot read on at {self.peek()!r}", "separate things by + and properties by blanks")
        return things

    def thing(self) -> Entity:
        kind = self.next("a kind")
        if kind not in KINDS:
            raise Wrong(f"there is no kind {kind!r}", f"begin with one of {', '.join(KINDS)}")
        made: Entity = json.loads(json.dumps(KINDS[kind]))
        if (
            kind in ("key", "door")
            and self.peek()
            and self.peek() not in PROPERTIES
            and self.peek() not in ("+", ",", ")", "id", "no", "pair")
        ):
            made["key" if kind == "key" else "locked"] = self.name()
        while self.peek() not in ("", "+", ",", ")"):
            self.property(made)
        return made

    def property(self, made: Entity) -> None:
        key = self.next("a property")
        if key == "no":
            if made.pop(self.next("a property"), "") == "":
                raise Wrong(f"'no {self.tokens[self.at - 1]}' takes away what is not there", "leave it out")
        elif key == "id":
            made["id"] = self.number(0, LARGEST_ID)
        elif key in TOGGLES:
            made[key] = True
        elif key in AMOUNTS:
            made[key] = self.number(AMOUNTS[key], MOST)
        elif key in NAMES:
            made[key] = self.name()
        elif key in ("pair", "portal"):
            if key == "portal" and not self.take("pair"):
                made["portal"] = None
            else:
                made["portal"] = self.number(0, LARGEST_ID) if self.take("id") else self.sign()
        elif key == "health":
            now = self.number(1, MOST)
            made[key] = [now, self.number(now, MOST) if self.take("/") else now]
        elif key == "moving":
            made[key] = self.moving()
        elif key == "chasing":
            made[key] = self.chasing()
        elif key in ("inventory", "status"):
            made[key] = self.nested()
        else:
            raise Wrong(f"there is no property {key!r}", f"known are {', '.join(PROPERTIES)}, pair, id, no (GU2)")

    def number(self, least: int, most: int) -> int:
        token = self.next("a number")
        if not re.fullmatch(r"[+-]?\d{1,12}", token) or not least <= int(token) <= most:
            raise Wrong(f"{token!r} is no number from {least:,} to {most:,}", "mend it (GU2b)")
        return int(token)

    def name(self) -> str:
        token = self.next("a name")
        if not token.startswith('"'):
            return token
        try:
            return str(json.loads(token))
        except ValueError as wrong:
            raise Wrong(f"{token} is no quoted name", "write it as a JSON string") from wrong

    def sign(self) -> str:
        sign = self.name()
        if len(sign) != 1:
            raise Wrong(f"{sign!r} is no sign", "name the one sign it is drawn with, or `id n`")
        return Ref(sign)

    def moving(self) -> Entity:
        self.expect("(")
        axis = self.next("an axis")
        self.expect(",")
        direction = self.next("a direction")
        if axis not in ("x", "y") or direction not in ("+1", "-1", "1"):
            raise Wrong(
                f"moving({axis}, {direction} …) is not known",
                "write moving(x, +1) or moving(y, -1, no bounce, speed 2) (GU2)",
            )
        made: Entity = {"axis": axis, "direction": int(direction), "bounce": True, "speed": 1}
        while self.take(","):
            if self.take("speed"):
                made["speed"] = self.number(1, MOST)
            else:
                made["bounce"] = not self.take("no")
                self.expect("bounce")
        self.expect(")")
        return made

    def chasing(self) -> Entity:
        made: Entity = {"target": None, "how": "path"}
        if not self.take("("):
            return made
        while not self.take(")"):
            word = self.next("path or straight")
            if word in ("path", "straight"):
                made["how"] = word
            elif word == "target":
                made["target"] = self.number(0, LARGEST_ID) if self.take("id") else self.sign()
            else:
                raise Wrong(
                    f"{word!r} is no way to chase",
                    "write chasing(path), chasing(straight) or chasing(target a, path) (GU2)",
                )
            if not self.take(",") and self.peek() != ")":
                self.expect(")")
        return made

    def nested(self) -> list[Entity]:
        self.expect("(")
        things: list[Entity] = []
        while not self.take(")"):
            things.append(self.thing())
            if not self.take(",") and self.peek() != ")":
                self.expect(")")
        return things
