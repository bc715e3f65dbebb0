"""The links and joints of a URDF as declared, and the location of each value."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.conversion.origins import part_origins, place
from bodyplan.conversion.urdf.elements import UrdfReader
from bodyplan.core import Record
from bodyplan.formats import urdf
from bodyplan.model.joint import FREE, JOINT_TYPES, UNLIMITED
from bodyplan.model.parts import Parts
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.formats.document import Document

_NAMES = {"leader": "joint", "uri": "filename"}
"""Names of fields of the hub in URDF, if they differ."""


def urdf_parts(robot: urdf.Robot, document: Document | None = None) -> Parts:
    """Return the links and joints of a robot as declared.

    Args:
        robot: the typed root; may have errors.
        document: the document of this root.
    """
    reader = UrdfReader()
    links = tuple(map(reader.link, robot.links))
    joints = tuple(map(reader.joint, robot.joints))
    pairs = partial(_origins, robot, links, joints)
    return Parts(
        robot.name,
        links,
        joints,
        model.Origins(pairs, partial(place, document)),
        frozenset(
            id(made)
            for made, joint in zip(joints, robot.joints, strict=True)
            if joint.type not in JOINT_TYPES
        ),
        frozenset(),
        True,
    )


def written_at(element: Element, field: str) -> tuple[Element, str | None]:
    """Return the element and its field that contain a field of the hub.

    Args:
        element: of the value of the hub.
        field: of the hub; for an inertial also one of the six entries of its inertia.
    """
    if isinstance(element, urdf.Inertial) and field not in {"mass", "origin"}:
        return element.inertia, None if field == "inertia" else field
    if field == "origin":
        origin: urdf.Pose = getattr(element, "origin")  # noqa: B009  (several classes have it)
        return (element, None) if origin is urdf.IDENTITY else (origin, "xyz")
    if field == "shape":
        return getattr(element, "geometry"), None  # noqa: B009
    return element, _NAMES.get(field, field)


def _origins(
    robot: urdf.Robot, links: tuple[model.Link, ...], joints: tuple[model.Joint, ...]
) -> list[tuple[Record, Element]]:
    found: list[tuple[Record, Element]] = []
    for link, of_link in zip(links, robot.links, strict=True):
        found += link_origins(link, of_link)
    for joint, of_joint in zip(joints, robot.joints, strict=True):
        found += joint_origins(joint, of_joint)
    return found


def link_origins(link: model.Link, element: urdf.Link) -> list[tuple[Record, Element]]:
    """Return the values of a link, each with its element."""
    return part_origins(link, element, lambda part: part.geometry.shape)


def joint_origins(joint: model.Joint, element: urdf.Joint) -> list[tuple[Record, Element]]:
    """Return the values of a joint, each with its element."""
    found: list[tuple[Record, Element]] = [(joint, element)]
    if element.limit is not None and joint.limit is not UNLIMITED:
        found.append((joint.limit, element.limit))
    if element.dynamics is not None and joint.dynamics is not FREE:
        found.append((joint.dynamics, element.dynamics))
    if element.mimic is not None and joint.mimic is not None:
        found.append((joint.mimic, element.mimic))
    return found
