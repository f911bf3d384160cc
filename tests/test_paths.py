"""Where the user's own data is kept, whatever the environment says, and files that no sudden end spoils."""

import os
import pwd
from pathlib import Path

import pytest

from gridhall import paths
from gridhall.compiler.store import cache_folder


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder, and nothing else that is said of folders."""
    for name in ("GRIDHALL_HOME", "GRIDHALL_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


def test_a_variable_that_no_shell_has_read_still_means_the_users_folder(
    user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDHALL_HOME", "~/halls")
    monkeypatch.setenv("GRIDHALL_CACHE", "~/code")
    assert (paths.home(), cache_folder()) == (user / "halls", user / "code")


def test_a_relative_folder_of_the_standard_is_ignored_as_the_standard_says(
    user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = paths.home(), cache_folder()
    assert usual == (user / ".local/share/gridhall", user / ".cache/gridhall")
    for relative in ("", "data", "./data"):
        monkeypatch.setenv("XDG_DATA_HOME", relative)
        monkeypatch.setenv("XDG_CACHE_HOME", relative)
        assert (paths.home(), cache_folder()) == usual
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert paths.home() == Path("/data/gridhall")


def test_a_user_without_a_folder_has_one_all_the_same_in_which_nothing_can_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(number: int) -> pwd.struct_passwd:
        raise KeyError(number)

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert paths.home() == Path("/.local/share/gridhall")
    assert cache_folder() == Path("/.cache/gridhall")


def test_what_is_private_is_written_whole_and_stays_private(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = user / "deep" / "keys.json"
    paths.write_private(file, b"before, and longer")
    file.chmod(0o644)
    paths.write_private(file, b"after")
    assert file.read_bytes() == b"after" and file.stat().st_mode & 0o777 == 0o600

    def full(descriptor: int, *rest: object) -> None:
        os.close(descriptor)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(paths, "open", full, raising=False)
    with pytest.raises(OSError, match="No space"):
        paths.write_private(file, b"cut off")
    assert file.read_bytes() == b"after" and [kept.name for kept in file.parent.iterdir()] == ["keys.json"]
