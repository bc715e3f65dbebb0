"""The format's own description files, as Debian's package of libsdformat installs them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

WANTED = "the description files of SDFormat are not here: apt-get install libsdformat-dev"
"""What a skipped test says."""

PACKAGE = "sdformat12"
FOLDERS = (Path("/usr/share"), Path("/usr/local/share"))


@dataclass(eq=False)
class Row:
    """One element or attribute of one version."""

    path: str
    """The file it is described in, then the way to it: "joint/axis/limit", "joint/@name"."""
    tag: str
    """The name of the element or attribute."""
    kind: str | None
    """Type of its value; None for an element that has none."""
    default: str
    required: str
    """ "1", "0", "*", "+" or "-1"."""
    least: str | None = None
    most: str | None = None
    attributes: dict[str, Row] = field(default_factory=dict)
    children: dict[str, Child] = field(default_factory=dict)
    takes_any: bool = False
    """Whether any child elements may stand in it."""

    def all(self) -> Iterator[Row]:
        """This row, and those inside it that no other file describes."""
        yield self
        yield from self.attributes.values()
        for child in self.children.values():
            if child.row.path.startswith(f"{self.path}/"):
                yield from child.row.all()


@dataclass(frozen=True)
class Child:
    """An element inside another: what it is like, and how often it may stand there."""

    row: Row
    required: str


@cache
def folder() -> Path | None:
    """Where the description files are, one folder a version; None where they are not."""
    shares = list(FOLDERS)
    try:
        asked = subprocess.run(
            ["pkg-config", "--variable=prefix", PACKAGE],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError):
        pass
    else:
        if asked.returncode == 0 and asked.stdout.strip():
            shares.insert(0, Path(asked.stdout.strip()) / "share")
    found = (share.resolve() / PACKAGE for share in shares)
    return next((place for place in found if (place / "1.9" / "joint.sdf").is_file()), None)


class Description:
    """All that the files of one version say."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.files: dict[str, Row] = {}
        """What was asked for, by the name of the file."""
        self.rows: list[Row] = []

    @property
    def root(self) -> Row:
        """The outermost element."""
        name = "root" if (self.place / "root.sdf").is_file() else "gazebo"
        return self.file(name)

    def names(self) -> list[str]:
        """The names of all files."""
        return sorted(path.stem for path in self.place.glob("*.sdf"))

    def file(self, name: str) -> Row:
        """The element that one file describes."""
        if name not in self.files:
            node = ET.parse(self.place / f"{name}.sdf").getroot()
            row = self.files[name] = self._row(node, name)
            self._fill(row, node)
        return self.files[name]

    def _row(self, node: ET.Element, path: str) -> Row:
        row = Row(
            path,
            node.get("name", ""),
            node.get("type"),
            node.get("default", ""),
            node.get("required", ""),
            node.get("min"),
            node.get("max"),
        )
        self.rows.append(row)
        return row

    def _fill(self, row: Row, node: ET.Element) -> None:
        for part in node:
            name, required = part.get("name", ""), part.get("required", "")
            if part.tag == "attribute":
                row.attributes[name] = self._row(part, f"{row.path}/@{name}")
            elif part.tag == "include":
                filename = part.get("filename", "")
                if (self.place / filename).is_file():  # the package leaves out one that it names
                    inner = self.file(filename.removesuffix(".sdf"))
                    row.children[inner.tag] = Child(inner, required)
            elif part.tag == "element" and "copy_data" in part.attrib:
                row.takes_any = True
            elif part.tag == "element" and "ref" in part.attrib:
                row.children[name] = Child(self.file(part.get("ref", "")), required)
            elif part.tag == "element":
                inner = self._row(part, f"{row.path}/{name}")
                self._fill(inner, part)
                row.children[name] = Child(inner, required)
