"""Settings for Gazebo: the ``<gazebo>`` blocks of a URDF, and their elements in SDFormat.

The robot model has no place for them, so they are copied from file to file.

Source: libsdformat parser_urdf.cc, which reads the same blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement

from bodyplan import model
from bodyplan.conversion.mjcf.text import numbers
from bodyplan.conversion.rounding import six
from bodyplan.conversion.urdf._block_names import PLACED, with_allowed_names
from bodyplan.conversion.urdf._gazebo_sensors import pose_of
from bodyplan.conversion.urdf._vendor_extensions import FRICTION, number_of
from bodyplan.conversion.urdf.libsdformat_links import YES
from bodyplan.conversion.urdf.like_libsdformat import MergedLink
from bodyplan.core import Record, quoted, replace
from bodyplan.formats import sdf, urdf
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss
from bodyplan.formats.sdf.common import NEWEST
from bodyplan.formats.urdf.gazebo import paths_of
from bodyplan.model.joint import TWO_AXES, WITH_AXIS
from bodyplan.spec import Element, Raw, spec_of
from bodyplan.spec.bind import walk
from bodyplan.spec.writer import node_of

_ELEMENT = re.compile(r"<(\w+)>(?: '(.*)')?")
"""The form in which a loss of a whole element names this element, with its tag and its name."""
_ON_COLLISIONS, _ON_JOINT = paths_of("collision"), paths_of("joint")
_WITHOUT_EFFECT = {"preserveFixedJoint", "disableFixedJointLumping", "canonicalBody"}
"""Settings for the lumping of fixed joints in libsdformat; this conversion keeps all joints."""
_NAMED = ("link", "joint", "frame", "model", "gripper")
"""Child elements of a model; no two of them may have the same name."""
_OF_ROBOT = {"axis", "axis2", "child", "inertial", "parent", "pose"}
"""Child elements of links and joints that are written from the robot model, not copied."""
_WITH_ATTRIBUTES = (1, 0)
"""The version of SDFormat that uses attributes where later versions use elements."""
_SCRIPTS = "file://media/materials/scripts/gazebo.material"
_ELSEWHERE: Mapping[type[object], str] = {
    sdf.Model: (
        "name canonical_link placement_frame pose self_collide includes models frames links joints"
    ),
    sdf.Link: "name pose inertial collisions visuals sensors frames",
    sdf.Joint: (
        "name type parent child pose axis axis2 gearbox_ratio gearbox_reference_body "
        "screw_thread_pitch thread_pitch sensors frames"
    ),
}
"""Fields of SDFormat that are in the robot model, or that a block cannot contain."""


class Copied(Record):
    """The settings that were copied from a file to the converted file.

    Args:
        elements: the ``id()`` of each element that was copied after all, although a loss of it is
            recorded.
        fields: the same for fields: the ``id()`` of the element, and the name of the field.
        losses: the settings that could not be copied.
        blocks: for each copied part of the model, its ``<gazebo>`` block; the key is the name of
            the part, or its tag if it has no name.
        renamed: for the tag and the new name of each renamed element, its name in the file, and the
            loss that records the renaming.
    """

    elements: frozenset[int] = frozenset()
    fields: frozenset[tuple[int, str]] = frozenset()
    losses: tuple[Loss, ...] = ()
    blocks: Mapping[str, urdf.Gazebo] = MappingProxyType({})
    renamed: Mapping[tuple[str, str], tuple[str, Loss]] = MappingProxyType({})

    def remaining(self, losses: Iterable[Loss]) -> tuple[Loss, ...]:
        """Return the losses without those of copied elements and fields, and add ``losses``.

        Args:
            losses: the losses that the conversion of the robot model recorded.
        """
        kept = (
            loss
            for loss in losses
            if id(loss.source) not in self.elements
            and (id(loss.source), loss.what) not in self.fields
        )
        return (*kept, *self.losses)

    def with_judged(self, judged: Iterable[Loss]) -> tuple[Loss, ...]:
        """Return ``losses``, and the losses of the result with names and sources in the URDF.

        Args:
            judged: losses that were found in the converted file, such as elements that a parser
                drops; they may refer to new names.
        """
        found: list[Loss] = []
        gone: set[int] = set()
        for loss in judged:
            tag, name = match.groups() if (match := _ELEMENT.fullmatch(loss.what)) else ("", "")
            block = self.blocks.get((name or tag or "").partition("::")[0])
            source = block if block and isinstance(loss.source, model.Robot) else loss.source
            written, former = self.renamed.get((tag, name), (name, None))
            what = loss.what
            if loss.kind == "dropped" and former is not None:
                what = f"<{tag}> {quoted(written)}" if written else f"<{tag}>"
                gone.add(id(former))
            found.append(replace(loss, what=what, source=source))
        return (*(loss for loss in self.losses if id(loss) not in gone), *found)


# From URDF to SDFormat


def blocks_to_sdf(
    robot: model.Robot,
    document: Document,
    root: Node,
    places: Mapping[str, MergedLink] = MappingProxyType({}),
) -> Copied:
    """Copy the ``<gazebo>`` blocks of a URDF into the SDFormat of the same robot.

    Args:
        robot: the robot.
        document: the URDF.
        root: ``<sdf>`` with one model, which is changed.
        places: links that are merged into others, by name.
    """
    whole = root.find("model")
    assert whole is not None
    losses: list[Loss] = []
    names: dict[str, set[str]] = {}
    blocks: dict[str, urdf.Gazebo] = {}
    new_names: dict[tuple[str, str], tuple[str, Loss]] = {}
    parts = {(one.tag, one.get("name", "")): one for one in reversed(whole)}
    for block in document.root.gazebo:
        place = places.get(block.reference or "")
        link = place.link if place else block.reference or ""
        if link not in names:  # names of the sensors that were written from the robot model
            placed = (one for one in parts.get(("link", link), ()) if one.tag in PLACED)
            names[link] = {one.get("name", "") for one in placed}
        taken = names[link]
        for raw in block.content:
            node, renamed = with_allowed_names(raw.node, taken)
            if not block.reference:
                blocks.setdefault(node.get("name") or node.tag, block)
            for one in renamed:
                loss = Loss("moved", f"name of <{one.tag}>", one.reason, block)
                losses.append(loss)
                new_names[one.tag, one.called] = one.written, loss
            losses += _other_friction(robot, block, raw)
            reason = _into_sdf(whole, parts, block.reference, node, place)
            if reason:
                name = node.get("name") if raw.tag in _NAMED else None
                what = f"<{raw.tag}>" if name is None else f"<{raw.tag}> {quoted(name)}"
                losses.append(Loss("dropped", what, reason, block))
    fields = frozenset({(id(document.root), "gazebo")})
    return Copied(frozenset(), fields, tuple(losses), blocks, new_names)


def _other_friction(robot: model.Robot, block: urdf.Gazebo, raw: Raw) -> Iterator[Loss]:
    """Yield a loss for each friction of a link's collisions that a block overrides."""
    name = block.reference or ""
    if raw.tag != FRICTION or not robot.has_link(name):
        return
    new = number_of(_value(raw.node))
    found = {one.friction for one in robot.link(name).collisions if one.friction is not None}
    for old in sorted(found - {new}):
        reason = f"Gazebo reads this friction, not the {old:g} of {quoted(name)} for other programs"
        yield Loss("assumed", f"<{raw.tag}>", reason, block)


