"""Elements and attributes deleted, doubled, renamed, moved; foreign content inserted."""

from __future__ import annotations

from random import Random

from .text import Attribute, Doc, Element, Surgeon, kind, register

ELEMENTS = [
    "link",
    "joint",
    "material",
    "origin",
    "inertial",
    "mass",
    "inertia",
    "visual",
    "collision",
    "geometry",
    "axis",
    "limit",
    "parent",
    "child",
    "mimic",
    "dynamics",
    "safety_controller",
    "calibration",
    "color",
    "texture",
    "mesh",
    "box",
    "cylinder",
    "sphere",
    "transmission",
    "gazebo",
]

ATTRIBUTES = [
    "name",
    "type",
    "link",
    "joint",
    "xyz",
    "rpy",
    "value",
    "ixx",
    "ixy",
    "ixz",
    "iyy",
    "iyz",
    "izz",
    "effort",
    "velocity",
    "lower",
    "upper",
    "rgba",
    "filename",
    "scale",
    "size",
    "radius",
    "length",
    "damping",
    "friction",
    "multiplier",
    "offset",
    "k_velocity",
    "rising",
]


def _with_attribute(doc: Doc, name: str, random: Random) -> tuple[Element, Attribute] | None:
    found = [(e, a) for e in doc.elements for a in e.attributes if a.name == name]
    return random.choice(found) if found else None


