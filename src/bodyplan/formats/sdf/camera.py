"""Cameras: the picture, the lens, and what is made of the picture."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf, Vec2
from bodyplan.formats.sdf.pose import IDENTITY, OldFrames, Pose
from bodyplan.spec import ANGLE, LENGTH, PIXELS, Annotated, Attr, Child, Needed, Was, element

PixelFormat = Literal[
    "L8",
    "L16",
    "R8G8B8",
    "B8G8R8",
    "R_FLOAT16",
    "R_FLOAT32",
    "RGB_FLOAT16",
    "RGB_FLOAT32",
    "L_INT8",
    "L_INT16",
    "RGB_INT8",
    "RGBA_INT8",
    "BGRA_INT8",
    "RGB_INT16",
    "RGB_INT32",
    "BGR_INT8",
    "BGR_INT16",
    "BGR_INT32",
    "BAYER_RGGB8",
    "BAYER_BGGR8",
    "BAYER_GBRG8",
    "BAYER_GRBG8",
]


@element("image", source="camera.sdf, image; libsdformat Camera.cc")
class CameraImage(Sdf):
    """Size and kind of the pictures."""

    width: Annotated[int, Needed("width", gt=0, severity="warning", unit=PIXELS, was=ATTRIBUTE)] = (
        320
    )
    height: Annotated[
        int, Needed("height", gt=0, severity="warning", unit=PIXELS, was=ATTRIBUTE)
    ] = 240
    format: Annotated[PixelFormat, Child("what a pixel holds", was=ATTRIBUTE)] = "R8G8B8"
    anti_aliasing: Annotated[
        int, Child("samples for each pixel that smooth edges; 0 for none", since=(1, 7))
    ] = 4


@element("clip", source="camera.sdf, clip")
class CameraClip(Sdf):
    """Nothing nearer or farther than this is drawn."""

    near: Annotated[
        float, Needed("distance of the near plane", unit=LENGTH, was=ATTRIBUTE, ge=0.0)
    ] = 0.1
    far: Annotated[
        float,
        Needed(
            "distance of the far plane",
            unit=LENGTH,
            was=(Was(until=(1, 5), ge=10.0), *ATTRIBUTE),
            ge=0.1,
        ),
    ] = 100.0


@element("clip", source="camera.sdf, depth_camera/clip", since=(1, 6))
class DepthCameraClip(Sdf):
    """No depth is measured nearer or farther than this."""

    near: Annotated[float, Child("distance of the near plane", unit=LENGTH, ge=0.0)] = 0.1
    far: Annotated[float, Child("distance of the far plane", unit=LENGTH, ge=0.1)] = 10.0


@element("depth_camera", source="camera.sdf, depth_camera")
class DepthCamera(Sdf):
    """What a camera that measures depth gives out."""

    output: Annotated[
        Literal["depths", "points"],
        Needed("pictures of distances, or a cloud of points", severity="warning", was=ATTRIBUTE),
    ] = "depths"
    clip: Annotated[
        DepthCameraClip | None,
        Child("limits of the depth; those of the camera where absent", since=(1, 6)),
    ] = None


@element("noise", source="camera.sdf, noise", since=(1, 4))
class CameraNoise(Sdf):
    """Noise on each pixel, whose brightness goes from 0 to 1."""

    type: Annotated[
        str,
        Needed(
            "gaussian, drawn for each pixel; the reference takes none and gaussian_quantized too"
        ),
    ] = "gaussian"
    mean: Annotated[float, Child("mean of the noise")] = 0.0
    stddev: Annotated[float, Child("standard deviation of the noise")] = 0.0


@element("distortion", source="camera.sdf, distortion", since=(1, 5))
class CameraDistortion(Sdf):
    """How the lens bends straight lines, after Brown: radial and tangential terms."""

    k1: Annotated[float, Child("radial, with the square of the distance from the centre")] = 0.0
    k2: Annotated[float, Child("radial, with the fourth power")] = 0.0
    k3: Annotated[float, Child("radial, with the sixth power")] = 0.0
    p1: Annotated[float, Child("first tangential term")] = 0.0
    p2: Annotated[float, Child("second tangential term")] = 0.0
    center: Annotated[
        Vec2, Child("where the centre of the distortion is, in widths and heights of the picture")
    ] = (0.5, 0.5)


@element("custom_function", source="camera.sdf, lens/custom_function", since=(1, 5))
class CustomFunction(Sdf):
    """A lens of one's own: r = c1 f fun(theta / c2 + c3), theta off the optical axis."""

    fun: Annotated[Literal["sin", "tan", "id"], Needed("fun; id for none", severity="warning")] = (
        "tan"
    )
    c1: Annotated[float, Child("c1, factor of the radius")] = 1.0
    c2: Annotated[float, Child("c2, divisor of the angle")] = 1.0
    c3: Annotated[float, Child("c3, added to the angle", unit=ANGLE)] = 0.0
    f: Annotated[
        float, Child("f, focal length of the whole; without effect under scale_to_hfov")
    ] = 1.0


