"""model_state documents and their robot: U504."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import unknown_name
from bodyplan.lint.rule import rule


@rule("U504", "state-unknown-joint", severity="error", fix="sometimes")
def state_unknown_joint(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A `<joint_state>` references a joint that does not exist in the robot.

    ## Why it matters
    Its values are ignored, and the intended joint keeps its position.

    ## Example
        <joint_state joint="elbow" position="0.5"/><!-- the robot has elbow_joint -->

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5"/>

    ## Fix safety
    Writing the most similar name of a joint without a state is unsafe: it may not be the intended
    joint.
    """
    if ctx.robot is None:
        return

    @cache
    def free() -> list[str]:
        taken = {each.joint for each in state.joint_states}
        return [name for name in ctx.index.joints if name not in taken]

    for each in state.joint_states:
        if each.joint and each.joint not in ctx.index.joints:
            message = f"joint {each.joint!r} does not exist in robot {ctx.robot.name!r}"
            yield unknown_name(ctx, each, message, free, field="joint")
