"""SRDF: planning groups, states, end effectors and disabled collisions, in addition to a URDF."""

from bodyplan.formats.srdf._collision import ApproximationSphere as ApproximationSphere
from bodyplan.formats.srdf._collision import DisableCollisions as DisableCollisions
from bodyplan.formats.srdf._collision import DisableDefaultCollisions as DisableDefaultCollisions
from bodyplan.formats.srdf._collision import EnableCollisions as EnableCollisions
from bodyplan.formats.srdf._collision import LinkSphereApproximation as LinkSphereApproximation
from bodyplan.formats.srdf._group import Chain as Chain
from bodyplan.formats.srdf._group import EndEffector as EndEffector
from bodyplan.formats.srdf._group import Group as Group
from bodyplan.formats.srdf._group import GroupJoint as GroupJoint
from bodyplan.formats.srdf._group import GroupLink as GroupLink
from bodyplan.formats.srdf._group import GroupState as GroupState
from bodyplan.formats.srdf._group import StateJoint as StateJoint
from bodyplan.formats.srdf._group import Subgroup as Subgroup
from bodyplan.formats.srdf._robot import JointProperty as JointProperty
from bodyplan.formats.srdf._robot import PassiveJoint as PassiveJoint
from bodyplan.formats.srdf._robot import Robot as Robot
from bodyplan.formats.srdf._robot import VirtualJoint as VirtualJoint
from bodyplan.formats.srdf._robot import VirtualJointType as VirtualJointType
