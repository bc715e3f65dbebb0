"""The kinds of fault that reading SDFormat finds: family D.

D101 to D142 are the errors of the reference reader, by its numbers; from D201 on are our own.
"""

from __future__ import annotations

from typing import Literal

from bodyplan.core import replace
from bodyplan.diag import Kind, Severity, register
from bodyplan.formats.sdf.codes import reference
from bodyplan.spec import kinds as spec_kinds


def _kind(
    code: str,
    name: str,
    severity: Severity,
    page: str,
    fix: Literal["always", "sometimes", "never"] = "never",
    *,
    of: int | None = None,
) -> Kind:
    told = None if of is None else reference(of)
    return register(Kind(code, name, severity, page, fix, reference=told))


MISSING_ATTRIBUTE = _kind(
    "D104",
    "sdf-missing-attribute",
    Severity.ERROR,
    """A required attribute is not there.

## Why it matters
The reference reader refuses the whole file: a link without a name, a joint without a type, a root
without a version.

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
    """The format does not define this attribute here.

## Why it matters
The reference reader warns and goes on without it, so a misspelt attribute leaves its default in
force. It stays in the file. Attributes with a colon in the name are a user's own, and not told.

## Example
    <pose relativ_to="base">0 0 1 0 0 0</pose>

## Use instead
    <pose relative_to="base">0 0 1 0 0 0</pose>

## Fix safety
Renaming to the nearest known name is unsafe: the attribute may be an extension.
""",
    "sometimes",
    of=7,
)

MISSING_ELEMENT = _kind(
    "D108",
    "sdf-missing-element",
    Severity.ERROR,
    """A required child element is not there, and nothing sensible stands for it.

## Why it matters
The reference reader refuses a joint without parent or child. Elsewhere it puts in a text such as
`__default__` without a word, and the simulator then looks for a file or a link of that name.

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
    """The format advises against this element.

## Why it matters
It still counts, but a later version drops it: `initial_position` in 1.8 is gone in 1.9, and
`thread_pitch` has given way to `screw_thread_pitch`, with another unit and sign.

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
    """The format does not define this element here.

## Why it matters
The reference reader warns and keeps it without a meaning. A misspelt element is the same as a
missing one: the default holds. Elements with a colon in the name are a user's own, and not told;
what stands inside `<plugin>` is free.

## Example
    <link name="arm"><colision name="c">...</colision></link>

## Use instead
    <link name="arm"><collision name="c">...</collision></link>

## Fix safety
Renaming to the nearest known name is unsafe: the element may be an extension.
""",
    "sometimes",
    of=11,
)

BAD_VALUE = _kind(
    "D134",
    "sdf-bad-value",
    Severity.ERROR,
    """A value does not read as what the format says it is.

## Why it matters
The reference reader refuses the file: a number that begins with a letter, a pose without six
numbers, a colour outside 0 to 1, a truth value that is neither true nor false. Here the value
reads as unknown, never as half of what is written. It is a warning where libsdformat accepts any
keyword and the simulator behind it ignores an unknown one.

## Example
    <mass>1,5kg</mass>
    <pose>0 0 1</pose>

## Use instead
    <mass>1.5</mass>
    <pose>0 0 1 0 0 0</pose>

## Fix safety
Removing blanks is safe. Turning a comma into a point is unsafe: it may have separated two numbers.
""",
    "sometimes",
    of=34,
)

OUT_OF_RANGE = replace(spec_kinds.OUT_OF_RANGE, reference=reference(34))
"""The same code as elsewhere, where libsdformat rejects the number."""

CONVERSION_ERROR = _kind(
    "D139",
    "sdf-unknown-version",
    Severity.ERROR,
    """The version of the file is none that the format has.

## Why it matters
Readers bring older files to their own version step by step, and know no way from this one. There
are 1.0 and 1.2 to 1.12, and no 1.1. The rest of the file is checked here as the newest version.

## Example
    <sdf version="1.1">

## Use instead
    <sdf version="1.12">
""",
    of=39,
)

LEFT_OVER = _kind(
    "D201",
    "sdf-ignored-rest",
    Severity.WARNING,
    """A value is read up to a point, and the rest of its text is ignored.

## Why it matters
The reference reader takes the number at the start and drops what follows without a word: `1,5`
is 1, `0.5 m` is 0.5, and a vector of four numbers is its first three. Other readers differ.

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
    """The file uses something of a newer version of the format than it declares.

## Why it matters
Readers bring a file to their own version and then take whatever that version has, so this one is
read by new readers. A reader of the declared version ignores it with a warning.

## Example
    <sdf version="1.6"><model name="m"><link name="l"><pose relative_to="base">

## Use instead
Declare the version that has it; `bodyplan convert FILE --to sdf1.9` brings the whole file there.
""",
)

ASSUMED_DEFAULT = _kind(
    "D203",
    "sdf-assumed-default",
    Severity.INFO,
    """A required element is missing, and readers take its default without a word.

## Why it matters
The format asks for it; the reference reader puts in the default as if it stood there. A world
without `<physics>` runs with the default engine and step, an axis without `<limit>` is unlimited.

## Example
    <axis><xyz>0 0 1</xyz></axis>

## Use instead
    <axis><xyz>0 0 1</xyz><limit><lower>-1.57</lower><upper>1.57</upper></limit></axis>
""",
)

OLD_ROOT = _kind(
    "D204",
    "sdf-old-root",
    Severity.ERROR,
    """The root is `<gazebo>`, as in versions 1.0 and 1.2.

## Why it matters
Today's readers refuse the file and say that it is no SDFormat. Here it is read by the rules of
its version.

## Example
    <gazebo version="1.2">

## Use instead
    <sdf version="1.2">

## Fix safety
Renaming the root is safe: readers know how to bring the content to their own version.
""",
    "always",
    of=42,
)
