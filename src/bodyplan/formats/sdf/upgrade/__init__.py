"""Conversion of SDFormat to another version, as edits of the text.

The rules of each version step change a copy of the tree. At the end, only the differences become
edits, so that comments and the layout of unchanged elements are kept.
"""

from __future__ import annotations

from bodyplan.core import collector_paused, quoted
from bodyplan.formats.converted import Change as Change
from bodyplan.formats.converted import Converted as Converted
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError, edited
from bodyplan.formats.sdf.upgrade._engine import climb, descend
from bodyplan.formats.sdf.upgrade._known import drop_unknown
from bodyplan.formats.sdf.upgrade._rule import Context
from bodyplan.formats.sdf.upgrade._rule import Frames as Frames
from bodyplan.formats.sdf.upgrade._steps import STEPS
from bodyplan.formats.sdf.upgrade._steps import TARGETS as TARGETS
from bodyplan.formats.sdf.upgrade._steps import VERSIONS as VERSIONS
from bodyplan.formats.sdf.upgrade.draft import Draft
from bodyplan.formats.sdf.upgrade.edits import edits_of
from bodyplan.spec import Version, dotted

_ROOTS = ("sdf", "gazebo")


def upgrade(document: Document, to: str | Version, *, frames: Frames | None = None) -> Converted:
    """Convert a document to a newer or older version of SDFormat, but not to one before 1.4.

    Nothing changes if the document already has this version. Parts that the other version cannot
    represent are dropped and reported as losses; ``Loss.changes_meaning`` marks losses after which
    the result describes a different robot.

    Args:
        document: an SDFormat file; it is not changed.
        to: the version to convert to, such as "1.11" or (1, 11).
        frames: the resolved frames of the document. A conversion to an older version needs them to
            express poses and axes in the frames that this version supports; without them, such
            poses and axes are losses.

    Raises:
        ValueError: the version does not exist, or files cannot be converted to it.
        EditError: the file is not SDFormat, cannot be read to its end, or has no supported version.

    Source: the conversion files and Converter.cc of libsdformat 12 and 17.
    """
    source = version_of(document)
    if source == parse_version(to):
        return Converted(document)
    target = require_target(to)
    with collector_paused():
        draft = _converted(document, source, target, frames)
        after = edited(document, edits_of(draft))
    return Converted(after, tuple(draft.changes), tuple(draft.losses))


def _converted(
    document: Document, source: Version, target: Version, frames: Frames | None
) -> Draft:
    """Return a copy of the document's tree, converted to another version."""
    draft = Draft(document)
    context = Context(draft, frames)
    if source < target:
        climb(context, [step for step in STEPS if source < step.upper <= target])
    else:
        descend(context, [step for step in reversed(STEPS) if target <= step.lower < source])
    drop_unknown(draft, source, target)
    draft.set_attribute(draft.root, "version", dotted(target))
    return draft


def version_of(document: Document) -> Version:
    """Return the version that an SDFormat file declares.

    Raises:
        EditError: the file is not SDFormat, cannot be read to its end, or has no supported version.

    Args:
        document: the document.
    """
    root, fault = document.tree.root, document.tree.fault
    if root is None or fault is not None:
        reason = "it is empty" if fault is None else fault.message
        raise EditError(f"{document.name} cannot be converted: {reason}")
    if root.tag not in _ROOTS:
        raise EditError(f"{document.name} is not an SDFormat file: its root is <{root.tag[:100]}>")
    text = root.get("version")
    if text is None:
        raise EditError(f"{document.name} has no SDFormat version; add one to its root")
    version = parse_version(text.strip())
    if version is None:
        raise EditError(
            f"{document.name} has unsupported version {quoted(text)}; supported are {_KNOWN}"
        )
    return version


def parse_version(text: str | Version) -> Version | None:
    """Return a version of SDFormat from its text, such as "1.11"; None if it does not exist."""
    if not isinstance(text, str):
        return text if text in VERSIONS else None
    return _BY_TEXT.get(text)


def require_target(to: str | Version) -> Version:
    """Return a version from its text, after a check that files can be converted to it.

    Raises:
        ValueError: the version does not exist, or files cannot be converted to it.
    """
    target = parse_version(to)
    if target is None:
        raise ValueError(f"version {_shown(to)} is not one of {_KNOWN}")
    if target not in TARGETS:
        raise ValueError(
            f"SDFormat {dotted(target)} can only be read; the oldest version to convert to is "
            f"{dotted(TARGETS[0])}"
        )
    return target


def _shown(version: str | Version) -> str:
    return quoted(version if isinstance(version, str) else ".".join(map(str, version)))


_BY_TEXT = {dotted(version): version for version in VERSIONS}
_KNOWN = f"{', '.join(list(_BY_TEXT)[:-1])} and {list(_BY_TEXT)[-1]}"
