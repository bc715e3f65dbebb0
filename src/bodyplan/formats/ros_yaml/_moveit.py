"""The controllers and the kinematics solvers in MoveIt's parameter files."""

from bodyplan.formats.ros_yaml._controllers import ControllerJoint
from bodyplan.spec import LENGTH, TIME, Annotated, Attr, Child, Element, element

_CONTROLLERS = "moveit2 moveit_simple_controller_manager.cpp and its parameters"
_KINEMATICS = "moveit2 kinematics_plugin_loader.cpp"


@element("controller_name", source=_CONTROLLERS)
class ControllerName(Element):
    """The name of a controller that MoveIt uses."""

    name: Annotated[str, Attr("name of the controller")]


@element("moveit_controller", source=_CONTROLLERS)
class MoveItController(Element):
    """A controller, with the ROS action by which MoveIt commands it, and its joints."""

    name: Annotated[str, Attr("name of the controller")]
    action_ns: Annotated[str | None, Attr("name of the action in the controller's namespace")] = (
        None
    )
    type: Annotated[str | None, Attr("FollowJointTrajectory or GripperCommand")] = None
    default: Annotated[bool | None, Attr("whether it is preferred for its joints")] = None
    joints: Annotated[tuple[ControllerJoint, ...], Child("joints it moves")] = ()


@element("moveit_controllers", source=_CONTROLLERS)
class MoveItControllers(Element):
    """The controllers that MoveIt sends trajectories to."""

    is_list: Annotated[bool, Attr("whether the file has a controller_list, as in ROS 1")] = False
    names: Annotated[tuple[ControllerName, ...], Child("names of the controllers")] = ()
    controllers: Annotated[
        tuple[MoveItController, ...], Child("parameters of the controllers")
    ] = ()


@element("solver", source=_KINEMATICS)
class Solver(Element):
    """The kinematics solver of one planning group."""

    group: Annotated[str, Attr("name of the group in the SRDF", refers=("group",))]
    kinematics_solver: Annotated[str | None, Attr("plugin, as package/Class")] = None
    kinematics_solver_search_resolution: Annotated[
        float | None,
        Attr("step of the search over the redundant joint", unit="rad", gt=0, severity="warning"),
    ] = None
    kinematics_solver_timeout: Annotated[
        float | None, Attr("time to search for", unit=TIME, gt=0, severity="warning")
    ] = None
    kinematics_solver_attempts: Annotated[
        int | None, Attr("number of attempts; only in older versions")
    ] = None
    position_only_ik: Annotated[bool | None, Attr("whether the orientation is ignored")] = None
    epsilon: Annotated[float | None, Attr("required accuracy", unit=LENGTH)] = None


@element("kinematics", source=_KINEMATICS)
class Kinematics(Element):
    """The kinematics solvers of the planning groups of a robot."""

    solvers: Annotated[tuple[Solver, ...], Child("one for each group")] = ()
