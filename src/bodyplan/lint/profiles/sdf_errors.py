"""The kinds of diagnostics, by the error numbers of libsdformat."""

from __future__ import annotations

from functools import cache, partial

from bodyplan.diag import Diagnostic, Kind, Severity, register
from bodyplan.diag.kind import kinds
from bodyplan.formats.document import Document
from bodyplan.lint.rule import rules

NOT_JUDGED = register(
    Kind(
        "D901",
        "drake-reads-urdf",
        Severity.INFO,
        """The profile drake has no verdict on a URDF file.

## Why it matters
Drake reads URDF with another parser, which the profile drake does not cover. For URDF files, use
the profile urdfdom, or the profile libsdformat, which names the links that Gazebo drops.

## Example
    bodyplan check --profile drake arm.urdf

## Use instead
    bodyplan check --profile libsdformat arm.urdf
""",
    )
)


def not_judged(document: Document) -> Diagnostic:
    """Return the diagnostic that the profile has no verdict on a URDF file."""
    place = partial(document.places.where, document.tree.root)
    return Diagnostic(
        NOT_JUDGED, "this is a URDF file, for which the profile has no verdict", place
    )


@cache
def _by_number() -> dict[int, Kind]:
    rules("sdf")  # loading the rules declares their kinds
    found: dict[int, Kind] = {}
    for code, kind in kinds().items():
        if code.startswith("D1") and kind.reference is not None:
            found[kind.reference[0]] = kind
    return found


def reference_error(number: int) -> Kind:
    """Return the kind of diagnostic for a libsdformat error.

    Args:
        number: the number of the error in the newest version of libsdformat.
    """
    return _by_number()[number]
