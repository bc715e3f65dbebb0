"""The kinds of finding of the urdfdom profile. No rule gives them: only the profile does."""

from __future__ import annotations

from bodyplan.diag import Kind, Severity, register

REFUSES = register(
    Kind(
        "U901",
        "urdfdom-refuses",
        Severity.ERROR,
        """The reference reader refuses this file.

## Why it matters
urdfdom 6 gives no robot at all for this file, and so do the programs that read through it, such as
`check_urdf`, robot_state_publisher, rviz, MoveIt and pinocchio. The message is the first thing that
it stumbles over, in its order: the XML, then the robot and its version, materials, links, joints by
their place in the file, and last the tree. It looks no further, so more may come to light once this
is mended.

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
        """The reference reader accepts the file, but leaves out a part of this link.

## Why it matters
A fault inside a link does not make urdfdom 6 refuse the file. It logs a line and stops reading that
link: whatever would have come next in its order (inertial, then every visual, then every
collision) is missing from the robot. A robot without collision shapes looks right and drives
through walls. Shapes that it had read before stay in its list, but the link's first one is not
set, which many programs take for no shape at all.

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
        "urdfdom-complains",
        Severity.WARNING,
        """The reference reader logs a complaint and goes on.

## Why it matters
What urdfdom 6 logs as an error (a colour or a material it cannot use) is a warning here; what it
logs as a warning (an attribute newer than the file's version, which it ignores, or a material that
nobody defines) is an info. In each case the robot lacks what the author wrote.

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
        "urdfdom-never-ends",
        Severity.WARNING,
        """The reference reader accepts a loop that its users follow for ever.

## Why it matters
urdfdom 6 only asks that exactly one link is nobody's child. A loop that can be reached from this
link passes, but `check_urdf` then prints the tree without end, and other programs that walk from
parent to child run out of memory.

## Example
    <joint name="j1" type="fixed"><parent link="base"/><child link="arm"/></joint>
    <joint name="j2" type="fixed"><parent link="arm"/><child link="arm"/></joint>

## Use instead
Give each link but the root exactly one joint that names it as child.
""",
    )
)
