"""The kinds of finding by the numbers of the errors that the library tells."""

from __future__ import annotations

from functools import cache

from bodyplan.diag import Kind, Severity, register
from bodyplan.diag.kind import kinds
from bodyplan.lint.rule import rules

NOT_JUDGED = register(
    Kind(
        "D901",
        "libsdformat-reads-urdf",
        Severity.INFO,
        """libsdformat reads this URDF too, but its verdict on it is not given here.

## Why it matters
The library turns a file whose root is `<robot>` into SDFormat as it reads it, by rules of its own:
links without mass are left out, fixed joints are merged. The profile of libsdformat judges files
in SDFormat; that of urdfdom judges URDF.

## Example
    bodyplan check --profile libsdformat arm.urdf

## Use instead
    bodyplan check --profile urdfdom arm.urdf
""",
    )
)


@cache
def _by_number() -> dict[int, Kind]:
    rules("sdf")  # their modules declare their kinds
    found: dict[int, Kind] = {}
    for code, kind in kinds().items():
        if code.startswith("D1") and kind.reference is not None:
            found[kind.reference[0]] = kind
    return found


def reference_error(number: int) -> Kind:
    """The kind of finding that stands for an error of the library.

    Args:
        number: in the newest version of the library.
    """
    return _by_number()[number]
