"""Masses that are missing, impossible or placeholders: I1xx and I303."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.bounds import is_measurable
from bodyplan.inertia.tensor import is_finite
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import RigidBody, moving_bodies, too_heavy


@rule("I101", "negative-mass", severity="error", fix="always", when="inertial", skip=("sdf",))
def negative_mass(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The mass of a link is negative.

    ## Why it matters
    No rigid body has a negative mass. urdfdom accepts the number silently; the equations of motion
    then accelerate the link against the force that pushes it. MuJoCo rejects it, and the
    URDF-to-SDFormat converter drops the link.

    ## Example
        <mass value="-1.5"/>

    ## Use instead
        <mass value="1.5"/>

    ## Fix safety
    Removing the sign is unsafe: the number itself may be wrong.
    """
    inertial = link.inertial
    if inertial is None or not inertial.mass < 0.0:
        return
    yield ctx.report(
        inertial,
        f"link {link.name!r}: mass {inertial.mass:g} kg is negative",
        field="mass",
        hint="write a positive mass, or 0 for a link that is only a frame",
        fix=ctx.fix_set("Remove the minus sign", "unsafe", inertial, mass=-inertial.mass),
    )


def _is_massless(links: list[model.Link]) -> bool:
    return all(link.inertial is None or link.inertial.mass == 0.0 for link in links)


