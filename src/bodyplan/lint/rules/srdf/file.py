"""The SRDF as a whole: S0xx."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.semantics import semantics
from bodyplan.semantics.other_robot import names_of
from bodyplan.semantics.problem import FREE_FLYER
from bodyplan.spec import spec_of
from bodyplan.spec.faults import has_macro


@rule("S001", "srdf-of-another-robot", severity="warning", fix="always")
def srdf_of_another_robot(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """An SRDF has another name than the robot that it was checked with.

    ## Why it matters
    An SRDF means nothing without its URDF: every link and joint in it is looked up there. Other
    names most often mean another robot, or a variant of it; then groups and states lose members.
    Where all the rest fits, a name was left over from the file that this one was copied from.

    ## What MoveIt says
    srdfdom logs an error: the semantic description is not for the same robot as the URDF. It loads
    the file all the same, so look for the errors that follow, about links and joints that are
    not known to the URDF: they tell whether only the name is wrong.

    ## Example
        <robot name="panda"><link name="panda_link0"/>...
        <robot name="panda_arm"><group name="arm">...

    ## Use instead
        <robot name="panda"><group name="arm">...

    ## Fix safety
    Writing the name of the robot is unsafe: the wrong robot may have been given.
    """
    robot = semantics(ctx).robot  # of another one S003 speaks
    if robot is None or not root.name or has_macro(root.name):
        return
    name = robot.name.strip()
    if name and root.name != name:
        yield ctx.report(
            root,
            f"SRDF is of {root.name!r}, but the robot is {name!r}",
            field="name",
            fix=ctx.fix_set(f"Write {name!r}", "unsafe", root, name=name),
        )


@rule("S002", "srdf-empty", severity="warning")
def srdf_empty(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """An SRDF says nothing about its robot.

    ## Why it matters
    There is no group to plan for, and no pair of links is left out of collision checking, so
    neighbours that touch are in collision in every state.

    ## What MoveIt says
    The file loads without a word. What fails is the first use: the planning group that a program
    asks for is not found in the model, and a start state is refused for a collision between two
    neighbouring links.

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
            "the SRDF has no group, no state, no pair of links",
            hint="'bodyplan srdf new' writes a first one from the robot",
        )


@rule("S003", "srdf-of-other-names", severity="error")
def srdf_of_other_names(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Not one of the links and joints that an SRDF names is in the robot that it was checked with.

    ## Why it matters
    The SRDF is of another robot, or all names of this one were changed since: nothing of it has any
    effect. There is this one finding, and none for each name; the rest is checked as if there were
    no robot. Where names only lost or gained a part, such as a prefix, they are told one by one,
    with what they should be.

    ## What MoveIt says
    srdfdom logs an error for each link and joint, that it is not known to the URDF, a warning for
    each pair of links, and that the groups are empty. MoveIt then has no group to plan for.

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
    whose = f"SRDF of {root.name!r}" if root.name and not has_macro(root.name) else "SRDF"
    robot = f"robot {look.given.name!r}" if look.given.name else "the robot"
    yield ctx.report(
        root,
        f"{whose}: {robot} has none of the {count} links and joints that it names",
        hint="name its own robot with --robot, or check it --alone",
    )
