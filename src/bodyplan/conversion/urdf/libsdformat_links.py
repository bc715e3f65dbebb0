"""Which links libsdformat drops or merges when it converts a URDF.

libsdformat merges the child links of fixed joints into their parents. Then it drops each link
without mass, and all links below it. Up to version 13 (Gazebo Fortress and Garden), a mass of up to
0.000001 kg counts as no mass, and moving links below a merged massless link are dropped too.

Source: parser_urdf.cc of libsdformat 12.3.0, 14.0.0 and 16.1.0; results of 12.3.0 for real robots.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bodyplan import model
from bodyplan.formats.document import Document
from bodyplan.formats.registry import robot_of
from bodyplan.model.scoped_names import WORLD_NAME

SMALLEST_MASS = 1e-6
"""Largest mass of a link that libsdformat up to version 13 drops [kg]."""
YES = frozenset({"1", "true", "yes"})
"""Texts that libsdformat reads as true in a ``<gazebo>`` block, in lower case."""


class Rigid(NamedTuple):
    """The fixed joints that libsdformat does not merge, as set in a description.

    Args:
        preserved: names of joints that stay fixed joints.
        turned: names of joints that become revolute joints with both limits zero.
    """

    preserved: frozenset[str] = frozenset()
    turned: frozenset[str] = frozenset()

    def merges(self, joint: model.Joint) -> bool:
        """Return whether the child of a joint is merged into the parent."""
        is_kept = joint.name in self.preserved or joint.name in self.turned
        return joint.type == "fixed" and joint.parent != WORLD_NAME and not is_kept


def rigid_joints(document: Document) -> Rigid:
    """Return the fixed joints that ``<gazebo>`` blocks exclude from merging in libsdformat."""
    names: dict[str, set[str]] = {"preserveFixedJoint": set(), "disableFixedJointLumping": set()}
    robot = robot_of(document)
    for block in () if robot is None else robot.gazebo:
        for raw in block.content:
            if raw.tag in names and (raw.get("value") or raw.text).strip().lower() in YES:
                names[raw.tag].add(block.reference or "")
    return Rigid(*map(frozenset, names.values()))


class LinkTree:
    """The links of a URDF below its root.

    Args:
        links: all links; of links with the same name, the last is used.
        joints: joints that form one tree.
        rigid: the fixed joints that are not merged.
    """

    def __init__(
        self, links: Iterable[model.Link], joints: Iterable[model.Joint], rigid: Rigid
    ) -> None:
        self._links = {link.name: link for link in links}
        self._into: dict[str, model.Joint] = {}
        below: dict[str, list[str]] = {}
        for joint in joints:
            self._into[joint.child] = joint
            below.setdefault(joint.parent, []).append(joint.child)
        self._merged = {name for name, joint in self._into.items() if rigid.merges(joint)}
        self._order = [name for name in self._links if name not in self._into]
        for name in self._order:  # parents before their children
            self._order += below.get(name, ())
        self.masses: dict[str, float] = {}
        """For each link, its mass including the links merged into it [kg]."""
        self._without_centre: set[str] = set()
        self._merge(below)

    def _merge(self, below: Mapping[str, Sequence[str]]) -> None:
        """Add up masses in libsdformat's order: the child joints of a link sorted by name."""
        weighed: set[str] = set()  # links with an <inertial>
        for name in reversed(self._order):
            link = self._links.get(name)
            mass = 0.0
            if link is not None and link.inertial is not None:
                mass = link.inertial.mass
                weighed.add(name)
            merged = [child for child in below.get(name, ()) if child in self._merged]
            for child in sorted(merged, key=lambda one: self._into[one].name):
                if child not in weighed:
                    continue
                weighed.add(name)
                mass += self.masses[child]
                if mass == 0.0 or child in self._without_centre:
                    self._without_centre.add(name)
            self.masses[name] = mass

    def without_centre(self) -> list[str]:
        """Return the links with centre of mass 0/0; libsdformat rejects the robot because of them.

        This happens if two inertials with a sum of 0 kg are merged before an inertial with mass.
        """
        lost = self.lost()
        return [
            name
            for name in self._order
            if name in self._without_centre and name not in self._merged and name not in lost
        ]

    def lost(self, most: float = 0.0, *, by_release_12: bool = False) -> Mapping[str, str]:
        """Return, for each link that libsdformat drops, the massless link that is the cause.

        Args:
            most: the largest mass of a link that is dropped [kg].
            by_release_12: whether to behave like libsdformat up to 13, instead of 14 and later.
        """
        lost: dict[str, str] = {}
        ends: dict[str, str] = {}
        for name in self._order:
            above = self._into[name].parent if name in self._into else ""
            is_merged, mass = name in self._merged, self.masses[name]
            is_light = abs(mass) <= SMALLEST_MASS if by_release_12 else mass <= most
            if above in lost:
                lost[name] = lost[above]
            elif above in ends:
                (ends if is_merged else lost)[name] = ends[above]
            elif name != WORLD_NAME and is_light:
                if not is_merged:
                    lost[name] = name
                elif by_release_12:
                    ends[name] = name
        return lost
