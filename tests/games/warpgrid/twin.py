"""A slow, plain twin of Warpgrid, written only from its rules page and sharing no code with the game.

A check of the rules, not a part of them.
"""

MASK = (1 << 64) - 1
DELTA = {"x+": (1, 0), "x-": (-1, 0), "y+": (0, 1), "y-": (0, -1)}
TURNED = {"x+": "x-", "x-": "x+", "y+": "y-", "y-": "y+"}


class Lost(Exception):
    pass


class Cleared(Exception):
    pass


class Twin:
    """Follow the 17 lines.

    `words()` is a generator that yields the facts whenever a word is needed and receives the word.
    """

    def __init__(self, dice=(), seed=0, ask=False, grid=1, charge=0):
        self.dice, self.s, self.ask = list(dice), seed, ask
        self.first_grid = self.grid = grid
        self.charge, self.turn = charge, 0
        self.levels = {(x, y): 0 for y in range(1, 7) for x in range(1, 7)}
        self.at = self.out = self.rolled = self.direction = self.what_roll = self.reason = None
        self.steps = self.field_left = 0
        self.asked, self.legal = "over", []

    def capacity(self):
        return 24 + 4 * self.grid

    def die(self):
        self.s = (self.s + 0x9E3779B97F4A7C15) & MASK
        z = self.s
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        z = z ^ (z >> 31)
        return 1 + (((z >> 32) * 6) >> 32)

    def roll(self, what):
        if self.dice:
            return self.dice.pop(0), self.dice.pop(0)
        if not self.ask:
            x = self.die()
            return x, self.die()
        self.what_roll = what
        word = yield from self.choose("roll", [f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7)])
        self.what_roll = None
        _, a, b = word.split()
        return int(a), int(b)

    def choose(self, asked, legal):
        self.asked, self.legal = asked, legal
        word = yield self.facts()
        assert word in legal
        return word

    def drain(self, level):
        self.charge = max(0, self.charge - {2: 1, 3: 4}.get(level, 0))

    def rise(self, cell):
        if cell != self.out and self.levels[cell] < 3:
            self.levels[cell] += 1
            self.drain(self.levels[cell])

    def move(self, direction, count):
        self.direction, self.steps = direction, count
        self.rise(self.at)
        entered_here = False
        while self.steps:
            dx, dy = DELTA[self.direction]
            ahead = (self.at[0] + dx, self.at[1] + dy)
            passes = entered_here
            if ahead not in self.levels:
                word = yield from self.choose("wall", ["warp", "ricochet"])
                if word == "warp":
                    ahead = ((ahead[0] - 1) % 6 + 1, (ahead[1] - 1) % 6 + 1)
                else:
                    self.rise(self.at)
                    self.direction = TURNED[self.direction]
                    ahead = (self.at[0] - dx, self.at[1] - dy)
                    passes = False
            if passes and self.levels[self.at] == 2:
                self.rise(self.at)
            self.at, entered_here = ahead, True
            self.steps -= 1
            self.charge = min(self.capacity(), self.charge + 1)
            if self.levels[self.at] == 3:
                raise Lost("entered")
        if self.at == self.out:
            raise Cleared
        self.levels[self.at] = max(1, self.levels[self.at])

    def offer(self, asked, owed=0):
        """PHASE or FIELD; `owed` is the level whose drain waits."""
        word = "stay"
        if self.charge >= 12:
            word = yield from self.choose(asked, ["stay"] + [f"phase {k}" for k in range(1, self.charge // 12 + 1)])
        if word == "stay":
            self.drain(owed)
            return
        k = int(word.split()[1])
        self.charge -= 12 * k
        self.drain(owed)
        yield from self.move(self.direction, k)

    def take_turn(self):
        self.rolled = yield from self.roll("move")
        self.turn += 1
        first = yield from self.choose("first", ["x+", "x-", "y+", "y-"])
        yield from self.move(first, self.rolled[0 if first[0] == "x" else 1])
        yield from self.offer("phase")
        other = "y" if first[0] == "x" else "x"
        second = yield from self.choose("second", [other + "+", other + "-"])
        yield from self.move(second, self.rolled[0 if other == "x" else 1])
        yield from self.offer("phase")
        self.rolled = None
        self.field_left = self.grid
        while self.field_left:
            cell = yield from self.roll("field")
            self.field_left -= 1
            if cell == self.at:
                if self.levels[cell] < 3:
                    self.levels[cell] += 1
                    yield from self.offer("field", self.levels[cell])
            else:
                self.rise(cell)
        if self.levels[self.at] >= 2:
            raise Lost("stood")

    def warp_in(self):
        self.levels = dict.fromkeys(self.levels, 0)
        self.at = self.out = self.rolled = self.direction = None
        self.steps = self.field_left = 0
        self.at = yield from self.roll("in")
        out = self.at
        while out == self.at:
            out = yield from self.roll("out")
        self.out = out
        self.field_left = self.grid
        while self.field_left:
            cell = yield from self.roll("field")
            self.field_left -= 1
            if cell != self.at:
                self.rise(cell)
        self.levels[self.at] = 1

    def words(self):
        try:
            while True:
                try:
                    yield from self.warp_in()
                    while True:
                        yield from self.take_turn()
                except Cleared:
                    if self.grid == 6:
                        raise Lost("escaped") from None
                    self.grid += 1
        except Lost as end:
            self.reason = end.args[0]
        self.asked, self.legal, self.rolled, self.steps, self.field_left = "over", [], None, 0, 0
        yield self.facts()

    def facts(self):
        won = self.reason == "escaped"
        x, y = self.at or (0, 0)
        score = 1000 * (self.grid - self.first_grid + won) + won * (3 * (210 - self.turn) + self.charge)
        return {
            "grid": self.grid, "warp": self.grid, "turn": self.turn, "x": x, "y": y,
            "charge": self.charge, "capacity": self.capacity(),
            "levels": [self.levels[x, y] for y in range(1, 7) for x in range(1, 7)],
            "out": list(self.out) if self.out else None,
            "dice": list(self.rolled) if self.rolled else None,
            "direction": self.direction, "steps": self.steps, "field_left": self.field_left,
            "roll": self.what_roll, "phase_of_play": self.asked, "legal": self.legal,
            "status": "playing" if not self.reason else "won" if won else "lost",
            "reason": self.reason, "score": score,
        }  # fmt: skip
