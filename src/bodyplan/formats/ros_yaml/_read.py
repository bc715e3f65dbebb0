"""Parsing of ROS parameter files (YAML) into documents. No content raises an exception."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bodyplan.core import DEFAULT_LIMITS, Limits, shown
from bodyplan.diag import Diagnostic
from bodyplan.formats.ros_yaml import _parameter_kinds as kinds
from bodyplan.formats.ros_yaml._document import SettingsDocument, where_in
from bodyplan.formats.ros_yaml._forms import read_root
from bodyplan.formats.ros_yaml._reading import Settings, Spot
from bodyplan.formats.ros_yaml.nodes import Composed, Mapping, compose
from bodyplan.formats.source import Readable, open_input
from bodyplan.text import Fault, Source, Span


class SettingsFormat(NamedTuple):
    """A kind of ROS parameter file: its name and what it contains."""

    name: str
    meaning: str


FORMATS = (
    SettingsFormat("joint_limits", "limits of joints for planning"),
    SettingsFormat("controllers", "controllers of ros2_control or ros_control"),
    SettingsFormat("moveit_controllers", "controllers that MoveIt sends trajectories to"),
    SettingsFormat("kinematics", "kinematics solvers of the groups"),
)

_KINDS = {"syntax": kinds.SYNTAX, "duplicate": kinds.DUPLICATE_KEY, "limit": kinds.OVER_LIMIT}


def read_settings(source: Readable, *, limits: Limits = DEFAULT_LIMITS) -> SettingsDocument:
    """Read a ROS parameter file; problems in its content become diagnostics of the document.

    Args:
        source: a path, bytes, an open file, or "-" for standard input.
        limits: the input limits.

    Raises:
        InputError: the source cannot be opened; never because of its content.
    """
    given = open_input(source, limits)
    return read_settings_bytes(given.data, given.name, path=given.path, limits=limits)


def read_settings_bytes(
    data: bytes, name: str, *, path: Path | None = None, limits: Limits = DEFAULT_LIMITS
) -> SettingsDocument:
    """Read a ROS parameter file from bytes; see ``read_settings``.

    Args:
        data: the bytes of the file.
        name: the name of the document in messages.
        path: the file that the bytes come from, if any.
        limits: the input limits.
    """
    source = Source(data, name)
    composed = compose(source.text)
    settings = Settings(source)
    settings.is_broken_off = composed.is_broken_off
    for fault in composed.faults:
        settings.add(_KINDS[fault.kind], fault.message, Span(fault.start, fault.end))
    first = next((fault for fault in composed.faults if fault.kind != "duplicate"), None)
    root, format_ = None, None
    if isinstance(composed.root, Mapping):
        format_, root = read_root(settings, Spot(composed.root, None, ""))
    if root is None and first is None:
        settings.found.insert(0, _not_settings(source, composed))
    document = SettingsDocument(
        source,
        reader=_read_again,
        format=format_,
        root=root,
        entries=settings.entries,
        fault=None if first is None else Fault("syntax", first.message, 0),
        limits=limits,
        path=path,
    )
    if getattr(root, "ros2", False):
        for span in composed.aliases[:1]:
            settings.add(kinds.ALIAS, "alias: the parameter parser of ROS 2 rejects aliases", span)
    document.diagnostics = tuple(_one_for_all(settings.found)[: limits.max_diagnostics])
    return document


def _one_for_all(found: list[Diagnostic]) -> list[Diagnostic]:
    """Merge the diagnostics about integers that need a decimal point into one; keep all others."""
    whole = [one for one in found if one.kind is kinds.WHOLE_NUMBER]
    if len(whole) < 2:
        return found
    first = whole[0].and_others(len(whole) - 1, "in this file")
    return [
        first if one is whole[0] else one
        for one in found
        if one is whole[0] or one.kind is not kinds.WHOLE_NUMBER
    ]


def _read_again(
    data: bytes,
    name: str,
    *,
    path: Path | None,
    format: str | None,  # noqa: A002, ARG001  (detected from the keys)
    limits: Limits,
) -> SettingsDocument:
    return read_settings_bytes(data, name, path=path, limits=limits)


def _not_settings(source: Source, composed: Composed) -> Diagnostic:
    """Return the diagnostic for a file that is not a known kind of ROS parameter file."""
    what = "an empty file" if composed.root is None else "YAML without keys at the top level"
    if isinstance(composed.root, Mapping):
        keys = [repr(shown(key.text, 40)) for key, _ in composed.root.items]
        more = ", ..." if len(keys) > 3 else ""
        what = f"YAML with {', '.join(keys[:3])}{more}" if keys else "an empty mapping"
    names = ", ".join(form.name for form in FORMATS)
    return Diagnostic(
        kinds.NOT_SETTINGS,
        f"this is {what}, not a known ROS 2 parameter file",
        lambda: where_in(source, Span(0, 0), "/"),
        hint=f"known files are {names}",
    )
