"""The colours of the materials that Gazebo defines in its own scripts, such as Gazebo/Red."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bodyplan.core import replace
from bodyplan.formats import urdf
from bodyplan.formats.document import Document
from bodyplan.formats.registry import robot_of
from bodyplan.model import Geometry, Link, Material
from bodyplan.spec import Raw

RGBA = tuple[float, float, float, float]
LookOf = Callable[[Link, Geometry], Material | None]
"""Function that returns the material of a visual of a link."""
_PREFIX = "Gazebo/"
_COLORS: Mapping[str, tuple[float, float, float]] = {
    "Black": (0.0, 0.0, 0.0),
    "Blue": (0.0, 0.0, 1.0),
    "DarkGrey": (0.175, 0.175, 0.175),
    "DarkMagenta": (0.6, 0.0, 0.6),
    "DarkOrange": (0.6, 0.305, 0.028),
    "DarkYellow": (0.7, 0.7, 0.0),
    "FlatBlack": (0.1, 0.1, 0.1),
    "Gold": (0.8, 0.64869, 0.120759),
    "Green": (0.0, 1.0, 0.0),
    "Grey": (0.7, 0.7, 0.7),
    "GreyTransparent": (0.5, 0.5, 0.5),
    "Indigo": (0.33, 0.0, 0.5),
    "LightOff": (1.0, 0.0, 0.0),
    "LightOn": (0.0, 1.0, 0.0),
    "Orange": (1.0, 0.5088, 0.0468),
    "OrangeTransparent": (1.0, 0.44, 0.0),
    "Pioneer2Body": (0.681193, 0.000923, 0.000923),
    "Purple": (1.0, 0.0, 1.0),
    "Red": (1.0, 0.0, 0.0),
    "RedBright": (0.87, 0.26, 0.07),
    "SkyBlue": (0.0, 0.0, 1.0),
    "Turquoise": (0.0, 1.0, 1.0),
    "White": (1.0, 1.0, 1.0),
    "Yellow": (1.0, 1.0, 0.0),
    "ZincYellow": (0.9725, 0.9529, 0.2078),
}
"""Diffuse colours. Source: Gazebo, gazebo.material."""
_HALF = ("TransparentOverlay", "Transparent")
_GLOW = "Glow"


def script_color(name: str) -> RGBA | None:
    """Return the colour of a script material of Gazebo; None if it has a texture or is unknown.

    Args:
        name: the name, such as "Gazebo/Red".
    """
    if not name.startswith(_PREFIX):
        return None
    word = name.removeprefix(_PREFIX).replace("Gray", "Grey")
    ending = next((one for one in _HALF if word.endswith(one)), "")
    found = _COLORS.get(word) or _COLORS.get(word.removesuffix(ending).removesuffix(_GLOW))
    return None if found is None else (*found, 0.5 if ending else 1.0)


def looks_with_scripts(document: Document | None) -> LookOf:
    """Return a function that looks up materials, including Gazebo's script materials.

    A colour or texture in the description takes precedence. In a URDF, ``<gazebo>`` blocks name the
    script materials.

    Args:
        document: document that the robot was read from; None if unknown.
    """
    described = None if document is None else document.expanded
    root = None if described is None else robot_of(described)
    blocks = {} if root is None else _of_blocks(root)

    def look(link: Link, geometry: Geometry) -> Material | None:
        material = geometry.material
        if material is not None and (material.rgba is not None or material.texture):
            return material
        name = blocks.get(link.name, "" if material is None else material.name)
        rgba = script_color(name)
        if rgba is None:
            return material
        return replace(material or Material(name), rgba=rgba)

    return look


def _of_blocks(root: urdf.Robot) -> dict[str, str]:
    """Return, for each link, the material that a ``<gazebo>`` block sets for all its visuals."""
    found = {}
    for block in root.gazebo:
        for raw in block.content:
            name = _name(raw) if block.reference else ""
            if name:
                found[block.reference or ""] = name
    return found


def _name(raw: Raw) -> str:
    material = raw if raw.tag == "material" else None
    if raw.tag == "visual":
        material = raw.find("material")
    if material is None:
        return ""
    script = material.find("script")
    name = None if script is None else script.find("name")
    text = material if name is None else name
    return (text.get("value") or text.text or "").strip()
