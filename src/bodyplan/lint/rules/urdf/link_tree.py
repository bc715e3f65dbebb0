"""The tree: links and the joints that connect them. T001 to T004 and T007 to T012."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from bodyplan import model
from bodyplan.diag import Diagnostic, Fix, Safety
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.joints import tree_faults
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.spec import change

N = TypeVar("N", urdf.Link, urdf.Joint, urdf.Material)
_MANY = 10  # above this number of roots, there is one diagnostic for all


@rule("T001", "no-link", severity="error")
def no_link(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A robot has no link.

    ## Why it matters
    Joints connect links; without a link there is nothing to place, draw or move. urdfdom rejects
    the file ("No link elements found"). Links inside other elements do not count. Unexpanded macros
    that may define links are reported as X110. A file with only macros expands to nothing on its
    own: expand the file that includes it and calls its macros.

    ## Example
        <robot name="arm"/>

    ## Use instead
        <robot name="arm">
          <link name="base"/>
        </robot>
    """
    if robot.links or ctx.is_broken_off:
        return
    hint = 'add <link name="base"/>'
    if any(raw.tag.lower() == "link" for raw in robot.extra.elements):
        hint = "the tag is <link>, in lower case"
    elif not robot.joints and _is_expanded(ctx, robot):
        hint = "its macros are not called here: expand the file that includes it"
    yield ctx.report(robot, "the robot has no link", hint=hint)


