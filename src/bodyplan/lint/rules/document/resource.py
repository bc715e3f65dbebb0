"""URIs of meshes, textures and models: R101 to R113. No file is opened or downloaded."""

# ruff: noqa: ARG001  (the URIs of a robot are resolved in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from bodyplan.core import plural
from bodyplan.diag import Diagnostic, Safety, Severity
from bodyplan.lint.context import Context
from bodyplan.lint.resource_words import (
    address,
    fix_addresses,
    fix_near,
    places_tried,
    report,
    times,
    way_out,
    who,
)
from bodyplan.lint.resources import Group, groups
from bodyplan.lint.rule import rule
from bodyplan.spec import Element


@rule("R101", "resource-missing", severity="error", fix="sometimes")
def resource_missing(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh, texture or other file does not exist.

    ## Why it matters
    Parsers do not check whether the file exists, so each tool fails later, in its own way. RViz
    draws the robot without the part and logs "could not load resource"; Gazebo drops the shape, so
    that a collision is missing; MoveIt plans through it; MuJoCo and Pinocchio stop with an error.
    Each URI is reported once, at its first use; if a whole folder is missing, its files are
    reported together. If only elements for a simulator reference the URI, it is a warning.

    ## Example
        <mesh filename="package://arm_description/meshes/bsae.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    If exactly one file in another folder has this name or a similar one, the fix refers to that
    file. It is unsafe: the file may be another part. `bodyplan where` lists every path that was
    tried.
    """
    for group in groups(ctx, "missing"):
        severity = Severity.WARNING if all(one.is_kept_only for one in group.named) else None
        if group.folder and len(group.named) > 1:
            message = f"folder {address(group.folder)} not found"
            count = len(group.named)
            yield ctx.report(
                group.first.value,
                f"{who(ctx, group.first)}: {message} (for {count} files)",
                field=group.first.field or None,
                severity=severity,
                hint=partial(places_tried, ctx, group),
                fix=fix_near(ctx, group),
            )
            continue
        yield ctx.report(
            group.first.value,
            f"{who(ctx, group.first)}: {_noun(group)} {address(group.first.uri)} not found"
            f"{times(group)}",
            field=group.first.field or None,
            severity=severity,
            hint=partial(places_tried, ctx, group),
            fix=fix_near(ctx, group),
        )


@rule("R102", "package-not-found", severity="warning", fix="sometimes")
def package_not_found(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The package of a URI is not found.

    ## Why it matters
    A URI such as `package://arm_description/meshes/base.stl` can only be resolved if the package is
    found: in a sourced ROS workspace, or next to the description. The file may be correct and the
    package just not installed on this machine, so this is a warning, reported once per package.
    RViz and MoveIt show none of its meshes; Gazebo treats package:// as model:// and searches its
    own paths; Pinocchio and Drake require the folder as an argument.

    ## Example
        <mesh filename="package://arm_descripton/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    Or make the package known: source its workspace, set `ROS_PACKAGE_PATH` (ROS 1),
    `AMENT_PREFIX_PATH` (ROS 2) or `GZ_SIM_RESOURCE_PATH` (Gazebo), or put it next to the package
    of the description.

    ## Fix safety
    If the package of the description has files with these names, the fix refers to them. It is
    unsafe: they may be different files.
    """
    for group in groups(ctx, "package"):
        count, name = len(group.named), address(group.resolution.package)
        kind = "model" if group.resolution.scheme == "model" else "package"
        files = plural(count, "file")
        yield ctx.report(
            group.first.value,
            f"{who(ctx, group.first)}: {kind} {name} not found (for {files})",
            field=group.first.field or None,
            severity=Severity.INFO if all(one.is_kept_only for one in group.named) else None,
            hint=partial(way_out, group),
            fix=fix_addresses(ctx, group, "unsafe"),
            needs=f"{kind} {name}",
        )


@rule("R103", "resource-case", severity="error", fix="sometimes")
def resource_case(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A file name differs from the URI in case only.

    ## Why it matters
    On Windows and macOS, Base.STL and base.stl are the same file; on Linux they are not. The robot
    is complete on the machine that exported it, and lacks the part on the machine that runs it.

    ## Example
        <mesh filename="package://arm_description/meshes/Base.STL"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Using the spelling of the file name on disk is safe: it works on every system.
    """
    yield from _remarked(ctx, "case", "safe")


@rule("R104", "resource-backslash", severity="warning", fix="sometimes")
def resource_backslash(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    r"""A URI contains backslashes.

    ## Why it matters
    Exporters on Windows write backslashes. On other systems a backslash is an ordinary character,
    so the whole path is the name of a single file that does not exist. Slashes work on Windows too.

    ## Example
        <mesh filename="package://arm_description\meshes\base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Replacing them by slashes is safe if the file is then found, otherwise unsafe.
    """
    yield from _remarked(ctx, "backslash", "safe")


@rule("R105", "resource-absolute", severity="warning", fix="sometimes")
def resource_absolute(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A URI is only valid on one machine: an absolute path, a home folder, a drive letter.

    ## Why it matters
    The path exists on the machine of the author. On every other machine, in a container or a CI
    job, the part is missing: RViz and Gazebo leave it out, MuJoCo and Pinocchio stop. The path may
    also reveal a user name. If the file does not exist on this machine either, this is an error.

    ## Example
        <mesh filename="file:///home/Ann/ws/src/arm_description/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Referring to the same file by its package, or relative to the description, is unsafe: not every
    tool finds the package. Using another file whose path ends in the same way is unsafe too.
    """
    for group in groups(ctx, "absolute"):
        is_missing = group.resolution.path is None and bool(group.resolution.tried)
        more = "; the file does not exist" if is_missing else ""
        severity = Severity.ERROR if is_missing else None
        advice = "write package://NAME/..., or a path relative to this file"
        fix = fix_addresses(ctx, group, "unsafe")
        yield report(ctx, group, more=more, severity=severity, hint=advice, fix=fix)


@rule("R106", "resource-outside", severity="warning", fix="sometimes")
def resource_outside(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A URI leads outside its package and all allowed folders.

    ## Why it matters
    Files next to a package are not installed, archived or copied with it: the path breaks as soon
    as the package is moved. And a description from an untrusted source that reads your files,
    through `..` or a symbolic link, deserves a closer look.

    ## Example
        <mesh filename="package://arm_description/../common/meshes/bolt.stl"/>

    ## Use instead
        <mesh filename="package://common/meshes/bolt.stl"/>

    ## Fix safety
    Using the package that contains the file is unsafe: not every tool finds that package.
    """
    for group in groups(ctx, "outside"):
        remark = group.resolution.remark("symlink")
        what = "the file is outside the package of this file and the allowed folders"
        if remark is not None:
            what = "a symbolic link leads outside the allowed folders"
        elif group.resolution.path is None or "leaves" in (group.remark or ("", ""))[1]:
            what = ""
        advice = "move the file into the package of the robot"
        fix = fix_addresses(ctx, group, "unsafe")
        yield report(ctx, group, what=what, hint=advice, fix=fix)


@rule("R107", "resource-on-network", severity="warning")
def resource_on_network(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A URI refers to a file on the network.

    ## Why it matters
    RViz and MoveIt download the file each time, and wait; Gazebo supports only its own server;
    Pinocchio, MuJoCo and most Python parsers look for a local path and do not find it. The file may
    change or disappear at any time. bodyplan never downloads anything, so the file is not checked.

    ## Example
        <mesh filename="https://example.org/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>
    """
    for group in groups(ctx, "network"):
        advice = "download the file, and write package://NAME/... or a path relative to this file"
        what = "the file is on the network and is not downloaded"
        yield report(ctx, group, what=what, hint=advice)


@rule("R108", "package-renamed", severity="warning", fix="sometimes")
def package_renamed(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The package name in a URI is not the name of the package that contains the file.

    ## Why it matters
    bodyplan finds the file only because it searches the folders above the description. ROS looks up
    the exact package name in its index, so RViz, Gazebo and MoveIt do not find the file. This
    happens when a package is renamed, or unpacked from an archive. Reported once per package.

    ## Example
        <mesh filename="package://old_name/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Using the name that the package has here is unsafe: it may have the other name elsewhere.
    """
    yield from _remarked(ctx, "renamed", "unsafe")


@rule("R109", "resource-spelling", severity="warning", fix="sometimes")
def resource_spelling(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A URI is written in a form that few tools support.

    ## Why it matters
    Examples are a scheme in capitals or misspelled, one slash too few or too many, surrounding
    whitespace, percent encoding, invisible characters, and a path longer than the file system
    supports. Some tools are lenient, others look for a file of exactly that name. ROS, for example,
    finds no package name in `package:///arm_description/meshes/base.stl`. URIs with the same
    mistake are reported once.

    ## Example
        <mesh filename="package:///arm_description/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Writing the usual form is safe if it leads to the file. It is unsafe if the file is not found,
    or if the scheme is only similar to a known one.
    """
    yield from _remarked(ctx, "spelling", "safe")


@rule("R110", "resource-not-a-file", severity="error")
def resource_not_a_file(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A URI refers to a folder or a device instead of a file.

    ## Why it matters
    A folder cannot be loaded. Reading a device or a pipe may never end: a tool that opens it hangs,
    or runs out of memory.

    ## Example
        <mesh filename="package://arm_description/meshes"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>
    """
    for group in groups(ctx, "no file"):
        what = "expected a file, found a device or a pipe" if group.remark is None else ""
        yield report(ctx, group, what=what, hint="refer to a file in it" if not what else None)


@rule("R111", "resource-base", severity="warning", fix="sometimes")
def resource_base(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A relative URI is not relative to the folder of the description.

    ## Why it matters
    Most tools resolve relative URIs from the folder of the description: Drake, MuJoCo, the Python
    parsers, every converter. Pinocchio resolves them from package folders, Gazebo classic from the
    folders in an environment variable. The file is found by one tool and not by another. URIs that
    are relative to the same folder are reported once.

    ## Example
        <mesh filename="meshes/base.stl"/>, in urdf/arm.urdf next to the folder meshes

    ## Use instead
        <mesh filename="../meshes/base.stl"/>
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Writing a URI that leads to the file is unsafe: a tool with another base folder may no longer
    find it.
    """
    yield from _remarked(ctx, "base", "unsafe")


@rule("R112", "package-shadowed", severity="warning")
def package_shadowed(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """Two packages have the same name, and the first one lacks the file.

    ## Why it matters
    ROS uses the first package with a name and does not search further: an overlay with an old copy
    of the package hides the one that contains the mesh. Gazebo does search further, so the part is
    missing in one tool and present in the other.

    ## Example
        <mesh filename="package://arm_description/meshes/new_tip.stl"/>, with an older
        arm_description in the workspace that was sourced last

    ## Use instead
    One package with that name, or two that both contain the file.
    """
    yield from _remarked(ctx, "shadow", "unsafe")


@rule("R113", "resource-of-simulator", severity="info")
def resource_of_simulator(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A file belongs to Gazebo classic, which is not installed.

    ## Why it matters
    URIs that begin with `media/` refer to the data of Gazebo classic: its materials, textures and
    models. Gazebo classic finds them through `GAZEBO_RESOURCE_PATH`; no other tool does. It reached
    its end of life in 2025, and its successor has no such files. Reported once per file.

    ## Example
        <uri>file://media/materials/scripts/gazebo.material</uri>

    ## Use instead
    Colours in the description itself: `<material><color rgba="0.2 0.2 0.2 1"/></material>`.
    """
    yield from _remarked(ctx, "simulator", "unsafe")


_ADVICE = {
    "spelling": "write package://NAME/..., or a path relative to this file",
    "shadow": "remove one of the packages: ROS only searches the first one",
    "simulator": "replace it: no other tool finds it",
}
"""Hints for URIs without a known correction."""


def _remarked(
    ctx: Context,
    topic: Literal["case", "backslash", "renamed", "spelling", "base", "shadow", "simulator"],
    safety: Safety,
) -> Iterator[Diagnostic]:
    """Report the URIs with problems of one topic, with fixes that write the corrected URIs."""
    for group in groups(ctx, topic):
        grade: Safety = safety if _is_certain(group) else "unsafe"
        fix = fix_addresses(ctx, group, grade)
        yield report(ctx, group, hint=_ADVICE.get(topic), fix=fix)


def _is_certain(group: Group) -> bool:
    """Return whether every file was found, so that the corrected URIs are certain."""
    return all(one.resolution.path is not None for one in group.named)


def _noun(group: Group) -> str:
    """Return the noun for the first URI: "mesh", "texture" or "file"."""
    use = group.first
    if use.field == "texture":
        return "texture"
    return "mesh" if type(use.value).__name__ == "Mesh" else "file"
