"""Actuation of joints: ros2_control blocks, and transmissions of ros_control and the PR2."""

from typing import Literal

from bodyplan.spec import RATE, Annotated, Attr, Child, Element, Text, element

_SOURCE = "ros2_control hardware_interface/src/component_parser.cpp"


@element("param", source=_SOURCE, extension=True)
class Param(Element):
    """A parameter: a name and its value as text."""

    name: Annotated[str, Attr("key")]
    value: Annotated[str, Text("value as text")] = ""


@element("limits", source="ros2_control joint_limiting.rst", extension=True)
class Limits(Element):
    """Whether ros2_control enforces the limits of an interface or joint."""

    enable: Annotated[bool, Attr("whether limits are enforced")] = True


class _Interface(Element):
    name: Annotated[str, Attr("name of the interface, such as position, velocity or effort")]
    data_type: Annotated[str, Attr("type of the value")] = "double"
    size: Annotated[int, Attr("number of values", gt=0, severity="error")] = 1
    params: Annotated[
        tuple[Param, ...], Child("parameters: min, max, initial_value, or any other name")
    ] = ()
    limits: Limits | None = None


@element("command_interface", source=_SOURCE, extension=True)
class CommandInterface(_Interface):
    """A value of the hardware that controllers may set, such as a velocity."""


@element("state_interface", source=_SOURCE, extension=True)
class StateInterface(_Interface):
    """A value of the hardware that controllers may read, such as a position."""


@element("async", source="ros2_control asynchronous_components.rst", extension=True)
class Async(Element):
    """How an asynchronous component is scheduled."""

    thread_priority: Annotated[int, Attr("priority of its thread", gt=0, severity="error")] = 50
    affinity: Annotated[str | None, Attr("processor cores, as a list")] = None
    scheduling_policy: Annotated[
        Literal["synchronized", "detached"], Attr("whether it waits for the manager")
    ] = "synchronized"
    print_warnings: Annotated[bool, Attr("whether it reports overruns")] = True


@element("properties", source="ros2_control asynchronous_components.rst", extension=True)
class Properties(Element):
    """Properties of a component."""

    asynchronous: Annotated[Async | None, Child("scheduling", tag="async")] = None


@element("hardware", source=_SOURCE, extension=True)
class Hardware(Element):
    """The plugin that communicates with the hardware."""

    plugin: Annotated[str | None, Child("name of the plugin")] = None
    group: Annotated[str | None, Child("components that fail together")] = None
    params: Annotated[tuple[Param, ...], Child("settings of the plugin")] = ()


@element("joint", source=_SOURCE, extension=True)
class ControlledJoint(Element):
    """A joint with the interfaces that the hardware offers for it."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    mimic: Annotated[
        bool | None, Attr("whether it is a mimic joint; by default as in the URDF")
    ] = None
    command_interfaces: Annotated[
        tuple[CommandInterface, ...], Child("values that can be set")
    ] = ()
    state_interfaces: Annotated[tuple[StateInterface, ...], Child("values that can be read")] = ()
    params: Annotated[tuple[Param, ...], Child("settings")] = ()
    limits: Limits | None = None


@element("sensor", source=_SOURCE, extension=True)
class ControlledSensor(Element):
    """A sensor with the interfaces that the hardware offers for it."""

    name: Annotated[str, Attr("name of the sensor")]
    state_interfaces: Annotated[tuple[StateInterface, ...], Child("values that can be read")] = ()
    params: Annotated[tuple[Param, ...], Child("settings")] = ()


@element("gpio", source=_SOURCE, extension=True)
class Gpio(Element):
    """General-purpose inputs and outputs of the hardware, which do not belong to a joint."""

    name: Annotated[str, Attr("name of the group")]
    command_interfaces: Annotated[
        tuple[CommandInterface, ...], Child("values that can be set")
    ] = ()
    state_interfaces: Annotated[tuple[StateInterface, ...], Child("values that can be read")] = ()
    params: Annotated[tuple[Param, ...], Child("settings")] = ()


class _TransmissionEnd(Element):
    name: Annotated[str, Attr("name of the actuator")]
    role: Annotated[str | None, Attr("its role in the transmission")] = None
    mechanical_reduction: Annotated[float, Child("reduction")] = 1.0
    offset: Annotated[float, Child("position offset")] = 0.0
    read_only: Annotated[bool, Attr("whether it is never commanded", either=True)] = False
    params: Annotated[tuple[Param, ...], Child("settings")] = ()


@element("actuator", source=_SOURCE, extension=True)
class ControlTransmissionActuator(_TransmissionEnd):
    """An actuator of a transmission inside a ros2_control block."""


@element("joint", source=_SOURCE, extension=True)
class ControlTransmissionJoint(_TransmissionEnd):
    """A joint of a transmission inside a ros2_control block."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]


@element("transmission", source=_SOURCE, extension=True)
class ControlTransmission(Element):
    """A transmission between actuators and joints in the same ros2_control block."""

    name: Annotated[str, Attr("name of the transmission")]
    plugin: Annotated[str | None, Child("name of the plugin")] = None
    joints: Annotated[tuple[ControlTransmissionJoint, ...], Child("driven joints")] = ()
    actuators: Annotated[tuple[ControlTransmissionActuator, ...], Child("driving actuators")] = ()
    params: Annotated[tuple[Param, ...], Child("settings")] = ()


