"""The procedure of MoveIt's Setup Assistant, re-enacted on Coal for given configurations.

Source: moveit_setup_assistant, compute_default_collisions.cpp. Written apart from ours: the graph is
contracted as MoveIt does it, and pairs are dropped as they are seen.
"""

from __future__ import annotations

from itertools import combinations

import coal
import numpy as np

from bodyplan.kinematics import forward_kinematics
from bodyplan.model.shape import Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, Sphere


def shape_of(robot, part):
    """The shape in Coal; a mesh as its triangles."""
    match part.shape:
        case Box(size=size):
            return coal.Box(*size)
        case Sphere(radius=radius):
            return coal.Sphere(radius)
        case Cylinder(radius=radius, length=length):
            return coal.Cylinder(radius, length)
        case Capsule(radius=radius, length=length):
            return coal.Capsule(radius, length)
        case Cone(radius=radius, length=length):
            return coal.Cone(radius, length)
        case Ellipsoid(radii=radii):
            return coal.Ellipsoid(*radii)
        case Mesh():
            mesh = robot.mesh(part)
            shape = coal.BVHModelOBBRSS()
            shape.beginModel(len(mesh.faces), len(mesh.vertices))
            shape.addVertices(np.array(mesh.vertices))
            shape.addTriangles(np.array(mesh.faces, np.int64))
            shape.endModel()
            return shape
    raise ValueError(part.shape)


class MoveIt:
    """The procedure for one robot.

    Args:
        robot: all of its collision shapes are read.
    """

    def __init__(self, robot):
        self.robot = robot
        self.shapes = {
            link.name: [
                (shape_of(robot, part), np.array(part.origin.matrix)) for part in link.collisions
            ]
            for link in robot.links
            if any(part.shape is not None for part in link.collisions)
        }
        self.request = coal.CollisionRequest()

    def adjacent(self):
        """Pairs next to each other once links without shapes are contracted."""
        graph = {link.name: set() for link in self.robot.links}
        for joint in (*self.robot.joints, *self.robot.loops):
            graph[joint.parent].add(joint.child)
            graph[joint.child].add(joint.parent)
        changes = True
        while changes:
            changes = False
            for link, near in graph.items():
                if link in self.shapes:
                    continue
                for one, other in combinations(sorted(near), 2):
                    if other not in graph[one]:
                        graph[one].add(other)
                        graph[other].add(one)
                        changes = True
        return {
            tuple(sorted((one, other)))
            for one, near in graph.items()
            for other in near
            if one in self.shapes and other in self.shapes and one != other
        }

    def touching(self, q, pairs):
        """The pairs that touch in a configuration, of those asked for."""
        X = dict(zip(self.robot.link_names, forward_kinematics(self.robot, q), strict=True))
        placed = {}
        for name in {name for pair in pairs for name in pair}:
            placed[name] = []
            for shape, X_LG in self.shapes[name]:
                pose = X[name] @ X_LG
                put = coal.Transform3s(pose[:3, :3], pose[:3, 3])
                placed[name].append((shape, put, coal.CollisionObject(shape, put).getAABB()))
        return {pair for pair in pairs if self._touch(placed[pair[0]], placed[pair[1]])}

    def _touch(self, one, two):
        result = coal.CollisionResult()
        for shape, put, box in one:
            for other, place, room in two:
                if box.overlap(room):
                    result.clear()
                    if coal.collide(shape, put, other, place, self.request, result):
                        return True
        return False

    def classes(self, default, rounds, trials, fraction=0.95):
        """The pairs by reason, for the configurations of the rounds and of the trials.

        Args:
            default: the default configuration.
            rounds: gives 200 configurations for the number of a round.
            trials: configurations.
            fraction: of a round, for Always.
        """
        adjacent = self.adjacent()
        left = set(combinations(sorted(self.shapes), 2)) - adjacent
        first = self.touching(default, left)
        left -= first
        always, seen, number = set(), set(), 0
        while True:
            counts = dict.fromkeys(left, 0)
            for q in rounds(number):
                for pair in self.touching(q, left):
                    counts[pair] += 1
                    seen.add(pair)
            found = {pair for pair, count in counts.items() if count > int(200 * fraction)}
            number += 1
            always |= found
            left -= found
            if not found:
                break
        left -= seen
        for q in trials:
            left -= self.touching(q, left)
        return {"Adjacent": adjacent, "Default": first, "Always": always, "Never": left}
