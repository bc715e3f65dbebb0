"""A file that a robot names, or that is found beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tests.hostile.contents import IN_PACKAGE, STL, mesh

Content = str | bytes | Callable[[str], bytes]
"""Of a file; what is called is given the name of the other file."""


class Reference(NamedTuple):
    """A way to name a file.

    Args:
        files: those of the robot, by their paths in its folder; the first one is the robot.
        target: the path that is named.
        content: what the file of that name has, outside: valid, with ``CANARY`` or ``NUMBER``.
        uri: how the robot names it; empty for what is found and not named.
    """

    files: Mapping[str, Content]
    target: str
    content: bytes
    uri: str = ""

    @property
    def robot(self) -> str:
        """Its path in the folder."""
        return next(iter(self.files))

    @property
    def kind(self) -> str:
        """The format of the robot, as its ending says it."""
        return self.robot.rpartition(".")[2]


def shape_of(name: str, content: Content, target: str, outside: bytes) -> Reference:
    """What a mesh names, which lies in its own folder."""
    uri = target.removeprefix("meshes/")
    return Reference(
        {"r.urdf": mesh(f"meshes/{name}"), f"meshes/{name}": content}, target, outside, uri
    )


def found(name: str, content: str | bytes, mesh_at: str = IN_PACKAGE, **files: str) -> Reference:
    """What is found beside a robot with a mesh in its package, and other files."""
    data = content.encode() if isinstance(content, str) else content
    robot: dict[str, Content] = {"r.urdf": mesh(mesh_at), "meshes/a.stl": STL}
    return Reference({**robot, **files}, name, data)
