"""The sample arm in SDFormat, made of its URDF."""

from __future__ import annotations

from xml.etree import ElementTree as ET

SDF_HEAD = """<?xml version="1.0"?>
<!-- Tern in SDFormat: the six-axis arm with its gripper, a sample robot of bodyplan.

     Made of arm.urdf. Links hang at their joints, joints at their parent links; what is a bare
     frame there is a frame here. -->
"""
SENSOR = """<sensor name="wrench" type="force_torque">
  <update_rate>250</update_rate>
  <force_torque>
    <frame>child</frame>
    <measure_direction>child_to_parent</measure_direction>
  </force_torque>
</sensor>"""
PLUGIN = """<plugin name="gz::sim::systems::JointStatePublisher"
  filename="gz-sim-joint-state-publisher-system"/>"""


def sdf_of(urdf: str) -> str:
    """The arm as an SDFormat model: links without a mass become frames."""
    robot = ET.fromstring(urdf)
    colors = {
        material.get("name", ""): color.get("rgba", "")
        for material in robot.iter("material")
        if (color := material.find("color")) is not None
    }
    bare = {
        link.get("name", "") for link in robot.iterfind("link") if link.find("inertial") is None
    }
    root = ET.Element("sdf", version="1.11")
    model = ET.SubElement(root, "model", name=robot.get("name", ""))
    joints = {end(joint, "child"): joint for joint in robot.iterfind("joint")}
    for link in robot.iterfind("link"):
        name = link.get("name", "")
        joint = joints.get(name)
        if name in bare:
            add_frame(model, name, joint, joints)
            continue
        is_first = joint is None or end(joint, "parent") not in joints
        add_link(model, link, None if is_first or joint is None else joint.get("name"), colors)
    for joint in robot.iterfind("joint"):
        if end(joint, "child") not in bare and end(joint, "parent") in joints:
            add_joint(model, joint)
    model.append(ET.fromstring(PLUGIN))
    ET.indent(root)
    return SDF_HEAD + ET.tostring(root, encoding="unicode") + "\n"


def end(joint: ET.Element, tag: str) -> str:
    """The link at one end of a joint."""
    found = joint.find(tag)
    return "" if found is None else found.get("link", "")


def pose_of(origin: ET.Element | None) -> str:
    """Six numbers."""
    if origin is None:
        return "0 0 0 0 0 0"
    return f"{origin.get('xyz', '0 0 0')} {origin.get('rpy', '0 0 0')}"


def text_in(parent: ET.Element, tag: str, text: str) -> ET.Element:
    """A new child that holds a text."""
    child = ET.SubElement(parent, tag)
    child.text = text
    return child


def add_pose(parent: ET.Element, origin: ET.Element | None) -> None:
    """The pose, where it is none of the default."""
    if origin is not None:
        text_in(parent, "pose", pose_of(origin))


def add_frame(
    model: ET.Element, name: str, joint: ET.Element | None, joints: dict[str, ET.Element]
) -> None:
    """A link without a mass, as a frame of the link that it is fixed to."""
    if joint is None:  # the root; what hangs from it without an offset takes its place
        link = next(child for child, one in joints.items() if end(one, "parent") == name)
        model.append(ET.Comment(" bodyplan: ignore D305 (whoever places the arm names it) "))
        ET.SubElement(model, "frame", name=name, attached_to=link)
        return
    if name == "grasp_frame":
        model.append(ET.Comment(" bodyplan: ignore D305 (planners name it) "))
    frame = ET.SubElement(model, "frame", name=name, attached_to=end(joint, "parent"))
    add_pose(frame, joint.find("origin"))


def add_link(
    model: ET.Element, link: ET.Element, joint: str | None, colors: dict[str, str]
) -> None:
    """A link with its inertial, visuals and collisions."""
    made = ET.SubElement(model, "link", name=link.get("name", ""))
    if joint is not None:
        ET.SubElement(made, "pose", relative_to=joint)
    inertial = link.find("inertial")
    if inertial is not None:
        body = ET.SubElement(made, "inertial")
        add_pose(body, inertial.find("origin"))
        for tag in ("mass", "inertia"):
            found = inertial.find(tag)
            assert found is not None
            if tag == "mass":
                text_in(body, tag, found.get("value", ""))
                continue
            inertia = ET.SubElement(body, tag)
            for name, value in found.attrib.items():
                text_in(inertia, name, value)
    taken: set[str] = set()
    for tag in ("visual", "collision"):
        for number, part in enumerate(link.iterfind(tag)):
            name = part.get("name", tag if not number else f"{tag}_{number}")
            if name in taken:  # all parts of a link share one name space
                name += f"_{tag}"
            taken.add(name)
            shape = ET.SubElement(made, tag, name=name)
            add_pose(shape, part.find("origin"))
            add_shape(shape, part)
            material = part.find("material")
            if material is not None:
                rgba = colors[material.get("name", "")]
                paint = ET.SubElement(shape, "material")
                text_in(paint, "ambient", rgba)
                text_in(paint, "diffuse", rgba)


def add_shape(parent: ET.Element, part: ET.Element) -> None:
    """The shape of a visual or collision."""
    found = part.find("geometry/*")
    assert found is not None
    shape = ET.SubElement(ET.SubElement(parent, "geometry"), found.tag)
    for name, value in found.attrib.items():
        text_in(shape, "uri" if name == "filename" else name, value)


def add_joint(model: ET.Element, joint: ET.Element) -> None:
    """A joint with its axis; the sixth one measures what the tool feels."""
    made = ET.SubElement(model, "joint", name=joint.get("name", ""), type=joint.get("type", ""))
    parent = end(joint, "parent")
    pose = text_in(made, "pose", pose_of(joint.find("origin")))
    pose.set("relative_to", parent)
    text_in(made, "parent", parent)
    text_in(made, "child", end(joint, "child"))
    limit, dynamics, mimic = (joint.find(tag) for tag in ("limit", "dynamics", "mimic"))
    direction = joint.find("axis")
    if direction is not None and limit is not None:
        axis = ET.SubElement(made, "axis")
        text_in(axis, "xyz", direction.get("xyz", ""))
        for tag, found in (("limit", limit), ("dynamics", dynamics)):
            if found is not None:
                inner = ET.SubElement(axis, tag)
                for name, value in found.attrib.items():
                    text_in(inner, name, value)
                for name in ("spring_reference", "spring_stiffness"):
                    if tag == "dynamics":  # the format asks for them
                        text_in(inner, name, "0")
        if mimic is not None:
            inner = ET.SubElement(axis, "mimic", joint=mimic.get("joint", ""))
            for name in ("multiplier", "offset"):
                text_in(inner, name, mimic.get(name, ""))
            text_in(inner, "reference", "0")
    if joint.get("name") == "flange_joint":
        made.append(ET.fromstring(SENSOR))
