"""Which elements and attributes of MJCF enter the robot model, and why others are dropped.

MuJoCo resolves classes, frames, orientations and compiler settings. The poses, sizes and inertias
of the compiled model include their effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element as Node

_ORIENTATION = "quat axisangle euler xyaxes zaxis"
_EQUALITY = "name class active"
KEEPS: Mapping[str, str] = {
    "mujoco": "model",
    "include": "file",
    "model": "name file content_type",
    "default": "class",
    "worldbody": "",
    "asset": "",
    "equality": "",
    "sensor": "",
    "body": f"name childclass pos fuse {_ORIENTATION}",
    "frame": f"name childclass pos {_ORIENTATION}",
    "replicate": f"count sep offset {_ORIENTATION}",
    "attach": "model body frame prefix",
    "inertial": f"pos mass diaginertia fullinertia {_ORIENTATION}",
    "joint": (
        "name class type pos axis range limited ref damping frictionloss armature stiffness "
        "springref springdamper actuatorfrcrange actuatorfrclimited"
    ),
    "equality/joint": f"joint1 joint2 polycoef {_EQUALITY}",
    "freejoint": "name align",
    "geom": (
        f"name class type size pos fromto mesh fitscale material rgba friction mass density "
        f"shellinertia contype conaffinity hfield {_ORIENTATION}"
    ),
    "site": f"name class pos fromto {_ORIENTATION}",
    "camera": f"name class pos mode target {_ORIENTATION}",
    "mesh": (
        "name class file content_type vertex face scale refpos refquat builtin params inertia "
        "texcoord"
    ),
    "material": "name class rgba texture",
    "layer": "texture role",
    "texture": "name class file type content_type",
    "connect": f"body1 body2 anchor site1 site2 {_EQUALITY}",
    "contact": "",
    "exclude": "name body1 body2",
    "keyframe": "",
    "key": "name qpos",
    "weld": f"body1 body2 anchor relpose site1 site2 {_EQUALITY}",
}
"""For each element, the attributes that enter the robot; some keys are "section/element"."""
_SOLVER = "parameters of contacts and constraints are not converted"
_DRAWN = "it is for MuJoCo's own viewer"
DROPS: Mapping[str, str] = {
    "user": "it is for other programs",
    "group": _DRAWN,
    **dict.fromkeys(
        [
            "solref",
            "solimp",
            "solreflimit",
            "solimplimit",
            "solreffriction",
            "solimpfriction",
            "solmix",
            "margin",
            "gap",
            "condim",
            "priority",
            "torquescale",
            "adhesion",
            "surfacevel",
        ],
        _SOLVER,
    ),
    **dict.fromkeys(["fluidshape", "fluidcoef"], "fluid forces are not converted"),
    **dict.fromkeys(
        [
            "emission",
            "specular",
            "shininess",
            "reflectance",
            "metallic",
            "roughness",
            "texrepeat",
            "texuniform",
            "castshadow",
        ],
        "only the colour and texture of a material are converted",
    ),
}
"""For each attribute, the reason why it is dropped; the default reason is ``NOT_SUPPORTED``."""
DROPS_OF: Mapping[str, str] = {
    "key": "a state of an SRDF has positions only",
    "site": _DRAWN,
    "camera": "only the pose of a camera is converted",
}
"""For some elements, the reason why all attributes that are not in ``KEEPS`` are dropped."""
NOT_SUPPORTED = "not converted"
WHOLE: Mapping[str, str] = {
    "option": "settings of the simulation are not converted",
    "size": "settings of the simulation are not converted",
    "statistic": _DRAWN,
    "visual": _DRAWN,
    "light": "lights are not converted",
    "hfield": "height maps are not converted",
    "skin": "skins are not converted",
    "flexcomp": "flexible bodies are not converted",
    "composite": "only the bodies that it creates are converted",
    "plugin": "plugins are not converted",
    "tendon": "tendons are not converted",
    "pair": "settings for the contacts of pairs are not converted",
    "deformable": "flexible bodies are not converted",
    "extension": "plugins are not converted",
    "custom": "it is for other programs",
}
"""Elements that are dropped as a whole, with the reason."""
COMPILED = frozenset(("compiler",))
"""Elements that only affect other elements; the compiled model includes their effect."""
SENSORS: Mapping[str, str] = {
    "accelerometer": "imu",
    "gyro": "imu",
    "framequat": "imu",
    "magnetometer": "magnetometer",
    "rangefinder": "lidar",
    "force": "force_torque",
    "torque": "force_torque",
    "touch": "contact",
}
"""For each sensor element, the type of the sensor in the robot model."""
_ACTUATORS = frozenset(
    [
        "general",
        "motor",
        "position",
        "velocity",
        "intvelocity",
        "orientation",
        "pid",
        "damper",
        "cylinder",
        "muscle",
        "adhesion",
        "dcmotor",
        "plugin",
    ]
)
_SENSOR = frozenset(("name", "site", "objtype", "objname"))
"""The attributes of a sensor that enter the robot."""


def verdict(tag: str, attribute: str) -> str | None:
    """Return the reason why an attribute is dropped; None if it enters the robot.

    Args:
        tag: the tag of the element with the attribute.
        attribute: the name of the attribute.
    """
    if tag in COMPILED or attribute in KEEPS.get(tag, "").split():
        return None
    return WHOLE.get(tag) or DROPS_OF.get(tag) or DROPS.get(attribute, NOT_SUPPORTED)


def dropped(root: Node) -> Iterator[tuple[Node, str, str]]:
    """Yield the parts of a file that are dropped: element, attribute, reason.

    For an element that is dropped as a whole, the attribute is empty. Dropped actuators, sensors
    and equalities are not included: the conversion itself records them.

    Args:
        root: the root of the file.
    """
    todo: list[tuple[Node, bool, str]] = [(root, False, "")]
    while todo:
        node, is_default, section = todo.pop()
        tag = str(node.tag)
        if f"{section}/{tag}" in KEEPS:
            tag = f"{section}/{tag}"
        if tag == "actuator" or (is_default and tag in _ACTUATORS) or tag in COMPILED:
            continue
        reason = WHOLE.get(tag)
        if reason is not None:
            if len(node) or node.attrib or (node.text or "").strip():
                yield node, "", reason
            continue
        if tag in SENSORS:
            losses = [one for one in node.attrib if one not in _SENSOR]
            yield from ((node, one, "only the pose of a sensor is converted") for one in losses)
        elif tag in KEEPS:
            for attribute in node.attrib:
                why = verdict(tag, attribute)
                if why is not None:
                    yield node, attribute, why
        todo += [(child, is_default or tag == "default", tag) for child in reversed(node)]
