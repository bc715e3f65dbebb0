"""SDFormat cameras: image, lens, distortion and noise."""

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
    """Size and format of the images."""

    width: Annotated[int, Needed("width", gt=0, severity="warning", unit=PIXELS, was=ATTRIBUTE)] = (
        320
    )
    height: Annotated[
        int, Needed("height", gt=0, severity="warning", unit=PIXELS, was=ATTRIBUTE)
    ] = 240
    format: Annotated[PixelFormat, Child("pixel format", was=ATTRIBUTE)] = "R8G8B8"
    anti_aliasing: Annotated[
        int, Child("anti-aliasing samples per pixel; 0 disables it", since=(1, 7))
    ] = 4


@element("clip", source="camera.sdf, clip")
class CameraClip(Sdf):
    """The near and far clipping planes."""

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
    """The range of depths that a depth camera measures."""

    near: Annotated[float, Child("distance of the near plane", unit=LENGTH, ge=0.0)] = 0.1
    far: Annotated[float, Child("distance of the far plane", unit=LENGTH, ge=0.1)] = 10.0


@element("depth_camera", source="camera.sdf, depth_camera")
class DepthCamera(Sdf):
    """The output of a depth camera: kind of data and range."""

    output: Annotated[
        Literal["depths", "points"],
        Needed("depth images, or point clouds", severity="warning", was=ATTRIBUTE),
    ] = "depths"
    clip: Annotated[
        DepthCameraClip | None,
        Child("range of the depth; by default that of the camera", since=(1, 6)),
    ] = None


@element("noise", source="camera.sdf, noise", since=(1, 4))
class CameraNoise(Sdf):
    """Noise added to each pixel. Pixel intensities are from 0 to 1."""

    type: Annotated[
        str,
        Needed(
            "gaussian, drawn for each pixel; libsdformat also accepts none and gaussian_quantized"
        ),
    ] = "gaussian"
    mean: Annotated[float, Child("mean of the noise")] = 0.0
    stddev: Annotated[float, Child("standard deviation of the noise")] = 0.0


@element("distortion", source="camera.sdf, distortion", since=(1, 5))
class CameraDistortion(Sdf):
    """The lens distortion: radial and tangential coefficients of the Brown model."""

    k1: Annotated[float, Child("radial coefficient of the second power")] = 0.0
    k2: Annotated[float, Child("radial coefficient of the fourth power")] = 0.0
    k3: Annotated[float, Child("radial coefficient of the sixth power")] = 0.0
    p1: Annotated[float, Child("first tangential coefficient")] = 0.0
    p2: Annotated[float, Child("second tangential coefficient")] = 0.0
    center: Annotated[
        Vec2, Child("centre of distortion, as fractions of width and height of the image")
    ] = (0.5, 0.5)


@element("custom_function", source="camera.sdf, lens/custom_function", since=(1, 5))
class CustomFunction(Sdf):
    """A custom projection: r = c1 f fun(theta / c2 + c3), theta: angle from the optical axis."""

    fun: Annotated[
        Literal["sin", "tan", "id"],
        Needed("the function fun; id is the identity", severity="warning"),
    ] = "tan"
    c1: Annotated[float, Child("c1, scale of the radius")] = 1.0
    c2: Annotated[float, Child("c2, divisor of the angle")] = 1.0
    c3: Annotated[float, Child("c3, added to the angle", unit=ANGLE)] = 0.0
    f: Annotated[float, Child("f, focal length; ignored with scale_to_hfov")] = 1.0


@element("intrinsics", source="camera.sdf, lens/intrinsics", since=(1, 6))
class Intrinsics(Sdf):
    """The matrix K of a pinhole camera; it overrides the field of view in horizontal_fov."""

    fx: Annotated[float, Needed("focal length along x", unit=PIXELS)] = 277.0
    fy: Annotated[float, Needed("focal length along y", unit=PIXELS)] = 277.0
    cx: Annotated[float, Needed("x of the principal point", unit=PIXELS)] = 160.0
    cy: Annotated[float, Needed("y of the principal point", unit=PIXELS)] = 120.0
    s: Annotated[float, Needed("skew between the axes", unit=PIXELS)] = 0.0


@element("projection", source="camera.sdf, lens/projection", since=(1, 7))
class Projection(Sdf):
    """The projection matrix P of the rectified image, as for stereo cameras."""

    p_fx: Annotated[float, Child("focal length along x", unit=PIXELS)] = 277.0
    p_fy: Annotated[float, Child("focal length along y", unit=PIXELS)] = 277.0
    p_cx: Annotated[float, Child("x of the principal point", unit=PIXELS)] = 160.0
    p_cy: Annotated[float, Child("y of the principal point", unit=PIXELS)] = 120.0
    tx: Annotated[
        float,
        Child("-p_fx times the baseline along x; 0 for a single camera", unit="px m"),
    ] = 0.0
    ty: Annotated[
        float,
        Child("-p_fy times the baseline along y; 0 for a single camera", unit="px m"),
    ] = 0.0