def _delete_element(name: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = doc.named(name)
        if not found:
            return None
        element = random.choice(found)
        return doc.splice(element.start, element.end, "")

    return apply


def _double_element(name: str, copy: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = doc.named(name)
        if not found:
            return None
        element = random.choice(found)
        if copy == "same":
            return doc.insert(element.end, doc.outside(element))
        place = element.start if copy == "empty before" else element.end
        return doc.insert(place, f"<{name}/>")

    return apply


def _rename_element(name: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = doc.named(name)
        if not found:
            return None
        element = random.choice(found)
        typo = _typo(name, random)
        text = doc.text
        if not element.empty:
            text = text[: element.outer] + f"</{typo}>" + text[element.end :]
        return text[: element.start + 1] + typo + text[element.name_end :]

    return apply


def _typo(name: str, random: Random) -> str:
    at = random.randrange(len(name))
    match random.randrange(5):
        case 0:
            return name[:at] + name[at + 1 :] if len(name) > 1 else name + name
        case 1:
            return name[:at] + name[at] + name[at:]
        case 2:
            return name.capitalize()
        case 3:
            return "x:" + name
        case _:
            return name + "_"


def _delete_attribute(name: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        hit = _with_attribute(doc, name, random)
        return doc.splice(hit[1].start, hit[1].end, "") if hit else None

    return apply


def _empty_attribute(name: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        hit = _with_attribute(doc, name, random)
        return doc.splice(hit[1].value_start, hit[1].value_end, "") if hit else None

    return apply


def _rename_attribute(name: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        hit = _with_attribute(doc, name, random)
        if not hit:
            return None
        return doc.splice(hit[1].name_start, hit[1].name_end, _typo(name, random))

    return apply


def _double_attribute(value: str | None) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        element = random.choice([e for e in doc.elements if e.attributes])
        chosen = random.choice(element.attributes)
        second = chosen.value if value is None else value
        return doc.insert(chosen.end, f' {chosen.name}="{second}"')

    return apply


for _name in ELEMENTS:
    register("delete element", _name, _delete_element(_name))
    register("rename element", _name, _rename_element(_name))
    for _copy in ("same", "empty before", "empty after"):
        register("double element", f"{_name}, {_copy}", _double_element(_name, _copy))
for _name in ATTRIBUTES:
    register("delete attribute", _name, _delete_attribute(_name))
    register("rename attribute", _name, _rename_attribute(_name))
    register("empty attribute", _name, _empty_attribute(_name))
register("double attribute", "same value", _double_attribute(None))
register("double attribute", "other value", _double_attribute("other"))


@kind("robot", "renamed")
def _robot_renamed(doc: Doc, random: Random) -> str | None:
    robot = doc.robot
    if not robot:
        return None
    new = random.choice(["Robot", "robots", "model", "u:robot", "urdf"])
    text = doc.text[: robot.outer] + f"</{new}>" + doc.text[robot.end :]
    return text[: robot.start + 1] + new + text[robot.name_end :]


def _robot_name(change: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        name = doc.robot.attribute("name") if doc.robot else None
        if not name:
            return None
        if change == "removed":
            return doc.splice(name.start, name.end, "")
        if change == "upper case":
            return doc.splice(name.name_start, name.name_end, "Name")
        return doc.splice(name.value_start, name.value_end, {"empty": "", "blank": " "}[change])

    return apply


for _change in ("removed", "upper case", "empty", "blank"):
    register("robot", f"name {_change}", _robot_name(_change))


@kind("robot", "all links removed")
def _no_links(doc: Doc, random: Random) -> str:
    text = doc.text
    for link in reversed(doc.links()):
        text = text[: link.start] + text[link.end :]
    return text


@kind("robot", "all joints removed")
def _no_joints(doc: Doc, random: Random) -> str:
    text = doc.text
    for joint in reversed(doc.joints()):
        text = text[: joint.start] + text[joint.end :]
    return text


@kind("robot", "emptied")
def _no_content(doc: Doc, random: Random) -> str | None:
    return doc.content(doc.robot, "") if doc.robot else None


@kind("robot", "content wrapped in a group")
def _wrapped(doc: Doc, random: Random) -> str | None:
    robot = doc.robot
    if not robot:
        return None
    return doc.content(robot, f"<group>{doc.text[robot.inner : robot.outer]}</group>")


def _shuffled(name: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = doc.links() if name == "link" else doc.joints()
        if len(found) < 2:
            return None
        a, b = sorted(random.sample(found, 2), key=lambda e: e.start)
        text = doc.text
        middle = text[a.end : b.start]
        return text[: a.start] + doc.outside(b) + middle + doc.outside(a) + text[b.end :]

    return apply


for _name in ("link", "joint"):
    register("order", f"two {_name}s exchanged", _shuffled(_name))


@kind("order", "children of an element exchanged")
def _exchanged(doc: Doc, random: Random) -> str | None:
    parents = [e for e in doc.elements if e is not doc.robot and len(doc.children(e)) > 1]
    if not parents:
        return None
    a, b = random.sample(doc.children(random.choice(parents)), 2)
    if a.start > b.start:
        a, b = b, a
    text = doc.text
    return text[: a.start] + doc.outside(b) + text[a.end : b.start] + doc.outside(a) + text[b.end :]


FOREIGN = {
    "transmission": '<transmission name="t"><joint/><actuator name="1"><joint/></actuator></transmission>',
    "gazebo": '<gazebo reference="nowhere"><material>Gazebo/Red</material><joint/><link/></gazebo>',
    "sensor": '<sensor name="s" update_rate="x"><parent link="nowhere"/><camera/></sensor>',
    "ros2_control": '<ros2_control name="c"><joint name="q"><limit/></joint><link/></ros2_control>',
    "unknown": '<no_such><origin xyz="1"/><geometry/></no_such>',
    "prefix": '<drake:thing drake:a="1" x="&amp;"/>',
    "text": "some words &amp; &#65; here",
    "cdata": "<![CDATA[ <joint/> & ]]>",
    "comment": "<!-- <joint/> & \" ' -->",
}


def _inserted(new: str, where: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        if where == "robot":
            return doc.prepend(doc.robot, new) if doc.robot else None
        found = doc.named(where)
        return doc.append(random.choice(found), new) if found else None

    return apply


for _name, _new in FOREIGN.items():
    for _where in ("robot", "link", "joint", "geometry", "origin"):
        register("foreign content", f"{_name} in {_where}", _inserted(_new, _where))
