"""The kinds of diagnostics that are derived from declarations: rules X101 and up, and U003."""

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
Parsers ignore unknown elements silently, so a misspelled element has the same effect as a missing
one. [Vendor extensions](../formats/extensions.md) and elements with a declared namespace prefix are
not reported. The element stays in the file and is available as `value.extra.elements`. Directly inside `<ros2_control>` it is an error,
because the parser of that block rejects unknown elements.

## Example
    <link name="arm"><colision>...</colision></link>

## Use instead
    <link name="arm"><collision>...</collision></link>

## Fix safety
Renaming to the most similar known name is unsafe: the element may be an extension.
""",
    "sometimes",
)

UNKNOWN_ATTRIBUTE = _kind(
    "X102",
    "unknown-attribute",
    Severity.INFO,
    """The format does not define this attribute.

## Why it matters
Parsers ignore unknown attributes silently, so a misspelled attribute keeps its default. The
attribute stays in the file and is available as `value.extra.attributes`. [Vendor
extensions](../formats/extensions.md) and attributes with a declared namespace prefix are not
reported.

## Example
    <limit lower="-1" uper="1" effort="10" velocity="1"/>

## Use instead
    <limit lower="-1" upper="1" effort="10" velocity="1"/>

## Fix safety
Renaming to the most similar known name is unsafe: the attribute may be an extension.
""",
    "sometimes",
)

MISSING_ATTRIBUTE = _kind(
    "X103",
    "missing-attribute",
    Severity.ERROR,
    """A required attribute is missing.

## Why it matters
urdfdom rejects a joint with a missing attribute, and skips the rest of a link. bodyplan reads a
missing value as unknown (`nan`, or an empty name) and never invents one.

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
    """A required child element is missing.

## Why it matters
urdfdom rejects a joint without parent or child, and skips the rest of a link whose visual has no
geometry or whose inertial has no mass.

## Example
    <visual><origin xyz="0 0 1"/></visual>

## Use instead
    <visual><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></visual>
""",
)

INVALID_NUMBER = _kind(
    "X105",
    "invalid-number",
    Severity.ERROR,
    """A value is not a number: decimal comma, hexadecimal, nan, inf, out of range, trailing text.

## Why it matters
urdfdom accepts only decimal numbers with a decimal point. Anything after the number, even a space
or a unit, makes it reject the joint or skip the rest of the link. bodyplan reads the whole value as
unknown, even if a part of it is valid.

## Example
    <mass value="1,5"/>

## Use instead
    <mass value="1.5"/>

## Fix safety
Removing spaces around a number is safe. Replacing a comma by a decimal point is unsafe: the comma
may separate thousands, or two numbers.
""",
    "sometimes",
)

WRONG_COUNT = _kind(
    "X106",
    "wrong-count",
    Severity.ERROR,
    """A list has too many or too few numbers.

## Why it matters
Positions, angles and sizes are exactly three numbers, colours and quaternions four, separated by
spaces. urdfdom rejects positions with another count, and silently ignores such colours.

## Example
    <origin xyz="0 0.1"/>

## Use instead
    <origin xyz="0 0.1 0"/>

## Fix safety
Replacing commas by spaces is unsafe: a comma may be meant as a decimal point. There is no fix for a
missing or extra number.
""",
    "sometimes",
)

INVALID_VALUE = _kind(
    "X107",
    "invalid-value",
    Severity.ERROR,
    """A value is not one of the allowed keywords.

## Why it matters
Keywords are case-sensitive. urdfdom rejects a file with an unknown joint type.

## Example
    <joint name="elbow" type="Revolute">

## Use instead
    <joint name="elbow" type="revolute">

## Fix safety
Changing only the case is safe; replacing the value by the most similar keyword is unsafe.
""",
    "sometimes",
)

