"""Owner, permissions, extended attributes and hard links are kept, or nothing is written."""

from __future__ import annotations

import os
import shutil
import stat
import struct
import subprocess

import pytest

import bodyplan
from bodyplan.files import attributes
from bodyplan.files.permit import Permit
from bodyplan.files.writer import write_file
from tests.files.conftest import NOBODY, left_in, ordinary_user

ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"
is_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def access_list(user):
    """Read and write for one more user, as the system holds it."""
    entries = ((1, 6, -1), (2, 6, user), (4, 4, -1), (16, 6, -1), (32, 0, -1))
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)


def set_attribute(path, name, value):
    try:
        os.setxattr(path, name, value)
    except (OSError, AttributeError) as error:
        pytest.skip(f"no {name} here: {error}")


def refused(path, reason, **permit):
    """That a file is not written for a reason, and nothing of it changes."""
    before, data = path.stat(), path.read_bytes()
    with pytest.raises(bodyplan.WriteError) as caught:
        write_file(path, b"new", permit=Permit(**permit))
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
        refused(path, "its owner root cannot be kept; force=True writes it without")
        write_file(path, b"new", permit=Permit(force=True))
    after = path.stat()
    assert (after.st_uid, stat.S_IMODE(after.st_mode)) == (NOBODY, 0o666)  # not set-uid for another


def test_a_group_that_cannot_be_kept_is_a_reason(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    os.chown(path, NOBODY, 4321) if os.geteuid() == 0 else None
    path.chmod(0o2664)
    with ordinary_user():
        refused(path, "its group 4321 cannot be kept; force=True writes it without")
        write_file(path, b"new", permit=Permit(force=True))
        assert stat.S_IMODE(path.stat().st_mode) == 0o664


def test_a_group_of_the_user_is_kept(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    os.chown(path, NOBODY, 4321) if os.geteuid() == 0 else None
    path.chmod(0o2664)
    with ordinary_user(groups=[4321]):
        write_file(path, b"new")
    assert (path.stat().st_gid, stat.S_IMODE(path.stat().st_mode)) == (4321, 0o2664)


@pytest.mark.parametrize("bit", ["set-user-ID", "set-group-ID"])
def test_a_bit_that_the_system_takes_away_is_a_reason(bit, target, monkeypatch):
    target.chmod(0o4755 if bit == "set-user-ID" else 0o2755)
    change = os.fchmod
    monkeypatch.setattr(os, "fchmod", lambda file, mode: change(file, mode & 0o777))
    refused(target, f"its {bit} bit cannot be kept; force=True writes it without")


def test_extended_attributes_are_kept(target):
    set_attribute(target, "user.source", b"CAD \0\xff")
    write_file(target, b"new")
    assert os.getxattr(target, "user.source") == b"CAD \0\xff"


def test_an_access_control_list_is_kept(target):
    set_attribute(target, ACCESS, access_list(1234))
    before = target.stat().st_mode
    write_file(target, b"new")
    assert os.getxattr(target, ACCESS) == access_list(1234)
    assert target.stat().st_mode == before


def test_the_access_control_list_of_the_folder_is_for_new_files_only(target):
    target.chmod(0o600)
    set_attribute(target.parent, DEFAULT, access_list(1234))
    write_file(target, b"new")
    assert ACCESS not in os.listxattr(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    other = target.with_name("other")
    write_file(other, b"new")
    assert ACCESS in os.listxattr(other)


@is_root
def test_the_capabilities_of_a_program_are_kept(target):
    value = struct.pack("<IIIII", 0x02000001, 1 << 10, 0, 0, 0)
    set_attribute(target, "security.capability", value)
    write_file(target, b"new")
    assert os.getxattr(target, "security.capability") == value


def test_an_attribute_that_cannot_be_kept_is_a_reason(target, monkeypatch):
    set_attribute(target, "user.source", b"CAD")

    def fail(*_):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "setxattr", fail)
    reason = "its extended attribute 'user.source' cannot be kept; force=True writes it without"
    refused(target, reason)
    write_file(target, b"new", permit=Permit(force=True))
    assert target.read_bytes() == b"new"


def test_a_system_without_attributes_and_owners_writes_all_the_same(target, monkeypatch):
    for name in ("fchown", "fchmod", "listxattr"):
        monkeypatch.delattr(os, name)
    write_file(target, b"new")
    assert target.read_bytes() == b"new"


def test_names_of_owners_may_be_unknown():
    assert attributes._user(987654) == "987654"
    assert attributes._group(987654) == "987654"


@pytest.mark.parametrize("count", [2, 3])
def test_hard_links_are_not_split_silently(count, target):
    others = [target.with_name(f"other{n}") for n in range(1, count)]
    for other in others:
        os.link(target, other)
    told = "another hard link" if count == 2 else "2 other hard links"
    reason = f"the file has {told}, which would keep the old content"
    refused(target, f"{reason}; break_links=True writes a file of its own")
    refused(target, f"{reason}; break_links=True writes a file of its own", force=True)
    write_file(target, b"new", permit=Permit(break_links=True))
    assert target.read_bytes() == b"new"
    assert {other.read_bytes() for other in others} == {b"<robot name='old'/>"}


def test_a_read_only_file_is_meant_to_stay(target):
    target.chmod(0o444)
    refused(target, "the file is read-only; force=True writes it, and keeps it read-only")
    write_file(target, b"new", permit=Permit(force=True))
    assert (target.read_bytes(), stat.S_IMODE(target.stat().st_mode)) == (b"new", 0o444)


def test_a_file_that_the_user_must_not_write_stays(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    path.chmod(0o644)
    with ordinary_user():
        refused(path, "you have no permission to write it; force=True replaces it")


def test_a_folder_that_the_user_must_not_write_in_is_a_reason(common):
    path = common / "arm.urdf"
    path.write_bytes(b"old")
    path.chmod(0o666)
    common.chmod(0o755)
    with ordinary_user():
        refused(path, f"you have no permission to create files in {os.path.realpath(common)}")


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
        refused(path, "the system protects the file from being replaced", force=True)


@is_root
@pytest.mark.skipif(shutil.which("chattr") is None, reason="needs chattr")
@pytest.mark.parametrize("flag", ["i", "a"])
def test_an_immutable_file_stays(flag, target):
    if subprocess.run(["chattr", f"+{flag}", target], capture_output=True, check=False).returncode:
        pytest.skip("no such flags on this file system")
    try:
        with pytest.raises(bodyplan.WriteError):
            write_file(target, b"new", permit=Permit(force=True))
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
