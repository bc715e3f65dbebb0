"""Whatever stands in an SRDF, and whatever robot it is held against, all questions are answered."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.formats import srdf, urdf
from bodyplan.semantics.from_srdf import from_srdf
from bodyplan.semantics.resolution import resolve_srdf
from bodyplan.spec import Element

names = st.sampled_from(["", "a", "b", "c", "world", "QQQ"])
numbers = st.sampled_from([0.0, 1.0, -1.0, 1e308, math.nan, math.inf])


def some(strategy):
    return st.lists(strategy, max_size=3).map(tuple)


def elements(cls: type[Element], **fields):
    return st.builds(cls, **fields)


groups = elements(
    srdf.Group,
    name=names,
    links=some(elements(srdf.GroupLink, name=names)),
    joints=some(elements(srdf.GroupJoint, name=names)),
    chains=some(elements(srdf.Chain, base_link=names, tip_link=names)),
    subgroups=some(elements(srdf.Subgroup, name=names)),
)
states = elements(
    srdf.GroupState,
    name=names,
    group=names,
    joints=some(elements(srdf.StateJoint, name=names, value=some(numbers))),
)
spheres = elements(
    srdf.ApproximationSphere, center=st.tuples(numbers, numbers, numbers), radius=numbers
)
overlays = elements(
    srdf.Robot,
    name=names,
    virtual_joints=some(
        elements(
            srdf.VirtualJoint,
            name=names,
            child_link=names,
            parent_frame=names,
            type=st.sampled_from(["fixed", "planar", "floating", ""]),
        )
    ),
    groups=some(groups),
    group_states=some(states),
    end_effectors=some(
        elements(
            srdf.EndEffector,
            name=names,
            group=names,
            parent_link=names,
            parent_group=st.none() | names,
        )
    ),
    link_sphere_approximations=some(
        elements(srdf.LinkSphereApproximation, link=names, spheres=some(spheres))
    ),
    disable_default_collisions=some(elements(srdf.DisableDefaultCollisions, link=names)),
    enable_collisions=some(elements(srdf.EnableCollisions, link1=names, link2=names)),
    disable_collisions=some(elements(srdf.DisableCollisions, link1=names, link2=names)),
    passive_joints=some(elements(srdf.PassiveJoint, name=names)),
    joint_properties=some(
        elements(srdf.JointProperty, joint_name=names, property_name=names, value=names)
    ),
)
poses = elements(urdf.Pose, xyz=st.tuples(numbers, numbers, numbers))
shapes = st.sampled_from(
    [None, urdf.Sphere(radius=1.0), urdf.Box(size=(1.0, math.nan, 1.0)), urdf.Mesh(filename="m")]
)
robots = elements(
    urdf.Robot,
    name=names,
    links=some(
        elements(
            urdf.Link,
            name=names,
            collisions=some(
                elements(
                    urdf.Collision,
                    origin=poses,
                    geometry=elements(urdf.Geometry, shape=shapes),
                )
            ),
        )
    ),
    joints=some(
        elements(
            urdf.Joint,
            name=names,
            type=st.sampled_from(["revolute", "continuous", "fixed", "floating", "planar", ""]),
            parent=names,
            child=names,
            origin=poses,
            axis=st.tuples(numbers, numbers, numbers),
            limit=st.none()
            | elements(urdf.Limit, lower=numbers, upper=numbers, effort=numbers, velocity=numbers),
            mimic=st.none() | elements(urdf.Mimic, joint=names, multiplier=numbers, offset=numbers),
        )
    ),
)


@given(robots, overlays, st.sampled_from(["path", "moveit"]))
def test_every_question_is_answered(robot, overlay, rule):
    lifted = from_urdf(robot)
    assert all(map(str, lifted.losses))
    semantics = from_srdf(overlay, lifted.robot, chain_rule=rule)
    joints = {semantics.virtual_joint.name, *lifted.robot.joint_names}
    for group in semantics.groups.values():
        parts = (group.active_joints, group.mimic_joints, group.fixed_joints)
        assert sorted(joint for part in parts for joint in part) == sorted(group.joints)
        assert set(group.joints) <= joints
        assert set(group.links) | set(group.updated_links) <= set(lifted.robot.link_names)
        assert (group.base_link is None) == (group.tip_link is None) == (not group.is_chain)
        assert set(group.contained_groups) < {*semantics.groups, ""}
        assert repr(group)
    for state in semantics.states.values():
        found = state.configuration(with_others=True)
        assert all(len(found[name]) == len(given) for name, given in state.values.items() if given)
        assert set(found) <= joints
    for effector in semantics.end_effectors.values():
        assert effector.group in semantics.groups
        assert effector.parent_group in {None, *semantics.groups}
        assert effector.parent_group != effector.group
    matrix = semantics.allowed_collision_matrix
    assert all(not matrix.allowed(*pair) for pair in matrix.checked_pairs())
    assert all(found.spheres is not None or found.reason for found in semantics.spheres.values())
    assert repr(semantics)
    resolution = resolve_srdf(overlay, lifted.robot, chain_rule=rule)
    assert len(resolution.states) == len(overlay.group_states)
    assert len(resolution.end_effectors) == len(overlay.end_effectors)
    assert len(resolution.pairs) == len(overlay.enable_collisions + overlay.disable_collisions)


@pytest.mark.parametrize("module", ["conversion.urdf.from_urdf", "semantics.from_srdf"])
def test_the_hub_and_the_way_into_it_load_nothing_heavy(module):
    heavy = ["numpy", "trimesh", "dataclasses", "difflib", "json", "inspect", "subprocess"]
    code = f"import sys, bodyplan.{module}; print([m for m in {heavy} if m in sys.modules])"
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
