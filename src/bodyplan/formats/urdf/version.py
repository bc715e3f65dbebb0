"""The version that a URDF file declares, and the version by which it is read."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Limits, quoted
from bodyplan.diag import Fix, Kind, Severity, register
from bodyplan.formats.urdf._link import VERSIONS
from bodyplan.spec import Reading, Version, parse_version
from bodyplan.spec.recorder import Locator
from bodyplan.text import Edit

VERSION_MALFORMED = register(
    Kind(
        "U001",
        "version-malformed",
        Severity.ERROR,
        """The version is not of the form major.minor.

## Why it matters
urdfdom rejects the file. The version must be two non-negative integers separated by a point, without
any other characters.

## Example
    <robot name="arm" version="1">

## Use instead
    <robot name="arm" version="1.0">

## Fix safety
Completing an integer to `N.0` and removing spaces are safe.
""",
        fix="sometimes",
    )
)

VERSION_UNSUPPORTED = register(
    Kind(
        "U002",
        "version-unsupported",
        Severity.ERROR,
        """The version of the format is not supported.

## Why it matters
urdfdom 6 supports 1.0, 1.1 and 1.2 (older releases only 1.0, or 1.0 and 1.1) and rejects every
other version. bodyplan checks the rest of the file as the newest version.

## Example
    <robot name="arm" version="2.0">

## Use instead
    <robot name="arm" version="1.2">
""",
    )
)


def version_in_force(text: str | None) -> Version:
    """Return the version by which a URDF file is read.

    Args:
        text: the declared version. Without one (None), the result is 1.0; if it is malformed or
            unsupported, the newest version.
    """
    if text is None:
        return VERSIONS[0]
    version = parse_version(text)
    return version if version in VERSIONS else VERSIONS[-1]


def start(
    places: Locator, limits: Limits, node: Node, known_tags: Callable[[], set[str]]
) -> Reading:
    """Return the reading for a URDF file, after a check of its version.

    Args:
        places: the locations of the file.
        limits: the input limits.
        node: the root element.
        known_tags: a function that returns all tags of URDF.
    """
    text = node.get("version")
    reading = Reading(places, limits, version_in_force(text), known_tags)
    if text is not None:
        _check(reading, node, text)
    return reading


def _check(reading: Reading, node: Node, text: str) -> None:
    """Report a version that is malformed or unsupported."""
    version = parse_version(text)
    if version in VERSIONS:
        return
    *others, newest = (f"{major}.{minor}" for major, minor in VERSIONS)
    kind: Kind = VERSION_UNSUPPORTED
    message = f"unsupported URDF version {quoted(text)}"
    fix: Callable[[], Fix | None] | None = None
    if version is None:
        kind = VERSION_MALFORMED
        message = f"version {quoted(text)} is not of the form major.minor"
        for repaired in (text.strip(), f"{text.strip()}.0", text.strip().removeprefix("+")):
            if parse_version(repaired) in VERSIONS:
                fix = _version_fix(reading.places, node, repaired)
                break
    reading.add(
        kind,
        message,
        node,
        "value",
        "version",
        hint=f"use version {', '.join(others)} or {newest}",
        fix=fix,
    )


def _version_fix(places: Locator, node: Node, text: str) -> Callable[[], Fix | None]:
    def make() -> Fix | None:
        span = places.layout.attribute(node, "version")
        if span is None:
            return None
        return Fix(f"Write {text!r}", (Edit(span.value.start, span.value.end, text),))

    return make
