"""A slow plain twin of Maze Runner, written from the rules page alone: sets, dicts and coordinates.

It shares nothing with the rules.
"""

from collections import deque
from math import inf

COMPASS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
STRAIGHT = ("N", "E", "S", "W")


class Refused(Exception):
    """The word is not to be taken."""


class Twin:
    """One match, from a map as rows of signs and the parameters by their names."""

    def __init__(self, rows, p, first=1, round_number=1):
        self.p, self.first, self.round, self.player = p, first, round_number, first
        width = max(map(len, rows))
        self.board = {(x, y): (row[x] if x < len(row) else "#") for y, row in enumerate(rows) for x in range(width)}
        self.wall = {c for c, s in self.board.items() if s == "#"}
        self.nexus = {
            1: next(c for c, s in self.board.items() if s == "N"),
            2: next(c for c, s in self.board.items() if s == "M"),
        }
        self.mirrors = {c: [s, None] for c, s in self.board.items() if s in "/\\"}
        self.doors = {c: [1 if s == "D" else 2, p["doorHitpoints"]] for c, s in self.board.items() if s in "Dd"}
        self.built = {}
        self.golems = {c: ["NESW"["^>v<".index(s)], p["golemHitpoints"]] for c, s in self.board.items() if s in "^>v<"}
        self.hearts = {c for c, s in self.board.items() if s == "+"}
        self.towers = {c: [None, None] for c, s in self.board.items() if s == "T"}
        self.extras = {c: "nm".index(s) + 1 for c, s in self.board.items() if s in "nm"}
        self.fell = {}
        self.minions = {}
        for cell, sign in self.board.items():
            if sign in "123456":
                self.minions[int(sign)] = {
                    "cell": cell,
                    "start": cell,
                    "hp": p["minionsHitpoints"],
                    "stance": "lantern",
                }
                self.minions[int(sign)].update(respawn=None, cooldown=0, left=0)
        barriers = p["towers"] or p["wallBuildCount"]
        self.walls_left = {1: barriers, 2: barriers}
        self.beams, self.kills, self.approach = [], {1: 0, 2: 0}, {1: inf, 2: inf}
        self.status, self.winner, self.reason = "playing", None, None
        self.visible = {1: set(), 2: set()}
        self.memory = {1: {}, 2: {}}
        for cell, (owner, hp) in self.doors.items():
            self.memory[owner][cell] = ("door", owner, hp)
        self.given = p["firstTurnActions"]
        self.begin()

    # who is where
    def owner(self, number):
        return 1 if number <= 3 else 2

    def own(self, player):
        return sorted(n for n in self.minions if self.owner(n) == player)

    def alive(self, number):
        return self.minions[number]["cell"] is not None

    def on(self, cell):
        return next((n for n, m in self.minions.items() if m["cell"] == cell), None)

    def solid(self, cell):
        return cell not in self.board or cell in self.wall or cell in self.built or cell in self.towers

    def is_nexus(self, cell):
        return cell in self.nexus.values()

    def closed(self, cell):
        return cell in self.doors and self.on(cell) is None

    def stops_ray(self, cell):
        return self.solid(cell) or self.is_nexus(cell) or self.closed(cell) or cell in self.golems

    def content(self, cell):
        if cell in self.doors:
            return ("door", *self.doors[cell])
        if cell in self.mirrors:
            return ("mirror", *self.mirrors[cell])
        if cell in self.built:
            return ("wall", self.built[cell])
        if cell in self.golems:
            return ("golem", *self.golems[cell])
        if cell in self.hearts:
            return ("heart",)
        if cell in self.towers:
            return ("tower", *self.towers[cell])
        if cell in self.extras:
            return ("extra", self.extras[cell])
        return ("nexus",) if self.is_nexus(cell) else ("rock",) if cell in self.wall else ("floor",)

    # sight
    @staticmethod
    def bend(kind, d):
        return (-d[1], -d[0]) if kind == "/" else (d[1], d[0])

    def ray(self, start, d, bends):
        """Cells a ray passes or ends on, each with the directions it arrives and leaves in (None: it ended there)."""
        path: list[tuple] = []
        seen, cell, turned = set(), start, 0
        while True:
            cell = (cell[0] + d[0], cell[1] + d[1])
            if cell not in self.board or (cell, d) in seen:
                return path
            seen.add((cell, d))
            if self.stops_ray(cell):
                path.append((cell, d, None))
                return path
            if cell in self.mirrors:
                if bends is not None and turned == bends:
                    path.append((cell, d, "mirror end"))
                    return path
                turned += 1
                out = self.bend(self.mirrors[cell][0], d)
                path.append((cell, d, out))
                d = out
            else:
                path.append((cell, d, d))

    def look(self):
        for player in (1, 2):
            visible, beside = set(), set()
            squares = [(self.nexus[player], 3)]
            squares += [(c, 1) for c, owner in self.extras.items() if owner == player]
            squares += [(c, self.p["towerRange"]) for c, (owner, _) in self.towers.items() if owner == player]
            for (x, y), r in squares:
                visible |= {(x + dx, y + dy) for dx in range(-r, r + 1) for dy in range(-r, r + 1)}
            for number in self.own(player):
                minion = self.minions[number]
                if minion["cell"] is None:
                    continue
                x, y = minion["cell"]
                visible |= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
                if minion["stance"] == "lantern":
                    for name in STRAIGHT:
                        for cell, arrive, leave in self.ray((x, y), COMPASS[name], self.p["maxMirrorsBending"]):
                            visible.add(cell)
                            if leave is None:
                                continue
                            for dx, dy in {arrive} | ({leave} if leave != "mirror end" else set()):
                                beside |= {(cell[0] - dy, cell[1] + dx), (cell[0] + dy, cell[1] - dx)}
            self.visible[player] = visible & self.board.keys()
            for cell in (visible | beside) & self.board.keys():
                self.memory[player][cell] = self.content(cell)

    # turns
    def begin(self):
        player, p = self.player, self.p
        shooter = 3 - player
        for _, d, cell in self.beams:
            hit = set()
            for at, _, leave in self.ray(cell, d, None):
                if leave is None:
                    if self.closed(at):
                        self.hurt_door(at, p["laserDamage"])
                    elif self.fragile(at):
                        self.hurt_stone(at, p["laserDamage"])
                    break
                target = self.on(at)
                if target is not None and target not in hit:
                    hit.add(target)
                    self.minions[target]["hp"] = max(0, self.minions[target]["hp"] - p["laserDamage"])
        self.beams = []
        self.look()
        for number in sorted(self.minions):
            if self.alive(number) and self.minions[number]["hp"] == 0:
                if self.owner(number) == player:
                    self.kills[shooter] += 1
                self.remove(number)
        self.look()
        if p["siege"] and any(self.minions[n]["cell"] == self.nexus[shooter] for n in self.own(player)):
            self.status, self.winner, self.reason = "over", player, "capture"
            return
        if p["majority"] and 2 * list(self.extras.values()).count(player) > len(self.extras):
            self.status, self.winner, self.reason = "over", player, "majority"
            return
        if not p["majority"]:
            self.given = max(1, self.given + list(self.extras.values()).count(player) - p["nexuses"])
        for number in self.own(player):
            minion = self.minions[number]
            if minion["cell"] is None:
                if minion["respawn"] > 0:
                    minion["respawn"] -= 1
                else:
                    self.respawn(number)
        self.look()
        for number in self.own(player):
            minion = self.minions[number]
            minion["cooldown"] = max(0, minion["cooldown"] - 1)
            minion["left"] = self.given if minion["cell"] is not None else 0
        self.look()

    def respawn(self, number):
        player, minion = self.owner(number), self.minions[number]
        nx, ny = self.nexus[player]
        cells = [minion["start"], *((nx + dx, ny + dy) for dx, dy in COMPASS.values())]
        fx, fy = self.fell[number]
        far = {c: max(abs(c[0] - fx), abs(c[1] - fy)) for c in [(nx, ny), *self.extras]}
        own = [c for c, owner in self.extras.items() if owner == player and far[c] < far[nx, ny]]
        if own:
            ex, ey = min(own, key=lambda c: (far[c], c[1], c[0]))
            cells = [(ex, ey), *((ex + dx, ey + dy) for dx, dy in COMPASS.values()), *cells]
        for cell in cells:
            if (
                self.solid(cell)
                or cell in self.golems
                or self.is_nexus(cell)
                or self.on(cell) is not None
                or (cell in self.doors and self.doors[cell][0] != player)
            ):
                continue
            minion.update(cell=cell, hp=self.p["minionsHitpoints"], stance="lantern", respawn=None)
            self.arrive(number)
            return

    def arrive(self, number):
        """What a minion takes where it has come to stand."""
        player, minion = self.owner(number), self.minions[number]
        cell = minion["cell"]
        if cell in self.hearts:
            self.hearts.remove(cell)
            for mate in self.own(player):
                if self.alive(mate):
                    self.minions[mate]["hp"] = min(99, self.minions[mate]["hp"] + self.p["minionsHitpoints"])
            self.fresh = True
        if self.extras.get(cell) == 3 - player:
            self.extras[cell] = player
            self.memory[3 - player][cell] = self.content(cell)
        for dx, dy in COMPASS.values():
            place = (cell[0] + dx, cell[1] + dy)
            tower = self.towers.get(place)
            if tower and tower[1] is None and tower[0] != player:
                before, tower[0] = tower[0], player
                if before:
                    self.memory[before][place] = self.content(place)

    # golems
    def fragile(self, cell):
        return cell in self.golems or (cell in self.towers and self.towers[cell][1] is not None)

    def hurt_stone(self, cell, damage):
        stone = self.golems.get(cell) or self.towers[cell]
        stone[1] -= damage
        if stone[1] > 0:
            return
        if cell in self.golems:
            del self.golems[cell]
            self.hearts.add(cell)
        else:
            del self.towers[cell]
            self.memory[stone[0]][cell] = ("floor",)

    def walk_golems(self):
        for cell in sorted(self.golems, key=lambda c: (c[1], c[0])):
            facing, hp = self.golems.pop(cell)
            turns = ["NESW"[("NESW".index(facing) + n) % 4] for n in range(4)]
            lights = [(self.light(cell, COMPASS[d]), n, d) for n, d in enumerate(turns)]
            nearest = min(lights)
            drawn = nearest[0] < inf
            tries = [nearest[2]] if drawn else [turns[0], turns[2]]
            for d in tries:
                facing, there = d, (cell[0] + COMPASS[d][0], cell[1] + COMPASS[d][1])
                if self.content(there) == ("floor",) and there in self.board and self.on(there) is None:
                    cell = there
                    break
            self.golems[cell] = [facing, hp]
            for d in STRAIGHT:
                target = self.on((cell[0] + COMPASS[d][0], cell[1] + COMPASS[d][1]))
                if target is not None:
                    self.minions[target]["hp"] = max(0, self.minions[target]["hp"] - self.p["golemDamage"])
                    if self.minions[target]["hp"] == 0:
                        self.remove(target)
        self.look()

    def light(self, cell, d):
        """How far away a lantern shines in a straight line."""
        for distance in range(1, 99):
            cell = (cell[0] + d[0], cell[1] + d[1])
            if self.stops_ray(cell):
                return inf
            number = self.on(cell)
            if number is not None and self.minions[number]["stance"] == "lantern":
                return distance
            if cell in self.mirrors:
                return inf
        return inf

    def remove(self, number):
        self.fell[number] = self.minions[number]["cell"]
        self.minions[number].update(cell=None, hp=0, stance="lantern", respawn=self.p["turnsToRespawn"], left=0)

    def hurt_door(self, cell, damage):
        owner, hp = self.doors[cell]
        if hp > damage:
            self.doors[cell][1] = hp - damage
            return
        del self.doors[cell]
        self.memory[owner][cell] = ("floor",)

    def end(self):
        player, p = self.player, self.p
        for number in self.own(player):
            self.minions[number]["left"] = 0
            if self.alive(number):
                self.approach[player] = min(
                    self.approach[player], self.walk(self.minions[number]["cell"], self.nexus[3 - player])
                )
        if player != self.first and self.round == p["rounds"]:
            self.status = "over"
            floor = {q: sum(1 for c in self.memory[q] if not self.solid(c) and not self.is_nexus(c)) for q in (1, 2)}
            for reason, first, second in (
                ("approach", -self.approach[1], -self.approach[2]),
                ("kills", self.kills[1], self.kills[2]),
                ("revealed", floor[1], floor[2]),
            ):
                if first != second:
                    self.winner, self.reason = (1 if first > second else 2), reason
                    return
            self.reason = "draw"
            return
        if player != self.first:
            self.round += 1
        self.player, self.given = 3 - player, p["actionsNumber"]
        if self.player == self.first:
            self.walk_golems()
        self.begin()

    def walk(self, start, goal):
        def firm(cell):
            return (self.solid(cell) and not self.fragile(cell)) or self.is_nexus(cell)

        far, queue = {start: 0}, deque([start])
        while queue:
            x, y = queue.popleft()
            if (x, y) == goal:
                return far[x, y]
            for dx, dy in COMPASS.values():
                cell = (x + dx, y + dy)
                if (
                    cell in far
                    or (firm(cell) and cell != goal)
                    or (dx and dy and firm((x + dx, y)) and firm((x, y + dy)))
                ):
                    continue
                far[cell] = far[x, y] + 1
                queue.append(cell)
        return inf

    # words
    def play(self, word):
        if self.status == "over":
            raise Refused
        if word == "end":
            return self.end()
        parts = word.split()
        number = int(parts[0]) + (3 if self.player == 2 else 0)
        if number not in self.minions or not self.alive(number):
            raise Refused
        minion, act = self.minions[number], parts[1]
        here = minion["cell"]
        d = COMPASS.get(parts[2]) if len(parts) > 2 else None
        there = (here[0] + d[0], here[1] + d[1]) if d else None
        if act == "tower" or (act == "wall" and self.p["towers"]):
            act = "wall"
        price = self.p.get({"laser": "laserPrice", "mirror": "mirrorPrice"}.get(act), 0)
        if act in ("laser", "mirror", "wall", "retreat") and not price:
            if minion["left"] < self.given:
                raise Refused
            cost = minion["left"]
        else:
            prices = {"move": "movePrice", "switch": "switchPrice", "strike": "swordPrice", "door": "doorPrice"}
            cost = price or self.p[prices[act]]
            if minion["left"] < cost:
                raise Refused
        self.fresh = False
        getattr(self, "do_" + act)(number, minion, here, there, d, parts)
        minion["left"] = max(0, minion["left"] - cost)
        if self.fresh:
            for mate in self.own(self.owner(number)):
                self.minions[mate]["left"] = self.given if self.alive(mate) else 0
        self.look()
        return None

    def squeezed(self, here, d, player):
        """Are both side cells closed? If a player is named, the enemies of this player close them, too."""

        def shut(cell):
            other = self.on(cell)
            return self.stops_ray(cell) or (player is not None and other is not None and self.owner(other) != player)

        return all(d) and shut((here[0] + d[0], here[1])) and shut((here[0], here[1] + d[1]))

    def do_move(self, number, minion, here, there, d, parts):
        player = self.player
        door = self.doors.get(there)
        if (
            self.solid(there)
            or there in self.golems
            or there == self.nexus[player]
            or self.on(there) is not None
            or (door and door[0] != player)
            or self.squeezed(here, d, player)
        ):
            raise Refused
        minion["cell"] = there
        self.arrive(number)
        if there == self.nexus[3 - player] and not self.p["siege"]:
            self.status, self.winner, self.reason = "over", player, "capture"

    def do_switch(self, number, minion, here, there, d, parts):
        minion["stance"] = "sword" if minion["stance"] == "lantern" else "lantern"

    def do_strike(self, number, minion, here, there, d, parts):
        target = self.on(there)
        good = (target is not None and self.owner(target) != self.player) or self.closed(there) or self.fragile(there)
        if minion["stance"] != "sword" or not good or self.squeezed(here, d, None):
            raise Refused
        if target is None:
            (self.hurt_stone if self.fragile(there) else self.hurt_door)(there, self.p["swordDamage"])
            return
        self.minions[target]["hp"] = max(0, self.minions[target]["hp"] - self.p["swordDamage"])
        if self.minions[target]["hp"] == 0:
            self.kills[self.player] += 1
            self.remove(target)

    def do_laser(self, number, minion, here, there, d, parts):
        if any(beam[0] == number for beam in self.beams):
            raise Refused
        self.beams.append((number, d, here))

    def do_mirror(self, number, minion, here, there, d, parts):
        if (
            here in self.doors
            or here in self.extras
            or self.is_nexus(here)
            or (here in self.mirrors and self.mirrors[here][0] == parts[2])
        ):
            raise Refused
        self.mirrors[here] = [parts[2], self.player]

    def empty(self, cell):
        return self.content(cell) == ("floor",) and cell in self.board and self.on(cell) is None

    def do_wall(self, number, minion, here, there, d, parts):
        if not self.walls_left[self.player] or not self.empty(there):
            raise Refused
        self.walls_left[self.player] -= 1
        if self.p["towers"]:
            self.towers[there] = [self.player, self.p["towerHitpoints"]]
        else:
            self.built[there] = self.player

    def do_door(self, number, minion, here, there, d, parts):
        mine = [c for c, (owner, _) in self.doors.items() if owner == self.player]
        near = any(max(abs(c[0] - there[0]), abs(c[1] - there[1])) <= 2 for c in mine)
        if minion["cooldown"] or len(mine) >= 3 or near or not self.empty(there):
            raise Refused
        self.doors[there] = [self.player, self.p["doorHitpoints"]]
        minion["cooldown"] = self.p["doorCooldown"] + 1

    def do_retreat(self, number, minion, here, there, d, parts):
        self.remove(number)

    # facts
    def things(self, source, zero=(0, 0)):
        doors, mirrors, walls = [], [], []
        golems, hearts, towers, extras = [], [], [], []
        for (x, y), what in sorted(source.items()):
            x, y = x - zero[0], y - zero[1]
            if what[0] == "door":
                doors.append({"x": x, "y": y, "owner": what[1], "hp": what[2]})
            elif what[0] == "mirror":
                mirrors.append({"x": x, "y": y, "kind": what[1], "owner": what[2]})
            elif what[0] == "wall":
                walls.append([x, y])
            elif what[0] == "golem":
                golems.append({"x": x, "y": y, "facing": what[1], "hp": what[2]})
            elif what[0] == "heart":
                hearts.append([x, y])
            elif what[0] == "tower":
                towers.append({"x": x, "y": y, "owner": what[1], "hp": what[2]})
            elif what[0] == "extra":
                extras.append({"x": x, "y": y, "owner": what[1]})
        by_kind = {"doors": doors, "mirrors": mirrors, "walls": walls}
        by_kind |= {"golems": golems, "hearts": hearts} if self.p["golems"] else {}
        by_kind |= {"towers": towers} if self.p["towers"] else {}
        return by_kind | ({"nexuses": extras} if self.p["nexuses"] else {})

    def left(self, value, none):
        return {"wallsLeft": none, "towersLeft": value} if self.p["towers"] else {"wallsLeft": value}

    def actions(self, player):
        return (
            {str(n): self.minions[n]["left"] for n in self.own(player)}
            if self.status == "playing" and player == self.player
            else {}
        )

    def minion_facts(self, number, zero=(0, 0)):
        m = self.minions[number]
        x, y = (None, None) if m["cell"] is None else (m["cell"][0] - zero[0], m["cell"][1] - zero[1])
        return {
            "x": x,
            "y": y,
            "hp": m["hp"],
            "stance": m["stance"],
            "respawn": m["respawn"],
            "cooldown": m["cooldown"],
        }

    def beam_facts(self):
        names = {d: name for name, d in COMPASS.items()}
        return [{"minion": n, "direction": names[d]} for n, d, _ in self.beams]

    def sight(self, player):
        memory = self.memory[player]
        return {
            "visible": sorted(map(list, self.visible[player])),
            "revealed": sorted(map(list, memory)),
            "known": self.things(memory),
        }

    def truth(self):
        return {
            "round": self.round,
            "player": self.player,
            "actions": self.actions(self.player),
            "minions": {str(n): self.minion_facts(n) for n in sorted(self.minions)},
            **self.things({c: self.content(c) for c in self.board}),
            **self.left([self.walls_left[1], self.walls_left[2]], [0, 0]),
            "beams": self.beam_facts(),
            "kills": [self.kills[1], self.kills[2]],
            "approach": [None if self.approach[q] == inf else self.approach[q] for q in (1, 2)],
            "status": self.status,
            "winner": self.winner,
            "reason": self.reason,
            "sight": {str(q): self.sight(q) for q in (1, 2)},
        }

    def view(self, player):
        zero = self.nexus[player]

        def shift(cells):
            return sorted([x - zero[0], y - zero[1]] for x, y in cells)

        minions = {}
        for number in sorted(self.minions):
            whole = self.minion_facts(number, zero)
            if self.owner(number) == player:
                minions[str(number)] = whole
            elif self.minions[number]["cell"] in self.visible[player]:
                minions[str(number)] = {key: whole[key] for key in ("x", "y", "hp", "stance")}
        return {
            "round": self.round,
            "player": self.player,
            "actions": self.actions(player),
            "minions": minions,
            "dead": [n for n in sorted(self.minions) if not self.alive(n)],
            **self.things(self.memory[player], zero),
            **self.left(self.walls_left[player], 0),
            "beams": [beam for beam in self.beam_facts() if self.owner(beam["minion"]) == player],
            "kills": [self.kills[1], self.kills[2]],
            "status": self.status,
            "winner": self.winner,
            "reason": self.reason,
            "visible": shift(self.visible[player]),
            "revealed": shift(self.memory[player]),
        }
