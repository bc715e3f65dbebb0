"""Controllers of ros2_control and ros_control, with their joints and interfaces."""

from bodyplan.spec import RATE, Annotated, Attr, Child, Element, element

_SOURCE = (
    "ros2_control controller_manager/src/controller_manager.cpp; ros2_controllers, the "
    "*_parameters.yaml of each controller; ROS wiki ros_control"
)


@element("joint", source=_SOURCE)
class ControllerJoint(Element):
    """A joint that a controller moves."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]


@element("interface", source=_SOURCE)
class Interface(Element):
    """A command or state interface that a controller uses of each of its joints."""

    name: Annotated[str, Attr("name of the interface, such as position, velocity or effort")]


@element("controller", source=_SOURCE)
class Controller(Element):
    """A controller of ros2_control or ros_control."""

    name: Annotated[str, Attr("name of the controller")]
    type: Annotated[str | None, Attr("its plugin, such as package/Class")] = None
    is_listed: Annotated[bool, Attr("whether the controller manager lists it")] = False
    has_parameters: Annotated[bool, Attr("whether the file has parameters for it")] = False
    joints: Annotated[tuple[ControllerJoint, ...], Child("joints it moves")] = ()
    command_interfaces: Annotated[tuple[Interface, ...], Child("what it commands")] = ()
    state_interfaces: Annotated[tuple[Interface, ...], Child("what it reads")] = ()


@element("controllers", source=_SOURCE)
class Controllers(Element):
    """The controllers that a parameter file defines."""

    ros2: Annotated[bool, Attr("whether the file is a parameter file of ROS 2")] = False
    update_rate: Annotated[
        int | None, Attr("rate of the control loop", unit=RATE, gt=0, severity="warning")
    ] = None
    controllers: Annotated[tuple[Controller, ...], Child("controllers")] = ()
