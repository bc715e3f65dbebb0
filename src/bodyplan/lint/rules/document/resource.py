"""Files and packages that are not where the robot says: R10x. Nothing is opened or fetched."""

# ruff: noqa: ARG001  (the addresses of a robot are looked up in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

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
    """A mesh or texture is not where its address leads.

    ## Why it matters
    Every tool learns it late, and in its own way. RViz draws the robot without the part and names
    the address in its log, as "could not load resource"; Gazebo drops the shape, so that a
    collision is simply not there; MoveIt plans through it; MuJoCo and Pinocchio stop with an
    error. The readers of the description itself never look. Each address is told once, at its
    first place; where a whole folder is not there, its files are told together. What only content
    for a simulator names, is a warning.

    ## Example
        <mesh filename="package://arm_description/meshes/bsae.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Where exactly one file has the name in another folder, or a name much like it, writing that
    is unsafe: it may be another part. `bodyplan where` shows every place that was tried.
    """
    for group in groups(ctx, "missing"):
        severity = Severity.WARNING if all(one.is_kept_only for one in group.named) else None
        if group.folder and len(group.named) > 1:
            message = f"there is no folder {address(group.folder)}"
            count = len(group.named)
            yield ctx.report(
                group.first.value,
                f"{who(ctx, group.first)}: {message}, where {count} files should be",
                field=group.first.field or None,
                severity=severity,
                hint=partial(places_tried, ctx, group),
            )
            continue
        yield ctx.report(
            group.first.value,
            f"{who(ctx, group.first)}: there is no file {address(group.first.uri)}{times(group)}",
            field=group.first.field or None,
            severity=severity,
            hint=partial(places_tried, ctx, group),
            fix=fix_near(ctx, group),
        )


