"""Checks that the reported losses of a conversion explain all differences of its result.

Before the result is written, it is read back and compared with the source. A loss must explain
each difference.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bodyplan import model
from bodyplan.compare.result import MAKE_ANOTHER_ROBOT, Comparison, Difference
from bodyplan.compare.robots import compare_robots
from bodyplan.conversion.loss import UNKNOWN_PARTS
from bodyplan.core import Record, field_names
from bodyplan.description.load import robot_from
from bodyplan.formats.converted import Converted
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, Place
from bodyplan.formats.unread import UnreadDocument
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.spec import Element
from bodyplan.spec.bind import walk

_WORDS: dict[str, tuple[str, ...]] = {
    "kinematics": ("type", "axis", "name", "gear", "mimic", "multiplier", "offset", "leader"),
    "limits": ("limit", "limit2", "type", "lower", "upper", "velocity", "effort", "range"),
    "dynamics": ("type", "dynamics", "dynamics2"),
    "inertia": ("inertial", "inertia", "mass", "origin"),
    "collision": ("shape", "collisions", "geometry", "friction", "mu1"),
    "visual": ("shape", "visuals", "geometry"),
    "color": ("material", "rgba", "texture", "shape", "visuals", "geometry"),
    "sensors": ("name", "origin", "rate", "type", "joint", "origin"),
    "frames": ("name", "origin"),
    "transmissions": ("name", "type", "joints", "reductions", "interfaces", "actuators"),
    "semantics": ("pair", "qpos", "state"),
}
"""The words in a loss that explain a difference, by aspect of the difference."""
_ENDS = frozenset(("lower", "upper", "velocity", "effort", "damping", "friction", "armature"))
"""Fields of limits and dynamics, each of which needs a separate loss."""
_NAMED = re.compile(r"<\w+> '(.*)'")
"""A lost element with a name."""
_REFERENCES = frozenset(("link", "joint", "parent", "child", "leader"))
"""Fields whose value is the name of a link or joint, which a loss may rename or move."""


class Verification(Record):
    """The comparison of the source and the result of a conversion.

    Args:
        comparison: the comparison.
        unexplained: the differences that change the robot and that no loss explains.
    """

    comparison: Comparison
    unexplained: tuple[Difference, ...]


def verify(
    done: Converted,
    source: model.Robot,
    names: tuple[str, str] | None = None,
    *,
    load: Callable[[Document], model.Robot] | None = None,
) -> Verification:
    """Read the result of a conversion back, and compare its robot with the source robot.

    Args:
        done: the result, which does not need to be saved.
        source: the robot of the source.
        names: the names of source and result in the comparison; by default those of the robot and
            the document.
        load: a function that loads the robot of the result; by default, errors raise an exception.

    Raises:
        DescriptionError: the result has errors.
        InputError: the result cannot be read, such as MJCF without MuJoCo.
        NumpyMissingError: NumPy is not installed.
    """
    with _with_files(done) as document:
        robot = load(document) if load else robot_from(document, document.resources)
        found = compare_robots(source, robot, names=names or (source.name, document.name))
    differences = unexplained(found, done.losses, source) if found.verdict == "different" else ()
    others = (one for one in differences if one.aspect in MAKE_ANOTHER_ROBOT)
    return Verification(found, tuple(others))


@contextmanager
def _with_files(done: Converted) -> Iterator[Document]:
    """Provide the document of a result, written with its files to a temporary folder.

    Args:
        done: the result of a conversion. Without additional files, its document is used unchanged.
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
    """Yield the differences that no loss explains.

    Args:
        found: the comparison of the source and the result.
        losses: the losses of the conversion.
        robot: the source robot.
    """
    known = _KnownLosses(losses, robot)
    for one in found.differences:
        if not known.explain(one):
            yield one


