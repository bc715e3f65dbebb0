"""What a robot carries besides its links and joints: frames, sensors, transmissions."""

from __future__ import annotations

from bodyplan.core import Record
from bodyplan.model.transform import IDENTITY, Transform


class Frame(Record, instead={"pose": "origin", "X_LF": "origin", "attached_to": "link"}):
    """A named frame F that is fixed to a link.

    Args:
        name: unique among the frames of the robot.
        link: name of the link.
        origin: X_LF, the frame in the frame of the link.
    """

    name: str
    link: str
    origin: Transform = IDENTITY


class Sensor(Record, instead={"kind": "type", "pose": "origin", "X_LS": "origin"}):
    """Something that measures, in a frame S that is fixed to a link.

    Args:
        name: a label, not always unique.
        type: what it is, in the words of the format it comes from, such as "camera".
        link: name of the link.
        origin: X_LS, its frame in the frame of the link.
        rate: how often it measures [1/s]; None where nothing says.
        joint: name of the joint whose forces or movement it measures; empty for none.
    """

    name: str
    type: str
    link: str
    origin: Transform = IDENTITY
    rate: float | None = None
    joint: str = ""


class Transmission(Record):
    """How motors drive joints.

    Args:
        name: a label.
        type: the plugin that knows how, as written.
        joints: names of the joints that it drives.
        actuators: names of the motors.
        reductions: of each motor, in this order: position of the joint = position of the motor /
            reduction; None where nothing says.
        interfaces: what each joint is commanded by: "position", "velocity", "effort"; empty where
            nothing says.
        gains: of the servo of each joint, of its position [N m/rad] or [N/m] and of its velocity
            [N m s/rad] or [N s/m]; None where nothing says.
    """

    name: str
    type: str
    joints: tuple[str, ...] = ()
    actuators: tuple[str, ...] = ()
    reductions: tuple[float | None, ...] = ()
    interfaces: tuple[str, ...] = ()
    gains: tuple[tuple[float, float] | None, ...] = ()
