"""The kinds of diagnostics of the profile of Drake."""

from __future__ import annotations

from bodyplan.diag import Kind, Severity, register

REJECTED = register(
    Kind(
        "D911",
        "drake-rejects",
        Severity.ERROR,
        """Drake rejects a file that libsdformat accepts.

## Why it matters
`Parser.AddModels` raises. Drake supports models and worlds with fixed, revolute, continuous,
prismatic, ball, universal and screw joints. It requires the axes of a joint, lower limits that do
not exceed the upper ones, damping that is not negative, finite sizes, meshes that exist, and one
model or one world per file.

## Example
    <joint name="wheel" type="revolute2"> ...

## Use instead
    <joint name="wheel" type="universal"> ...
""",
    )
)
IGNORED = register(
    Kind(
        "D912",
        "drake-ignores",
        Severity.WARNING,
        """Drake ignores an element.

## Why it matters
Drake warns and continues without the element: sensors, plugins, lights, the physics engine and the
gravity of a world have no effect; the plant has its own settings.

## Example
    <world name="yard"><gravity>0 0 -1.62</gravity></world>

## Use instead
Configure the plant in the program: `plant.mutable_gravity_field().set_gravity_vector([0, 0, -1.62])`.
""",
    )
)
