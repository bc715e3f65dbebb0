"""A file that changed on disk after it was read is not overwritten."""

from __future__ import annotations

import os
import pickle
from copy import copy

import pytest

import bodyplan
from bodyplan.files.opener import FileState
from bodyplan.files.writer import Output, write_files
from tests.files.conftest import left_in, write_file

OLD, OTHER = b"<robot name='old'/>", b"<robot name='new'/>"


def rewrite(path):
    path.write_bytes(OTHER)


def rewrite_with_the_old_time(path):
    before = path.stat()
    path.write_bytes(OTHER)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def rename_over(path):
    other = path.with_name("other")
    other.write_bytes(OTHER)
    other.replace(path)


def delete(path):
    path.unlink()


def become_a_folder(path):
    path.unlink()
    path.mkdir()


def become_a_link(path):
    other = path.with_name("other")
    other.write_bytes(OLD)
    path.unlink()
    path.symlink_to(other)


def become_a_dangling_link(path):
    path.unlink()
    path.symlink_to(path.with_name("other"))


def move_the_folder(path):
    folder = path.parent
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))


CHANGED = "the file changed on disk after it was read; force=True overwrites it"
CHANGES = {
    "other bytes": (rewrite, CHANGED),
    "other bytes of the same size and time": (rewrite_with_the_old_time, CHANGED),
    "another file": (rename_over, CHANGED),
    "deleted": (delete, "the file was deleted after it was read; force=True creates it again"),
    "a folder": (become_a_folder, "it is a folder"),
    "a link": (become_a_link, "it now refers to {folder}/other, but {folder}/arm.urdf was read"),
    "a link to nothing": (
        become_a_dangling_link,
        "it now refers to {folder}/other, but {folder}/arm.urdf was read",
    ),
    "a linked folder": (
        move_the_folder,
        "it now refers to {above}/elsewhere/arm.urdf, but {folder}/arm.urdf was read",
    ),
}


def snapshot(folder):
    return {str(path): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize("name", CHANGES)
def test_what_changed_is_refused_and_nothing_is_written(name, target, tmp_path):
    change, reason = CHANGES[name]
    document = bodyplan.read(target)
    change(target)
    before = snapshot(tmp_path)
    with pytest.raises(bodyplan.WriteError) as caught:
        document.save()
    told = reason.format(folder=target.parent, above=target.parent.parent)
    assert str(caught.value) == f"cannot write {target}: {told}"
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("name", CHANGES)
def test_force_insists_where_no_other_file_is_written(name, target):
    change, reason = CHANGES[name]
    document = bodyplan.read(target)
    change(target)
    if "force" in reason:
        document.save(force=True)
        assert target.read_bytes() == OLD
        document.save()
    else:
        with pytest.raises(bodyplan.WriteError):
            document.save(force=True)


def test_the_path_that_was_read_is_known_by_any_name(target, monkeypatch):
    monkeypatch.chdir(target.parent)
    document = bodyplan.read("arm.urdf")
    rewrite(target)
    for name in ("./arm.urdf", target, "../folder/arm.urdf"):
        with pytest.raises(bodyplan.WriteError, match="changed on disk"):
            document.save(name)
    assert document.save("copy.urdf").read_bytes() == OLD


def test_a_relative_path_is_not_another_file_in_another_folder(target, tmp_path, monkeypatch):
    monkeypatch.chdir(target.parent)
    document = bodyplan.read("arm.urdf")
    other = tmp_path / "other"
    other.mkdir()
    (other / "arm.urdf").write_bytes(OLD)
    monkeypatch.chdir(other)
    with pytest.raises(bodyplan.WriteError, match=r"but .*/folder/arm.urdf was read"):
        document.save()


def test_the_same_bytes_written_anew_are_no_change(target):
    document = bodyplan.read(target)
    other = target.with_name("other")
    other.write_bytes(OLD)
    other.replace(target)
    os.utime(target, (1, 1))
    document.save()


def test_edits_copies_and_pickles_know_what_was_read(target):
    document = bodyplan.read(target)
    with document.editing() as edit:
        edit.set(document.root, name="edited")
    copies = [document, copy(document), pickle.loads(pickle.dumps(document))]  # noqa: S301  (our own)
    rewrite(target)
    for one in copies:
        with pytest.raises(bodyplan.WriteError, match="changed on disk"):
            one.save()
    target.write_bytes(OLD)
    document.save()
    with document.editing() as edit:
        edit.set(document.root, name="again")
    document.save()  # what it wrote itself is what it knows
    assert target.read_bytes() == b"<robot name='again'/>"


def test_a_sample_is_not_saved_into_the_package():
    with pytest.raises(ValueError, match="was not read from a file"):
        bodyplan.read("sample:arm").save()


def test_what_macros_make_does_not_take_the_place_of_the_macros(tmp_path):
    path = tmp_path / "arm.urdf.xacro"
    path.write_text('<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="${1 + 1}"/>')
    before = path.read_bytes()
    made = bodyplan.read(path).expanded
    with pytest.raises(ValueError, match="was not read from a file"):
        made.save()
    with pytest.raises(bodyplan.WriteError):
        made.save(path)
    assert path.read_bytes() == before
    made.save(tmp_path / "arm.urdf")


def test_a_change_during_the_writing_is_seen(target):
    def parts():
        yield b"<robot"
        rewrite(target)
        yield b"/>"

    with pytest.raises(bodyplan.WriteError, match="changed on disk"):
        write_file(target, parts(), expected=FileState(OLD))
    assert target.read_bytes() == OTHER
    assert left_in(target.parent) == ["arm.urdf"]


@pytest.mark.parametrize("change", [rewrite, rename_over, delete])
def test_a_change_after_the_file_was_written_beside_is_seen(change, target, monkeypatch):
    true = os.fsync

    def late(file):
        true(file)
        if target.exists() and target.read_bytes() == OLD:
            change(target)

    monkeypatch.setattr(os, "fsync", late)
    with pytest.raises(bodyplan.WriteError, match="after it was read"):
        write_file(target, b"", expected=FileState(OLD))
    assert b"" not in [path.read_bytes() for path in target.parent.iterdir()]


def test_of_several_files_all_are_written_or_none(tmp_path):
    paths = [tmp_path / name for name in "abc"]
    for path in paths:
        path.write_bytes(OLD)
    outputs = [Output(path, b"new", FileState(OLD)) for path in paths]
    rewrite(paths[1])
    with pytest.raises(bodyplan.WriteError, match="b: the file changed"):
        write_files(*outputs)
    assert [path.read_bytes() for path in paths] == [OLD, OTHER, OLD]
    paths[1].write_bytes(OLD)
    write_files(*outputs)
    assert [path.read_bytes() for path in paths] == [b"new"] * 3
    assert left_in(tmp_path) == ["a", "b", "c"]
