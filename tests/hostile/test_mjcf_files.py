"""MuJoCo gets text that bodyplan wrote and bytes that it judged; its process can open nothing."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

import bodyplan
from bodyplan.cli import main
from bodyplan.conversion.mjcf import files as mjcf_files
from bodyplan.conversion.mjcf.assembly import MjcfTree
from bodyplan.conversion.mjcf.files import MjcfFiles
from bodyplan.conversion.mujoco import process as mjcf_process
from bodyplan.conversion.mujoco.messages import MjcfInput
from bodyplan.core import child as core_child
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read_bytes
from bodyplan.resources import Resources
from tests.hostile.mjcf_files import (
    FILES,
    HUNGRY,
    INCLUDES,
    PARTS,
    READ,
    SECRET,
    SPELLED,
    TOO_MUCH,
    WORLD,
    folders,
)
from tests.usage import used_by

pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

NEVER_READ = {"include", "model", "flexcomp", "archive", "content type"}
"""What refuses the whole document in every spelling that MuJoCo knows."""
OUR_NAME = re.compile(r"bodyplan-\d+(\.[a-z0-9]{1,8})?")
NAMES_A_FILE = re.compile(r"file|path|ur[il]\b|(?<=.)dir$")
"""Attributes of MuJoCo that name a file or folder; ``dir`` is the direction of a light."""
SECONDS, MEGABYTES = 10.0, 500
STL = (
    b"\0" * 80
    + struct.pack("<I", 4)
    + b"".join(
        struct.pack("<12fH", *(0.0,) * 3, *one, *two, *three, 0)
        for one, two, three in (
            ((0, 0, 0), (0, 1, 0), (1, 0, 0)),
            ((0, 0, 0), (1, 0, 0), (0, 0, 1)),
            ((0, 0, 0), (0, 0, 1), (0, 1, 0)),
            ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        )
    )
)
"""A tetrahedron."""
_heard: list[list[str]] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if _heard and event in {"open", "bodyplan.open"}:
        _heard[-1].append(str(arguments[0]))


@contextmanager
def opened() -> Iterator[list[str]]:
    """What this process opens."""
    if not _heard:
        sys.addaudithook(_hear)
        _heard.append([])
    _heard.append([])
    yield _heard[-1]
    _heard.pop()


def made(place: Path, files: Mapping[str, str | bytes]) -> Path:
    """A document in a folder, beside which lie the files of others."""
    folder = place / "robot"
    folder.mkdir(parents=True)
    for ending in ("xml", "stl", "png", "skn", "msh"):
        (place / f"{SECRET}.{ending}").write_text(WORLD)
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder / "robot.xml"


def given(document: Path) -> MjcfInput:
    """What MuJoCo gets of a document."""
    read = read_bytes(document.read_bytes(), document.name, path=document, format="mjcf")
    return MjcfTree(MjcfFiles(read, Resources()), read.limits).input(read.name)


def assert_ours(found: MjcfInput) -> None:
    """Assert that the text for MuJoCo has plain names only, and no file that we did not name."""
    for text in (found.text, *map(bytes.decode, found.models.values())):
        assert not re.search(r"<[?!]|xmlns", text)
        for node in fromstring(text).iter():
            assert node.tag != "include"
            assert all(re.fullmatch(r"\w+", name) for name in (node.tag, *node.attrib))
            for name, value in node.items():
                assert (
                    SECRET not in value or (node.tag, name) == ("config", "value") or name == "name"
                )
                if NAMES_A_FILE.search(name):
                    assert OUR_NAME.fullmatch(value)
                    assert value in {**found.models, **found.files}
    assert all(one.data is None for one in found.files.values())


@pytest.mark.long(keep=24)
@pytest.mark.parametrize("name", FILES)
def test_mujoco_gets_no_name_of_a_file_in_any_spelling(name, tmp_path):
    count = 0
    for number, files in enumerate(folders({name: FILES[name]}).values()):
        document = made(tmp_path / str(number), files)
        with opened() as names:
            try:
                assert_ours(given(document))
                count += 1
            except InputError:
                pass
        assert not [path for path in names if SECRET in path]
    assert count or name in NEVER_READ


@pytest.mark.long(keep=24)
@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_is_too_much_is_refused_in_any_spelling(name, tmp_path):
    for number, files in enumerate(folders({name: TOO_MUCH[name]}).values()):
        with pytest.raises(InputError):
            given(made(tmp_path / str(number), files))


def schema() -> Iterator[tuple[str, str]]:
    """Every element of MuJoCo's schema with each of its attributes."""
    tag = ""
    for line in mujoco.mj_printSchema(False, False).splitlines():
        start = re.match(r"\s*(\S+) \([!?*R]\)", line)
        if start is not None:
            tag = start[1]
        for attribute in line[0 if start is None else start.end() :].split():
            yield tag, attribute


