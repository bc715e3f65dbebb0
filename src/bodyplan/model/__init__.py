"""The hub: a robot free of its format, frozen, in SI units, in plain Python values."""

from bodyplan.model.configuration import Configuration as Configuration
from bodyplan.model.joint import KINDS as KINDS
from bodyplan.model.joint import Bounds as Bounds
from bodyplan.model.joint import Dynamics as Dynamics
from bodyplan.model.joint import Joint as Joint
from bodyplan.model.joint import JointKind as JointKind
from bodyplan.model.joint import Mimic as Mimic
from bodyplan.model.link import Inertial as Inertial
from bodyplan.model.link import Link as Link
from bodyplan.model.names import Named as Named
from bodyplan.model.names import UnknownNameError as UnknownNameError
from bodyplan.model.robot import Chain as Chain
from bodyplan.model.robot import Robot as Robot
from bodyplan.model.shape import Box as Box
from bodyplan.model.shape import Capsule as Capsule
from bodyplan.model.shape import Cylinder as Cylinder
from bodyplan.model.shape import Geometry as Geometry
from bodyplan.model.shape import Mesh as Mesh
from bodyplan.model.shape import Shape as Shape
from bodyplan.model.shape import Sphere as Sphere
from bodyplan.model.transform import IDENTITY as IDENTITY
from bodyplan.model.transform import Transform as Transform
from bodyplan.model.transform import Vec3 as Vec3
from bodyplan.model.tree import NotATreeError as NotATreeError
