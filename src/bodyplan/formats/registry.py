"""The formats with their names and root elements, and the detection of the format of a file."""

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
    """A format. Its declarations are loaded when the first file of the format is read.

    Args:
        name: the name of the format.
        tag: the tag of its root element.
        module: the module with its declarations.
        root: the name of the class of its root element.
        reading: the module with its ``start`` function, for formats with versions.
        expansion: the module with its ``expanded`` function, for formats with macros.
        marks: child elements of the root that distinguish the format from others with the same tag.
        is_recognized: whether ``read`` detects the format from the root element.
        title: the usual name of the format; empty if it equals ``name``.
        endings: the file name extensions; new files get the first.
        is_edited: whether files of the format are edited and checked by rules; files of other
            formats must be converted first.
        checking: the module that checks files of a format without rules, if any; it has ``NOTE``,
            ``errors`` and ``files``.
        has_semantics: whether its files contain states and disabled pairs, like an SRDF.
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
        """The function that returns the expansion of a file, or None if the expansion fails."""
        return cast("Callable[[Document], Document | None]", import_module(self.expansion).expanded)


CALLED = {
    "urdf": "a URDF",
    "srdf": "an SRDF",
    "sdf": "an SDFormat file",
    "model_state": "a model state",
    "xacro": "a xacro file",
}
"""Names of the formats in messages."""
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
"""The tags of root elements."""

_OLD_ROOTS = {"gazebo": "sdf"}
"""Tags of root elements in the first versions of formats."""

_MACRO_TAGS = tuple(
    f"xacro:{word}" for word in ("macro", "property", "arg", "include", "if", "unless")
)
_PLAIN_ENDINGS = (".urdf", ".srdf", ".sdf", ".world")


def format_of(root: Node, name: str) -> Format | None:
    """Return the format of a file, from its root element and its content, or None.

    A robot with its own links or joints is not an SRDF, whatever the name of its file. A file with
    the ending ``.xacro`` is xacro; a file without a known ending is xacro if it contains
    definitions.

    Args:
        root: the root element.
        name: the file's name.
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
        return False  # an early exit, which saves time for large files
    tags = {child.tag for child in root}
    if tags & FORMATS["urdf"].marks:
        return False
    if tags & FORMATS["srdf"].marks:
        return True
    if name.lower().endswith(".srdf"):
        return True
    # a member of an SRDF group has only a name; a link or joint of a robot has more content
    return any(group.get("name") for group in root.iter("group")) and not any(
        len(member) for group in root.iter("group") for member in group
    )


def is_edited(name: str | None) -> bool:
    """Return whether files of a format can be edited and checked by rules without conversion."""
    return name not in FORMATS or FORMATS[name].is_edited


def robot_of(document: Document) -> Robot | None:
    """Return the typed root of a URDF; None for other formats, without loading their classes."""
    root: Robot | None = document.root if document.format == "urdf" else None
    return root
