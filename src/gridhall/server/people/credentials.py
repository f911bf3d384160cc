"""Credentials and tickets in the database: what proves that an account is somebody's."""

import secrets
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, select, update

from gridhall.server.store.tables import credentials, hashed, tickets
from gridhall.server.work.limits import DAY

CODES = 10
CODE_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that are taken for each other
CODE_LENGTH = 16  # of 31 signs: 79 bits, so that a plain hash is enough


class Credential(msgspec.Struct, frozen=True):
    """A way to prove that an account is one's own: a passkey, a password or a recovery code."""

    id: str
    account: str
    kind: str
    handle: bytes | None
    secret: bytes
    uses: int = 0
    label: str = ""
    made: float = 0.0
    used: float = 0.0


def credentials_of(engine: Engine, account: str) -> list[Credential]:
    """All ways into an account, the oldest first; recovery codes that were used are left out."""
    wanted = select(credentials).where(credentials.c.account == account).order_by(credentials.c.made, credentials.c.id)
    with engine.connect() as connection:
        every = [Credential(*row) for row in connection.execute(wanted)]
    return [credential for credential in every if credential.kind != "code" or not credential.used]


def passkey_of(engine: Engine, handle: bytes) -> Credential | None:
    """The passkey that its device calls so."""
    with engine.connect() as connection:
        row = connection.execute(select(credentials).where(credentials.c.handle == handle)).one_or_none()
    return Credential(*row) if row is not None else None


def new_credential(
    account: str, kind: str, secret: bytes, now: float, handle: bytes | None = None, uses: int = 0, label: str = ""
) -> Credential:
    """A credential that is not stored yet."""
    return Credential(secrets.token_hex(8), account, kind, handle, secret, uses, label, now)


def add_credential(connection: Connection, credential: Credential) -> None:
    """Keep a credential; a password takes the place of the one before."""
    if credential.kind == "password":
        old = credentials.c.account == credential.account, credentials.c.kind == "password"
        connection.execute(delete(credentials).where(*old))
    connection.execute(insert(credentials).values(**msgspec.structs.asdict(credential)))


def remove_credential(connection: Connection, account: str, credential: str) -> None:
    """Forget a credential of an account."""
    connection.execute(delete(credentials).where(credentials.c.account == account, credentials.c.id == credential))


def note_use(connection: Connection, credential: str, uses: int, now: float) -> None:
    """Note that a passkey or a password was used."""
    connection.execute(update(credentials).where(credentials.c.id == credential).values(uses=uses, used=now))


def fresh_codes() -> list[str]:
    """Ten recovery codes, in groups of four that can be written down."""
    codes = ("".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH)) for _ in range(CODES))
    return ["-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4)) for code in codes]


def plain_code(code: str) -> str:
    """A recovery code as it is hashed, however it was typed."""
    return "".join(sign for sign in code.lower() if sign in CODE_SIGNS)


def set_codes(connection: Connection, account: str, codes: Sequence[str], now: float) -> None:
    """Keep new recovery codes; those before are good no more."""
    connection.execute(delete(credentials).where(credentials.c.account == account, credentials.c.kind == "code"))
    for code in codes:
        add_credential(connection, new_credential(account, "code", hashed(plain_code(code)), now))


def use_code(connection: Connection, account: str, code: str, now: float) -> bool:
    """Use a recovery code up; False if it is none, or no longer."""
    is_it = credentials.c.secret == hashed(plain_code(code)), credentials.c.used == 0
    of_account = credentials.c.account == account, credentials.c.kind == "code"
    return connection.execute(update(credentials).where(*of_account, *is_it).values(used=now)).rowcount == 1


def add_ticket(connection: Connection, ticket: str, kind: str, account: str, content: bytes, until: float) -> None:
    """Keep what was begun, and forget what nobody has ended in time."""
    connection.execute(delete(tickets).where(tickets.c.until < until - DAY))
    row = {"id": hashed(ticket), "kind": kind, "account": account, "content": content, "until": until}
    connection.execute(insert(tickets).values(**row))


def take_ticket(connection: Connection, ticket: str, kind: str, now: float) -> tuple[str, bytes] | None:
    """End what was begun, once: whose it is and what was kept of it; None if it is none, or no longer."""
    is_it = tickets.c.id == hashed(ticket), tickets.c.kind == kind
    row = connection.execute(select(tickets.c.account, tickets.c.content, tickets.c.until).where(*is_it)).one_or_none()
    if row is None or connection.execute(delete(tickets).where(*is_it)).rowcount != 1 or row.until < now:
        return None
    return row.account, bytes(row.content)


def has_ticket(engine: Engine, ticket: str, kind: str, now: float) -> bool:
    """Whether something that was begun is not ended yet."""
    wanted = select(tickets.c.until).where(tickets.c.id == hashed(ticket), tickets.c.kind == kind)
    with engine.connect() as connection:
        until = connection.execute(wanted).scalar_one_or_none()
    return until is not None and until > now


def drop_ticket(connection: Connection, digest: bytes) -> bool:
    """End what was begun, by the hash of its ticket; False if it has ended already."""
    return connection.execute(delete(tickets).where(tickets.c.id == digest)).rowcount == 1
