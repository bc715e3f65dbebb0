"""URDF 1.0, 1.1 and 1.2, including sensors, transmissions, gazebo and ros2_control blocks."""

from bodyplan.formats.urdf._control import *
from bodyplan.formats.urdf._link import *
from bodyplan.formats.urdf._robot import *
from bodyplan.formats.urdf.gazebo import *
from bodyplan.formats.urdf.sensor import *
