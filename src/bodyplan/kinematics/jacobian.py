"""How fast links and masses move."""

from __future__ import annotations

from typing import Any, Literal

from bodyplan.kinematics.given import AnyRobot, configuration
from bodyplan.kinematics.plan import link_index
from bodyplan.kinematics.poses import link_poses
from bodyplan.kinematics.state import times
from bodyplan.lie.array import Array, constant, namespace, zeros
from bodyplan.lie.so3 import cross

Reference = Literal["local", "world", "local_world_aligned"]
REFERENCES = ("local", "world", "local_world_aligned")


def frame_jacobian(
    robot: AnyRobot,
    q: Any,
    frame: str | int,
    *,
    reference: Reference = "local_world_aligned",
) -> Array:
    """(*batch, 6, nv) the twist of a link, linear first, is this matrix times the velocity.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        frame: name or number of a link.
        reference: "local": of the link's origin, on the axes of the link. "world": of the point of
            the link that is at the root's origin, on the axes of the root. "local_world_aligned":
            of the link's origin, on the axes of the root.

    Raises:
        UnknownNameError: the link is not there.
        IndexError: the link's number is out of range.
        ValueError: q or reference is not as said above.
        TypeError: q is of another type.
    """
    plan, q = configuration(robot, q)
    if reference not in REFERENCES:
        raise ValueError(f"reference must be {', '.join(map(repr, REFERENCES))}, not {reference!r}")
    xp = namespace(q)
    link = link_index(plan, frame)
    part = plan.part((link,))
    freedoms = plan.freedoms
    moving = [
        index
        for joint in part.joints
        for index in range(freedoms.first[joint], freedoms.first[joint + 1])
    ]
    batch = tuple(q.shape[:-1])
    if not moving:
        return zeros((*batch, 6, plan.nv), q)
    found = link_poses(plan, part, q)
    children = plan.arrays.child_link[part.joints].tolist()
    slot = {child: place for place, child in enumerate(children)}
    here = found[part.slots[0]]
    R, p = _of_links(found, [slot.get(of, -1) for of in freedoms.link[moving].tolist()], q)
    twist = freedoms.twist[moving]
    angular = times(R, constant(twist[:, 3:], q))
    linear = times(R, constant(twist[:, :3], q))
    if reference == "world":
        linear = linear + cross(p, angular)
    else:
        linear = linear + cross(p - here[..., None, :3, 3], angular)
    if reference == "local":
        back = here[..., None, :3, :3]
        linear, angular = ((value[..., None, :] @ back)[..., 0, :] for value in (linear, angular))
    columns = xp.moveaxis(xp.concat((linear, angular), axis=-1), -1, -2)
    return _spread(columns, freedoms, moving, plan.nv)


def _of_links(found: list[Array], slots: list[int], q: Array) -> tuple[Array, Array]:
    """Rotations and places of links by slots; -1 for a root."""
    from bodyplan.kinematics.poses import stacked

    X = stacked(found, slots, q)
    return X[..., :3, :3], X[..., :3, 3]


def _spread(columns: Array, freedoms: Any, moving: list[int], nv: int) -> Array:
    """(*batch, 6, nv) from the columns of some freedoms; zero where none moves the link."""
    xp = namespace(columns)
    at: dict[int, Array] = {}
    for place, index in enumerate(moving):
        v, factor = int(freedoms.v[index]), float(freedoms.factor[index])
        column = columns[..., place]
        column = column if factor == 1.0 else factor * column
        at[v] = at[v] + column if v in at else column
    none = 0.0 * columns[..., 0]
    return xp.stack([at.get(v, none) for v in range(nv)], -1)