@rule("I102", "zero-mass", severity="warning")
def zero_mass(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A movable link has mass zero.

    In URDF, the links attached by fixed joints count too: if one of them has mass, nothing is
    reported. Links without mass are fine as frames if they do not move, or if a fixed joint
    attaches them. In SDFormat every link is a separate rigid body that moves unless its model is
    static; use `<frame>` to mark a location.

    ## Why it matters
    Forward dynamics divides by the mass that a joint moves. MuJoCo rejects a moving body without
    mass, the URDF-to-SDFormat converter drops the link and everything attached to it, and the
    physics engines of Gazebo assume a default mass, drop the link, or fail. Kinematics is not
    affected.

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
        if link.inertial is not None and link.inertial.mass == 0.0 and _is_massless(body.links):
            yield ctx.report(
                link.inertial,
                f"link {link.name!r} has mass 0{_moved(body)}",
                field="mass",
                hint="write its mass; MuJoCo rejects moving links without mass, "
                "and the URDF-to-SDFormat converter drops them"
                if body.joint is not None
                else "write its mass, or use a <frame> to mark a location",
            )


@rule("I103", "missing-inertial", severity="warning", skip=("sdf",))
def missing_inertial(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A movable link has no `<inertial>`.

    Links attached by fixed joints count too: if one of them has mass, the missing `<inertial>` is
    reported only if the movable link has geometry, and as information. Frames attached by a fixed
    joint, such as tool centre points and optical frames, need no `<inertial>`. If no link of the
    robot has an `<inertial>`, there is one diagnostic for all of them.

    ## Why it matters
    Parsers disagree about a missing `<inertial>`. In URDF the mass is zero. MuJoCo computes the
    mass from the collision geometry, and rejects a moving body that has none. The URDF-to-SDFormat
    converter drops the link, its joint, and everything attached to it. Two popular Python parsers
    assume 1 kg.

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
    bodies = [body for body in moving_bodies(parts) if body.links[0].inertial is None]
    if len(bodies) > 1 and all(link.inertial is None for link in parts.links):
        yield ctx.report(
            bodies[0].links[0],
            f"no link has an <inertial>, but joints move {len(bodies):,} of them",
            hint="add <inertial> to each link; without it the robot is empty in Gazebo, but not in RViz",
        )
        return
    for body in bodies:
        link = body.links[0]
        if _is_massless(body.links):
            yield ctx.report(
                link,
                f"link {link.name!r} has no <inertial>{_moved(body)}",
                hint="add <inertial>; parsers assume 0 kg, 1 kg or the mass of the collision geometry, "
                "or drop the link",
            )
        elif link.visuals or link.collisions:
            heavy = [one.name for one in body.links[1:] if one.inertial and one.inertial.mass]
            verb = "is" if len(heavy) == 1 else "are"
            yield ctx.report(
                link,
                f"link {link.name!r} has geometry but no <inertial>; the mass is in "
                f"{listed(heavy, 5)}, which {verb} fixed to it",
                severity=Severity.INFO,
                hint="move the <inertial> to this link, or add one: MuJoCo, libsdformat and Drake "
                "assign the mass differently",
            )


def _moved(body: RigidBody) -> str:
    """Return the end of a message: the joint that moves a body, and the number of links of the body."""
    if body.joint is None:
        return ""
    others = len(body.links) - 1
    joint = f"{body.joint.type} joint {body.joint.name!r}"
    if not others:
        return f", but {joint} moves it"
    which = "the link" if others == 1 else f"the {others:,} links"
    have = "has" if others == 1 else "have"
    return f" and {which} fixed to it {have} no mass, but {joint} moves them"


@rule("I104", "geometry-without-inertial", severity="hint", skip=("sdf",))
def geometry_without_inertial(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Links attached by fixed joints have geometry but no `<inertial>`.

    One diagnostic lists all of them. Root links are not counted: they are often the ground.

    ## Why it matters
    Such a link has no mass. That is right if the mass of the part is included in the link that it
    is attached to; otherwise the robot is too light. Parsers also differ: two popular Python
    parsers assume 1 kg for each of these links, MuJoCo computes the mass from their collision
    geometry.

    ## Example
        <link name="camera">
          <visual><geometry><box size="0.02 0.09 0.03"/></geometry></visual>
        </link>

    ## Use instead
    Write the mass of the part, or state that it is zero:

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
    fixed -= moved
    links = [
        link
        for link in parts.links
        if link.inertial is None
        and link.name in fixed
        and any(geometry.shape is not None for geometry in (*link.visuals, *link.collisions))
    ]
    if links:
        names = listed((link.name for link in links), 5)
        yield ctx.report(
            links[0],
            f"link {names} is attached by a fixed joint and has geometry but no <inertial>"
            if len(links) == 1
            else f"{len(links)} links attached by fixed joints have geometry but no <inertial>: {names}",
            hint="add <inertial>, with mass 0 if the mass is included in the "
            + ("links that they are" if len(links) > 1 else "link that it is")
            + " attached to; PyBullet assumes 1 kg without one",
        )


@rule("I105", "inertia-without-mass", severity="warning", when="inertial", skip=("sdf",))
def inertia_without_mass(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A link has mass zero but a nonzero inertia.

    ## Why it matters
    Inertia is mass at a distance; a link without mass has none. Some dynamics libraries compute
    with the inertia, others drop it with the link, so results differ.

    ## Example
        <mass value="0"/>
        <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>

    ## Use instead
    The mass of the link; or all zeros for a link that is only a frame.

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
            f"link {link.name!r} has mass 0 but a nonzero inertia",
            field="mass",
            hint="write its mass, or set the inertia to zero",
        )


@rule("I106", "heavy-robot", severity="info", skip=("sdf",))
def heavy_robot(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The total mass of a robot is too large for its size.

    Reported above 10,000 kg, or above 1,000 kg if every joint is less than one metre from its
    parent joint. It is a warning above 1,000,000 kg, or above 10,000 kg if every joint is that
    close. I401 reports links with an impossible density.

    ## Why it matters
    Masses are in kilograms. CAD programs often export grams, and a robot that is a thousand times
    too heavy does not move under the efforts of its joints.

    ## Example
        <mass value="3710"/>

    ## Use instead
        <mass value="3.71"/>
    """
    total_mass = too_heavy(ctx)
    if total_mass is None:
        return
    pairs = [(link, link.inertial) for link in parts.links if link.inertial is not None]
    heaviest, inertial = max(pairs, key=lambda pair: max(0.0, pair[1].mass))
    step = total_mass.longest_step
    size = f" although no joint is more than {step:.2g} m from its parent" if step < 1.0 else ""
    is_impossible = total_mass.total > 10_000.0 * (1.0 if step < 1.0 else 100.0)
    yield ctx.report(
        inertial,
        f"total mass is {total_mass.total:,.0f} kg{size}; the heaviest link is {heaviest.name!r} "
        f"({inertial.mass:g} kg)",
        field="mass",
        severity=Severity.WARNING if is_impossible else None,
        hint="write masses in kilograms; these look like grams (a factor of 1,000)",
    )


@rule("I303", "identical-masses", severity="info")
def identical_masses(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Nearly all links have the same mass although their geometry differs.

    Reported when at least four links, and at least 80 % of the links with mass, have the same mass
    and three or more different geometries. There is one diagnostic, at the first of these links.

    ## Why it matters
    The mass is a default that was never replaced, often 1 kg. Gravity torques and accelerations in
    simulation are wrong.

    ## Example
        <link name="base"><inertial><mass value="1.0"/> ...
        <link name="finger"><inertial><mass value="1.0"/> ...

    ## Use instead
    The mass of each part, measured or from CAD.
    """
    if ctx.is_broken_off:
        return  # the part that was not read may have other masses
    groups: dict[float, list[tuple[model.Link, model.Inertial]]] = defaultdict(list)
    heavy = [
        (link, link.inertial)
        for link in parts.links
        if link.inertial is not None and link.inertial.mass > 0.0 and id(link) not in parts.static
    ]
    for link, inertial in heavy:
        groups[inertial.mass].append((link, inertial))
    for mass, pairs in groups.items():
        if len(pairs) < 4 or 5 * len(pairs) < 4 * len(heavy):
            continue
        if len({_geometry_key(link) for link, _ in pairs} - {()}) >= 3:
            yield ctx.report(
                pairs[0][1],
                f"{len(pairs)} of {len(heavy)} links have the same mass ({mass:g} kg) "
                "but different geometry",
                field="mass",
                hint="use the masses from CAD, or measure the parts",
            )


def _geometry_key(link: model.Link) -> tuple[object, ...]:
    """Return a key that is equal for links with equal geometry; empty without geometry."""
    keys: list[object] = []
    for geometry in (*link.visuals, *link.collisions):
        shape = geometry.shape
        if isinstance(shape, model.Mesh):
            keys.append((shape.uri, tuple(map(abs, shape.scale))))
        elif is_measurable(shape):
            keys.append(shape)
    return tuple(keys)
