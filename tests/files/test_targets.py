"""Targets of every kind: files, links, folders, pipes, devices, and full disks."""

from __future__ import annotations

import os
import pickle
import stat
import subprocess
import sys
import threading

import pytest

import bodyplan
from bodyplan.files.writer import check_target
from tests.files.conftest import left_in, write_file

posix = pytest.mark.skipif(os.name != "posix", reason="devices have these names there")


def reason_of(path, **options):
    """Why a file is not written; checking says the same."""
    with pytest.raises(bodyplan.WriteError) as caught:
        write_file(path, b"new", **options)
    with pytest.raises(bodyplan.WriteError) as checked:
        check_target(path, **options)
    assert str(checked.value) == str(caught.value)
    return caught.value.reason


WRONG = {
    "": "it is not the name of a file",
    "a\0b": "it is not the name of a file",
    "a\ud800b": "it is not the name of a file",
    "/": "it is a folder",
    ".": "it is a folder",
    "folder": "it is a folder",
    "folder/": "it is a folder",
    "new/": "it is a folder",
    "folder/..": "it is a folder",
    "missing/a": "folder missing does not exist",
    "missing/deeper/a": "folder missing/deeper does not exist",
    "file/a": "file is not a folder",
    "circle": "it is a symbolic link to {here}/circle; name that file itself",
    "link": "it is a symbolic link to {here}/file; name that file itself",
    "pipe": "it is not a regular file",
    "n" * 300: "file name too long",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_a_file_is_reported_with_its_reason(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    before = left_in(tmp_path)
    reason = WRONG[name].format(here=tmp_path)
    assert reason_of(name) == reason
    assert reason_of(name, force=True) == reason
    assert left_in(tmp_path) == before


def test_a_current_folder_that_is_gone_is_a_reason(tmp_path, monkeypatch):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    assert reason_of("a") == "the current folder does not exist any more"


def test_a_linked_folder_stays_one(target, tmp_path):
    (tmp_path / "link").symlink_to("folder")
    write_file(tmp_path / "link" / "arm.urdf", b"new")
    write_file(tmp_path / "link" / "other", b"new")
    assert (tmp_path / "link").is_symlink()
    assert left_in(target.parent) == ["arm.urdf", "other"]


def test_a_folder_that_is_swapped_meanwhile_is_still_the_one_that_was_meant(target, tmp_path):
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "arm.urdf").write_bytes(b"theirs")

    def parts():
        target.parent.rename(tmp_path / "moved")
        target.parent.symlink_to(victim)
        yield b"new"

    write_file(target, parts())
    assert (victim / "arm.urdf").read_bytes() == b"theirs"
    assert (tmp_path / "moved" / "arm.urdf").read_bytes() == b"new"


@posix
def test_devices_and_pipes_take_what_comes_where_the_caller_says_so(tmp_path):
    write_file("/dev/null", b"new", streams=True)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_file(pipe, iter([b"a", b"b"]), streams=True)
    reader.join(60)
    assert got == [b"ab"]
    assert pipe.is_fifo()


@posix
def test_a_pipe_that_no_program_reads_or_writes_has_a_reason(tmp_path, monkeypatch):
    monkeypatch.setattr("bodyplan.files.streams.PATIENCE", 0.05)
    pipe = tmp_path / "pipe.urdf"
    os.mkfifo(pipe)
    with pytest.raises(bodyplan.WriteError, match="named pipe, and no program reads from it"):
        write_file(pipe, b"new", streams=True)
    with pytest.raises(bodyplan.InputError, match="named pipe, and no program writes into it"):
        bodyplan.read(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"<robot name='r'/>"))
    writer.start()
    monkeypatch.undo()
    assert bodyplan.read(pipe).to_bytes() == b"<robot name='r'/>"
    writer.join(60)


@posix
def test_a_link_to_a_stream_is_a_link(tmp_path):
    (tmp_path / "link").symlink_to("/dev/stdout")
    assert reason_of(tmp_path / "link", streams=True).startswith("it is a symbolic link to ")


