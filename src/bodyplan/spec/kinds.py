"""The kinds of fault that the declaration engine finds: family X, numbers from 101."""

from __future__ import annotations

from typing import Literal

from bodyplan.diag import Kind, Severity, register


def _kind(
    code: str,
    name: str,
    severity: Severity,
    page: str,
    fix: Literal["always", "sometimes", "never"] = "never",
) -> Kind:
    return register(Kind(code, name, severity, page, fix))


UNKNOWN_ELEMENT = _kind(
    "X101",
    "unknown-element",
    Severity.INFO,
    """The format does not define this element.

## Why it matters
Readers skip what they do not know without a word. A misspelt element is the same as a missing
one; a vendor's own element is only understood by the vendor's tools. It stays in the file, and
is reachable as `value.extra.elements`. Directly inside `<ros2_control>` it is an error: the parser
of that block throws at a tag it does not know.

## Example
    <link name="arm"><colision>...</colision></link>

## Use instead
    <link name="arm"><collision>...</collision></link>

## Fix safety
Renaming to the nearest known name is unsafe: the element may be an extension.
""",
    "sometimes",
)

UNKNOWN_ATTRIBUTE = _kind(
    "X102",
    "unknown-attribute",
    Severity.INFO,
    """The format does not define this attribute.

## Why it matters
Readers skip it without a word, so a misspelt attribute leaves its default in force. It stays in
the file, and is reachable as `value.extra.attributes`.

## Example
    <limit lower="-1" uper="1" effort="10" velocity="1"/>

## Use instead
    <limit lower="-1" upper="1" effort="10" velocity="1"/>

## Fix safety
Renaming to the nearest known name is unsafe: the attribute may be an extension.
""",
    "sometimes",
)

MISSING_ATTRIBUTE = _kind(
    "X103",
    "missing-attribute",
    Severity.ERROR,
    """A required attribute is not there.

## Why it matters
The reference reader refuses a joint without it, and gives up the rest of a link without it. What
is missing reads as unknown (`nan`, or an empty name), never as an invented value.

## Example
    <limit lower="-1" upper="1" effort="10"/>

## Use instead
    <limit lower="-1" upper="1" effort="10" velocity="2"/>
""",
)

MISSING_ELEMENT = _kind(
    "X104",
    "missing-element",
    Severity.ERROR,
    """A required child element is not there.

## Why it matters
The reference reader refuses a joint without its parent and child, and gives up the rest of a link
whose visual has no geometry or whose inertial has no mass.

## Example
    <visual><origin xyz="0 0 1"/></visual>

## Use instead
    <visual><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></visual>
""",
)

BAD_NUMBER = _kind(
    "X105",
    "bad-number",
    Severity.ERROR,
    """A value is no number: decimal comma, hexadecimal, nan, inf, out of range, trailing text.

## Why it matters
The reference reader takes decimal numbers with a point and nothing else. Whatever follows the
number, even a blank or a unit, makes it refuse the joint, or give up the rest of the link. Here the
value reads as unknown, never as half of what is written.

## Example
    <mass value="1,5"/>

## Use instead
    <mass value="1.5"/>

## Fix safety
Removing blanks around a number is safe. Turning a comma into a point is unsafe: it may have
separated thousands, or two numbers.
""",
    "sometimes",
)

WRONG_COUNT = _kind(
    "X106",
    "wrong-count",
    Severity.ERROR,
    """A list has too many or too few numbers.

## Why it matters
Positions, angles and sizes take exactly three numbers, colours and quaternions four, with blanks
between them. The reference reader refuses other counts for positions, and silently ignores a colour
that has another count.

## Example
    <origin xyz="0 0.1"/>

## Use instead
    <origin xyz="0 0.1 0"/>

## Fix safety
Writing blanks for commas is unsafe: a comma may have been meant as a decimal point. A number that
is missing, or too many, is left to the author.
""",
    "sometimes",
)

BAD_WORD = _kind(
    "X107",
    "bad-word",
    Severity.ERROR,
    """A word is none of the allowed ones.

## Why it matters
Words are compared letter by letter, upper and lower case too. An unknown joint type makes the
reference reader refuse the file.

## Example
    <joint name="elbow" type="Revolute">

## Use instead
    <joint name="elbow" type="revolute">

## Fix safety
Lower case is safe where nothing else differs; the nearest word is unsafe.
""",
    "sometimes",
)