DUPLICATE_ELEMENT = _kind(
    "X108",
    "duplicate-element",
    Severity.WARNING,
    """An element is repeated although only one is allowed.

## Why it matters
urdfdom uses the first element and silently ignores the others; other parsers use the last. Two
tools can therefore load two different robots from the same file.

## Example
    <inertial>
      <mass value="1"/>
      <mass value="2"/>

## Use instead
    <inertial>
      <mass value="2"/>

## Fix safety
Removing an exact copy is safe; removing an element that differs is unsafe.
""",
    "always",
)

STRAY_TEXT = _kind(
    "X109",
    "stray-text",
    Severity.WARNING,
    """An element contains text although the format allows none.

## Why it matters
Parsers ignore it silently. It is often the rest of a broken comment or tag, or a value that belongs
in an attribute.

## Example
    <mass>1.5</mass>

## Use instead
    <mass value="1.5"/>

## Fix safety
Removing the text is unsafe: it may be a value that belongs elsewhere.
""",
    "always",
)

UNEXPANDED_XACRO = _kind(
    "X110",
    "unexpanded-xacro",
    Severity.WARNING,
    """The file contains xacro macros or expressions that have not been expanded.

## Why it matters
`xacro:` elements, `${...}` and `$(...)` have no meaning in URDF. urdfdom ignores the elements,
accepts expressions as names, and rejects them as numbers. The file is the input of xacro, not its
output. There is one diagnostic per file, at the first macro or expression. It is an error if a number is such
an expression, or if the file has no link without the macros. It is a hint if there are only
definitions that nothing uses, such as `<xacro:property>`: ignoring them changes nothing.

## Example
    <xacro:wheel name="left"/>

## Use instead
Name the file `robot.urdf.xacro`: then bodyplan expands it, and reports each problem where it was
written. Or expand the file first and check the result:

    bodyplan expand robot.urdf.xacro -o robot.urdf
""",
)

OUT_OF_RANGE = _kind(
    "X114",
    "out-of-range",
    Severity.ERROR,
    """A number is outside the range that the format allows.

## Why it matters
A negative mass, a radius of 0 or a colour above 1 is not physically possible. Some parsers reject
the file; others pass the number on, and the simulator stops, ignores the part, or computes wrong
results. urdfdom rejects sizes and limits that are not positive in files of version 1.2 or later,
and drops colours outside 0 to 1. libsdformat rejects files that violate a bound of the format
itself. These cases are errors; where the parser accepts the number, the diagnostic is usually a
warning.

The ranges of all values are in the reference of each format, and in the JSON Schemas that
`bodyplan schema` prints.

## Example
    <mass value="-1.5"/>
    <color rgba="255 128 0 255"/>

## Use instead
    <mass value="1.5"/>
    <color rgba="1 0.501961 0 1"/>

## Fix safety
Clamping a fraction or colour that exceeds the range by at most 0.001 is safe: it is a rounding
error. Removing a minus sign, dividing a colour by 255 and converting degrees to radians are unsafe:
the number may be wrong in another way.
""",
    "sometimes",
)

NEWER_FEATURE = _kind(
    "U003",
    "newer-feature",
    Severity.WARNING,
    """The file uses a feature of a newer version of the format than it declares.

## Why it matters
urdfdom applies the declared version: in a file of version 1.0 it ignores `quat_xyzw`, and skips the
rest of a link that has a capsule; in a file of version 1.1 it ignores `acceleration`,
`deceleration` and `jerk`.

## Example
    <robot name="arm"><!-- no version means 1.0 -->
      <joint ...><origin quat_xyzw="0 0 0 1"/>

## Use instead
    <robot name="arm" version="1.1">

## Fix safety
Raising the version is unsafe: values that were ignored take effect, and parsers older than the
version reject the file.
""",
    "always",
)

INPUT_LIMIT = _kind(
    "X005",
    "input-limit",
    Severity.ERROR,
    """The input exceeds an input limit.

## Why it matters
Input limits keep malicious or broken files from using excessive time and memory. They are far above
any real robot. The message names the limit and its value; `--limit NAME=VALUE` changes it.

## Example
An element with a million attributes, 100,000 nested elements, a file of 200 MB.

## Use instead
Correct the generator that wrote the file, or raise the limit.
""",
)
