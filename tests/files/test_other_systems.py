"""Systems without folders that can be held open, owners, locks and links: Windows, above all."""

from __future__ import annotations

import os
import stat
import sys

import pytest

import bodyplan
from bodyplan.files import folder, temporary
from bodyplan.files.permit import Permit
from bodyplan.files.state import FileState
from bodyplan.files.temporary import remove_leftovers
from bodyplan.files.writer import Output, write_file, write_files, writing
from tests.files.conftest import left_in

OLD = b"<robot name='old'/>"


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch):
    """What Windows lacks is not there."""
    monkeypatch.setattr(folder, "_HOLDS", False)
    for name in ("fchown", "fchmod", "listxattr"):
        monkeypatch.delattr(os, name, raising=False)
    monkeypatch.setattr(folder, "_renameat2", lambda: None)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "pwd", None)

    def no_link(*_, **__):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)


def test_files_are_replaced_and_made(target):
    write_file(target, b"new", expected=FileState(OLD, os.path.realpath(target)))
    write_file(target.with_name("other"), b"other", is_new=True)
    assert target.read_bytes() == b"new"
    assert left_in(target.parent) == ["arm.urdf", "other"]


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
    write_file(target, b"new", permit=Permit(force=True))


def test_several_files_are_written_or_none(target):
    other = target.with_name("other")
    other.write_bytes(b"other")
    with pytest.raises(bodyplan.WriteError):
        write_files([Output(target, b"new", FileState(OLD)), Output(other, b"new", FileState(b""))])
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
    with pytest.raises(bodyplan.WriteError, match="the file exists"):
        write_file(target, b"", is_new=True)


def test_an_error_leaves_nothing(target):
    with pytest.raises(ZeroDivisionError), writing(target) as stream:
        stream.write(b"half")
        raise ZeroDivisionError
    assert left_in(target.parent) == ["arm.urdf"]


def test_leftovers_stay_where_it_is_unknown_whether_a_process_lives(tmp_path, monkeypatch):
    monkeypatch.setattr(temporary, "_swept", set())
    left = tmp_path / temporary.temporary_name("a").replace(str(os.getpid()), "4000000")
    left.touch()
    os.utime(left, (1, 1))

    def ended(*_):  # what Windows does with any signal
        raise AssertionError("a process was ended")

    monkeypatch.setattr(os, "kill", ended)
    remove_leftovers(tmp_path)
    assert left.exists()
