"""Settings in YAML beside a robot: joint limits, controllers, kinematics solvers."""

from bodyplan.formats.settings.controllers import Controller as Controller
from bodyplan.formats.settings.controllers import ControllerJoint as ControllerJoint
from bodyplan.formats.settings.controllers import Controllers as Controllers
from bodyplan.formats.settings.controllers import Interface as Interface
from bodyplan.formats.settings.document import SettingsDocument as SettingsDocument
from bodyplan.formats.settings.joint_limits import JointLimit as JointLimit
from bodyplan.formats.settings.joint_limits import JointLimits as JointLimits
from bodyplan.formats.settings.moveit import ControllerName as ControllerName
from bodyplan.formats.settings.moveit import Kinematics as Kinematics
from bodyplan.formats.settings.moveit import MoveItController as MoveItController
from bodyplan.formats.settings.moveit import MoveItControllers as MoveItControllers
from bodyplan.formats.settings.moveit import Solver as Solver
from bodyplan.formats.settings.read import read_settings as read_settings
from bodyplan.formats.settings.read import read_settings_bytes as read_settings_bytes
