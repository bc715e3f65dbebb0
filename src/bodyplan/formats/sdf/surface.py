"""SDFormat surfaces: how collisions rub, bounce and yield in contact."""

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf
from bodyplan.spec import LENGTH, Annotated, Child, Needed, Vec3, Was, element

_SLIP = "m/(s N)"
_MIXING = "m/(s N)"


@element("bounce", source="surface.sdf, bounce")
class Bounce(Sdf):
    """Bounce of a collision."""

    restitution_coefficient: Annotated[
        float,
        Child(
            "coefficient of restitution: speed after the impact / speed before it",
            was=ATTRIBUTE,
            ge=0.0,
            le=1.0,
        ),
    ] = 0.0
    threshold: Annotated[
        float, Child("minimum impact speed of a bounce", unit="m/s", was=ATTRIBUTE)
    ] = 100000.0


@element("ode", source="surface.sdf, friction/torsional/ode", since=(1, 5))
class TorsionalFrictionOde(Sdf):
    """Parameters of torsional friction for the Open Dynamics Engine (ODE)."""

    slip: Annotated[
        float, Child("angular slip velocity per torque; 0 does not slip", unit="rad/(s N m)")
    ] = 0.0


@element("torsional", source="surface.sdf, friction/torsional", since=(1, 5))
class TorsionalFriction(Sdf):
    """Torsional friction about the contact normal."""

    coefficient: Annotated[float, Child("coefficient of torsional friction", ge=0.0)] = 1.0
    use_patch_radius: Annotated[
        bool,
        Child("use patch_radius; otherwise the contact patch depends on surface_radius and depth"),
    ] = True
    patch_radius: Annotated[float, Child("radius of the contact patch", unit=LENGTH, ge=0.0)] = 0.0
    surface_radius: Annotated[
        float,
        Child(
            "radius of the surface at the contact: the patch radius is then sqrt(radius * depth)",
            unit=LENGTH,
            ge=0.0,
        ),
    ] = 0.0
    ode: Annotated[TorsionalFrictionOde | None, Child("for the Open Dynamics Engine (ODE)")] = None


@element("ode", source="surface.sdf, friction/ode; libsdformat Surface.cc")
class FrictionOde(Sdf):
    """Parameters of friction for the Open Dynamics Engine (ODE)."""

    mu: Annotated[
        float,
        Child(
            "friction coefficient in the first direction; before 1.4, negative is unlimited",
            was=(Was(until=(1, 3), default=-1.0, le=1.0), *ATTRIBUTE),
            ge=0.0,
        ),
    ] = 1.0
    mu2: Annotated[
        float,
        Child(
            "friction coefficient in the second direction; before 1.4, negative is unlimited",
            was=(Was(until=(1, 3), default=-1.0, le=1.0), *ATTRIBUTE),
            ge=0.0,
        ),
    ] = 1.0
    fdir1: Annotated[
        Vec3,
        Child(
            "first friction direction, in the collision frame; if zero on both collisions, the "
            "axes of the world are used",
            was=ATTRIBUTE,
        ),
    ] = (0.0, 0.0, 0.0)
    slip1: Annotated[
        float,
        Child(
            "slip velocity per force in the first direction; 0 does not slip",
            unit=_SLIP,
            was=(Was(until=(1, 3), ge=0.0, le=1.0), *ATTRIBUTE),
        ),
    ] = 0.0
    slip2: Annotated[
        float,
        Child(
            "slip velocity per force in the second direction; 0 does not slip",
            unit=_SLIP,
            was=(Was(until=(1, 3), ge=0.0, le=1.0), *ATTRIBUTE),
        ),
    ] = 0.0


@element("bullet", source="surface.sdf, friction/bullet; libsdformat Surface.cc", since=(1, 4))
class FrictionBullet(Sdf):
    """Friction in Bullet."""

    friction: Annotated[float, Child("friction coefficient in the first direction", ge=0.0)] = 1.0
    friction2: Annotated[float, Child("friction coefficient in the second direction", ge=0.0)] = 1.0
    fdir1: Annotated[
        Vec3,
        Child(
            "first friction direction, in the collision frame; if zero on both collisions, the "
            "axes of the world are used"
        ),
    ] = (0.0, 0.0, 0.0)
    rolling_friction: Annotated[float, Child("rolling friction coefficient")] = 1.0


@element("friction", source="surface.sdf, friction; libsdformat Surface.cc")
class Friction(Sdf):
    """The friction of a surface, with separate parameters for each physics engine."""

    ode: Annotated[FrictionOde | None, Child("for the Open Dynamics Engine (ODE)")] = None
    bullet: Annotated[FrictionBullet | None, Child("for Bullet", since=(1, 4))] = None
    torsional: Annotated[TorsionalFriction | None, Child("torsional friction", since=(1, 5))] = None


