"""What a type checker must refuse; each line names the error. Read by ``test_typing``, never run."""

from __future__ import annotations

import bodyplan
from bodyplan.formats.urdf import Geometry, Inertial, Joint, Link, Pose, Robot, Sphere

sphere = Sphere(radius=1.0)
sphere.radius = 2.0  # E: misc
Sphere(1.0)  # E: call-arg
Sphere()  # E: call-arg
Sphere(radius="1")  # E: arg-type
Sphere(radius=1.0, QQQ=1.0)  # E: call-arg
Joint(name="j", type="hinge", parent="a", child="b")  # E: arg-type
Joint(name="j", type="fixed", parent=None, child="b")  # E: arg-type
Pose(xyz=(1.0, 2.0))  # E: arg-type
Geometry(shape=Link(name="a"))  # E: arg-type
Inertial(mass=1.0)  # E: call-arg
robot = Robot(name="r")
print(robot.QQQ)  # E: attr-defined
robot.links.append(Link(name="a"))  # E: attr-defined
robot.links = ()  # E: misc
print(robot.joints[0].limit.lower)  # E: union-attr
bodyplan.read(1)  # E: arg-type
print(bodyplan.load("a.urdf").groups)  # E: attr-defined
print(bodyplan.load("a.srdf", robot="a.urdf").links)  # E: attr-defined
bodyplan.load("a.srdf", robot=1)  # E: call-overload
with bodyplan.read("a").editing() as edit:
    edit.add("a", Link(name="a"))  # E: arg-type
    edit.rename("visual", "a", "b")  # E: arg-type
