"""Owner, permissions and extended attributes: what a new file takes over from the one it replaces."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress

_OF_CONTENT = {"security.ima", "security.evm"}
"""Signatures of the old content, which would be wrong for the new one."""
_ACCESS_LIST = "system.posix_acl_access"
_SPECIAL_BITS = ((stat.S_ISUID, "set-user-ID"), (stat.S_ISGID, "set-group-ID"))


def copy_attributes(source: int | None, before: os.stat_result, made: int) -> list[str]:
    """Give a file the owner, group, permissions and extended attributes of another one.

    Args:
        source: the other file, open; None where it cannot be read.
        before: what ``fstat`` says of it.
        made: the file, open.

    Returns:
        What could not be kept, such as "its owner root"; nothing if all was.
    """
    lost = _copy_owner(before, made)
    if source is not None:
        lost += _copy_extended(source, made)
    return lost + _copy_mode(before, made, keeps_owner=not lost)


def _copy_owner(before: os.stat_result, made: int) -> list[str]:
    if not hasattr(os, "fchown"):
        return []
    now = os.fstat(made)
    if now.st_gid != before.st_gid:
        with suppress(OSError):
            os.fchown(made, -1, before.st_gid)
    if now.st_uid != before.st_uid:
        with suppress(OSError):
            os.fchown(made, before.st_uid, -1)
    now = os.fstat(made)
    lost = []
    if now.st_uid != before.st_uid:
        lost.append(f"its owner {_user(before.st_uid)}")
    if now.st_gid != before.st_gid:
        lost.append(f"its group {_group(before.st_gid)}")
    return lost


def _copy_mode(before: os.stat_result, made: int, *, keeps_owner: bool) -> list[str]:
    """The permissions; without the bits that would give those of another owner away."""
    wanted = stat.S_IMODE(before.st_mode)
    kept = wanted if keeps_owner else wanted & ~(stat.S_ISUID | stat.S_ISGID)
    if hasattr(os, "fchmod") and stat.S_IMODE(os.fstat(made).st_mode) != kept:
        with suppress(OSError):
            os.fchmod(made, kept)
    now = stat.S_IMODE(os.fstat(made).st_mode)
    if now == wanted or not hasattr(os, "fchmod"):
        return []
    lost = [f"its {name} bit" for bit, name in _SPECIAL_BITS if wanted & bit and not now & bit]
    return lost or [f"its permissions {wanted:o}"]


def _copy_extended(source: int, made: int) -> list[str]:
    """Extended attributes, access control lists among them, where the system has any."""
    if not hasattr(os, "listxattr"):
        return []
    wanted, found = _extended(source), _extended(made)
    lost = []
    for name in found.keys() - wanted.keys():  # from the folder
        try:
            os.removexattr(made, name)
        except OSError:
            if not name.startswith("security."):
                lost.append(f"permissions without {_called(name)}")
    for name, value in wanted.items():
        if found.get(name) == value:
            continue
        try:
            os.setxattr(made, name, value)
        except OSError:
            lost.append(f"its {_called(name)}")
    return lost


def _extended(file: int) -> dict[str, bytes]:
    try:
        names = [name for name in os.listxattr(file) if name not in _OF_CONTENT]
    except OSError:  # a file system without
        return {}
    found: dict[str, bytes] = {}
    for name in names:
        try:
            found[name] = os.getxattr(file, name)
        except OSError as error:
            if error.errno != errno.ENODATA:
                raise
    return found


def _called(name: str) -> str:
    return "access control list" if name == _ACCESS_LIST else f"extended attribute {name!r}"


def _user(number: int) -> str:
    """The name of a user, or the number."""
    with suppress(ImportError, KeyError):
        from pwd import getpwuid

        return getpwuid(number).pw_name
    return str(number)


def _group(number: int) -> str:
    """The name of a group, or the number."""
    with suppress(ImportError, KeyError):
        from grp import getgrgid

        return getgrgid(number).gr_name
    return str(number)
