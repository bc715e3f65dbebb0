"""Functions for one job each that read their source and call one function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bodyplan.edit import srdf_draft
from bodyplan.edit.format import DEFAULT_INDENT, format_document
from bodyplan.edit.srdf_draft import Draft, VirtualJointChoice
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited
from bodyplan.formats.expansion import expansion_of
from bodyplan.formats.input_error import InputError
from bodyplan.formats.xacro import Expansion
from bodyplan.kinematics.workspace import Workspace, sample_workspace
from bodyplan.model import Robot
from bodyplan.project.load import load
from bodyplan.project.source import Source, document_from
from bodyplan.report.resources import FileResources, file_resources
from bodyplan.resources import Resources


def format(source: Source, *, indent: int = DEFAULT_INDENT) -> Document:  # noqa: A001  (the verb)
    """Lay a description out evenly: indentation, spaces, quotes, line ends. Nothing is written.

    Comments, values, names and numbers keep their text.

    Args:
        source: a document, or what ``read`` accepts.
        indent: spaces of each level.

    Returns:
        The document with the new layout; the same one if nothing changes.

    Raises:
        InputError: the source cannot be opened.
        EditError: the file is not well-formed, or cannot be written in its encoding.
        ValueError: indent is negative.
    """
    document = document_from(source)
    edits = format_document(document, indent=indent)
    return edited(document, edits) if edits else document


def expand(
    source: Source,
    *,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Expansion:
    """Expand a xacro file as the xacro package does; never raises on content.

    Args:
        source: a document, or what ``read`` accepts.
        arguments: values for the arguments of the file.
        resources: where packages are searched; by default, as the environment defines.

    Returns:
        The XML in ``text``; without one there are ``problems``.

    Raises:
        InputError: the source cannot be opened, or is not xacro.
    """
    document = document_from(source, format="xacro", arguments=arguments, resources=resources)
    expansion = expansion_of(document)
    if expansion is None:
        raise InputError(f"{document.name} is {document.format}, not xacro; nothing is expanded")
    return expansion


def draft_srdf(
    source: Source | Robot,
    *,
    name: str | None = None,
    virtual_joint: VirtualJointChoice | None = "auto",
    states: bool = True,
    collisions: bool = True,
    resources: Resources | None = None,
) -> Draft:
    """Return a draft of an SRDF: groups for limbs and hands, home states, adjacent pairs.

    It is derived from links, joints and their names only. Linear in the size of the robot.

    Args:
        source: a robot, a document, or what ``read`` accepts.
        name: the name to write; the robot's own by default.
        virtual_joint: type of the joint to the world; by default derived from legs, wheels and
            rotors. None for no virtual joint.
        states: whether to write a home state for each group, and open and closed for grippers.
        collisions: whether to write the pairs of adjacent links.
        resources: where packages are searched; by default, as the environment defines.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
    """
    robot = source if isinstance(source, Robot) else load(source, resources=resources)
    return srdf_draft.draft_srdf(
        robot, name=name, virtual_joint=virtual_joint, states=states, collisions=collisions
    )


def workspace(
    source: Source | Robot,
    frame: str | None = None,
    base: str | None = None,
    *,
    count: int = 100_000,
    seed: int = 0,
    q: Any = None,
    resources: Resources | None = None,
) -> Workspace:
    """Return where a link can be: its origin in configurations sampled between the limits.

    Args:
        source: a robot, a document, or what ``read`` accepts.
        frame: the link, or a frame that is fixed to one; by default the only tip that moves.
        base: the link that distances are measured from; the root link by default.
        count: number of configurations.
        seed: of the random numbers; the same seed gives the same points.
        q: configuration of the joints that are not sampled; the default one by default.
        resources: where packages are searched; by default, as the environment defines.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        UnknownNameError: a link does not exist.
        ValueError: as ``kinematics.workspace.sample_workspace``.
    """
    robot = source if isinstance(source, Robot) else load(source, resources=resources)
    return sample_workspace(robot, frame, base, count=count, seed=seed, q=q)


def where(
    source: Source,
    *,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> FileResources:
    """Return where each mesh, texture and included file of a description was found.

    Args:
        source: a document, or what ``read`` accepts.
        arguments: values for the arguments of a xacro file.
        resources: where packages are searched; by default, as the environment defines.

    Raises:
        InputError: the source cannot be opened.
    """
    document = document_from(source, arguments=arguments, resources=resources)
    return file_resources(document, document.resources or resources or Resources())
