"""A draft of an SRDF."""

from __future__ import annotations

from bodyplan.description.description import Description, Source
from bodyplan.description.load import robot_from
from bodyplan.edit import srdf_draft
from bodyplan.edit.srdf_draft import Draft, VirtualJointChoice
from bodyplan.model import Robot
from bodyplan.resources import Resources


def draft_srdf(
    source: Source | Description | Robot,
    *,
    name: str | None = None,
    virtual_joint: VirtualJointChoice | None = "auto",
    states: bool = True,
    collisions: bool = True,
    resources: Resources | None = None,
) -> Draft:
    """Return a draft of an SRDF: groups for limbs and hands, home states, adjacent pairs.

    Groups and states are derived only from links, joints and their names. Pairs of links that touch
    in a drafted state are also disabled; this check opens the meshes that are found.

    Args:
        source: a robot, a description, a document, or a source for ``read``.
        name: the robot name in the SRDF; by default the name of the robot.
        virtual_joint: the type of the virtual joint to the world; by default it depends on whether
            the robot has legs, wheels or rotors. None for no virtual joint.
        states: whether to write a home state for each group, and the states open and closed for
            grippers.
        collisions: whether to disable pairs of adjacent links, and pairs that touch in a drafted
            state.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
    """
    robot = robot_from(source, resources)
    return srdf_draft.draft_srdf(
        robot, name=name, virtual_joint=virtual_joint, states=states, collisions=collisions
    )