class _KnownLosses:
    """The losses of a conversion, indexed by the names of links and joints.

    Args:
        losses: the losses of the conversion.
        robot: the source robot.
    """

    def __init__(self, losses: Iterable[Loss], robot: model.Robot) -> None:
        self._words: dict[str, set[frozenset[str]]] = {}
        """The words of the losses, by the name of the link or joint."""
        self._is_renamed = False
        owners, moving = _owners(robot), set()
        self._bases = {
            joint.name
            for joint in (*robot.joints, *robot.loops)
            if WORLD_NAME in {joint.parent, joint.child}
        }
        """Joints that connect the robot to the world."""
        self._replaced: set[str] = set()
        """Joints of links that the conversion moved, such as a link between two joints of a
        body."""
        for loss in losses:
            if loss.reason == UNKNOWN_PARTS:
                continue
            names = {*_names(loss, owners)}
            whole = _NAMED.fullmatch(loss.what)
            names |= {whole[1]} if whole else set()
            words = frozenset(re.findall(r"\w+", "" if whole else loss.what)) or frozenset(("",))
            for name in names:
                self._words.setdefault(name, set()).add(words)
            if loss.kind == "moved" and not loss.what:
                ends = ((joint, {joint.parent, joint.child}) for joint in robot.joints)
                self._replaced |= {joint.name for joint, links in ends if links & names}
            self._is_renamed |= loss.kind == "moved" and loss.what == "name"
            if loss.kind != "moved" and (loss.changes_meaning or loss.what == "gear"):
                moving |= names
        self._moved: set[str] = set()
        """Links whose pose a loss may change: the links that the loss names, and their
        descendants."""
        for link in robot.links:  # parents precede their children
            joint = robot.parent_joint(link.name)
            is_below = joint is not None and (joint.name in moving or joint.parent in self._moved)
            if link.name in moving or is_below:
                self._moved.add(link.name)

    def explain(self, one: Difference) -> bool:
        """Return whether a loss explains a difference."""
        if one.field == "base":
            return any(
                {"", "type"} & what for name in self._bases for what in self._words.get(name, ())
            )
        if one.field.startswith("pose at"):
            return self._is_renamed or one.name in self._moved
        if (
            one.kind == "joint"
            and one.name in self._replaced
            and one.field.startswith(("origin", "axis position"))
        ):
            return True
        about = {one.name, *re.findall(r"'([^']*)'", one.owner)}
        about |= {one.name.partition("/")[0]}  # a variable of a joint with several variables
        about |= {one.name.removesuffix("_transmission")}  # MJCF has no names of transmissions
        about |= {str(one.second)} if one.change == "renamed" else set()
        # one of several loops at the same joint
        about |= {one.name.rpartition("_")[0]} if one.kind == "loop" else set()
        about |= {str(one.first)} if one.field in _REFERENCES else set()
        end = one.field.rpartition(".")[2]
        words = {"", end, *one.field.split("."), *_WORDS.get(one.aspect, ())}
        return any(
            words & what and not (end in _ENDS and what & (_ENDS - {end}) and end not in what)
            for name in about
            for what in self._words.get(name, ())
        )


def _names(loss: Loss, owners: Mapping[int, Collection[str]]) -> Iterator[str]:
    """Yield the names of the links and joints that a loss concerns."""
    yield from re.findall(r"'([^']*)'", loss.reason)
    if isinstance(loss.source, Place):
        yield from re.findall(r"'([^']*)'", loss.source.path)
    name = getattr(loss.source, "name", "")
    if name and not isinstance(loss.source, model.Geometry | model.Material):
        yield name
    yield from owners.get(id(loss.source), ())


def _owners(robot: model.Robot) -> Mapping[int, Collection[str]]:
    """Return the names of the links and joints that contain each part or source element, by ``id``.

    Several links can contain the same material, because visuals can share it.
    """
    found: dict[int, set[str]] = {}
    owners: list[model.Link | model.Joint] = [*robot.links, *robot.joints, *robot.loops]
    for owner in owners:
        written = None if robot.origins is None else robot.origins.source(owner)
        element = getattr(written, "element", written)
        elements = walk(element) if isinstance(element, Element) else ()
        for one in (*_parts(owner), *elements):
            found.setdefault(id(one), set()).add(owner.name)
    return found


def _parts(value: object) -> Iterator[object]:
    """Yield a part of a robot and all nested parts."""
    if isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
    elif isinstance(value, Record):
        yield value
        for field in field_names(type(value)):
            yield from _parts(getattr(value, field))