@element("intrinsics", source="camera.sdf, lens/intrinsics", since=(1, 6))
class Intrinsics(Sdf):
    """The matrix K of a pinhole camera; goes before horizontal_fov."""

    fx: Annotated[float, Needed("focal length along x", unit=PIXELS)] = 277.0
    fy: Annotated[float, Needed("focal length along y", unit=PIXELS)] = 277.0
    cx: Annotated[float, Needed("x of the principal point", unit=PIXELS)] = 160.0
    cy: Annotated[float, Needed("y of the principal point", unit=PIXELS)] = 120.0
    s: Annotated[float, Needed("skew between the axes", unit=PIXELS)] = 0.0


@element("projection", source="camera.sdf, lens/projection", since=(1, 7))
class Projection(Sdf):
    """The matrix P of the rectified picture, as stereo cameras tell it."""

    p_fx: Annotated[float, Child("focal length along x", unit=PIXELS)] = 277.0
    p_fy: Annotated[float, Child("focal length along y", unit=PIXELS)] = 277.0
    p_cx: Annotated[float, Child("x of the principal point", unit=PIXELS)] = 160.0
    p_cy: Annotated[float, Child("y of the principal point", unit=PIXELS)] = 120.0
    tx: Annotated[
        float,
        Child("-p_fx times the base line of the pair along x; 0 for a single camera", unit="px m"),
    ] = 0.0
    ty: Annotated[
        float,
        Child("-p_fy times the base line of the pair along y; 0 for a single camera", unit="px m"),
    ] = 0.0


@element("lens", source="camera.sdf, lens; libsdformat Camera.cc", since=(1, 5))
class Lens(Sdf):
    """How directions become places in the picture."""

    type: Annotated[
        Literal[
            "gnomonical",
            "stereographic",
            "equidistant",
            "equisolid_angle",
            "orthographic",
            "custom",
        ],
        Needed("its projection; gnomonical is that of a pinhole", severity="warning"),
    ] = "stereographic"
    scale_to_hfov: Annotated[
        bool, Needed("the picture is scaled so that it spans horizontal_fov")
    ] = True
    custom_function: Annotated[CustomFunction | None, Child("the function of type custom")] = None
    cutoff_angle: Annotated[
        float,
        Child("nothing farther off the optical axis is drawn", unit=ANGLE, ge=0.0, le=3.141592653),
    ] = 1.5707
    env_texture_size: Annotated[
        int,
        Child("edge of each of the six pictures around the camera", unit=PIXELS, ge=4.0, le=2048.0),
    ] = 256
    intrinsics: Annotated[
        Intrinsics | None, Child("focal lengths and principal point", since=(1, 6))
    ] = None
    projection: Annotated[
        Projection | None, Child("the same of the rectified picture", since=(1, 7))
    ] = None


