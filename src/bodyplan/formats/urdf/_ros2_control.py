"""The ros2_control block of ROS 2: hardware, joints, interfaces. Not part of URDF itself."""

from typing import Literal

from bodyplan.spec import RATE, Annotated, Attr, Child, Element, Text, element

_SOURCE = "ros2_control hardware_interface/src/component_parser.cpp"


@element("param", source=_SOURCE, extension=True)
class Param(Element):
    """A key and its text."""

    name: Annotated[str, Attr("key")]
    value: Annotated[str, Text("value as text")] = ""


@element("limits", source="ros2_control joint_limiting.rst", extension=True)
class Limits(Element):
    """Switches the enforcement of limits."""

    enable: Annotated[bool, Attr("whether limits are enforced")] = True


class _Interface(Element):
    name: Annotated[str, Attr("such as position, velocity, effort")]
    data_type: Annotated[str, Attr("type of the value")] = "double"
    size: Annotated[int, Attr("how many values", gt=0, severity="error")] = 1
    params: Annotated[tuple[Param, ...], Child("min, max, initial_value and free keys")] = ()
    limits: Limits | None = None


@element("command_interface", source=_SOURCE, extension=True)
class CommandInterface(_Interface):
    """A value that controllers may set."""


@element("state_interface", source=_SOURCE, extension=True)
class StateInterface(_Interface):
    """A value that controllers may read."""


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
    """The plugin that talks to the hardware."""

    plugin: Annotated[str | None, Child("name of the plugin")] = None
    group: Annotated[str | None, Child("components that fail together")] = None
    params: Annotated[tuple[Param, ...], Child("settings of the plugin")] = ()


@element("joint", source=_SOURCE, extension=True)
class ControlledJoint(Element):
    """A joint with the interfaces that the hardware offers for it."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    mimic: Annotated[bool | None, Attr("whether it follows; the URDF decides where absent")] = None
    command_interfaces: Annotated[tuple[CommandInterface, ...], Child("what can be set")] = ()
    state_interfaces: Annotated[tuple[StateInterface, ...], Child("what can be read")] = ()
    params: Annotated[tuple[Param, ...], Child("settings")] = ()
    limits: Limits | None = None


@element("sensor", source=_SOURCE, extension=True)
class ControlledSensor(Element):
    """A sensor with the interfaces that the hardware offers for it."""

    name: Annotated[str, Attr("name of the sensor")]
    state_interfaces: Annotated[tuple[StateInterface, ...], Child("what can be read")] = ()
    params: Annotated[tuple[Param, ...], Child("settings")] = ()


@element("gpio", source=_SOURCE, extension=True)
class Gpio(Element):
    """Inputs and outputs that belong to no joint."""

    name: Annotated[str, Attr("name of the group")]
    command_interfaces: Annotated[tuple[CommandInterface, ...], Child("what can be set")] = ()
    state_interfaces: Annotated[tuple[StateInterface, ...], Child("what can be read")] = ()
    params: Annotated[tuple[Param, ...], Child("settings")] = ()


class _TransmissionEnd(Element):
    name: Annotated[str, Attr("name of the actuator")]
    role: Annotated[str | None, Attr("its part in the transmission")] = None
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
    """A transmission between actuators and joints of the same block."""

    name: Annotated[str, Attr("name of the transmission")]
    plugin: Annotated[str | None, Child("name of the plugin")] = None
    joints: Annotated[tuple[ControlTransmissionJoint, ...], Child("driven joints")] = ()
    actuators: Annotated[tuple[ControlTransmissionActuator, ...], Child("driving actuators")] = ()
    params: Annotated[tuple[Param, ...], Child("settings")] = ()


@element("ros2_control", source=_SOURCE, extension=True, closed=True)
class Ros2Control(Element):
    """One hardware component: a system, an actuator, or a sensor."""

    name: Annotated[str, Attr("name of the component")]
    type: Annotated[Literal["system", "actuator", "sensor"], Attr("kind of the component")]
    is_async: Annotated[bool, Attr("whether it runs in a thread of its own")] = False
    thread_priority: Annotated[
        int | None, Attr("older place of the priority", gt=0, severity="error")
    ] = None
    rw_rate: Annotated[
        int, Attr("read and write rate; 0 for the manager's", unit=RATE, ge=0, severity="error")
    ] = 0
    properties: Properties | None = None
    hardware: Hardware | None = None
    joints: Annotated[tuple[ControlledJoint, ...], Child("joints")] = ()
    sensors: Annotated[tuple[ControlledSensor, ...], Child("sensors")] = ()
    gpios: Annotated[tuple[Gpio, ...], Child("inputs and outputs")] = ()
    transmissions: Annotated[tuple[ControlTransmission, ...], Child("transmissions")] = ()
