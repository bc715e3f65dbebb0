"""PAL Robotics: transmissions of underactuated hands and of encoders."""

from bodyplan.spec.raw import Dialect, Extension


def _angle(name: str, meaning: str) -> Extension:
    """Declare an angle of an underactuated finger."""
    return Extension("TransmissionJoint", name, meaning, holds="number", unit="rad")


DIALECT = Dialect(
    title="PAL Robotics",
    about="Written by the descriptions of TIAGo, ARI and the Hey5 hand.",
    reader="PAL Robotics' transmission plugins",
    source="hey5_description urdf/transmissions.urdf.xacro; tiago_description",
    urdf=(
        _angle("saturationLower", "joint position below which the joint no longer moves"),
        _angle("saturationUpper", "joint position above which the joint no longer moves"),
        _angle("deadBandLower", "lower end of the actuator's dead band"),
        _angle("deadBandUpper", "upper end of the actuator's dead band"),
        Extension(
            "TransmissionJoint",
            "ignoreTransmissionAbsoluteEncoder",
            "whether the absolute encoder is not used",
            holds="flag",
        ),
    ),
)
