"""iDynTree: sensors on joints."""

from bodyplan.spec.dialect import Dialect, Extension

DIALECT = Dialect(
    title="iDynTree",
    about="Written by the descriptions of iCub and ergoCub.",
    reader="iDynTree",
    source="icub-models; iDynTree URDF sensor extension",
    urdf=(
        Extension(
            "Sensor", "parent/@joint", "joint that carries a force-torque sensor", "", "text"
        ),
    ),
)