@element("ode", source="surface.sdf, contact/ode")
class ContactOde(Sdf):
    """Parameters of contacts for the Open Dynamics Engine (ODE)."""

    kp: Annotated[float, Child("contact stiffness", unit="N/m", was=ATTRIBUTE)] = 1e12
    kd: Annotated[float, Child("contact damping", unit="N s/m", was=ATTRIBUTE)] = 1.0
    soft_cfm: Annotated[
        float, Child("constraint force mixing; 0 is rigid", unit=_MIXING, was=ATTRIBUTE)
    ] = 0.0
    soft_erp: Annotated[
        float,
        Child(
            "error reduction: fraction of the error that is corrected in a step, 0 to 1",
            was=ATTRIBUTE,
        ),
    ] = 0.2
    max_vel: Annotated[
        float,
        Child("maximum velocity of penetration correction", unit="m/s", was=ATTRIBUTE),
    ] = 0.01
    min_depth: Annotated[
        float,
        Child("minimum depth of penetration correction", unit=LENGTH, was=ATTRIBUTE),
    ] = 0.0


@element("bullet", source="surface.sdf, contact/bullet", since=(1, 4))
class ContactBullet(Sdf):
    """Contacts in Bullet."""

    kp: Annotated[float, Child("contact stiffness", unit="N/m")] = 1e12
    kd: Annotated[float, Child("contact damping", unit="N s/m")] = 1.0
    soft_cfm: Annotated[float, Child("constraint force mixing; 0 is rigid", unit=_MIXING)] = 0.0
    soft_erp: Annotated[
        float, Child("error reduction: fraction of the error that is corrected in a step, 0 to 1")
    ] = 0.2
    split_impulse: Annotated[bool, Needed("penetration correction adds no velocity")] = True
    split_impulse_penetration_threshold: Annotated[
        float,
        Needed(
            "penetration, as a negative distance, beyond which split_impulse applies", unit=LENGTH
        ),
    ] = -0.01


@element("contact", source="surface.sdf, contact; libsdformat Surface.cc")
class SurfaceContact(Sdf):
    """Which collisions a surface can be in contact with, and the parameters of the contact."""

    collide_bitmask: Annotated[
        int,
        Child(
            "16 bits: two collisions collide if the mask of one and the category of the other "
            "share a bit",
            since=(1, 4),
            was=(Was(until=(1, 4), default=1),),
            codec=UNSIGNED,
        ),
    ] = 65535
    category_bitmask: Annotated[
        int,
        Child(
            "16 bits: category of the collision; by default collide_bitmask",
            since=(1, 6),
            codec=UNSIGNED,
        ),
    ] = 65535
    collide_without_contact: Annotated[
        bool, Child("detect contacts without contact forces", since=(1, 4))
    ] = False
    collide_without_contact_bitmask: Annotated[
        int,
        Child(
            "bits, like collide_bitmask, for collide_without_contact", since=(1, 4), codec=UNSIGNED
        ),
    ] = 1
    elastic_modulus: Annotated[
        float, Child("Young's modulus; not used if 0 or less", unit="Pa", since=(1, 5))
    ] = -1.0
    poissons_ratio: Annotated[float, Child("Poisson's ratio, between -1 and 0.5", since=(1, 5))] = (
        0.3
    )
    ode: Annotated[ContactOde | None, Child("for the Open Dynamics Engine (ODE)")] = None
    bullet: Annotated[ContactBullet | None, Child("for Bullet", since=(1, 4))] = None


@element("dart", source="surface.sdf, soft_contact/dart", since=(1, 4))
class SoftContactDart(Sdf):
    """A soft body in DART: point masses (flesh) around a rigid core (bone)."""

    bone_attachment: Annotated[float, Needed("stiffness between flesh and bone", unit="N/m")] = (
        100.0
    )
    stiffness: Annotated[float, Needed("stiffness of the flesh", unit="N/m")] = 100.0
    damping: Annotated[float, Needed("damping of the flesh against the bone", unit="N s/m")] = 10.0
    flesh_mass_fraction: Annotated[float, Needed("fraction of the mass in the flesh, 0 to 1")] = (
        0.05
    )


@element("soft_contact", source="surface.sdf, soft_contact", since=(1, 4))
class SoftContact(Sdf):
    """A soft body, with separate parameters for each physics engine."""

    dart: Annotated[SoftContactDart | None, Child("for DART")] = None


@element("surface", source="surface.sdf; libsdformat Surface.cc")
class Surface(Sdf):
    """The contact properties of a collision."""

    friction: Annotated[Friction | None, Child("friction")] = None
    bounce: Annotated[Bounce | None, Child("bounce")] = None
    contact: Annotated[SurfaceContact | None, Child("contact filtering and stiffness")] = None
    soft_contact: Annotated[SoftContact | None, Child("softness of the link", since=(1, 4))] = None
