"""The ``<mujoco>`` section of a URDF, converted to MJCF.

Source: MuJoCo manual, "URDF extensions": the section has the elements ``compiler``, ``option`` and
    ``size``.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.loss import UNKNOWN_PARTS
from bodyplan.conversion.urdf._loop_joints import TAG as LOOP
from bodyplan.core import Record
from bodyplan.formats import urdf
from bodyplan.formats.loss import Loss

_TAG = "mujoco"
_COPIED = ("option", "size")
_COMPILER = frozenset(
    (
        *("balanceinertia", "boundmass", "boundinertia", "settotalmass"),
        *("discardvisual", "fusestatic"),
    )
)
"""Compiler settings with the same meaning in MJCF."""
_DONE = frozenset(("assetdir", "meshdir", "strippath", "angle", "autolimits"))
"""Settings for reading the URDF; they are already applied in the result."""


class MujocoSection(Record):
    """The settings of a URDF for MuJoCo.

    Args:
        compiler: attributes of ``<compiler>``.
        elements: elements to copy.
        losses: settings that are ignored.
    """

    compiler: tuple[tuple[str, str], ...] = ()
    elements: tuple[Node, ...] = ()
    losses: tuple[Loss, ...] = ()


def mujoco_section(root: urdf.Robot) -> MujocoSection:
    """Return the settings in the ``<mujoco>`` elements of a URDF."""
    compiler: dict[str, str] = {}
    elements: list[Node] = []
    losses: list[Loss] = []
    for raw in root.extra.elements if root.extra else ():
        for one in raw if raw.tag == _TAG else ():
            if one.tag in _COPIED:
                elements.append(one.node)
                continue
            if one.tag != "compiler":
                reason = "a <mujoco> section of URDF has compiler, option and size only"
                losses.append(Loss("dropped", f"<{one.tag}>", reason, root))
                continue
            for name, value in one.attributes.items():
                if name in _COMPILER:
                    compiler[name] = value
                elif name not in _DONE:
                    reason = "it is not a setting for the result"
                    losses.append(Loss("dropped", f"{name} of <compiler>", reason, root))
    return MujocoSection(tuple(compiler.items()), tuple(elements), tuple(losses))


def mujoco_path(root: urdf.Robot, uri: str) -> str:
    """Return the path at which MuJoCo searches a mesh of a URDF; empty if it is unknown.

    MuJoCo 4 does not support package URIs. With ``strippath``, it uses only the file name of a URI;
    without it, it accepts only paths. Both are relative to ``meshdir``.

    Args:
        root: root element of the URDF.
        uri: URI of the mesh, as written.
    """
    settings: dict[str, str] = {}
    for raw in root.extra.elements if root.extra else ():
        for one in raw if raw.tag == _TAG else ():
            if one.tag == "compiler":
                settings |= one.attributes
    folder = settings.get("meshdir", settings.get("assetdir", ""))
    path = uri.replace("\\", "/")
    if settings.get("strippath") == "true":
        return posixpath.join(folder, posixpath.basename(path))
    return posixpath.join(folder, path) if folder and "://" not in path else ""


def with_section(
    losses: Iterable[Loss], root: urdf.Robot, section: MujocoSection
) -> tuple[Loss, ...]:
    """Return losses, with the loss of the whole section replaced by losses of its settings."""
    is_read = all(raw.tag in {_TAG, LOOP} for raw in root.extra.elements)
    is_read = is_read and all(name.startswith("xmlns") for name, _ in root.extra.attributes)
    others = (
        loss
        for loss in losses
        if not (is_read and loss.source is root and loss.reason == UNKNOWN_PARTS)
    )
    return (*others, *section.losses)
