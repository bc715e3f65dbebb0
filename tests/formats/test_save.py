"""Saving is all or nothing."""

from __future__ import annotations

import os
import stat

import pytest

import bodyplan

OLD, NEW = b"<robot name='old'/>", b"<robot name='new'/>"


@pytest.fixture
def target(tmp_path):
    path = tmp_path / "folder" / "robot.urdf"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def left_in(path):
    return sorted(child.name for child in path.parent.iterdir())


def test_saving_gives_back_the_path_and_leaves_nothing_else(target):
    assert bodyplan.read(NEW).save(target) == target
    assert target.read_bytes() == NEW
    assert left_in(target) == ["robot.urdf"]


@pytest.mark.parametrize("step", ["replace", "fsync", "fchmod"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_interrupted_write_leaves_the_old_file_and_no_other(step, error, target, monkeypatch):
    def fail(*_, **__):
        raise error

    document = bodyplan.read(NEW)
    target.chmod(0o640)  # another than that of a new file
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(type(error)):
        document.save(target)
    monkeypatch.undo()
    assert target.read_bytes() == OLD
    assert left_in(target) == ["robot.urdf"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_permissions_are_kept(mode, target):
    target.chmod(mode)
    bodyplan.read(NEW).save(target)
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path):
    other, path = tmp_path / "other", tmp_path / "robot.urdf"
    other.touch()
    bodyplan.read(NEW).save(path)
    assert path.stat().st_mode == other.stat().st_mode


@pytest.mark.parametrize("name", ["QQQ/robot.urdf", "folder/robot.urdf/a.urdf", "folder"])
def test_a_target_that_cannot_be_written_is_an_os_error_and_leaves_nothing(name, target, tmp_path):
    with pytest.raises(OSError):
        bodyplan.read(NEW).save(tmp_path / name)
    assert left_in(target) == ["robot.urdf"]
    assert sorted(child.name for child in tmp_path.iterdir()) == ["folder"]
    assert target.read_bytes() == OLD


def test_a_missing_folder_is_reported_with_the_name_of_the_target(tmp_path):
    path = tmp_path / "missing" / "robot.urdf"

    with pytest.raises(bodyplan.WriteError) as caught:
        bodyplan.read(NEW).save(path)
    assert caught.value.filename == str(path)
    assert str(caught.value) == f"cannot write {path}: folder {path.parent} does not exist"


def test_the_longest_name_that_the_system_takes_can_be_saved(tmp_path):
    path = tmp_path / ("n" * 250 + ".urdf")
    path.write_bytes(OLD)
    bodyplan.read(path).save()
    assert left_in(path) == [path.name]


def test_a_document_from_a_file_goes_back_to_it_and_others_need_a_path(target):
    document = bodyplan.read(target)
    assert document.save() == target
    assert target.read_bytes() == OLD
    with pytest.raises(ValueError, match="path"):
        bodyplan.read(NEW).save()


def test_a_pipe_is_refused_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        bodyplan.read(NEW).save(pipe)
    assert pipe.is_fifo()
    assert [child.name for child in tmp_path.iterdir()] == ["pipe"]
