"""Reading of files with spheres that approximate links, in the formats of several programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from bodyplan.core import Limits, quoted
from bodyplan.files.opener import found_file
from bodyplan.formats import srdf, urdf
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read
from bodyplan.formats.source import Input, Readable, open_input
from bodyplan.model.planning.semantics import BoundingSphere
from bodyplan.model.transform import Transform
from bodyplan.spec import parse_float

MOST, MOST_OF_LINK = 100_000, 10_000
"""The largest number of spheres in a file, and for one link."""
FARTHEST = 1e12
"""The largest absolute coordinate or radius of a sphere [m], the same as for shapes."""
MOST_VALUES = 2_000_000
"""The largest number of values in a JSON file."""
MOST_NODES = 300_000
"""The largest number of values in a YAML file, where a value takes more memory than in JSON."""
MOST_DEPTH = 64
LARGEST = 32 * 1024 * 1024
"""The largest size of a JSON or YAML file [bytes]."""
_NUMBERED = re.compile(r"(?P<link>.+)_(?P<number>\d{1,9})")
_LINK_OF_ONE = re.compile(r"(?P<link>.+)_sphere\d{1,9}")
"""Matches the name of a link that MorphIt adds to a URDF: it adds one for each sphere."""
_NULL = {"", "~", "null", "Null", "NULL"}


class SphereFile(NamedTuple):
    """The spheres in a file.

    Args:
        format: the format of the file: "srdf", "urdf" (collisions are spheres), "curobo", "xrdf",
            "lula", "json", "ballpark", "foam" or "morphit".
        spheres: the spheres by link name; for "foam" and "morphit", by the name of the mesh.
        is_in_mesh: whether the centres are expressed in the frame of the mesh; otherwise, in that
            of the link.
    """

    format: str
    spheres: dict[str, tuple[BoundingSphere, ...]]
    is_in_mesh: bool = False


def read_spheres(source: Readable) -> SphereFile:
    """Read the spheres in a file: SRDF, URDF, YAML or JSON.

    Supported are SRDF, URDF whose collisions are spheres (from VAMP, foam or MorphIt), the YAML
    files of cuRobo 1 and 2, XRDF and Lula, and the JSON files of bodyplan, ballpark, foam and
    MorphIt. A cuRobo configuration may reference another file with the spheres, which must be in
    the same folder or below. Spheres with radii of zero or less are kept: in these formats, they
    are disabled spheres.

    Args:
        source: a source that ``read`` accepts.

    Raises:
        InputError: the file cannot be opened, or has no spheres; the message is one sentence.
    """
    opened = _opened(source)
    name, data = opened.name, opened.data
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        found = _of_xml(data, name)
    else:
        page = _parsed(data, name)
        other = _kinematics(page).get("collision_spheres")
        if isinstance(other, str) and other not in _NULL and opened.path is not None:
            opened = _opened(_beside(opened.path, other, name))
            own = _parsed(opened.data, opened.name)
            page = {"collision_spheres": _kinematics(own).get("collision_spheres", own)}
        found = _of_data(page, opened.name)
    if not any(found.spheres.values()):
        raise InputError(f"{opened.name} has no spheres")
    return found


def _opened(source: Readable) -> Input:
    limits = Limits()
    opened = open_input(source, limits)
    if len(opened.data) > limits.max_bytes:
        raise InputError(f"{opened.name} is larger than {limits.max_bytes:,} bytes")
    return opened


def _beside(path: Path, other: str, name: str) -> Any:
    """Return the sphere file that another file references; it must be in its folder or below.

    Raises:
        InputError: the file is outside of the folder of the other file.

    Args:
        path: the path of the file with the reference.
        other: the referenced path, relative to its folder.
        name: the name of the file with the reference, in messages.
    """
    file = found_file(path.parent / other, path.parent, called=str(path.parent / other))
    if reason := file.refusal():
        raise InputError(f"{name} references the sphere file {quoted(other)}: {reason}")
    return file


def _parsed(data: bytes, name: str) -> Any:
    import yaml

    if len(data) > LARGEST:
        raise InputError(f"{name} is larger than {LARGEST:,} bytes")
    try:
        text = data.decode("utf-8-sig")
        if text.lstrip().startswith(("{", "[")):
            if sum(map(text.count, "{[,")) > MOST_VALUES:
                raise InputError(f"{name} has more than {MOST_VALUES:,} values")
            return json.loads(text)
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        _check_events(yaml.parse(text, loader), name)
        return yaml.load(text, loader)  # noqa: S506  (the loader creates only str, list and dict)
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        reason = str(error).splitlines()[0][:200] if str(error) else "nested too deeply"
        raise InputError(f"{name} is not valid YAML or JSON: {reason}") from None


def _check_events(events: Iterable[Any], name: str) -> None:
    """Check that a YAML file has neither too many values nor too many levels.

    An alias counts as much as the value to which it refers.

    Raises:
        InputError: the file has too many values or levels.
    """
    from yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, ScalarEvent

    count = 0
    # for each open collection: its anchor, the count of values before it, the levels inside
    is_open: list[list[Any]] = []
    # by anchor: the numbers of values and of levels that it stands for
    known: dict[Any, tuple[int, int]] = {}
    for event in events:
        values, levels = 1, 0
        if isinstance(event, AliasEvent):
            if event.anchor not in known:
                raise InputError(
                    f"{name}: alias *{event.anchor} is inside its own anchor, or has no anchor"
                )
            values, levels = known[event.anchor]
        elif isinstance(event, CollectionStartEvent):
            known.pop(event.anchor, None)
            is_open.append([event.anchor, count, 0])
        elif isinstance(event, ScalarEvent):
            known[event.anchor] = 1, 0
        elif isinstance(event, CollectionEndEvent):
            anchor, before, levels = is_open.pop()
            levels += 1
            known[anchor] = count + 1 - before, levels
        count += values
        if is_open:
            is_open[-1][2] = max(is_open[-1][2], levels)
        if count > MOST_NODES:
            raise InputError(f"{name} has more than {MOST_NODES:,} values")
        if len(is_open) + levels > MOST_DEPTH:
            raise InputError(f"{name} has more than {MOST_DEPTH} levels")


def _of_xml(data: bytes, name: str) -> SphereFile:
    root = read(data).root
    if isinstance(root, srdf.Robot):
        elements = root.link_sphere_approximations
        pairs = (
            (one.link, BoundingSphere(s.center, s.radius)) for one in elements for s in one.spheres
        )
        return SphereFile("srdf", _gathered(pairs, name))
    if isinstance(root, urdf.Robot):
        return SphereFile("urdf", _gathered(_of_collisions(root), name))
    return SphereFile("", {})


def _of_collisions(root: urdf.Robot) -> Iterator[tuple[str, BoundingSphere]]:
    """Yield the link name and the sphere of each collision that is a sphere.

    If MorphIt added the link for the sphere, the name and the frame are those of its parent link.
    """
    above = {
        joint.child: joint
        for joint in root.joints
        if joint.type == "fixed" and (match := _LINK_OF_ONE.fullmatch(joint.child))
        if match["link"] == joint.parent
    }
    for link in root.links:
        joint = above.get(link.name)
        for collision in link.collisions:
            shape = collision.geometry.shape
            if isinstance(shape, urdf.Sphere):
                center = collision.origin.xyz
                if joint is not None:
                    center = Transform.from_rpy(joint.origin.rpy, joint.origin.xyz) @ center
                yield (
                    link.name if joint is None else joint.parent,
                    BoundingSphere(center, shape.radius),
                )


def _gathered(
    pairs: Iterable[tuple[str, BoundingSphere]], name: str
) -> dict[str, tuple[BoundingSphere, ...]]:
    found: dict[str, list[BoundingSphere]] = {}
    for link, sphere in pairs:
        if not all(abs(number) <= FARTHEST for number in (*sphere.center, sphere.radius)):
            raise InputError(f"{name}: a sphere of {quoted(link)} has a number beyond {FARTHEST:g}")
        found.setdefault(link, []).append(sphere)
    total = 0
    for link, spheres in found.items():
        total += len(spheres)
        _check_count(len(spheres), total, link, name)
    return {link: tuple(spheres) for link, spheres in found.items()}


# YAML and JSON


def _of_data(page: Any, name: str) -> SphereFile:
    if not isinstance(page, dict):
        raise InputError(f"{name} has no spheres")
    if page.get("format") == "xrdf" or "geometry" in page:
        return SphereFile("xrdf", _of_xrdf(page, name))
    kinematics = _kinematics(page)
    if "collision_spheres" in kinematics:
        spheres = kinematics["collision_spheres"]
        if isinstance(spheres, str) and spheres not in _NULL:
            raise InputError(f"{name} references another sphere file: {quoted(spheres)}")
        if isinstance(spheres, list):  # Lula: a list of mappings with one key each
            merged: dict[Any, Any] = {}
            for one in spheres:
                merged.update(one if isinstance(one, dict) else {})
            return SphereFile("lula", _of_links(merged, name))
        return SphereFile("curobo", _of_links(spheres, name))
    if isinstance(page.get("links"), list):  # the report of bodyplan
        rows = [one for one in page["links"] if isinstance(one, dict)]
        return SphereFile(
            "json", _of_links({str(one.get("link")): one.get("spheres") for one in rows}, name)
        )
    stem = PurePath(name).stem
    if "centers" in page:
        return SphereFile("morphit", _of_links({stem: page}, name), is_in_mesh=True)
    if isinstance(page.get("spheres"), dict):  # all links are below the key "spheres"
        page = page["spheres"]
    if "spheres" in page:
        return SphereFile("foam", _of_links({stem: _level(page)}, name), is_in_mesh=True)
    values = list(page.values())
    if any(isinstance(one, list) and one and _is_level(one[0]) for one in values) or any(
        map(_is_level, values)
    ):
        meshes = {PurePath(str(mesh)).stem: _level(one) for mesh, one in page.items()}
        return SphereFile("foam", _of_links(meshes, name), is_in_mesh=True)
    is_ballpark = any(isinstance(one, dict) and "centers" in one for one in values)
    return SphereFile("ballpark" if is_ballpark else "json", _of_links(page, name))


def _below(page: Any, *keys: str) -> dict[str, Any] | None:
    for key in keys:
        page = page.get(key) if isinstance(page, dict) else None
    return page if isinstance(page, dict) else None


def _kinematics(page: Any) -> dict[str, Any]:
    """Return the mapping "kinematics" of a cuRobo configuration.

    Without such a mapping, return the whole configuration; if this is not a mapping, return {}.
    """
    found = _below(page, "robot_cfg", "kinematics") or _below(page, "kinematics")
    return found if found is not None else page if isinstance(page, dict) else {}


def _is_level(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("spheres"), list) and "link" not in one


def _level(one: Any) -> Any:
    """Return the spheres of a mesh in a file of foam: of several levels, that with most spheres."""
    levels = [level for level in (one if isinstance(one, list) else [one]) if _is_level(level)]
    return max((level["spheres"] for level in levels), key=len, default=())


def _of_xrdf(page: dict[str, Any], name: str) -> dict[str, tuple[BoundingSphere, ...]]:
    geometries = _below(page, "geometry") or {}
    chosen = (_below(page, "collision") or {}).get("geometry")
    own = (
        geometries.get(chosen) if isinstance(chosen, str) else next(iter(geometries.values()), None)
    )
    return _of_links(_below(own, "spheres") or {}, name)


def _of_links(links: Any, name: str) -> dict[str, tuple[BoundingSphere, ...]]:
    """Return the spheres of each link, from a mapping of link names to spheres in YAML or JSON."""
    found: dict[str, tuple[BoundingSphere, ...]] = {}
    total = 0
    for link, value in links.items() if isinstance(links, Mapping) else ():
        rows = value
        if isinstance(value, Mapping) and "centers" in value:
            centers, radii = value.get("centers"), value.get("radii")
            if not (
                isinstance(centers, list) and isinstance(radii, list) and len(centers) == len(radii)
            ):
                raise InputError(f"{name}: {quoted(str(link))} needs as many radii as centers")
            rows = [{"center": c, "radius": r} for c, r in zip(centers, radii, strict=True)]
        if not isinstance(rows, list | tuple):
            continue
        total += len(rows)
        _check_count(len(rows), total, str(link), name)
        found[str(link)] = tuple(_sphere(row, str(link), name) for row in rows)
    return found


def _check_count(own: int, total: int, link: str, name: str) -> None:
    if own > MOST_OF_LINK:
        raise InputError(f"{name}: {quoted(link)} has more than {MOST_OF_LINK:,} spheres")
    if total > MOST:
        raise InputError(f"{name} has more than {MOST:,} spheres")


def _sphere(row: Any, link: str, name: str) -> BoundingSphere:
    center = row.get("center", row.get("origin")) if isinstance(row, Mapping) else None
    radius = row.get("radius") if isinstance(row, Mapping) else None
    given = [*center, radius] if isinstance(center, list | tuple) else []
    numbers = [number for number in map(_number, given) if number is not None]
    if len(given) != 4 or len(numbers) != 4:
        raise InputError(
            f"{name}: a sphere of {quoted(link)} needs a center of 3 numbers and a radius, none "
            f"beyond {FARTHEST:g}"
        )
    x, y, z, r = numbers
    return BoundingSphere((x, y, z), r)


def _number(value: Any) -> float | None:
    """Return the number in a JSON value or YAML text; None if it is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = parse_float(value) if isinstance(value, str) else float(value)
    except (ValueError, OverflowError):  # an integer that is too large for a float
        return None
    return number if abs(number) <= FARTHEST else None


def of_links(found: SphereFile, frames: Mapping[str, tuple[Transform, ...]]) -> SphereFile:
    """Return the spheres in a file by link name, expressed in the link frames.

    The spheres of a mesh belong to the link that the name of the mesh contains: ``hand_0`` is the
    first collision of the link ``hand``.

    Args:
        found: the spheres in a file.
        frames: the poses of the collisions of each link in the link frame, by link name.
    """
    if not found.is_in_mesh:
        return found
    spheres: dict[str, tuple[BoundingSphere, ...]] = {}
    for mesh, own in found.spheres.items():
        match = _NUMBERED.fullmatch(mesh)
        link, number = (
            (mesh, 0) if mesh in frames or not match else (match["link"], int(match["number"]))
        )
        poses = frames.get(link, ())
        if number < len(poses):
            moved = (BoundingSphere(poses[number] @ one.center, one.radius) for one in own)
            spheres[link] = (*spheres.get(link, ()), *moved)
    return found._replace(spheres=spheres, is_in_mesh=False)
