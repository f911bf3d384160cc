"""A match of one's own as a table: alone, against machines, or two at one keyboard with a curtain between them."""

import asyncio
import contextlib
from collections.abc import Iterable

from gridhall.danger import preview_of
from gridhall.errors import BadAction, GridhallError
from gridhall.game import EVERYONE, Advice
from gridhall.match import Match, Moment, split_player
from gridhall.replay import moments_of
from gridhall.scene import Choice, Frame, Outcome, Preview
from gridhall.stage.table import (
    AGAIN,
    HINT,
    LOOK,
    NEXT,
    ODDS,
    RESTART,
    STORY,
    TICKS,
    UNDO,
    WATCH,
    LogLine,
    MatchTable,
    Still,
    outcome_for,
    player_name,
)
from gridhall.stage.thinker import Thinker
from gridhall.terminal.certificates import in_short
from gridhall.terminal.ending import closing, following_level
from gridhall.terminal.session import Session


class LocalTable(MatchTable):
    """A session, the people at the keyboard, and a process that thinks for the machines."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.match.name, session.game.TITLE, session.title)
        self.session = session
        shipped = session.shipped_level
        self._best = in_short(shipped.certificate) if shipped is not None and session.game.PUZZLE else ""
        self.is_resumed = session.has_begun
        self.curtained = session.game.SECRETS and len(session.people) > 1
        self.unseen: dict[int, list[tuple[int, Still]]] = {}  # for each person, with the number of the ply
        self.thinker = Thinker(self._complain)
        self.thinking: asyncio.Future[int] | None = None
        self.ending: list[str] = []  # what is said after the end
        self.has_ended = False
        self.stopped = False  # whether somebody has stopped the machine
        session.complain = self._complain
        acting = [player for player in self.match.acting if player in session.people]
        self.seat = acting[0] if acting else session.people[0]
        if self.curtained:
            self.curtain = self.seat
        self._look()

    def _complain(self, text: str) -> None:
        self.watcher.say(text)

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def active(self) -> bool:
        waits = self.thinks or self.stopped or self.handing_over or self.curtain >= 0
        return not waits and self.seat in self.match.acting

    @property
    def saved_as(self) -> str:
        return self.session.name if self.match.plies and not self.match.over else ""

    @property
    def outcome(self) -> Outcome | None:
        people = self.session.people
        alone = people[0] if self.session.game.PLAYERS > 1 and len(people) == 1 else -1
        return outcome_for(self.scene.outcome, alone)

    @property
    def can_take_back(self) -> bool:
        return self.session.game.UNDO

    @property
    def best(self) -> str:
        return self._best

    @property
    def who(self) -> str:
        return f"You are {player_name(self.seat)}" if self.session.game.PLAYERS > 1 and not self.over else ""

    def can(self, what: str) -> bool:
        game, over = self.session.game, self.match.over
        if what == UNDO:
            return game.UNDO and bool(self.match.plies)
        if what == RESTART:
            return not over and bool(self.match.plies)
        if what == HINT:
            return self.active and (game.PUZZLE or bool(game.LEVELS_OF_PLAY))
        if what == NEXT:
            return over and following_level(self.session) is not None
        answers = {
            ODDS: self.active and game.advise is not None,
            LOOK: self.active and game.preview is not None,
            TICKS: self.curtain < 0 and game.timeline is not None and self.scene.timeline is not None,
            WATCH: bool(self.match.plies) and self.curtain < 0,
            STORY: over and game.review is not None,
            AGAIN: over,
        }
        return answers.get(what, False)

    def _look(self) -> None:
        """Let the scene be what the person at the keyboard sees; after the end of a match of two, everything."""
        viewer = EVERYONE if self.match.over and self.session.game.PLAYERS > 1 else self.seat
        self.scene = self.match.moment(viewer).scene

    def end_lines(self) -> list[str]:
        return self.ending

    async def begin(self) -> None:
        if self.curtain < 0:
            if self.is_resumed:
                self.log = self._log_until_now()
            await self._go_on()

    def _log_until_now(self) -> list[LogLine]:
        """What the person at the keyboard was told before the match was left."""
        again = Match.of_text(self.session.game, self.match.setup_text, self.match.seed)
        log = []
        for number, ply in enumerate(self.match.plies, 1):
            moments = again.moments(again.act(ply.player, ply.action), self.seat)
            log += [LogLine(moment.text, number) for moment in moments if moment.text]
        return log

    async def play(self, choice: Choice) -> None:
        self.match.check(self.seat, choice.action)
        player = self.seat
        stills: list[Still] = []
        for action in self.match.walk(player, [choice.action, *choice.then]):
            stills += self._act(player, action)
        self._show(stills)
        await self._go_on()

    async def say_word(self, text: str) -> None:
        named, word = split_player(text, self.session.game.PLAYERS)
        if named is not None and named != self.seat:
            raise BadAction(f"you are player {self.seat + 1}; player {named + 1} has a turn of their own")
        player, action = self.match.read(word, self.seat)
        self.match.check(player, action)
        self._show(self._act(player, action))
        await self._go_on()

    def _act(self, player: int, action: int) -> list[Still]:
        """Play an action; returns what the person at the keyboard sees of it, and keeps what others see for them."""
        events = self.session.act(player, action)
        seen: list[Still] = []
        for person in self.session.people:
            moments = self.match.moments(events, person)
            if person == self.seat:
                seen = self._stills(moments, person)
            elif self.curtained:
                ply = len(self.match.plies)
                self.unseen.setdefault(person, []).extend((ply, still) for still in self._stills(moments, person))
        return seen

    def _stills(self, moments: Iterable[Moment], person: int) -> list[Still]:
        after = self.match.moment(person)
        stills = []
        for moment in moments:
            moment.share_scene(after)
            stills.append(Still(moment.scene, moment.text))
        return stills

    def _show(self, stills: list[Still]) -> None:
        self._look()
        number = len(self.match.plies)
        self.log += [LogLine(still.text, number) for still in stills if still.text]
        if self.match.over and not self.has_ended:
            self._end()
        self.watcher.show(stills)

    def _end(self) -> None:
        self.has_ended = True
        outcome = self.scene.outcome
        self.ending = closing(self.session, outcome is not None and outcome.won)

    async def _go_on(self) -> None:
        """Let machines and the game act until a person has a choice; between two people hangs a curtain."""
        while not self.match.over:
            acting = [player for player in self.match.acting if player in self.session.people]
            if not acting:
                player = self.match.acting[0]
                action = await self._machine_action(player)
                if action is None:
                    return
                self._show(self._act(player, action))
                continue
            if self.seat not in acting:
                if not self._hand_over(acting[0]):
                    return
            if (action := self.session.automatic(self.seat)) < 0:
                break
            self._show(self._act(self.seat, action))
        self.handing_over = False
        self._look()
        self.watcher.changed()

    def _hand_over(self, player: int) -> bool:
        """Let another person sit down; False if the one before has to hide the board first."""
        if not self.curtained:
            self.seat = player
            return True
        self.handing_over = True
        self._look()
        self.watcher.changed()
        return False

    async def go_on(self) -> None:
        if self.handing_over:
            self.handing_over = False
            self.curtain = next(player for player in self.match.acting if player in self.session.people)
            self.watcher.changed()
        elif self.curtain >= 0:
            self.seat, self.curtain = self.curtain, -1
            stills = [still for _, still in self.unseen.pop(self.seat, [])]
            self.log = [LogLine(still.text) for still in stills if still.text]
            self._look()
            self.watcher.show(stills)
            await self._go_on()
        elif self.stopped:
            self.stopped = False
            await self._go_on()

    async def _machine_action(self, player: int) -> int | None:
        """What a machine plays next; None if somebody has stopped it."""
        if (action := self.session.automatic(player)) >= 0:
            return action
        self.thinks = "The machine thinks"
        self.watcher.changed()
        session, match = self.session, self.match
        work = self.thinker.choose(match, player, session.machines[player], session.machine_seed)
        self.thinking = asyncio.ensure_future(work)
        try:
            action = await self.thinking
        except asyncio.CancelledError:
            if not self.stopped:
                raise
            return None
        except GridhallError as wrong:  # such as that its process was ended from outside; it can be asked again
            self.stopped = True
            self.watcher.say(wrong.plain)
            return None
        finally:
            self.thinks, self.thinking = "", None
            self.watcher.changed()
        return session.allowed(player, action)

    def stop(self) -> None:
        if self.thinking is not None:
            self.stopped = True
            self.thinking.cancel()

    async def do(self, what: str) -> None:
        if what == UNDO:
            self._undo(1)
        elif what in (RESTART, AGAIN):
            self.session.restart()
            self._begin_again()
        await self._go_on()

    def _undo(self, count: int) -> None:
        if not self.session.undo(count):
            self.watcher.say("There is nothing to take back.")
            return
        left = len(self.match.plies)
        for player, pairs in self.unseen.items():
            self.unseen[player] = [pair for pair in pairs if pair[0] <= left]
        self.log = [said for said in self.log if said.at <= left]
        self.stopped = self.has_ended = False
        self._look()
        self.watcher.show([])
        self.watcher.say("Taken back; the result is marked.")

    def _begin_again(self) -> None:
        self.log, self.unseen, self.has_ended, self.stopped = [], {}, False, False
        acting = [player for player in self.match.acting if player in self.session.people]
        self.seat = acting[0] if acting else self.session.people[0]
        self.curtain = self.seat if self.curtained else -1
        self._look()
        self.watcher.show([])

    async def hint(self) -> str:
        return await self.thinker.hint(self.match, self.seat, self.session.machine_seed + 1)

    async def odds(self) -> list[Advice]:
        return await self.thinker.odds(self.match, self.seat)

    async def preview(self, choice: Choice) -> Preview | None:
        game, setup, view = self.session.game, self.match.setup, self.match.view(self.seat)
        with contextlib.suppress(GridhallError):
            return preview_of(game, setup, view, self.seat, [choice.action, *choice.then])
        return None

    async def frames(self) -> list[Frame]:
        timeline = self.session.game.timeline
        if timeline is None:
            return []
        viewer = EVERYONE if self.match.over else self.seat
        return timeline(self.match.setup, self.match.view(viewer), viewer)

    async def film(self) -> list[Still]:
        """All of a match that is over or of one player; else what this player has seen."""
        viewer = EVERYONE if self.match.over and self.session.game.PLAYERS > 1 else self.seat
        return [Still(moment.scene, moment.text) for moment in moments_of(self.match, viewer)]

    async def story(self) -> list[str]:
        return await self.thinker.story(self.match)

    def following(self) -> str:
        """The name of the next level of the ladder; "" if there is none."""
        level = following_level(self.session)
        return level.name if level else ""

    async def close(self) -> None:
        if self.thinking is not None:
            self.stopped = True
            self.thinking.cancel()
        await self.thinker.stop()
        self.session.close()
