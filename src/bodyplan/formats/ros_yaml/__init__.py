"""The ROS parameter files (YAML) of a robot: joint limits, controllers, kinematics solvers."""

from bodyplan.formats.ros_yaml._controllers import Controller as Controller
from bodyplan.formats.ros_yaml._controllers import ControllerJoint as ControllerJoint
from bodyplan.formats.ros_yaml._controllers import Controllers as Controllers
from bodyplan.formats.ros_yaml._controllers import Interface as Interface
from bodyplan.formats.ros_yaml._document import SettingsDocument as SettingsDocument
from bodyplan.formats.ros_yaml._joint_limits import JointLimit as JointLimit
from bodyplan.formats.ros_yaml._joint_limits import JointLimits as JointLimits
from bodyplan.formats.ros_yaml._moveit import ControllerName as ControllerName
from bodyplan.formats.ros_yaml._moveit import Kinematics as Kinematics
from bodyplan.formats.ros_yaml._moveit import MoveItController as MoveItController
from bodyplan.formats.ros_yaml._moveit import MoveItControllers as MoveItControllers
from bodyplan.formats.ros_yaml._moveit import Solver as Solver
from bodyplan.formats.ros_yaml._read import read_settings as read_settings
from bodyplan.formats.ros_yaml._read import read_settings_bytes as read_settings_bytes
