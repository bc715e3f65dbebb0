"""SDFormat surfaces: friction, bounce and softness of what collides."""

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf
from bodyplan.spec import LENGTH, Annotated, Child, Needed, Vec3, Was, element

_SLIP = "m/(s N)"
_MIXING = "m/(s N)"


@element("bounce", source="surface.sdf, bounce")
class Bounce(Sdf):
    """How a body comes back from what it hits."""

    restitution_coefficient: Annotated[
        float, Child("speed after the hit / speed before it", was=ATTRIBUTE, ge=0.0, le=1.0)
    ] = 0.0
    threshold: Annotated[
        float, Child("speed below which it does not come back at all", unit="m/s", was=ATTRIBUTE)
    ] = 100000.0


@element("ode", source="surface.sdf, friction/torsional/ode", since=(1, 5))
class TorsionalFrictionOde(Sdf):
    """What the Open Dynamics Engine is told about friction against turning."""

    slip: Annotated[
        float, Child("turning speed for each torque; 0 does not slip", unit="rad/(s N m)")
    ] = 0.0


@element("torsional", source="surface.sdf, friction/torsional", since=(1, 5))
class TorsionalFriction(Sdf):
    """Friction against turning about the direction of the contact."""

    coefficient: Annotated[float, Child("largest tangential stress / normal stress", ge=0.0)] = 1.0
    use_patch_radius: Annotated[
        bool,
        Child("the patch that touches is as large as patch_radius says; else it follows the depth"),
    ] = True
    patch_radius: Annotated[
        float, Child("radius of the patch that touches", unit=LENGTH, ge=0.0)
    ] = 0.0
    surface_radius: Annotated[
        float,
        Child(
            "radius of the surface where it touches: the patch is then sqrt(radius * depth)",
            unit=LENGTH,
            ge=0.0,
        ),
    ] = 0.0
    ode: Annotated[TorsionalFrictionOde | None, Child("for the Open Dynamics Engine")] = None


@element("ode", source="surface.sdf, friction/ode; libsdformat Surface.cc")
class FrictionOde(Sdf):
    """What the Open Dynamics Engine is told about friction."""

    mu: Annotated[
        float,
        Child(
            "coefficient of friction in the first direction; before 1.4, unlimited where negative",
            was=(Was(until=(1, 3), default=-1.0, le=1.0), *ATTRIBUTE),
            ge=0.0,
        ),
    ] = 1.0
    mu2: Annotated[
        float,
        Child(
            "coefficient of friction in the second direction; before 1.4, unlimited where negative",
            was=(Was(until=(1, 3), default=-1.0, le=1.0), *ATTRIBUTE),
            ge=0.0,
        ),
    ] = 1.0
    fdir1: Annotated[
        Vec3,
        Child(
            "first direction of friction, in the collision's frame; where zero on both bodies, "
            "it follows the world's axes",
            was=ATTRIBUTE,
        ),
    ] = (0.0, 0.0, 0.0)
    slip1: Annotated[
        float,
        Child(
            "speed for each force in the first direction; 0 does not slip",
            unit=_SLIP,
            was=(Was(until=(1, 3), ge=0.0, le=1.0), *ATTRIBUTE),
        ),
    ] = 0.0
    slip2: Annotated[
        float,
        Child(
            "speed for each force in the second direction; 0 does not slip",
            unit=_SLIP,
            was=(Was(until=(1, 3), ge=0.0, le=1.0), *ATTRIBUTE),
        ),
    ] = 0.0


@element("bullet", source="surface.sdf, friction/bullet; libsdformat Surface.cc", since=(1, 4))
class FrictionBullet(Sdf):
    """What Bullet is told about friction."""

    friction: Annotated[float, Child("coefficient of friction in the first direction", ge=0.0)] = (
        1.0
    )
    friction2: Annotated[
        float, Child("coefficient of friction in the second direction", ge=0.0)
    ] = 1.0
    fdir1: Annotated[
        Vec3,
        Child(
            "first direction of friction, in the collision's frame; where zero on both bodies, "
            "it follows the world's axes"
        ),
    ] = (0.0, 0.0, 0.0)
    rolling_friction: Annotated[float, Child("coefficient of friction against rolling")] = 1.0


@element("friction", source="surface.sdf, friction; libsdformat Surface.cc")
class Friction(Sdf):
    """Friction of a surface, for single physics engines."""

    ode: Annotated[FrictionOde | None, Child("for the Open Dynamics Engine")] = None
    bullet: Annotated[FrictionBullet | None, Child("for Bullet", since=(1, 4))] = None
    torsional: Annotated[
        TorsionalFriction | None, Child("against turning on the spot", since=(1, 5))
    ] = None