@element("save", source="camera.sdf, save")
class CameraSave(Sdf):
    """Whether and where the pictures are saved."""

    enabled: Annotated[bool, Attr("they are saved", needed=True)] = False
    path: Annotated[str, Child("the folder; relative to where the program runs", was=ATTRIBUTE)]


@element("camera", source="camera.sdf; libsdformat Camera.cc")
class Camera(Sdf):
    """A camera that looks along x, with y to the left and z up."""

    name: Annotated[str, Attr("a name, for sensors with several cameras", since=(1, 3))] = ""
    pose: Annotated[Pose, Child("where it is in the sensor", since=(1, 3))] = IDENTITY
    horizontal_fov: Annotated[
        float,
        Needed(
            "angle that the width of the picture spans",
            unit=ANGLE,
            was=(
                Was(until=(1, 4), ge=0.1, le=1.5708),
                Was(until=(1, 0), place="horizontal_fov/@angle"),
            ),
            ge=0.001,
            le=6.283186,
        ),
    ] = 1.047
    image: Annotated[CameraImage, Needed("size and kind of the pictures")] = CameraImage()
    clip: Annotated[CameraClip, Needed("how near and how far it sees")] = CameraClip()
    depth_camera: Annotated[
        DepthCamera | None, Child("settings of sensor types that measure depth")
    ] = None
    lens: Annotated[Lens | None, Child("the lens; a pinhole where absent", since=(1, 5))] = None
    distortion: Annotated[
        CameraDistortion | None, Child("how the lens bends straight lines", since=(1, 5))
    ] = None
    noise: Annotated[CameraNoise | None, Child("noise on the pixels", since=(1, 4))] = None
    save: Annotated[CameraSave | None, Child("saving of the pictures")] = None
    segmentation_type: Annotated[
        Literal["semantic", "panoptic", "instance"],
        Child(
            "labels of a segmentation_camera: semantic for classes; panoptic or instance for "
            "single things too",
            since=(1, 9),
            severity="warning",
        ),
    ] = "semantic"
    box_type: Annotated[
        Literal["2d", "visible_2d", "visible_box_2d", "full_2d", "full_box_2d", "3d"],
        Child(
            "boxes of a boundingbox_camera: 2d, visible_2d or visible_box_2d around what is seen; "
            "full_2d or full_box_2d around the whole; 3d",
            since=(1, 9),
            severity="warning",
        ),
    ] = "2d"
    triggered: Annotated[
        bool, Child("takes a picture when told to, not all the time", since=(1, 9))
    ] = False
    trigger_topic: Annotated[str, Child("topic on which it is told to", since=(1, 9))] = ""
    camera_info_topic: Annotated[
        str,
        Child("topic of its calibration; beside the topic of the pictures if empty", since=(1, 7)),
    ] = ""
    visibility_mask: Annotated[
        int,
        Child(
            "sees a visual where this and its visibility_flags share a bit",
            since=(1, 7),
            codec=UNSIGNED,
        ),
    ] = 4294967295
    optical_frame_id: Annotated[
        str,
        Child(
            "frame named in the messages, z forward and y down; frame_id of the sensor took over",
            since=(1, 7),
            deprecated=(1, 12),
        ),
    ] = ""
    frames: OldFrames = ()


@element("logical_camera", source="logical_camera.sdf", since=(1, 5))
class LogicalCamera(Sdf):
    """A sensor that names the models in front of it instead of taking pictures."""

    horizontal_fov: Annotated[
        float, Needed("angle that the width of the view spans", unit=ANGLE)
    ] = 1.0
    aspect_ratio: Annotated[float, Needed("width of the view divided by its height")] = 1.0
    near: Annotated[float, Needed("smallest distance", unit=LENGTH)] = 0.0
    far: Annotated[float, Needed("largest distance", unit=LENGTH)] = 1.0
