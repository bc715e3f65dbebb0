"""Files that belong together are written all or not at all, and what was there stays."""

from __future__ import annotations

import os

import pytest

import bodyplan
from bodyplan.files._folder import Folder
from bodyplan.files.opener import FileState
from bodyplan.files.writer import Output, write_files
from tests.files.conftest import left_in


@pytest.fixture
def three(tmp_path):
    """Three files."""
    paths = [tmp_path / name for name in "abc"]
    for path in paths:
        path.write_bytes(b"old")
    return paths


def failing(monkeypatch, number):
    """Let the replacement with a number fail, and those after it."""
    true, calls = Folder.replace, []

    def replace(folder, *names):
        calls.append(names)
        if len(calls) >= number:
            raise OSError(28, "No space left on device")
        true(folder, *names)

    monkeypatch.setattr(Folder, "replace", replace)


WRITTEN = {
    1: ("a: no space left on device", [b"old", b"old", b"old"]),
    2: ("b: no space left on device; {}/a is already written", [b"new", b"old", b"old"]),
    3: (
        "c: no space left on device; {0}/a and {0}/b are already written",
        [b"new", b"new", b"old"],
    ),
}


@pytest.mark.parametrize("number", WRITTEN)
def test_a_replacement_that_fails_names_those_that_were_made(number, three, tmp_path, monkeypatch):
    failing(monkeypatch, number)
    told, contents = WRITTEN[number]
    with pytest.raises(bodyplan.WriteError) as caught:
        write_files(*(Output(path, b"new") for path in three))
    assert str(caught.value) == f"cannot write {tmp_path}/{told.format(tmp_path)}"
    assert [path.read_bytes() for path in three] == contents
    assert left_in(tmp_path) == ["a", "b", "c"]


def error_of_content(folder):
    def parts():
        yield b"half"
        raise OSError(5, "Input/output error")

    return Output(folder / "d", parts())


LAST = {
    "a file that changed": lambda folder: Output(folder / "c", b"new", FileState(b"read")),
    "a file that was deleted": lambda folder: Output(folder / "d", b"new", FileState(b"read")),
    "a folder": lambda folder: Output(folder, b"new"),
    "a missing folder": lambda folder: Output(folder / "no" / "d", b"new"),
    "a link": lambda folder: Output(folder / "link", b"new"),
    "a file beside with other content": lambda folder: Output("c", b"new", below=folder),
    "content that cannot be read": error_of_content,
    "one that is written already": lambda folder: Output(folder / "a", b"newer"),
}


@pytest.mark.parametrize("last", LAST)
def test_where_one_cannot_be_written_none_is(last, three, tmp_path):
    (tmp_path / "link").symlink_to("a")
    outputs = [Output(path, b"new") for path in three[:2]]
    inner = Output("new/deep/e", b"new", below=tmp_path)
    with pytest.raises(bodyplan.WriteError):
        write_files(*outputs, inner, LAST[last](tmp_path))
    assert left_in(tmp_path) == ["a", "b", "c", "link"]
    assert [path.read_bytes() for path in three] == [b"old"] * 3


SAME = {
    "by another name": (("a", None), ("./a", None)),
    "through a linked folder": (("inner/a", None), ("link/a", None)),
    "below": (("inner/a", None), ("inner/a", ".")),
    "below twice": (("a", "inner"), ("a", "link")),
}


@pytest.mark.parametrize("name", SAME)
def test_two_outputs_are_not_one_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "link").symlink_to("inner")
    outputs = [Output(path, b"new", below=below) for path, below in SAME[name]]
    with pytest.raises(bodyplan.WriteError, match=r"it is the same file as (inner/)?a$"):
        write_files(*outputs)
    assert left_in(tmp_path) == ["inner", "link"]
    assert left_in(tmp_path / "inner") == []


# Beside another file


def test_a_file_beside_is_not_replaced_without_force(tmp_path):
    (tmp_path / "assets").mkdir()
    path = tmp_path / "assets" / "a"
    path.write_bytes(b"mine")
    output = Output("assets/a", b"new", below=tmp_path)
    with pytest.raises(bodyplan.WriteError) as caught:
        write_files(output)
    told = "a file with other content already exists; force=True overwrites it"
    assert str(caught.value) == f"cannot write {path}: {told}"
    assert (path.read_bytes(), left_in(path.parent)) == (b"mine", ["a"])
    write_files(output, force=True)
    assert path.read_bytes() == b"new"


def test_a_file_beside_that_appears_meanwhile_is_not_replaced(tmp_path):
    def parts():
        (tmp_path / "a").write_bytes(b"theirs")
        yield b"robot"

    outputs = Output("a", b"mesh", below=tmp_path), Output(tmp_path / "r", parts())
    with pytest.raises(bodyplan.WriteError, match="a: another program has written it"):
        write_files(*outputs)
    assert ((tmp_path / "a").read_bytes(), left_in(tmp_path)) == (b"theirs", ["a"])


def test_a_file_beside_with_the_same_content_stays_untouched(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"same")
    path.chmod(0o644)
    os.utime(path, (1, 1))
    before = path.stat()
    write_files(Output("a", iter([b"sa", b"me"]), below=tmp_path))
    assert (path.stat().st_ino, path.stat().st_mtime) == (before.st_ino, 1)
    assert left_in(tmp_path) == ["a"]


@pytest.mark.parametrize("path", ["../a", "inner/../../a", "/a", ".."])
def test_a_file_beside_lies_below_the_folder(path, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    with pytest.raises(bodyplan.WriteError, match="it is not below "):
        write_files(Output(path, b"new", below=folder))
    assert left_in(tmp_path) == ["out"]


@pytest.mark.parametrize("path", ["", "."])
def test_a_file_beside_has_a_name(path, tmp_path):
    with pytest.raises(bodyplan.WriteError, match=r"not the name of a file|it is a folder"):
        write_files(Output(path, b"new", below=tmp_path))


def test_folders_are_held_only_while_they_are_needed(tmp_path):
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("nothing says what is open here")
    counts = []

    def part(stream):
        counts.append(len(os.listdir("/proc/self/fd")))
        stream.write(b"new")

    write_files(*(Output(f"{n}/deep/a", part, below=tmp_path) for n in range(50)))
    assert len(left_in(tmp_path)) == 50
    assert max(counts) == min(counts)


def test_a_folder_that_becomes_a_link_meanwhile_leads_nowhere(tmp_path):
    outside, folder = tmp_path / "outside", tmp_path / "out"
    for one in (outside, folder, folder / "assets"):
        one.mkdir()

    def exchange():
        (folder / "assets").rename(tmp_path / "moved")
        (folder / "assets").symlink_to(outside)
        yield b"robot"

    with pytest.raises(bodyplan.WriteError, match="it is a symbolic link to"):
        write_files(Output("assets/a", b"mesh", below=folder), Output(folder / "r", exchange()))
    assert left_in(outside) == []
    assert left_in(folder) == ["assets"]


def test_files_are_removed_with_the_folders_that_they_leave_empty(tmp_path):
    for name in ("old/deep", "old/kept"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("old/deep/a", "old/kept/b"):
        (tmp_path / name).write_bytes(b"old")
    outputs = [Output(name, None, below=tmp_path) for name in ("old/deep/a",)]
    write_files(Output("new", b"new", below=tmp_path), *outputs)
    assert left_in(tmp_path) == ["new", "old"]
    assert left_in(tmp_path / "old") == ["kept"]