@element("lens", source="camera.sdf, lens; libsdformat Camera.cc", since=(1, 5))
class Lens(Sdf):
    """A lens: how directions are mapped to pixels of the image."""

    type: Annotated[
        Literal[
            "gnomonical",
            "stereographic",
            "equidistant",
            "equisolid_angle",
            "orthographic",
            "custom",
        ],
        Needed("projection; gnomonical is a pinhole camera", severity="warning"),
    ] = "stereographic"
    scale_to_hfov: Annotated[bool, Needed("scale the image to horizontal_fov")] = True
    custom_function: Annotated[CustomFunction | None, Child("function of the type custom")] = None
    cutoff_angle: Annotated[
        float,
        Child("largest visible angle from the optical axis", unit=ANGLE, ge=0.0, le=3.141592653),
    ] = 1.5707
    env_texture_size: Annotated[
        int,
        Child("resolution of each of the six environment textures", unit=PIXELS, ge=4.0, le=2048.0),
    ] = 256
    intrinsics: Annotated[
        Intrinsics | None, Child("focal lengths and principal point", since=(1, 6))
    ] = None
    projection: Annotated[
        Projection | None, Child("projection matrix of the rectified image", since=(1, 7))
    ] = None


@element("save", source="camera.sdf, save")
class CameraSave(Sdf):
    """Whether and where a camera saves its images as files."""

    enabled: Annotated[bool, Attr("save the images", needed=True)] = False
    path: Annotated[str, Child("folder, relative to the working folder", was=ATTRIBUTE)]


@element("camera", source="camera.sdf; libsdformat Camera.cc")
class Camera(Sdf):
    """A camera: x of its frame is the optical axis, y is to the left and z is up."""

    name: Annotated[str, Attr("name, for sensors with several cameras", since=(1, 3))] = ""
    pose: Annotated[Pose, Child("pose relative to the sensor", since=(1, 3))] = IDENTITY
    horizontal_fov: Annotated[
        float,
        Needed(
            "horizontal field of view",
            unit=ANGLE,
            was=(
                Was(until=(1, 4), ge=0.1, le=1.5708),
                Was(until=(1, 0), place="horizontal_fov/@angle"),
            ),
            ge=0.001,
            le=6.283186,
        ),
    ] = 1.047
    image: Annotated[CameraImage, Needed("size and format of the images")] = CameraImage()
    clip: Annotated[CameraClip, Needed("near and far clipping planes")] = CameraClip()
    depth_camera: Annotated[DepthCamera | None, Child("options of depth cameras")] = None
    lens: Annotated[Lens | None, Child("lens; a pinhole camera by default", since=(1, 5))] = None
    distortion: Annotated[CameraDistortion | None, Child("lens distortion", since=(1, 5))] = None
    noise: Annotated[CameraNoise | None, Child("noise on the pixels", since=(1, 4))] = None
    save: Annotated[CameraSave | None, Child("saving of images")] = None
    segmentation_type: Annotated[
        Literal["semantic", "panoptic", "instance"],
        Child(
            "labels of a segmentation_camera: semantic for classes; panoptic or instance for "
            "individual objects too",
            since=(1, 9),
            severity="warning",
        ),
    ] = "semantic"
    box_type: Annotated[
        Literal["2d", "visible_2d", "visible_box_2d", "full_2d", "full_box_2d", "3d"],
        Child(
            "boxes of a boundingbox_camera: 2d, visible_2d or visible_box_2d around the visible "
            "part; full_2d or full_box_2d around the whole object; 3d",
            since=(1, 9),
            severity="warning",
        ),
    ] = "2d"
    triggered: Annotated[
        bool, Child("capture images on request instead of continuously", since=(1, 9))
    ] = False
    trigger_topic: Annotated[str, Child("topic of these requests", since=(1, 9))] = ""
    camera_info_topic: Annotated[
        str,
        Child("topic of the camera info; next to the image topic if empty", since=(1, 7)),
    ] = ""
    visibility_mask: Annotated[
        int,
        Child(
            "a visual is visible if its visibility_flags share a bit with this mask",
            since=(1, 7),
            codec=UNSIGNED,
        ),
    ] = 4294967295
    optical_frame_id: Annotated[
        str,
        Child(
            "frame of the messages, z forward and y down; replaced by frame_id of the sensor",
            since=(1, 7),
            deprecated=(1, 12),
        ),
    ] = ""
    frames: OldFrames = ()


@element("logical_camera", source="logical_camera.sdf", since=(1, 5))
class LogicalCamera(Sdf):
    """A sensor that reports which models are in its field of view; it makes no images."""

    horizontal_fov: Annotated[float, Needed("horizontal field of view", unit=ANGLE)] = 1.0
    aspect_ratio: Annotated[float, Needed("width divided by height of the view")] = 1.0
    near: Annotated[float, Needed("smallest distance", unit=LENGTH)] = 0.0
    far: Annotated[float, Needed("largest distance", unit=LENGTH)] = 1.0
