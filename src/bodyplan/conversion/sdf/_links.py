"""Conversion of SDFormat links: masses, shapes, materials, sensors."""

from __future__ import annotations

import math
from math import isfinite
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.inertia import LinkMass, link_mass, tensor_of
from bodyplan.conversion.sdf.model_conversion import Conversion
from bodyplan.conversion.sdf.shapes import shape_of
from bodyplan.core import replace
from bodyplan.formats import sdf

if TYPE_CHECKING:
    from bodyplan.geometry.shapes import Resolve


def link_of(conversion: Conversion, scope: FrameScope, number: int, link: sdf.Link) -> model.Link:
    """Return the converted link, with its mass and shapes."""
    conversion.log.declared(link)
    conversion.log.declared(link.pose)
    return model.Link(
        conversion.name(number),
        _inertial(conversion, scope, number, link),
        tuple(_visual(conversion, scope, number, visual) for visual in link.visuals),
        tuple(_collision(conversion, scope, number, collision) for collision in link.collisions),
    )


def sensor_of(
    conversion: Conversion,
    scope: FrameScope,
    sensor: sdf.Sensor,
    frame: int,
    link: tuple[int, str],
    joint: str = "",
) -> model.Sensor:
    """Return the converted sensor.

    Args:
        conversion: conversion of the model.
        scope: the model that contains the sensor.
        sensor: a sensor of a link or joint.
        frame: frame number of that link or joint.
        link: frame number and name of the link to which the sensor is attached.
        joint: name of the joint that contains the sensor; empty if a link contains it.
    """
    conversion.log.declared(sensor)
    X_LS = conversion.placed(scope, sensor, sensor.pose, frame, link[0])
    rate = sensor.update_rate if sensor.update_rate > 0.0 else None
    return model.Sensor(sensor.name, sensor.type, link[1], X_LS, rate, joint)


def _inertial(
    conversion: Conversion, scope: FrameScope, number: int, link: sdf.Link
) -> model.Inertial | None:
    """Return the inertial as libsdformat reads it; None if the numbers are invalid."""
    log, inertial = conversion.log, link.inertial
    if inertial is None and scope.number in conversion.static:
        log.assumed(link, "inertial", "missing, which has no effect on a static model")
        return None
    if inertial is None:
        log.assumed(
            link, "inertial", "missing; 1 kg with moments of 1 kg m² is assumed, as in libsdformat"
        )
        return model.Inertial(1.0, model.IDENTITY, (1.0, 0.0, 0.0, 1.0, 0.0, 1.0))
    log.declared(inertial)
    if inertial.auto:
        return _auto_inertial(conversion, scope, number, link)
    if inertial.inertia is not None:
        log.declared(inertial.inertia)
    inertia = tensor_of(inertial.inertia)
    if not all(map(isfinite, (inertial.mass, *inertia))):
        log.dropped(link, "inertial", "invalid numbers")
        return None
    pose = inertial.pose
    if pose.relative_to:
        log.assumed(pose, "relative_to", "the pose of a mass is expressed in the link frame")
        pose = replace(pose, relative_to="")
    X_LI = conversion.placed(scope, inertial, pose, number, number)
    return model.Inertial(inertial.mass, X_LI, inertia)


def auto_mass(
    conversion: Conversion, scope: FrameScope, number: int, link: sdf.Link, resolve: Resolve | None
) -> LinkMass:
    """Return the mass of a link, computed from its collision shapes.

    Args:
        conversion: the conversion of the model.
        scope: the model that contains the link.
        number: the number of the frame of the link.
        link: the link.
        resolve: finds the file of a mesh; without it, the mass of meshes is unknown.
    """
    return link_mass(
        link,
        lambda value, field: conversion.written(scope, value, field),
        resolve,
        lambda collision: conversion.pose_in(scope, collision.pose, number, number),
    )


def _auto_inertial(
    conversion: Conversion, scope: FrameScope, number: int, link: sdf.Link
) -> model.Inertial | None:
    """Return the inertial computed from the collision shapes, and record losses."""
    log, inertial = conversion.log, link.inertial
    assert inertial is not None
    found = auto_mass(conversion, scope, number, link, conversion.resolver(scope))
    for field in found.ignored:
        log.dropped(inertial, field, "with auto, it is computed from the collision shapes")
    for collision, reason in zip(found.without, found.reasons, strict=True):
        log.dropped(collision, "density", reason)
    if found.mass is None:
        log.dropped(link, "inertial", "no collision shape has a mass")
        return None
    log.assumed(inertial, "auto", "computed from the collision shapes")
    mass = found.mass
    return model.Inertial(mass.mass, model.Transform(p=mass.p_BC), mass.inertia)


def _visual(
    conversion: Conversion, scope: FrameScope, number: int, visual: sdf.Visual
) -> model.Geometry:
    conversion.log.declared(visual)
    shape = shape_of(visual.geometry, conversion.log)
    X_LG = conversion.placed(scope, visual, visual.pose, number, number)
    return model.Geometry(shape, X_LG, visual.name, _material(conversion, scope, visual))


def _collision(
    conversion: Conversion, scope: FrameScope, number: int, collision: sdf.Collision
) -> model.Geometry:
    conversion.log.declared(collision)
    shape = shape_of(collision.geometry, conversion.log)
    X_LG = conversion.placed(scope, collision, collision.pose, number, number)
    surface = collision.surface
    ode = None if surface is None or surface.friction is None else surface.friction.ode
    is_written = ode is not None and conversion.written(scope, ode, "mu")
    friction = ode.mu if ode is not None and is_written and 0.0 <= ode.mu < math.inf else None
    if friction is not None and surface == surface_with(friction):
        losses = conversion.log.losses  # the robot model has all of this surface: not a loss
        if losses and losses[-1].source is collision and losses[-1].what == "surface":
            losses.pop()
    return model.Geometry(shape, X_LG, collision.name, friction=friction)


def surface_with(friction: float) -> sdf.Surface:
    """Return a surface with only a friction coefficient, equal in both directions."""
    return sdf.Surface(friction=sdf.Friction(ode=sdf.FrictionOde(mu=friction, mu2=friction)))


def _material(
    conversion: Conversion, scope: FrameScope, visual: sdf.Visual
) -> model.Material | None:
    log, material = conversion.log, visual.material
    if material is None:
        if visual.transparency:
            log.dropped(visual, "transparency", "it has no colour to make transparent")
        return None
    log.declared(material)
    name, texture = material.script_name, ""
    if material.script is not None:
        log.declared(material.script)
        name = material.script.name
    if material.pbr is not None:
        log.declared(material.pbr)
        for way in (material.pbr.metal, material.pbr.specular):
            if way is not None:
                log.declared(way)
                texture = texture or way.albedo_map
    is_black = material.diffuse == sdf.Material._defaults["diffuse"]
    if is_black and not conversion.written(scope, material, "diffuse"):
        if visual.transparency:
            log.dropped(visual, "transparency", "it has no colour to make transparent")
        return model.Material(name, None, texture)
    red, green, blue, alpha = material.diffuse
    if not 0.0 <= visual.transparency <= 1.0:
        reason = f"{visual.transparency:g} is not between 0 and 1"
        log.dropped(visual, "transparency", reason)
    else:
        alpha *= 1.0 - visual.transparency
    return model.Material(name, (red, green, blue, alpha), texture)
