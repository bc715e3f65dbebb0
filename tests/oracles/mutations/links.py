"""Inertials, geometry and materials."""

from __future__ import annotations

from random import Random

from .text import Doc, Surgeon, kind, register, with_version

VERSIONS = ("1.0", "1.1", "1.2")


def _replace(name: str, new: str, version: str | None = None) -> Surgeon:
    """One element of a link or the robot replaced."""

    def apply(doc: Doc, random: Random) -> str | None:
        found = doc.named(name)
        if not found:
            return None
        element = random.choice(found)
        text = doc.splice(element.start, element.end, new)
        return with_version(text, version) if version else text

    return apply


INERTIALS = {
    "empty": "<inertial/>",
    "without mass": '<inertial><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>',
    "without inertia": '<inertial><mass value="1"/></inertial>',
    "mass as text": "<inertial><mass>1</mass></inertial>",
    "negative mass": '<inertial><mass value="-1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>',
    "without izz": '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0"/></inertial>',
    "bad origin": '<inertial><origin xyz="1"/><mass value="1"/></inertial>',
}
for _name, _new in INERTIALS.items():
    register("inertial", _name, _replace("inertial", _new))

SHAPES = {
    "empty": "",
    "text": "box",
    "plane": '<plane normal="0 0 1"/>',
    "cone": '<cone radius="1" length="1"/>',
    "two": '<box size="1 1 1"/><sphere radius="1"/>',
    "two, the first unknown": '<plane/><box size="1 1 1"/>',
    "two, the second broken": '<box size="1 1 1"/><sphere/>',
    "upper case": '<Box size="1 1 1"/>',
    "sphere without radius": "<sphere/>",
    "cylinder without length": '<cylinder radius="1"/>',
    "box without size": "<box/>",
    "mesh without filename": "<mesh/>",
    "mesh with empty filename": '<mesh filename=""/>',
    "mesh scale of one": '<mesh filename="f" scale="1"/>',
    "mesh scale zero": '<mesh filename="f" scale="0 0 0"/>',
}
for _name, _new in SHAPES.items():
    register("geometry", _name, _replace("geometry", f"<geometry>{_new}</geometry>"))

SIZES = {
    "capsule": '<capsule radius="1" length="1"/>',
    "capsule without length": '<capsule radius="1"/>',
    "capsule of zero": '<capsule radius="0" length="1"/>',
    "capsule negative": '<capsule radius="1" length="-1"/>',
    "sphere of zero": '<sphere radius="0"/>',
    "sphere negative": '<sphere radius="-1"/>',
    "box of zero": '<box size="1 0 1"/>',
    "box negative": '<box size="-1 1 1"/>',
    "cylinder of zero": '<cylinder radius="0" length="0"/>',
    "cylinder negative": '<cylinder radius="-1" length="1"/>',
}
for _version in VERSIONS:
    for _name, _new in SIZES.items():
        register(
            "size",
            f"{_name} in {_version}",
            _replace("geometry", f"<geometry>{_new}</geometry>", _version),
            any_version=False,
        )


@kind("geometry", "removed")
def _no_geometry(doc: Doc, random: Random) -> str | None:
    found = doc.named("geometry")
    if not found:
        return None
    element = random.choice(found)
    return doc.splice(element.start, element.end, "")


MATERIALS = {
    "without name": '<material><color rgba="1 1 1 1"/></material>',
    "empty name": '<material name=""/>',
    "undefined": '<material name="no_such_material"/>',
    "color without rgba": '<material name="m"><color/></material>',
    "texture without filename": '<material name="m"><texture/></material>',
    "three numbers": '<material name="m"><color rgba="1 1 1"/></material>',
    "out of range": '<material name="m"><color rgba="1 1 1 2"/></material>',
    "word": '<material name="m"><color rgba="red"/></material>',
}
WHITE = '<color rgba="1 1 1 1"/>'
GLOBALS = {
    "twice": f'<material name="m">{WHITE}</material><material name="m">{WHITE}</material>',
    "twice, undefined": '<material name="m"/><material name="m"/>',
    "twice, by reference": f'<material name="m">{WHITE}</material><material name="&#109;"/>',
    "twice, cut off": f'<material name="m">{WHITE}</material><material name="m&#0;n"/>',
    "blank makes two": f'<material name="m">{WHITE}</material><material name="m ">{WHITE}</material>',
    "without name": f"<material>{WHITE}</material>",
    "without name twice": f"<material>{WHITE}</material><material/>",
    "without and with empty name": f'<material>{WHITE}</material><material name=""/>',
    "undefined": '<material name="only_a_name"/>',
    "bad rgba": '<material name="m"><color rgba="1 1 x 1"/></material>',
}


def _everywhere(new: str, first: bool) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        if not doc.robot:
            return None
        return doc.prepend(doc.robot, new) if first else doc.append(doc.robot, new)

    return apply


def _visual_material(new: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = doc.named("visual")
        if not found:
            return None
        visual = random.choice(found)
        materials = doc.children(visual, "material")
        if materials:
            return doc.splice(materials[0].start, materials[0].end, new)
        return doc.append(visual, new)

    return apply


for _name, _new in MATERIALS.items():
    register("visual material", _name, _visual_material(_new))
for _name, _new in GLOBALS.items():
    for _first in (True, False):
        register(
            "global material",
            f"{_name}, {'first' if _first else 'last'}",
            _everywhere(_new, _first),
        )


@kind("global material", "a visual's material made global twice")
def _lifted(doc: Doc, random: Random) -> str | None:
    found = [m for m in doc.named("material") if m.parent and m.parent.name == "visual"]
    if not found or not doc.robot:
        return None
    return doc.append(doc.robot, doc.outside(random.choice(found)) * 2)
