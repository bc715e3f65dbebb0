"""Default classes of MJCF: attributes that several elements share are written once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement

from bodyplan.conversion.chains import free

_DRIVE = ("actuatorfrcrange", "damping", "frictionloss", "armature")
"""Attributes of joints that depend on the motor; joints with equal values can share a class."""
_ALIKE = ("type", "axis", "range", "stiffness", "springref")
"""Joint attributes that are written in a class only if all its joints have the same value."""
_LOOK = ("material", "rgba")
_SINGLE = frozenset(("name", "class", "joint", "ctrlrange", "forcerange"))
"""Attributes of actuators that are not shared."""
_SPHERE = "sphere"
"""The default type of a geom."""
_WORD = re.compile(r"[A-Za-z]+|\d+")


def gather_defaults(root: Node) -> None:
    """Move attributes that several elements share into default classes, in linear time.

    Args:
        root: ``<mujoco>`` with a ``<default>`` that contains named classes; it is modified.
    """
    defaults, world = root.find("default"), root.find("worldbody")
    if defaults is None or world is None:
        return
    taken = {one.get("class", "") for one in defaults.iter("default")} | {"main"}
    geoms = list(world.iter("geom"))
    for name in ("visual", "collision"):
        node = next((one for one in defaults if one.get("class") == name), None)
        of_class = [one for one in geoms if one.get("class") == name]
        if node is not None and not of_class:
            defaults.remove(node)
        elif node is not None:
            _gather_geoms(node[0], of_class)
    _gather_joints(defaults, list(world.iter("joint")), taken)
    _gather_actuators(defaults, root.find("actuator"), taken)
    if not len(defaults):
        root.remove(defaults)


def _gather_geoms(shared: Node, geoms: Sequence[Node]) -> None:
    """Move the type that most geoms of a class have, and a look that all have, into its default."""
    if len(geoms) < 2:
        return
    kinds = Counter(one.get("type", _SPHERE) for one in geoms)
    kind, count = kinds.most_common(1)[0]
    if kind != _SPHERE and 2 * count > len(geoms):
        shared.set("type", kind)
        for one in geoms:
            if one.get("type") == kind:
                del one.attrib["type"]
            elif "type" not in one.attrib:
                one.set("type", _SPHERE)
    for name in _LOOK:
        values = {one.get(name) for one in geoms}
        value = next(iter(values))
        if len(values) == 1 and value is not None:
            _move(shared, name, value, geoms)


def _gather_joints(defaults: Node, joints: Sequence[Node], taken: set[str]) -> None:
    """Move values that most joints have into the main default, values of groups into classes."""
    if len(joints) < 2:
        return
    common: dict[str, str] = {}
    for name in _DRIVE:
        counts = Counter(one.get(name) for one in joints)
        value, count = counts.most_common(1)[0]
        if None not in counts and value is not None and count > 1 and 2 * count > len(joints):
            common[name] = value
    if common:
        node = Node("joint", common)
        defaults.insert(0, node)
        for one in joints:
            for name, value in common.items():
                if one.get(name) == value:
                    del one.attrib[name]
    groups: dict[tuple[tuple[str, str], ...], list[Node]] = {}
    for one in joints:
        key = tuple((name, one.get(name, "")) for name in _DRIVE if name in one.attrib)
        if key and one.get("type") not in {"ball", "free"}:
            groups.setdefault(key, []).append(one)
    names = _ClassNames(joints)
    for key, group in groups.items():
        values = dict(key)
        alike = [name for name in _ALIKE if len({one.get(name) for one in group}) == 1]
        values |= {name: group[0].get(name, "") for name in alike if name in group[0].attrib}
        if len(group) < 2 or (len(values) < 2 and "actuatorfrcrange" not in values):
            continue
        word = names.common(group) or _named_by_effort(values)
        word = free(word, taken)
        holder = SubElement(defaults, "default", {"class": word})
        shared = SubElement(holder, "joint")
        for name in (*_ALIKE, *_DRIVE):
            if name in values:
                _move(shared, name, values[name], group)
        _set_class(word, group)


def _named_by_effort(values: dict[str, str]) -> str:
    """Return a name for a class of joints, used if the joint names have no word in common."""
    effort = values.get("actuatorfrcrange", "").split()
    return f"effort_{effort[1]}" if len(effort) == 2 else "joints"


class _ClassNames:
    """Finds names for classes of joints: words that occur in the names of exactly these joints.

    Args:
        joints: all joints.
    """

    def __init__(self, joints: Sequence[Node]) -> None:
        self._words = {id(one): _WORD.findall(one.get("name", "")) for one in joints}
        self._count = len(joints)
        self._holders: dict[str, set[int]] = {}
        for number, words in self._words.items():
            for word in words:
                self._holders.setdefault(word, set()).add(number)

    def common(self, group: Sequence[Node]) -> str:
        """Return the common words joined by underscores; an empty text if no word fits."""
        members = {id(one) for one in group}
        words = [
            word
            for word in dict.fromkeys(self._words[id(group[0])])
            if not word.isdigit()
            and members <= self._holders[word]
            and len(self._holders[word]) < self._count
        ]
        if not words or set.intersection(*(self._holders[w] for w in words)) != members:
            return ""
        return "_".join(words)


def _gather_actuators(defaults: Node, section: Node | None, taken: set[str]) -> None:
    """Move attributes that all actuators of a kind share into a default.

    MuJoCo has only one default for all kinds of actuators. So if there are several kinds, each kind
    gets a class.
    """
    found: dict[str, list[Node]] = {}
    for one in () if section is None else section:
        found.setdefault(str(one.tag), []).append(one)
    for kind, several in found.items():
        if len(several) < 2:
            continue
        values = {
            name: value
            for name, value in several[0].items()
            if name not in _SINGLE and all(one.get(name) == value for one in several)
        }
        if not values:
            continue
        holder, word = defaults, ""
        if len(found) > 1:
            word = free(kind, taken)
            holder = SubElement(defaults, "default", {"class": word})
        shared = Node(kind)
        for name, value in values.items():
            _move(shared, name, value, several)
        holder.insert(_first_class(holder), shared)
        if word:
            _set_class(word, several)


def _first_class(holder: Node) -> int:
    """Return the index of the first default class."""
    return next((n for n, one in enumerate(holder) if one.tag == "default"), len(holder))


def _move(shared: Node, name: str, value: str, elements: Iterable[Node]) -> None:
    shared.set(name, value)
    for one in elements:
        del one.attrib[name]


def _set_class(word: str, elements: Iterable[Node]) -> None:
    """Set the ``class`` attribute of elements, directly after ``name``."""
    for one in elements:
        rest = {name: value for name, value in one.items() if name != "name"}
        name = one.get("name")
        one.attrib.clear()
        if name is not None:
            one.set("name", name)
        one.set("class", word)
        one.attrib.update(rest)
