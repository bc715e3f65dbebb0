"""Frames of a file as we see them and as libsdformat does: one list of differences."""

from __future__ import annotations

from collections.abc import Sequence

import bodyplan
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.frames import SdfFrames, sdf_frames
from bodyplan.formats import sdf
from bodyplan.model import Transform
from tests.oracles.libsdformat import Loaded

TOLERANCE = 1e-9

VERSIONS = [(1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7), (1, 8), (1, 9)]
SEEDS = 12
"""Files of each version that are made for one test."""


def frames_of(text: str, **options) -> SdfFrames:
    return sdf_frames(bodyplan.read(text.encode()), **options)


def in_model(content: str, version: str = "1.9", attributes: str = "") -> str:
    return f'<sdf version="{version}"><model name="m"{attributes}>{content}</model></sdf>'


def at(x: float, y: float = 0.0, z: float = 0.0) -> Transform:
    return Transform(p=(x, y, z))


def near(one: Transform | None, other: Transform | None) -> bool:
    return not far(one, other)


def as_transform(numbers: list[float] | None) -> Transform | None:
    """A pose of the oracle: x y z, then the quaternion w x y z."""
    if numbers is None:
        return None
    x, y, z, w, *rest = numbers
    return Transform.from_quat_xyzw((*rest, w), (x, y, z))


def far(one: Transform | None, other: Transform | None, tolerance: float = TOLERANCE) -> bool:
    """Whether two poses differ by more than a part in so many of their size."""
    if one is None or other is None:
        return one is not other
    rows = (
        (*one.p, *one.R[0], *one.R[1], *one.R[2]),
        (*other.p, *other.R[0], *other.R[1], *other.R[2]),
    )
    size = 1 + max(map(abs, one.p))
    return any(abs(a - b) > tolerance * size for a, b in zip(*rows, strict=True))


def differences(frames: SdfFrames, answer: Loaded) -> list[str]:
    """What is not the same, in words; nothing where all poses, axes and bodies are."""
    found: list[str] = []

    def same_pose(name: str, ours: Transform | None, theirs: list[float] | None) -> None:
        if far(ours, as_transform(theirs)):
            found.append(f"{name}: {ours} is not {as_transform(theirs)}")

    def same(name: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            found.append(f"{name}: {ours!r} is not {theirs!r}")

    seen = {"models": 0, "links": 0, "joints": 0, "frames": 0}
    for top in frames.scopes:
        waiting = [top]
        while waiting:
            scope = waiting.pop()
            waiting += scope.children
            if not scope.is_world:
                told = answer.models[scope.path]
                seen["models"] += 1
                around = scope.parent or None
                outer = around.resolve(scope.name) if around else scope.tree.graph.own_pose(1)
                same_pose(f"model {scope.path}", outer, told["pose"])
                if told["canonical_body"] and not scope.is_static:
                    same(
                        f"canonical link of {scope.path}", scope.body_name(), told["canonical_body"]
                    )
            for number in scope.tree.graph.members(scope.number):
                _compare(scope, number, top, answer, seen, same_pose, same)
    for kind, count in seen.items():
        same(f"number of {kind}", count, len(getattr(answer, kind)))
    return found


def _compare(
    scope: FrameScope, number: int, top: FrameScope, answer: Loaded, seen, same_pose, same
):
    graph, element = scope.tree.graph, scope.tree.elements[number]
    kind = {sdf.Link: "links", sdf.Joint: "joints", sdf.Frame: "frames"}.get(type(element))
    if kind is None:
        return
    seen[kind] += 1
    path = graph.path(number)
    told, name = getattr(answer, kind)[path], graph.names[number]
    where = f"{kind} {path}"
    same_pose(where, scope.resolve(name), told["pose"])
    same_pose(f"{where} from the top", graph.resolve(number, top.number), told["pose_in_top"])
    if isinstance(element, sdf.Frame):
        same(f"{where} is attached to", scope.body_name(name), told["attached_body"])
    if isinstance(element, sdf.Link):
        for ours, theirs in (
            (element.collisions, "collisions"),
            (element.visuals, "visuals"),
            (element.sensors, "sensors"),
            (element.lights, "lights"),
        ):
            for part, one in zip(ours, told[theirs], strict=True):
                same_pose(f"{where} {part.name}", scope.resolve(part, name), one["pose"])
    if isinstance(element, sdf.Joint):
        same(f"{where} child", scope.body_name(name), told["child_body"])
        parent = "world" if element.parent == "world" else scope.body_name(element.parent)
        same(f"{where} parent", parent, told["parent_body"])
        same_pose(f"{where} in child", scope.resolve(name, element.child), told["pose_in_child"])
        for axis in ("axis", "axis2"):
            if told[axis] is None:
                same(f"{where} {axis}", getattr(element, axis), None)
                continue
            for to, key in (("", "xyz"), ("__model__", "xyz_model")):
                ours, theirs = scope.axis(element, axis, to), told[axis][key]
                if not same_direction(ours, theirs):
                    same(f"{where} {axis} {key}", ours, theirs)


def same_direction(one: Sequence[float] | None, other: Sequence[float] | None) -> bool:
    if one is None or other is None:
        return one is other
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= TOLERANCE