@posix
@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes devices")
def test_a_disk_is_never_written_to(tmp_path):
    disk = tmp_path / "disk"
    try:
        os.mknod(disk, 0o600 | stat.S_IFBLK, os.makedev(7, 250))
    except OSError as error:
        pytest.skip(f"no devices here: {error}")
    assert reason_of(disk, streams=True, force=True) == "it is not a regular file"


WRITE_TO = """
import sys
from bodyplan.files.writer import Output, write_files
print("before", flush=True)
write_files(Output(sys.argv[1], b"result\\n"), streams=True)
print("after", flush=True)
"""


@posix
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_what_else_goes_to_standard_output_is_not_lost(name, tmp_path):
    if not os.path.exists(name):
        pytest.skip(f"no {name} here")
    log = tmp_path / "log"
    with log.open("wb") as stream:
        stream.write(b"first\n")
        stream.flush()
        subprocess.run(
            [sys.executable, "-c", WRITE_TO, name], stdout=stream, check=True, cwd=tmp_path
        )
    assert log.read_bytes() == b"first\nbefore\nresult\nafter\n"


@posix
def test_a_descriptor_that_is_not_open_is_a_reason():
    with pytest.raises(bodyplan.WriteError, match="bad file descriptor"):
        write_file("/dev/fd/987", b"", streams=True)


FILL = """
import resource, sys
from bodyplan import WriteError
from bodyplan.files.writer import Output, write_files
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_files(Output("arm.urdf", b"x" * 5000))
except WriteError as error:
    print(error.reason)
"""


@posix
def test_a_limit_on_the_size_of_files_leaves_the_old_file(target):
    done = subprocess.run(
        [sys.executable, "-c", FILL], cwd=target.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout == "file too large\n"
    assert left_in(target.parent) == ["arm.urdf"]
    assert target.read_bytes() == b"<robot name='old'/>"


@pytest.fixture
def mount(tmp_path):
    """Mounts something, and takes it away again."""
    places = []

    def make(*words, at):
        done = subprocess.run(["mount", *words, at], capture_output=True, check=False)
        if done.returncode:
            pytest.skip("nothing can be mounted here")
        places.append(at)

    if os.geteuid() != 0 or sys.platform != "linux":
        pytest.skip("only root can mount")
    yield make
    for place in reversed(places):
        subprocess.run(["umount", place], check=True)


def test_a_full_disk_leaves_the_old_file(mount, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", at=disk)
    path = disk / "arm.urdf"
    path.write_bytes(b"old")
    with pytest.raises(bodyplan.WriteError, match="no space left on device"):
        write_file(path, b"x" * 500_000)
    assert path.read_bytes() == b"old"
    assert left_in(disk) == ["arm.urdf"]


def test_a_read_only_disk_is_a_reason(mount, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / "arm.urdf").write_bytes(b"old")
    mount("--bind", disk, at=disk)
    subprocess.run(["mount", "-o", "remount,ro,bind", disk], check=True)
    with pytest.raises(bodyplan.WriteError, match="read-only file system"):
        write_file(disk / "arm.urdf", b"new")


def test_a_file_that_is_mounted_is_a_reason(mount, tmp_path, target):
    place = tmp_path / "mounted"
    place.touch()
    mount("--bind", target, at=place)
    with pytest.raises(bodyplan.WriteError, match="device or resource busy"):
        write_file(place, b"new")
    assert left_in(tmp_path) == ["folder", "mounted"]


def test_the_exception_is_an_os_error_and_travels(target):
    target.chmod(0o444)
    with pytest.raises(OSError) as caught:
        write_file(target, b"new")
    error = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  (our own)
    assert (error.path, error.option, str(error)) == (str(target), "force", str(caught.value))
    assert error.sentence("--{}").endswith("; --force writes it, and keeps it read-only")


def test_a_problem_of_another_file_is_reported_by_its_own_name(target):
    def parts():
        yield b"half"
        open("missing", "rb")  # noqa: SIM115

    with pytest.raises(FileNotFoundError, match="missing"):
        write_file(target, parts())
    assert left_in(target.parent) == ["arm.urdf"]