REPEATED_ELEMENT = _kind(
    "X108",
    "repeated-element",
    Severity.WARNING,
    """An element that may stand once stands again.

## Why it matters
Readers use the first and drop the others without a word; some use the last. What you see in one
tool is not what another computes with.

## Example
    <inertial>
      <mass value="1"/>
      <mass value="2"/>

## Use instead
    <inertial>
      <mass value="2"/>

## Fix safety
Removing an exact copy is safe, removing one that differs is unsafe.
""",
    "always",
)

STRAY_TEXT = _kind(
    "X109",
    "stray-text",
    Severity.WARNING,
    """Text stands where the format has none.

## Why it matters
Readers drop it without a word. It is often the rest of a broken comment or tag, or a value that
belongs in an attribute.

## Example
    <mass>1.5</mass>

## Use instead
    <mass value="1.5"/>

## Fix safety
Removing the text is unsafe: it may be a value that belongs somewhere else.
""",
    "always",
)

MACRO_LEFT = _kind(
    "X110",
    "macro-left",
    Severity.WARNING,
    """Macros were never expanded.

## Why it matters
`xacro:` elements, `${...}` and `$(...)` mean nothing outside the macro processor. Readers skip
the elements, take expressions in names as they stand, and refuse them where a number belongs. The
file is an input of `xacro`, not its output. Told once for a file, at the first of them; it is an
error where a number is such an expression, and where no link is left without the macros.

## Example
    <xacro:wheel name="left"/>

## Use instead
Call the file `robot.urdf.xacro`: then it is checked with what its macros make, and each fault is told
where it was written. Or expand it first, and check the result:

    bodyplan expand robot.urdf.xacro -o robot.urdf
""",
)

OUT_OF_RANGE = _kind(
    "X114",
    "out-of-range",
    Severity.ERROR,
    """A number is outside of the range that the format allows.

## Why it matters
A negative mass, a radius of 0, a colour above 1: nothing can be built from such a number. Some
parsers reject the file, others pass the number on, and the simulator behind them stops, ignores
the part, or computes nonsense. In URDF, urdfdom rejects sizes and limits that are not positive
from version 1.2 on, and drops colours outside of 0 to 1. In SDFormat, libsdformat rejects the file
where the format itself declares the bound. There the diagnostic is an error; where the parser
accepts the number, it is mostly a warning.

The ranges of all values are in the reference of each format, and in the JSON Schemas that
`bodyplan schema` prints.

## Example
    <mass value="-1.5"/>
    <color rgba="255 128 0 255"/>

## Use instead
    <mass value="1.5"/>
    <color rgba="1 0.501961 0 1"/>

## Fix safety
Clamping a share or colour that is outside by a thousandth or less is safe: it is rounding.
Dropping a minus sign, dividing a colour by 255, and converting degrees to radians are unsafe:
the number may be wrong in another way.
""",
    "sometimes",
)

TOO_NEW = _kind(
    "U003",
    "newer-feature",
    Severity.WARNING,
    """The file uses something of a newer version of the format than it declares.

## Why it matters
The reference reader goes by the declared version: under 1.0 it ignores `quat_xyzw`, and drops
the rest of a link that has a capsule; under 1.1 it ignores `acceleration`, `deceleration` and
`jerk`.

## Example
    <robot name="arm"><!-- no version means 1.0 -->
      <joint ...><origin quat_xyzw="0 0 0 1"/>

## Use instead
    <robot name="arm" version="1.1">

## Fix safety
Raising the version is unsafe: the ignored values come into force, and readers older than the
version refuse the file.
""",
    "always",
)

TOO_DEEP = _kind(
    "X005",
    "over-the-limit",
    Severity.ERROR,
    """The input is larger, deeper or denser than the reader's cap.

## Why it matters
The caps keep hostile or broken input from eating time and memory. They lie far above any real
robot; the message names the cap and its value, and `--limit NAME=VALUE` changes it.

## Example
An element with a million attributes, 100,000 nested elements, a file of 200 MB.

## Use instead
Look for the generator that ran away; or raise the cap it names.
""",
)
