"""Matches that never were: played by chance, stored and counted as the hall does it, for tables and ratings."""

import random
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, Engine, insert

from gridhall.registry import levels, load, read_text
from gridhall.server.ranking import counting, days, outcomes
from gridhall.server.rooms.board import Board
from gridhall.server.store import queries
from gridhall.server.store.tables import LogEntry, RoomRow, SeatRow, accounts, chained_log

DAY = 86400.0
BEGINNING = 1_700_000_000.0  # in November 2023, so that days begin and end in the same places whenever this runs


class Past:
    """Makes matches of some months long ago, one after the other."""

    def __init__(self, engine: Engine, people: int, seed: int = 1, duel: str = "coins") -> None:
        self.engine, self.chance, self.game = engine, random.Random(seed), duel
        self.people = [f"{number:016x}" for number in range(people)]
        self.now, self.rooms = BEGINNING, 0
        rows = [
            {
                "id": person,
                "name": f"Person {person}",
                "made": self.now,
                "seen": self.now,
                "claimed": float(number % 5 > 0),
            }
            for number, person in enumerate(self.people)
        ]  # every fifth is a guest
        with engine.begin() as connection:
            connection.execute(insert(accounts), rows)

    def fill(self, matches: int) -> None:
        """Play and count so many matches, several in a transaction."""
        while matches > 0:
            with self.engine.begin() as connection:
                for _ in range(min(matches, 50)):
                    kind = self.chance.choice((self.duel, self.duel, self.level, self.level, self.day))
                    kind(connection)
            matches -= 50

    def duel(self, connection: Connection) -> None:
        """A rated match of two people, or of one against a machine."""
        first, second = self.chance.sample(self.people, 2)
        name = self.chance.choice((self.game, self.game, "echoes"))
        machines = [*load(name).LEVELS_OF_PLAY]
        chairs = [SeatRow(1, "person", "", "", first), SeatRow(2, "person", "", "", second)]
        if machines and self.chance.random() < 0.3:
            chairs[1] = SeatRow(2, "machine", self.chance.choice(machines))
        row = self._row(name, "", rated=True, clock=self.chance.choice((60, 86400)))
        self._play(connection, row, chairs, 30)

    def level(self, connection: Connection) -> None:
        """An attempt at a level: by the proof, or by chance."""
        name = self.chance.choice(("phase_shift", "grid_universe"))
        level = self.chance.choice(levels(load(name))[:6])
        row = self._row(name, level.name, helped=self.chance.random() < 0.2)
        words: list[str] = level.certificate["witness"].split("; ") if self.chance.random() < 0.7 else []
        if words and name == "phase_shift" and self.chance.random() < 0.4:
            words = [words[0], {"n": "s", "s": "n", "e": "w", "w": "e", "f": "f"}[words[0]], *words]
        self._play(connection, row, [SeatRow(1, "person", "", "", self.chance.choice(self.people))], 20, words)

    def day(self, connection: Connection) -> None:
        """A match of the day, or one with a seed of its own."""
        row = self._row("warpgrid", "")
        if self.chance.random() < 0.5:
            row.day, row.seed, row.nonce = days.today(self.now), str(int(self.now // DAY)), "00" * 16
        self._play(connection, row, [SeatRow(1, "person", "", "", self.chance.choice(self.people))], 100)

    def _row(self, game: str, level: str, rated: bool = False, clock: int = 0, helped: bool = False) -> RoomRow:
        self.now += self.chance.random() * 3600
        self.rooms += 1
        loaded = load(game)
        shipped = {known.name: known.text for known in levels(loaded)}
        text = shipped.get(level) or read_text(loaded, None)
        seed = loaded.named_seed(text) if loaded.named_seed is not None else None
        return RoomRow(
            id=f"r{self.rooms:09}", game=game, version=loaded.VERSION, level=level, setup=text,
            seed=str(self.chance.getrandbits(63) if seed is None else seed), nonce="0f" * 16, open=False, known=False,
            clock=clock, maker="", made=self.now, rated=rated, helped=helped,
        )  # fmt: skip

    def _play(
        self, connection: Connection, row: RoomRow, chairs: list[SeatRow], most: int, words: Sequence[str] = ()
    ) -> None:
        """Play until the end, or until somebody gives up after `most` words."""
        board = Board(row)
        log: list[LogEntry] = []
        add = partial(LogEntry, row.id)
        while board.result is None:
            self.now += self.chance.random() * 3
            player = board.match.acting[0]
            if words:
                word = words[len(log)]
            elif len(log) < most:
                action = self.chance.choice(board.match.legal(player))
                word = board.game.word(board.match.setup, board.match.state, action)
            else:
                winner = (2 - player if board.counts else 0) if board.game.PLAYERS == 2 else 0
                log.append(add(len(log) + 1, player + 1, 0, "resign", str(winner), self.now))
                board.take(log[-1])
                break
            log.append(add(len(log) + 1, player + 1, 0, "play", word, self.now))
            board.take(log[-1])
        self.now += 1
        row.over, row.ended = True, self.now
        queries.add_room(connection, row, chairs)
        if log:
            queries.add_entries(connection, chained_log(row, log))
        queries.set_over(connection, row.id, True, self.now, outcomes.results_of(chairs, board, self.now))
        finished = counting.finished_of(row, chairs, board, self.now)
        if finished is not None:
            counting.count(connection, finished)
