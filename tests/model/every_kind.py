"""A robot that has every kind of joint, twice over, in places that are nowhere straight."""

from __future__ import annotations

import random

from bodyplan.model import IDENTITY, Inertial, Joint, Limit, Link, Mimic, Robot, Transform
from bodyplan.model.joint import JOINT_TYPES


def every_kind(
    seed: int = 1, *, fewer: tuple[str, ...] = (), copies: int = 2, behind: bool = False
) -> Robot:
    """A tree of so many joints of each kind and three followers, without the kinds named.

    With ``behind``, every second child stands somewhere else than its joint frame.
    """
    dice = random.Random(seed)

    def vector() -> tuple[float, float, float]:
        return tuple(dice.uniform(-1.0, 1.0) for _ in range(3))  # type: ignore[return-value]

    def body(name: str) -> Link:
        a, b, c = (dice.uniform(0.01, 0.02) for _ in range(3))
        inertia = (b + c, 0.001 * dice.random(), 0.0, a + c, -0.001 * dice.random(), a + b)
        return Link(name, Inertial(dice.uniform(0.5, 2.0), _pose(vector(), vector()), inertia))

    names = [kind for kind in JOINT_TYPES if kind not in fewer] * copies
    dice.shuffle(names)
    links, joints = [body("l0")], []
    for number, kind in enumerate(names, 1):
        links.append(body(f"l{number}"))
        joints.append(
            Joint(
                f"{kind}_{number}",
                kind,
                f"l{dice.randrange(max(0, number - 3), number)}",
                f"l{number}",
                _pose(vector(), vector()),
                _unit(vector()),
                Limit(-2.0, 2.0, 3.0, 4.0),
                axis2=_unit(vector()),
                limit2=Limit(-1.0, 1.0, 5.0, 6.0),
                pitch=dice.uniform(-0.3, 0.3),
                X_JC=_pose(vector(), vector()) if behind and number % 2 else IDENTITY,
            )
        )
    singles = [joint for joint in joints if joint.variable_count == 1]
    for number, leader in enumerate(singles[:3]):
        kind = ("revolute", "prismatic", "screw")[number]
        name = f"l{len(links)}"
        links.append(body(name))
        joints.append(
            Joint(
                f"follower_{number}",
                kind,
                f"l{dice.randrange(len(links) - 1)}",
                name,
                _pose(vector(), vector()),
                _unit(vector()),
                mimic=Mimic(leader.name, dice.uniform(-2.0, 2.0), dice.uniform(-1.0, 1.0)),
                pitch=0.1,
            )
        )
    return Robot("every_kind", links, joints)


def _pose(rpy: tuple[float, float, float], xyz: tuple[float, float, float]) -> Transform:
    return Transform.from_rpy(rpy, xyz)


def _unit(vector: tuple[float, float, float]) -> tuple[float, float, float]:
    length = sum(part * part for part in vector) ** 0.5
    x, y, z = (part / length for part in vector)
    return x, y, z
