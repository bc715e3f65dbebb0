"""URDF transmissions: the ros_control syntax and the older PR2 syntax."""

from bodyplan.spec import Annotated, Attr, Child, Element, element

_PR2 = "urdfdom xsd/urdf.xsd, PR2 transmissions"


@element("joint", source="ROS wiki urdf/XML/Transmission", extension=True)
class TransmissionJoint(Element):
    """A joint that the transmission drives."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    hardware_interfaces: Annotated[
        tuple[str, ...], Child("joint-space interface", tag="hardwareInterface")
    ] = ()
    role: Annotated[str | None, Child("its part in a multi-joint transmission")] = None
    offset: Annotated[float | None, Child("position offset")] = None
    mechanical_reduction: Annotated[
        float | None, Child("reduction, if it is defined per joint", tag="mechanicalReduction")
    ] = None


@element("actuator", source="ROS wiki urdf/XML/Transmission", extension=True)
class Actuator(Element):
    """A motor that drives the transmission."""

    name: Annotated[str, Attr("name of the actuator")]
    mechanical_reduction: Annotated[
        float | None,
        Child("joint position = actuator position / reduction", tag="mechanicalReduction"),
    ] = None
    hardware_interfaces: Annotated[
        tuple[str, ...],
        Child("before ROS Indigo; belongs to the joint now", tag="hardwareInterface"),
    ] = ()
    role: Annotated[str | None, Child("its part in a multi-joint transmission")] = None


@element("leftActuator", source=_PR2, extension=True)
class Pr2Actuator(Element):
    """One motor of a PR2 wrist transmission with its reduction."""

    name: Annotated[str, Attr("name of the actuator")]
    mechanical_reduction: Annotated[float, Attr("reduction", name="mechanicalReduction")]


@element("flexJoint", source=_PR2, extension=True)
class Pr2Joint(Element):
    """One joint of a PR2 wrist transmission with its reduction."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    mechanical_reduction: Annotated[float, Attr("reduction", name="mechanicalReduction")]


@element("passive_joint", source=_PR2, extension=True)
class PassiveJoint(Element):
    """A passive joint that the gripper moves."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]


@element("use_simulated_gripper_joint", source=_PR2, extension=True)
class SimulatedGripperJoint(Element):
    """Replaces the linkage by a simulated gripper joint."""


@element("gap_joint", source=_PR2, extension=True)
class GapJoint(Element):
    """The PR2 gripper's linkage."""

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
    """How actuators drive joints; power is preserved."""

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
