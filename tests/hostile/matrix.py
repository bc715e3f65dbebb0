"""Every kind of reference, led astray in every way, and all that is done with robots."""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile, is_zipfile

from tests.hostile.folders import write
from tests.hostile.references import CANARY, NUMBER, REFERENCES, Reference

LARGE = 4 * 1024**3
"""Bytes of a file that is larger than any limit; it takes no room on the disk."""
LINKS = ("link", "link through a folder")
NAMES = ("absolute path", "path with ..", "file URI")
"""What needs a name in the robot."""
INSIDE = ("pipe", "device", "folder", "too large", "missing")
TRICKS = (*LINKS, *NAMES, *INSIDE)
_PREFIX = re.compile(r"(?:\w+://\w+/|\$\(find \w+\)/)?")
_SHOWN = (CANARY.encode(), str(NUMBER).encode(), struct.pack("<f", NUMBER))
"""What files outside hold, as it may appear anywhere."""
_HIDDEN = tuple(zip(_SHOWN, (b"inside-8d1f", b"1.25", struct.pack("<f", 1.25)), strict=True))

ALL = ("urdf", "sdf", "xml", "xacro", "srdf", "yaml")
ROBOTS = ALL[:4]
VERBS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "check": (("check", "ROBOT"), ALL),
    "check a folder": (("check", "FOLDER"), ALL),
    "check meshes": (("check", "ROBOT", "--meshes"), ALL),
    "judge": (("judge", "ROBOT"), ALL),
    "load": (("load", "ROBOT"), ALL),
    "show": (("show", "ROBOT"), ALL),
    "show as JSON": (("show", "ROBOT", "--json"), ROBOTS),
    "where": (("where", "ROBOT", "--all"), ALL),
    "fk": (("fk", "ROBOT"), ROBOTS),
    "workspace": (("workspace", "ROBOT", "--count", "50", "-o", "MADE/points.ply"), ROBOTS),
    "inertia": (("inertia", "ROBOT", "--from", "hull"), ROBOTS),
    "compute inertia": (("inertia", "ROBOT", "--compute", "mass=1", "--diff"), ("urdf", "sdf")),
    "convert to URDF": (("convert", "ROBOT", "-o", "MADE/made.urdf"), ROBOTS),
    "convert to SDFormat": (("convert", "ROBOT", "-o", "MADE/made.sdf", "--force"), ROBOTS),
    "convert to MJCF": (("convert", "ROBOT", "-o", "MADE/made.xml", "--force"), ROBOTS),
    "convert to a scene": (
        ("convert", "ROBOT", "-o", "MADE/made.xml", "--force", "--scene"),
        ROBOTS,
    ),
    "convert with meshes": (("convert", "ROBOT", "-o", "MADE/made.sdf", "--bundle"), ROBOTS),
    "expand": (("expand", "ROBOT", "-o", "MADE/made.urdf"), ("xacro",)),
    "bundle": (("bundle", "ROBOT", "-o", "MADE/bundle"), ROBOTS),
    "bundle a folder": (("bundle", "FOLDER", "-o", "MADE/made.zip"), ALL),
    "view": (("view", "ROBOT", "-o", "MADE/made.html"), ROBOTS),
    "collisions": (("collisions", "ROBOT"), ROBOTS),
    "srdf pairs": (
        ("srdf", "pairs", "ROBOT", "--samples", "20", "--force", "-o", "MADE/made.srdf"),
        (*ROBOTS, "srdf"),
    ),
    "fit spheres": (("spheres", "ROBOT", "--count", "1", "--table"), (*ROBOTS, "srdf")),
    "change pairs": (("srdf", "pairs", "ROBOT", "--samples", "20", "--diff"), ("srdf",)),
    "fix": (("fix", "ROBOT", "--unsafe"), ALL),
    "fix meshes": (("fix", "ROBOT", "--unsafe", "--meshes", "--diff"), ROBOTS),
    "fmt": (("fmt", "ROBOT"), ALL),
    "rename": (("rename", "link", "base", "trunk", "ROBOT"), ALL),
    "srdf new": (("srdf", "new", "ROBOT", "-o", "MADE/made.srdf"), ROBOTS),
    "srdf add": (("srdf", "add", "group", "h", "--links", "base", "ROBOT"), ("srdf",)),
    "diff": (("diff", "ROBOT", "ROBOT", "--samples", "2"), ROBOTS),
}
"""The words of each verb, and the formats that it is for. The last ones change the robot."""
CHANGING = ("fix", "fmt", "rename", "srdf add")


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
        for folder in (self.folder, self.outside, self.made):
            folder.mkdir(parents=True)

    def build(self, reference: Reference, trick: str) -> Path:
        """Writes the files of a reference and plays a trick with what it names; gives the robot."""
        write(self.outside, reference.target, reference.content)
        uri = self._spelled(reference, trick)
        for name, content in reference.files.items():
            data = content(uri) if callable(content) else content
            data = data if isinstance(data, bytes) else data.replace("{uri}", uri).encode()
            for shown, hidden in _HIDDEN:
                data = data.replace(shown, hidden)
            write(self.folder, name, data)
        if trick not in NAMES:
            self._place(reference, trick)
        return self.folder / reference.robot

    def _spelled(self, reference: Reference, trick: str) -> str:
        """How a robot spells a name."""
        if trick not in NAMES:
            return reference.uri
        is_file = reference.uri.endswith(os.path.basename(reference.target))
        named = reference.target if is_file else os.path.dirname(reference.target)
        full = str(self.outside / named)
        if trick == "path with ..":
            prefix = _PREFIX.match(reference.uri)
            assert prefix is not None
            folder = self.folder / named.removesuffix(reference.uri[prefix.end() :])
            return prefix[0] + os.path.relpath(full, folder)
        return full if trick == "absolute path" else f"file://{full}"

    def _place(self, reference: Reference, trick: str) -> None:
        """Puts something odd where the named file is expected."""
        target = self.folder / reference.target
        target.parent.mkdir(parents=True, exist_ok=True)
        if trick == "link":
            target.symlink_to(self.outside / reference.target)
        elif trick == "link through a folder":
            target.parent.rmdir()
            target.parent.symlink_to((self.outside / reference.target).parent)
        elif trick == "pipe":
            os.mkfifo(target)
        elif trick == "device":
            target.symlink_to("/dev/zero")
        elif trick == "folder":
            target.mkdir()
        elif trick in {"too large", "nothing"}:
            write(self.folder, reference.target, reference.content)
            if trick == "too large":
                os.truncate(target, LARGE)

    def words(self, verb: str, robot: Path) -> list[str]:
        """The words of a verb."""
        names = {"ROBOT": str(robot), "FOLDER": str(self.folder)}
        return [names.get(w, w).replace("MADE", str(self.made)) for w in VERBS[verb][0]]

    def state(self, *besides: Path) -> dict[str, tuple[int, int, int, str]]:
        """What there is, other than what is made and these files."""
        found = {}
        for top in (self.folder, self.outside):
            for folder, names, files in os.walk(top):
                for path in (os.path.join(folder, name) for name in (*names, *files)):
                    status = os.lstat(path)
                    target = os.readlink(path) if os.path.islink(path) else ""
                    size = 0 if os.path.isdir(path) else status.st_size
                    found[path] = (status.st_mode, size, status.st_ino, target)
        for path in map(str, besides):
            found.pop(path, None)
        return found

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
        count: how many; 0 for all.
    """
    kind = REFERENCES[name].kind
    known = [verb for verb, (_, kinds) in VERBS.items() if kind in kinds]
    if count <= 0 or count >= len(known):
        return known
    start = TRICKS.index(trick) * count + list(REFERENCES).index(name)
    chosen = {known[(start + number) % len(known)] for number in range(count)}
    return [verb for verb in known if verb in chosen]
