"""A URDF that an SDFormat file includes, as a model of SDFormat."""

from __future__ import annotations

from collections.abc import Mapping

from bodyplan import model
from bodyplan.conversion.from_urdf import from_urdf
from bodyplan.formats import sdf, urdf
from bodyplan.model.frame_names import WORLD_NAME

_MASSLESS = sdf.Inertial(mass=0.0, inertia=sdf.Inertia(ixx=0.0, iyy=0.0, izz=0.0))


def sdf_model(root: urdf.Robot) -> sdf.Model:
    """Return the model that libsdformat reads from a URDF, with all links of fixed joints.

    A link without mass stays without. A floating joint is left out, so that its link floats; a
    joint of a kind that SDFormat does not have is fixed. A root link ``world`` is the world.

    Args:
        root: the typed root; invalid parts are left out as in ``from_urdf``.

    Source: libsdformat 16, parser_urdf.cc; Drake, which has no mass for such links.
    """
    made = from_urdf(root)
    joints = {joint.child: joint for joint in made.robot.joints}
    is_in_world = any(link.name == WORLD_NAME for link in made.robot.roots)
    links = [
        _link(link, made.links[link.name], joints.get(link.name), made.joints)
        for link in made.robot.links
        if not (is_in_world and link.name == WORLD_NAME)
    ]
    moving = [
        _joint(joint)
        for joint in (*made.robot.joints, *made.robot.loops)
        if joint.type != "floating"
    ]
    return sdf.Model(name=made.robot.name, links=tuple(links), joints=tuple(moving))


def _pose(origin: urdf.Pose, relative_to: str = "") -> sdf.Pose:
    if origin.quat_xyzw is not None:
        value = (*origin.xyz, *origin.quat_xyzw)
        return sdf.Pose(value=value, relative_to=relative_to, rotation_format="quat_xyzw")
    return sdf.Pose(value=(*origin.xyz, *origin.rpy), relative_to=relative_to)


def _link(
    link: model.Link,
    written: urdf.Link,
    above: model.Joint | None,
    joints: Mapping[str, urdf.Joint],
) -> sdf.Link:
    pose = sdf.Pose()
    if above is not None:
        parent = "" if above.parent == WORLD_NAME else above.parent
        pose = _pose(joints[above.name].origin, parent)
    inertial = _MASSLESS
    if link.inertial is not None and written.inertial is not None:
        xx, xy, xz, yy, yz, zz = link.inertial.inertia
        inertia = sdf.Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
        inertial = sdf.Inertial(
            pose=_pose(written.inertial.origin), mass=link.inertial.mass, inertia=inertia
        )
    visuals = [
        sdf.Visual(
            name=made.name or f"{link.name}_visual_{number}",
            pose=_pose(part.origin),
            geometry=_geometry(made.shape),
            material=_material(made.material),
        )
        for number, (made, part) in enumerate(zip(link.visuals, written.visuals, strict=True))
    ]
    collisions = [
        sdf.Collision(
            name=made.name or f"{link.name}_collision_{number}",
            pose=_pose(part.origin),
            geometry=_geometry(made.shape),
        )
        for number, (made, part) in enumerate(zip(link.collisions, written.collisions, strict=True))
    ]
    return sdf.Link(
        name=link.name,
        pose=pose,
        inertial=inertial,
        visuals=tuple(visuals),
        collisions=tuple(collisions),
    )


def _material(material: model.Material | None) -> sdf.Material | None:
    if material is None or material.rgba is None:
        return None
    return sdf.Material(diffuse=material.rgba)


def _geometry(shape: model.Shape | None) -> sdf.Geometry:
    match shape:
        case model.Box():
            return sdf.Geometry(box=sdf.Box(size=shape.size))
        case model.Cylinder():
            return sdf.Geometry(cylinder=sdf.Cylinder(radius=shape.radius, length=shape.length))
        case model.Capsule():
            return sdf.Geometry(capsule=sdf.Capsule(radius=shape.radius, length=shape.length))
        case model.Sphere():
            return sdf.Geometry(sphere=sdf.Sphere(radius=shape.radius))
        case model.Mesh():
            return sdf.Geometry(mesh=sdf.Mesh(uri=shape.uri, scale=shape.scale))
    return sdf.Geometry(empty=sdf.EmptyShape())


def _joint(joint: model.Joint) -> sdf.Joint:
    kind = "fixed" if joint.type == "floating" or joint.type == "planar" else joint.type  # noqa: PLR1714  (narrows the type)
    limit, dynamics, mimic = joint.limit, joint.dynamics, joint.mimic
    axis = sdf.Axis(
        xyz=sdf.Xyz(value=joint.axis),
        limit=sdf.Limit(
            lower=limit.lower, upper=limit.upper, effort=limit.effort, velocity=limit.velocity
        ),
        dynamics=sdf.Dynamics(damping=dynamics.damping, friction=dynamics.friction),
        mimic=None
        if mimic is None
        else sdf.Mimic(joint=mimic.leader, multiplier=mimic.multiplier, offset=mimic.offset),
    )
    return sdf.Joint(
        name=joint.name,
        type=kind,
        parent=joint.parent,
        child=joint.child,
        axis=None if kind in {"fixed", "ball"} else axis,
    )