@element("ros2_control", source=_SOURCE, extension=True, closed=True)
class Ros2Control(Element):
    """A hardware component of ros2_control: a system, an actuator or a sensor."""

    name: Annotated[str, Attr("name of the component")]
    type: Annotated[Literal["system", "actuator", "sensor"], Attr("kind of the component")]
    is_async: Annotated[bool, Attr("whether it runs in a separate thread")] = False
    thread_priority: Annotated[
        int | None, Attr("thread priority, in older files", gt=0, severity="error")
    ] = None
    rw_rate: Annotated[
        int,
        Attr(
            "read and write rate; 0 for the rate of the manager", unit=RATE, ge=0, severity="error"
        ),
    ] = 0
    properties: Properties | None = None
    hardware: Hardware | None = None
    joints: Annotated[tuple[ControlledJoint, ...], Child("joints")] = ()
    sensors: Annotated[tuple[ControlledSensor, ...], Child("sensors")] = ()
    gpios: Annotated[tuple[Gpio, ...], Child("inputs and outputs")] = ()
    transmissions: Annotated[tuple[ControlTransmission, ...], Child("transmissions")] = ()


_PR2 = "urdfdom xsd/urdf.xsd, PR2 transmissions"


@element("joint", source="ROS wiki urdf/XML/Transmission", extension=True)
class TransmissionJoint(Element):
    """A joint that a transmission drives."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    hardware_interfaces: Annotated[
        tuple[str, ...], Child("joint-space interface", tag="hardwareInterface")
    ] = ()
    role: Annotated[str | None, Child("its role in a multi-joint transmission")] = None
    offset: Annotated[float | None, Child("position offset")] = None
    mechanical_reduction: Annotated[
        float | None, Child("reduction, if it is defined per joint", tag="mechanicalReduction")
    ] = None


@element("actuator", source="ROS wiki urdf/XML/Transmission", extension=True)
class Actuator(Element):
    """A motor that drives a transmission."""

    name: Annotated[str, Attr("name of the actuator")]
    mechanical_reduction: Annotated[
        float | None,
        Child("joint position = actuator position / reduction", tag="mechanicalReduction"),
    ] = None
    hardware_interfaces: Annotated[
        tuple[str, ...],
        Child(
            "interface, as before ROS Indigo; now it belongs to the joint", tag="hardwareInterface"
        ),
    ] = ()
    role: Annotated[str | None, Child("its role in a multi-joint transmission")] = None


@element("leftActuator", source=_PR2, extension=True)
class Pr2Actuator(Element):
    """A motor of the wrist transmission of a PR2, with its reduction."""

    name: Annotated[str, Attr("name of the actuator")]
    mechanical_reduction: Annotated[float, Attr("reduction", name="mechanicalReduction")]


@element("flexJoint", source=_PR2, extension=True)
class Pr2Joint(Element):
    """A joint of the wrist transmission of a PR2, with its reduction."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    mechanical_reduction: Annotated[float, Attr("reduction", name="mechanicalReduction")]


@element("passive_joint", source=_PR2, extension=True)
class PassiveJoint(Element):
    """A joint without a motor, which the linkage of the PR2 gripper moves."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]


@element("use_simulated_gripper_joint", source=_PR2, extension=True)
class SimulatedGripperJoint(Element):
    """Marks that a simulated joint replaces the linkage of the PR2 gripper."""


@element("gap_joint", source=_PR2, extension=True)
class GapJoint(Element):
    """The joint of the gap between the fingers of the PR2 gripper, with the linkage's constants."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    l0: Annotated[float, Attr("linkage constant", name="L0")]
    a: Annotated[float, Attr("linkage constant")]
    b: Annotated[float, Attr("linkage constant")]
    gear_ratio: Annotated[float, Attr("gear ratio")]
    h: Annotated[float, Attr("linkage constant")]
    mechanical_reduction: Annotated[float, Attr("reduction")]
    phi0: Annotated[float, Attr("linkage constant")]
    r: Annotated[float, Attr("linkage constant")]
    screw_reduction: Annotated[float, Attr("reduction of the screw")]
    t0: Annotated[float, Attr("linkage constant")]
    theta0: Annotated[float, Attr("linkage constant")]


@element("transmission", source="ROS wiki urdf/XML/Transmission; urdfdom xsd", extension=True)
class Transmission(Element):
    """A transmission between actuators and joints; it is assumed to have no losses of power."""

    name: Annotated[str, Attr("unique among the transmissions")]
    type: Annotated[str | None, Child("plugin of the ros_control form")] = None
    pr2_type: Annotated[str | None, Attr("plugin of the PR2 form", name="type")] = None
    joints: Annotated[tuple[TransmissionJoint, ...], Child("driven joints")] = ()
    actuators: Annotated[tuple[Actuator, ...], Child("driving actuators")] = ()
    mechanical_reduction: Annotated[
        float | None, Child("reduction of the PR2 form", tag="mechanicalReduction")
    ] = None
    left_actuator: Annotated[
        Pr2Actuator | None, Child("PR2 wrist, left motor", tag="leftActuator")
    ] = None
    right_actuator: Annotated[
        Pr2Actuator | None, Child("PR2 wrist, right motor", tag="rightActuator")
    ] = None
    flex_joint: Annotated[Pr2Joint | None, Child("PR2 wrist, flex joint", tag="flexJoint")] = None
    roll_joint: Annotated[Pr2Joint | None, Child("PR2 wrist, roll joint", tag="rollJoint")] = None
    gap_joint: GapJoint | None = None
    passive_joints: Annotated[tuple[PassiveJoint, ...], Child("PR2 gripper, passive joints")] = ()
    use_simulated_gripper_joint: SimulatedGripperJoint | None = None
