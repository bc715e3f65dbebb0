"""Settings in YAML beside a robot: joint limits, controllers, kinematics solvers."""

from bodyplan.formats.ros_yaml.controllers import Controller as Controller
from bodyplan.formats.ros_yaml.controllers import ControllerJoint as ControllerJoint
from bodyplan.formats.ros_yaml.controllers import Controllers as Controllers
from bodyplan.formats.ros_yaml.controllers import Interface as Interface
from bodyplan.formats.ros_yaml.document import SettingsDocument as SettingsDocument
from bodyplan.formats.ros_yaml.joint_limits import JointLimit as JointLimit
from bodyplan.formats.ros_yaml.joint_limits import JointLimits as JointLimits
from bodyplan.formats.ros_yaml.moveit import ControllerName as ControllerName
from bodyplan.formats.ros_yaml.moveit import Kinematics as Kinematics
from bodyplan.formats.ros_yaml.moveit import MoveItController as MoveItController
from bodyplan.formats.ros_yaml.moveit import MoveItControllers as MoveItControllers
from bodyplan.formats.ros_yaml.moveit import Solver as Solver
from bodyplan.formats.ros_yaml.read import read_settings as read_settings
from bodyplan.formats.ros_yaml.read import read_settings_bytes as read_settings_bytes
