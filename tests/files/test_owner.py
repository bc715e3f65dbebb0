"""Owner, group and permissions are kept, or nothing is written."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess

import pytest

import bodyplan
from tests.files.conftest import NOBODY, left_in, ordinary_user, write_file

is_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def refused(path, reason, **permit):
    """That a file is not written for a reason, and nothing of it changes."""
    before, data = path.stat(), path.read_bytes()
    with pytest.raises(bodyplan.WriteError) as caught:
        write_file(path, b"new", **permit)
    assert str(caught.value) == f"cannot write {path}: {reason}"
    after = path.stat()
    assert (after.st_ino, after.st_mode, after.st_uid) == (
        before.st_ino,
        before.st_mode,
        before.st_uid,
    )
    assert path.read_bytes() == data
    assert not [name for name in left_in(path.parent) if name.endswith(".tmp")]


@is_root
def test_owner_and_group_are_kept(target):
    os.chown(target, 1234, 4321)
    target.chmod(0o6755)
    write_file(target, b"new")
    after = target.stat()
    assert (after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)) == (1234, 4321, 0o6755)


def test_an_owner_that_cannot_be_kept_is_a_reason(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    path.chmod(0o4666)
    with ordinary_user():
        refused(path, "its owner or group cannot be kept; force=True writes it with yours")
        write_file(path, b"new", force=True)
    after = path.stat()
    assert (after.st_uid, stat.S_IMODE(after.st_mode)) == (NOBODY, 0o666)  # not set-uid for another


def test_a_group_that_cannot_be_kept_is_a_reason(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    os.chown(path, NOBODY, 4321) if os.geteuid() == 0 else None
    path.chmod(0o2664)
    with ordinary_user():
        refused(path, "its owner or group cannot be kept; force=True writes it with yours")
        write_file(path, b"new", force=True)
        assert stat.S_IMODE(path.stat().st_mode) == 0o664


def test_a_group_of_the_user_is_kept(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    os.chown(path, NOBODY, 4321) if os.geteuid() == 0 else None
    path.chmod(0o2664)
    with ordinary_user(groups=[4321]):
        write_file(path, b"new")
    assert (path.stat().st_gid, stat.S_IMODE(path.stat().st_mode)) == (4321, 0o2664)


def test_a_system_without_owners_writes_all_the_same(target, monkeypatch):
    for name in ("fchown", "fchmod"):
        monkeypatch.delattr(os, name)
    write_file(target, b"new")
    assert target.read_bytes() == b"new"


def test_of_a_file_with_hard_links_the_others_keep_the_old_content(target):
    other = target.with_name("other")
    os.link(target, other)
    write_file(target, b"new")
    assert (target.read_bytes(), other.read_bytes()) == (b"new", b"<robot name='old'/>")


def test_a_read_only_file_is_meant_to_stay(target):
    target.chmod(0o444)
    refused(target, "the file is read-only; force=True writes it, and keeps it read-only")
    write_file(target, b"new", force=True)
    assert (target.read_bytes(), stat.S_IMODE(target.stat().st_mode)) == (b"new", 0o444)


def test_a_file_that_the_user_must_not_write_stays(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    path.chmod(0o644)
    with ordinary_user():
        refused(path, "its owner or group cannot be kept; force=True writes it with yours")


def test_a_folder_that_the_user_must_not_write_in_is_a_reason(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    path.chmod(0o666)
    common.chmod(0o755)
    with ordinary_user():
        refused(path, f"you have no permission to create files in {common}")


def test_the_folder_of_somebody_else_that_cannot_be_listed_is_written_in(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)
    common.chmod(0o733)
    with ordinary_user():
        write_file(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_sticky_folder_protects_the_files_of_others(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    path.chmod(0o666)
    common.chmod(0o1777)
    with ordinary_user():
        refused(path, "operation not permitted", force=True)


@is_root
@pytest.mark.skipif(shutil.which("chattr") is None, reason="needs chattr")
@pytest.mark.parametrize("flag", ["i", "a"])
def test_an_immutable_file_stays(flag, target):
    if subprocess.run(["chattr", f"+{flag}", target], capture_output=True, check=False).returncode:
        pytest.skip("no such flags on this file system")
    try:
        with pytest.raises(bodyplan.WriteError):
            write_file(target, b"new", force=True)
    finally:
        subprocess.run(["chattr", f"-{flag}", target], check=True)
    assert left_in(target.parent) == ["arm.urdf"]
    assert target.read_bytes() == b"<robot name='old'/>"


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_permissions_that_the_mask_leaves(mask, tmp_path):
    before = os.umask(mask)
    try:
        write_file(tmp_path / "new", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~mask
