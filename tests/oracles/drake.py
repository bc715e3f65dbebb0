"""The newest libsdformat, and Drake on top of it, as an oracle: what `pydrake`'s parser says of a file.

The `drake` wheel contains libsdformat 16, which reads SDFormat up to 1.12. Drake raises at the first
error, turns warnings of the library about unknown elements and attributes into errors, and turns an
invalid inertia into a warning. `Answer.accepted` is the verdict of the library with its own policy:
what only Drake rejects does not count, and unknown elements are cut out of the text until another
error, or none, is left. Files are read in a process of their own; a crash is an answer too.

    from tests.oracles import drake

    pytestmark = pytest.mark.skipif(not drake.available(), reason=drake.WANTED)
    answer = drake.shared().read(path)
    answer.accepted, answer.error, answer.refusal

Source: `pydrake.multibody.parsing.Parser`, and experiments.
"""

from __future__ import annotations

import atexit
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Self

from tests.oracles.mutations.text import Doc

WANTED = "pydrake is not installed: pip install drake"
"""What a skipped test says."""

CHILD = """
import json, logging, os, sys
replies = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph
from pydrake.systems.framework import DiagramBuilder
printed = []
class Printed(logging.Handler):
    def emit(self, record):
        printed.append(record.getMessage())
log = logging.getLogger("drake")
log.handlers, log.propagate = [Printed()], False
log.setLevel(logging.WARNING)
for line in sys.stdin:
    path = json.loads(line)
    os.chdir(os.path.dirname(path))
    printed.clear()
    error = ""
    try:
        builder = DiagramBuilder()  # with a scene graph, so that shapes are read too
        plant, scene_graph = AddMultibodyPlantSceneGraph(builder, 0.0)
        Parser(plant).AddModels(path)
    except (Exception, SystemExit) as raised:
        error = f"{type(raised).__name__}: {raised}"
    replies.write(json.dumps([error, printed]) + "\\n")
"""

_UNKNOWN = re.compile(
    r"RuntimeError: (?P<file>[^\n]*?)(?::\d+)?: error: At XML path (?P<path>.*): XML "
    r"(?:Element\[(?P<element>[^\]]*)\], child|Attribute\[(?P<attribute>[^\]]*)\] in)",
    re.DOTALL,
)
"""A warning of the library about something unknown, which Drake makes an error."""
_PREDICATE = re.compile(r"\[(?:@[^=\]]*=\"[^\"]*\"|\d+)\]")
_OF_LIBRARY = re.compile(
    r"RuntimeError: (?:error: |[^\n]*?: error: (?:At XML path|Attribute //pose))", re.DOTALL
)
"""An error of the library: without a location, or with the path of an element. All others are Drake's."""
_HIDES = re.compile(
    r"crash|ValueError: stoi|_M_construct null|bad_alloc|unknown exception|GlobalConfig"
    r"|user-defined inertial values were found|Non-unique name|Deprecated SDF Values"
)
"""A crash of the library or of Drake's use of it, or a warning that Drake makes an error."""
_INERTIA = re.compile(
    r"warning: (?:A link named .* has invalid inertia|Inertia Calculated for collision)", re.DOTALL
)
"""An error of the library that Drake makes a warning."""
_MOST_CUTS = 30


@dataclass(frozen=True)
class Answer:
    """What libsdformat and Drake say of one file.

    Attributes:
        accepted: by the library; None where it crashed, or a warning that Drake makes an error
            hides the rest.
        error: what the library rejects; empty if it accepts the file.
        refusal: what Drake rejects: an error of the library, a warning of the library that Drake
            makes an error, or what Drake itself does not support.
        printed: the warnings of both.
    """

    accepted: bool | None
    error: str = ""
    refusal: str = ""
    printed: tuple[str, ...] = ()


def available() -> bool:
    """Whether the oracle can be asked in this environment."""
    return find_spec("pydrake") is not None


