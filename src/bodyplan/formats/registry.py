"""The supported file formats, and the detection of the format of a file."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, cast
from xml.etree.ElementTree import Element as Node

from bodyplan.spec import Element

if TYPE_CHECKING:
    from collections.abc import Callable

    from bodyplan.formats.document import Document
    from bodyplan.formats.urdf import Robot


class Format(NamedTuple):
    """A file format. Its element classes are loaded when the first file of the format is read.

    Args:
        name: the name of the format.
        tag: the tag of the root element.
        module: the module with the element classes.
        root: the name of the class of the root element.
        reading: the module with the function ``start``, which reads the version; empty for a format
            without versions.
        expansion: the module with the function ``expanded``; empty for a format without macros.
        marks: tags of children of the root that distinguish the format from others with the same
            root tag.
        is_recognized: whether ``read`` detects the format from the root element.
        title: the name of the format in prose, such as "SDFormat"; empty if it equals ``name``.
        endings: the file name extensions; the first is that of new files.
        is_edited: whether files of the format can be edited and checked by rules directly, without
            conversion to another format.
        checking: for a format that rules do not check, the module that checks it; it defines
            ``NOTE``, ``errors`` and ``files``.
        has_semantics: whether its files can contain what other robots have in an SRDF: robot states
            and disabled collision pairs.
    """

    name: str
    tag: str
    module: str
    root: str
    reading: str = ""
    expansion: str = ""
    marks: frozenset[str] = frozenset()
    is_recognized: bool = True
    title: str = ""
    endings: tuple[str, ...] = ()
    is_edited: bool = True
    checking: str = ""
    has_semantics: bool = False

    @property
    def cls(self) -> type[Element]:
        """The class of the root element."""
        return cast("type[Element]", getattr(import_module(self.module), self.root))

    @property
    def expand(self) -> Callable[[Document], Document | None]:
        """The function that returns the expansion of a document, or None if the expansion fails."""
        return cast("Callable[[Document], Document | None]", import_module(self.expansion).expanded)


CALLED = {
    "urdf": "a URDF",
    "srdf": "an SRDF",
    "sdf": "an SDFormat file",
    "model_state": "a model state",
    "xacro": "a xacro file",
}
"""The formats with their articles, as in messages."""
FORMATS = {
    "urdf": Format(
        "urdf",
        "robot",
        "bodyplan.formats.urdf",
        "Robot",
        "bodyplan.formats.urdf.version",
        marks=frozenset(
            ("link", "joint", "material", "transmission", "gazebo", "ros2_control", "sensor")
        ),
        title="URDF",
        endings=(".urdf",),
    ),
    "model_state": Format("model_state", "model_state", "bodyplan.formats.urdf", "ModelState"),
    "srdf": Format(
        "srdf",
        "robot",
        "bodyplan.formats.srdf",
        "Robot",
        marks=frozenset(
            (
                "disable_collisions",
                "disable_default_collisions",
                "enable_collisions",
                "end_effector",
                "gripper",
                "group_state",
                "joint_property",
                "link_sphere_approximation",
                "passive_joint",
                "rotor_params",
                "specificities",
                "virtual_joint",
            )
        ),
    ),
    "sdf": Format(
        "sdf",
        "sdf",
        "bodyplan.formats.sdf",
        "Root",
        "bodyplan.formats.sdf.reading",
        title="SDFormat",
        endings=(".sdf", ".world"),
    ),
    "mjcf": Format(
        "mjcf",
        "mujoco",
        "bodyplan.formats.mjcf",
        "Mujoco",
        is_recognized=False,
        title="MJCF",
        endings=(".xml", ".mjcf"),
        is_edited=False,
        checking="bodyplan.description.check_mjcf",
        has_semantics=True,
    ),
    "xacro": Format(
        "xacro",
        "robot",
        "bodyplan.xacro.macro_file",
        "MacroFile",
        expansion="bodyplan.formats.expansion",
    ),
}
"""All formats by name."""

TAGS = tuple(dict.fromkeys(known.tag for known in FORMATS.values() if known.is_recognized))
"""The tags of the root elements that ``read`` recognizes."""

_OLD_ROOTS = {"gazebo": "sdf"}
"""Root tags of the first versions of a format, and the root tag that replaced them."""

_MACRO_TAGS = tuple(
    f"xacro:{word}" for word in ("macro", "property", "arg", "include", "if", "unless")
)
_PLAIN_ENDINGS = (".urdf", ".srdf", ".sdf", ".world")


def format_of(root: Node, name: str) -> Format | None:
    """Detect the format of a file from its content and its name; return None if it is unknown.

    A ``<robot>`` with the children ``<link>`` or ``<joint>`` is never an SRDF, even in a file
    called ``.srdf``. A file with the ending ``.xacro`` is xacro; a file with an unknown ending is
    xacro if it contains elements such as ``<xacro:macro>``.

    Args:
        root: the root element.
        name: the file name or path.
    """
    if _is_xacro(root, name):
        return FORMATS["xacro"]
    if root.tag == "robot":
        return FORMATS["srdf" if _is_srdf(root, name) else "urdf"]
    tag = _OLD_ROOTS.get(root.tag, root.tag)
    recognized = (known for known in FORMATS.values() if known.is_recognized)
    return next((known for known in recognized if known.tag == tag), None)


def _is_xacro(root: Node, name: str) -> bool:
    ending = name.lower()
    if ending.endswith(".xacro"):
        return True
    return not ending.endswith(_PLAIN_ENDINGS) and any(child.tag in _MACRO_TAGS for child in root)


def _is_srdf(root: Node, name: str) -> bool:
    if root.find("link") is not None or root.find("joint") is not None:
        return False  # this early return saves time for large files
    tags = {child.tag for child in root}
    if tags & FORMATS["urdf"].marks:
        return False
    if tags & FORMATS["srdf"].marks:
        return True
    if name.lower().endswith(".srdf"):
        return True
    # members of an SRDF group have no children; links and joints of a URDF do
    return any(group.get("name") for group in root.iter("group")) and not any(
        len(member) for group in root.iter("group") for member in group
    )


def is_edited(name: str | None) -> bool:
    """Return whether files of a format can be edited and checked by rules without conversion."""
    return name not in FORMATS or FORMATS[name].is_edited


def robot_of(document: Document) -> Robot | None:
    """Return the typed root of a URDF document; None for other formats."""
    root: Robot | None = document.root if document.format == "urdf" else None
    return root
