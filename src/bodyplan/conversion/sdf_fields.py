"""Which fields of SDFormat enter the hub, and why the others do not."""

from bodyplan.conversion.loss import Fields, Reasons, dropped_fields
from bodyplan.formats import sdf

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
    sdf.Geometry: "box capsule cone cylinder ellipsoid plane sphere mesh heightmap polylines image empty",
    sdf.Box: "size",
    sdf.Capsule: "radius length",
    sdf.Cone: "radius length",
    sdf.Cylinder: "radius length",
    sdf.Ellipsoid: "radii",
    sdf.Plane: "normal size",
    sdf.Sphere: "radius",
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
"""The fields that enter the hub, or define the meaning of one that does."""

_WORLD = "a robot model has no world around it"
_SIMULATOR = "the robot model has no simulator settings"
_ENGINE = "the robot model has no physics engine settings"
_PLUGINS = "the robot model has no plugins"
_OLD_FRAMES = "named frames have no effect here"
_MEASURES = "the robot model has the pose of a sensor, not its properties"
_LOOK = "the robot model only has the colour and the texture of a material"
_NAMED_ONLY = "the robot model only has the name of such a shape"

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
        "the robot model has no states of worlds": "states",
    },
    sdf.Include: {
        _SIMULATOR: "namespace",
        _PLUGINS: "plugins",
        "the robot model has no states of simulations": "model_state",
    },
    sdf.Model: {
        _SIMULATOR: "namespace allow_auto_disable enable_wind",
        "the robot model has no grippers of simulators": "grippers",
        _PLUGINS: "plugins",
        "the robot model has no states of simulations": "model_state",
    },
    sdf.Link: {
        "the robot model has no lights": "lights projectors",
        _SIMULATOR: "gravity enable_wind self_collide kinematic velocity_decay",
        _ENGINE: "must_be_base_link",
        "the robot model has no sounds": "audio_sinks audio_sources",
        "the robot model has no batteries": "batteries",
        "the robot model has no particles": "particle_emitters",
        _OLD_FRAMES: "frames",
    },
    sdf.Inertial: {
        "the robot model has no fluids": "fluid_added_mass",
        "they are for other programs": "auto_inertia_params",
        _OLD_FRAMES: "frames",
    },
    sdf.Collision: {
        "the robot model has sliding friction, and no other properties of surfaces": "surface",
        _ENGINE: "max_contacts",
        "the robot model has no reflections": "laser_retro",
        "they are for other programs": "auto_inertia_params",
        _OLD_FRAMES: "frames",
        "the mass of a shape has no effect": "mass",
    },
    sdf.Visual: {
        "the robot model has no shadows": "cast_shadows",
        "the robot model has no layers": "visibility_flags meta",
        "the robot model has no reflections": "laser_retro",
        _PLUGINS: "plugins",
        _OLD_FRAMES: "frames",
    },
    sdf.Mesh: {_ENGINE: "optimization convex_decomposition"},
    sdf.Heightmap: {
        "of a heightmap the robot model has the heights": (
            "textures blends sampling use_terrain_paging"
        )
    },
    sdf.ImageShape: {_NAMED_ONLY: "scale threshold height granularity"},
    sdf.Material: {
        _LOOK: "ambient specular shininess emissive lighting double_sided render_order shader",
    },
    sdf.MaterialScript: {"of a script the robot model has the name of the material": "uris"},
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
            "camera lidar ray imu force_torque contact navsat gps altimeter magnetometer "
            "air_pressure air_speed logical_camera sonar transceiver rfid rfidtag"
        ),
        _PLUGINS: "plugins",
        _OLD_FRAMES: "frames",
    },
    sdf.Joint: {_OLD_FRAMES: "frames"},
    sdf.JointPhysics: {_ENGINE: "ode provide_feedback"},
    sdf.Axis: {"the robot model has no initial positions": "initial_position"},
    sdf.Limit: {_ENGINE: "stiffness dissipation"},
}
"""Why other fields do not, if the reason is not only that the hub has no such field."""
DROPPED = dropped_fields(KEEPS, DROPS)
