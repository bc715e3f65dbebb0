"""The kinds of diagnostics reported when SDFormat is read: codes that begin with D.

D101 to D142 are errors that libsdformat reports, too: D104 has its number 4. Only bodyplan reports
those from D201 on.
"""

from __future__ import annotations

from typing import Literal

from bodyplan.core import replace
from bodyplan.diag import Kind, Severity, register
from bodyplan.formats.sdf.codes import reference
from bodyplan.spec import schema_kinds as spec_kinds


def _kind(
    code: str,
    name: str,
    severity: Severity,
    page: str,
    fix: Literal["always", "sometimes", "never"] = "never",
    *,
    of: int | None = None,
) -> Kind:
    error = None if of is None else reference(of)
    return register(Kind(code, name, severity, page, fix, reference=error))


MISSING_ATTRIBUTE = _kind(
    "D104",
    "sdf-missing-attribute",
    Severity.ERROR,
    """A required attribute is missing.

## Why it matters
libsdformat rejects the whole file: a link without a name, a joint without a type, a root without a
version.

## Example
    <joint name="elbow">

## Use instead
    <joint name="elbow" type="revolute">
""",
    of=4,
)

UNKNOWN_ATTRIBUTE = _kind(
    "D107",
    "sdf-unknown-attribute",
    Severity.WARNING,
    """An attribute is not defined here.

## Why it matters
libsdformat warns and ignores the attribute, so the default of a misspelt attribute applies.
bodyplan keeps the attribute in the file. Attributes with a colon in the name are custom attributes
and not reported.

## Example
    <pose relativ_to="base">0 0 1 0 0 0</pose>

## Use instead
    <pose relative_to="base">0 0 1 0 0 0</pose>

## Fix safety
Renaming to the most similar attribute is unsafe: the attribute may be an extension.
""",
    "sometimes",
    of=7,
)

MISSING_ELEMENT = _kind(
    "D108",
    "sdf-missing-element",
    Severity.ERROR,
    """A required child element without a useful default is missing.

## Why it matters
libsdformat rejects a joint without parent or child. Elsewhere it silently uses a text such as
`__default__`, and the simulator then looks for a file or a link of that name.

## Example
    <joint name="elbow" type="revolute"><parent>upper</parent></joint>

## Use instead
    <joint name="elbow" type="revolute"><parent>upper</parent><child>lower</child></joint>
""",
    of=8,
)

ELEMENT_DEPRECATED = _kind(
    "D110",
    "sdf-deprecated-element",
    Severity.WARNING,
    """An element is deprecated.

## Why it matters
It still works, but a later version removes it: `initial_position` is deprecated in 1.8 and removed
in 1.9, and `screw_thread_pitch` replaces `thread_pitch`, with another unit and sign.

## Example
    <thread_pitch>1</thread_pitch>

## Use instead
    <screw_thread_pitch>-6.283185307179586</screw_thread_pitch>
""",
    of=10,
)

UNKNOWN_ELEMENT = _kind(
    "D111",
    "sdf-unknown-element",
    Severity.WARNING,
    """An element is not defined here.

## Why it matters
libsdformat warns and ignores the element. A misspelt element has the same effect as a missing one:
the default is used. Elements with a colon in the name are custom elements and not reported; the
content of `<plugin>` is not checked.

## Example
    <link name="arm"><colision name="c">...</colision></link>

## Use instead
    <link name="arm"><collision name="c">...</collision></link>

## Fix safety
Renaming to the most similar element is unsafe: the element may be an extension.
""",
    "sometimes",
    of=11,
)

BAD_VALUE = _kind(
    "D134",
    "sdf-invalid-value",
    Severity.ERROR,
    """A value does not have the type that SDFormat defines.

## Why it matters
libsdformat rejects the file: a number that begins with a letter, a pose without six numbers, a
colour outside of 0 to 1, a boolean that is neither true nor false. bodyplan treats the value as
unknown, and never uses a part of it. The diagnostic is a warning where libsdformat accepts any
keyword and the simulator ignores an unknown one.

## Example
    <mass>1,5kg</mass>
    <pose>0 0 1</pose>

## Use instead
    <mass>1.5</mass>
    <pose>0 0 1 0 0 0</pose>

## Fix safety
Removing blanks is safe. Replacing a comma with a decimal point is unsafe: it may separate two
numbers.
""",
    "sometimes",
    of=34,
)

OUT_OF_RANGE = replace(spec_kinds.OUT_OF_RANGE, reference=reference(34))
"""The kind of diagnostic for numbers outside their range, with libsdformat's error number."""

CONVERSION_ERROR = _kind(
    "D139",
    "sdf-unsupported-version",
    Severity.ERROR,
    """The version of the file does not exist.

## Why it matters
libsdformat converts older files step by step to its own version, and has no conversion from this
one. Versions are 1.0 and 1.2 to 1.12; 1.1 was never published. bodyplan checks the rest of the file as the
newest version.

## Example
    <sdf version="1.1">

## Use instead
    <sdf version="1.12">
""",
    of=39,
)

LEFT_OVER = _kind(
    "D201",
    "sdf-trailing-text",
    Severity.WARNING,
    """The end of a value is ignored.

## Why it matters
libsdformat reads the number at the start and silently ignores the rest: `1,5` is 1, `0.5 m` is 0.5,
and a vector of four numbers is its first three. Other parsers differ.

## Example
    <mass>1,5</mass>

## Use instead
    <mass>1.5</mass>
""",
)

NEWER_FEATURE = _kind(
    "D202",
    "sdf-newer-feature",
    Severity.INFO,
    """A feature requires a newer version than the file declares.

## Why it matters
libsdformat converts a file to its own version and then accepts whatever that version has, so new
versions of libsdformat read this file. Older versions of libsdformat, which do not support
the feature, ignore it with a warning.

## Example
    <sdf version="1.6"><model name="m"><link name="l"><pose relative_to="base">

## Use instead
Declare the version that has the feature; `bodyplan convert FILE --to sdf1.9` converts the whole
file.
""",
)

ASSUMED_DEFAULT = _kind(
    "D203",
    "sdf-assumed-default",
    Severity.INFO,
    """A required element is missing, and libsdformat silently uses its default.

## Why it matters
SDFormat requires the element; libsdformat uses the default as if it were written. A world without
`<physics>` runs with the default engine and step, a plane without `<size>` is 1 m wide. Defaults
that anyone expects, such as zero, the identity, or the gravity and the atmosphere of the earth, are
not reported, nor is an axis without `<limit>`, which J101 reports. A visual or collision without
`<geometry>` is a warning: it is empty.

## Example
    <plane><normal>0 0 1</normal></plane>

## Use instead
    <plane><normal>0 0 1</normal><size>10 10</size></plane>
""",
)

OLD_ROOT = _kind(
    "D204",
    "sdf-old-root",
    Severity.ERROR,
    """The root element is `<gazebo>`, as in versions 1.0 and 1.2.

## Why it matters
Current versions of libsdformat reject the file as not being SDFormat. bodyplan reads it by the
rules of its version.

## Example
    <gazebo version="1.2">

## Use instead
    <sdf version="1.2">

## Fix safety
Renaming the root is safe: libsdformat converts the content to its own version.
""",
    "always",
    of=42,
)
