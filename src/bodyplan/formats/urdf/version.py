"""The version of a URDF file: what is written, what is in force."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Limits, quoted
from bodyplan.diag import Fix, Kind, Severity, register
from bodyplan.formats.urdf.common import VERSIONS
from bodyplan.spec import Reading, Version, parse_version
from bodyplan.spec.reading import Locator
from bodyplan.text import Edit

VERSION_MALFORMED = register(
    Kind(
        "U001",
        "version-malformed",
        Severity.ERROR,
        """A version that is not written as major.minor.

## Why it matters
The reference reader refuses the file. Both parts must be non-negative integers with nothing
before, between or behind but the point.

## Example
    <robot name="arm" version="1">

## Use instead
    <robot name="arm" version="1.0">

## Fix safety
Completing a whole number to `N.0` is safe, and so is dropping blanks.
""",
        fix="sometimes",
    )
)

VERSION_UNSUPPORTED = register(
    Kind(
        "U002",
        "version-unsupported",
        Severity.ERROR,
        """A version of the format that no reader knows.

## Why it matters
The reference reader knows 1.0, 1.1 and 1.2 (urdfdom 6; older releases only 1.0, or 1.0 and 1.1)
and refuses every other. The rest of the file is checked here as the newest version.

## Example
    <robot name="arm" version="2.0">

## Use instead
    <robot name="arm" version="1.2">
""",
    )
)


def version_in_force(text: str | None) -> Version:
    """The version whose rules apply: 1.0 when none is written, the newest when it is no version."""
    if text is None:
        return VERSIONS[0]
    version = parse_version(text)
    return version if version in VERSIONS else VERSIONS[-1]


def start(
    places: Locator, limits: Limits, node: Node, known_tags: Callable[[], set[str]]
) -> Reading:
    """The reading of a URDF that has just begun."""
    text = node.get("version")
    reading = Reading(places, limits, version_in_force(text), known_tags)
    if text is not None:
        _check(reading, node, text)
    return reading


def _check(reading: Reading, node: Node, text: str) -> None:
    """Reports a version that is malformed or that no reader knows."""
    version = parse_version(text)
    if version in VERSIONS:
        return
    known = ", ".join(f"{major}.{minor}" for major, minor in VERSIONS)
    kind: Kind = VERSION_UNSUPPORTED
    message = f"version {quoted(text)} is unknown"
    fix: Callable[[], Fix | None] | None = None
    if version is None:
        kind = VERSION_MALFORMED
        message = f"version {quoted(text)} is not of the form major.minor"
        for repaired in (text.strip(), f"{text.strip()}.0", text.strip().removeprefix("+")):
            if parse_version(repaired) in VERSIONS:
                fix = _version_fix(reading.places, node, repaired)
                break
    reading.add(kind, message, node, "value", "version", hint=f"known versions: {known}", fix=fix)


def _version_fix(places: Locator, node: Node, text: str) -> Callable[[], Fix | None]:
    def make() -> Fix | None:
        span = places.layout.attribute(node, "version")
        if span is None:
            return None
        return Fix(f"Write {text!r}", (Edit(span.value.start, span.value.end, text),))

    return make
