"""From 1.0 to 1.2: nearly every attribute became an element.

Where libsdformat's own conversion looks in the wrong place (clip, save and depth_camera of a
camera, limit and suspension of a joint's ODE block), the elements are taken where the format has
them.
"""

from __future__ import annotations

from bodyplan.formats.sdf.upgrade.rule import Call, Default, Held, Inner, Rule, Tag
from bodyplan.formats.sdf.upgrade.world import drop_density, script_before, script_since

_INNER = {
    "world/state": "time",
    "world/physics": "update_rate",
    "ode/solver": "type dt iters precon_iters sor",
    "ode/constraints": "cfm erp contact_max_correcting_vel contact_surface_layer",
    "scene/fog": "rgba>color type start end density",
    "actor/skin": "filename scale",
    "actor/animation": "filename scale interpolate_x",
    "actor/script": "loop delay_start auto_start",
    "trajectory/waypoint": "time pose",
    "light": "cast_shadows",
    "light/spot": "inner_angle outer_angle falloff",
    "light/attenuation": "range constant linear quadratic",
    "model": "static",
    "gripper/grasp_check": "detach_steps attach_steps min_contact_count",
    "link": "gravity self_collide kinematic",
    "link/inertial": "mass",
    "inertial/inertia": "ixx ixy ixz iyy iyz izz",
    "sensor": "always_on update_rate visualize",
    "scan/horizontal scan/vertical": "samples resolution min_angle max_angle",
    "ray/range": "min max resolution",
    "camera/image": "width height format",
    "camera/clip": "near far",
    "camera/save": "path",
    "camera/depth_camera": "output",
    "collision": "laser_retro",
    "surface/bounce": "restitution_coefficient threshold",
    "friction/ode": "mu mu2 fdir1 slip1 slip2",
    "contact/ode": "soft_cfm soft_erp kp kd max_vel min_depth",
    "geometry/box": "size",
    "geometry/sphere": "radius",
    "geometry/cylinder": "radius length",
    "geometry/mesh": "filename>uri scale",
    "geometry/image": "filename>uri scale threshold height granularity",
    "geometry/heightmap": "filename>uri size origin>pos",
    "geometry/plane": "normal",
    "visual": "cast_shadows laser_retro transparency",
    "joint/axis joint/axis2": "xyz",
    "axis/dynamics axis2/dynamics": "damping friction",
    "axis/limit axis2/limit": "lower upper effort velocity",
    "ode/limit ode/suspension": "cfm erp",
}
"""Attributes that became children of the same element, by element."""

_HELD = {
    "world/scene": "ambient@rgba background@rgba shadows@enabled grid@enabled",
    "light": "diffuse@rgba specular@rgba direction@xyz",
    "visual/material": "ambient@rgba diffuse@rgba specular@rgba emissive@rgba",
    "sensor/camera": "horizontal_fov@angle",
    "sensor/contact": "collision@name",
    "world/physics": "gravity@xyz",
    "joint": "parent@link child@link",
}
"""Elements whose attribute became their text, by the element around them."""

_PLACED = "model link light collision visual sensor inertial joint actor gui/camera"
"""What has an origin with a pose, which became a pose."""


ATTRIBUTES: tuple[Rule, ...] = (
    Call("link/inertial", above=drop_density),
    Call("visual/material", above=script_since, below=script_before),
    Tag("link", "damping", "velocity_decay"),
    *(Inner(where, names) for where, names in _INNER.items()),
    Inner("geometry/mesh", "filename"),  # what 1.2 alone has beside the uri
    *(
        Held(where, tag, attribute, tag)
        for where, names in _HELD.items()
        for tag, attribute in (name.split("@") for name in names.split())
    ),
    Held(_PLACED, "origin", "pose", "pose"),
    Default("world/physics", "update_rate", "0", "1000"),
    Default("scene/fog", "type", "linear", "none"),
)
