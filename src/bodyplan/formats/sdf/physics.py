"""Physics engines: steps of time, and the settings of ODE, Bullet, DART and Simbody."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, Sdf
from bodyplan.spec import LENGTH, RATE, TIME, Annotated, Attr, Child, Needed, Vec3, Was, element

_SPEED = "m/s"
_GRAVITY = "m/s^2"
_MIXING = "rad/(N m s) or m/(N s)"


@element("solver", source="physics.sdf, bullet/solver", since=(1, 4))
class PhysicsBulletSolver(Sdf):
    """How Bullet solves for the forces of one step."""

    type: Annotated[str, Needed("the method: sequential_impulse")] = "sequential_impulse"
    iters: Annotated[int, Needed("iterations in each step")] = 50
    sor: Annotated[float, Needed("factor of over-relaxation: how far each iteration goes")] = 1.3
    min_step_size: Annotated[float, Child("time that the engine itself steps by", unit=TIME)] = (
        0.0001
    )


@element("constraints", source="physics.sdf, bullet/constraints", since=(1, 4))
class PhysicsBulletConstraints(Sdf):
    """How firmly Bullet holds contacts and joints."""

    cfm: Annotated[
        float, Needed("constraint force mixing: how soft constraints are", unit=_MIXING)
    ] = 0.0
    erp: Annotated[float, Needed("share of an error that each step takes away, 0 to 1")] = 0.2
    contact_surface_layer: Annotated[
        float, Needed("how deep shapes sink in before contact pushes back", unit=LENGTH)
    ] = 0.001
    split_impulse: Annotated[bool, Needed("pushing shapes apart gives them no speed")] = True
    split_impulse_penetration_threshold: Annotated[
        float, Needed("distance below which split_impulse acts; below 0 is inside", unit=LENGTH)
    ] = -0.01


@element("bullet", source="physics.sdf, bullet")
class PhysicsBullet(Sdf):
    """Settings of the engine Bullet."""

    solver: Annotated[PhysicsBulletSolver, Needed("how a step is solved", since=(1, 4))] = (
        PhysicsBulletSolver()
    )
    constraints: Annotated[
        PhysicsBulletConstraints, Needed("how firmly contacts and joints hold", since=(1, 4))
    ] = PhysicsBulletConstraints()
    dt: Annotated[
        float,
        Needed(
            "time of one step; max_step_size of the physics took over",
            unit=TIME,
            until=(1, 3),
            was=(Was(until=(1, 2), default=0.003),),
        ),
    ] = 0.001


@element("solver", source="physics.sdf, dart/solver", since=(1, 6))
class PhysicsDartSolver(Sdf):
    """How DART solves for the forces of contact."""

    solver_type: Annotated[
        Literal["dantzig", "pgs"],
        Needed("the method; pgs is projected Gauss-Seidel", severity="warning"),
    ] = "dantzig"


@element("dart", source="physics.sdf, dart", since=(1, 6))
class PhysicsDart(Sdf):
    """Settings of the engine DART."""

    solver: Annotated[PhysicsDartSolver, Needed("how contact is solved")] = PhysicsDartSolver()
    collision_detector: Annotated[
        Literal["fcl", "dart", "bullet", "ode"],
        Child("library that finds contacts", severity="warning"),
    ] = "fcl"


@element("solver", source="physics.sdf, ode/solver")
class PhysicsOdeSolver(Sdf):
    """How ODE solves for the forces of one step."""

    type: Annotated[
        Literal["quick", "world"],
        Needed(
            "the method; quick iterates, world is exact and slow", severity="warning", was=ATTRIBUTE
        ),
    ] = "quick"
    iters: Annotated[int, Needed("iterations of quick in each step", was=ATTRIBUTE)] = 50
    sor: Annotated[
        float,
        Needed("factor of over-relaxation: how far each iteration of quick goes", was=ATTRIBUTE),
    ] = 1.3
    min_step_size: Annotated[
        float, Child("time that the engine itself steps by", unit=TIME, since=(1, 4))
    ] = 0.0001
    friction_model: Annotated[
        Literal["pyramid_model", "box_model", "cone_model"],
        Child("friction; box_model ignores the normal force", severity="warning", since=(1, 6)),
    ] = "pyramid_model"
    use_dynamic_moi_rescaling: Annotated[
        bool,
        Needed(
            "inertia is scaled along held directions, so that long chains stay calm", since=(1, 4)
        ),
    ] = False
    island_threads: Annotated[
        int, Child("threads for groups of models that do not touch", since=(1, 6))
    ] = 0
    thread_position_correction: Annotated[
        bool, Child("places are mended in a thread of their own", since=(1, 6))
    ] = False
    precon_iters: Annotated[
        int, Child("iterations before those of quick; for trials", was=ATTRIBUTE)
    ] = 0
    dt: Annotated[
        float,
        Needed(
            "time of one step; max_step_size of the physics took over",
            unit=TIME,
            until=(1, 3),
            was=ATTRIBUTE,
        ),
    ] = 0.001


@element("constraints", source="physics.sdf, ode/constraints")
class PhysicsOdeConstraints(Sdf):
    """How firmly ODE holds contacts and joints."""

    cfm: Annotated[
        float,
        Needed("constraint force mixing: how soft constraints are", unit=_MIXING, was=ATTRIBUTE),
    ] = 0.0
    erp: Annotated[
        float, Needed("share of an error that each step takes away, 0 to 1", was=ATTRIBUTE)
    ] = 0.2
    contact_max_correcting_vel: Annotated[
        float, Needed("largest speed at which shapes are pushed apart", unit=_SPEED, was=ATTRIBUTE)
    ] = 100.0
    contact_surface_layer: Annotated[
        float,
        Needed("how deep shapes sink in before contact pushes back", unit=LENGTH, was=ATTRIBUTE),
    ] = 0.001


@element("ode", source="physics.sdf, ode")
class PhysicsOde(Sdf):
    """Settings of the engine ODE."""

    solver: Annotated[PhysicsOdeSolver, Needed("how a step is solved")] = PhysicsOdeSolver()
    constraints: Annotated[PhysicsOdeConstraints, Needed("how firmly contacts and joints hold")] = (
        PhysicsOdeConstraints()
    )


@element("contact", source="physics.sdf, simbody/contact", since=(1, 4))
class PhysicsSimbodyContact(Sdf):
    """Contact in Simbody: a stiff spring with dissipation, and friction by the slip."""

    stiffness: Annotated[float, Child("stiffness of the contact", unit="N/m")] = 100000000.0
    dissipation: Annotated[float, Child("dissipation of the contact", unit="s/m")] = 100.0
    plastic_coef_restitution: Annotated[
        float, Child("share of the speed that is left after a fast impact, 0 to 1")
    ] = 0.5
    plastic_impact_velocity: Annotated[
        float, Child("speed from which on an impact counts as fast", unit=_SPEED)
    ] = 0.5
    static_friction: Annotated[float, Child("coefficient of friction at rest")] = 0.9
    dynamic_friction: Annotated[float, Child("coefficient of friction while sliding")] = 0.9
    viscous_friction: Annotated[float, Child("friction that grows with the slip", unit="s/m")] = 0.0
    override_impact_capture_velocity: Annotated[
        float, Child("speed below which an impact does not bounce", unit=_SPEED)
    ] = 0.001
    override_stiction_transition_velocity: Annotated[
        float, Child("slip at which friction at rest is largest", unit=_SPEED)
    ] = 0.001


@element("simbody", source="physics.sdf, simbody", since=(1, 4))
class PhysicsSimbody(Sdf):
    """Settings of the engine Simbody."""

    min_step_size: Annotated[
        float, Child("time that the engine itself steps by; the engine takes no notice", unit=TIME)
    ] = 0.0001
    accuracy: Annotated[float, Child("relative error that is allowed")] = 0.001
    max_transient_velocity: Annotated[
        float, Child("slip that is allowed where friction should hold", unit=_SPEED)
    ] = 0.01
    contact: Annotated[PhysicsSimbodyContact | None, Child("stiffness and friction")] = None


@element("physics", source="physics.sdf; libsdformat Physics.cc")
class Physics(Sdf):
    """One set of settings of the physics; a world may have several to choose from."""

    name: Annotated[str, Attr("its name", since=(1, 5))] = "default_physics"
    default: Annotated[
        bool, Attr("it is the one in use; the first where none says so", since=(1, 5))
    ] = False
    type: Annotated[
        Literal["ode", "bullet", "dart", "simbody", "ignored"],
        Attr(
            "the engine; new Gazebo takes its engine from elsewhere, Gazebo Classic stops on an "
            "unknown one",
            needed=True,
            severity="warning",
        ),
    ] = "ode"
    max_step_size: Annotated[
        float, Needed("largest time of one step", gt=0.0, severity="error", unit=TIME, since=(1, 4))
    ] = 0.001
    real_time_factor: Annotated[
        float,
        Needed(
            "simulated time over real time that is aimed at",
            ge=0.0,
            severity="warning",
            since=(1, 4),
        ),
    ] = 1.0
    real_time_update_rate: Annotated[
        float,
        Needed(
            "steps each second of real time; as many as possible where 0", unit=RATE, since=(1, 4)
        ),
    ] = 1000.0
    max_contacts: Annotated[
        int, Child("most contacts between two things; a collision may say otherwise")
    ] = 20
    ode: Annotated[PhysicsOde | None, Child("settings of ODE")] = None
    bullet: Annotated[PhysicsBullet | None, Child("settings of Bullet")] = None
    dart: Annotated[PhysicsDart | None, Child("settings of DART", since=(1, 6))] = None
    simbody: Annotated[PhysicsSimbody | None, Child("settings of Simbody", since=(1, 4))] = None
    gravity: Annotated[
        Vec3,
        Needed(
            "acceleration of free fall; stands in the world since",
            unit=_GRAVITY,
            until=(1, 5),
            was=(Was(until=(1, 0), place="gravity/@xyz"),),
        ),
    ] = (0.0, 0.0, -9.8)
    magnetic_field: Annotated[
        Vec3,
        Needed("magnetic field; stands in the world since", unit="T", since=(1, 5), until=(1, 5)),
    ] = (5.5645e-06, 2.28758e-05, -4.23884e-05)
    update_rate: Annotated[
        float,
        Needed(
            "steps each second; real_time_update_rate took over",
            unit=RATE,
            until=(1, 3),
            was=(Was(until=(1, 0), place="@update_rate", default=0.0, needed=False),),
        ),
    ] = 1000.0
