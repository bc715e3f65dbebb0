"""Every kind of reference, led astray in every way, and all that is done with robots."""

from __future__ import annotations

import json
import os
import re
import socket
import stat
import struct
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile, is_zipfile

from tests.hostile.contents import CANARY, NUMBER
from tests.hostile.folders import write
from tests.hostile.reference import Reference
from tests.hostile.references import REFERENCES
from tests.hostile.verbs import GIVEN, VERBS, known

LARGE = 4 * 1024**3
"""Bytes of a file that is larger than any limit; it takes no room on the disk."""
LINKS = ("link", "link through a folder", "link to nothing", "link to a link")
NAMES = (
    *("absolute path", "path with ..", "file URI", "Windows path", "path on a drive"),
    *("network share", "URL", "name with NUL", "name with a line end", "wrong case"),
)
"""What needs a name in the robot."""
OUTWARD = frozenset(NAMES) - {"wrong case"}
"""What names the file outside; nothing is where a name would be harmless."""
INSIDE = ("pipe", "device", "node of a device", "socket", "folder", "too large", "missing", "empty")
TRICKS = (*LINKS, *NAMES, *INSIDE)
FORMS = 8
"""A row that writes in another form what another row reads meets one in so many tricks."""
_PREFIX = re.compile(r"(?:\w+://\w+/|\$\(find \w+\)/)?")
_SHOWN = (CANARY.encode(), str(NUMBER).encode(), struct.pack("<f", NUMBER))
"""What files outside hold, as it may appear anywhere."""
_HIDDEN = tuple(zip(_SHOWN, (b"inside-8d1f", b"1.25", struct.pack("<f", 1.25)), strict=True))


