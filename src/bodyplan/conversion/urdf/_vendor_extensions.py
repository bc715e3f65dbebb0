"""Armature, springs and friction in vendor extensions and ``<gazebo>`` blocks of a URDF.

Sources: Drake multibody/parsing/parsing_doxygen.h, "Reflected inertia"; raisimLib issue 63;
libsdformat parser_urdf.cc, InsertSDFExtensionJoint; the dialects of ``formats``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple, TypeGuard
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.urdf._loop_joints import TAG as LOOP
from bodyplan.core import replace
from bodyplan.formats import urdf
from bodyplan.formats.dialects import quantity, written_extensions
from bodyplan.model.joint import WITH_AXIS
from bodyplan.spec import Element, Extra, Raw, format_float, parse_float
from bodyplan.spec.raw import Quantity

SPRING = {"springStiffness": "spring_stiffness", "springReference": "spring_reference"}
"""For each setting of a joint in a ``<gazebo>`` block, the field of ``model.Dynamics``."""
FRICTION = "mu1"
"""The setting for the friction of a link in a ``<gazebo>`` block."""
_FRICTIONS = (FRICTION, "mu2")
"""The settings for the friction of a link in both directions."""
_CONTACT, _LATERAL = "contact", "lateral_friction"
_PROXIMITY = "drake:proximity_properties"
_DRAKE_FRICTION = ("drake:mu_dynamic", "drake:mu_static")
_READ: frozenset[Quantity] = frozenset(
    (
        *("armature", "rotor_inertia", "gear_ratio", "coulomb_friction", "viscous_friction"),
        *("spring_stiffness", "spring_reference"),
    )
)
_SAME: dict[Quantity, str] = {
    "spring_stiffness": "spring_stiffness",
    "spring_reference": "spring_reference",
    "coulomb_friction": "friction",
    "viscous_friction": "damping",
}
"""For each extension quantity, the field of the robot model that it sets if the URDF itself does
not."""


class VendorFacts(NamedTuple):
    """Properties of joints and links that are declared outside ``<joint>`` and ``<link>``, by name.

    Args:
        armature: reflected inertia of the motors of each joint [kg m²] or [kg].
        springs: spring of each joint, as fields of ``model.Dynamics``.
        friction: friction coefficient of each link.
    """

    armature: dict[str, float]
    springs: dict[str, dict[str, float]]
    friction: dict[str, float]


def vendor_facts(root: urdf.Robot) -> VendorFacts:
    """Return the properties of joints and links in transmissions and ``<gazebo>`` blocks."""
    armature: dict[str, float] = {}
    for transmission in root.transmissions:
        found = sum(map(_reflected, transmission.actuators))
        if found and len(transmission.joints) == 1:
            name = transmission.joints[0].name
            armature[name] = armature.get(name, 0.0) + found
    springs: dict[str, dict[str, float]] = {}
    friction: dict[str, float] = {}
    for block in root.gazebo:
        for raw in block.content if block.reference else ():
            if raw.tag not in SPRING and raw.tag != FRICTION:
                continue
            value, name = number_of(raw.get("value") or raw.text), block.reference or ""
            if raw.tag == FRICTION and _is_friction(value):
                friction[name] = value
            elif raw.tag in SPRING and value:
                springs.setdefault(name, {})[SPRING[raw.tag]] = value
    return VendorFacts(armature, springs, friction)


def friction_of(
    collision: urdf.Collision, link: urdf.Link | None, facts: VendorFacts
) -> float | None:
    """Return the sliding friction coefficient of a collision; None if it is not declared.

    The first existing source applies: ``<drake:proximity_properties>`` of the collision,
    ``<contact>`` of the link, or the ``<gazebo>`` block of the link.

    Args:
        collision: the collision.
        link: the link of the collision.
        facts: vendor facts of the robot.
    """
    for raw in collision.extra.elements if collision.extra else ():
        for name in _DRAKE_FRICTION if raw.tag == _PROXIMITY else ():
            child = raw.find(name)
            value = None if child is None else number_of(child.get("value") or "")
            if _is_friction(value):
                return value
    if link is None:
        return None
    for raw in link.extra.elements if link.extra else ():
        child = raw.find(_LATERAL) if raw.tag == _CONTACT else None
        value = None if child is None else number_of(child.get("value") or "")
        if _is_friction(value):
            return value
    return facts.friction.get(link.name)


def _is_friction(value: float | None) -> TypeGuard[float]:
    return value is not None and 0.0 <= value < math.inf


def friction_element(friction: float) -> Raw:
    """Return the friction of a link as the ``<contact>`` element of PyBullet."""
    node = Node(_CONTACT)
    node.append(Node(_LATERAL, {"value": format_float(friction)}))
    return Raw(node)


def drake_friction_element(friction: float) -> Raw:
    """Return the friction of a collision as ``<drake:proximity_properties>``."""
    node = Node(_PROXIMITY)
    for name in _DRAKE_FRICTION:
        node.append(Node(name, {"value": format_float(friction)}))
    return Raw(node)


def _reflected(actuator: urdf.Actuator) -> float:
    """Return the reflected inertia of a rotor at the joint; 0 if it is unknown."""
    if not actuator.extra:
        return 0.0
    rotor = quantity("urdf", actuator, "rotor_inertia") or 0.0
    ratio = quantity("urdf", actuator, "gear_ratio")
    if ratio is None:  # Drake assumes 1, other parsers use the reduction
        is_drake = any(raw.tag == "drake:rotor_inertia" for raw in actuator.extra.elements)
        ratio = 1.0 if is_drake else actuator.mechanical_reduction or 1.0
    return rotor * ratio * ratio


def with_vendor_facts(
    joint: urdf.Joint, found: model.Dynamics, facts: VendorFacts
) -> model.Dynamics:
    """Return the damping, friction and spring of a joint, completed by vendor extensions.

    Standard attributes take precedence over extensions of ``<dynamics>``, and these over
    ``<gazebo>`` blocks and transmissions.
    """
    if joint.type not in WITH_AXIS:
        return found
    dynamics = joint.dynamics
    values: dict[str, float] = {}
    if joint.name in facts.armature:
        values["armature"] = facts.armature[joint.name]
    values |= facts.springs.get(joint.name, {})
    if dynamics is not None and dynamics.extra:
        values |= _of_extensions(dynamics)
    for field in ("damping", "friction"):
        if getattr(found, field):
            values.pop(field, None)
    return replace(found, **values) if values else found


def _of_extensions(dynamics: urdf.Dynamics) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, field in _SAME.items():
        value = quantity("urdf", dynamics, name)
        if value:
            found[field] = value
    armature = quantity("urdf", dynamics, "armature")
    rotor = quantity("urdf", dynamics, "rotor_inertia")
    if armature is None and rotor is not None:
        ratio = quantity("urdf", dynamics, "gear_ratio") or 1.0
        armature = rotor * ratio * ratio
    if armature:
        found["armature"] = armature
    return found


def unread(element: Element) -> Extra:
    """Return the unknown parts of an element that do not enter the robot model."""
    extra = element.extra
    attributes: Iterable[tuple[str, str]] = extra.attributes
    elements: Iterable[Raw] = extra.elements
    if isinstance(element, urdf.Robot):  # losses of invalid loops are recorded separately
        attributes = (one for one in attributes if not one[0].startswith("xmlns"))
        elements = (raw for raw in elements if raw.tag != LOOP)
    elif isinstance(element, urdf.Link | urdf.Collision):
        known = {_CONTACT: (_LATERAL,), _PROXIMITY: _DRAKE_FRICTION}
        elements = (
            raw
            for raw in elements
            if raw.tag not in known or not all(one.tag in known[raw.tag] for one in raw)
        )
    elif isinstance(element, urdf.Dynamics | urdf.Actuator):
        written = written_extensions("urdf", element)
        read = {one.extension.path for one in written if one.extension.quantity in _READ}
        attributes = (one for one in attributes if f"@{one[0]}" not in read)
        elements = (raw for raw in elements if raw.tag not in {p.partition("/")[0] for p in read})
    return Extra(tuple(attributes), tuple(elements))


def are_blocks_read(root: urdf.Robot) -> bool:
    """Return whether all settings in ``<gazebo>`` blocks enter the robot model.

    This holds if the blocks contain only springs of joints, and friction of links that is equal in
    both directions.
    """
    joints = {joint.name for joint in root.joints}
    links = {link.name for link in root.links}
    return all(
        block.content
        and all(
            (raw.tag in SPRING and block.reference in joints)
            or (raw.tag in _FRICTIONS and block.reference in links)
            for raw in block.content
        )
        and len(
            {
                number_of(one.get("value") or one.text)
                for one in block.content
                if one.tag in _FRICTIONS
            }
        )
        < 2
        for block in root.gazebo
    )


def number_of(text: str) -> float | None:
    """Parse a number; return None for any other text."""
    try:
        return parse_float(text.strip())
    except ValueError:
        return None
