"""model_state documents: where the joints of a robot are at one time."""

from bodyplan.spec import (
    EFFORT,
    POSITION,
    SPEED,
    TIME,
    Annotated,
    Attr,
    Child,
    Element,
    Floats,
    element,
)

_SOURCE = "ROS wiki urdf/XML/model_state"


@element("joint_state", source=_SOURCE)
class JointState(Element):
    """State of one joint: one value for each degree of freedom."""

    joint: Annotated[str, Attr("name of the joint", refers=("joint",))]
    position: Annotated[Floats, Attr("positions", unit=POSITION)] = ()
    velocity: Annotated[Floats, Attr("velocities", unit=SPEED)] = ()
    effort: Annotated[Floats, Attr("efforts", unit=EFFORT)] = ()


@element("model_state", source=_SOURCE)
class ModelState(Element):
    """State of a robot at one time."""

    model: Annotated[str | None, Attr("name of the robot in its URDF")] = None
    name: Annotated[str | None, Attr("older spelling of model")] = None
    time_stamp: Annotated[float | None, Attr("time of the state", unit=TIME)] = None
    joint_states: Annotated[tuple[JointState, ...], Child("states of joints")] = ()
