"""The kinds of diagnostics about the files of a folder: S891 to S893, M207."""

from __future__ import annotations

from bodyplan.diag import Diagnostic, Kind, Severity, Where, register

ROBOT_NOT_FOUND = register(
    Kind(
        "S891",
        "robot-not-found",
        Severity.INFO,
        """No robot was found for an SRDF or model_state, so the file was checked on its own.

## Why it matters
Most problems in these files are names that do not exist in the robot, and values that its joints
cannot have. Without the robot, bodyplan can check only the format of the file.

bodyplan searches for the robot in the same folder, the folder above and the package, by robot name,
file name, and the names of links and joints.

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
        """An SRDF was checked with a robot, but another robot matches it as well or better.

## Why it matters
Several robots have the same name. bodyplan uses the robot with the same file name, otherwise the
robot with most of the referenced links and joints. If the SRDF was written for another robot, the
reported problems can be wrong.

## Example
    arm.srdf        # <robot name="arm">
    arm_left.urdf   # <robot name="arm">
    arm_right.urdf  # <robot name="arm">

## Use instead
    bodyplan check arm.srdf --robot arm_left.urdf

Or give the SRDF the name of its robot's file: `arm_left.srdf`.
""",
    )
)

NOT_CHECKED = register(
    Kind(
        "S893",
        "file-not-checked",
        Severity.INFO,
        """A file of a folder was not checked, or not as a robot.

## Why it matters
If nothing is reported about a file, you would assume that it was checked and has no problems.

In a folder, bodyplan follows symbolic links only to files in the same folder, because links in a
downloaded folder could lead to any file on this machine. Other links are reported, each with a
warning. Files that you name on the command line are always read.

A xacro file that defines a robot and that another file includes is checked as a part of that file.
If it is not included when the robots are expanded, for example because the condition around the
`<xacro:include>` is false, it is checked as a macro file. This is reported if the file has errors
when it is expanded as a robot.

MJCF files require MuJoCo (`pip install 'bodyplan[mjcf]'`). If MuJoCo is missing, this is reported
once, for the first MJCF file of a folder; it is an error for a file that you name on the command
line.

## Example
    ln -s /home/ann/arm.urdf robots/arm.urdf
    bodyplan check robots

## Use instead
    bodyplan check robots robots/arm.urdf
""",
    )
)

NAME_UNDEFINED = register(
    Kind(
        "M207",
        "macro-name-undefined",
        Severity.INFO,
        """A macro file uses a name that no file of the folder defines.

## Why it matters
The file is not used by any robot of the folder, so it is not expanded. A robot that includes it has
to define the name; otherwise the expansion fails. Often the name is misspelled, or was renamed
elsewhere. This is reported only in the check of a folder, and only if all packages that its files
include are found.

## Example
    <xacro:macro name="wheel" params="radius">
      <cylinder radius="${raduis}" length="0.1"/>
    </xacro:macro>

## Use instead
    <xacro:macro name="wheel" params="radius">
      <cylinder radius="${radius}" length="0.1"/>
    </xacro:macro>
""",
    )
)


def not_a_robot(name: str) -> Diagnostic:
    """Return the diagnostic of a macro file that has errors when it is expanded as a robot."""
    message = "not checked as a robot: another file includes it, but no robot of the folder includes it when expanded"
    hint = "name the file on the command line to check it as a robot"
    return Diagnostic(NOT_CHECKED, message, Where(name, 1, 1, 1, 1, "/"), hint=hint)
