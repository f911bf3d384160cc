"""Passwords, hashed with Argon2id. Hashing takes long on purpose, so that it is done by workers (`hall.budget`)."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from gridhall.server.failures import Refused
from gridhall.server.people.names import skeleton

SHORTEST, LONGEST = 12, 200
# Long enough, and among the first that anybody tries.
COMMON = (
    "123456789012 1234567890123 password1234 passwordpassword qwertyuiop12 qwertyuiopas qwerty123456 iloveyou1234 "
    "adminadmin12 letmeinletmein abcdefghijkl welcome12345 football1234 monkeymonkey dragondragon gridhall1234 "
    "gridhallgridhall correcthorsebatterystaple"
)
hasher = PasswordHasher(time_cost=3, memory_cost=19 * 1024, parallelism=1)  # 19 MiB: as many workers may do it at once
# The hash of nothing that anybody knows: a name that is not there takes as long as one that is.
DUMMY = "$argon2id$v=19$m=19456,t=3,p=1$kBcEAkGgHLBPMMV1Q4Eh/Q$yS2smDkmqU4r8Vx9hseWXO5ZVe4E12dGvpWxyU4hX3k"


def refuse_weak(password: str, name: str) -> None:
    """Raise Refused, with a sentence that says what to change, for what is guessed first."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused("bad_password", f"a password has {SHORTEST} to {LONGEST} signs; a few words are easy to remember")
    plain = password.lower()
    if (
        plain in COMMON.split()
        or len(set(plain)) < 5
        or (name and skeleton(name) in skeleton(plain) and len(plain) < 20)
    ):
        raise Refused("bad_password", "this password is among the first that are guessed; take a few words of your own")


def make_hash(_: str, password: str) -> bytes:
    """What is stored of a password; for a worker."""
    return hasher.hash(password).encode()


def fits(_: str, stored: bytes, password: str) -> bool:
    """Whether a password is the one that was stored; for a worker. Without a stored one it takes as long."""
    try:
        return hasher.verify(stored.decode() or DUMMY, password) and bool(stored)
    except (VerificationError, InvalidHashError):
        return False
