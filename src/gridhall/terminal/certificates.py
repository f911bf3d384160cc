"""What is proved of a level, in words."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridhall.solve import Certificate


def in_short(certificate: dict[str, Any]) -> str:
    """A shipped level's certificate in a few words: `best 8`; "" if there is none."""
    status, length = certificate.get("status"), certificate.get("length")
    if status == "OPTIMAL":
        return f"best {length}"
    return f"{str(status).lower()}{f' in {length}' if length else ''}" if status else ""


def as_sentence(certificate: "Certificate") -> str:
    """A certificate as `check`, `solve` and `generate` print it."""
    status, length, bound, note = certificate.status, certificate.length, certificate.bound, certificate.note
    score = f", {certificate.score} points" if certificate.score is not None else ""
    if status == "UNSOLVABLE":
        return f"UNSOLVABLE: it cannot be won: {note}." if note else "UNSOLVABLE: it cannot be won."
    text = {
        "OPTIMAL": f"OPTIMAL {length}: it can be won in {length} moves{score}, and not in fewer.",
        "SOLVABLE": f"SOLVABLE: it can be won in {length} moves{score}; at least {bound} are needed.",
        "OPEN": (
            f"OPEN: not decided within the budget; if it can be won, it takes at least {bound} moves. "
            "More with --nodes."
        ),
    }[status]
    return f"{text} {note}." if note else text