@element("ode", source="surface.sdf, contact/ode")
class ContactOde(Sdf):
    """What the Open Dynamics Engine is told about contacts."""

    kp: Annotated[float, Child("stiffness of the contact", unit="N/m", was=ATTRIBUTE)] = 1e12
    kd: Annotated[float, Child("damping of the contact", unit="N s/m", was=ATTRIBUTE)] = 1.0
    soft_cfm: Annotated[
        float, Child("constraint force mixing; 0 is hard", unit=_MIXING, was=ATTRIBUTE)
    ] = 0.0
    soft_erp: Annotated[
        float,
        Child(
            "error reduction: part of the error that is taken back in a step, 0 to 1", was=ATTRIBUTE
        ),
    ] = 0.2
    max_vel: Annotated[
        float,
        Child(
            "largest speed at which bodies are pushed out of each other", unit="m/s", was=ATTRIBUTE
        ),
    ] = 0.01
    min_depth: Annotated[
        float,
        Child(
            "depth up to which bodies are not pushed out of each other", unit=LENGTH, was=ATTRIBUTE
        ),
    ] = 0.0


@element("bullet", source="surface.sdf, contact/bullet", since=(1, 4))
class ContactBullet(Sdf):
    """What Bullet is told about contacts."""

    kp: Annotated[float, Child("stiffness of the contact", unit="N/m")] = 1e12
    kd: Annotated[float, Child("damping of the contact", unit="N s/m")] = 1.0
    soft_cfm: Annotated[float, Child("constraint force mixing; 0 is hard", unit=_MIXING)] = 0.0
    soft_erp: Annotated[
        float, Child("error reduction: part of the error that is taken back in a step, 0 to 1")
    ] = 0.2
    split_impulse: Annotated[
        bool, Needed("bodies are pushed out of each other without gaining speed from it")
    ] = True
    split_impulse_penetration_threshold: Annotated[
        float, Needed("depth, as a negative distance, below which that holds", unit=LENGTH)
    ] = -0.01


@element("contact", source="surface.sdf, contact; libsdformat Surface.cc")
class SurfaceContact(Sdf):
    """What a surface may touch, and what happens where it does."""

    collide_bitmask: Annotated[
        int,
        Child(
            "bits, 16 of them: two shapes touch where the mask of one and the category of the "
            "other have one in common",
            since=(1, 4),
            was=(Was(until=(1, 4), default=1),),
            codec=UNSIGNED,
        ),
    ] = 65535
    category_bitmask: Annotated[
        int,
        Child(
            "bits, 16 of them: what kind of shape it is; as collide_bitmask where absent",
            since=(1, 6),
            codec=UNSIGNED,
        ),
    ] = 65535
    collide_without_contact: Annotated[
        bool, Child("contacts are found, but no forces come of them", since=(1, 4))
    ] = False
    collide_without_contact_bitmask: Annotated[
        int,
        Child(
            "bits, as collide_bitmask, for collide_without_contact", since=(1, 4), codec=UNSIGNED
        ),
    ] = 1
    elastic_modulus: Annotated[
        float, Child("Young's modulus; not used where 0 or less", unit="Pa", since=(1, 5))
    ] = -1.0
    poissons_ratio: Annotated[
        float, Child("transverse strain / axial strain, between -1 and 0.5", since=(1, 5))
    ] = 0.3
    ode: Annotated[ContactOde | None, Child("for the Open Dynamics Engine")] = None
    bullet: Annotated[ContactBullet | None, Child("for Bullet", since=(1, 4))] = None


@element("dart", source="surface.sdf, soft_contact/dart", since=(1, 4))
class SoftContactDart(Sdf):
    """What DART is told about a soft body: flesh of small masses on a rigid bone."""

    bone_attachment: Annotated[float, Needed("stiffness between flesh and bone", unit="N/m")] = (
        100.0
    )
    stiffness: Annotated[float, Needed("stiffness within the flesh", unit="N/m")] = 100.0
    damping: Annotated[float, Needed("damping of the flesh against the bone", unit="N s/m")] = 10.0
    flesh_mass_fraction: Annotated[
        float, Needed("part of the mass that is in the flesh, 0 to 1")
    ] = 0.05


@element("soft_contact", source="surface.sdf, soft_contact", since=(1, 4))
class SoftContact(Sdf):
    """A soft body, for single physics engines."""

    dart: Annotated[SoftContactDart | None, Child("for DART")] = None


@element("surface", source="surface.sdf; libsdformat Surface.cc")
class Surface(Sdf):
    """How a collision feels to what it touches."""

    friction: Annotated[Friction | None, Child("friction")] = None
    bounce: Annotated[Bounce | None, Child("how it comes back from what it hits")] = None
    contact: Annotated[SurfaceContact | None, Child("what it may touch, and how hard")] = None
    soft_contact: Annotated[
        SoftContact | None, Child("softness of the whole body", since=(1, 4))
    ] = None
