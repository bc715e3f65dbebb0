"""The SRDF as a whole: S0xx."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.semantics.other_robot import names_of
from bodyplan.semantics.problem import FREE_FLYER
from bodyplan.spec import spec_of
from bodyplan.spec.faults import has_macro


@rule("S001", "srdf-of-another-robot", severity="warning", fix="always")
def srdf_of_another_robot(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The name of the SRDF differs from the name of the robot that it is checked with.

    ## Why it matters
    An SRDF depends on its URDF: every link and joint in it is looked up there. A different name
    usually means another robot, or a variant of it; then groups and states lose members. If
    everything else matches, the name was copied from another file.

    ## What MoveIt says
    srdfdom logs an error: the semantic description is not for the same robot as the URDF. It loads
    the file all the same. If errors about links and joints that are not known to the URDF follow,
    more than the name is wrong.

    ## Example
        <robot name="panda"><link name="panda_link0"/>...
        <robot name="panda_arm"><group name="arm">...

    ## Use instead
        <robot name="panda"><group name="arm">...

    ## Fix safety
    Writing the name of the robot is unsafe: the SRDF may be checked with the wrong robot.
    """
    robot = semantics(ctx).robot  # S003 reports an SRDF of another robot
    if robot is None or not root.name or has_macro(root.name):
        return
    name = robot.name.strip()
    if name and root.name != name:
        yield ctx.report(
            root,
            f"SRDF is for robot {root.name!r}, but the robot is {name!r}",
            field="name",
            fix=ctx.fix_set(f"Write {name!r}", "unsafe", root, name=name),
        )


@rule("S002", "srdf-empty", severity="warning")
def srdf_empty(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """An SRDF is empty.

    ## Why it matters
    The robot has no group to plan for, and all pairs of links are checked for collision, so adjacent
    links that touch are in collision in every state.

    ## What MoveIt says
    Nothing when it loads the file. Later the planning group that a program requests is not found in
    the model, and a start state is rejected because two adjacent links collide.

    ## Example
        <robot name="panda"/>

    ## Use instead
        <robot name="panda">
          <group name="arm"><chain base_link="panda_link0" tip_link="panda_link8"/></group>
          <disable_collisions link1="panda_link0" link2="panda_link1" reason="Adjacent"/>
        </robot>
    """
    if ctx.is_broken_off or root.extra.elements:
        return
    if not any(getattr(root, field.name) for field in spec_of(srdf.Robot).fields if field.is_many):
        yield ctx.report(
            root,
            "the SRDF has no groups, no states and no pairs of links",
            hint="run `bodyplan srdf new` to draft one from the robot",
        )


@rule("S003", "srdf-of-other-names", severity="error")
def srdf_of_other_names(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """No link or joint that the SRDF references exists in the robot that it is checked with.

    ## Why it matters
    The SRDF is for another robot, or all links and joints were renamed: nothing in it has an effect.
    This is one diagnostic instead of one for each name; the rest of the file is checked as if there
    were no robot. If the names differ only by a part such as a prefix, each name is reported with
    its correction.

    ## What MoveIt says
    srdfdom logs an error for each link and joint that is not known to the URDF, a warning for each
    pair of links, and that the groups are empty. MoveIt then has no group to plan for.

    ## Example
        <robot name="panda"><link name="panda_link0"/>...
        <robot name="fr3"><group name="arm"><chain base_link="fr3_link0" tip_link="fr3_link8"/>...

    ## Use instead
        <robot name="panda"><group name="arm"><chain base_link="panda_link0"
                                                     tip_link="panda_link8"/>...
    """
    look = semantics(ctx)
    if look.given is None or not look.is_of_another:
        return
    count = len({*names_of(look.root, but={FREE_FLYER})})
    whose = f"SRDF for {root.name!r}" if root.name and not has_macro(root.name) else "SRDF"
    robot = f"robot {look.given.name!r}" if look.given.name else "the robot"
    yield ctx.report(
        root,
        f"{whose}: none of its {count} links and joints exists in {robot}",
        hint="specify its robot with --robot, or check it without a robot with --alone",
    )
