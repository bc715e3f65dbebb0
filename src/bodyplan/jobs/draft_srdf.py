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

    Groups and states are derived from links, joints and their names only. Pairs of links that touch
    in a drafted state are disabled as well; for these the meshes are opened, where they are found.

    Args:
        source: a robot, a description, a document, or what ``read`` accepts.
        name: the name to write; the robot's own by default.
        virtual_joint: type of the joint to the world; by default derived from legs, wheels and
            rotors. None for no virtual joint.
        states: whether to write a home state for each group, and open and closed for grippers.
        collisions: whether to write the pairs of adjacent links, and of those that touch in a state.
        resources: where packages are searched; by default, as the environment defines.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
    """
    robot = robot_from(source, resources)
    return srdf_draft.draft_srdf(
        robot, name=name, virtual_joint=virtual_joint, states=states, collisions=collisions
    )
