"""What hostile SDFormat files are made of."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

BALL = '<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision>'
LINK = '<link name="l"/>'
LAUGHS = (
    b'<!DOCTYPE m [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY e SYSTEM "file:///etc/passwd">]>'
)
"""Entities that grow, and one that is a file."""


class Bomb(NamedTuple):
    """The files of a folder by name, and what symbolic links there lead to."""

    files: dict[str, bytes]
    links: dict[str, str] = {}  # noqa: RUF012  (nobody changes it)

    def write(self, folder: Path) -> None:
        """Writes all of it."""
        for name, data in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for name, target in self.links.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).symlink_to(target)


def sdf(content: str | bytes, version: str = "1.9") -> bytes:
    """A file with something in its root."""
    data = content if isinstance(content, bytes) else content.encode()
    return b'<?xml version="1.0"?>\n<sdf version="%s">\n%s</sdf>\n' % (version.encode(), data)


def model(content: str | bytes, name: str = "m", version: str = "1.9") -> bytes:
    """A file with one model."""
    data = content if isinstance(content, bytes) else content.encode()
    return sdf(b'<model name="%s">\n%s</model>\n' % (name.encode(), data), version)


def world(content: str | bytes, version: str = "1.9") -> bytes:
    """A file with one world."""
    data = content if isinstance(content, bytes) else content.encode()
    return sdf(b'<world name="w">\n%s</world>\n' % data, version)


def one(content: str | bytes, version: str = "1.9") -> Bomb:
    """One model with a link, and more in it."""
    data = content if isinstance(content, bytes) else content.encode()
    return Bomb({"m.sdf": model(LINK.encode() + data, version=version)})


def include(uri: str, more: str = "", merge: bool = False) -> str:
    """An include."""
    how = ' merge="true"' if merge else ""
    return f"<include{how}><uri>{uri}</uri>{more}</include>\n"


def joint(number: int | str, parent: str, child: str, more: str = "") -> str:
    """A revolute joint."""
    return (
        f'<joint name="j{number}" type="revolute"><parent>{parent}</parent><child>{child}</child>'
        f"<axis><xyz>0 0 1</xyz>{more}</axis></joint>\n"
    )