def _into_sdf(
    whole: Node,
    parts: dict[tuple[str, str], Node],
    reference: str | None,
    node: Node,
    place: MergedLink | None,
) -> str:
    """Copy a setting into a model; return why this failed, or an empty text.

    Args:
        whole: the model.
        parts: the links and joints of the file by tag and name; parts from the settings are added.
        reference: reference of the block.
        node: the setting.
        place: the referenced link, if it is merged into another link.
    """
    if node.tag in _WITHOUT_EFFECT:
        return ""
    if node.tag == "plugin":  # SDFormat has them in models only
        whole.append(compact(node))
        return ""
    if reference is None:
        if node.tag in _NAMED and any((tag, node.get("name", "")) in parts for tag in _NAMED):
            return "another part of the model has its name"
        if node.tag == "joint":
            kinds = {"axis": WITH_AXIS, "axis2": TWO_AXES}
            for axis, with_axis in kinds.items():
                if node.get("type") in with_axis and node.find(axis) is None:
                    return f"a {node.get('type')} joint needs an <{axis}>"
        reason = _into(whole, node, sdf.Model)
        if not reason:
            parts.setdefault((node.tag, node.get("name", "")), whole[-1])
        return reason
    if place is not None:
        return _into_link(parts["link", place.link], _moved(node, place.X_LM), place.shapes)
    for tag, cls in (("link", sdf.Link), ("joint", sdf.Joint)):
        found = parts.get((tag, reference))
        if found is None:
            continue
        if tag == "link":
            return _into_link(found, node)
        if node.tag in _ON_JOINT:
            _set(found, _ON_JOINT[node.tag], _value(node))
            return ""
        return _into(found, node, cls)
    return f"{quoted(reference)} is not a link or joint of the result"


