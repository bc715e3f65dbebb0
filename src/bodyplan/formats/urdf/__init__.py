"""URDF 1.0, 1.1 and 1.2, with sensors, transmissions, gazebo and ros2_control blocks."""

from bodyplan.formats.urdf._common import *
from bodyplan.formats.urdf._geometry import *
from bodyplan.formats.urdf._joint import *
from bodyplan.formats.urdf._link import *
from bodyplan.formats.urdf._model_state import *
from bodyplan.formats.urdf._robot import *
from bodyplan.formats.urdf._ros2_control import *
from bodyplan.formats.urdf._transmission import *
from bodyplan.formats.urdf.gazebo import *
from bodyplan.formats.urdf.sensor import *