class Drake:
    """The running parser. Use it in a `with`, or take `shared()`."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._copies = tempfile.TemporaryDirectory(prefix="drake-")
        self._folders: dict[Path, Path] = {}

    def __enter__(self) -> Self:
        """The oracle itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the process."""
        self.close()

    def close(self) -> None:
        """Ends the process and removes the copies. The oracle cannot be used any more."""
        if self._process is not None:
            self._process.communicate()
            self._process = None
        self._copies.cleanup()

    def ask(self, path: Path) -> tuple[str, list[str]]:
        """Return the error that Drake raises on a file, and its warnings; a crash is an error."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", CHILD],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(str(path)) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            process.communicate()
            self._process = None
            return f"crash: exit status {process.returncode}", []
        error, printed = json.loads(line)
        return error, printed

    def read(self, path: Path) -> Answer:
        """Return what both say of a file."""
        return self.read_data(path.read_bytes(), path.parent, path.name)

    def read_data(self, data: bytes, folder: Path, name: str = "model.sdf") -> Answer:
        """Return what both say of bytes, read as a file of this name in a copy of a folder."""
        path = (self._copy(folder) / name).with_suffix(".sdf")  # which Drake requires
        changed: dict[Path, bytes | None] = {path: path.read_bytes() if path.exists() else None}
        path.write_bytes(data)
        try:
            return self._read(path, changed)
        finally:
            for file, content in changed.items():
                if content is None:
                    file.unlink()
                else:
                    file.write_bytes(content)

    def _copy(self, folder: Path) -> Path:
        folder = folder.resolve()
        if folder not in self._folders:
            copy = Path(self._copies.name) / str(len(self._folders)) / folder.name
            shutil.copytree(folder, copy)
            self._folders[folder] = copy
        return self._folders[folder]

    def _read(self, path: Path, changed: dict[Path, bytes | None]) -> Answer:
        first: tuple[str, list[str]] | None = None
        for _ in range(_MOST_CUTS):
            error, printed = self.ask(path)
            first = first or (error, printed)
            unknown = _UNKNOWN.match(error)
            if unknown is None or not _cut(Path(self._copies.name), unknown, changed):
                break
        refusal, said = first
        if unknown is not None or _HIDES.search(error):
            return Answer(None, error, refusal, tuple(said))
        of_library = error if _OF_LIBRARY.match(error) else ""
        of_library = of_library or next(filter(_INERTIA.match, printed), "")
        return Answer(not of_library, of_library, refusal, tuple(said))


def _cut(inside: Path, unknown: re.Match[str], changed: dict[Path, bytes | None]) -> bool:
    """Cut what is unknown out of its file; return whether it was found."""
    file = Path("/" + unknown["file"].lstrip("/"))
    if not file.is_relative_to(inside) or not file.is_file():
        return False
    data = file.read_bytes()
    changed.setdefault(file, data)
    tags = _PREDICATE.sub("", unknown["path"]).strip("/").split("/")
    doc = Doc(data)
    spans = list(_spans(doc, tags, unknown["element"], unknown["attribute"]))
    if not spans:  # the path is that of the converted file
        spans = list(_spans(doc, tags[-2:], unknown["element"], unknown["attribute"]))
    if not spans:
        return False
    text, end = doc.text, len(doc.text) + 1
    for start, stop in sorted(spans, reverse=True):
        if stop <= end:
            text, end = text[:start] + text[stop:], start
    file.write_bytes(text.encode("latin-1"))
    return True


def _spans(
    doc: Doc, tags: list[str], element: str | None, attribute: str | None
) -> Iterator[tuple[int, int]]:
    """Yield the spans of unknown elements or attributes at the end of a path of tags."""
    for one in doc.elements:
        above, node = [], one
        while node is not None and len(above) < len(tags):
            above.append(node.name)
            node = node.parent
        if above[::-1] != tags:
            continue
        if element is not None:
            yield one.start, one.end
        else:
            found = one.attribute(attribute or "")
            if found is not None:
                yield found.start, found.end


def read_all(files: Iterable[tuple[bytes, Path, str]]) -> list[Answer]:
    """Return the answers on bytes, folders and names, in one process."""
    with Drake() as oracle:
        return [oracle.read_data(data, folder, name) for data, folder, name in files]


@cache
def shared() -> Drake:
    """One oracle for all tests of a process, ended with it."""
    oracle = Drake()
    atexit.register(oracle.close)
    return oracle