def _moved(node: Node, X: model.Transform) -> Node:
    """Return a setting of a merged link, with its pose in the link that it was merged into."""
    if node.tag not in PLACED:
        return node
    made = deepcopy(node)
    pose = made.find("pose")
    if pose is None:
        pose = Node("pose")
        made.insert(0, pose)
    written = pose_of(pose)
    if written is not None and not pose.get("relative_to"):  # SDFormat drops an invalid one
        pose.attrib.clear()
        pose.text = numbers(six(X @ written))
    return made


def _into_link(link: Node, node: Node, shapes: frozenset[str] | None = None) -> str:
    """Copy a setting into a link; return why this failed, or an empty text.

    Args:
        link: the element.
        node: the setting.
        shapes: names of the visuals and collisions that it applies to; None for all.
    """

    def parts(tag: str) -> list[Node]:
        found = link.findall(tag)
        return [one for one in found if shapes is None or one.get("name") in shapes]

    value = _value(node)
    match node.tag:
        case "turnGravityOff":
            _set(link, "gravity", "false" if value.lower() in YES else "true")
        case "selfCollide":
            _set(link, "self_collide", "true" if value.lower() in YES else "false")
        case "dampingFactor":
            _set(link, "velocity_decay/linear", value)
            _set(link, "velocity_decay/angular", value)
        case "material" if len(node):  # a material in the form of SDFormat
            return _merged(parts("visual"), [node])
        case "material":
            for visual in parts("visual"):
                if value and visual.find("material/script") is None:
                    _set(visual, "material/script/uri", _SCRIPTS)
                    _set(visual, "material/script/name", value)
        case "visual" | "collision":
            return _merged(parts(node.tag), node)
        case tag if tag in _ON_COLLISIONS:
            for collision in parts("collision"):
                _set(collision, _ON_COLLISIONS[tag], value)
        case _:
            return _into(link, node, sdf.Link)
    return ""


def _merged(parents: Iterable[Node], nodes: Iterable[Node]) -> str:
    """Merge elements into each parent; return a sentence about ignored elements, or ""."""
    own = {tag for parent in parents for node in nodes for tag in _merge(parent, node)}
    tags = ", ".join(f"<{tag}>" for tag in sorted(own))
    return f"{tags} of the robot itself is used" if own else ""


def _merge(parent: Node, node: Node) -> Iterator[str]:
    """Add an element to a parent; if the tag exists there, add only the missing children.

    Yields:
        The tag of each element that is ignored because the parent has another value for it.
    """
    found = parent.find(node.tag)
    if found is None:
        parent.append(compact(node))
    elif len(node):
        for one in node:
            yield from _merge(found, one)
    elif (found.text or "").split() != (node.text or "").split():
        yield node.tag


