"""The kinds of diagnostics reported when a ROS parameter file (YAML) is read: S801 to S808."""

from __future__ import annotations

from bodyplan.diag import Kind, Severity, register

SYNTAX = register(
    Kind(
        "S801",
        "yaml-syntax",
        Severity.ERROR,
        """The file is not valid YAML.

## Why it matters
No loader can read it, so the launch fails before any node starts. bodyplan checks everything before
the error and nothing after it.

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
        "yaml-duplicate-key",
        Severity.ERROR,
        """A mapping contains the same key twice.

## Why it matters
YAML forbids it, and loaders differ: those in Python silently use the last one, so that the first
and everything below it is lost; others reject the file. Repeated names of nodes and namespaces,
above `ros__parameters`, are not reported: ROS 2 merges their blocks.

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
        "yaml-wrong-type",
        Severity.ERROR,
        """A value does not have the type of its parameter.

## Why it matters
ROS 2 declares each parameter with a type. A string instead of a number stops the node with an
invalid parameter type, expected double and got string. A number is a string if it has quotes, a
decimal comma, a unit, or an exponent without a decimal point.

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
        "yaml-integer",
        Severity.WARNING,
        """A value is an integer, but ROS 2 expects a number with a decimal point.

All integers of a file are one diagnostic. Files in a catkin package, which only ROS 1 builds, are
not checked.

## Why it matters
ROS 2 distinguishes 2, an integer, from 2.0, a double. MoveIt 2 stops at startup with an invalid
parameter type, expected double and got integer; its setup assistant has written such files. ROS 1
accepts both.

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
        "yaml-unknown-key",
        Severity.INFO,
        """A key is not a parameter of this kind of file.

## Why it matters
ROS silently ignores parameters that no node declares, so the parameter that was meant keeps its
default value.

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
        "yaml-input-limit",
        Severity.ERROR,
        """The file exceeds an input limit on its size, its nesting or the number of its values.

## Why it matters
A small file can expand to any size through anchors that contain aliases. The limits are far above
what a robot needs; everything beyond them is not checked.

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
        "yaml-alias",
        Severity.WARNING,
        """A ROS 2 parameter file contains an alias (`*name`).

## Why it matters
The parser of `--params-file` does not support aliases, and stops with an error. If a launch file in
Python loads the file first, aliases are resolved and work.

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
        "yaml-unknown-file",
        Severity.ERROR,
        """The file is not a ROS 2 parameter file that bodyplan checks.

## Why it matters
bodyplan recognizes joint limits, controllers and kinematics solvers by their top-level keys. In a
file without these keys it checks nothing.

## Example
    limits:
      elbow: {max_velocity: 2.0}

## Use instead
    joint_limits:
      elbow: {has_velocity_limits: true, max_velocity: 2.0}
""",
    )
)
