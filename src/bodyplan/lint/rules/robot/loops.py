"""Loops of joints and links with two parents: T005 and T006."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.joints import SecondParent, tree_faults
from bodyplan.lint.rule import rule


@rule("T005", "kinematic-loop", severity="error", in_sdf="warning")
def kinematic_loop(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Joints form a loop from a link back to itself.

    An error in URDF. SDFormat allows closed loops: there it is reported as information, or as a
    warning if no joint leads into the loop from outside, because no link of such a loop can be the
    root. In URDF, T002 and T004 report loops that cannot be reached from the root.

    ## Why it matters
    The pose of each of these links depends on itself. URDF describes trees only; urdfdom accepts
    the file, and `check_urdf` then prints the tree endlessly; other parsers recurse until they
    crash. Engines that compute on a tree of links (DART, Bullet Featherstone) reject the SDFormat
    model or ignore a joint.

    ## Example
        <joint name="j1" type="fixed"><parent link="base"/><child link="arm"/></joint>
        <joint name="j2" type="fixed"><parent link="arm"/><child link="hand"/></joint>
        <joint name="j3" type="fixed"><parent link="hand"/><child link="arm"/></joint>

    ## Use instead
    Remove the joint that closes the loop. Cut a real closed-loop mechanism at one joint, and close
    it again with `mimic` or with the constraint elements of a simulator. In SDFormat, close it with
    a second joint whose child is the last link.
    """
    is_sdf = ctx.document.format == "sdf"
    for found in tree_faults(ctx, parts).loops:
        joints = (found.closing, *reversed(found.joints))
        joint = next((one for one in joints if _is_here(one, parts)), None)
        if joint is None or not (found.is_reached or is_sdf):
            continue
        severity, hint = None, "remove this joint, or change its child; URDF describes trees"
        if is_sdf:
            severity = Severity.INFO if found.is_reached else None
            hint = "change the child of this joint, or swap its parent and child"
        yield ctx.report(
            joint,
            f"joint {quoted(joint.name)} closes a loop from {quoted(joint.parent)} back to "
            f"{quoted(joint.child)}: {found.description}",
            field="child",
            severity=severity,
            hint=hint,
        )


@rule("T006", "two-parents", severity="error", in_sdf="info", fix="sometimes")
def two_parents(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A link is the child of two joints.

    An error in URDF; information in SDFormat, where a second joint closes a loop.

    ## Why it matters
    A link has one pose, and two joints define two. urdfdom accepts the file: the joint whose name
    is last in alphabetical order becomes the parent joint, and the link is listed under both
    parents. MuJoCo and others reject it. Engines that compute on a tree of links (DART, Bullet
    Featherstone) use one of the two joints of an SDFormat model, or stop; Simbody cuts the loop
    where `must_be_loop_joint` is set. Often parent and child of a joint are swapped, or a joint was
    copied without changing its child.

    ## Example
        <joint name="left" type="fixed"><parent link="base"/><child link="wheel"/></joint>
        <joint name="right" type="fixed"><parent link="base"/><child link="wheel"/></joint>

    ## Use instead
        <joint name="left" type="fixed"><parent link="base"/><child link="left_wheel"/></joint>
        <joint name="right" type="fixed"><parent link="base"/><child link="right_wheel"/></joint>

    In SDFormat, keep both joints where a loop is intended.

    ## Fix safety
    Swapping parent and child, or writing the only link without a parent, is unsafe: the result is a
    tree, but the author may have intended another one.
    """
    for second in tree_faults(ctx, parts).second_parents:
        joint, first = second.joint, second.first
        if not _is_here(joint, parts):
            joint, first = first, joint
        if not _is_here(joint, parts):
            continue
        line = f" (line {ctx.line(first)})" if _is_here(first, parts) else ""
        hint, fix = _remedy(second, ctx) if joint is second.joint else (None, None)
        yield ctx.report(
            joint,
            f"link {quoted(joint.child)} is the child of two joints: {quoted(first.name)}{line} and "
            f"{quoted(joint.name)}",
            field="child",
            hint=hint,
            fix=fix,
        )


def _is_here(joint: model.Joint, parts: model.Parts) -> bool:
    """Return whether a joint is in the file itself, not in a model that is merged into it."""
    return not parts.merged or parts.origins.source(joint) is not None


def _remedy(second: SecondParent, ctx: Context) -> tuple[str | None, FixMaker | None]:
    """Return the hint and fix for the second joint of a link."""
    joint = second.joint
    if second.is_turned:
        title = f"Swap parent and child of {joint.name!r}"
        written = ctx.source(joint)  # in SDFormat, parent and child may be frames
        ends = {"parent": written.child, "child": written.parent}
        fix = ctx.fix_set(title, "unsafe", written, **ends)
        return f"swap parent and child: {joint.parent!r} is not the child of any joint", fix
    if ctx.document.format == "sdf":  # in SDFormat, links without a parent joint are valid
        return "remove one of the joints or change its child, unless a loop is intended", None
    if second.missing is not None:
        title = f"Change the child to {second.missing!r}"
        fix = ctx.fix_set(title, "unsafe", joint, child=second.missing)
        return f"did you mean {second.missing!r}, which is not the child of any joint?", fix
    return "remove one of the two joints, or change its child", None
