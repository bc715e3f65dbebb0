"""The kinds of fault of settings files that reading finds: S801 to S808."""

from __future__ import annotations

from bodyplan.diag import Kind, Severity, register

SYNTAX = register(
    Kind(
        "S801",
        "settings-syntax",
        Severity.ERROR,
        """The file breaks the rules of YAML.

## Why it matters
No loader reads it, so a launch ends before anything has started. What stands before the fault is
checked; what follows is not.

## Example
    joint_limits:
      elbow:
        has_velocity_limits: true
       max_velocity: 2.0

## Use instead
    joint_limits:
      elbow:
        has_velocity_limits: true
        max_velocity: 2.0
""",
    )
)

DUPLICATE_KEY = register(
    Kind(
        "S802",
        "settings-duplicate-key",
        Severity.ERROR,
        """A key stands twice in the same mapping.

## Why it matters
YAML forbids it, and loaders differ: the ones in Python take the last without a word, so that the
first, with all below it, is gone; others refuse the file.

## Example
    joint_limits:
      elbow: {has_velocity_limits: true, max_velocity: 2.0}
      elbow: {has_acceleration_limits: true, max_acceleration: 5.0}

## Use instead
    joint_limits:
      elbow:
        has_velocity_limits: true
        max_velocity: 2.0
        has_acceleration_limits: true
        max_acceleration: 5.0
""",
    )
)

WRONG_TYPE = register(
    Kind(
        "S803",
        "settings-wrong-type",
        Severity.ERROR,
        """A value is not of the type that its parameter has.

## Why it matters
ROS 2 declares each parameter with a type. A text where a number belongs ends the node, with a
message that the parameter has an invalid type, expected double and got string. Quotes make a text
of any number, and so do a decimal comma, a unit, and an exponent without a point.

## Example
    max_velocity: "2.5"
    max_acceleration: 1e-1

## Use instead
    max_velocity: 2.5
    max_acceleration: 0.1
""",
    )
)

WHOLE_NUMBER = register(
    Kind(
        "S804",
        "settings-whole-number",
        Severity.WARNING,
        """A whole number stands where ROS 2 wants one with a point.

## Why it matters
ROS 2 tells 2 from 2.0: the one is an integer, the other a double. MoveIt 2 ends at the start with
an invalid parameter type, expected double and got integer; its own setup assistant has written
such files. ROS 1 does not mind.

## Example
    max_velocity: 2

## Use instead
    max_velocity: 2.0
""",
    )
)

UNKNOWN_KEY = register(
    Kind(
        "S805",
        "settings-unknown-key",
        Severity.INFO,
        """A key is none that the readers of such a file look for.

## Why it matters
Nobody complains about a parameter that nobody reads, so a misspelt one leaves its default in
force.

## Example
    max_velocty: 2.0

## Use instead
    max_velocity: 2.0
""",
    )
)

OVER_LIMIT = register(
    Kind(
        "S806",
        "settings-over-limit",
        Severity.ERROR,
        """The file is larger, or nested deeper, than any settings are.

## Why it matters
A small file can repeat itself without end, by anchors that hold anchors. The caps are far above
what a robot needs; what lies beyond them is not looked at.

## Example
    a: &a [x, x, x, x, x, x, x, x]
    b: &b [*a, *a, *a, *a, *a, *a, *a, *a]

## Use instead
A list of the joints that the robot has.
""",
    )
)

ALIAS = register(
    Kind(
        "S807",
        "settings-alias",
        Severity.WARNING,
        """A parameter file of ROS 2 uses an anchor a second time.

## Why it matters
The parser behind `--params-file` knows no aliases: it ends with the words that it will not support
them. Where a launch file in Python reads the file first, they are resolved, and all is well.

## Example
    arm_controller:
      ros__parameters:
        command_interfaces: &interfaces [position]
        state_interfaces: *interfaces

## Use instead
    arm_controller:
      ros__parameters:
        command_interfaces: [position]
        state_interfaces: [position]
""",
    )
)

NOT_SETTINGS = register(
    Kind(
        "S808",
        "settings-not-known",
        Severity.ERROR,
        """The file holds none of the settings that are checked.

## Why it matters
Joint limits, controllers and kinematics solvers are known by the keys at their top. In a file
without these keys nothing can be checked.

## Example
    limits:
      elbow: {max_velocity: 2.0}

## Use instead
    joint_limits:
      elbow: {has_velocity_limits: true, max_velocity: 2.0}
""",
    )
)
