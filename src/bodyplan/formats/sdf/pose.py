"""SDFormat poses and named frames."""

from bodyplan.formats.sdf.common import POSE, Sdf
from bodyplan.spec import Annotated, Attr, Child, Floats, Text, Was, element

LAST_WITH_FRAME = (1, 6)
"""The last version in which the attribute `relative_to` of a pose is called `frame`."""


@element("pose", source="pose.sdf; libsdformat Param.cc")
class Pose(Sdf):
    """A pose: position and rotation."""

    value: Annotated[
        Floats,
        Text(
            "x y z roll pitch yaw about fixed axes, or x y z and a quaternion x y z w",
            unit="m, rad",
            codec=POSE,
        ),
    ] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    relative_to: Annotated[
        str,
        Attr(
            "frame in which the pose is expressed; by default the frame of the parent element",
            since=(1, 5),
            was=(Was(until=LAST_WITH_FRAME, place="@frame"),),
            refers=("frame",),
        ),
    ] = ""
    degrees: Annotated[bool, Attr("roll, pitch and yaw are in degrees", since=(1, 9))] = False
    rotation_format: Annotated[
        str, Attr("format of the rotation: euler_rpy or quat_xyzw", since=(1, 9))
    ] = "euler_rpy"


IDENTITY = Pose()
"""The identity pose: no offset and no rotation."""
ORIGIN = (Was(until=(1, 0), place="origin/@pose"),)
"""For ``was``: in SDFormat 1.0, the pose is in the attribute ``pose`` of a child ``<origin>``."""


@element("frame", source="frame.sdf", since=(1, 5))
class Frame(Sdf):
    """A named frame that is attached to a link, joint, model or frame."""

    name: Annotated[str, Attr("unique among its siblings", defines="frame")]
    attached_to: Annotated[
        str,
        Attr(
            "link, joint, model or frame to which it is attached; by default the surrounding model",
            since=(1, 7),
            refers=("frame",),
        ),
    ] = ""
    pose: Annotated[Pose, Child("pose, relative to attached_to by default")] = IDENTITY


OldFrames = Annotated[
    tuple[Frame, ...], Child("named frames, which are ignored", since=(1, 5), until=(1, 6))
]
"""A field for the frames that 1.5 and 1.6 allow in links, sensors etc.; no parser uses them."""
