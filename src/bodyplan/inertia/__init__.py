"""Mass properties of links and robots, and checks of their physical consistency.

Mass properties are a ``Mass``: mass, centre of mass, and inertia about the centre of mass, all
expressed in one frame. This package is plain Python; NumPy is only needed, and imported, if a shape
is a mesh.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.geometry.solids import InertiaTensor as InertiaTensor
    from bodyplan.geometry.solids import Mass as Mass
    from bodyplan.geometry.solids import combined as combined
    from bodyplan.inertia.bodies import link_masses as link_masses
    from bodyplan.inertia.bodies import lumped as lumped
    from bodyplan.inertia.bodies import rigid_bodies as rigid_bodies
    from bodyplan.inertia.bodies import total as total
    from bodyplan.inertia.correction import corrected as corrected
    from bodyplan.inertia.density import LinkDensity as LinkDensity
    from bodyplan.inertia.density import density_of as density_of
    from bodyplan.inertia.from_shapes import ORIGINS as ORIGINS
    from bodyplan.inertia.from_shapes import Origin as Origin
    from bodyplan.inertia.from_shapes import ShapeError as ShapeError
    from bodyplan.inertia.from_shapes import computed as computed
    from bodyplan.inertia.from_shapes import filled as filled
    from bodyplan.inertia.from_shapes import shapes_of as shapes_of
    from bodyplan.inertia.mass import equivalent_box as equivalent_box
    from bodyplan.inertia.mass import equivalent_density as equivalent_density
    from bodyplan.inertia.mass import equivalent_ellipsoid as equivalent_ellipsoid
    from bodyplan.inertia.mass import flaws as flaws
    from bodyplan.inertia.mass import inertia_about as inertia_about
    from bodyplan.inertia.mass import inertial_of as inertial_of
    from bodyplan.inertia.mass import is_possible as is_possible
    from bodyplan.inertia.mass import mass_of as mass_of
    from bodyplan.inertia.mass import nearest_moments as nearest_moments
    from bodyplan.inertia.mass import nearest_possible as nearest_possible
    from bodyplan.inertia.mass import pseudo_inertia as pseudo_inertia
    from bodyplan.inertia.mass import radius_of_gyration as radius_of_gyration
    from bodyplan.inertia.tensor import principal_axes as principal_axes
    from bodyplan.inertia.tensor import principal_moments as principal_moments
    from bodyplan.inertia.tensor import triangle_margin as triangle_margin

_HOMES = {
    name: home
    for home, names in {
        "bodyplan.geometry.solids": "Mass InertiaTensor combined",
        "bodyplan.inertia.bodies": "link_masses lumped rigid_bodies total",
        "bodyplan.inertia.correction": "corrected",
        "bodyplan.inertia.density": "LinkDensity density_of",
        "bodyplan.inertia.from_shapes": "ORIGINS Origin ShapeError computed filled shapes_of",
        "bodyplan.inertia.mass": (
            "equivalent_box equivalent_density equivalent_ellipsoid flaws inertia_about "
            "inertial_of is_possible mass_of nearest_moments nearest_possible pseudo_inertia "
            "radius_of_gyration"
        ),
        "bodyplan.inertia.tensor": "principal_axes principal_moments triangle_margin",
    }.items()
    for name in names.split()
}
__all__ = [*_HOMES]  # noqa: PLE0604  (names, each bound by __getattr__)


if not TYPE_CHECKING:  # type checkers accept any attribute of a module with `__getattr__`
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