def test_every_attribute_of_mujoco_that_names_a_file_is_ours_or_refused(tmp_path):
    known = [(tag, name) for tag, name in schema() if NAMES_A_FILE.search(name)]
    assert ("texture", "fileright") in known
    assert ("compiler", "assetdir") in known
    assert ("flexcomp", "file") in known
    for number, (tag, name) in enumerate(known):
        text = f'<mujoco><{tag} {name}="../{SECRET}.xml"/></mujoco>'
        document = made(tmp_path / str(number), {"robot.xml": text})
        with opened() as names:
            try:
                assert_ours(given(document))
            except InputError:
                assert tag in {"flexcomp", "model"}
        assert not [path for path in names if SECRET in path]


@pytest.mark.parametrize(("data", "reason"), PARTS.values(), ids=PARTS)
def test_an_included_file_that_is_not_plain_xml_is_one_sentence(data, reason, tmp_path, capsys):
    document = made(tmp_path, {"robot.xml": INCLUDES, "a.xml": data})
    assert main(["fk", str(document)]) == 2
    errors = capsys.readouterr().err
    assert reason in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("data", READ.values(), ids=READ)
def test_an_included_file_is_read_in_any_encoding(data, tmp_path):
    document = made(tmp_path, {"robot.xml": INCLUDES, "a.xml": data})
    assert '<text name="' in given(document).text
    assert bodyplan.load(document).links


@pytest.mark.parametrize("kind", ["link", "link to a folder", "pipe", "folder", "missing"])
@pytest.mark.parametrize("element", ["include", "model", "mesh", "hfield", "texture"])
def test_what_is_not_a_file_inside_is_not_opened(element, kind, tmp_path, capsys):
    text = FILES[element].replace(f"../{SECRET}", "d/a" if "folder" in kind else "a")
    document = made(tmp_path, {"robot.xml": f"<mujoco>{text}</mujoco>"})
    for ending in ("xml", "stl", "png"):
        file = document.parent / f"a.{ending}"
        if kind == "link":
            file.symlink_to(tmp_path / f"{SECRET}.{ending}")
        elif kind == "pipe":
            os.mkfifo(file)
        elif kind == "folder":
            (document.parent / "d" / f"a.{ending}").mkdir(parents=True)
    if kind == "link to a folder":
        (tmp_path / f"a-{SECRET}").mkdir()
        for ending in ("xml", "stl", "png"):
            shutil.copy(tmp_path / f"{SECRET}.{ending}", tmp_path / f"a-{SECRET}" / f"a.{ending}")
        (document.parent / "d").symlink_to(tmp_path / f"a-{SECRET}")
    with opened() as names:
        status = main(["fk", str(document)])
    assert status == (2 if element in {"include", "model"} else 0)
    assert not [path for path in names if SECRET in path]
    errors = capsys.readouterr().err
    assert SECRET not in errors
    assert "internal error" not in errors


def test_a_file_under_sixty_names_is_read_once(tmp_path):
    document = made(tmp_path, {"robot.xml": SPELLED, "a.xml": INCLUDES.replace("a.xml", "b.xml")})
    (document.parent / "x").mkdir()
    (document.parent / "b.xml").write_text(WORLD)
    with opened() as names, pytest.raises(InputError, match="is already included"):
        given(document)
    assert sum(path == str(document.parent / "a.xml") for path in names) == 1


