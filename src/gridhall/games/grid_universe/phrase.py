"""The right side of a legend line, such as `floor + monster moving(x, +1)`, as things."""

import json
import re

from .kinds import KINDS
from .level import AMOUNTS, LARGEST_ID, MOST, NAMES, PROPERTIES, TOGGLES, Entity

TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([+-]?\d+)(?=[\s(),+/]|$)|([(),+/])|([^\s(),+/"]+))')


class Wrong(Exception):
    """Something in a legend line that cannot be understood; its arguments are the problem and its cure."""


class Phrase:
    """The right side of a legend line, read word by word."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            match = TOKEN.match(text, at)
            if not match:
                raise Wrong(f"cannot read {text[at : at + 20].strip()!r}", 'a quoted name ends with "')
            self.tokens.append(match[0].strip())
            at = match.end()
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
            problem = f"expected {token!r}, found {self.peek() or 'the end'!r}"
            raise Wrong(problem, "see the examples in the game's README")

    def tile(self) -> list[Entity]:
        """All things of a tile, separated by +; the whole phrase must be used up."""
        things = [self.thing()]
        while self.take("+"):
            things.append(self.thing())
        if self.at < len(self.tokens):
            raise Wrong(f"cannot read on at {self.peek()!r}", "separate things by + and properties by blanks")
        return things

    def thing(self) -> Entity:
        """A kind and the properties that follow it."""
        kind = self.next("a kind")
        if kind not in KINDS:
            raise Wrong(f"there is no kind {kind!r}", f"begin with one of {', '.join(KINDS)}")
        thing: Entity = json.loads(json.dumps(KINDS[kind]))
        is_named = self.peek() not in ("", "+", ",", ")", "id", "no", "pair", *PROPERTIES)
        if kind in ("key", "door") and is_named:
            thing["key" if kind == "key" else "locked"] = self.name()
        while self.peek() not in ("", "+", ",", ")"):
            self.property(thing)
        return thing

    def property(self, thing: Entity) -> None:
        """Read the next property into a thing."""
        key = self.next("a property")
        if key == "no":
            if thing.pop(self.next("a property"), "") == "":
                raise Wrong(f"'no {self.tokens[self.at - 1]}' takes away what is not there", "leave it out")
        elif key == "id":
            thing["id"] = self.number(0, LARGEST_ID)
        elif key in TOGGLES:
            thing[key] = True
        elif key in AMOUNTS:
            thing[key] = self.number(AMOUNTS[key], MOST)
        elif key in NAMES:
            thing[key] = self.name()
        elif key in ("pair", "portal"):
            if key == "portal" and not self.take("pair"):
                thing["portal"] = None
            else:
                thing["portal"] = self.number(0, LARGEST_ID) if self.take("id") else self.sign()
        elif key == "health":
            now = self.number(1, MOST)
            thing[key] = [now, self.number(now, MOST) if self.take("/") else now]
        elif key == "moving":
            thing[key] = self.moving()
        elif key == "chasing":
            thing[key] = self.chasing()
        elif key in ("inventory", "status"):
            thing[key] = self.nested()
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
        """A sign that stands for whatever is drawn with it."""
        sign = self.name()
        if len(sign) != 1:
            raise Wrong(f"{sign!r} is no sign", "name the one sign it is drawn with, or `id n`")
        return sign

    def moving(self) -> Entity:
        self.expect("(")
        axis = self.next("an axis")
        self.expect(",")
        direction = self.next("a direction")
        if axis not in ("x", "y") or direction not in ("+1", "-1", "1"):
            cure = "write moving(x, +1) or moving(y, -1, no bounce, speed 2) (GU2)"
            raise Wrong(f"moving({axis}, {direction} …) is not known", cure)
        bounce, speed = True, 1
        while self.take(","):
            if self.take("speed"):
                speed = self.number(1, MOST)
            else:
                bounce = not self.take("no")
                self.expect("bounce")
        self.expect(")")
        return {"axis": axis, "direction": int(direction), "bounce": bounce, "speed": speed}

    def chasing(self) -> Entity:
        chase: Entity = {"target": None, "how": "path"}
        if not self.take("("):
            return chase
        while not self.take(")"):
            word = self.next("path or straight")
            if word in ("path", "straight"):
                chase["how"] = word
            elif word == "target":
                chase["target"] = self.number(0, LARGEST_ID) if self.take("id") else self.sign()
            else:
                cure = "write chasing(path), chasing(straight) or chasing(target a, path) (GU2)"
                raise Wrong(f"{word!r} is no way to chase", cure)
            if not self.take(",") and self.peek() != ")":
                self.expect(")")
        return chase

    def nested(self) -> list[Entity]:
        self.expect("(")
        things: list[Entity] = []
        while not self.take(")"):
            things.append(self.thing())
            if not self.take(",") and self.peek() != ")":
                self.expect(")")
        return things
