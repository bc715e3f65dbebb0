"""The conversion rules of each version step, from ``_marked`` and from the other modules.

Source: the conversion files of libsdformat. For changes that are missing there (changed defaults,
names of states, the pitch of a screw): the .sdf description files of each version.
"""

from __future__ import annotations

from functools import cache

from bodyplan.formats.sdf.joint import Limit
from bodyplan.formats.sdf.surface import FrictionOde
from bodyplan.formats.sdf.upgrade._flat import unflatten
from bodyplan.formats.sdf.upgrade._joints import (
    axis_to_frame_name,
    axis_to_model_flag,
    model_axis_only,
    no_continuous_joint,
    no_fixed_joint,
    no_piston,
    screw_pitch,
    set_model_flag,
    thread_pitch,
)
from bodyplan.formats.sdf.upgrade._marked import changed_defaults, marked
from bodyplan.formats.sdf.upgrade._naming import plain_names, unique_names
from bodyplan.formats.sdf.upgrade._poses import (
    frame_in_pose,
    link_names_only,
    no_frame_of_inertia,
    no_model_frame,
    own_frame_only,
    placed_by_own_frame,
    plain_angles,
)
from bodyplan.formats.sdf.upgrade._rule import (
    Call,
    Default,
    Held,
    Inner,
    Moved,
    Rule,
    Step,
    Tag,
)
from bodyplan.formats.sdf.upgrade._sensors import noise_apart, noise_together, older_type
from bodyplan.formats.sdf.upgrade._states import values_together
from bodyplan.formats.sdf.upgrade._world import (
    drop_density,
    east_north_up,
    name_plugin,
    one_physics,
    root_since,
    script_since,
    step_size_since,
    wrench_since,
)
from bodyplan.spec import Version

_AXES = "joint/axis joint/axis2"
_LIMITS = tuple(  # also written if <limit> is missing
    Default(_AXES, f"limit/{tag}", old, new, makes=True)
    for tag, old, new in changed_defaults(Limit, (1, 9), (1, 10))
)
_FRICTION = tuple(  # -1 meant unlimited; newer versions reject it
    Default("friction/ode", tag, old, new, explicit="1e16")
    for tag, old, new in changed_defaults(FrictionOde, (1, 3), (1, 4))
)


def _step(lower: Version, upper: Version, *rules: Rule, first: tuple[Rule, ...] = ()) -> Step:
    """Return the step between two versions, with the rules of ``marked`` and further rules.

    Args:
        lower: the older version.
        upper: the newer version.
        rules: rules after those of ``marked``.
        first: rules before those of ``marked``.
    """
    return Step(lower, upper, cache(lambda: (*first, *marked(lower, upper), *rules)))


STEPS = (
    _step(
        (1, 0),
        (1, 2),
        Held("world/scene", "background", "rgba", "background"),
        Inner("scene/fog", "rgba>color"),
        # only version 1.2 has a filename in addition to the uri
        Inner("geometry/mesh", "filename"),
        first=(
            Call("link/inertial", above=drop_density),
            Call("visual/material", above=script_since),
        ),
    ),
    _step(
        (1, 2),
        (1, 3),
        Call("gazebo", above=root_since),
        Tag("geometry/mesh", "filename", "uri"),
        Tag("world/state", "time", "sim_time"),
        Call("link/~wrench", above=wrench_since),
    ),
    _step(
        (1, 3),
        (1, 4),
        Moved("world/physics", "update_rate", "real_time_update_rate"),
        Call("world/physics", above=step_size_since),
        *_FRICTION,
    ),
    _step(
        (1, 4),
        (1, 5),
        Call("joint", above=no_piston, below=no_fixed_joint),
        Call(_AXES, above=set_model_flag, below=model_axis_only),
        Call("sensor/imu", below=noise_together),
    ),
    _step(
        (1, 5),
        (1, 6),
        Call("joint", below=no_continuous_joint),
        Moved("world", "physics/gravity", "gravity"),
        Moved("world", "physics/magnetic_field", "magnetic_field"),
        Call("world", below=one_physics),
        Tag("sensor", "ray", "lidar", ways="down"),
        Call("sensor", below=older_type({"lidar": "ray", "gpu_lidar": "gpu_ray"})),
        Call("sensor/imu", above=noise_apart),
    ),
    _step(
        (1, 6),
        (1, 7),
        Call("pose ~pose", above=frame_in_pose, below=own_frame_only),
        Call(_AXES, above=axis_to_frame_name, below=axis_to_model_flag),
        Call("model world", above=unique_names),
        Call("model/frame", below=no_model_frame),
        Tag("sensor", "gps", "navsat", ways="down"),
        Call("sensor", below=older_type({"navsat": "gps"})),
    ),
    _step(
        (1, 7),
        (1, 8),
        Call("world/model sdf/model", above=unflatten),
        Call("sdf", above=plain_names),
        Call("inertial/pose", above=no_frame_of_inertia),
        Call("joint/parent joint/child", below=link_names_only),
        Call("model include", below=placed_by_own_frame),
    ),
    _step(
        (1, 8),
        (1, 9),
        Call("pose ~pose", below=plain_angles),
        Call("spherical_coordinates/world_frame_orientation", above=east_north_up),
    ),
    _step(
        (1, 9),
        (1, 10),
        *_LIMITS,
        Call("joint", above=screw_pitch, below=thread_pitch),
        Call("plugin", below=name_plugin),
    ),
    _step((1, 10), (1, 11)),
    _step(
        (1, 11),
        (1, 12),
        Tag("~model_state", "joint", "joint_state"),
        Call("~link_state ~joint_state", below=values_together),
    ),
)
"""All steps, from the oldest version to the newest."""

VERSIONS: tuple[tuple[int, int], ...] = (STEPS[0].lower, *(step.upper for step in STEPS))
"""The versions that exist."""
TARGETS = tuple(version for version in VERSIONS if version >= (1, 4))
"""The versions to which files can be converted; files of older versions can only be read."""
