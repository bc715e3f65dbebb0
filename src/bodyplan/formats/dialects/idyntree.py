"""iDynTree: sensors on joints, and further types of sensors."""

from bodyplan.spec.raw import Dialect, Extension

DIALECT = Dialect(
    title="iDynTree",
    about="Written by the descriptions of iCub and ergoCub.",
    reader="iDynTree",
    source="icub-models; iDynTree URDF sensor extension",
    urdf=(
        Extension(
            "Sensor", "parent/@joint", "joint that carries a force-torque sensor", "", "text"
        ),
        *(
            Extension("Sensor", f"@type={name}", f"sensor of iDynTree: {what}", "", "text")
            for name, what in (
                ("accelerometer", "linear acceleration of a link"),
                ("gyroscope", "angular velocity of a link"),
                ("three_axis_angular_accelerometer", "angular acceleration of a link"),
                ("three_axis_force_torque_contact", "force and torque of a contact"),
            )
        ),
    ),
)
