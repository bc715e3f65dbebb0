"""Whether the result of a conversion is the robot that its losses leave: read back, and compared.

The result is read with the files that it names before it is written, and each difference needs a loss
that names it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bodyplan import model
from bodyplan.compare.result import Comparison, Difference
from bodyplan.conversion.loss import UNKNOWN_PARTS
from bodyplan.core import Record, field_names
from bodyplan.formats.converted import Converted
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, Place
from bodyplan.formats.unread import UnreadDocument
from bodyplan.spec import Element
from bodyplan.spec.bind import walk

_WORDS: dict[str, tuple[str, ...]] = {
    "kinematics": ("type", "axis", "name", "gear", "mimic", "multiplier", "offset", "leader"),
    "limits": ("limit", "limit2", "type", "lower", "upper", "velocity", "effort", "range"),
    "dynamics": ("type", "dynamics", "dynamics2"),
    "inertia": ("inertial", "inertia", "mass", "origin"),
    "collision": ("shape", "collisions", "geometry", "friction"),
    "visual": ("shape", "visuals", "geometry"),
    "color": ("material", "rgba", "texture", "shape", "visuals", "geometry"),
    "sensors": ("name", "origin", "rate", "type", "joint", "origin"),
    "frames": ("name", "origin"),
    "transmissions": ("name", "type", "joints", "reductions", "interfaces", "actuators"),
    "semantics": ("pair", "qpos", "state"),
}
"""What a loss is about that explains a difference of each aspect."""
_ENDS = frozenset(("lower", "upper", "velocity", "effort", "damping", "friction", "armature"))
"""Fields of limits and forces, each of which has its own loss."""


@contextmanager
def with_files(done: Converted) -> Iterator[Document]:
    """Provide the document of a result beside its files, which are in a temporary folder.

    Args:
        done: the result of a conversion; its own document has the path where it will be written.
    """
    document = done.document
    if not done.assets:
        yield document
        return
    with tempfile.TemporaryDirectory(prefix="bodyplan-") as folder:
        path = done.save(Path(folder) / document.name)
        data = document.source.data
        yield UnreadDocument(
            data, document.name, format=document.format or "", path=path, resources=None
        )


def unexplained(
    found: Comparison, losses: Iterable[Loss], robot: model.Robot
) -> Iterator[Difference]:
    """Yield what differs although no loss says so, link by link and joint by joint.

    Args:
        found: the comparison of the source and the result.
        losses: of the conversion.
        robot: the source.
    """
    owners = _owners(robot)
    told = [(loss, {*_names(loss, owners)}) for loss in losses if loss.reason != UNKNOWN_PARTS]
    for one in found.differences:
        if not any(_explains(loss, names, one, robot) for loss, names in told):
            yield one


def _explains(loss: Loss, names: set[str], one: Difference, robot: model.Robot) -> bool:
    """Whether a loss is about what differs."""
    about = {one.name, *re.findall(r"'([^']*)'", one.owner)}
    about |= {one.name.partition("/")[0]}  # of one position of a joint of several
    about |= {one.name.removesuffix("_transmission")}  # which MJCF does not name
    about |= {str(one.second)} if one.change == "renamed" else set()
    if one.field.startswith("pose at"):
        is_other = loss.kind != "moved" and (loss.changes_meaning or loss.what == "gear")
        is_renamed = loss.kind == "moved" and loss.what == "name"
        return is_renamed or (is_other and bool(names & {*_above(one.name, robot)}))
    end = one.field.rpartition(".")[2]
    what = {*re.findall(r"\w+", loss.what)} or {""}
    words = {"", end, *one.field.split("."), *_WORDS.get(one.aspect, ())}
    if end in _ENDS and what & (_ENDS - {end}) and end not in what:
        return False
    return bool(what & words) and bool(about & names)


def _above(name: str, robot: model.Robot) -> Iterator[str]:
    """Yield a link and all links and joints above it."""
    while robot.has_link(name):
        yield name
        joint = robot.parent_joint(name)
        if joint is None:
            return
        yield joint.name
        name = joint.parent


def _names(loss: Loss, owners: Mapping[int, str]) -> Iterator[str]:
    """Yield the names of the links and joints that a loss is about."""
    yield from re.findall(r"'([^']*)'", loss.reason)
    if isinstance(loss.source, Place):
        yield from re.findall(r"'([^']*)'", loss.source.path)
    name = getattr(loss.source, "name", "")
    if name and not isinstance(loss.source, model.Geometry | model.Material):
        yield name
    if id(loss.source) in owners:
        yield owners[id(loss.source)]


def _owners(robot: model.Robot) -> Mapping[int, str]:
    """Return the link or joint that each part of a robot, and each element of its file, is in."""
    found: dict[int, str] = {}
    owners: list[model.Link | model.Joint] = [*robot.links, *robot.joints, *robot.loops]
    for owner in owners:
        found |= dict.fromkeys(map(id, _parts(owner)), owner.name)
        written = None if robot.origins is None else robot.origins.source(owner)
        element = getattr(written, "element", written)
        if isinstance(element, Element):
            found |= dict.fromkeys(map(id, walk(element)), owner.name)
    return found


def _parts(value: object) -> Iterator[object]:
    """Yield a part of a robot and all in it."""
    if isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
    elif isinstance(value, Record):
        yield value
        for field in field_names(type(value)):
            yield from _parts(getattr(value, field))
