"""The fields of the robot model in a comparison, each with its aspect, unit and kind of number.

A field that is not listed is compared as a setting, so no field of the robot model is left out.
``COMPARED_AS`` lists the fields whose written values are not compared directly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from bodyplan.compare.result import Aspect
from bodyplan.model.joint import LINEAR

Number = Literal["relative", "absolute", "color"]
"""How two numbers are compared: "relative" to the larger number; "absolute", but relative for numbers
above 1; or absolute with the precision of a "color"."""


class Field(NamedTuple):
    """How a field is compared.

    Args:
        aspect: the aspect of the field.
        unit: the unit of its numbers. The units "q", "v", "tau", "damping", "stiffness" and
            "armature" are symbols for units that depend on the type of the joint.
        number: how numbers are compared.
    """

    aspect: Aspect
    unit: str = ""
    number: Number = "relative"


_LABEL = Field("names")
FIELDS: Mapping[str, Mapping[str, Field]] = {
    "Robot": {"name": _LABEL, "self_collide": Field("collision")},
    "Inertial": {
        "mass": Field("inertia", "kg"),
        "origin": Field("inertia", "m", "absolute"),
        "inertia": Field("inertia", "kg m²"),
    },
    "Joint": {
        "type": Field("kinematics"),
        "parent": Field("kinematics"),
        "child": Field("kinematics"),
        "origin": Field("kinematics", "m", "absolute"),
        "axis": Field("kinematics", "", "absolute"),
        "axis2": Field("kinematics", "", "absolute"),
        "mimic": Field("kinematics"),
        "pitch": Field("kinematics", "m/rad"),
        "X_JC": Field("kinematics", "m", "absolute"),
        "gear": Field("kinematics"),
    },
    "VirtualJoint": {},
    "Limit": {
        "lower": Field("limits", "q", "absolute"),
        "upper": Field("limits", "q", "absolute"),
        "velocity": Field("limits", "v"),
        "effort": Field("limits", "tau"),
    },
    "Dynamics": {
        "damping": Field("dynamics", "damping"),
        "friction": Field("dynamics", "tau"),
        "spring_stiffness": Field("dynamics", "stiffness"),
        "spring_reference": Field("dynamics", "q", "absolute"),
        "armature": Field("dynamics", "armature"),
    },
    "Mimic": {
        "leader": Field("kinematics"),
        "multiplier": Field("kinematics", "", "absolute"),
        "offset": Field("kinematics", "q", "absolute"),
    },
    "Gear": {"ratio": Field("kinematics"), "reference": Field("kinematics")},
    "Geometry": {"name": _LABEL, "friction": Field("collision", "", "absolute")},
    "Material": {
        "name": _LABEL,
        "rgba": Field("color", "", "color"),
        "texture": Field("color"),
    },
    "Frame": {
        "link": Field("frames"),
        "origin": Field("frames", "m", "absolute"),
    },
    "Sensor": {
        "type": Field("sensors"),
        "link": Field("sensors"),
        "origin": Field("sensors", "m", "absolute"),
        "rate": Field("sensors", "1/s"),
        "joint": Field("sensors"),
    },
    "Transmission": {
        field: Field("transmissions")
        for field in ("type", "joints", "actuators", "reductions", "interfaces", "gains")
    },
    "EndEffector": {
        field: Field("semantics") for field in ("name", "group", "parent_link", "parent_group")
    },
    "BoundingSphere": {
        field: Field("semantics", "m", "absolute") for field in ("center", "radius")
    },
}
LENGTHS = frozenset(("size", "radius", "length", "radii", "height", "outlines", "position"))
"""Fields of shapes that are lengths [m]."""
COMPARED_AS: Mapping[str, str] = {
    "Joint.origin": "the pose of the child at zero in the parent link",
    "Joint.X_JC": "the pose of the child at zero, and the line of the axis in the child link",
    "Joint.axis": "a direction in the child link",
    "Joint.axis2": "a direction in the child link",
    "Joint.mimic": "the independent joint at the end of a chain of mimic joints",
    "Inertial.inertia": "the inertia in the frame of the link",
    "Geometry.origin": "the surface in the frame of the link",
    "Geometry.shape": "the surface in the frame of the link",
    "Geometry.friction": "1 where it is not written, as in Gazebo and MuJoCo",
    "Mesh.uri": "the content of the file",
    "Material.texture": "the content of the file",
    "Semantics.robot": "the robot itself",
    "Limit.lower": "no limit beyond 1e9, and none of a continuous joint",
    "Limit.upper": "no limit beyond 1e9, and none of a continuous joint",
}
"""Fields whose written values are not compared, and what is compared instead."""
_OF_JOINTS = {
    "q": ("rad", "m"),
    "v": ("rad/s", "m/s"),
    "tau": ("N m", "N"),
    "damping": ("N m s/rad", "N s/m"),
    "stiffness": ("N m/rad", "N/m"),
    "armature": ("kg m²", "kg"),
}


def field_of(cls: str, field: str, otherwise: Aspect = "settings") -> Field:
    """Return how a field is compared.

    Args:
        cls: name of the class of the robot model.
        field: the name of the field.
        otherwise: the aspect of a field that is not in ``FIELDS``.
    """
    found = FIELDS.get(cls, {}).get(field)
    if found is None and cls == "VirtualJoint":
        return Field("semantics")
    if found is None:
        return Field(otherwise, "m" if field in LENGTHS else "", "absolute")
    return found


def unit_of(field: Field, joint_type: str) -> str:
    """Return the unit of a field for a type of joint."""
    units = _OF_JOINTS.get(field.unit)
    return field.unit if units is None else units[joint_type in LINEAR]
