"""Bullet and PyBullet: contact parameters of links."""

from bodyplan.spec.raw import Dialect, Extension


def _contact(name: str, meaning: str, unit: str = "") -> Extension:
    """Declare a contact parameter, whose value is an attribute."""
    return Extension("Link", f"contact/{name}/@value", meaning, holds="number", unit=unit)


DIALECT = Dialect(
    title="PyBullet",
    about="Read by Bullet's URDF importer and by the parsers derived from it.",
    reader="PyBullet",
    source="Bullet examples/Importers/ImportURDFDemo/UrdfParser.cpp",
    urdf=(
        Extension("Link", "contact", "contact parameters of the link"),
        _contact("lateral_friction", "friction coefficient"),
        _contact("rolling_friction", "rolling friction coefficient", "m"),
        _contact("spinning_friction", "torsional friction coefficient", "m"),
        _contact("restitution", "coefficient of restitution"),
        _contact("stiffness", "contact stiffness", "N/m"),
        _contact("damping", "contact damping", "N·s/m"),
        _contact("contact_cfm", "constraint force mixing"),
        _contact("contact_erp", "error reduction"),
        _contact("inertia_scaling", "factor of the link's inertia"),
        Extension("Link", "audio_source", "sound of collisions"),
        Extension(
            "Collision", "@concave", "use the triangles of a mesh, not its hull", holds="flag"
        ),
    ),
)