def _into(parent: Node, node: Node, cls: type[Element]) -> str:
    """Copy an element of SDFormat into its parent; return why this failed, or an empty text."""
    field = next((one for one in spec_of(cls).fields if one.xml == node.tag), None)
    if field is None:
        return f"<{cls.TAG}> of SDFormat has no <{node.tag}>"
    if node.tag in _OF_ROBOT and cls is not sdf.Model:
        return f"the <{node.tag}> of the {cls.TAG} itself is used, as libsdformat does"
    if not field.is_many:
        for old in parent.findall(node.tag):
            parent.remove(old)
    parent.append(compact(node))
    return ""


def _set(parent: Node, path: str, value: str) -> None:
    """Set the text of the element at a path below a parent; create missing elements."""
    for tag in path.split("/"):
        found = parent.find(tag)
        parent = SubElement(parent, tag) if found is None else found
    parent.text = value


def _value(node: Node) -> str:
    return (node.get("value") or node.text or "").strip()


# From SDFormat to URDF


def blocks_to_urdf(robot: model.Robot, root: Node) -> Copied:
    """Write ``<gazebo>`` blocks with the SDFormat settings that are not in the robot model.

    Args:
        robot: a robot that was read from SDFormat, with its origins.
        root: ``<robot>``, which is changed.
    """
    if robot.origins is None:
        return Copied()
    blocks = _Blocks(root)
    for sensor in robot.sensors:
        blocks.sensor(robot, sensor, robot.origins.source(sensor))
    blocks.without_sensors()
    scopes: list[Any] = []
    for link in robot.links:
        written = robot.origins.source(link)
        if written is not None:
            scopes.append(written.scope)
            blocks.rest(link.name, written)
            blocks.surfaces(link.name, written)
            blocks.script(link)
    for joint in (*robot.joints, *robot.loops):
        written = robot.origins.source(joint)
        if written is not None and joint.name == getattr(written.element, "name", ""):
            blocks.rest(blocks.joint(joint), written)
    if scopes:
        blocks.model(scopes[0])
    return Copied(frozenset(blocks.elements), frozenset(blocks.fields))


