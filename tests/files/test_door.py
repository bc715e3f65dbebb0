"""There is one door for writing: no other module writes, replaces or removes a file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bodyplan

SOURCE = Path(bodyplan.__file__).parent
DOOR = SOURCE / "files"
WRITING = {
    *("write_bytes", "write_text", "replace", "rename", "renames", "link", "unlink", "remove"),
    *("rmtree", "rmdir", "mkdir", "makedirs", "mkstemp", "mkdtemp", "NamedTemporaryFile"),
    *("TemporaryDirectory", "TemporaryFile", "copyfile", "copy2", "copytree", "move", "truncate"),
    *("symlink", "symlink_to", "hardlink_to", "touch", "chmod", "chown", "ftruncate", "mkfifo"),
}
OF_FILES = {"os", "shutil", "tempfile", "pathlib"}
ON_PATHS = {
    *("write_bytes", "write_text", "unlink", "rmdir", "mkdir", "symlink_to", "hardlink_to"),
    *("touch", "chmod"),
}
"""What paths have methods for, and nothing else has."""
ALLOWED = {
    (
        "collision/simpler/_child.py",
        "fdopen",
    ): "a copy of standard output, which goes to the caller",
    ("collision/simpler/_child.py", "open"): "the device that keeps nothing",
    ("collision/simpler/changed.py", "TemporaryDirectory"): "new meshes, until they are compared",
    (
        "conversion/mujoco/_child.py",
        "fdopen",
    ): "a copy of standard output, which goes to the caller",
    ("conversion/mujoco/_child.py", "open"): "the device that keeps nothing",
    ("fleet/_child.py", "fdopen"): "a copy of standard output, which goes to the caller",
    ("fleet/_child.py", "open"): "the device that keeps nothing",
    ("fleet/_worker.py", "fdopen"): "pipes to a process of ours",
    ("jobs/verify.py", "TemporaryDirectory"): "a result, with its files, until it is compared",
    ("viewer/browser.py", "TemporaryDirectory"): "the profile of the browser, which is removed",
    ("viewer/browser.py", "TemporaryFile"): "what the browser prints",
    ("viewer/_cache.py", "mkdir"): "the cache folder of the user",
    ("viewer/_cache.py", "NamedTemporaryFile"): "an entry of the cache, until it is complete",
    ("viewer/_cache.py", "replace"): "it takes its place",
    ("viewer/_cache.py", "unlink"): "the oldest entries, where they are too many",
}


def writes(source: str) -> list[str]:
    """What a module writes with, by the names of the functions."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Name):
            name, of = function.id, ""
        elif isinstance(function, ast.Attribute):
            name = function.attr
            of = function.value.id if isinstance(function.value, ast.Name) else "?"
        else:
            continue
        is_opened = name in {"open", "fdopen"} and _is_for_writing(
            node, on_a_path=of not in {"", "os"}
        )
        if is_opened or (name in WRITING and of in OF_FILES) or (name in ON_PATHS and of):
            found.append(name)
    return found


def _is_for_writing(call: ast.Call, *, on_a_path: bool) -> bool:
    words = call.args[:1] if on_a_path else call.args[1:2]
    words += [keyword.value for keyword in call.keywords if keyword.arg == "mode"]
    modes = [word.value for word in words if isinstance(word, ast.Constant)]
    return any(isinstance(mode, str) and set(mode) & set("wxa+") for mode in modes)


def test_no_other_module_writes_files():
    found = set()
    for path in SOURCE.rglob("*.py"):
        if not path.is_relative_to(DOOR):
            name = path.relative_to(SOURCE).as_posix()
            found |= {(name, what) for what in writes(path.read_text("utf-8"))}
    assert found == set(ALLOWED)


@pytest.mark.parametrize(
    "source",
    [
        "open('a', 'w')",
        "path.open('xb')",
        "open('a', mode='ab')",
        "os.fdopen(1, 'wb')",
        "Path('a').write_text('')",
        "folder.path.unlink()",
        "os.replace('a', 'b')",
        "import shutil; shutil.rmtree('a')",
        "tempfile.mkstemp()",
    ],
)
def test_the_test_sees_what_writes(source):
    assert writes(source)


@pytest.mark.parametrize("source", ["open('a', 'rb')", "path.open()", "text.replace('a', 'b')"])
def test_the_test_sees_what_does_not(source):
    assert not writes(source)
