"""Where the user's own data is kept."""

import os
import sys
from pathlib import Path


def home() -> Path:
    """The user's data folder; GRIDHALL_HOME overrides it."""
    if named := os.environ.get("GRIDHALL_HOME"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "gridhall"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gridhall"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "gridhall"
