"""The kinds of finding about what belongs together: S891 to S893."""

from __future__ import annotations

from bodyplan.diag import Kind, Severity, register

ROBOT_NOT_FOUND = register(
    Kind(
        "S891",
        "robot-not-found",
        Severity.INFO,
        """No robot was found for an SRDF or model_state, so it was checked alone.

## Why it matters
Most faults of these files are names that the robot does not have, and values that its joints cannot
take. Alone, only their form can be checked.

The robot is looked for in the same folder, in the folder around it and in the package, by the name
of the robot, the name of the file, and the links and joints that are spoken of.

## Example
    bodyplan check panda.srdf        # with no URDF around it

## Use instead
    bodyplan check panda.srdf --robot panda.urdf
    bodyplan check panda.srdf --alone
""",
    )
)

ROBOT_AMBIGUOUS = register(
    Kind(
        "S892",
        "robot-ambiguous",
        Severity.INFO,
        """Another robot would do as well, or better, as the one that an SRDF was checked with.

## Why it matters
They have the same name, and one had to be taken: the one that is called as the file is, else the
one that has most of the links and joints in it. If the file was written for another, it has other
faults than those that are told.

## Example
    arm.srdf        # <robot name="arm">
    arm_left.urdf   # <robot name="arm">
    arm_right.urdf  # <robot name="arm">

## Use instead
    bodyplan check arm.srdf --robot arm_left.urdf

Or give the file the name of the robot that it is for: `arm_left.srdf`.
""",
    )
)

NOT_CHECKED = register(
    Kind(
        "S893",
        "file-not-checked",
        Severity.INFO,
        """A file of a folder was not checked: it is a symbolic link out of it, or PyYAML is missing.

## Why it matters
A check that reports nothing about a file looks like a check that found no problems.

In a folder, a symbolic link is followed only to files in the same folder: what a stranger's folder
links to could be anything on this machine. Files that are named on the command line are read
wherever they are. This is reported as a warning at each link.

ROS 2 parameter files need PyYAML, which is part of every complete installation. This is reported
once, at the first of the files.

## Example
    ln -s /home/ann/arm.urdf robots/arm.urdf
    bodyplan check robots

## Use instead
    bodyplan check robots robots/arm.urdf
""",
    )
)
