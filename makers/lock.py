"""Write the versions that are installed here, of Gridhall's dependencies and of theirs, to requirements-dev.lock.

    make clean && rm requirements-dev.lock && touch requirements-dev.lock && make ready && python makers/lock.py

`make` installs these versions, so that everybody develops with the ones that were tested together. The file has names
and versions only: where packages come from is each machine's own affair.
"""

import re
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FILE = Path(__file__).parents[1] / "requirements-dev.lock"
EXTRAS = ("dev",)


def closure(name: str, extras: tuple[str, ...], versions: dict[str, str]) -> None:
    """Add a distribution's requirements, and theirs, to `versions`."""
    for text in distribution(name).requires or []:
        requirement = Requirement(text)
        wanted = requirement.marker is None or any(
            requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)
        )
        required = canonicalize_name(requirement.name)
        if wanted and required not in versions:
            versions[required] = distribution(requirement.name).version
            closure(requirement.name, tuple(requirement.extras), versions)


def main() -> None:
    versions: dict[str, str] = {}
    closure("gridhall", EXTRAS, versions)
    for name, version in versions.items():
        if re.search(r"[+@/]", version):
            raise SystemExit(f"{name} {version} is not a release; install one before locking")
    lines = [f"{name}=={version}\n" for name, version in sorted(versions.items())]
    FILE.write_text("# Made by makers/lock.py: the versions that make installs.\n" + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()
