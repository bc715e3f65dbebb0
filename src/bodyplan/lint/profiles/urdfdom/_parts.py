"""Check the elements inside links and joints as urdfdom does, in the same order.

Source: experiments with check_urdf 6.0.0, tests/oracles/urdfdom-6-behaviour.md, sections 5 and 6.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, TypeVar

from bodyplan.diag import Severity
from bodyplan.formats.tinyxml import Node, named, shown
from bodyplan.lint.profiles.urdfdom import _values as values
from bodyplan.lint.profiles.urdfdom._findings import Findings, Refused
from bodyplan.lint.profiles.urdfdom._rejections import COMPLAINS
from bodyplan.lint.profiles.urdfdom._values import BadValueError

T = TypeVar("T")


class PartReader(NamedTuple):
    """The state that parsing each element needs.

    Args:
        version: the version of the file.
        findings: collects what urdfdom logs.
    """

    version: tuple[int, int]
    findings: Findings

    def ignore(self, node: Node, attribute: bytes | None, what: str, since: str) -> None:
        """Report a feature that urdfdom ignores because it is newer than the file's version."""
        have = ".".join(map(str, self.version))
        message = f"{what} is ignored: it requires version {since}, but the file has {have}"
        self.findings.add(COMPLAINS, message, node, attribute, Severity.INFO)


def take(
    node: Node, attribute: bytes, parse: Callable[[bytes], T], *, required: bool = False
) -> T | None:
    """Return the value of an attribute; None if it is missing.

    Raises:
        Refused: the value is invalid, or required and missing.
    """
    value = node.get(attribute)
    if value is None:
        if required:
            raise Refused(_missing(attribute, node), node)
        return None
    try:
        return parse(value)
    except BadValueError as fault:
        raise Refused(f"<{tag(node)}> {attribute.decode()}: {fault}", node, attribute) from None


def number(node: Node, attribute: bytes, *, required: bool = False) -> float | None:
    """Return a number; None if it is missing.

    Raises:
        Refused: the value is not a number, or required and missing.
    """
    return take(node, attribute, values.number, required=required)


def triple(value: bytes) -> list[float]:
    """Parse three numbers."""
    return values.vector(value, 3)


def quaternion(value: bytes) -> list[float]:
    """Parse four numbers."""
    return values.vector(value, 4)


def tag(node: Node) -> str:
    """Return the name of an element for a message."""
    return named(node.tag)


def _missing(attribute: bytes, node: Node) -> str:
    return f"missing required attribute '{attribute.decode()}' on <{tag(node)}>"


# Inside links and joints


def check_pose(origin: Node | None, reader: PartReader) -> None:
    """Check an `<origin>`.

    Raises:
        Refused: a list of numbers is invalid, or the rotation is defined twice.
    """
    if origin is None:
        return
    take(origin, b"xyz", triple)
    has_quaternion = b"quat_xyzw" in origin.attributes
    if has_quaternion and reader.version < (1, 1):
        reader.ignore(origin, b"quat_xyzw", "quat_xyzw", "1.1")
    elif has_quaternion and b"rpy" in origin.attributes:
        raise Refused(
            "<origin> has both rpy and quat_xyzw; only one may define the rotation",
            origin,
            b"quat_xyzw",
        )
    elif has_quaternion:
        take(origin, b"quat_xyzw", quaternion)
    take(origin, b"rpy", triple)


# Inside links

_INERTIA = (b"ixx", b"ixy", b"ixz", b"iyy", b"iyz", b"izz")
_ROUND_SHAPES = {
    b"sphere": (b"radius",),
    b"cylinder": (b"length", b"radius"),
    b"capsule": (b"length", b"radius"),
}


def check_inertial(inertial: Node, reader: PartReader) -> None:
    """Check the mass properties of a link.

    Raises:
        Refused: the origin is invalid, or the mass or an entry of the inertia is missing or
            invalid.
    """
    check_pose(inertial.first(b"origin"), reader)
    mass = inertial.first(b"mass")
    if mass is None:
        raise Refused("missing <mass> in <inertial>", inertial)
    number(mass, b"value", required=True)
    inertia = inertial.first(b"inertia")
    if inertia is None:
        raise Refused("missing <inertia> in <inertial>", inertial)
    for attribute in _INERTIA:
        number(inertia, attribute, required=True)


def check_geometry(shape_of: Node, reader: PartReader) -> None:
    """Check the geometry of a visual or collision.

    Raises:
        Refused: the geometry is missing or unsupported, or its size is missing or invalid.
    """
    geometry = shape_of.first(b"geometry")
    if geometry is None:
        raise Refused(f"missing <geometry> in <{tag(shape_of)}>", shape_of)
    if not geometry.children:
        raise Refused("<geometry> is empty", geometry)
    shape = geometry.children[0]
    if shape.tag == b"capsule" and reader.version < (1, 1):
        reader.ignore(shape, None, "<capsule>", "1.1")
        raise Refused(f"<{tag(shape_of)}> has no geometry that version 1.0 supports", shape)
    if shape.tag == b"mesh":
        take(shape, b"filename", bytes, required=True)
        take(shape, b"scale", triple)
    elif shape.tag == b"box":
        size = take(shape, b"size", triple, required=True)
        _check_positive(shape, b"size", size or [], reader)
    elif shape.tag in _ROUND_SHAPES:
        names = _ROUND_SHAPES[shape.tag]
        for name in names:
            if name not in shape.attributes:
                raise Refused(_missing(name, shape), shape)
        lengths = [(name, number(shape, name, required=True) or 0.0) for name in names]
        for name, length in lengths:
            _check_positive(shape, name, [length], reader)
    else:
        raise Refused(f"unknown geometry <{tag(shape)}>", shape)


