"""Declarations of vendor extensions: elements and attributes that a format does not define."""

from __future__ import annotations

from typing import Literal, NamedTuple

ValueKind = Literal["number", "numbers", "text", "flag", "content"]
"""What an extension holds: one number, several, text, true or false, or elements."""

Quantity = Literal[
    "armature",
    "rotor_inertia",
    "gear_ratio",
    "coulomb_friction",
    "viscous_friction",
    "spring_stiffness",
    "spring_reference",
    "acceleration_limit",
    "loop_joint",
]
"""A fact that another format can express, so that a converter may use it."""

NO_READER = "none"
"""The reader of names that files contain although no parser reads them."""


class Extension(NamedTuple):
    """One element or attribute that some program reads, or that real files contain.

    Args:
        element: the class name of the declared element that contains it, such as "Dynamics".
        path: its name there: "tag", "@attribute", a path such as "axis/@rpy" or
            "loop_joint/link1/@link", or "@attribute=value" for one more value of a declared one.
        meaning: what it says.
        reader: the program that reads it, or ``NO_READER``; by default, that of the dialect.
        holds: the type of the value.
        unit: the unit of the value.
        quantity: the fact that converters may use.
    """

    element: str
    path: str
    meaning: str
    reader: str = ""
    holds: ValueKind = "content"
    unit: str = ""
    quantity: Quantity | None = None


class Dialect(NamedTuple):
    """The extensions of one vendor or program, by format.

    Args:
        title: its name.
        about: one or two sentences about it.
        reader: the program that reads the extensions.
        source: where the facts are from.
        urdf: the extensions of URDF.
        srdf: the extensions of SRDF.
        sdf: the extensions of SDFormat.
    """

    title: str
    about: str
    reader: str
    source: str
    urdf: tuple[Extension, ...] = ()
    srdf: tuple[Extension, ...] = ()
    sdf: tuple[Extension, ...] = ()

    def of_format(self, name: str) -> tuple[Extension, ...]:
        """Return the extensions of a format, each with its reader.

        Args:
            name: "urdf", "srdf" or "sdf"; other formats have none.
        """
        known = {"urdf": self.urdf, "srdf": self.srdf, "sdf": self.sdf}.get(name, ())
        return tuple(one._replace(reader=one.reader or self.reader) for one in known)