def test_meshes_under_sixty_names_are_read_and_counted_once(tmp_path):
    meshes = "".join(f'<mesh name="{n}" file="{"./" * n}m.stl"/>' for n in range(60))
    text = f"<mujoco><asset>{meshes}</asset></mujoco>"
    document = made(tmp_path, {"robot.xml": text, "m.stl": b"\0" * 100_000})
    found = given(document)
    assert len(found.files) == 60
    assert found.size < 120_000


def test_the_files_of_a_document_have_a_limit_together(tmp_path, monkeypatch):
    monkeypatch.setattr(mjcf_files, "MOST_BYTES", 1000)
    text = '<mujoco><asset><mesh file="a.stl"/><mesh file="b.stl"/></asset></mujoco>'
    document = made(tmp_path, {"robot.xml": text, "a.stl": b"x" * 600, "b.stl": b"x" * 600})
    reasons = [one.reason for one in given(document).files.values()]
    assert reasons[0] == ""
    assert "is too large" in reasons[1]


# The process

OPENING = {
    "reading": "open('/etc/passwd')",
    "writing": "open('{}/new', 'w')",
    "listing": "os.listdir('/')",
    "a connection": "socket.create_connection(('127.0.0.1', 9))",
    "a pipe": "os.pipe()",
}
DENIED = {
    "reading": "open('/etc/passwd')",
    "writing": "open('{}/new', 'w')",
    "listing": "os.listdir('/')",
    "removing": "os.unlink('{}/robot.xml')",
    "a folder": "os.mkdir('{}/folder')",
    "a link": "os.symlink('/', '{}/link')",
    "a program": "os.execv(sys.executable, [sys.executable, '-c', 'pass'])",
}
CODE = """
import errno, os, socket, sys
from bodyplan.core.sandbox import deny_files, lock
if {} is False:
    sys.exit(77)
try:
    {}
except OSError as error:
    os.write(1, errno.errorcode[error.errno].encode())
"""


def error_of(lock: str, action: str, tmp_path: Path) -> str:
    """The error of what a process does after it is locked."""
    document = made(tmp_path, {"robot.xml": WORLD})
    code = CODE.format(lock, action.format(document.parent))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("this system has no Landlock")
    assert [one.name for one in document.parent.iterdir()] == ["robot.xml"]
    return done.stdout


@pytest.mark.long(keep=6)
@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
@pytest.mark.parametrize("action", OPENING.values(), ids=OPENING)
def test_a_locked_process_opens_nothing(action, tmp_path):
    assert error_of("lock()", action, tmp_path) == "EMFILE"


@pytest.mark.long(keep=6)
@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is of Linux")
@pytest.mark.parametrize("action", DENIED.values(), ids=DENIED)
def test_landlock_denies_files_programs_and_changes(action, tmp_path):
    assert error_of("deny_files()", action, tmp_path) == "EACCES"


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_the_process_of_mujoco_is_locked(tmp_path):
    bodyplan.load(made(tmp_path, {"robot.xml": WORLD}))
    process = mjcf_process._PROCESS._process
    assert process is not None
    limits = Path(f"/proc/{process.pid}/limits").read_text()
    for name in ("Max open files", "Max file size", "Max core file size"):
        assert re.search(rf"{name} +0 +0 ", limits), limits
    assert "NoNewPrivs:\t1" in Path(f"/proc/{process.pid}/status").read_text()


def test_a_process_that_kept_much_memory_is_replaced(tmp_path, monkeypatch):
    monkeypatch.setattr(mjcf_process, "_PROCESS", mjcf_process._Process())
    large = made(
        tmp_path / "large",
        {
            "robot.xml": "<mujoco><asset><mesh name='m' builtin='supersphere' params='290 1 1'/></asset>"
            "<worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"
        },
    )
    small = made(tmp_path / "small", {"robot.xml": WORLD})
    bodyplan.load(small)
    assert mjcf_process._PROCESS._process is not None
    bodyplan.load(large)
    assert mjcf_process._PROCESS._process is None or sys.platform != "linux"
    assert bodyplan.load(small).links


