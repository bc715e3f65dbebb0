"""What vendor extensions and ``<gazebo>`` blocks of a URDF say about joints: armature, friction, springs.

Sources: Drake multibody/parsing/parsing_doxygen.h, "Reflected inertia"; raisimLib issue 63;
libsdformat parser_urdf.cc, InsertSDFExtensionJoint; the dialects of ``formats``.
"""

from __future__ import annotations

from typing import NamedTuple

from bodyplan import model
from bodyplan.conversion.urdf_loops import TAG as LOOP
from bodyplan.core import replace
from bodyplan.formats import urdf
from bodyplan.formats.dialects import quantity, written_extensions
from bodyplan.model.joint import WITH_AXIS
from bodyplan.spec import Element, parse_float
from bodyplan.spec.dialect import Quantity

SPRING = {"springStiffness": "spring_stiffness", "springReference": "spring_reference"}
"""Settings of a joint in a ``<gazebo>`` block, and the fields of the hub."""
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
"""Fields of the hub by the quantities that they have if nothing else sets them."""


class VendorFacts(NamedTuple):
    """What a URDF says about its joints outside of them, by the names of joints.

    Args:
        armature: reflected inertia of the motors [kg m²] or [kg].
        springs: fields of ``model.Dynamics``.
    """

    armature: dict[str, float]
    springs: dict[str, dict[str, float]]


def vendor_facts(root: urdf.Robot) -> VendorFacts:
    """Return what transmissions and ``<gazebo>`` blocks say about joints."""
    armature: dict[str, float] = {}
    for transmission in root.transmissions:
        found = sum(map(_reflected, transmission.actuators))
        if found and len(transmission.joints) == 1:
            name = transmission.joints[0].name
            armature[name] = armature.get(name, 0.0) + found
    springs: dict[str, dict[str, float]] = {}
    for block in root.gazebo:
        for raw in block.content if block.reference else ():
            value = _number(raw.get("value") or raw.text) if raw.tag in SPRING else None
            if value:
                springs.setdefault(block.reference or "", {})[SPRING[raw.tag]] = value
    return VendorFacts(armature, springs)


def _reflected(actuator: urdf.Actuator) -> float:
    """Return the inertia of a rotor at the joint; 0 if it is unknown."""
    if not actuator.extra:
        return 0.0
    rotor = quantity("urdf", actuator, "rotor_inertia") or 0.0
    ratio = quantity("urdf", actuator, "gear_ratio")
    if ratio is None:  # Drake has a ratio of its own, others use the one of the transmission
        is_drake = any(raw.tag == "drake:rotor_inertia" for raw in actuator.extra.elements)
        ratio = 1.0 if is_drake else actuator.mechanical_reduction or 1.0
    return rotor * ratio * ratio


def with_vendor_facts(
    joint: urdf.Joint, found: model.Dynamics, facts: VendorFacts
) -> model.Dynamics:
    """Return the passive forces in a joint with what vendors say about it.

    What the format itself says comes first, then an extension of ``<dynamics>``, then the blocks
    and transmissions.
    """
    if joint.type not in WITH_AXIS:
        return found
    told = joint.dynamics
    values: dict[str, float] = {}
    if joint.name in facts.armature:
        values["armature"] = facts.armature[joint.name]
    values |= facts.springs.get(joint.name, {})
    if told is not None and told.extra:
        values |= _of_extensions(told)
    for field in ("damping", "friction"):
        if getattr(found, field):
            values.pop(field, None)
    return replace(found, **values) if values else found


def _of_extensions(told: urdf.Dynamics) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, field in _SAME.items():
        value = quantity("urdf", told, name)
        if value:
            found[field] = value
    armature = quantity("urdf", told, "armature")
    rotor = quantity("urdf", told, "rotor_inertia")
    if armature is None and rotor is not None:
        armature = rotor * (quantity("urdf", told, "gear_ratio") or 1.0) ** 2
    if armature:
        found["armature"] = armature
    return found


def is_read(element: Element) -> bool:
    """Whether all unknown parts of an element are extensions that the hub has."""
    if isinstance(element, urdf.Robot):  # invalid loops are losses of their own
        is_declared = all(name.startswith("xmlns") for name, _ in element.extra.attributes)
        return is_declared and all(raw.tag == LOOP for raw in element.extra.elements)
    if not isinstance(element, urdf.Dynamics | urdf.Actuator):
        return False
    read = [one for one in written_extensions("urdf", element) if one.extension.quantity in _READ]
    return len(read) == len(element.extra.attributes) + len(element.extra.elements)


def only_springs(root: urdf.Robot) -> bool:
    """Whether the ``<gazebo>`` blocks of a URDF say nothing but the springs of joints."""
    names = {joint.name for joint in root.joints}
    return all(
        block.content and block.reference in names and all(r.tag in SPRING for r in block.content)
        for block in root.gazebo
    )


def _number(text: str) -> float | None:
    try:
        return parse_float(text.strip())
    except ValueError:
        return None
