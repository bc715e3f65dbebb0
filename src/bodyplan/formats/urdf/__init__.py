"""URDF 1.0, 1.1 and 1.2, with sensors, transmissions, gazebo and ros2_control blocks."""

from bodyplan.formats.urdf.common import *
from bodyplan.formats.urdf.gazebo import *
from bodyplan.formats.urdf.geometry import *
from bodyplan.formats.urdf.joint import *
from bodyplan.formats.urdf.link import *
from bodyplan.formats.urdf.model_state import *
from bodyplan.formats.urdf.robot import *
from bodyplan.formats.urdf.ros2_control import *
from bodyplan.formats.urdf.sensor import *
from bodyplan.formats.urdf.transmission import *
