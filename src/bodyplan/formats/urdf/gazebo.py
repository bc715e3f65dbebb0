"""The ``<gazebo>`` blocks of a URDF: settings for libsdformat, and SDFormat elements.

Source: libsdformat parser_urdf.cc, ParseSDFExtension and InsertSDFExtension*.
"""

from typing import Literal, NamedTuple

from bodyplan.spec import Annotated, Attr, Element, Raw, Rest, RestAttributes, element

SDFORMAT_ELEMENTS = (
    "audio_sink",
    "audio_source",
    "battery",
    "collision",
    "frame",
    "gripper",
    "joint",
    "light",
    "link",
    "model",
    "particle_emitter",
    "projector",
    "sensor",
    "visual",
)
"""Tags of elements in a ``<gazebo>`` block that are SDFormat elements, not settings."""


@element("gazebo", source="ROS wiki urdf/XML/Gazebo", extension=True)
class Gazebo(Element):
    """Settings and SDFormat elements for a link or joint, or for the model without a reference."""

    reference: Annotated[
        str | None, Attr("link or joint to which the settings apply", refers=("link", "joint"))
    ] = None
    attributes: Annotated[
        tuple[tuple[str, str], ...], RestAttributes("other attributes, kept")
    ] = ()
    content: Annotated[tuple[Raw, ...], Rest("everything inside, kept")] = ()

    @property
    def sdformat(self) -> tuple[Raw, ...]:
        """The elements of the block that are SDFormat elements."""
        return tuple(raw for raw in self.content if raw.tag in SDFORMAT_ELEMENTS)


Owner = Literal["link", "collision", "joint"]


class Setting(NamedTuple):
    """A setting in a ``<gazebo>`` block, which libsdformat applies when it converts a URDF.

    Args:
        owner: the kind of SDFormat element to which the setting applies. The block of a link can
            also contain settings for the collisions of the link.
        path: the path of the resulting SDFormat element in the owner; empty if the result is not a
            single value.
        is_number: whether the value is a single number.
    """

    owner: Owner
    path: str = ""
    is_number: bool = True


SETTINGS = {
    "mu1": Setting("collision", "surface/friction/ode/mu"),
    "mu2": Setting("collision", "surface/friction/ode/mu2"),
    "fdir1": Setting("collision", "surface/friction/ode/fdir1", is_number=False),
    "kp": Setting("collision", "surface/contact/ode/kp"),
    "kd": Setting("collision", "surface/contact/ode/kd"),
    "maxVel": Setting("collision", "surface/contact/ode/max_vel"),
    "minDepth": Setting("collision", "surface/contact/ode/min_depth"),
    "maxContacts": Setting("collision", "max_contacts"),
    "laserRetro": Setting("collision", "laser_retro"),
    "dampingFactor": Setting("link"),
    "material": Setting("link", is_number=False),
    "turnGravityOff": Setting("link", is_number=False),
    "selfCollide": Setting("link", is_number=False),
    "springStiffness": Setting("joint", "axis/dynamics/spring_stiffness"),
    "springReference": Setting("joint", "axis/dynamics/spring_reference"),
    "stopCfm": Setting("joint", "physics/ode/limit/cfm"),
    "stopErp": Setting("joint", "physics/ode/limit/erp"),
    "fudgeFactor": Setting("joint", "physics/ode/fudge_factor"),
    "provideFeedback": Setting("joint", "physics/provide_feedback", is_number=False),
    "implicitSpringDamper": Setting("joint", "physics/ode/implicit_spring_damper", is_number=False),
    "cfmDamping": Setting("joint", "physics/ode/implicit_spring_damper", is_number=False),
    "preserveFixedJoint": Setting("joint", is_number=False),
    "disableFixedJointLumping": Setting("joint", is_number=False),
}


FLAGS = frozenset(
    (
        *("turnGravityOff", "selfCollide", "provideFeedback", "implicitSpringDamper", "cfmDamping"),
        *("preserveFixedJoint", "disableFixedJointLumping", "static"),
    )
)
"""The settings that are true or false, and false by default."""


def paths_of(owner: Owner) -> dict[str, str]:
    """Return the SDFormat paths of the settings of an owner, by tag of the setting.

    Settings that do not become a single value are left out.
    """
    return {tag: one.path for tag, one in SETTINGS.items() if one.owner == owner and one.path}
