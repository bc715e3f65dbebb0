"""Pinocchio: convex shapes that replace cylinders and meshes for collision checking."""

from bodyplan.spec.raw import Dialect, Extension

DIALECT = Dialect(
    title="Pinocchio",
    about="Read by Pinocchio's URDF parser.",
    reader="Pinocchio",
    source="example-robot-data simple_humanoid.urdf; Pinocchio parsers/urdf",
    urdf=(
        Extension("Link", "collision_checking", "collisions to use as capsules or convex shapes"),
        Extension(
            "Link",
            "collision_checking/capsule/@name",
            "collision whose cylinder becomes a capsule",
            holds="text",
        ),
        Extension(
            "Link",
            "collision_checking/convex/@name",
            "collision whose mesh becomes convex",
            holds="text",
        ),
    ),
)
