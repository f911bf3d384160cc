"""The codes with which the server refuses a message and closes a connection, each with its meaning."""

CODES = {
    "bad_message": "not JSON, no known type, or a field of the wrong kind; "
    "after 20 of them in a row the connection is closed (4400)",
    "too_fast": "more messages than allowed; wait a second. Whoever goes on is closed (4429)",
    "too_large": "the message or text is larger than allowed",
    "too_many": "too many rooms or guests for now",
    "not_joined": "the first message must be join",
    "old_client": "another version of the protocol: load the page again",
    "no_room": "there is no such room, or no longer (closed with 4404)",
    "no_seat": "there is no such seat, or this client does not hold it",
    "seat_taken": "somebody sits there",
    "not_started": "a seat is still open",
    "bad_number": "the act's number is not the one after the last; `joined` and `taken` tell it",
    "bad_action": "the game has no such word",
    "illegal_action": "the rules refuse it now; the message has the rule's number",
    "not_your_turn": "somebody else is to act",
    "match_over": "the match has ended",
    "not_offered": "nothing of the kind was offered, or it cannot be offered here",
    "bad_setup": "the level or text cannot be used; `defects` says why",
    "unknown_game": "there is no such game",
    "bad_record": "a record that cannot be read or does not replay",
    "sealed": "the match has secrets and is not over",
    "no_guest": "the guest's token is missing or unknown",
    "unavailable": "the server cannot do this now",
    "internal": "a bug; it has been logged",
}
CLOSES = {
    4400: "too many bad messages",
    4404: "no such room",
    4408: "no join within 10 seconds, or nothing for a minute",
    4409: "the client reads too slowly",
    4429: "too many messages",
    1009: "a message larger than 64 KiB",
    1012: "the server goes down or restarts: come back",
}
