"""The hall's door: HTTP routes and the WebSocket.

    GET  /api/games                          list of GameCard
    GET  /api/games/GAME                     GamePage
    GET  /api/games/GAME/theme.svg           the game's symbols
    GET  /api/games/GAME/show                Replay: a short match that plays itself, as a spectator sees it
    GET  /api/games/GAME/levels/LEVEL        LevelPage: text and first scene
    POST /api/games/GAME/check               a setup's text as the body -> LevelPage, or Failure with `defects`
    POST /api/guests                         Guest: a token for this visitor (no sign-up)
    POST /api/rooms                          MakeRoom -> RoomMade          (Authorization: Bearer TOKEN)
    GET  /api/rooms                          list of RoomCard: the guest's own, newest first, with keys  (Authorization)
    GET  /api/rooms/ROOM                     messages.Room
    GET  /api/match/ROOM?from=0&to=50&as=0   Replay of plies from + 1 to `to`; `as` is a player, or 0 for everybody's eyes
    GET  /api/match/ROOM/record              the record, as a download
    GET  /api/match/ROOM/picture.gif         the match as a GIF, as a download
    POST /api/replay?from=0&to=50            a record's text as the body -> Replay; nothing is kept
    WS   /ws                                 one connection a room; see messages.py
    GET  anything else                       the client: a file of server/client/, or its index.html

In a game with secrets a match that is not over has no replay, record or picture (`sealed`), except `as` one's own seat with the header
`X-Seat: SECRET`. Every failure has a body of Failure; codes are those of messages.CODES. Answers above 1 KiB are compressed.
"""
