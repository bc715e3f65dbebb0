"""What the tests of writing share: a file, a folder for everybody, and an ordinary user."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from bodyplan.files.writer import Output, write_files

NOBODY = 65534


@pytest.fixture
def target(tmp_path):
    """A file with a robot in it, alone in its folder."""
    path = tmp_path / "folder" / "arm.urdf"
    path.parent.mkdir()
    path.write_bytes(b"<robot name='old'/>")
    return path


@pytest.fixture
def common():
    """A folder that everybody may write in."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o777)
    yield path
    shutil.rmtree(path)


@contextmanager
def ordinary_user(number=NOBODY, groups=()):
    """For a while this process is that of an ordinary user."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    before = os.getgroups()
    os.setgroups([*groups])
    os.setegid(number)
    os.seteuid(number)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(before)


def write_file(path, data, expected=None, **options):
    """Write one file."""
    write_files(Output(path, data, expected), **options)


def left_in(folder):
    """What is in a folder."""
    return sorted(child.name for child in folder.iterdir())
