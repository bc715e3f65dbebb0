"""The fields of SDFormat that enter the robot model, and why other fields are dropped."""

from bodyplan.conversion.loss import Fields, Reasons, dropped_fields
from bodyplan.core.record import field_names
from bodyplan.formats import sdf
from bodyplan.model.shape import PRIMITIVES

KEEPS: Fields = {
    sdf.Root: "version worlds models includes",
    sdf.World: "name models includes frames joints",
    sdf.Include: "uri merge name pose placement_frame static",
    sdf.Model: (
        "name canonical_link placement_frame pose static self_collide includes models frames links "
        "joints"
    ),
    sdf.Pose: "value relative_to degrees rotation_format",
    sdf.Frame: "name attached_to pose",
    sdf.Link: "name pose inertial collisions visuals sensors",
    sdf.Inertial: "auto pose mass inertia density",
    sdf.Inertia: "ixx ixy ixz iyy iyz izz",
    sdf.Collision: "name pose geometry density",
    sdf.Visual: "name pose geometry material transparency",
    sdf.Geometry: " ".join((*PRIMITIVES, "plane mesh heightmap polylines image empty")),
    **{getattr(sdf, cls.__name__): " ".join(field_names(cls)) for cls in PRIMITIVES.values()},
    sdf.Plane: "normal size",
    sdf.Mesh: "uri filename scale submesh",
    sdf.Submesh: "name center",
    sdf.Heightmap: "uri size pos",
    sdf.Polyline: "points height",
    sdf.ImageShape: "uri",
    sdf.EmptyShape: "",
    sdf.Material: "diffuse script script_name pbr",
    sdf.MaterialScript: "name",
    sdf.Pbr: "metal specular",
    sdf.PbrMetal: "albedo_map",
    sdf.PbrSpecular: "albedo_map",
    sdf.Sensor: "name type pose update_rate",
    sdf.Joint: (
        "name type parent child pose axis axis2 gearbox_ratio gearbox_reference_body "
        "screw_thread_pitch thread_pitch physics sensors"
    ),
    sdf.JointPhysics: "simbody",
    sdf.JointSimbody: "must_be_loop_joint",
    sdf.Axis: "xyz limit dynamics mimic use_parent_model_frame",
    sdf.Xyz: "value expressed_in",
    sdf.Limit: "lower upper effort velocity",
    sdf.Dynamics: "damping friction spring_reference spring_stiffness",
    sdf.Mimic: "joint axis multiplier offset reference",
}
"""The fields that enter the robot model, or affect the meaning of such a field."""

_WORLD = "the world around a robot is not converted"
_SIMULATOR = "simulator settings are not converted"
_ENGINE = "physics engine settings are not converted"
_PLUGINS = "plugins are not converted"
_OLD_FRAMES = "named frames have no effect here"
_MEASURES = "only the pose of a sensor is converted"
_LOOK = "only the colour and texture of a material are converted"
_NAMED_ONLY = "only the name of such a shape is converted"

DROPS: Reasons = {
    sdf.Root: {
        "a light is not part of a robot": "lights",
        "an actor is not a robot": "actors",
    },
    sdf.World: {
        _ENGINE: "physics",
        _WORLD: (
            "gravity lights actors scene gui spherical_coordinates magnetic_field atmosphere wind "
            "audio roads populations"
        ),
        _PLUGINS: "plugins",
        "states of worlds are not converted": "states",
    },
    sdf.Include: {
        _SIMULATOR: "namespace",
        _PLUGINS: "plugins",
        "states of simulations are not converted": "model_state",
    },
    sdf.Model: {
        _SIMULATOR: "namespace allow_auto_disable enable_wind",
        "grippers of simulators are not converted": "grippers",
        _PLUGINS: "plugins",
        "states of simulations are not converted": "model_state",
    },
    sdf.Link: {
        "lights are not converted": "lights projectors",
        _SIMULATOR: "gravity enable_wind kinematic velocity_decay",
        "links have no setting of their own; that of the model is converted": "self_collide",
        _ENGINE: "must_be_base_link",
        "sounds are not converted": "audio_sinks audio_sources",
        "batteries are not converted": "batteries",
        "particles are not converted": "particle_emitters",
        _OLD_FRAMES: "frames",
    },
    sdf.Inertial: {
        "fluids are not converted": "fluid_added_mass",
        "they are for other programs": "auto_inertia_params",
        _OLD_FRAMES: "frames",
    },
    sdf.Collision: {
        "only the sliding friction of a surface is converted": "surface",
        _ENGINE: "max_contacts",
        "reflections are not converted": "laser_retro",
        "they are for other programs": "auto_inertia_params",
        _OLD_FRAMES: "frames",
        "the mass of a shape has no effect": "mass",
    },
    sdf.Visual: {
        "shadows are not converted": "cast_shadows",
        "layers are not converted": "visibility_flags meta",
        "reflections are not converted": "laser_retro",
        _PLUGINS: "plugins",
        _OLD_FRAMES: "frames",
    },
    sdf.Mesh: {_ENGINE: "optimization convex_decomposition"},
    sdf.Heightmap: {
        "only the heights of a heightmap are converted": (
            "textures blends sampling use_terrain_paging"
        )
    },
    sdf.ImageShape: {_NAMED_ONLY: "scale threshold height granularity"},
    sdf.Material: {
        _LOOK: "ambient specular shininess emissive lighting double_sided render_order shader",
    },
    sdf.MaterialScript: {"only the name of the material of a script is converted": "uris"},
    sdf.PbrMetal: {
        _LOOK: (
            "roughness roughness_map metalness metalness_map normal_map environment_map "
            "ambient_occlusion_map emissive_map light_map"
        ),
    },
    sdf.PbrSpecular: {
        _LOOK: (
            "specular_map glossiness glossiness_map normal_map environment_map "
            "ambient_occlusion_map emissive_map light_map"
        ),
    },
    sdf.Sensor: {
        _SIMULATOR: "always_on topic frame_id visualize enable_metrics",
        _MEASURES: (
            "cameras lidar ray imu force_torque contact navsat gps altimeter magnetometer "
            "air_pressure air_speed logical_camera sonar transceiver rfid rfidtag"
        ),
        _PLUGINS: "plugins",
        _OLD_FRAMES: "frames",
    },
    sdf.Joint: {_OLD_FRAMES: "frames"},
    sdf.JointPhysics: {_ENGINE: "ode provide_feedback"},
    sdf.Axis: {"initial positions are not converted": "initial_position"},
    sdf.Limit: {_ENGINE: "stiffness dissipation"},
}
"""Why fields are dropped; any other field is dropped because the robot model has no such field."""
DROPPED = dropped_fields(KEEPS, DROPS)
