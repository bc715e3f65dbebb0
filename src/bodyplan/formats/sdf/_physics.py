"""Physics: time steps, and the options of ODE, Bullet, DART and Simbody."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, Sdf
from bodyplan.spec import LENGTH, RATE, TIME, Annotated, Attr, Child, Needed, Vec3, Was, element

_SPEED = "m/s"
_GRAVITY = "m/s^2"
_MIXING = "rad/(N m s) or m/(N s)"


@element("solver", source="physics.sdf, bullet/solver", since=(1, 4))
class PhysicsBulletSolver(Sdf):
    """The solver of Bullet."""

    type: Annotated[str, Needed("solver type: sequential_impulse")] = "sequential_impulse"
    iters: Annotated[int, Needed("iterations per step")] = 50
    sor: Annotated[float, Needed("successive over-relaxation parameter")] = 1.3
    min_step_size: Annotated[float, Child("minimum internal time step", unit=TIME)] = 0.0001


@element("constraints", source="physics.sdf, bullet/constraints", since=(1, 4))
class PhysicsBulletConstraints(Sdf):
    """The constraints of Bullet."""

    cfm: Annotated[float, Needed("constraint force mixing", unit=_MIXING)] = 0.0
    erp: Annotated[
        float, Needed("error reduction: fraction of the error that is corrected per step, 0 to 1")
    ] = 0.2
    contact_surface_layer: Annotated[
        float, Needed("penetration depth without contact force", unit=LENGTH)
    ] = 0.001
    split_impulse: Annotated[bool, Needed("penetration correction adds no velocity")] = True
    split_impulse_penetration_threshold: Annotated[
        float,
        Needed("distance below which split_impulse applies; negative is penetration", unit=LENGTH),
    ] = -0.01


@element("bullet", source="physics.sdf, bullet")
class PhysicsBullet(Sdf):
    """Options of Bullet."""

    solver: Annotated[PhysicsBulletSolver, Needed("solver", since=(1, 4))] = PhysicsBulletSolver()
    constraints: Annotated[PhysicsBulletConstraints, Needed("constraints", since=(1, 4))] = (
        PhysicsBulletConstraints()
    )
    dt: Annotated[
        float,
        Needed(
            "time step; replaced by max_step_size of physics",
            unit=TIME,
            until=(1, 3),
            was=(Was(until=(1, 2), default=0.003),),
        ),
    ] = 0.001


@element("solver", source="physics.sdf, dart/solver", since=(1, 6))
class PhysicsDartSolver(Sdf):
    """The solver of DART."""

    solver_type: Annotated[
        Literal["dantzig", "pgs"],
        Needed("solver type; pgs is projected Gauss-Seidel", severity="warning"),
    ] = "dantzig"


@element("dart", source="physics.sdf, dart", since=(1, 6))
class PhysicsDart(Sdf):
    """Options of DART."""

    solver: Annotated[PhysicsDartSolver, Needed("contact solver")] = PhysicsDartSolver()
    collision_detector: Annotated[
        Literal["fcl", "dart", "bullet", "ode"],
        Child("collision detector", severity="warning"),
    ] = "fcl"


@element("solver", source="physics.sdf, ode/solver")
class PhysicsOdeSolver(Sdf):
    """The solver of ODE."""

    type: Annotated[
        Literal["quick", "world"],
        Needed(
            "solver type; quick is iterative, world is exact and slow",
            severity="warning",
            was=ATTRIBUTE,
        ),
    ] = "quick"
    iters: Annotated[int, Needed("iterations of quick per step", was=ATTRIBUTE)] = 50
    sor: Annotated[
        float,
        Needed("successive over-relaxation parameter of quick", was=ATTRIBUTE),
    ] = 1.3
    min_step_size: Annotated[
        float, Child("minimum internal time step", unit=TIME, since=(1, 4))
    ] = 0.0001
    friction_model: Annotated[
        Literal["pyramid_model", "box_model", "cone_model"],
        Child(
            "friction model; box_model ignores the normal force", severity="warning", since=(1, 6)
        ),
    ] = "pyramid_model"
    use_dynamic_moi_rescaling: Annotated[
        bool,
        Needed(
            "scale the inertia along constrained directions to stabilize long chains", since=(1, 4)
        ),
    ] = False
    island_threads: Annotated[
        int, Child("number of threads for islands of models", since=(1, 6))
    ] = 0
    thread_position_correction: Annotated[
        bool, Child("correct positions in a separate thread", since=(1, 6))
    ] = False
    precon_iters: Annotated[
        int, Child("preconditioning iterations before those of quick; experimental", was=ATTRIBUTE)
    ] = 0
    dt: Annotated[
        float,
        Needed(
            "time step; replaced by max_step_size of physics",
            unit=TIME,
            until=(1, 3),
            was=ATTRIBUTE,
        ),
    ] = 0.001


@element("constraints", source="physics.sdf, ode/constraints")
class PhysicsOdeConstraints(Sdf):
    """The constraints of ODE."""

    cfm: Annotated[
        float,
        Needed("constraint force mixing", unit=_MIXING, was=ATTRIBUTE),
    ] = 0.0
    erp: Annotated[
        float,
        Needed(
            "error reduction: fraction of the error that is corrected per step, 0 to 1",
            was=ATTRIBUTE,
        ),
    ] = 0.2
    contact_max_correcting_vel: Annotated[
        float, Needed("maximum velocity of penetration correction", unit=_SPEED, was=ATTRIBUTE)
    ] = 100.0
    contact_surface_layer: Annotated[
        float,
        Needed("penetration depth without contact force", unit=LENGTH, was=ATTRIBUTE),
    ] = 0.001


@element("ode", source="physics.sdf, ode")
class PhysicsOde(Sdf):
    """Options of ODE."""

    solver: Annotated[PhysicsOdeSolver, Needed("solver")] = PhysicsOdeSolver()
    constraints: Annotated[PhysicsOdeConstraints, Needed("constraints")] = PhysicsOdeConstraints()


@element("contact", source="physics.sdf, simbody/contact", since=(1, 4))
class PhysicsSimbodyContact(Sdf):
    """The contact model of Simbody: compliant contact with dissipation and friction."""

    stiffness: Annotated[float, Child("stiffness of the contact", unit="N/m")] = 100000000.0
    dissipation: Annotated[float, Child("dissipation of the contact", unit="s/m")] = 100.0
    plastic_coef_restitution: Annotated[
        float, Child("coefficient of restitution of a fast impact, 0 to 1")
    ] = 0.5
    plastic_impact_velocity: Annotated[
        float, Child("minimum velocity of a fast impact", unit=_SPEED)
    ] = 0.5
    static_friction: Annotated[float, Child("static friction coefficient")] = 0.9
    dynamic_friction: Annotated[float, Child("dynamic friction coefficient")] = 0.9
    viscous_friction: Annotated[float, Child("viscous friction coefficient", unit="s/m")] = 0.0
    override_impact_capture_velocity: Annotated[
        float, Child("impact capture velocity, below which an impact does not bounce", unit=_SPEED)
    ] = 0.001
    override_stiction_transition_velocity: Annotated[
        float, Child("slip velocity of maximum static friction", unit=_SPEED)
    ] = 0.001


@element("simbody", source="physics.sdf, simbody", since=(1, 4))
class PhysicsSimbody(Sdf):
    """Options of Simbody."""

    min_step_size: Annotated[
        float, Child("minimum internal time step; ignored by the engine", unit=TIME)
    ] = 0.0001
    accuracy: Annotated[float, Child("relative accuracy")] = 0.001
    max_transient_velocity: Annotated[
        float, Child("maximum slip velocity in static friction", unit=_SPEED)
    ] = 0.01
    contact: Annotated[PhysicsSimbodyContact | None, Child("contact model")] = None


@element("physics", source="physics.sdf; libsdformat Physics.cc")
class Physics(Sdf):
    """A physics profile: engine, time steps and solver options. A world may have several."""

    name: Annotated[str, Attr("name", since=(1, 5))] = "default_physics"
    default: Annotated[bool, Attr("active profile; by default the first", since=(1, 5))] = False
    type: Annotated[
        Literal["ode", "bullet", "dart", "simbody", "ignored"],
        Attr(
            "physics engine; new Gazebo configures the engine elsewhere, Gazebo Classic stops on an "
            "unknown one",
            needed=True,
            severity="warning",
        ),
    ] = "ode"
    max_step_size: Annotated[
        float, Needed("maximum time step", gt=0.0, severity="error", unit=TIME, since=(1, 4))
    ] = 0.001
    real_time_factor: Annotated[
        float,
        Needed("target ratio of simulated time to real time; unlimited if 0 or less", since=(1, 4)),
    ] = 1.0
    real_time_update_rate: Annotated[
        float,
        Needed("steps per second of real time; 0 for as many as possible", unit=RATE, since=(1, 4)),
    ] = 1000.0
    max_contacts: Annotated[
        int, Child("maximum number of contacts between two entities; a collision may override it")
    ] = 20
    ode: Annotated[PhysicsOde | None, Child("options of ODE")] = None
    bullet: Annotated[PhysicsBullet | None, Child("options of Bullet")] = None
    dart: Annotated[PhysicsDart | None, Child("options of DART", since=(1, 6))] = None
    simbody: Annotated[PhysicsSimbody | None, Child("options of Simbody", since=(1, 4))] = None
    gravity: Annotated[
        Vec3,
        Needed(
            "gravity; moved to world",
            unit=_GRAVITY,
            until=(1, 5),
            was=(Was(until=(1, 0), place="gravity/@xyz"),),
        ),
    ] = (0.0, 0.0, -9.8)
    magnetic_field: Annotated[
        Vec3,
        Needed("magnetic field; moved to world", unit="T", since=(1, 5), until=(1, 5)),
    ] = (5.5645e-06, 2.28758e-05, -4.23884e-05)
    update_rate: Annotated[
        float,
        Needed(
            "steps per second; replaced by real_time_update_rate",
            unit=RATE,
            until=(1, 3),
            was=(Was(until=(1, 0), place="@update_rate", default=0.0, needed=False),),
        ),
    ] = 1000.0
