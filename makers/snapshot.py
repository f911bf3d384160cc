"""Keep what a version prints and stores, for the tests of upgrades.

`python makers/snapshot.py OLD_TREE tests/snapshots/VERSION`

OLD_TREE is a checkout of that version with its client built (`python web/build.py` there); its package is run from its
`src` folder, with the Python and the libraries that run this script. The folder then holds

    commands.json  help texts, and what `run`, `games`, `levels`, `check`, `solve` and `verify` print
    setups/        the levels that those commands read
    home/          a user's data folder: results, finished and unfinished matches
    hall.sqlite    a hall with rooms in every state
    rooms.json     those rooms: what they showed, the keys of their seats, and the tokens of their guests
    storage.json   what a browser kept that had visited this hall

The keys and tokens open nothing but the rooms of that file. What is played is drawn from fixed seeds, but a hall
draws its own names and keys, so two snapshots of one version differ.
"""

import contextlib
import hashlib
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 20_000  # characters of an output that are kept as they are; of longer ones the SHA-256
WEEK = 7 * 86400
PATIENCE = 300.0
COMMANDS = (
    "games", "levels", "play", "run", "check", "solve", "generate", "replay", "verify", "draw", "arena", "serve",
    "bench",
)  # fmt: skip


def main(tree: Path, folder: Path) -> None:
    """Make the snapshot, with `gridhall` imported from the tree."""
    import gridhall

    if not Path(gridhall.__file__).is_relative_to(tree):
        sys.exit(f"{gridhall.__file__} is not of {tree}")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "setups").mkdir(parents=True)
    home = folder / "home"
    with tempfile.TemporaryDirectory() as empty:
        kept = [output_of(arguments, folder, Path(empty)) for arguments in commands(folder)]
        keep_home(home)
        kept += [output_of(["verify", record, "--json"], folder, Path(empty)) for record in records(folder)]
        kept += [output_of(["levels", game, "--json"], folder, home, home=True) for game in game_names()]
        write(folder / "commands.json", {"python": list(sys.version_info[:2]), "outputs": kept})
        keep_hall(folder, Path(empty))


def write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", "utf-8")


def game_names() -> list[str]:
    from gridhall.registry import games

    return list(games())


class Player:
    """Plays a match in this process to know which words a game accepts, and in which state it is then."""

    def __init__(self, game: str, level: str | None, seed: int | None, luck: int) -> None:
        from gridhall.match import Match

        self.match = Match(game, level, seed)
        self.luck = Random(f"{game} {level} {luck}")

    def choices(self, player: int) -> list[Any]:
        """What a player may choose without giving up, or whatever is left."""
        offered = [choice for choice in self.match.scene(player).choices if not choice.why]
        going_on = [c for c in offered if not c.confirm and c.action < self.match.game.ACTIONS]
        return going_on or offered

    def words(self, count: int) -> list[tuple[int, str]]:
        """Play up to this many words; who said which."""
        said: list[tuple[int, str]] = []
        while len(said) < count and not self.match.over:
            player = self.luck.choice(self.match.acting)
            word = self.luck.choice(self.choices(player)).word
            self.match.play(word, player)
            said.append((player, word))
        return said

    def refused(self) -> str:
        """A word that the rules refuse now, or one that the game does not have."""
        refused = [c.word for player in self.match.acting for c in self.match.scene(player).choices if c.why]
        return refused[0] if refused else "nonsense"