class _Blocks:
    """Writes blocks; one for each reference.

    Args:
        root: ``<robot>``.
    """

    def __init__(self, root: Node) -> None:
        self._root = root
        self._blocks = {one.get("reference", ""): one for one in root.findall("gazebo")}
        found = [(one.get("name", ""), one.find("child")) for one in root.findall("joint")]
        self._joints = {name for name, _ in found}
        self._above = {one.get("link", ""): name for name, one in found if one is not None}
        """The joint above each link."""
        self._sensors: set[str] = set()
        self.elements: set[int] = set()
        self.fields: set[tuple[int, str]] = set()

    def joint(self, joint: model.Joint) -> str:
        """Return the name of a joint in the URDF; if several joints replace it, of the last one."""
        return (
            joint.name if joint.name in self._joints else self._above.get(joint.child, joint.name)
        )

    def _block(self, reference: str) -> Node:
        if reference not in self._blocks:
            attributes: Mapping[str, str] = {"reference": reference} if reference else {}
            self._blocks[reference] = SubElement(self._root, "gazebo", dict(attributes))
        return self._blocks[reference]

    def sensor(self, robot: model.Robot, sensor: model.Sensor, written: Any) -> None:
        """Copy a sensor with all its settings into the block of its link or joint.

        Args:
            robot: the robot.
            sensor: the sensor; its pose is written relative to this link or joint.
            written: its origin in the SDFormat file.
        """
        node = _node_of(written)
        if node is None:
            return
        reference, pose = sensor.link, sensor.origin
        is_in_loop = bool(sensor.joint) and not robot.has_joint(sensor.joint)  # URDF cuts it
        if sensor.joint and not is_in_loop:
            joint = robot.joint(sensor.joint)
            reference, pose = self.joint(joint), joint.X_JC @ pose
        made = compact(node)
        for old in made.findall("pose"):
            made.remove(old)
        if pose != model.IDENTITY:
            place = Node("pose")
            place.text = numbers(six(pose))
            made.insert(0, place)
        self._block(reference).append(made)
        self.elements.update(id(one) for one in walk(written.element))
        if not is_in_loop:
            self.elements.add(id(sensor))
        self._sensors.add(sensor.name)

    def without_sensors(self) -> None:
        """Remove the ``<sensor>`` elements of ``<robot>`` for sensors that are in blocks."""
        self._root[:] = [
            one for one in self._root if one.tag != "sensor" or one.get("name") not in self._sensors
        ]

    def rest(self, reference: str, written: Any) -> None:
        """Copy the settings of a link, joint or model that the robot model cannot store."""
        element, node = written.element, _node_of(written)
        elsewhere = _ELSEWHERE.get(type(element))
        if node is None or elsewhere is None:
            return
        for field in spec_of(type(element)).fields:
            nodes = node.findall(field.xml) if field.xml else []
            if field.place == "attribute" or field.name in elsewhere.split() or not nodes:
                continue
            for one in nodes:
                self._block(reference).append(compact(one))
            self.fields.add((id(element), field.name))
            value = getattr(element, field.name)
            for inner in value if isinstance(value, tuple) else (value,):
                if isinstance(inner, Element):
                    self.elements.update(id(one) for one in walk(inner))

    def surfaces(self, link: str, written: Any) -> None:
        """Copy the surface of the collisions of a link, if all collisions have the same one."""
        node = _node_of(written)
        if node is None:
            return
        for tag in ("surface", "max_contacts", "laser_retro"):
            found = [one.find(tag) for one in node.findall("collision")]
            texts = {canonical(one) for one in found}
            if len(texts) != 1 or not found or found[0] is None:
                continue
            block = self._block(link)
            template = block.find("collision")
            if template is None:
                template = SubElement(block, "collision")
            template.append(compact(found[0]))
            for collision in written.element.collisions:
                self.fields.add((id(collision), tag))
                if tag == "surface" and collision.surface is not None:
                    self.elements.update(id(one) for one in walk(collision.surface))

    def script(self, link: model.Link) -> None:
        """Write the script material of Gazebo, if all visuals of a link have the same one."""
        found = {part.material for part in link.visuals}
        material = next(iter(found)) if len(found) == 1 else None
        if material is not None and material.name and material.rgba is None:
            SubElement(self._block(link.name), "material").text = material.name
            self.fields.add((id(material), "name"))

    def model(self, scope: Any) -> None:
        """Copy the settings of the model itself, such as plugins."""
        while scope.parent is not None and not scope.parent.is_world:
            scope = scope.parent
        self.rest("", _Top(scope))


class _Top:
    """A model element with its scope, in the same form as the origin of a part of the robot."""

    def __init__(self, scope: Any) -> None:
        self.scope, self.element = scope, scope.element


def _node_of(written: Any) -> Node | None:
    """Return the XML node of an element; None if the element is not in a file."""
    if written is None or written.scope.document is None:
        return None
    document: Document = written.scope.document
    node = document.node(written.element)
    if node is not None and document.version == _WITH_ATTRIBUTES:
        return node_of(written.element, NEWEST)
    return node


def compact(node: Node) -> Node:
    """Return a copy without white space between elements."""
    made = deepcopy(node)
    made.tail = None
    for one in made.iter():
        if len(one) and not (one.text or "").strip():
            one.text = None
        one.tail = None
    return made


def canonical(node: Node | None) -> str:
    """Return a text that is the same for elements with the same content."""
    if node is None:
        return ""
    return "".join(_parts(node))


def _parts(node: Node) -> Iterator[str]:
    yield f"<{node.tag} {sorted(node.items())}>{(node.text or '').strip()}"
    for one in node:
        yield from _parts(one)
    yield "</>"
