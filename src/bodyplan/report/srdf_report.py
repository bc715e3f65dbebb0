"""Summarize an SRDF, with or without its robot."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.core import collector_paused
from bodyplan.formats import srdf, urdf
from bodyplan.formats.document import Document
from bodyplan.model.planning.collision_matrix import AllowedCollisionMatrix
from bodyplan.report.robot import root_of
from bodyplan.report.semantics_facts import (
    CellFacts,
    CollisionFacts,
    EffectorFacts,
    ExtraFacts,
    GroupFacts,
    MemberFacts,
    NameFacts,
    PairFacts,
    PlaceFacts,
    PostureFacts,
    PropertyFacts,
    ResolvedGroupFacts,
    RobotFacts,
    SemanticSummary,
    SphereFacts,
    VirtualFacts,
)
from bodyplan.semantics.problem import Problems
from bodyplan.semantics.resolution import Resolution, resolve_srdf
from bodyplan.spec.bind import walk

_MOST_MISSING = 100_000
"""The maximum number of joints without a value that all states together list."""


def summarize_semantics(
    source: Document | srdf.Robot, robot: Document | urdf.Robot | model.Robot | None = None
) -> SemanticSummary:
    """Summarize an SRDF; with a robot, resolve its groups and states against this robot.

    Invalid files have a summary too, in which problems are marked.

    Args:
        source: a document, or a typed root. A xacro document is expanded.
        robot: the robot of the SRDF. Without a robot, all links and joints that the SRDF names are
            assumed to exist.

    Raises:
        InputError: xacro needs a package that is not installed.
        ValueError: the document contains no SRDF, or the document of the robot contains no robot.
    """
    file = source.name if isinstance(source, Document) else ""
    root = root_of(source) if isinstance(source, Document) else source
    if not isinstance(root, srdf.Robot):
        raise ValueError(f"{file or 'the value'} contains no SRDF")  # noqa: TRY004  (the type is right)
    with collector_paused():
        return _summary(root, file, robot)


def _summary(
    root: srdf.Robot, file: str, robot: Document | urdf.Robot | model.Robot | None
) -> SemanticSummary:
    resolved = resolve_srdf(root, None if robot is None else _lifted(robot))
    lifted, problems = resolved.robot, resolved.problems
    return SemanticSummary(
        file=file,
        name=root.name,
        robot=None
        if robot is None
        else RobotFacts(
            robot.name if isinstance(robot, Document) else "",
            lifted.name,
            len(lifted.links),
            len(lifted.joints),
        ),
        groups=tuple([_group(group, problems, resolved) for group in root.groups]),
        states=tuple(
            [_state(state, problems) for state in root.group_states]
            if resolved.is_alone
            else _states_on_robot(resolved, problems)
        ),
        end_effectors=tuple(_end_effectors(root, problems, resolved)),
        virtual_joints=tuple(
            VirtualFacts(one.name, one.type, one.parent_frame, one.child_link, problems.of(one))
            for one in root.virtual_joints
        ),
        passive_joints=tuple(NameFacts(one.name, problems.of(one)) for one in root.passive_joints),
        joint_properties=tuple(
            PropertyFacts(one.joint_name, one.property_name, one.value, problems.of(one))
            for one in root.joint_properties
        ),
        spheres=tuple(
            SphereFacts(
                one.link,
                len(one.spheres),
                max((sphere.radius for sphere in one.spheres), default=0.0),
                problems.of(one),
            )
            for one in root.link_sphere_approximations
        ),
        disabled_by_default=tuple(
            NameFacts(one.link, problems.of(one)) for one in root.disable_default_collisions
        ),
        pairs=tuple(
            PairFacts(
                pair.element.link1,
                pair.element.link2,
                pair.element.reason or "",
                isinstance(pair.element, srdf.EnableCollisions),
                pair.names,
                problems.of(pair.element),
            )
            for pair in resolved.pairs
        ),
        collisions=_collisions(resolved.collision_matrix, lifted),
        extensions=tuple(_extras(root)),
    )


def _lifted(robot: Document | urdf.Robot | model.Robot) -> model.Robot:
    """Return the robot as a ``model.Robot``, converted if necessary."""
    if isinstance(robot, model.Robot):
        return robot
    root = root_of(robot) if isinstance(robot, Document) else robot
    if not isinstance(root, urdf.Robot):
        name = robot.name if isinstance(robot, Document) else "the value"
        raise ValueError(f"{name} contains no robot")  # noqa: TRY004  (the type is right)
    return from_urdf(root).robot


def _group(group: srdf.Group, problems: Problems, resolved: Resolution) -> GroupFacts:
    members = (
        *[MemberFacts("joint", one.name, "", problems.of(one)) for one in group.joints],
        *[MemberFacts("link", one.name, "", problems.of(one)) for one in group.links],
        *[MemberFacts("chain", o.base_link, o.tip_link, problems.of(o)) for o in group.chains],
        *[MemberFacts("group", one.name, "", problems.of(one)) for one in group.subgroups],
    )
    known = resolved.groups.get(group.name)
    facts = None
    if known is not None and known.has_robot and known.element is group and not known.is_dropped:
        made = known.group
        facts = ResolvedGroupFacts(
            made.joints,
            made.links,
            len(made.variables),
            made.mimic_joints,
            made.fixed_joints,
            made.base_link or "",
            made.tip_link or "",
        )
    return GroupFacts(group.name, members, problems.of(group), facts)


def _state(state: srdf.GroupState, problems: Problems) -> PostureFacts:
    """Return a state as written."""
    places = tuple([PlaceFacts(one.name, one.value, mark=problems.of(one)) for one in state.joints])
    return PostureFacts(state.name, state.group, places, mark=problems.of(state))


def _states_on_robot(resolved: Resolution, problems: Problems) -> Iterator[PostureFacts]:
    """Yield the states with the types and limits of their joints, and the joints without a value."""
    room = _MOST_MISSING
    for state in resolved.states:
        places: list[PlaceFacts] = []
        for value in state.values:
            mark = problems.of(value.elements[0])
            joint = value.joint
            if joint is None:
                places.append(PlaceFacts(value.name, value.values, mark=mark))
                continue
            lower, upper = joint.limit.lower, joint.limit.upper
            places.append(PlaceFacts(value.name, value.values, joint.type, lower, upper, mark))
        element = state.element
        missing = None if state.group is None else state.missing(room)
        room -= len(missing or ())
        yield PostureFacts(
            element.name,
            element.group,
            tuple(places),
            missing,
            state.missing_count,
            problems.of(element),
        )


def _end_effectors(
    root: srdf.Robot, problems: Problems, resolved: Resolution
) -> Iterator[EffectorFacts]:
    found = {id(one.element): one.parent.name or "" for one in resolved.end_effectors}
    for one in root.end_effectors:
        yield EffectorFacts(
            one.name,
            one.group,
            one.parent_link,
            one.parent_group,
            found.get(id(one)),
            problems.of(one),
        )


def _collisions(matrix: AllowedCollisionMatrix, robot: model.Robot) -> CollisionFacts:
    """Return the collision matrix of the links of the robot with collision geometry."""
    links = matrix.bodies or robot.link_names
    number = {name: index for index, name in enumerate(links)}
    cells: list[CellFacts] = []
    idle = 0
    for entry in matrix.entries:
        one, other = number.get(entry.link), number.get(entry.other)
        if one is None or other is None:
            idle += 1
            continue
        row, column = max(one, other), min(one, other)
        cells.append(CellFacts(row, column, entry.reason or "", entry.entry == "never"))
    cells.sort(key=lambda cell: (cell.row, cell.column))
    defaults = sorted(number[name] for name in matrix.defaults if name in number)
    return CollisionFacts(links, tuple(cells), tuple(defaults), idle)


def _extras(root: srdf.Robot) -> Iterator[ExtraFacts]:
    """Return the content that the format does not define, counted by name and location."""
    counts: dict[tuple[str, str], int] = {}
    for value in walk(root):
        if value.extra:
            names = [f"@{name}" for name, _ in value.extra.attributes]
            for name in (*names, *(raw.tag for raw in value.extra.elements)):
                counts[name, value.TAG] = counts.get((name, value.TAG), 0) + 1
    return (ExtraFacts(name, inside, times) for (name, inside), times in counts.items())
