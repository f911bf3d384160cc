"""The pages about people over HTTP."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.registry import can_play, load
from gridhall.server.failures import Refused
from gridhall.server.messages.people import MatchCard, Profile
from gridhall.server.pages.answers import answer
from gridhall.server.people import accounts, profiles
from gridhall.server.people.accounts import Account
from gridhall.server.people.visitors import Pages
from gridhall.server.ranking import standings
from gridhall.server.store import queries
from gridhall.server.store.tables import LogEntry, RoomRow

MOST_OPEN = 20  # open matches whose turn is told
YOURS = 3  # last replays in the hall's row
OUTCOMES = ("", "won", "lost", "drawn", "none", "solo")


class ProfilePages(Pages):
    """Answers what is asked about people."""

    def routes(self) -> list[Route]:
        get = ["GET"]
        return [
            Route("/api/people/{name}", self.profile, methods=get),
            Route("/api/yours", self.yours, methods=get),
        ]

    async def profile(self, request: Request) -> Response:
        """The page about somebody. With `game`, `outcome`, `other` or `before` only their finished matches of that
        kind are told.
        """
        name, asking = request.path_params["name"], await self.visitors.known_account(request)
        account = await asyncio.to_thread(accounts.account_named, self.hall.engine, name)
        if account is None and asking is not None and name == "me":
            account = asking
        if account is None:
            raise Refused("no_room", "nobody here has this name")
        wanted = await self._filter(request)
        mine = asking is not None and asking.id == account.id
        matches, more = await asyncio.to_thread(profiles.finished, self.hall.engine, account.id, wanted, mine)
        page = Profile(account.id, account.name, account.made, bool(account.claimed), mine, matches=matches, more=more)
        if wanted == profiles.Filter():
            page.games = await asyncio.to_thread(profiles.game_results, self.hall.engine, account.id, mine)
            page.curves = await asyncio.to_thread(standings.curves_of, self.hall.engine, account.id)
            page.open = await self._open(request, account) if mine else []
        return answer(page)

    async def _filter(self, request: Request) -> profiles.Filter:
        asked = request.query_params
        game, outcome, other = (asked.get(name, "") for name in ("game", "outcome", "other"))
        if game:
            load(game)  # raises UnknownGame
        if outcome not in OUTCOMES:
            raise Refused("bad_message", f"an outcome is one of {', '.join(OUTCOMES[1:])}")
        if other and other != profiles.MACHINE:
            account = await asyncio.to_thread(accounts.account_named, self.hall.engine, other)
            other = account.id if account is not None else "nobody"
        try:
            before = float(asked.get("before", "0"))
        except ValueError as wrong:
            raise Refused("bad_message", "before is a number of seconds since 1970") from wrong
        return profiles.Filter(game, outcome, other, before)

    async def _open(self, request: Request, account: Account) -> list[MatchCard]:
        """Somebody's open matches, those first where it is their turn."""
        rooms = await asyncio.to_thread(queries.rooms_of, self.hall.engine, account.id)
        rooms = [summary for summary in rooms if not summary.room.over and can_play(summary.room.game)]
        cards = [profiles.open_card(account, summary) for summary in rooms]
        asked: list[tuple[RoomRow, list[LogEntry], list[int]]] = []
        asked_cards: list[MatchCard] = []
        for summary, card in zip(rooms, cards):
            if summary.room.version == load(card.game).VERSION and not card.turn and len(asked) < MOST_OPEN:
                stored = await asyncio.to_thread(queries.read_room, self.hall.engine, card.room)
                if stored is not None:
                    asked.append((stored[0], stored[2], card.own))
                    asked_cards.append(card)
        if asked:
            for card, turn in zip(asked_cards, await self.visitors.work(request, "match", profiles.turns, "", asked)):
                card.turn = turn
        return sorted(cards, key=lambda card: (card.turn != "yours", -card.ended))

    async def yours(self, request: Request) -> Response:
        """What the hall's row says to whoever asks: their open matches, and the last ones they finished."""
        account = await self.visitors.account(request)
        matches, _ = await asyncio.to_thread(profiles.finished, self.hall.engine, account.id, profiles.Filter(), True)
        page = Profile(account.id, account.name, account.made, bool(account.claimed), True)
        page.open, page.matches = await self._open(request, account), matches[:YOURS]
        return answer(page)
