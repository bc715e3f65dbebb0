"""The API reference as Markdown: what to call first, then a page for each subject."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any

from bodyplan.core import REQUIRED, Record

_FIRST: list[tuple[str, str]] = [
    ("read a file, whatever is wrong in it", "bodyplan.read"),
    ("find the problems", "bodyplan.check"),
    ("apply the fixes", "bodyplan.fix"),
    ("compute with a robot", "bodyplan.load"),
    ("change values in a file", "bodyplan.Document"),
    ("write another format", "bodyplan.convert"),
    ("expand xacro", "bodyplan.expand"),
    ("compare two robots", "bodyplan.diff"),
    ("judge masses and inertias", "bodyplan.inertia_report"),
    ("find which links can collide", "bodyplan.collision_matrix"),
    ("draft an SRDF", "bodyplan.draft_srdf"),
    ("find its meshes and packages", "bodyplan.where"),
    ("pack it with its files", "bodyplan.bundle"),
    ("show it in the browser", "bodyplan.view"),
    ("do several of these with one file", "bodyplan.Session"),
    ("do one of these with many files", "bodyplan.batch"),
]
"""What users call first, by task."""
_PARTS: list[tuple[str, str, list[str]]] = [
    (
        "Read, check, fix",
        "`import bodyplan` costs next to nothing: each name is loaded when it is first used.",
        [
            "bodyplan.read",
            "bodyplan.check",
            "bodyplan.load",
            "bodyplan.fix",
            "bodyplan.document_of",
            "bodyplan.convert",
            "bodyplan.formats.converted.Converted",
            "bodyplan.formats.loss.Loss",
            "bodyplan.jobs.verify.verify",
            "bodyplan.diff",
            "bodyplan.compare.result.Comparison",
            "bodyplan.compare.result.Difference",
            "bodyplan.format",
            "bodyplan.rename",
        ],
    ),
    ("Documents", "", ["bodyplan.Document", "bodyplan.formats.editing.Editing"]),
    (
        "Diagnostics",
        "",
        [
            "bodyplan.Report",
            "bodyplan.diag.report.FileReport",
            "bodyplan.Diagnostic",
            "bodyplan.Severity",
            "bodyplan.Where",
            "bodyplan.Fix",
            "bodyplan.FixResult",
            "bodyplan.explain",
            "bodyplan.lint.explain.Explanation",
        ],
    ),
    (
        "Robots, groups and states",
        (
            "What `load` returns. How groups and states are resolved is described in "
            "[groups, states, collisions](../../guide/semantics.md)."
        ),
        [
            "bodyplan.Robot",
            "bodyplan.model.joint.Joint",
            "bodyplan.model.transform.Transform",
            "bodyplan.geometry.mesh_of",
            "bodyplan.model.attachment.Frame",
            "bodyplan.model.attachment.Sensor",
            "bodyplan.model.attachment.Transmission",
            "bodyplan.Semantics",
            "bodyplan.model.planning.group.Group",
            "bodyplan.model.planning.semantics.State",
            "bodyplan.model.planning.collision_matrix.AllowedCollisionMatrix",
        ],
    ),
    (
        "Files that belong together",
        "",
        [
            "bodyplan.find_projects",
            "bodyplan.description.search.srdf_search.find_semantics",
            "bodyplan.description.search.srdf_search.FoundSemantics",
            "bodyplan.Project",
            "bodyplan.where",
            "bodyplan.batch",
            "bodyplan.BatchResult",
            "bodyplan.Resources",
            "bodyplan.resources.Resolution",
            "bodyplan.bundle",
            "bodyplan.jobs.bundle.bundling.Bundle",
        ],
    ),
    (
        "Writing an SRDF",
        "",
        [
            "bodyplan.draft_srdf",
            "bodyplan.edit.srdf_draft.Draft",
            "bodyplan.edit.semantics.add_group",
            "bodyplan.edit.semantics.add_state",
            "bodyplan.edit.semantics.add_end_effector",
            "bodyplan.edit.semantics.add_virtual_joint",
        ],
    ),
    (
        "Xacro",
        "",
        ["bodyplan.expand", "bodyplan.xacro.Expansion"],
    ),
    (
        "Models and worlds",
        (
            "What SDFormat says; the guide is [SDFormat](../../guide/sdformat.md), its typed values are the classes "
            "of `bodyplan.formats.sdf`, their fields those of the [reference](../../formats/sdf.md)."
        ),
        [
            "bodyplan.frames",
            "bodyplan.conversion.sdf.frames.SdfFrames",
            "bodyplan.conversion.sdf.from_sdf.from_sdf",
            "bodyplan.conversion.sdf.frame_tree.FrameScope",
            "bodyplan.edit.sdf_naming.sdf_renaming",
            "bodyplan.edit.sdf_naming.Renaming",
            "bodyplan.formats.sdf.inside_urdf.gazebo_parts",
            "bodyplan.formats.sdf.inside_urdf.GazeboPart",
            "bodyplan.report.sdf_report",
            "bodyplan.report.SdfReport",
        ],
    ),
    (
        "Kinematics",
        "The guide is [Kinematics](../../guide/kinematics.md). Each is a method of a robot as well.",
        [
            "bodyplan.kinematics.forward_kinematics",
            "bodyplan.kinematics.frame_jacobian",
            "bodyplan.kinematics.center_of_mass",
            "bodyplan.kinematics.center_of_mass_jacobian",
            "bodyplan.kinematics.mass_matrix",
            "bodyplan.kinematics.inverse_dynamics",
            "bodyplan.kinematics.gravity_torque",
            "bodyplan.kinematics.integrate",
            "bodyplan.kinematics.difference",
            "bodyplan.kinematics.manipulability",
            "bodyplan.kinematics.out_of_bounds",
            "bodyplan.kinematics.reach",
            "bodyplan.kinematics.Reach",
            "bodyplan.kinematics.poses_by_name",
            "bodyplan.pose_report",
            "bodyplan.report.poses.PoseReport",
            "bodyplan.workspace",
            "bodyplan.report.Workspace",
            "bodyplan.report.Measure",
            "bodyplan.report.workspace_to_svg",
        ],
    ),
    (
        "Configurations by name, and in files",
        "What `bodyplan fk` reads and reports; the guide is [Kinematics](../../guide/kinematics.md).",
        [
            "bodyplan.kinematics.read_configurations",
            "bodyplan.kinematics.Configurations",
            "bodyplan.kinematics.with_positions",
            "bodyplan.kinematics.columns_of",
            "bodyplan.kinematics.angle_columns",
            "bodyplan.kinematics.quaternion_columns",
            "bodyplan.kinematics.bound_violations",
            "bodyplan.kinematics.BoundViolation",
        ],
    ),
    (
        "Collisions",
        "Which links collide, how far apart they are, and where they touch. They require the [extras](../../guide/installation.md#extras) `kinematics` and `mesh`.",
        [
            "bodyplan.collision_report",
            "bodyplan.report.collisions.CollisionReport",
            "bodyplan.collision_matrix",
            "bodyplan.collision.evidence.CollisionMatrix",
            "bodyplan.collision.evidence.PairRow",
            "bodyplan.collision.is_free",
            "bodyplan.collision.distance",
            "bodyplan.collision.contacts",
            "bodyplan.collision.colliding_pairs",
            "bodyplan.collision.checked_pairs",
            "bodyplan.collision.CollisionModel",
            "bodyplan.collision.Contact",
        ],
    ),
    (
        "Spheres",
        "Spheres that approximate links, and how well they do: `pip install 'bodyplan[kinematics,mesh]'`.",
        [
            "bodyplan.fit_spheres",
            "bodyplan.measure_sphere_set",
            "bodyplan.planner_files",
            "bodyplan.jobs.sphere_files.PlannerFiles",
            "bodyplan.simplify",
            "bodyplan.jobs.simplify.Simplified",
            "bodyplan.jobs.simplify.SimplifyReport",
            "bodyplan.jobs.simplify.SimplifiedShape",
            "bodyplan.jobs.simplify.UnchangedShape",
            "bodyplan.collision.sphere_model",
            "bodyplan.collision.SphereModel",
            "bodyplan.collision.sphere_set.SphereSet",
            "bodyplan.collision.sphere_set.SphereVerdicts",
            "bodyplan.collision.sphere_set.SphereTouch",
            "bodyplan.collision.sphere_set.LinkFit",
            "bodyplan.collision.sphere_measures.SphereMeasures",
        ],
    ),
    (
        "Viewer",
        "The guide is [View a robot](../../guide/viewer.md).",
        [
            "bodyplan.view",
            "bodyplan.render",
            "bodyplan.viewer.View",
            "bodyplan.viewer.Scene",
            "bodyplan.viewer.scene_of",
        ],
    ),
    (
        "Masses and inertia",
        "The guide is [Masses and inertia](../../guide/inertia.md).",
        [
            "bodyplan.inertia.Mass",
            "bodyplan.inertia.mass_of",
            "bodyplan.inertia.inertial_of",
            "bodyplan.inertia.combined",
            "bodyplan.inertia.inertia_about",
            "bodyplan.inertia.pseudo_inertia",
            "bodyplan.inertia.principal_moments",
            "bodyplan.inertia.principal_axes",
            "bodyplan.inertia.triangle_margin",
            "bodyplan.inertia.flaws",
            "bodyplan.inertia.is_possible",
            "bodyplan.inertia.nearest_moments",
            "bodyplan.inertia.nearest_possible",
            "bodyplan.inertia.equivalent_box",
            "bodyplan.inertia.equivalent_ellipsoid",
            "bodyplan.inertia.equivalent_density",
            "bodyplan.inertia.density_of",
            "bodyplan.inertia.LinkDensity",
            "bodyplan.inertia.corrected",
            "bodyplan.inertia.radius_of_gyration",
            "bodyplan.inertia.computed",
            "bodyplan.inertia.filled",
            "bodyplan.inertia.ShapeError",
            "bodyplan.inertia.link_masses",
            "bodyplan.inertia.rigid_bodies",
            "bodyplan.inertia.lumped",
            "bodyplan.inertia.total",
            "bodyplan.inertia_report",
            "bodyplan.report.inertia.InertiaReport",
            "bodyplan.report.inertia.LinkInertia",
            "bodyplan.jobs.inertia.changes.compute",
            "bodyplan.jobs.inertia.changes.repair",
            "bodyplan.jobs.inertia.changes.applied",
            "bodyplan.report.inertia.InertiaChange",
        ],
    ),
    (
        "Sessions and settings",
        "",
        ["bodyplan.Session", "bodyplan.Description", "bodyplan.Settings", "bodyplan.Limits"],
    ),
    (
        "Errors",
        "Problems in a file are diagnostics. These exceptions are raised for other errors.",
        [
            "bodyplan.DescriptionError",
            "bodyplan.InputError",
            "bodyplan.WriteError",
            "bodyplan.formats.editing.EditError",
            "bodyplan.spec.change.NotInDocumentError",
        ],
    ),
    (
        "Values and differences",
        (
            "The typed values are the classes of `bodyplan.formats.urdf`; their fields are listed "
            "in the [reference of the format](../../formats/urdf.md)."
        ),
        ["bodyplan.spec.diff", "bodyplan.spec.replace", "bodyplan.formats.editing.edited"],
    ),
    (
        "Reports",
        "What `bodyplan show` and other verbs print; the guide is [Showing](../../guide/looking.md).",
        [
            "bodyplan.robot_report",
            "bodyplan.report.RobotReport",
            "bodyplan.diag.json_schema.json_text",
            "bodyplan.diag.json_schema.json_report",
            "bodyplan.diag.json_schema.json_schema",
            "bodyplan.report.to_dot",
            "bodyplan.report.to_mermaid",
            "bodyplan.report.to_svg",
            "bodyplan.report.summarize_semantics",
            "bodyplan.report.SemanticSummary",
            "bodyplan.report.matrix_to_svg",
        ],
    ),
]
_SECTION = re.compile(r"^(Args|Attributes|Raises|Returns|Yields|Source):\s*(.*)$")


@cache
def library_pages() -> dict[str, str]:
    """Return the pages by file name: an index with what to call first, and one for each subject."""
    pages = {"index.md": _index()}
    for title, intro, names in _PARTS:
        lines = [f"# {title}", "", *([intro, ""] if intro else [])]
        for path in names:
            lines += _entry(path)
        pages[file_name(title)] = "\n".join(lines).rstrip() + "\n"
    return pages


def file_name(title: str) -> str:
    """Return the name of the page with this title."""
    return re.sub(r"\W+", "-", title.lower()) + ".md"


def titles() -> list[str]:
    """Return the titles of the pages, in the order of the index."""
    return [title for title, _, _ in _PARTS]


def _index() -> str:
    home = {path: file_name(title) for title, _, names in _PARTS for path in names}
    lines = [
        "# API reference",
        "",
        (
            "Each job of the command is one function, which accepts a path, bytes, text, a "
            "`sample:NAME`, a `Document` or a `Description`. `import bodyplan` loads nothing until "
            "a name is used. The pages are generated from the docstrings. Names that are not in "
            "this reference may change in any version; see [Stability](../versioning.md) for the "
            "others."
        ),
        "",
        "## What to call first",
        "",
        "| To | Call | What it does |",
        "| --- | --- | --- |",
        *(
            f"| {task} | [`{path}`]({home[path]}#{_anchor(path)}) | {_summary(path)} |"
            for task, path in _FIRST
        ),
        "",
        (
            "The methods of a robot are described with examples in "
            "[The robot model](../../guide/robot.md) and [Kinematics](../../guide/kinematics.md)."
        ),
        "",
    ]
    for title, _, names in _PARTS:
        lines += [f"## [{title}]({file_name(title)})", "", "| Name | Summary |", "| --- | --- |"]
        lines += [
            f"| [`{path.removeprefix('bodyplan.')}`]({home[path]}#{_anchor(path)}) | {_summary(path)} |"
            for path in names
        ]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _anchor(path: str) -> str:
    """The anchor that MkDocs gives the heading of a name."""
    return path.lower().replace(".", "")


def _summary(path: str) -> str:
    module, _, name = path.rpartition(".")
    text = _text(getattr(import_module(module), name)).partition("\n\n")[0]
    return " ".join(text.split()).replace("|", "\\|")


def listed() -> set[str]:
    """The names that the page has a heading for, with their modules."""
    return {path for _, _, names in _PARTS for path in names}


def _entry(path: str) -> Iterator[str]:
    module, _, name = path.rpartition(".")
    thing = getattr(import_module(module), name)
    yield from (f"### `{path}`", "", "```py", f"{name}{_signature(thing)}", "```", "")
    yield from _docstring(thing)
    if not inspect.isclass(thing):
        return
    if issubclass(thing, Enum):
        yield from (f"- `{member.name}` = `{str(member.value)!r}`" for member in thing)
        yield ""
    for attribute, member in vars(thing).items():
        if not attribute.startswith("_") and _is_method(member) and _text(member):
            yield from (f"#### `{name}.{attribute}{_signature(member)}`", "")
            yield from _docstring(member)


def _is_method(member: Any) -> bool:
    return callable(member) or isinstance(member, property) or hasattr(member, "func")


def _text(thing: Any) -> str:
    return inspect.cleandoc(thing.__doc__ or "").replace("``", "`")


def _signature(thing: Any) -> str:
    """The parameters with their types, as a caller sees them."""
    if isinstance(thing, property) or not callable(thing):
        return ""
    if inspect.isclass(thing):
        if thing.__name__ == "Document":  # made by read() and document_of() only
            return ""
        if issubclass(thing, Record):
            return _record_signature(thing)
        if "__init__" not in vars(thing) and not hasattr(thing, "_fields"):
            return ""
    signature = inspect.signature(thing)
    parameters = [p for p in signature.parameters.values() if p.name != "self"]
    words = [_shown(parameter) for parameter in parameters]
    by_name = [index for index, p in enumerate(parameters) if p.kind is p.KEYWORD_ONLY]
    if by_name:
        words.insert(by_name[0], "*")
    returns = "" if inspect.isclass(thing) else _annotation(signature.return_annotation)
    return f"({', '.join(words)})" + (f" -> {returns}" if returns and returns != "None" else "")


def _shown(parameter: inspect.Parameter) -> str:
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
    annotation = _annotation(parameter.annotation)
    text = stars + parameter.name + (f": {annotation}" if annotation else "")
    if parameter.default is parameter.empty:
        return text
    default = parameter.default
    return f"{text} = {f'{default}' if isinstance(default, (int, float)) else repr(default)}"


def _annotation(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    return str(getattr(annotation, "__forward_arg__", annotation))


def _record_signature(cls: type[Record]) -> str:
    """The fields of a record with their types and defaults."""
    words = []
    for name, default in cls._defaults.items():
        word = f"{name}: {cls.__annotations__[name]}"
        if default is not REQUIRED:
            word += f" = {default if isinstance(default, (int, float)) else repr(default)}"
        words.append(word)
    return f"({', '.join(words)})"


def _docstring(thing: Any) -> Iterator[str]:
    """A Google docstring as Markdown: its sections become lists."""
    section: str | None = None
    titles = {"Args": "Fields" if inspect.isclass(thing) else "Arguments"}
    for line in _text(thing).splitlines():
        head = _SECTION.match(line)
        if head:
            section = head[1]
            yield from (f"*{titles.get(section, section)}*", "")
            if head[2]:
                yield from (head[2], "")
        elif section and line.startswith("    ") and not line.startswith("     "):
            name, colon, meaning = line.strip().partition(": ")
            yield f"- `{name}`: {meaning}" if colon else f"- {line.strip()}"
        elif section and line.strip():
            yield f"  {line.strip()}"
        else:
            section = section if line.strip() else None
            yield line
    yield ""
