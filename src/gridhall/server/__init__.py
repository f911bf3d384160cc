"""The hall in the browser: rooms, seats and spectators over WebSockets. See docs/protocol.md."""
