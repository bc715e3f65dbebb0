"""Messages, hints and fixes of diagnostics about URIs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from bodyplan.core import shown
from bodyplan.core.names import is_alike
from bodyplan.diag import Diagnostic, Safety, Severity
from bodyplan.files.opener import is_within
from bodyplan.formats.registry import FORMATS
from bodyplan.formats.resources import NamedResource, address_edits
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import choice
from bodyplan.lint.resources import CheckedResource, Group, base_of, entries_in
from bodyplan.spec import Raw
from bodyplan.text import Edit

_MOST_PLACES = 3  # maximum number of searched locations in a hint; `bodyplan where` shows all
_OF_DESCRIPTIONS = frozenset((*FORMATS, "robot", "robots", "model", "models", "description"))
"""Names of folders that describe the kind of their files, not the robot."""
_OF_MESHES = frozenset(("mesh", "meshes", "visual", "collision", "materials", "textures"))
_ENDINGS = (".urdf", ".xacro", ".sdf")
_ABOVE = "not found in any of them"


def who(ctx: Context, use: NamedResource) -> str:
    """Return the part of the robot that references a URI: "visual of link 'base'"."""
    value = use.value
    if isinstance(value, Raw):
        return f"<{value.tag}>"
    name = getattr(value, "name", "")
    if ctx.document.format != "sdf" and value.TAG == "material" and name:
        return f"material {name!r}"
    return ctx.describe(value)


def address(uri: str) -> str:
    """Return a URI in quotes, shortened if it is too long, with invisible characters escaped."""
    text = shown(uri, 120)
    return f"'{text}'" if text.isprintable() and "'" not in text else repr(text)


def times(group: Group) -> str:
    """Return the number of other URIs, " (and 4 others)", or of references, " (3 times)".

    The text is empty for a single reference.
    """
    if len(group.named) > 1:
        others = len(group.named) - 1
        return f" (and {others} other{'s' if others > 1 else ''})"
    count = len(group.named[0].uses)
    return f" ({count} times)" if count > 1 else ""


def report(
    ctx: Context,
    group: Group,
    *,
    what: str = "",
    more: str = "",
    severity: Severity | None = None,
    hint: str | None = None,
    fix: FixMaker | None = None,
) -> Diagnostic:
    """Return a diagnostic about URIs, at the first location of the first URI.

    Args:
        ctx: the context of the running rule.
        group: the URIs.
        what: the problem; by default, the text of the group's remark.
        more: text that is appended to ``what``.
        severity: replaces the severity of the rule.
        hint: the hint if the correct URI is unknown.
        fix: writes the correct URIs.
    """
    if not what and group.remark is not None:
        what = group.remark.detail
    right = _right(group.named[0])
    return ctx.report(
        group.first.value,
        f"{who(ctx, group.first)} refers to {address(group.first.uri)}{times(group)}: {what}{more}",
        field=group.first.field or None,
        severity=severity,
        hint=hint if right is None else f"write {address(right)}",
        fix=fix,
    )


# What is missing


def places_tried(ctx: Context, group: Group) -> str | None:
    """Return a hint for the first missing file: the searched locations, and similar files.

    If the file exists and must not be used, the hint is the reason.
    """
    named = group.named[0]
    words: list[str] = []
    refused = named.resolution.remark("refused")
    if refused is not None:
        return refused.detail
    looked = list(dict.fromkeys(_looked_at(ctx, named)))
    if looked:
        rest = len(looked) - _MOST_PLACES
        more = f" and {rest}more location{'s' if rest > 1 else ''}" if rest > 0 else ""
        words.append(f"searched {', '.join(looked[:_MOST_PLACES])}{more}")
    right = elsewhere(named)
    if right is not None or named.resolution.near:
        names = named.resolution.near if right is None else [right]
        words.append(f"did you mean {choice(names)}?")
    return "; ".join(words) or None


def elsewhere(named: CheckedResource) -> str | None:
    """Return the URI of the only file with the same name as a missing file; None if not unique."""
    remark = named.resolution.remark("elsewhere")
    return None if remark is None else remark.suggestion


def _looked_at(ctx: Context, named: CheckedResource) -> Iterator[str]:
    """Yield the paths at which a file was expected."""
    resolution, base = named.resolution, base_of(ctx)
    name = PurePosixPath(resolution.uri.strip().replace("\\", "/")).name
    for place in resolution.tried:
        if place.path.name == name and place.outcome != _ABOVE:
            refused = "" if place.outcome.startswith("no such ") else f" ({place.outcome})"
            path = _short(place.path, base)
            yield f"{path if path.isprintable() else repr(path)}{refused}"


def _short(path: Path, base: str | None) -> str:
    """Return a path relative to the folder ``base`` if that is shorter."""
    text = str(path)
    if base is None:
        return text
    try:
        inner = os.path.relpath(text, base)
    except ValueError:  # the two paths are on different drives
        return text
    return min(inner, text, key=len)


def way_out(group: Group) -> str:
    """Return the hint for a package that was not found."""
    resolution = group.resolution
    refused = resolution.remark("refused")
    if refused is not None:
        return refused.detail
    if resolution.near:
        return f"did you mean {choice(resolution.near)}?"
    right = elsewhere(group.named[0])
    if right is not None:
        return f"the file may be {address(right)}"
    is_model = resolution.scheme == "model"
    variables = "GZ_SIM_RESOURCE_PATH" if is_model else "ROS_PACKAGE_PATH or AMENT_PREFIX_PATH"
    name = resolution.package if resolution.package.isprintable() else "NAME"
    return (
        f"name its folder with --package {name}=PATH or {variables}; "
        "`bodyplan where` lists every location searched"
    )


# Fixes


def fix_addresses(ctx: Context, group: Group, safety: Safety) -> FixMaker | None:
    """Return a fix that corrects the URIs whose correction is known; None if no correction is."""
    find = elsewhere if group.topic == "package" else _right
    rights = [(one, right) for one in group.named if (right := find(one)) is not None]
    if group.topic == "package":
        rights = [pair for pair in rights if _is_of_this_robot(ctx, pair[0].uri, pair[1])]
    if not rights:
        return None
    if safety == "safe" and any(one.resolution.remark("package") for one, _ in rights):
        safety = "unsafe"  # the fix also changes the package
    title = f"Write {address(rights[0][1])}"
    if len(rights) > 1:
        title = f"{title} and {len(rights) - 1} more"

    def edits() -> Iterator[Edit]:
        for one, right in rights:
            yield from _edits(ctx, one, right)

    return ctx.fix(title, safety, edits)


def fix_near(ctx: Context, group: Group) -> FixMaker | None:
    """Return a fix that replaces each URI by the only similar one; None if one is not unique."""
    rights = [(one, right) for one in group.named if (right := _only_near(ctx, one)) is not None]
    if len(rights) < len(group.named):
        return None
    title = f"Write {address(rights[0][1])}"
    if len(rights) > 1:
        title = f"{title} and {len(rights) - 1} more"
    return ctx.fix(
        title, "unsafe", lambda: [e for one, right in rights for e in _edits(ctx, one, right)]
    )


def _only_near(ctx: Context, named: CheckedResource) -> str | None:
    """Return the URI of the only similar file, if it belongs to this robot."""
    resolution = named.resolution
    right = elsewhere(named)
    if right is None and len(resolution.near) == 1 and not resolution.near[0].endswith("/"):
        if resolution.scheme in {"package", "model"}:
            right = f"{resolution.scheme}://{resolution.package}/{resolution.near[0]}"
        elif resolution.scheme == "relative":
            right = resolution.near[0]
    if right is None or not _is_nearby(named.uri, right):
        return None
    return right if _is_of_this_robot(ctx, named.uri, right) else None


def _is_nearby(uri: str, other: str) -> bool:
    """Return whether the folders of two URIs suggest that they belong to the same robot.

    They do if the second file is in or below the folder of the first, or if the folders that differ
    have similar names.
    """
    wanted, found = _folders(uri), _folders(other)
    while wanted and found and wanted[0] == found[0]:
        wanted, found = wanted[1:], found[1:]
    return all(any(is_alike(name, other) for other in found) for name in wanted)


def _is_of_this_robot(ctx: Context, uri: str, other: str) -> bool:
    """Return whether a file may belong to the robot of the document, not to another robot.

    Such a file is in the folder of the robot, or in a folder outside of it that the URI names.
    """
    base = base_of(ctx)
    if base is None:
        return False
    resources = ctx.document.resources or ctx.resources
    path = resources.resolve(other, base=base).path
    if path is None:
        return False
    own, folder = _own_folder(base), os.path.normpath(path.parent)
    wanted, found = _folders(uri), _folders(other)
    while wanted and found and wanted[0] == found[0]:
        wanted, found = wanted[1:], found[1:]
    for _ in found:  # go up to the folder that both paths have in common
        folder = os.path.dirname(folder)
    if is_within(own, folder) and not is_within(os.path.normpath(path), own):
        return False
    return not _other_robots(ctx, base).intersection(found)


def _own_folder(base: str) -> str:
    """Return the nearest folder, from ``base`` upwards, not named `urdf`, `robots` or similar."""
    folder = base
    while os.path.basename(folder).casefold() in _OF_DESCRIPTIONS:
        folder = os.path.dirname(folder)
    return folder


def _other_robots(ctx: Context, base: str) -> set[str]:
    """Return the names of other descriptions in a folder, and of folders next to the robot's."""
    own = PurePosixPath(ctx.document.name).name
    names = {name.casefold() for name in entries_in(base, "file") if name != own}
    found = {name.partition(".")[0] for name in names if name.endswith(_ENDINGS)}
    outer, folder = os.path.split(_own_folder(base))
    beside = {name.casefold() for name in entries_in(outer, "folder") if name != folder}
    return found | (beside - _OF_MESHES)


def _folders(uri: str) -> list[str]:
    path = uri.strip().replace("\\", "/").partition("://")[2] or uri
    return [part.casefold() for part in path.split("/")[:-1] if part not in {"", ".", ".."}]


def _right(named: CheckedResource) -> str | None:
    right = named.resolution.suggestion
    return right if right != named.uri else None


def _edits(ctx: Context, named: CheckedResource, right: str) -> Iterator[Edit]:
    """Yield the edits that replace a URI everywhere."""
    for use in named.uses:
        yield from address_edits(ctx.document, use, right)
