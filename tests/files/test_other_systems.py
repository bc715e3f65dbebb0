"""Systems without folders that can be held open, and without owners: Windows, above all."""

from __future__ import annotations

import os
import stat

import pytest

import bodyplan
from bodyplan.files import _folder as folder
from bodyplan.files.opener import FileState
from bodyplan.files.writer import Output, write_files
from tests.files.conftest import left_in, write_file

OLD = b"<robot name='old'/>"


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch):
    """What Windows lacks is not there."""
    monkeypatch.setattr(folder, "_HOLDS", False)
    for name in ("fchown", "fchmod"):
        monkeypatch.delattr(os, name, raising=False)


def test_files_are_replaced_and_made(target):
    write_file(target, b"new", expected=FileState(OLD, os.path.realpath(target)))
    below = target.parent
    write_files(Output(below / "other", b"other"), Output("a/b/c", b"inner", below=below))
    assert target.read_bytes() == b"new"
    assert (below / "a/b/c").read_bytes() == b"inner"
    assert left_in(below) == ["a", "arm.urdf", "other"]


def test_changes_are_seen(target):
    document = bodyplan.read(target)
    target.write_bytes(b"<robot name='new'/>")
    with pytest.raises(bodyplan.WriteError, match="changed on disk"):
        document.save()
    target.unlink()
    with pytest.raises(bodyplan.WriteError, match="was deleted"):
        document.save()
    document.save(force=True)
    assert left_in(target.parent) == ["arm.urdf"]


def test_read_only_files_stay(target):
    target.chmod(stat.S_IREAD)
    with pytest.raises(bodyplan.WriteError, match="the file is read-only"):
        write_file(target, b"new")
    write_file(target, b"new", force=True)


def test_several_files_are_written_or_none(target):
    other = target.with_name("other")
    other.write_bytes(b"other")
    with pytest.raises(bodyplan.WriteError):
        write_files(Output(target, b"new", FileState(OLD)), Output(other, b"new", FileState(b"")))
    assert (target.read_bytes(), other.read_bytes()) == (OLD, b"other")


def test_reasons_are_the_same(tmp_path, target):
    for path, reason in (
        (tmp_path, "it is a folder"),
        (tmp_path / "missing" / "a", f"folder {tmp_path / 'missing'} does not exist"),
        (target / "a", f"{target} is not a folder"),
    ):
        with pytest.raises(bodyplan.WriteError) as caught:
            write_file(path, b"")
        assert caught.value.reason == reason


def test_nothing_is_written_through_a_link(tmp_path, target):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "theirs").write_bytes(b"theirs")
    (target.parent / "linked").symlink_to(outside)
    (target.parent / "link").symlink_to(outside / "theirs")
    for output in (
        Output("linked/theirs", b"new", below=target.parent),
        Output("linked/new", b"new", below=target.parent),
        Output("link", b"new", below=target.parent),
        Output(target.parent / "link", b"new"),
    ):
        with pytest.raises(bodyplan.WriteError, match="it is a symbolic link to"):
            write_files(output, force=True)
    assert (left_in(outside), (outside / "theirs").read_bytes()) == (["theirs"], b"theirs")


def test_an_error_leaves_nothing(target):
    def parts():
        yield b"half"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_files(Output("new/a", parts(), below=target.parent))
    assert left_in(target.parent) == ["arm.urdf"]
