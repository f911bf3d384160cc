"""Grid Universe once more, slowly and plainly, written only from the rules page: an oracle for tests.

A level is the JSON object of GU30; an entity is a dict. Nothing here is shared with the game's own rules.
"""

from copy import deepcopy

DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
MASK = 2**64 - 1


class Twin:
    """One game: `play` a word, ask for `facts`."""

    def __init__(self, level, seed=None):
        level = deepcopy(level)
        self.width, self.height = level["width"], level["height"]
        self.move, self.objective = level.get("move", "default"), level.get("objective", "default")
        self.limit = level.get("turn_limit")
        self.rng = level.get("seed") or 0 if seed is None else seed
        self.board = {entity["id"]: entity for entity in level["entities"]}  # what is on the board
        self.agent = next(entity for entity in self.board.values() if "agent" in entity)
        self.turn = self.score = 0
        self.status = "playing"
        self.open, self.dead = set(), set()
        self.opened_ids, self.dead_ids = [], []
        self.picked_holders = []  # picked up things whose own status still runs
        for entity in self.board.values():
            if "moving" in entity:
                entity["moving"] = {"bounce": True, "speed": 1, **entity["moving"]}
            if "chasing" in entity:
                entity["chasing"] = {"how": "path", **entity["chasing"]}

    def ordered(self):
        return [self.board[number] for number in sorted(self.board)]

    def at(self, tile, but=None):
        return [entity for entity in self.ordered() if (entity["x"], entity["y"]) == tile and entity is not but]

    def inside(self, tile):
        return 0 <= tile[0] < self.width and 0 <= tile[1] < self.height

    def any(self, tile, *properties, but=None):
        return any(name in entity for entity in self.at(tile, but) for name in properties)

    def is_dead(self, entity):
        return "health" in entity and entity["health"][0] == 0

    def serving(self, bearer, *kinds):
        """GU6, GU13: active effects that still have a use; without a use limit first, then the lowest id."""
        effects = [
            effect
            for effect in bearer.get("status") or []
            if any(kind in effect for kind in kinds) and effect.get("uses", 1) > 0
        ]
        effects.sort(key=lambda effect: ("uses" in effect, effect["id"]))
        return effects[0] if effects else None

    @staticmethod
    def spend(effect):
        if "uses" in effect:
            effect["uses"] -= 1

    def bearers(self):
        return [*self.board.values(), *self.picked_holders]

    def play(self, word):
        assert self.status == "playing"
        for bearer in self.bearers():
            for effect in bearer.get("status") or []:
                if "time" in effect:
                    effect["time"] -= 1
        self.trail = {number: set() for number in self.board}
        self.previous = {number: (entity["x"], entity["y"]) for number, entity in self.board.items()}
        self.hits = set()
        self.pairs_used = set()
        self.came = set()
        for entity in self.ordered():
            if "moving" in entity and entity["id"] in self.board and not self.is_dead(entity):
                self.move_mover(entity)
        for entity in self.ordered():
            if "chasing" in entity and entity["id"] in self.board and not self.is_dead(entity):
                self.move_chaser(entity)
        if word in DIRECTIONS:
            self.act_move(word)
        else:
            if word == "pick":
                self.pick()
            elif word == "use":
                self.use()
            self.round()
        if self.status == "playing":
            self.score -= sum(entity.get("cost", 0) for entity in self.at(self.tile()))
        self.turn += 1
        if self.status == "playing" and self.limit and self.turn >= self.limit:
            self.status = "lost"
        for bearer in self.bearers():
            if bearer.get("status"):
                bearer["status"] = [
                    effect for effect in bearer["status"] if effect.get("time", 1) > 0 and effect.get("uses", 1) > 0
                ]

    def tile(self):
        return self.agent["x"], self.agent["y"]

    def come(self, entity, tile):
        entity["x"], entity["y"] = tile
        self.trail[entity["id"]].add(tile)

    def move_mover(self, entity):
        moving, moved = entity["moving"], False
        for _ in range(moving["speed"]):
            tile = (
                entity["x"] + moving["direction"] * (moving["axis"] == "x"),
                entity["y"] + moving["direction"] * (moving["axis"] == "y"),
            )
            stoppers = ["blocking", "pushable"] + (["collidable"] if "blocking" in entity else [])
            if not self.inside(tile) or self.any(tile, *stoppers, but=entity):
                if moving["bounce"]:
                    moving["direction"] = -moving["direction"]
                break
            self.come(entity, tile)
            moved = True
        if moved:
            self.portals([entity], False)

    def move_chaser(self, entity):
        target = self.board.get(entity["chasing"]["target"])
        if target is None or self.serving(target, "phasing"):
            return
        here, goal = (entity["x"], entity["y"]), (target["x"], target["y"])
        if here == goal:
            return
        if entity["chasing"]["how"] == "straight":
            across, down = goal[0] - here[0], goal[1] - here[1]
            if abs(down) >= abs(across):
                tile = (here[0], here[1] + (1 if down > 0 else -1))
            else:
                tile = (here[0] + (1 if across > 0 else -1), here[1])
            if not self.free(tile, entity):
                return
        else:
            tile = self.path(entity, here, goal)
            if tile is None:
                return
        self.come(entity, tile)
        self.portals([entity], False)

    def free(self, tile, entity):
        return self.inside(tile) and not self.any(tile, "blocking", "pushable", but=entity)

    def path(self, entity, here, goal):
        distance = {goal: 0} if self.free(goal, entity) else {}
        queue = list(distance)
        for tile in queue:
            for dx, dy in DIRECTIONS.values():
                to = (tile[0] + dx, tile[1] + dy)
                if to not in distance and (self.free(to, entity) or to == here):
                    distance[to] = distance[tile] + 1
                    queue.append(to)
        if here not in distance:
            return None
        for name in ("down", "up", "right", "left"):
            to = (here[0] + DIRECTIONS[name][0], here[1] + DIRECTIONS[name][1])
            if distance.get(to) == distance[here] - 1:
                return to
        raise AssertionError("a path has a first step")

    def act_move(self, word):
        if self.move == "mirror":
            word = {"left": "right", "right": "left"}.get(word, word)
        count = 1
        effect = self.serving(self.agent, "speed")
        if effect:
            count = effect["speed"]
            self.spend(effect)
        steps = 0
        while self.status == "playing" and (self.move == "slippery" or steps < count):
            steps += 1
            moved = self.small_step(word)
            self.round()
            if not moved or self.status != "playing":
                return
            if self.move == "windy" and self.draw() * 10 >> 32 < 3:
                way = ("up", "down", "left", "right")[self.draw() * 4 >> 32]
                moved = self.small_step(way)
                self.round()
                if not moved:
                    return
            if self.move == "gravity":
                self.fall()

    def draw(self):
        self.rng = (self.rng + 0x9E3779B97F4A7C15) & MASK
        z = self.rng
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (z ^ (z >> 31)) >> 32

    def fall(self):
        while self.status == "playing":
            below = (self.agent["x"], self.agent["y"] + 1)
            if not self.inside(below) or self.any(below, "blocking", "pushable", but=self.agent):
                return
            self.come(self.agent, below)
            self.came = {self.agent["id"]}
            self.round()

    def ahead(self, tile, way):
        x, y = tile[0] + DIRECTIONS[way][0], tile[1] + DIRECTIONS[way][1]
        if self.move == "wrap":
            return x % self.width, y % self.height
        return (x, y) if self.inside((x, y)) else None

    def small_step(self, way):
        self.came = set()
        near = self.ahead(self.tile(), way)
        if near is None:
            return False
        boxes = [entity for entity in self.at(near) if "pushable" in entity]
        solid = any("blocking" in entity and "pushable" not in entity for entity in self.at(near))
        if boxes and not solid:
            far = self.ahead(near, way)
            if far is not None and not self.any(far, "blocking", "pushable", "collidable"):
                for box in boxes:
                    self.come(box, far)
                    self.came.add(box["id"])
                self.come(self.agent, near)
                self.came.add(self.agent["id"])
                return True
        if boxes or solid:
            effect = self.serving(self.agent, "phasing")
            if not effect:
                return False
            self.spend(effect)
        self.come(self.agent, near)
        self.came.add(self.agent["id"])
        return True

    def round(self):
        self.portals([self.board[number] for number in sorted(self.came)], True)
        self.came = set()
        self.damage()
        self.previous = {number: (entity["x"], entity["y"]) for number, entity in self.board.items()}
        if not self.is_dead(self.agent):
            self.score += sum(entity.get("reward", 0) for entity in self.at(self.tile()) if "collectible" not in entity)
            if self.is_won():
                self.status = "won"
        else:
            self.status = "lost"

    def portals(self, travellers, interacting):
        carried = set()
        for portal in self.ordered():
            if "portal" not in portal:
                continue
            pair = self.board.get(portal["portal"])
            if pair is None or (pair["x"], pair["y"]) == (portal["x"], portal["y"]):
                continue
            both = frozenset((portal["id"], pair["id"]))
            for entity in travellers:
                here = (portal["x"], portal["y"])
                there = (pair["x"], pair["y"])
                if (
                    (entity["x"], entity["y"]) != here
                    or entity["id"] in carried
                    or entity is portal
                    or "collidable" not in entity
                ):
                    continue
                limited = interacting and entity is self.agent and self.move in ("slippery", "gravity")
                if limited and both in self.pairs_used:
                    continue
                stoppers = ["blocking", "pushable"] + (
                    ["collidable"] if "blocking" in entity or "pushable" in entity else []
                )
                if self.any(there, *stoppers, but=entity):
                    continue
                self.come(entity, there)
                carried.add(entity["id"])
                if limited:
                    self.pairs_used.add(both)

    def trail_of(self, entity):
        return self.trail[entity["id"]] or {(entity["x"], entity["y"])}

    def damage(self):
        for damager in self.ordered():
            if "damage" not in damager and "lethal" not in damager:
                continue
            for target in self.ordered():
                if target is damager or "health" not in target or self.is_dead(target) or self.is_dead(damager):
                    continue
                if (damager["id"], target["id"]) in self.hits or not self.is_hit(target, damager):
                    continue
                self.hits.add((damager["id"], target["id"]))
                ward = self.serving(target, "immunity", "phasing")
                if ward:
                    self.spend(ward)
                    continue
                now = target["health"][0]
                target["health"][0] = 0 if "lethal" in damager else max(0, now - damager["damage"])
                if target["health"][0] == 0:
                    self.dead_ids.append(target["id"])

    def is_hit(self, target, damager):
        mine, its = (target["x"], target["y"]), (damager["x"], damager["y"])
        my_previous, its_previous = self.previous[target["id"]], self.previous[damager["id"]]
        return (
            mine == its
            or (mine == its_previous and its == my_previous)
            or bool(self.trail_of(target) & self.trail_of(damager))
            or (mine == its_previous and my_previous in self.trail_of(damager))
        )

    def is_won(self):
        exits = {(entity["x"], entity["y"]) for entity in self.board.values() if "exit" in entity}
        left = any("required" in entity and "collectible" in entity for entity in self.board.values())
        if self.objective == "collect":
            return not left
        if self.objective == "unlock":
            return not any("locked" in entity for entity in self.board.values())
        if self.objective == "push":
            return all((entity["x"], entity["y"]) in exits for entity in self.board.values() if "pushable" in entity)
        return self.tile() in exits and (self.objective == "exit" or not left)

    def pick(self):
        for entity in self.at(self.tile()):
            if "collectible" not in entity:
                continue
            effect = any(kind in entity for kind in ("immunity", "phasing", "speed"))
            pocket = "status" if effect else "inventory"
            if pocket not in self.agent:
                continue
            del self.board[entity["id"]]
            self.agent[pocket].append(entity)
            self.picked_holders.append(entity)
            self.score += entity.get("reward", 0)

    def use(self):
        x, y = self.tile()
        for tile in ((x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            for lock in self.at(tile):
                if "locked" not in lock:
                    continue
                keys = sorted(
                    (item for item in self.agent.get("inventory") or [] if item.get("key") == lock["locked"]),
                    key=lambda item: item["id"],
                )
                if keys:
                    self.agent["inventory"].remove(keys[0])
                    del lock["locked"]
                    lock.pop("blocking", None)
                    self.opened_ids.append(lock["id"])

    def facts(self):
        effects = {
            str(effect["id"]): {"time": effect.get("time"), "uses": effect.get("uses")}
            for bearer in self.bearers()
            for effect in bearer.get("status") or []
        }
        return {
            "turn": self.turn,
            "score": self.score,
            "agent": list(self.tile()),
            "health": self.agent["health"][0] if "health" in self.agent else None,
            "things": {str(entity["id"]): [entity["x"], entity["y"]] for entity in self.board.values()},
            "inventory": sorted(item["id"] for item in self.agent.get("inventory") or []),
            "effects": effects,
            "open": sorted(self.opened_ids),
            "dead": sorted(self.dead_ids),
            "status": self.status,
        }
