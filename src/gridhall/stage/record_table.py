"""A record as a table: nobody can act, and its film can be watched."""

from gridhall.game import EVERYONE
from gridhall.replay import moments_of
from gridhall.stage.table import STORY, WATCH, LogLine, MatchTable, Still
from gridhall.stage.thinker import Thinker
from gridhall.terminal import saves


class RecordTable(MatchTable):
    """A match that was recorded, as everybody may see it: what is secret is shown only after the end."""

    def __init__(self, name: str) -> None:
        self.match, _ = saves.read(name)
        super().__init__(self.match.name, self.match.game.TITLE, name)
        hidden = self.match.game.SECRETS and not self.match.over
        self.viewer = self.match.game.PLAYERS if hidden else EVERYONE if self.match.game.PLAYERS > 1 else 0
        self.seat = -1
        self.thinker = Thinker(lambda text: self.watcher.say(text))
        self.moments = moments_of(self.match, self.viewer)
        self.scene = self.moments[-1].scene
        self.log = [LogLine(moment.text) for moment in self.moments if moment.text]

    begins_with_film = True

    @property
    def active(self) -> bool:
        return False

    @property
    def over(self) -> bool:
        return True

    def can(self, what: str) -> bool:
        return what == WATCH or (what == STORY and self.match.over and self.match.game.review is not None)

    async def film(self) -> list[Still]:
        return [Still(moment.scene, moment.text) for moment in self.moments]

    async def story(self) -> list[str]:
        return await self.thinker.story(self.match)

    async def close(self) -> None:
        await self.thinker.stop()