class _Call:
    """What calls a function when it is read."""

    def __init__(self, function: Callable[..., object], *arguments: object) -> None:
        self.called = function, arguments

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.called


CALLS = {
    "a program": _Call(os.system, "touch started"),
    "a function": _Call(import_module, "bodyplan.__main__"),
    "a class": _Call(subprocess.Popen, ["touch", "started"]),
    "numbers": [1, 2],
    "nothing": None,
}


@pytest.mark.parametrize("value", CALLS.values(), ids=CALLS)
def test_a_process_that_was_taken_over_calls_nothing(value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = tmp_path / "answer"
    answer.write_bytes(pickle.dumps(value))
    code = f"import sys; sys.stdout.buffer.write(open({str(answer)!r}, 'rb').read())"
    monkeypatch.setattr(mjcf_process, "_PROCESS", mjcf_process._Process())
    monkeypatch.setattr(core_child, "_CODE", code)
    with pytest.raises(InputError, match="sends an invalid result"):
        bodyplan.load(WORLD)
    assert [one.name for one in tmp_path.iterdir()] == ["answer"]


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A command in the folder of a stranger."""
    command = [Path(sys.executable).parent / "bodyplan", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


MODULES = ("numpy", "mujoco", "pickle", "ctypes", "glfw", "sitecustomize", "multiprocessing")


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("module", MODULES)
def test_no_module_of_the_current_folder_is_imported(module, tmp_path):
    document = made(tmp_path, {"robot.xml": WORLD, f"{module}.py": "open('started', 'w')"})
    assert run(["fk", "robot.xml"], document.parent).returncode == 0
    assert not (document.parent / "started").exists()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_only_our_python_is_started_and_it_opens_nothing_after_it_is_locked(tmp_path):
    names = [f"{name}, plain, mujoco, included" for name in FILES if name not in NEVER_READ]
    every = folders(FILES)
    documents = [made(tmp_path / str(n), every[name]) for n, name in enumerate(names)]
    log = tmp_path / "log"
    done = subprocess.run(
        [
            *("strace", "-f", "-qq", "--seccomp-bpf", "-o", str(log)),
            *("-e", "trace=execve,%file,%network,prlimit64,landlock_restrict_self"),
            *(sys.executable, "-m", "bodyplan", "check", "--jobs", "1"),
            *map(str, documents),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = log.read_text().splitlines()
    if not lines or "ptrace" in done.stderr:
        pytest.skip("strace may not trace here")
    started = [line for line in lines if "execve(" in line]
    assert len(started) >= 2
    assert all(f'execve("{sys.executable}"' in line for line in started)
    assert not [line for line in lines if SECRET in line and re.search(r" open\w*\(", line)]
    (locked,) = (n for n, line in enumerate(lines) if "RLIMIT_CORE, {rlim_cur=0" in line)
    process = lines[locked].split()[0]
    later = [line for line in lines[locked:] if line.startswith(process)]
    calls = [line for line in later if re.search(r" (open|execve|socket|unlink|mkdir|link)", line)]
    assert all(re.search(r"= -1 E(MFILE|ACCES)", line) for line in calls)


@pytest.mark.long(keep=2)
@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
@pytest.mark.parametrize("text", HUNGRY.values(), ids=HUNGRY)
def test_a_small_document_takes_little_time_and_memory(text, tmp_path):
    document = made(tmp_path, {"robot.xml": text, "m.stl": STL})
    used = used_by(sys.executable, "-m", "bodyplan", "fk", str(document))
    assert used.status in {0, 2}
    assert used.err.count("\n") <= 1
    assert used.seconds < SECONDS, used
    assert used.megabytes < MEGABYTES, used
