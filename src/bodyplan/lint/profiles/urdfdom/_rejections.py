"""The kinds of diagnostics that the urdfdom profile reports. No rule reports them."""

from __future__ import annotations

from bodyplan.diag import Kind, Severity, register

REFUSES = register(
    Kind(
        "U901",
        "urdfdom-rejects",
        Severity.ERROR,
        """urdfdom rejects this file.

## Why it matters
urdfdom 6 does not load this file, and neither do the programs that use urdfdom: `check_urdf`,
robot_state_publisher, RViz, MoveIt, Pinocchio. The message is the first error that urdfdom finds.
It checks the XML, then the robot and its version, the materials, links and joints in file order, and
last the tree. It stops at the first error, so there may be more after you fix this one.

## Example
    <joint name="elbow" type="revolute">
      <parent link="upper_arm"/>
      <child link="forearm"/>
    </joint>

## Use instead
    <joint name="elbow" type="revolute">
      <parent link="upper_arm"/>
      <child link="forearm"/>
      <limit lower="-2" upper="2" effort="10" velocity="1"/>
    </joint>
""",
    )
)

DROPS = register(
    Kind(
        "U902",
        "urdfdom-drops",
        Severity.WARNING,
        """urdfdom accepts the file, but drops a part of this link.

## Why it matters
An error inside a link does not make urdfdom 6 reject the file. It logs a line and stops reading the
link, so everything after the error is missing from the robot, in the order inertial, visuals,
collisions. A robot without collision geometry looks right and drives through walls. Visuals and
collisions before the error stay in urdfdom's lists `visual_array` and `collision_array`, but the
fields `visual` and `collision` are not set, and many programs then treat the link as if it had no
geometry.

## Example
    <link name="base">
      <visual><geometry><sphere/></geometry></visual>
      <collision><geometry><sphere radius="0.1"/></geometry></collision>
    </link>

## Use instead
    <link name="base">
      <visual><geometry><sphere radius="0.1"/></geometry></visual>
      <collision><geometry><sphere radius="0.1"/></geometry></collision>
    </link>
""",
    )
)

COMPLAINS = register(
    Kind(
        "U903",
        "urdfdom-logs",
        Severity.WARNING,
        """urdfdom logs an error or a warning and continues.

## Why it matters
In each case, the loaded robot lacks something that the file contains. What urdfdom 6 logs as an
error (an invalid colour or material) is a warning here. What it logs as a warning (an attribute
that is newer than the file's version and ignored, or an undefined material) is an info.

## Example
    <material name="grey"><color rgba="128 128 128 1"/></material>

## Use instead
    <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
""",
    )
)

NEVER_ENDS = register(
    Kind(
        "U904",
        "urdfdom-accepts-loop",
        Severity.WARNING,
        """urdfdom accepts a loop of links that other programs follow forever.

## Why it matters
urdfdom 6 checks only that exactly one link is not the child of a joint. It accepts a loop below
this root, but `check_urdf` then prints the tree endlessly, and other programs that walk from parent
to child run out of memory.

## Example
    <joint name="j1" type="fixed"><parent link="base"/><child link="arm"/></joint>
    <joint name="j2" type="fixed"><parent link="arm"/><child link="arm"/></joint>

## Use instead
Make each link except the root the child of exactly one joint.
""",
    )
)
