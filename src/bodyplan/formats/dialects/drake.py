"""Drake: elements and attributes with the prefix ``drake:``."""

from bodyplan.spec.raw import Dialect, Extension

DIALECT = Dialect(
    title="Drake",
    about=(
        "Drake documents the namespace `http://drake.mit.edu` for its prefix, but reads the names "
        "in files that do not declare it, too. In SDFormat, any name with a prefix is allowed."
    ),
    reader="Drake",
    source="Drake multibody/parsing/parsing_doxygen.h",
    urdf=(
        Extension(
            "Limit",
            "@drake:acceleration",
            "largest acceleration",
            holds="number",
            unit="m/s² or rad/s²",
            quantity="acceleration_limit",
        ),
        Extension(
            "Actuator",
            "drake:rotor_inertia",
            "inertia of the motor's rotor, in `value=`",
            holds="number",
            unit="kg or kg·m²",
            quantity="rotor_inertia",
        ),
        Extension(
            "Actuator",
            "drake:gear_ratio",
            "ratio of motor to joint velocity, in `value=`; for reflected inertia only",
            holds="number",
            quantity="gear_ratio",
        ),
        Extension("Collision", "drake:proximity_properties", "contact model and its parameters"),
        Extension(
            "Collision",
            "drake:proximity_properties/drake:mu_dynamic/@value",
            "dynamic friction coefficient",
            holds="number",
        ),
        Extension(
            "Collision",
            "drake:proximity_properties/drake:mu_static/@value",
            "static friction coefficient",
            holds="number",
        ),
        Extension("Geometry", "drake:capsule", "capsule, with `radius=` and `length=`"),
        Extension("Geometry", "drake:ellipsoid", "ellipsoid, with half axes `a=`, `b=`, `c=`"),
        Extension("Mesh", "drake:declare_convex", "use the mesh as a convex shape"),
        Extension("Visual", "drake:accepting_renderer", "renderer that draws this visual"),
        Extension("Robot", "drake:joint", "ball, planar or universal joint"),
        Extension("Robot", "drake:collision_filter_group", "links that may overlap"),
        Extension("Robot", "drake:linear_bushing_rpy", "spring and damper between two frames"),
    ),
)