class World:
    """A stranger's folder, what lies outside of it, and a folder for what is made.

    Args:
        place: an empty folder for all of it.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self.folder = place / "home" / "work" / "robot"  # packages are looked for beside it
        self.outside = place / "outside"
        self.made = place / "made"
        self.given = place / "given"
        for folder in (self.folder, self.outside, self.made, self.given):
            folder.mkdir(parents=True)
        for name, text in GIVEN.items():
            (self.given / name).write_text(text)

    def build(self, reference: Reference, trick: str) -> Path:
        """Writes the files of a reference and plays a trick with what it names; gives the robot."""
        write(self.outside, reference.target, reference.content)
        uri = self._spelled(reference, trick)
        for name, content in reference.files.items():
            data = content(uri) if callable(content) else content
            if isinstance(data, str):
                data = data.replace("{uri}", _escaped(uri, name)).encode()
            for shown, hidden in _HIDDEN:
                data = data.replace(shown, hidden)
            write(self.folder, name, data)
        if trick not in OUTWARD:
            self._place(reference, trick)
        return self.folder / reference.robot

    def _spelled(self, reference: Reference, trick: str) -> str:
        """How a robot spells a name."""
        if trick not in NAMES:
            return reference.uri
        if trick == "wrong case":
            return reference.uri.swapcase()
        is_file = reference.uri.endswith(os.path.basename(reference.target))
        named = reference.target if is_file else os.path.dirname(reference.target)
        full = str(self.outside / named)
        prefix = _PREFIX.match(reference.uri)
        assert prefix is not None
        folder = self.folder / named.removesuffix(reference.uri[prefix.end() :])
        dots = prefix[0] + os.path.relpath(full, folder)
        return {
            "absolute path": full,
            "file URI": f"file://{full}",
            "path with ..": dots,
            "Windows path": dots.replace("/", "\\"),
            "path on a drive": f"C:{full}",
            "network share": f"\\\\127.0.0.1{full}".replace("/", "\\"),
            "URL": f"http://127.0.0.1:9{full}",
            "name with NUL": f"{dots}\0{reference.uri}",
            "name with a line end": f"{dots}\n::error::{reference.uri}",
        }[trick]

    def _place(self, reference: Reference, trick: str) -> None:
        """Puts something odd where the named file is expected."""
        target = self.folder / reference.target
        target.parent.mkdir(parents=True, exist_ok=True)
        if trick in {"link", "wrong case"}:
            target.symlink_to(self.outside / reference.target)
        elif trick == "link to a link":
            (self.folder / "between").symlink_to(self.outside / reference.target)
            target.symlink_to(os.path.relpath(self.folder / "between", target.parent))
        elif trick == "link to nothing":
            target.symlink_to(self.outside / "new" / reference.target)
        elif trick == "link through a folder":
            target.parent.rmdir()
            target.parent.symlink_to((self.outside / reference.target).parent)
        elif trick == "pipe":
            os.mkfifo(target)
        elif trick == "device":
            target.symlink_to("/dev/zero")
        elif trick == "node of a device":
            self._make_node(target)
        elif trick == "socket":
            _make_socket(target)
        elif trick == "folder":
            target.mkdir()
        elif trick in {"too large", "nothing"}:
            write(self.folder, reference.target, reference.content)
            if trick == "too large":
                os.truncate(target, LARGE)
        elif trick == "empty":
            write(self.folder, reference.target, b"")

    @staticmethod
    def _make_node(target: Path) -> None:
        """Make ``/dev/zero`` once more, or a pipe where only root may do so."""
        try:
            os.mknod(target, 0o666 | stat.S_IFCHR, os.makedev(1, 5))
        except OSError:
            os.mkfifo(target)

    def words(self, verb: str, robot: Path) -> list[str]:
        """The words of a verb; its outputs are in a folder of their own."""
        made = self.made / str(list(VERBS).index(verb))
        made.mkdir(exist_ok=True)
        names = {
            "ROBOT": str(robot),
            "FOLDER": str(self.folder),
            "COMPLETED": f"bodyplan fk {robot} --frame ",
        }
        words = [names.get(word, word) for word in VERBS[verb].words.split()]
        return [w.replace("MADE", str(made)).replace("GIVEN", str(self.given)) for w in words]

    def is_own(self, path: str, robot: Path) -> bool:
        """Whether it is the robot, or what a verb that changes it writes beside it."""
        name = os.path.basename(path)
        is_beside = name.endswith(".collisions.json") or "hull" in name
        is_inside = path.startswith(str(self.folder)) and not os.path.islink(path)
        return path == str(robot) or (is_beside and is_inside)

    def shown(self) -> Iterator[str]:
        """The files that were made and hold something from outside, or are links."""
        for folder, _, files in os.walk(self.made):
            for name in files:
                path = Path(folder, name)
                if path.is_symlink() or shows(path.read_bytes()):
                    yield name
                elif is_zipfile(path):
                    with ZipFile(path) as archive:
                        yield from (one for one in archive.namelist() if shows(archive.read(one)))


def shows(data: bytes) -> bool:
    """Whether something from outside is in it."""
    return any(one in data for one in _SHOWN)


def cases() -> Iterator[tuple[str, str]]:
    """Every reference with every trick that it allows."""
    for name, reference in REFERENCES.items():
        for trick in TRICKS:
            if trick in NAMES and not reference.uri:
                continue
            folder = os.path.dirname(reference.target)
            is_shared = any(other.startswith(f"{folder}/") for other in reference.files)
            if trick == "link through a folder" and (not folder or is_shared):
                continue
            yield name, trick


def verbs(name: str, trick: str, count: int) -> list[str]:
    """Some of the verbs that are for a reference: each trick has other ones.

    Args:
        name: of the reference.
        trick: one of ``TRICKS``.
        count: how many; 0 for all, of those with another form of output a few.
    """
    rows = known(REFERENCES[name].kind)
    at, of_name = TRICKS.index(trick), list(REFERENCES).index(name)
    if count <= 0 or count >= len(rows):
        turn = at + of_name
        return [row for n, row in enumerate(rows) if not VERBS[row].of or (n + turn) % FORMS == 0]
    start = at * count + of_name * 7
    chosen = {rows[(start + number) % len(rows)] for number in range(count)}
    return [verb for verb in rows if verb in chosen]


def _escaped(uri: str, name: str) -> str:
    """A name as it is written in a file; XML has no NUL, but URIs have."""
    if name.endswith((".gltf", ".toml", ".yaml", ".py")):
        return json.dumps(uri)[1:-1]
    if name.endswith((".urdf", ".sdf", ".xml", ".xacro", ".srdf", ".dae", ".config", ".launch")):
        return uri.replace("\0", "%00").replace("\n", "&#10;")
    return uri


def _make_socket(target: Path) -> None:
    here = Path.cwd()
    os.chdir(target.parent)  # the name of a socket may have 100 characters
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(target.name)
    finally:
        os.chdir(here)