@rule("T002", "no-root", severity="error")
def no_root(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:  # noqa: ARG001
    """Every link is the child of some joint, so the robot has no root.

    ## Why it matters
    The root is the only link that is not the child of a joint; every pose is computed from there.
    If each link has a parent joint, some joints form a loop. urdfdom rejects the file ("No root
    link found").

    ## Example
        <joint name="j1" type="fixed"><parent link="base"/><child link="arm"/></joint>
        <joint name="j2" type="fixed"><parent link="arm"/><child link="base"/></joint>

    ## Use instead
        <joint name="j1" type="fixed"><parent link="base"/><child link="arm"/></joint>

    A mechanism that really closes a loop is cut at one joint; the cut is closed again with `mimic`,
    or with the constraint elements of a simulator.
    """
    faults = tree_faults(ctx)
    if faults.has_start or not faults.loops or ctx.is_broken_off:
        return
    loop = faults.loops[0]
    joint = loop.closing
    yield ctx.report(
        joint,
        f"no root: each link is some joint's child, and {loop.description}",
        field="child",
        hint=f"if {joint.child!r} is the root, remove joint {joint.name!r} or give it another child",
    )


@rule("T003", "several-roots", severity="error", fix="sometimes")
def several_roots(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """More than one link has no parent joint.

    ## Why it matters
    A robot has one root. A second link without a parent has no pose relative to the rest, so
    urdfdom rejects the file ("Two root links found"). MuJoCo attaches each such link to the world
    instead.

    ## Example
        <link name="base"/>
        <link name="camera"/>

    ## Use instead
        <link name="base"/>
        <link name="camera"/>
        <joint name="base_to_camera" type="fixed">
          <parent link="base"/>
          <child link="camera"/>
        </joint>

    ## Fix safety
    A fixed joint without an offset is unsafe: the links make a tree again, but only the author
    knows where the link belongs and how it moves.
    """
    faults = tree_faults(ctx)
    root, roots = faults.root, faults.roots
    if root is None or not roots or ctx.is_broken_off:
        return
    if len(roots) > _MANY:
        yield ctx.report(
            ctx.index.links[roots[0]][0],
            f"no joint leads to {len(roots)} links besides the root {root!r}: {listed(roots)}",
            field="name",
            hint="a robot has one root; connect the others by joints",
        )
        return
    for name in roots:
        others = [other for other in roots if other != name]
        also = f" (nor to {listed(others)})" if others else ""
        yield ctx.report(
            ctx.index.links[name][0],
            f"no joint leads to link {name!r}{also}; the root is {root!r}, and a robot has only one",
            field="name",
            hint=f"connect it by a joint with child {name!r}, or remove the link",
            fix=_connect(robot, ctx, root, name),
        )


@rule("T004", "island", severity="error")
def island(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:  # noqa: ARG001
    """Links are connected in a loop that no path leads to from the root.

    ## Why it matters
    Each of these links has a parent, but they have no pose. urdfdom accepts the file and silently
    leaves them out of the tree.

    ## Example
        <joint name="j2" type="fixed"><parent link="hand"/><child link="finger"/></joint>
        <joint name="j3" type="fixed"><parent link="finger"/><child link="hand"/></joint>

    ## Use instead
        <joint name="j2" type="fixed"><parent link="hand"/><child link="finger"/></joint>
        <joint name="j3" type="fixed"><parent link="wrist"/><child link="hand"/></joint>
    """
    faults = tree_faults(ctx)
    loops = [loop for loop in faults.loops if not loop.is_reached]
    if ctx.is_broken_off:
        return
    for loop in loops if faults.has_start else loops[1:]:
        joint = loop.closing
        root = f"the root {faults.root!r}" if faults.root is not None else "any root"
        yield ctx.report(
            joint,
            f"{loop.description}, cut off from {root}",
            field="child",
            hint=f"is {joint.parent!r} the right parent of {joint.child!r}?",
        )


@rule("T007", "joint-to-itself", severity="error")
def joint_to_itself(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:  # noqa: ARG001
    """The parent and the child of a joint are the same link.

    ## Why it matters
    The pose of the link depends on itself. If no other joint has this link as its child, no path
    leads to the link; if another joint does, `check_urdf` prints the tree without end. Some
    dynamics libraries crash.

    ## Example
        <joint name="elbow" type="fixed"><parent link="arm"/><child link="arm"/></joint>

    ## Use instead
        <joint name="elbow" type="fixed"><parent link="arm"/><child link="forearm"/></joint>
    """
    for joint in tree_faults(ctx).self_joints:
        yield ctx.report(
            joint,
            f"joint {joint.name!r}: parent and child are both {joint.child!r}",
            field="child",
            hint="correct one of the two names",
        )


@rule("T008", "unknown-parent-link", severity="error", fix="sometimes")
def unknown_parent_link(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The parent link of a joint does not exist.

    ## Why it matters
    urdfdom rejects the file. Names must match exactly, including case and spaces. In URDF, `world`
    is a link like any other: it must be defined.

    ## Example
        <link name="base_link"/>
        <joint name="shoulder" type="fixed"><parent link="base-link"/><child link="arm"/></joint>

    ## Use instead
        <joint name="shoulder" type="fixed"><parent link="base_link"/><child link="arm"/></joint>

    ## Fix safety
    Writing the nearest name is unsafe: another link may be meant. Defining a link `world` is
    unsafe, too.
    """
    faults = tree_faults(ctx)
    if not robot.links or ctx.is_broken_off:
        return
    for joint in faults.unknown_parent:
        if joint.parent or _is_empty(joint, "parent", ctx):
            hint, fix = _suggestion(joint, "parent", ctx)
            if joint.parent == "world" and fix is None:
                hint = 'define it: <link name="world"/>'
                world = urdf.Link(name="world")
                fix = ctx.fix_insert("Define the link 'world'", "unsafe", robot, world)
            message = f"joint {joint.name!r}: parent link {joint.parent!r} does not exist"
            if not joint.parent:
                message = f"joint {joint.name!r}: empty name of the parent link"
            yield ctx.report(joint, message, field="parent", hint=hint, fix=fix)


@rule("T009", "unknown-child-link", severity="error", fix="sometimes")
def unknown_child_link(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The child link of a joint does not exist.

    ## Why it matters
    urdfdom rejects the file. Names must match exactly, including case and spaces. The link that was
    meant has no parent joint, and would be a second root.

    ## Example
        <link name="forearm"/>
        <joint name="elbow" type="fixed"><parent link="arm"/><child link="fore_arm"/></joint>

    ## Use instead
        <joint name="elbow" type="fixed"><parent link="arm"/><child link="forearm"/></joint>

    ## Fix safety
    Writing the nearest name, or the only link without a parent joint, is unsafe: another link may
    be meant.
    """
    faults = tree_faults(ctx)
    if not robot.links or ctx.is_broken_off:
        return
    for joint in faults.unknown_child:
        if joint.child or _is_empty(joint, "child", ctx):
            hint, fix = _suggestion(joint, "child", ctx)
            message = f"joint {joint.name!r}: child link {joint.child!r} does not exist"
            if not joint.child:
                message = f"joint {joint.name!r}: empty name of the child link"
            yield ctx.report(joint, message, field="child", hint=hint, fix=fix)


@rule("T010", "duplicate-link", severity="error", fix="sometimes")
def duplicate_link(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two links have the same name.

    ## Why it matters
    Joints refer to links by name, which is ambiguous here. urdfdom rejects the file. Often a link
    was copied and its name was not changed, or two files define the same part.

    ## Example
        <link name="wheel"/>
        <link name="wheel"/>

    ## Use instead
        <link name="left_wheel"/>
        <link name="right_wheel"/>

    ## Fix safety
    Removing an exact copy is unsafe: the copy may have been meant to become another link.
    """
    yield from _repeated("link", robot.links, ctx)


@rule("T011", "duplicate-joint", severity="error", fix="sometimes")
def duplicate_joint(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two joints have the same name.

    ## Why it matters
    Joint states, limits, controllers and mimic joints refer to joints by name. urdfdom rejects the
    file. Often a joint was copied and its name was not changed.

    ## Example
        <joint name="finger" type="fixed"><parent link="hand"/><child link="thumb"/></joint>
        <joint name="finger" type="fixed"><parent link="hand"/><child link="index"/></joint>

    ## Use instead
        <joint name="thumb" type="fixed"><parent link="hand"/><child link="thumb"/></joint>
        <joint name="index" type="fixed"><parent link="hand"/><child link="index"/></joint>

    ## Fix safety
    Removing an exact copy is unsafe: the copy may have been meant to become another joint.
    """
    yield from _repeated("joint", robot.joints, ctx)


@rule("T012", "duplicate-material", severity="error", fix="sometimes")
def duplicate_material(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two materials of the robot have the same name.

    ## Why it matters
    urdfdom rejects the file, even if both have the same colour. This happens when two files that
    define the usual colours are combined. Materials inside a visual do not count.

    ## Example
        <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
        <material name="grey"><color rgba="0.7 0.7 0.7 1"/></material>

    ## Use instead
        <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
        <material name="light_grey"><color rgba="0.7 0.7 0.7 1"/></material>

    ## Fix safety
    Removing an exact copy is safe: no visual changes. If the materials differ, there is no fix.
    """
    yield from _repeated("material", robot.materials, ctx)


def _repeated(word: str, values: Iterable[N], ctx: Context) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each element that has the same name as an earlier element."""
    firsts: dict[str, N] = {}
    for value in values:
        if not value.name and not ctx.written(value, "name"):
            continue
        first = firsts.setdefault(value.name, value)
        if first is value:
            continue
        is_copy = value == first
        what = (
            f"duplicate {word} {value.name!r}" if value.name else f"another {word} without a name"
        )
        safety: Safety = "safe" if word == "material" else "unsafe"
        yield ctx.report(
            value,
            f"{what} (first defined on line {ctx.line(first)})",
            field="name",
            hint="it is an exact copy" if is_copy else f"give each {word} a name of its own",
            fix=ctx.fix_remove("Remove the copy", safety, value) if is_copy else None,
        )


def _suggestion(joint: model.Joint, side: str, ctx: Context) -> tuple[str, FixMaker | None]:
    """Return hint and fix for a reference to a link that does not exist."""
    faults = tree_faults(ctx)
    name = joint.parent if side == "parent" else joint.child
    found = faults.suggested.get((id(joint), side))
    if found is None:
        namesake = next(iter(ctx.index.joints.get(name, ())), None) if name else None
        if namesake is not None:
            return f"{name!r} is a joint; its child link is {namesake.child!r}", None
        return "correct the name, or add a link of that name" if name else "name a link", None
    is_certain = (id(joint), side) in faults.certain
    fix = ctx.fix_set(f"Write {found!r}", "unsafe", joint, **{side: found}) if is_certain else None
    if (id(joint), side) in faults.left_over:
        return f"did you mean {found!r}? no joint has it as its child", fix
    return f"did you mean {found!r}?", fix


def _connect(robot: urdf.Robot, ctx: Context, root: str, name: str) -> FixMaker:
    """Return a fix that connects a link to the root by a fixed joint."""

    def build() -> Fix | None:
        stem = joint_name = f"{root}_to_{name}"
        number = 2
        while joint_name in ctx.index.joints or joint_name in ctx.index.links:
            joint_name = f"{stem}_{number}"
            number += 1
        joint = urdf.Joint(name=joint_name, type="fixed", parent=root, child=name)
        title = f"Connect {name!r} to {root!r} by a fixed joint"
        edit = change.insert(ctx.document, robot, joint)
        return Fix(title, (edit,), "unsafe")

    return build


def _is_expanded(ctx: Context, robot: urdf.Robot) -> bool:
    """Return whether the file was expanded from xacro: it still declares the prefix xacro."""
    node = ctx.document.node(robot)
    return node is not None and node.get("xmlns:xacro") is not None


def _is_empty(joint: model.Joint, side: str, ctx: Context) -> bool:
    """Return whether the name of a link is written, but empty.

    A missing name is already reported.
    """
    node = ctx.document.node(ctx.source(joint), side)
    return node is not None and node.get("link") == ""
