"""SDFormat links: rigid bodies with mass, geometry, sensors, lights and sounds."""

from typing import Literal

from bodyplan.formats.sdf._light import Light
from bodyplan.formats.sdf._material import Material
from bodyplan.formats.sdf._shapes import Geometry
from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Color, Sdf
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.formats.sdf.sensors.sensor import Sensor
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
    """Parameters for the function of a simulator that computes the mass and inertia of meshes."""

    content: Annotated[tuple[Raw, ...], Rest("custom parameters")] = ()


@element("fluid_added_mass", source="inertial.sdf, fluid_added_mass", since=(1, 10))
class FluidAddedMass(Sdf):
    """Added mass of the surrounding fluid: the upper triangle of a symmetric 6 by 6 matrix.

    The matrix maps the acceleration of the link to the added force and torque. The letters x, y, z
    are linear components; p, q, r are angular components about x, y, z.
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
    """Inertia tensor about the centre of mass, expressed in the inertial frame."""

    ixx: Annotated[
        float,
        Needed("moment about x", unit=INERTIA, was=(Was(until=(1, 0), place="@ixx", default=0.0),)),
    ] = 1.0
    ixy: Annotated[float, Needed("product of inertia of x and y", unit=INERTIA, was=ATTRIBUTE)] = (
        0.0
    )
    ixz: Annotated[float, Needed("product of inertia of x and z", unit=INERTIA, was=ATTRIBUTE)] = (
        0.0
    )
    iyy: Annotated[
        float,
        Needed("moment about y", unit=INERTIA, was=(Was(until=(1, 0), place="@iyy", default=0.0),)),
    ] = 1.0
    iyz: Annotated[float, Needed("product of inertia of y and z", unit=INERTIA, was=ATTRIBUTE)] = (
        0.0
    )
    izz: Annotated[
        float,
        Needed("moment about z", unit=INERTIA, was=(Was(until=(1, 0), place="@izz", default=0.0),)),
    ] = 1.0


@element("inertial", source="inertial.sdf; libsdformat Link.cc")
class Inertial(Sdf, instead={"origin": "pose", "X_LI": "pose"}):
    """Mass, centre of mass and inertia of a link."""

    auto: Annotated[
        bool,
        Attr(
            "compute the inertial from the collisions; pose and inertia are then ignored, and a "
            "mass scales the result",
            since=(1, 11),
        ),
    ] = False
    pose: Annotated[
        Pose,
        Child(
            "inertial frame at the centre of mass, relative to the link; relative_to is not "
            "allowed from 1.8 on",
            was=ORIGIN,
        ),
    ] = IDENTITY
    mass: Annotated[float, Child("mass", unit=MASS, was=ATTRIBUTE)] = 1.0
    inertia: Annotated[Inertia | None, Child("inertia; by default moments of 1 kg m^2")] = None
    density: Annotated[
        float,
        Child(
            "default density of the collisions, for auto",
            unit=_DENSITY,
            gap=((1, 2), (1, 10)),
            was=(Was(until=(1, 0), place="@density", default=1.0),),
        ),
    ] = 1000.0
    auto_inertia_params: Annotated[
        AutoInertiaParams | None,
        Child("parameters of the mass calculator, for auto", since=(1, 11)),
    ] = None
    fluid_added_mass: Annotated[
        FluidAddedMass | None, Child("added mass of the surrounding fluid", since=(1, 10))
    ] = None
    frames: OldFrames = ()


@element("collision", source="collision.sdf; libsdformat Collision.cc")
class Collision(Sdf, instead={"shape": "geometry", "origin": "pose", "X_LG": "pose"}):
    """A collision: a shape of a link for contact and collision checking."""

    name: Annotated[str, Attr("unique among the collisions of the link", defines="collision")]
    pose: Annotated[Pose, Child("pose, relative to the link by default", was=ORIGIN)] = IDENTITY
    geometry: Annotated[Geometry, Needed("geometry", severity="warning")] = Geometry()
    surface: Annotated[Surface | None, Child("contact properties: friction, bounce, stiffness")] = (
        None
    )
    max_contacts: Annotated[int, Child("maximum number of contacts with another collision")] = 10
    laser_retro: Annotated[
        float, Child("intensity that it returns to a laser sensor", was=ATTRIBUTE)
    ] = 0.0
    density: Annotated[
        float,
        Child(
            "density for inertial auto; overrides the density of the inertial",
            unit=_DENSITY,
            since=(1, 11),
        ),
    ] = 1000.0
    auto_inertia_params: Annotated[
        AutoInertiaParams | None,
        Child(
            "parameters of the mass calculator; override those of the inertial",
            since=(1, 11),
        ),
    ] = None
    frames: OldFrames = ()
    mass: Annotated[float, Child("mass of the collision", unit=MASS, until=(1, 0))] = 0.0


@element("meta", source="visual.sdf, meta", since=(1, 5))
class VisualMeta(Sdf):
    """Metadata of a visual, for programs that display the link."""

    layer: Annotated[int, Child("number of its layer")] = 0


@element("visual", source="visual.sdf; libsdformat Visual.cc")
class Visual(Sdf, instead={"shape": "geometry", "origin": "pose", "X_LG": "pose"}):
    """A visual: a shape of a link for display."""

    name: Annotated[str, Attr("unique among the visuals of the link")]
    pose: Annotated[Pose, Child("pose, relative to the link by default", was=ORIGIN)] = IDENTITY
    geometry: Annotated[Geometry, Needed("geometry", severity="warning")] = Geometry()
    material: Annotated[Material | None, Child("colours and textures")] = None
    transparency: Annotated[
        float,
        Child("0 is opaque, 1 is invisible", ge=0.0, le=1.0, severity="warning", was=ATTRIBUTE),
    ] = 0.0
    cast_shadows: Annotated[bool, Child("cast shadows", was=ATTRIBUTE)] = True
    visibility_flags: Annotated[
        int,
        Child(
            "bits; visible to a camera whose visibility_mask shares a bit with them",
            since=(1, 7),
            codec=UNSIGNED,
        ),
    ] = 4294967295
    laser_retro: Annotated[
        float, Child("intensity that it returns to a laser sensor", was=ATTRIBUTE)
    ] = 0.0
    meta: Annotated[
        VisualMeta | None, Child("metadata for programs that display it", since=(1, 5))
    ] = None
    plugins: Annotated[tuple[Plugin, ...], Child("plugins", since=(1, 3))] = ()
    frames: OldFrames = ()


@element("battery", source="battery.sdf", since=(1, 5))
class Battery(Sdf):
    """A battery in a link."""

    name: Annotated[str, Attr("unique among the batteries of the link")]
    voltage: Annotated[float, Needed("initial voltage", unit="V")] = 0.0


@element("audio_sink", source="audio_sink.sdf", since=(1, 4))
class AudioSink(Sdf):
    """An audio listener (microphone) at the link."""


@element("contact", source="audio_source.sdf, contact", since=(1, 4))
class AudioContact(Sdf):
    """Collisions that trigger a sound on contact."""

    collisions: Annotated[
        tuple[str, ...],
        Needed("names of collisions of the link", tag="collision", refers=("collision",)),
    ] = ()


@element("audio_source", source="audio_source.sdf", since=(1, 4))
class AudioSource(Sdf):
    """A sound source on a link."""

    uri: Annotated[str, Child("sound file")]
    pose: Annotated[Pose, Child("pose, relative to the link by default")] = IDENTITY
    gain: Annotated[float, Child("volume: 1 is the original, 0 is silent")] = 1.0
    pitch: Annotated[float, Child("pitch factor: 1 is the original, 2 is an octave higher")] = 1.0
    loop: Annotated[bool, Child("repeat the sound")] = False
    contact: Annotated[
        AudioContact | None, Child("play on contact of these collisions; otherwise from the start")
    ] = None
    frames: OldFrames = ()


@element("projector", source="projector.sdf; libsdformat Projector.cc")
class Projector(Sdf):
    """A projector that casts a texture onto the surfaces in front of it."""

    name: Annotated[str, Attr("unique among the projectors of the link")]
    pose: Annotated[Pose, Child("pose, relative to the link by default")] = IDENTITY
    texture: Annotated[str, Child("texture file")]
    fov: Annotated[float, Child("field of view", unit=ANGLE)] = 0.785
    near_clip: Annotated[float, Child("near clipping distance", unit=LENGTH)] = 0.1
    far_clip: Annotated[float, Child("far clipping distance", unit=LENGTH)] = 10.0
    visibility_flags: Annotated[
        int,
        Child(
            "bits; visible to a camera whose visibility_mask shares a bit with them",
            since=(1, 7),
            codec=UNSIGNED,
        ),
    ] = 4294967295
    plugins: Annotated[tuple[Plugin, ...], Child("plugins")] = ()
    frames: OldFrames = ()


@element(
    "particle_emitter", source="particle_emitter.sdf; libsdformat ParticleEmitter.cc", since=(1, 6)
)
class ParticleEmitter(Sdf):
    """A particle emitter for smoke, fog or dust."""

    name: Annotated[str, Attr("unique among the particle emitters of the link")]
    type: Annotated[
        Literal["point", "box", "cylinder", "ellipsoid"],
        Attr("shape of the emitting region", needed=True),
    ] = "point"
    pose: Annotated[Pose, Child("pose, relative to the link by default")] = IDENTITY
    emitting: Annotated[bool, Child("emit particles from the start")] = True
    duration: Annotated[
        float, Child("duration of the emission; unlimited if 0 or less", unit=TIME)
    ] = 0.0
    size: Annotated[
        Vec3,
        Child(
            "size of the box or ellipsoid; for a cylinder, the smaller of x and y is the diameter "
            "and z the height",
            unit=LENGTH,
        ),
    ] = (1.0, 1.0, 1.0)
    rate: Annotated[float, Child("emission rate", unit="1/s", ge=0.0)] = 10.0
    lifetime: Annotated[float, Child("lifetime of a particle; must be positive", unit=TIME)] = 5.0
    min_velocity: Annotated[float, Child("minimum speed of a particle", unit="m/s", ge=0.0)] = 1.0
    max_velocity: Annotated[float, Child("maximum speed of a particle", unit="m/s", ge=0.0)] = 1.0
    particle_size: Annotated[Vec3, Child("width, height and depth of a particle", unit=LENGTH)] = (
        1.0,
        1.0,
        1.0,
    )
    scale_rate: Annotated[
        float, Child("growth rate of width and height of a particle", unit="m/s", ge=0.0)
    ] = 0.0
    color_start: Annotated[Color, Child("initial colour of a particle")] = (1.0, 1.0, 1.0, 1.0)
    color_end: Annotated[Color, Child("final colour of a particle")] = (1.0, 1.0, 1.0, 1.0)
    color_range_image: Annotated[
        str,
        Child(
            "image with the colours of a particle over its lifetime, from left to right; overrides "
            "color_start and color_end"
        ),
    ] = ""
    material: Annotated[Material | None, Child("material of the particles")] = None
    particle_scatter_ratio: Annotated[
        float, Child("fraction of the particles that range sensors detect")
    ] = 0.65
    topic: Annotated[
        str, Child("topic that controls the emitter; by default derived from its name")
    ] = ""


@element("velocity_decay", source="link.sdf, velocity_decay")
class VelocityDecay(Sdf):
    """Velocity damping of a link."""

    linear: Annotated[
        float,
        Child(
            "fraction of the linear velocity lost per step",
            was=(Was(until=(1, 4), needed=True),),
        ),
    ] = 0.0
    angular: Annotated[
        float,
        Child(
            "fraction of the angular velocity lost per step",
            was=(Was(until=(1, 4), needed=True),),
        ),
    ] = 0.0


@element("link", source="link.sdf; libsdformat Link.cc")
class Link(
    Sdf,
    instead={
        "origin": "pose",
        "visual": "visuals",
        "collision": "collisions",
        "mass": "inertial.mass",
    },
):
    """A rigid body."""

    name: Annotated[str, Attr("unique among its siblings", defines="link")]
    pose: Annotated[Pose, Child("link frame, relative to the model by default", was=ORIGIN)] = (
        IDENTITY
    )
    inertial: Annotated[
        Inertial | None, Child("mass and inertia; by default 1 kg and moments of 1 kg m^2")
    ] = None
    collisions: Annotated[tuple[Collision, ...], Child("collision geometry")] = ()
    visuals: Annotated[tuple[Visual, ...], Child("visual geometry")] = ()
    sensors: Annotated[tuple[Sensor, ...], Child("sensors on the link")] = ()
    lights: Annotated[tuple[Light, ...], Child("lights on the link", since=(1, 6))] = ()
    gravity: Annotated[bool, Child("gravity acts on the link", was=ATTRIBUTE)] = True
    enable_wind: Annotated[bool, Child("wind acts on the link", since=(1, 6))] = False
    self_collide: Annotated[
        bool,
        Child(
            "collides with other links of its model, except with links that share a joint with it",
            was=ATTRIBUTE,
        ),
    ] = False
    kinematic: Annotated[
        bool, Child("kinematic: moves as commanded, not by forces", was=ATTRIBUTE)
    ] = False
    must_be_base_link: Annotated[
        bool, Child("free base link, the root of a tree of links, for Simbody", since=(1, 4))
    ] = False
    velocity_decay: Annotated[
        VelocityDecay | None,
        Child(
            "velocity damping",
            was=(Was(until=(1, 4), needed=True), Was(until=(1, 0), place="damping")),
        ),
    ] = None
    projectors: Annotated[tuple[Projector, ...], Child("projectors of textures")] = ()
    audio_sinks: Annotated[tuple[AudioSink, ...], Child("listeners for sounds", since=(1, 4))] = ()
    audio_sources: Annotated[tuple[AudioSource, ...], Child("sound sources", since=(1, 4))] = ()
    batteries: Annotated[tuple[Battery, ...], Child("batteries", tag="battery", since=(1, 5))] = ()
    particle_emitters: Annotated[
        tuple[ParticleEmitter, ...], Child("particle emitters", since=(1, 6))
    ] = ()
    frames: OldFrames = ()
