"""Mass: I1xx."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.inertia.tensor import is_finite
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import RigidBody, moving_bodies, too_heavy


@rule("I101", "negative-mass", severity="error", fix="always", when="inertial", skip=("sdf",))
def negative_mass(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The mass of a link is negative.

    ## Why it matters
    No body has negative mass. The reference reader takes the number without a word, and equations
    of motion made of it blow up: the body accelerates against the force that pushes it. MuJoCo
    refuses it, and the converter to SDFormat drops the link.

    ## Example
        <mass value="-1.5"/>

    ## Use instead
        <mass value="1.5"/>

    ## Fix safety
    Taking the sign away is unsafe: the number itself may be wrong.
    """
    inertial = link.inertial
    if inertial is None or not inertial.mass < 0.0:
        return
    yield ctx.report(
        inertial,
        f"link {link.name!r}: mass {inertial.mass:g} kg is negative",
        field="mass",
        hint="a mass is positive, or zero for a mere frame",
        fix=ctx.fix_set("Take the minus sign away", "unsafe", inertial, mass=-inertial.mass),
    )


def _is_weightless(links: list[model.Link]) -> bool:
    return all(link.inertial is None or link.inertial.mass == 0.0 for link in links)


@rule("I102", "zero-mass", severity="warning")
def zero_mass(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A link that can move has mass zero.

    In URDF, links that fixed joints connect to it are counted with it: if one of them has mass,
    nothing is reported. Links without mass that do not move, or that a fixed joint holds, are good
    frames. In SDFormat every link is a body that moves, unless its model is static; a `<frame>`
    marks a location without a body.

    ## Why it matters
    Forward dynamics divides by the mass that a joint moves. MuJoCo rejects a moving body without
    mass, the converter to SDFormat drops the link and everything behind it, and the engines of
    Gazebo assume a mass of their own, drop the link, or fail. For kinematics alone it does not
    matter.

    ## Example
        <link name="finger">
          <inertial>
            <mass value="0"/>
            <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>

    ## Use instead
        <link name="finger">
          <inertial>
            <mass value="0.012"/>
            <inertia ixx="1.7e-6" ixy="0" ixz="0" iyy="1.7e-6" iyz="0" izz="3e-7"/>
    """
    for body in moving_bodies(parts):
        link = body.links[0]
        if link.inertial is not None and link.inertial.mass == 0.0 and _is_weightless(body.links):
            yield ctx.report(
                link.inertial,
                f"link {link.name!r} has mass 0{_moved(body)}",
                field="mass",
                hint="give it its mass; MuJoCo refuses moving bodies without mass, "
                "and the converter to SDFormat drops them"
                if body.joint is not None
                else "give it its mass; a <frame> marks a location without a body",
            )


@rule("I103", "missing-inertial", severity="warning", skip=("sdf",))
def missing_inertial(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A link that a joint moves has no inertial.

    Links that fixed joints hold to it are counted with it: if one of them has mass, nothing is
    said. Frames that a fixed joint holds, such as tool centres and optical frames, need none.

    ## Why it matters
    Readers do not agree on what it means. URDF says mass zero. MuJoCo computes the mass from the
    collision shapes, and refuses a moving body that has none. The converter to SDFormat drops the
    link, its joint, and everything behind it. Two popular Python readers make it 1 kg.

    ## Example
        <link name="finger">
          <collision><geometry><box size="0.01 0.01 0.04"/></geometry></collision>
        </link>

    ## Use instead
        <link name="finger">
          <inertial>
            <mass value="0.012"/>
            <inertia ixx="1.7e-6" ixy="0" ixz="0" iyy="1.7e-6" iyz="0" izz="3e-7"/>
          </inertial>
          <collision><geometry><box size="0.01 0.01 0.04"/></geometry></collision>
        </link>
    """
    for body in moving_bodies(parts):
        link = body.links[0]
        if link.inertial is None and _is_weightless(body.links):
            yield ctx.report(
                link,
                f"link {link.name!r} has no inertial{_moved(body)}",
                hint="give it an inertial; readers make it 0 kg, 1 kg, "
                "the mass of its collision shapes, or drop it",
            )


def _moved(body: RigidBody) -> str:
    """What moves a body, as the end of a message."""
    if body.joint is None:
        return ""
    moved = f", but the {body.joint.type} joint {body.joint.name!r} moves it"
    if len(body.links) > 1:
        moved += f"; neither has what is fixed to it any mass ({len(body.links)} links in all)"
    return moved


@rule("I104", "weightless-shape", severity="hint", skip=("sdf",))
def weightless_shape(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Links with a shape are fixed to others and have no inertial.

    One finding names them all. Root links are not counted: they are often the ground.

    ## Why it matters
    Such a link has no mass, which is right if the mass of the part is already in the link it is
    fixed to. If it is not, the robot is too light. Readers differ besides: two popular Python
    readers make each of them 1 kg, MuJoCo computes the mass of its collision shapes.

    ## Example
        <link name="camera">
          <visual><geometry><box size="0.02 0.09 0.03"/></geometry></visual>
        </link>

    ## Use instead
    Give the part its mass; or write down that it has none:

        <inertial>
          <mass value="0"/>
          <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>
        </inertial>
    """
    fixed: set[str] = set()
    moved: set[str] = set()
    for joint in parts.joints:
        is_fixed = joint.type == "fixed" and id(joint) not in parts.unread
        (fixed if is_fixed else moved).add(joint.child)
    links = [
        link
        for link in parts.links
        if link.inertial is None
        and link.name in fixed - moved
        and any(geometry.shape is not None for geometry in (*link.visuals, *link.collisions))
    ]
    if links:
        yield ctx.report(
            links[0],
            f"{_count(links)} {_names(links)} with a shape but no inertial: no mass of their own",
            hint="right if their mass is in the links they are fixed to",
        )


def _count(links: list[model.Link]) -> str:
    return "a fixed link" if len(links) == 1 else f"{len(links)} fixed links"


def _names(links: list[model.Link]) -> str:
    names = ", ".join(repr(link.name) for link in links[:3])
    return f"({names}{', ...' if len(links) > 3 else ''})"


@rule("I105", "inertia-without-mass", severity="warning", when="inertial", skip=("sdf",))
def inertia_without_mass(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A link has mass zero and a tensor that is not zero.

    ## Why it matters
    Inertia comes from mass that is spread out; without mass there is none. Some dynamics libraries
    compute with the tensor, others drop it together with the link, so that results differ.

    ## Example
        <mass value="0"/>
        <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>

    ## Use instead
    The mass it has; or all zeros for a mere frame.

        <mass value="0"/>
        <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>
    """
    inertial = link.inertial
    if inertial is None or inertial.mass != 0.0:
        return
    tensor = inertial.inertia
    if is_finite(tensor) and any(tensor):
        yield ctx.report(
            inertial,
            f"link {link.name!r} has mass 0 but a tensor that is not zero",
            field="mass",
            hint="give it its mass, or write a tensor of zeros",
        )


@rule("I106", "heavy-robot", severity="info", skip=("sdf",))
def heavy_robot(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The masses of a robot add up to more than its size allows.

    Reported above 10,000 kg, and above 1,000 kg when no joint is a metre away from its parent. Links
    whose density is impossible are reported by themselves, see I401.

    ## Why it matters
    URDF takes kilograms. CAD programs often give grams, and a robot that is a thousand times too
    heavy does not move under the efforts of its joints.

    ## Example
        <mass value="3710"/>

    ## Use instead
        <mass value="3.71"/>
    """
    weight = too_heavy(ctx)
    if weight is None:
        return
    pairs = [(link, link.inertial) for link in parts.links if link.inertial is not None]
    heaviest, inertial = max(pairs, key=lambda pair: max(0.0, pair[1].mass))
    step = weight.longest_step
    size = f" though no joint is more than {step:.2g} m from its parent" if step < 1.0 else ""
    yield ctx.report(
        inertial,
        f"the robot weighs {weight.total:,.0f} kg{size}; its heaviest link is {heaviest.name!r} "
        f"with {inertial.mass:g} kg",
        field="mass",
        hint="masses are in kilograms; these look like grams",
    )
