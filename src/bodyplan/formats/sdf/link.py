"""SDFormat links: rigid bodies, with their mass, shapes, sensors, lights and sounds."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Color, Sdf
from bodyplan.formats.sdf.light import Light
from bodyplan.formats.sdf.material import Material
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.formats.sdf.sensor import Sensor
from bodyplan.formats.sdf.shapes import Geometry
from bodyplan.formats.sdf.surface import Surface
from bodyplan.spec import (
    ANGLE,
    INERTIA,
    LENGTH,
    MASS,
    TIME,
    Annotated,
    Attr,
    Child,
    Needed,
    Raw,
    Rest,
    Vec3,
    Was,
    element,
)

_DENSITY = "kg/m^3"
_MASS_ARM = "kg m"


@element(
    "auto_inertia_params",
    source="inertial.sdf and collision.sdf, auto_inertia_params; libsdformat Link.cc",
    since=(1, 11),
)
class AutoInertiaParams(Sdf):
    """What a program that works out mass and inertia of meshes shall be told."""

    content: Annotated[tuple[Raw, ...], Rest("settings of that program, in its own words")] = ()


@element("fluid_added_mass", source="inertial.sdf, fluid_added_mass", since=(1, 10))
class FluidAddedMass(Sdf):
    """Inertia of the fluid that a body carries along: one half of a symmetric 6 by 6 matrix.

    Forces along x, y, z and torques about them (p, q, r) against linear and angular acceleration.
    """

    xx: Annotated[float, Child("force along x / acceleration along x", unit=MASS)] = 0.0
    xy: Annotated[float, Child("force along x / acceleration along y", unit=MASS)] = 0.0
    xz: Annotated[float, Child("force along x / acceleration along z", unit=MASS)] = 0.0
    xp: Annotated[float, Child("force along x / acceleration about x", unit=_MASS_ARM)] = 0.0
    xq: Annotated[float, Child("force along x / acceleration about y", unit=_MASS_ARM)] = 0.0
    xr: Annotated[float, Child("force along x / acceleration about z", unit=_MASS_ARM)] = 0.0
    yy: Annotated[float, Child("force along y / acceleration along y", unit=MASS)] = 0.0
    yz: Annotated[float, Child("force along y / acceleration along z", unit=MASS)] = 0.0
    yp: Annotated[float, Child("force along y / acceleration about x", unit=_MASS_ARM)] = 0.0
    yq: Annotated[float, Child("force along y / acceleration about y", unit=_MASS_ARM)] = 0.0
    yr: Annotated[float, Child("force along y / acceleration about z", unit=_MASS_ARM)] = 0.0
    zz: Annotated[float, Child("force along z / acceleration along z", unit=MASS)] = 0.0
    zp: Annotated[float, Child("force along z / acceleration about x", unit=_MASS_ARM)] = 0.0
    zq: Annotated[float, Child("force along z / acceleration about y", unit=_MASS_ARM)] = 0.0
    zr: Annotated[float, Child("force along z / acceleration about z", unit=_MASS_ARM)] = 0.0
    pp: Annotated[float, Child("torque about x / acceleration about x", unit=INERTIA)] = 0.0
    pq: Annotated[float, Child("torque about x / acceleration about y", unit=INERTIA)] = 0.0
    pr: Annotated[float, Child("torque about x / acceleration about z", unit=INERTIA)] = 0.0
    qq: Annotated[float, Child("torque about y / acceleration about y", unit=INERTIA)] = 0.0
    qr: Annotated[float, Child("torque about y / acceleration about z", unit=INERTIA)] = 0.0
    rr: Annotated[float, Child("torque about z / acceleration about z", unit=INERTIA)] = 0.0


@element("inertia", source="inertial.sdf, inertia; libsdformat Link.cc")
class Inertia(Sdf):
    """Rotational inertia about the centre of mass, along the axes of the inertial frame."""

    ixx: Annotated[
        float,
        Needed("moment about x", unit=INERTIA, was=(Was(until=(1, 0), place="@ixx", default=0.0),)),
    ] = 1.0
    ixy: Annotated[float, Needed("product of x and y", unit=INERTIA, was=ATTRIBUTE)] = 0.0
    ixz: Annotated[float, Needed("product of x and z", unit=INERTIA, was=ATTRIBUTE)] = 0.0
    iyy: Annotated[
        float,
        Needed("moment about y", unit=INERTIA, was=(Was(until=(1, 0), place="@iyy", default=0.0),)),
    ] = 1.0
    iyz: Annotated[float, Needed("product of y and z", unit=INERTIA, was=ATTRIBUTE)] = 0.0
    izz: Annotated[
        float,
        Needed("moment about z", unit=INERTIA, was=(Was(until=(1, 0), place="@izz", default=0.0),)),
    ] = 1.0


@element("inertial", source="inertial.sdf; libsdformat Link.cc")
class Inertial(Sdf):
    """Mass, centre of mass and inertia of a link."""

    auto: Annotated[
        bool,
        Attr(
            "work it out from the collision shapes; pose and inertia are then ignored, and a "
            "mass scales the result",
            since=(1, 11),
        ),
    ] = False
    pose: Annotated[
        Pose,
        Child(
            "the inertial frame, at the centre of mass, in the link's frame; no relative_to "
            "from 1.8 on",
            was=ORIGIN,
        ),
    ] = IDENTITY
    mass: Annotated[float, Child("mass", unit=MASS, was=ATTRIBUTE)] = 1.0
    inertia: Annotated[
        Inertia | None, Child("rotational inertia; moments of 1 kg m^2 where absent")
    ] = None
    density: Annotated[
        float,
        Child(
            "density of collision shapes that name none, for auto",
            unit=_DENSITY,
            gap=((1, 2), (1, 10)),
            was=(Was(until=(1, 0), place="@density", default=1.0),),
        ),
    ] = 1000.0
    auto_inertia_params: Annotated[
        AutoInertiaParams | None,
        Child("settings of whatever works out mass and inertia, for auto", since=(1, 11)),
    ] = None
    fluid_added_mass: Annotated[
        FluidAddedMass | None, Child("inertia of the fluid around the link", since=(1, 10))
    ] = None
    frames: OldFrames = ()


@element("collision", source="collision.sdf; libsdformat Collision.cc")
class Collision(Sdf):
    """A shape that touches other shapes."""

    name: Annotated[str, Attr("unique among the collisions of the link", defines="collision")]
    pose: Annotated[
        Pose, Child("the shape's frame; in the link's frame where nothing else is said", was=ORIGIN)
    ] = IDENTITY
    geometry: Annotated[Geometry, Needed("its shape")] = Geometry()
    surface: Annotated[Surface | None, Child("how it feels: friction, bounce, softness")] = None
    max_contacts: Annotated[
        int, Child("most contacts that are made between it and another shape")
    ] = 10
    laser_retro: Annotated[
        float, Child("how strongly it returns the light of a laser sensor", was=ATTRIBUTE)
    ] = 0.0
    density: Annotated[
        float,
        Child(
            "its density, for inertial auto; goes before that of the inertial",
            unit=_DENSITY,
            since=(1, 11),
        ),
    ] = 1000.0
    auto_inertia_params: Annotated[
        AutoInertiaParams | None,
        Child(
            "settings of whatever works out mass and inertia; before those of the inertial",
            since=(1, 11),
        ),
    ] = None
    frames: OldFrames = ()
    mass: Annotated[float, Child("mass of the shape", unit=MASS, until=(1, 0))] = 0.0


@element("meta", source="visual.sdf, meta", since=(1, 5))
class VisualMeta(Sdf):
    """What programs that show a visual may go by."""

    layer: Annotated[int, Child("number of the layer that it is shown in")] = 0


@element("visual", source="visual.sdf; libsdformat Visual.cc")
class Visual(Sdf):
    """A shape that is seen."""

    name: Annotated[str, Attr("unique among the visuals of the link")]
    pose: Annotated[
        Pose, Child("the shape's frame; in the link's frame where nothing else is said", was=ORIGIN)
    ] = IDENTITY
    geometry: Annotated[Geometry, Needed("its shape")] = Geometry()
    material: Annotated[Material | None, Child("its colours and textures")] = None
    transparency: Annotated[
        float,
        Child("0 is opaque, 1 is invisible", ge=0.0, le=1.0, severity="warning", was=ATTRIBUTE),
    ] = 0.0
    cast_shadows: Annotated[bool, Child("it throws shadows", was=ATTRIBUTE)] = True
    visibility_flags: Annotated[
        int,
        Child(
            "bits; a camera sees it where they and its visibility_mask have one in common",
            since=(1, 7),
            codec=UNSIGNED,
        ),
    ] = 4294967295
    laser_retro: Annotated[
        float, Child("how strongly it returns the light of a laser sensor", was=ATTRIBUTE)
    ] = 0.0
    meta: Annotated[VisualMeta | None, Child("hints for programs that show it", since=(1, 5))] = (
        None
    )
    plugins: Annotated[tuple[Plugin, ...], Child("code that runs with it", since=(1, 3))] = ()
    frames: OldFrames = ()


@element("battery", source="battery.sdf", since=(1, 5))
class Battery(Sdf):
    """A battery in a link."""

    name: Annotated[str, Attr("unique among the batteries of the link")]
    voltage: Annotated[float, Needed("voltage at the start", unit="V")] = 0.0


@element("audio_sink", source="audio_sink.sdf", since=(1, 4))
class AudioSink(Sdf):
    """An ear: sounds are heard where the link is."""


@element("contact", source="audio_source.sdf, contact", since=(1, 4))
class AudioContact(Sdf):
    """Collisions that set off a sound when they touch something."""

    collisions: Annotated[
        tuple[str, ...],
        Needed("names of collisions of the link", tag="collision", refers=("collision",)),
    ] = ()


@element("audio_source", source="audio_source.sdf", since=(1, 4))
class AudioSource(Sdf):
    """A sound that comes from a link."""

    uri: Annotated[str, Child("the sound file")]
    pose: Annotated[
        Pose, Child("where it comes from; in the link's frame where nothing else is said")
    ] = IDENTITY
    gain: Annotated[float, Child("loudness: 1 is as recorded, 0 is silence")] = 1.0
    pitch: Annotated[float, Child("pitch: 1 is as recorded, 2 is an octave higher")] = 1.0
    loop: Annotated[bool, Child("it begins again at its end")] = False
    contact: Annotated[
        AudioContact | None, Child("plays when these touch something; else from the start")
    ] = None
    frames: OldFrames = ()


@element("projector", source="projector.sdf; libsdformat Projector.cc")
class Projector(Sdf):
    """A lamp that throws a picture."""

    name: Annotated[str, Attr("unique among the projectors of the link")]
    pose: Annotated[Pose, Child("where it is; in the link's frame where nothing else is said")] = (
        IDENTITY
    )
    texture: Annotated[str, Child("file of the picture")]
    fov: Annotated[float, Child("angle of the picture across", unit=ANGLE)] = 0.785
    near_clip: Annotated[float, Child("nearest distance that it reaches", unit=LENGTH)] = 0.1
    far_clip: Annotated[float, Child("farthest distance that it reaches", unit=LENGTH)] = 10.0
    visibility_flags: Annotated[
        int,
        Child(
            "bits; a camera sees it where they and its visibility_mask have one in common",
            since=(1, 7),
            codec=UNSIGNED,
        ),
    ] = 4294967295
    plugins: Annotated[tuple[Plugin, ...], Child("code that runs with it")] = ()
    frames: OldFrames = ()


@element(
    "particle_emitter", source="particle_emitter.sdf; libsdformat ParticleEmitter.cc", since=(1, 6)
)
class ParticleEmitter(Sdf):
    """A source of smoke, fog or dust."""

    name: Annotated[str, Attr("unique among the particle emitters of the link")]
    type: Annotated[
        Literal["point", "box", "cylinder", "ellipsoid"], Attr("where particles begin", needed=True)
    ] = "point"
    pose: Annotated[Pose, Child("where it is; in the link's frame where nothing else is said")] = (
        IDENTITY
    )
    emitting: Annotated[bool, Child("it gives off particles from the start")] = True
    duration: Annotated[
        float, Child("how long it gives off particles; for ever where 0 or less", unit=TIME)
    ] = 0.0
    size: Annotated[
        Vec3,
        Child(
            "edges of the box, or full lengths of the ellipsoid; of the cylinder, the smaller of "
            "x and y is the diameter and z the height",
            unit=LENGTH,
        ),
    ] = (1.0, 1.0, 1.0)
    rate: Annotated[float, Child("particles given off", unit="1/s", ge=0.0)] = 10.0
    lifetime: Annotated[float, Child("how long a particle lasts; more than 0", unit=TIME)] = 5.0
    min_velocity: Annotated[float, Child("smallest speed of a particle", unit="m/s", ge=0.0)] = 1.0
    max_velocity: Annotated[float, Child("largest speed of a particle", unit="m/s", ge=0.0)] = 1.0
    particle_size: Annotated[Vec3, Child("width, height and depth of a particle", unit=LENGTH)] = (
        1.0,
        1.0,
        1.0,
    )
    scale_rate: Annotated[
        float, Child("how fast width and height of a particle grow", unit="m/s", ge=0.0)
    ] = 0.0
    color_start: Annotated[Color, Child("colour of a new particle")] = (1.0, 1.0, 1.0, 1.0)
    color_end: Annotated[Color, Child("colour of a particle at its end")] = (1.0, 1.0, 1.0, 1.0)
    color_range_image: Annotated[
        str,
        Child(
            "picture whose colours from left to right a particle takes in its life; goes before "
            "color_start and color_end"
        ),
    ] = ""
    material: Annotated[Material | None, Child("what particles look like")] = None
    particle_scatter_ratio: Annotated[
        float, Child("part of the particles that sensors of distance notice")
    ] = 0.65
    topic: Annotated[
        str, Child("topic that changes it while it runs; made of the names where empty")
    ] = ""


@element("velocity_decay", source="link.sdf, velocity_decay")
class VelocityDecay(Sdf):
    """How the speed of a link fades."""

    linear: Annotated[
        float,
        Child(
            "part of the linear velocity that is lost in a step",
            was=(Was(until=(1, 4), needed=True),),
        ),
    ] = 0.0
    angular: Annotated[
        float,
        Child(
            "part of the angular velocity that is lost in a step",
            was=(Was(until=(1, 4), needed=True),),
        ),
    ] = 0.0


@element("link", source="link.sdf; libsdformat Link.cc")
class Link(Sdf):
    """A rigid body."""

    name: Annotated[str, Attr("unique among its siblings", defines="link")]
    pose: Annotated[
        Pose, Child("the link's frame; in the model's frame where nothing else is said", was=ORIGIN)
    ] = IDENTITY
    inertial: Annotated[
        Inertial | None, Child("mass and inertia; 1 kg and moments of 1 kg m^2 where absent")
    ] = None
    collisions: Annotated[tuple[Collision, ...], Child("shapes that touch others")] = ()
    visuals: Annotated[tuple[Visual, ...], Child("shapes that are seen")] = ()
    sensors: Annotated[tuple[Sensor, ...], Child("sensors on the link")] = ()
    lights: Annotated[tuple[Light, ...], Child("lights on the link", since=(1, 6))] = ()
    gravity: Annotated[bool, Child("gravity acts on it", was=ATTRIBUTE)] = True
    enable_wind: Annotated[bool, Child("wind acts on it", since=(1, 6))] = False
    self_collide: Annotated[
        bool,
        Child(
            "collides with other links of its model, apart from one that shares a joint with it",
            was=ATTRIBUTE,
        ),
    ] = False
    kinematic: Annotated[bool, Child("moves as it is told, not by forces", was=ATTRIBUTE)] = False
    must_be_base_link: Annotated[
        bool, Child("free in the world: the root of a tree of bodies, for Simbody", since=(1, 4))
    ] = False
    velocity_decay: Annotated[
        VelocityDecay | None,
        Child(
            "how its speed fades",
            was=(Was(until=(1, 4), needed=True), Was(until=(1, 0), place="damping")),
        ),
    ] = None
    projectors: Annotated[tuple[Projector, ...], Child("lamps that throw a picture")] = ()
    audio_sinks: Annotated[tuple[AudioSink, ...], Child("ears", since=(1, 4))] = ()
    audio_sources: Annotated[
        tuple[AudioSource, ...], Child("sounds that come from it", since=(1, 4))
    ] = ()
    batteries: Annotated[
        tuple[Battery, ...], Child("batteries in it", tag="battery", since=(1, 5))
    ] = ()
    particle_emitters: Annotated[
        tuple[ParticleEmitter, ...], Child("sources of smoke, fog or dust", since=(1, 6))
    ] = ()
    frames: OldFrames = ()
