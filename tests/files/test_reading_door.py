"""One module opens the files that content names; what else opens a path is listed here."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bodyplan

SOURCE = Path(bodyplan.__file__).parent
DOOR = SOURCE / "files"
ON_PATHS = {"read_bytes", "read_text"}
"""What only paths have as methods."""
OPENING = {
    *(("os", "open"), ("io", "open"), ("io", "FileIO"), ("mmap", "mmap"), ("codecs", "open")),
    *(
        ("io", "open_code"),
        ("tarfile", "open"),
        ("gzip", "open"),
        ("bz2", "open"),
        ("lzma", "open"),
    ),
    *(("shelve", "open"), ("sqlite3", "connect"), ("linecache", "getline"), ("fileinput", "input")),
    *(("tokenize", "open"), ("runpy", "run_path"), ("ET", "parse"), ("ElementTree", "parse")),
    *(("shutil", "copyfile"), ("shutil", "copy"), ("shutil", "copy2"), ("shutil", "copytree")),
    *(
        ("np", "load"),
        ("np", "fromfile"),
        ("np", "loadtxt"),
        ("np", "genfromtxt"),
        ("np", "memmap"),
    ),
}
"""What opens what it is given, if that is a path: the module and the function."""
BY_LIBRARIES = {
    *("ZipFile", "TarFile", "GzipFile", "Collada", "from_xml_path", "from_file", "load_mesh_file"),
    *("imread", "run_path", "CDLL"),
}
"""The same in libraries that are given paths; the one of ours has no such name."""
OF_LIBRARIES = {
    ("Image", "open"),
    ("trimesh", "load"),
    ("trimesh", "load_mesh"),
    ("trimesh", "load_scene"),
}
"""What decodes what it is given, a path or a file that is open."""
ALLOWED = {
    ("cli/__init__.py", "open"): "a module of ours, for its first line",
    ("cli/__init__.py", "os.open"): "the device that keeps nothing",
    ("cli/many/_lines.py", "open"): "the results that the user named",
    ("cli/many/inputs.py", "open"): "the list that the user named",
    ("collision/simpler/_child.py", "open"): "the device that keeps nothing",
    ("collision/simpler/_messages.py", "np.load"): "arrays from a process of ours, in memory",
    ("conversion/mujoco/_child.py", "open"): "the device that keeps nothing",
    (
        "core/sandbox.py",
        "CDLL",
    ): "the library of the system that this process has loaded",
    ("core/sandbox.py", "open"): "the memory of this process, in /proc/self",
    ("fleet/_child.py", "open"): "the device that keeps nothing, and the memory of this process",
    ("fleet/_worker.py", "os.open"): "the device that keeps nothing",
    ("formats/source.py", "open"): "a file that the user named",
    ("formats/source.py", "read_bytes"): "a sample of ours",
    ("geometry/files.py", "mmap.mmap"): "a mesh that the module of the door has opened",
    (
        "geometry/mesh/_collada.py",
        "Collada",
    ): "bytes that were checked; the library is given no path",
    ("kinematics/configuration_file.py", "open"): "a file that the user named",
    ("model/robot.py", "trimesh.load_scene"): "a glTF file that we made, in memory",
    ("jobs/bundle/writing.py", "ZipFile"): "the archive that is written",
    ("viewer/_cache.py", "read_bytes"): "an entry of the cache folder of the user",
    ("viewer/_page.py", "read_text"): "the page of ours",
    ("viewer/_peer.py", "open"): "the connections of this machine, in /proc/net",
    ("viewer/render.py", "Image.open"): "the picture that the browser drew, in memory",
}
"""What opens something that no content names, and why that is fine."""


def reads(source: str) -> set[str]:
    """The functions with which a module opens a path for reading."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Name) and function.id in {"open", *BY_LIBRARIES}:
            found.add(function.id)
        elif isinstance(function, ast.Attribute):
            owner = function.value.id if isinstance(function.value, ast.Name) else "?"
            name = function.attr
            if name in ON_PATHS:
                found.add(name)
            elif (owner, name) in OPENING | OF_LIBRARIES:
                found.add(f"{owner}.{name}")
            elif name in BY_LIBRARIES:
                found.add(name)
            elif name == "open" and _has_mode(node):
                found.add("path.open")
    return found


def _has_mode(call: ast.Call) -> bool:
    words = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "mode")]
    return any(
        isinstance(word, ast.Constant)
        and isinstance(word.value, str)
        and word.value in {"r", "rb", "rt"}
        for word in words
    )


def test_no_other_module_opens_files():
    found = set()
    for path in SOURCE.rglob("*.py"):
        if not path.is_relative_to(DOOR):
            name = path.relative_to(SOURCE).as_posix()
            found |= {(name, what) for what in reads(path.read_text("utf-8"))}
    assert found == set(ALLOWED)


@pytest.mark.parametrize(
    "source",
    [
        "open('a')",
        "open('a', 'rb')",
        "path.open('rb')",
        "os.open('a', 0)",
        "Path('a').read_text('utf-8')",
        "one.path.read_bytes()",
        "np.load('a')",
        "mmap.mmap(1, 0)",
        "zipfile.ZipFile('a')",
        "Image.open(stream)",
        "trimesh.load('a.glb')",
        "mujoco.MjModel.from_xml_path('a.xml')",
        "ctypes.CDLL('a.so')",
    ],
)
def test_the_test_sees_what_reads(source):
    assert reads(source)


@pytest.mark.parametrize("source", ["file.open()", "archive.open('name')", "file.read(9)"])
def test_the_test_sees_what_does_not(source):
    assert not reads(source)