def spread(names: list[str], count: int) -> list[str]:
    """Some of the names, evenly from the first to the last."""
    return names if len(names) <= count else [names[n * (len(names) - 1) // (count - 1)] for n in range(count)]


def level_names(game: str) -> list[str]:
    from gridhall.registry import levels, load

    return [level.name for level in levels(load(game))]


def witness(game: str, longest: int = 60) -> tuple[str, list[str]] | None:
    """A level with a proved solution, and its words."""
    from gridhall.registry import levels, load

    for level in levels(load(game)):
        words = str(level.certificate.get("witness") or "").split("; ")
        if words != [""] and len(words) <= longest:
            return level.name, words
    return None


def commands(folder: Path) -> Iterator[list[str]]:
    """The command lines whose output is kept."""
    from gridhall.registry import levels, load

    yield ["--help"]
    yield from ([command, "--help"] for command in COMMANDS)
    yield ["games", "--json"]
    yield ["games"]
    for game in game_names():
        players = load(game).PLAYERS
        viewers = [[], ["--as", "1"], ["--as", "spectator"], ["--as", str(players)]]
        for number, level in enumerate(spread(level_names(game), 6)):
            plain = Player(game, level, number, luck=1)
            said = [f"{player + 1}: {word}" if players > 1 else word for player, word in plain.words(12 + 6 * number)]
            run = ["run", game, level, "--seed", str(number), "--json"]
            yield [*run, *viewers[number % 4], "--actions", "; ".join(said)]
            middle = Player(game, level, number, luck=2)
            half = [f"{player + 1}: {word}" if players > 1 else word for player, word in middle.words(8)]
            mixed = [*half, middle.refused(), "nonsense", f"{players}: nonsense"]
            more = [f"{player + 1}: {word}" if players > 1 else word for player, word in middle.words(8)]
            going = [["--keep-going"], []][number % 2]
            yield [*run, *going, *viewers[number // 2], "--actions", "; ".join(mixed + more)]
        if solution := witness(game):
            yield ["run", game, solution[0], "--json", "--actions", "; ".join(solution[1])]
            yield ["run", game, solution[0], "--actions", "; ".join(solution[1][:3])]
            yield ["solve", game, solution[0], "--json"]
        else:
            yield ["run", game, "--seed", "5", "--actions", "nonsense"]
        yield ["run", game, "no_such_level", "--json"]
        yield ["levels", game, "--json"]
        yield ["levels", game]
        first = levels(load(game))[0]
        for name, text in (
            (f"{game}.txt", first.text),
            (f"{game}_broken.txt", first.text.replace("#", "?", 1) + "\n?"),
        ):
            (folder / "setups" / name).write_text(text, "utf-8")
            yield ["check", game, f"setups/{name}", "--json"]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "GRIDHALL_HOME": str(home), "COLUMNS": "80", "NUMBA_NUM_THREADS": "1"}


def output_of(arguments: list[str], folder: Path, data: Path, home: bool = False) -> dict[str, Any]:
    """Run the command in the snapshot's folder; `home` says that it was run with the user's data folder."""
    command = [sys.executable, "-m", "gridhall", *arguments]
    ended = subprocess.run(command, cwd=folder, env=environment(data), capture_output=True, text=True, timeout=PATIENCE)
    print(f"gridhall {' '.join(arguments)[:100]}")
    assert "Traceback" not in ended.stderr, ended.stderr
    kept: dict[str, Any] = {"arguments": arguments, "exit": ended.returncode}
    for name, text in (("stdout", ended.stdout), ("stderr", ended.stderr)):
        if len(text) > LONGEST:
            kept[f"{name}_sha256"] = hashlib.sha256(text.encode()).hexdigest()
        else:
            kept[name] = text
    return {**kept, "home": True} if home else kept


def records(folder: Path) -> list[str]:
    """The records of the user's data folder, finished or not, as the commands name them."""
    return [str(path.relative_to(folder)) for path in sorted((folder / "home" / "matches").glob("*.jsonl"))]


def keep_home(home: Path) -> None:
    """Play every game at the prompt: a match that is left, one that is finished, and where there are two, both ways."""
    from gridhall.registry import load

    for game in game_names():
        module = load(game)
        solution = witness(game)
        level = solution[0] if solution else level_names(game)[0]
        if solution:
            type_words(home, [game, level], solution[1])
            type_words(home, [game, level], [*solution[1][:3], "undo", *solution[1][2:]])
            type_words(home, [game, level], [*solution[1][:3], "exit"])
        if module.PLAYERS == 1:
            words = [word for _, word in Player(game, level, 7, luck=3).words(400)]
            type_words(home, [game, level, "--seed", "7"], words)
            type_words(home, [game, level, "--seed", "7"], [*words[:5], "exit"])
            if not solution:  # there is chance in it: say all that a match may need, what is refused is passed over
                words = [word for _, word in Player(game, None, 7, luck=3).words(400)]
                type_words(home, [game], words * 5)
            continue
        for names in ([game], [game, level]):
            player = Player(game, names[1] if names[1:] else None, 7, luck=3)
            words = [word for _, word in player.words(24)]
            type_words(home, [*names, "--seed", "7"], [*words, "exit"])
            type_words(home, [*names, "--seed", "7"], [*words, "resign"])
            turn = first_turn(game, names[1] if names[1:] else None)
            opponent = next(iter(module.LEVELS_OF_PLAY))
            type_words(home, [*names, "--seed", "7", "--against", opponent], [*turn, "exit"])
            type_words(home, [*names, "--against", opponent], ["resign"])


def first_turn(game: str, level: str | None) -> list[str]:
    """Words of player 1 until another is to act."""
    player = Player(game, level, 7, luck=4)
    said: list[str] = []
    while 0 in player.match.acting and not player.match.over and len(said) < 40:
        said.append(player.luck.choice(player.choices(0)).word)
        player.match.play(said[-1], 0)
    return said


def type_words(home: Path, arguments: list[str], words: list[str]) -> None:
    """Play at the prompt of the real program."""
    command = [sys.executable, "-m", "gridhall", "play", *arguments, "--plain"]
    text = "\n".join(words) + "\n"
    print(f"gridhall play {' '.join(arguments)}: {len(words)} words")
    subprocess.run(
        command, env=environment(home), input=text, capture_output=True, text=True, timeout=PATIENCE, check=True
    )


class Person:
    """A connection to a room of the hall."""

    def __init__(self, hall: "Hall", room: str, keys: list[dict[str, Any]], token: str = "") -> None:
        from websockets.sync.client import connect

        address = f"ws://127.0.0.1:{hall.port}/ws"
        self.socket = hall.stack.enter_context(connect(address, compression=None, max_size=None, close_timeout=1))
        self.numbers: dict[int, int] = {}
        self.scenes: dict[int, dict[str, Any]] = {}
        self.acting: dict[int, list[int]] = {}
        self.room: dict[str, Any] = {}
        self.send(type="join", version=1, room=room, keys=keys, token=token)
        self.wait("joined")
        for _ in keys or [{}]:
            self.wait("whole")

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def wait(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            seat = message.get("seat", 0)
            if message["type"] == "joined":
                self.numbers.update(zip(message["seats"], message["numbers"]))
            elif message["type"] == "whole":
                self.scenes[seat], self.acting[seat] = message["scene"], message.get("acting", [])
            elif message["type"] == "update":
                self.acting[seat] = message.get("acting", [])
                for step in message["steps"]:
                    self.scenes[seat] = {**self.scenes[seat], **step["changed"]}
            elif message["type"] == "room":
                self.room = message
            if message["type"] in kinds:
                return message

    def act(self, kind: str, seat: int = 1, **more: Any) -> None:
        """Do something with the seat's next number, and wait until it has happened."""
        self.numbers[seat] += 1
        self.send(type=kind, seat=seat, number=self.numbers[seat], **more)
        while True:
            message = self.wait("update", "taken", "error", "rematch")
            assert message["type"] != "error", message
            if message["type"] == "rematch" or message.get("number") == self.numbers[seat]:
                return


class Hall:
    """The version's own program, serving the snapshot's store."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.database, self.home = folder / "hall.sqlite", home
        self.stack = contextlib.ExitStack()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.open()

    def open(self) -> None:
        command = [sys.executable, "-m", "gridhall", "serve", "--port", str(self.port)]
        command += ["--database", f"sqlite:///{self.database}"]
        with (self.home / "hall.log").open("a") as log:
            self.process = subprocess.Popen(
                command,
                env=environment(self.home),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.call("/api/games", method="GET")
                return
            except OSError:
                assert self.process.poll() is None and time.monotonic() < until, (self.home / "hall.log").read_text()
                time.sleep(0.2)

    def close(self) -> None:
        self.stack.close()
        self.process.terminate()
        self.process.wait(60)

    def call(self, path: str, body: Any = None, token: str = "", method: str = "POST") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        content = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", content, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def guest(self) -> str:
        return str(self.call("/api/guests")["token"])


class Rooms:
    """Makes rooms in every state and notes what is needed to go on with them."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.kept: list[dict[str, Any]] = []
        self.host, self.guest = hall.guest(), hall.guest()

    def make(self, game: str, kind: str, **wish: Any) -> tuple[dict[str, Any], Person]:
        """A room of the host."""
        room = self.hall.call("/api/rooms", {"game": game, **wish}, self.host)
        entry = {"room": room["room"], "game": game, "kind": kind, "keys": room["keys"], "tokens": [self.host]}
        self.kept.append(entry)
        print(f"room {game}, {kind}")
        return entry, Person(self.hall, room["room"], room["keys"], self.host)

    def seated(self, game: str, kind: str, **wish: Any) -> tuple[dict[str, Any], Person, Person]:
        """A room where the guest sits opposite the host."""
        entry, host = self.make(game, kind, seats=[{"kind": "me"}, {"kind": "open"}], **wish)
        guest = Person(self.hall, entry["room"], [], self.guest)
        guest.send(type="sit", seat=2, name="Visitor")
        seated = guest.wait("seated")
        entry["keys"].append({"seat": 2, "secret": seated["secret"]})
        entry["tokens"].append(self.guest)
        other = Person(self.hall, entry["room"], [entry["keys"][1]], self.guest)
        return entry, host, other


def play(game: str, people: dict[int, Person], count: int, luck: int) -> None:
    """Let people play words that their own screens offer."""
    rng = Random(f"{game} {luck}")
    for _ in range(count):
        for seat, person in people.items():
            while seat in person.acting[seat] and not person.scenes[seat].get("outcome"):
                offered = [c for c in person.scenes[seat]["choices"] if not c.get("why") and not c.get("confirm")]
                person.act("play", seat, word=rng.choice(offered or person.scenes[seat]["choices"])["word"])
                if rng.random() < 0.3:
                    break


def keep_hall(folder: Path, home: Path) -> None:
    """Rooms of every game in every state, and a browser that visited the hall."""
    from gridhall.registry import load

    hall = Hall(folder, home)
    try:
        rooms = Rooms(hall)
        for game in game_names():
            (keep_rooms_of_two if load(game).PLAYERS == 2 else keep_rooms_of_one)(rooms, game)
        visits = keep_storage(hall, folder)
        hall.close()
        hall.open()  # what is noted is what the store alone brings back
        for entry in rooms.kept:
            entry.update(seen(hall, entry))
        write(folder / "rooms.json", {"rooms": rooms.kept, "visitor": visits})
    finally:
        hall.close()
    with contextlib.closing(sqlite3.connect(folder / "hall.sqlite")) as base:
        base.execute("pragma journal_mode = delete")
        base.execute("vacuum")


def keep_rooms_of_one(rooms: Rooms, game: str) -> None:
    """Fresh, in play (with something taken back), over, over with another after it."""
    from gridhall.registry import load

    solution = witness(game)
    level = solution[0] if solution else level_names(game)[0]
    rooms.make(game, "fresh", level=level)
    _, person = rooms.make(game, "in play", level=level)
    play(game, {1: person}, 2, luck=1)
    if load(game).UNDO and not person.scenes[1].get("outcome"):
        person.act("undo", count=1)
    rooms.make(game, "seed of a name", seed="snapshot")
    text = Path(rooms.hall.database.parent / "setups" / f"{game}.txt").read_text("utf-8")
    rooms.make(game, "own text", text=text)
    for kind in ("over", "rematch"):
        entry, person = rooms.make(game, kind, level=level)
        if solution:
            for word in solution[1]:
                person.act("play", word=word)
        else:
            person.act("resign")
        if kind == "rematch":
            person.act("offer", what="rematch")
            note_rematch(rooms, entry, game, {1: person})


def keep_rooms_of_two(rooms: Rooms, game: str) -> None:
    """Waiting, against the machine, two people, with a clock, with offers, over, over with another after it."""
    from gridhall.registry import load

    levels, opponents = level_names(game), list(load(game).LEVELS_OF_PLAY)
    rooms.make(game, "waiting", seats=[{"kind": "me"}, {"kind": "open"}])
    rooms.make(game, "two at one screen", level=levels[0])
    machine = {"kind": "machine", "level": opponents[0]}
    _, person = rooms.make(game, "machine", seats=[{"kind": "me"}, machine], level=levels[0])
    play(game, {1: person}, 3, luck=1)
    _, host, guest = rooms.seated(game, "people")
    play(game, {1: host, 2: guest}, 3, luck=2)
    _, host, guest = rooms.seated(game, "clock", clock=WEEK)
    play(game, {1: host, 2: guest}, 2, luck=3)
    _, host, guest = rooms.seated(game, "draw offered")
    play(game, {1: host, 2: guest}, 1, luck=4)
    host.act("offer", what="draw")
    _, host, guest = rooms.seated(game, "draw agreed")
    play(game, {1: host, 2: guest}, 1, luck=5)
    host.act("offer", what="draw")
    guest.act("answer", 2, what="draw", yes=True)
    for kind in ("over", "rematch offered", "rematch"):
        entry, host, guest = rooms.seated(game, kind)
        play(game, {1: host, 2: guest}, 1, luck=6)
        guest.act("resign", 2)
        if kind != "over":
            guest.act("offer", 2, what="rematch")
        if kind == "rematch":
            host.act("answer", what="rematch", yes=True)
            note_rematch(rooms, entry, game, {1: host, 2: guest})


def note_rematch(rooms: Rooms, entry: dict[str, Any], game: str, people: dict[int, Person]) -> None:
    """The room that follows, with the keys that its people were sent."""
    keys: list[dict[str, Any]] = []
    for person in people.values():
        person.send(type="ping")
        message = person.wait("rematch", "pong")
        assert message["type"] == "rematch", "there was no rematch"
        keys += message["keys"]
        following = message["room"]
    keys.sort(key=lambda key: int(key["seat"]))
    rooms.kept.append(
        {"room": following, "game": game, "kind": "after a rematch", "keys": keys, "tokens": entry["tokens"]}
    )


def seen(hall: Hall, entry: dict[str, Any]) -> dict[str, Any]:
    """What the hall tells of a room after it was opened anew: the room, and the SHA-256 of each seat's scene."""
    room = hall.call(f"/api/rooms/{entry['room']}", method="GET")
    person = Person(hall, entry["room"], entry["keys"])
    for seat in person.scenes:
        while not person.scenes[seat].get("outcome") and room["state"] == "playing" and not person.acting[seat]:
            person.wait("update")  # the machine is thinking
    return {"message": room, "scenes": {str(seat): digest(scene) for seat, scene in sorted(person.scenes.items())}}


def digest(scene: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(scene, sort_keys=True).encode()).hexdigest()


def keep_storage(hall: Hall, folder: Path) -> dict[str, Any]:
    """Visit the hall with Chromium and keep its local storage; what the visitor did, for the test."""
    sys.path.insert(0, str(ROOT))
    from playwright.sync_api import expect, sync_playwright
    from tests.chromium import FLAGS, find

    level, words = witness("phase_shift") or ("", [])
    keys = {"n": "ArrowUp", "s": "ArrowDown", "e": "ArrowRight", "w": "ArrowLeft", "f": "f"}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        page = browser.new_context(base_url=f"http://127.0.0.1:{hall.port}", reduced_motion="reduce").new_page()
        page.set_default_timeout(60_000)
        expect.set_options(timeout=60_000)
        page.goto("/")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("radio", name="Dark").check(force=True)
        page.keyboard.press("Escape")
        rooms = []
        for typed in (words, words[:3]):  # one to its end, one that is left
            page.goto("/g/phase_shift")
            page.get_by_role("combobox", name="Level").select_option(level)
            page.get_by_role("button", name="Open the room").click()
            expect(page.get_by_role("region", name="Choices")).to_be_visible()
            for number, word in enumerate(typed, 1):
                page.keyboard.press(keys[word])
                expect(page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", str(number))
            if typed == words:
                expect(page.get_by_role("heading", level=1, name="Solved")).to_be_visible()
            rooms.append(page.url.rsplit("/", 1)[1])
        page.goto("/g/warpgrid")
        page.get_by_role("button", name="Open the room").click()
        expect(page.get_by_role("region", name="Choices")).to_be_visible()
        rooms.append(page.url.rsplit("/", 1)[1])
        seats = json.loads(page.evaluate("localStorage.getItem('gridhall.seats')"))
        player = Person(hall, rooms[-1], seats[rooms[-1]])  # another device of the visitor; the page looks on
        play(game="warpgrid", people={1: player}, count=1000, luck=7)
        expect(page.get_by_role("link", name="Watch it")).to_be_visible()
        page.goto("/g/grid_universe/edit")
        editor = page.get_by_role("textbox", name="The level's text")
        draft = (folder / "setups" / "grid_universe.txt").read_text("utf-8")
        editor.fill(draft)
        expect(page.get_by_role("region", name="How it stands")).to_contain_text("Ready to play.")
        page.goto("/")
        storage = page.evaluate("Object.fromEntries(Object.entries(localStorage))")
        browser.close()
    write(folder / "storage.json", storage)
    solved, left, lost = rooms
    return {"level": level, "words": words, "solved": solved, "left": left, "lost": lost, "draft": draft}


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    old = Path(sys.argv[1]).resolve()
    if os.environ.get("PYTHONPATH") != str(old / "src"):  # begin anew, with that version's package
        environment_of_old = {**os.environ, "PYTHONPATH": str(old / "src")}
        sys.exit(subprocess.run([sys.executable, *sys.argv], env=environment_of_old).returncode)
    main(old, Path(sys.argv[2]).resolve())