def _check_positive(shape: Node, name: bytes, lengths: list[float], reader: PartReader) -> None:
    """Check that a size is positive, which version 1.2 and later require."""
    if reader.version >= (1, 2) and not all(length > 0 for length in lengths):
        text = shown(shape.get(name) or b"")
        raise Refused(f"<{tag(shape)}> {name.decode()} must be positive, got {text}", shape, name)


class Look(Enum):
    """Whether urdfdom finds a colour or a texture in a material."""

    DEFINED = "a colour or a texture"
    EMPTY = "neither"
    SPOILED = "neither, because the colour is invalid, which was reported"


def look_of(material: Node, reader: PartReader) -> Look:
    """Return whether a material has a colour or a texture that urdfdom accepts."""
    texture, color = material.first(b"texture"), material.first(b"color")
    look = Look.EMPTY
    rgba = color.get(b"rgba") if color is not None else None
    if color is not None and rgba is not None:
        try:
            values.check_color(rgba)
            look = Look.DEFINED
        except BadValueError as fault:
            name = shown(material.get(b"name") or b"")
            message = f"urdfdom ignores the color of material {name}: {fault}"
            reader.findings.add(COMPLAINS, message, color, b"rgba")
            look = Look.SPOILED
    if texture is not None and b"filename" in texture.attributes:
        look = Look.DEFINED
    return look


# Inside joints


class ParsedPart(NamedTuple):
    """A child element of a joint that has only attributes.

    Args:
        tag: its name.
        numbers: its numeric attributes, in the order of parsing.
        required: the required attributes.
        either: whether at least one of the numbers is required.
    """

    tag: bytes
    numbers: tuple[bytes, ...]
    required: tuple[bytes, ...] = ()
    either: bool = False


PARTS = (
    ParsedPart(
        b"safety_controller",
        (b"soft_lower_limit", b"soft_upper_limit", b"k_position", b"k_velocity"),
        required=(b"k_velocity",),
    ),
    ParsedPart(b"calibration", (b"rising", b"falling")),
    ParsedPart(b"mimic", (b"multiplier", b"offset"), required=(b"joint",)),
    ParsedPart(b"dynamics", (b"damping", b"friction"), either=True),
)
_BOUNDS = (b"lower", b"upper")
_RATES = (b"effort", b"velocity")
_NEWER_RATES = (b"acceleration", b"deceleration", b"jerk")


def check_part(joint: Node, part: ParsedPart) -> None:
    """Check an optional child element of a joint.

    Raises:
        Refused: an attribute is missing or not a number.
    """
    node = joint.first(part.tag)
    if node is None:
        return
    for name in part.required:
        if name not in part.numbers:
            take(node, name, bytes, required=True)
    found = [number(node, name, required=name in part.required) for name in part.numbers]
    if part.either and all(value is None for value in found):
        names = " nor ".join(name.decode() for name in part.numbers)
        raise Refused(f"<{tag(node)}> has neither {names}", node)


def check_limit(limit: Node, reader: PartReader, *, is_bounded: bool) -> None:
    """Check the limits of a joint of any type.

    Args:
        limit: the element.
        reader: the version and the diagnostics.
        is_bounded: whether the joint is revolute or prismatic.

    Raises:
        Refused: a number is missing, invalid or negative, or the lower bound exceeds the upper.
    """
    is_strict = reader.version >= (1, 2)
    lower, upper = (number(limit, name) for name in _BOUNDS)
    if is_strict:
        if is_bounded and (lower is None or upper is None):
            missing = "lower" if lower is None else "upper"
            raise Refused(
                f"missing attribute '{missing}' on <limit>; version 1.2 requires it for this type",
                limit,
            )
        if lower is not None and upper is not None and upper < lower:
            raise Refused(f"<limit> upper {upper:g} is below lower {lower:g}", limit, b"upper")
    for name in _RATES:
        _check_rate(limit, name, number(limit, name, required=not is_strict), is_strict)
    for name in _NEWER_RATES:
        if is_strict:
            _check_rate(limit, name, number(limit, name), is_strict)
        elif name in limit.attributes:
            reader.ignore(limit, name, f"<limit> {name.decode()}", "1.2")


def _check_rate(limit: Node, name: bytes, value: float | None, is_strict: bool) -> None:
    if is_strict and value is not None and value < 0:
        raise Refused(f"<limit> {name.decode()} {value:g} is negative", limit, name)