@rule("R102", "package-not-found", severity="warning", fix="sometimes")
def package_not_found(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The package that files are to come from is nowhere to be found.

    ## Why it matters
    An address such as package://arm_description/meshes/base.stl leads somewhere only where the
    package is known: in a sourced workspace of ROS, or beside the description. The file may be
    right and this machine lack the package, so it is a warning, once for each package. RViz and
    MoveIt then know no mesh of it, Gazebo reads model:// for package:// and looks along paths of
    its own, Pinocchio and Drake need the folder as an argument.

    ## Example
        <mesh filename="package://arm_descripton/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    Or say where the package is: source its workspace, set `ROS_PACKAGE_PATH` (ROS 1),
    `AMENT_PREFIX_PATH` (ROS 2) or `GZ_SIM_RESOURCE_PATH` (Gazebo), or put it beside the package
    of the description.

    ## Fix safety
    Where the package of the description has the files, naming them there is unsafe: they may
    only be called alike.
    """
    for group in groups(ctx, "package"):
        count, name = len(group.named), address(group.resolution.package)
        kind = "model" if group.resolution.scheme == "model" else "package"
        files = "a file" if count == 1 else f"{count} files"
        yield ctx.report(
            group.first.value,
            f"{who(ctx, group.first)}: the {kind} {name} is not found; {files} should be in it",
            field=group.first.field or None,
            severity=Severity.INFO if all(one.is_kept_only for one in group.named) else None,
            hint=partial(way_out, group),
            fix=fix_addresses(ctx, group, "unsafe"),
        )


@rule("R103", "resource-case", severity="error", fix="sometimes")
def resource_case(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A file is called so in another case only.

    ## Why it matters
    Windows and macOS take Base.STL and base.stl for the same file, Linux does not. The robot looks
    whole on the machine it was exported on, and comes without the part where it is to run.

    ## Example
        <mesh filename="package://arm_description/meshes/Base.STL"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Writing the name as it is on disk is safe: it is right on every system.
    """
    yield from _remarked(ctx, "case", "safe")


@rule("R104", "resource-backslash", severity="warning", fix="sometimes")
def resource_backslash(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    r"""An address has back-slashes.

    ## Why it matters
    Exporters on Windows write them. Elsewhere a back-slash is a letter like any other: the whole
    path is taken for the name of one file, which nobody has. Slashes are right on Windows too.

    ## Example
        <mesh filename="package://arm_description\meshes\base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Turning them into slashes is safe where the file is then found; else it is unsafe.
    """
    yield from _remarked(ctx, "backslash", "safe")


@rule("R105", "resource-absolute", severity="warning", fix="sometimes")
def resource_absolute(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """An address holds on one machine: an absolute path, somebody's home, a drive letter.

    ## Why it matters
    The path is right for whoever wrote it. On every other machine, in a container, in a test run,
    the part is missing: RViz and Gazebo leave it out, MuJoCo and Pinocchio stop. It also tells
    strangers the name of a person. Where nothing is there even now, it is an error.

    ## Example
        <mesh filename="file:///home/Ann/ws/src/arm_description/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Naming the same file by its package, or from the folder of the description, is unsafe: not
    every tool knows the package. So is a file that has only the end of the path in common.
    """
    for group in groups(ctx, "absolute"):
        is_missing = group.resolution.path is None and bool(group.resolution.tried)
        more = "; there is no such file here" if is_missing else ""
        severity = Severity.ERROR if is_missing else None
        advice = "name it by its package, as package://NAME/..., or from the folder of this file"
        fix = fix_addresses(ctx, group, "unsafe")
        yield report(ctx, group, more=more, severity=severity, hint=advice, fix=fix)


@rule("R106", "resource-outside", severity="warning", fix="sometimes")
def resource_outside(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """An address leads out of its package, and out of all folders that were named.

    ## Why it matters
    What lies beside a package is not installed with it, nor archived, nor copied: the path holds
    until the package is moved. And a description from a stranger that reaches for files of yours,
    by `..` or by a symbolic link, deserves a look.

    ## Example
        <mesh filename="package://arm_description/../common/meshes/bolt.stl"/>

    ## Use instead
        <mesh filename="package://common/meshes/bolt.stl"/>

    ## Fix safety
    Naming the package that the file is really in is unsafe: not every tool knows it.
    """
    for group in groups(ctx, "outside"):
        remark = group.resolution.remark("symlink")
        what = "it lies neither in the package of this file nor in a folder that was named"
        if remark is not None:
            what = "a symbolic link leads out of the folders that may be read"
        elif group.resolution.path is None or "leaves" in (group.remark or ("", ""))[1]:
            what = ""
        advice = "move the file into the package of the robot"
        fix = fix_addresses(ctx, group, "unsafe")
        yield report(ctx, group, what=what, hint=advice, fix=fix)


@rule("R107", "resource-on-network", severity="warning")
def resource_on_network(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A file is to be fetched over the network.

    ## Why it matters
    RViz and MoveIt fetch it each time, and wait; Gazebo knows its own server only; Pinocchio,
    MuJoCo and most Python readers take the address for a path that is not there. The file may
    change or go away without a word. bodyplan never fetches anything, so nothing is known of it.

    ## Example
        <mesh filename="https://example.org/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>
    """
    for group in groups(ctx, "network"):
        advice = "download the file, and name it by its package or from the folder of this file"
        what = "the file is on another machine, and nothing is fetched"
        yield report(ctx, group, what=what, hint=advice)


@rule("R108", "package-renamed", severity="warning", fix="sometimes")
def package_renamed(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The package is called otherwise than its address says.

    ## Why it matters
    The file is there, but only because the folders above the description were searched for it.
    ROS asks its index for the package of exactly that name, and RViz, Gazebo and MoveIt find
    nothing. It happens when a package is renamed, or unpacked from an archive. Once for each
    package.

    ## Example
        <mesh filename="package://old_name/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Writing the name that the package has here is unsafe: elsewhere it may still have the other.
    """
    yield from _remarked(ctx, "renamed", "unsafe")


@rule("R109", "resource-spelling", severity="warning", fix="sometimes")
def resource_spelling(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """An address is written in a way that few readers understand.

    ## Why it matters
    A scheme in capitals or misspelled, one slash too few or too many, blanks around the address,
    percent codes, characters that nobody can see, a path longer than any system opens: some
    readers are lenient, others look for a file of exactly that name. ROS, for one, finds no
    package in package:///arm_description/meshes/base.stl. What is written alike is told once.

    ## Example
        <mesh filename="package:///arm_description/meshes/base.stl"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    The usual form is safe where it leads to the file; for a scheme that only looks like a known
    one, and where no file is found, it is unsafe.
    """
    yield from _remarked(ctx, "spelling", "safe")


@rule("R110", "resource-not-a-file", severity="error")
def resource_not_a_file(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """An address leads to a folder or a device, where a file belongs.

    ## Why it matters
    There is nothing to load in a folder. A device or a pipe may never end: a reader that opens it
    hangs, or fills its memory.

    ## Example
        <mesh filename="package://arm_description/meshes"/>

    ## Use instead
        <mesh filename="package://arm_description/meshes/base.stl"/>
    """
    for group in groups(ctx, "no file"):
        what = "this is a device or a pipe, where a file belongs" if group.remark is None else ""
        yield report(ctx, group, what=what, hint="name a file in it" if not what else None)


@rule("R111", "resource-base", severity="warning", fix="sometimes")
def resource_base(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A relative address begins at another folder than that of its file.

    ## Why it matters
    Most readers start at the folder of the description: Drake, MuJoCo, the Python readers, every
    converter. Pinocchio starts at the folders of packages, Gazebo classic at those of a variable.
    The file is found where your tool starts, and nowhere else. What starts at one folder is told
    once.

    ## Example
        <mesh filename="meshes/base.stl"/>, in urdf/arm.urdf beside the folder meshes

    ## Use instead
        <mesh filename="../meshes/base.stl"/>
        <mesh filename="package://arm_description/meshes/base.stl"/>

    ## Fix safety
    Writing the address that leads there is unsafe: a tool that starts elsewhere may lose the file.
    """
    yield from _remarked(ctx, "base", "unsafe")


@rule("R112", "package-shadowed", severity="warning")
def package_shadowed(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """Two packages have one name, and the one that comes first lacks the file.

    ## Why it matters
    ROS takes the first package of a name and does not look further: an overlay with an old copy
    of the package hides the one that has the mesh. Gazebo does look further. So it depends on the
    tool whether the part is there.

    ## Example
        <mesh filename="package://arm_description/meshes/new_tip.stl"/>, with an older
        arm_description in the workspace that was sourced last

    ## Use instead
    One package of that name, or two that both have the file.
    """
    yield from _remarked(ctx, "shadow", "unsafe")


@rule("R113", "resource-of-simulator", severity="info")
def resource_of_simulator(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A file comes with Gazebo classic, which is not here.

    ## Why it matters
    Addresses that begin with media/ lead into the data of Gazebo classic: its materials, textures
    and models. It finds them by `GAZEBO_RESOURCE_PATH`; no other tool does. It reached the end of
    its life in 2025, and the Gazebo that came after it has no such files. Told once.

    ## Example
        <uri>file://media/materials/scripts/gazebo.material</uri>

    ## Use instead
    Colours in the description itself: `<material><color rgba="0.2 0.2 0.2 1"/></material>`.
    """
    yield from _remarked(ctx, "simulator", "unsafe")


_ADVICE = {
    "spelling": "write package://NAME/..., or a path that begins at the folder of this file",
    "shadow": "ROS looks into the first package of a name, and no further",
    "simulator": "no other tool finds it",
}
"""What to do where no right address is known."""


def _remarked(
    ctx: Context,
    topic: Literal["case", "backslash", "renamed", "spelling", "base", "shadow", "simulator"],
    safety: Safety,
) -> Iterator[Diagnostic]:
    """Findings that say what the look-up remarked, with the address that would be right."""
    for group in groups(ctx, topic):
        grade: Safety = safety if _is_certain(group) else "unsafe"
        fix = fix_addresses(ctx, group, grade)
        yield report(ctx, group, hint=_ADVICE.get(topic), fix=fix)


def _is_certain(group: Group) -> bool:
    """Whether every file was found, so that its address in the usual form leads to it."""
    return all(one.resolution.path is not None for one in group.named)
