"""The tables of input limits in ``docs/reference/security.md``, with the numbers of the code."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from itertools import pairwise

from bodyplan.core import limits as of_reader
from bodyplan.xacro import limits as of_xacro

_MIB, _KIB = 1024 * 1024, 1024
FIXED: tuple[tuple[str, str, str], ...] = (
    ("Number in an XML file [characters]", "spec.codec", "LONGEST_NUMBER"),
    ("List of numbers in an XML file [characters]", "spec.codec", "LONGEST_LIST"),
    ("ROS 2 parameter file [bytes]", "formats.ros_yaml.nodes", "MOST_BYTES"),
    ("Nesting in a ROS 2 parameter file", "formats.ros_yaml.nodes", "MOST_DEPTH"),
    ("Values in a ROS 2 parameter file", "formats.ros_yaml.nodes", "MOST_NODES"),
    ("Configuration file [bytes]", "lint.settings", "_MOST_BYTES"),
    ("Manifest that is searched for a name [bytes]", "resources.manifest", "_MOST_BYTES"),
    ("URI that is resolved [characters]", "resources.address", "LONGEST"),
    ("URIs that one run resolves", "resources.find", "MOST_ADDRESSES"),
    ("Folders that are searched for packages, below one", "resources.crawl", "MOST_FOLDERS"),
    ("Files and folders below a folder that is checked", "description.search.scan", "MOST_ENTRIES"),
    ("Levels of folders below a folder that is checked", "description.search.scan", "MOST_LEVELS"),
    (
        "SDFormat files that the includes of one file open",
        "conversion.sdf.include_cache",
        "MOST_FILES",
    ),
    ("Nested SDFormat includes", "conversion.sdf.frames", "MOST_DEEP"),
    ("SDFormat models that includes add", "conversion.sdf.frames", "MOST_INCLUDED"),
    ("Frames of an SDFormat file with its includes", "conversion.sdf.frames", "MOST_FRAMES"),
    ("Frames of a robot that is converted", "jobs._robot_conversion", "MOST_FRAMES"),
    ("Joints that the groups of an SRDF add together", "semantics.group", "MOST_MEMBERS"),
    (
        "Processor time for MuJoCo to compile a small file [s]",
        "conversion.mjcf.limits",
        "LEAST_SECONDS",
    ),
    ("Time for MuJoCo to compile any file [s]", "conversion.mjcf.limits", "MOST_SECONDS"),
    (
        "Memory for MuJoCo to compile a small file [bytes]",
        "conversion.mjcf.limits",
        "LEAST_MEMORY",
    ),
    (
        "Further bytes of memory for each byte of MJCF and its files",
        "conversion.mjcf.limits",
        "MEMORY_PER_BYTE",
    ),
    ("Files of one MJCF file together [bytes]", "conversion.mjcf.limits", "MOST_BYTES"),
    ("Files that one MJCF file includes or attaches", "conversion.mjcf.limits", "MOST_FILES"),
    ("Files of meshes and textures of one MJCF file", "conversion.mjcf.limits", "MOST_ASSETS"),
    (
        "Elements that `<replicate>`, `<attach>`, `<flexcomp>` and `<composite>` of MJCF make",
        "conversion.mjcf.limits",
        "MOST_ELEMENTS",
    ),
    (
        "Bodies of an MJCF file; as many geoms, joints, sites, frames, cameras and lights",
        "conversion.mjcf.limits",
        "MOST_OF_A_KIND",
    ),
    ("Pixels of a texture or camera of MJCF", "conversion.mjcf.limits", "MOST_PIXELS"),
    (
        "Points of a height map, dimension or samples of a sensor of MJCF",
        "conversion.mjcf.limits",
        "MOST_NUMBERS",
    ),
    ("Number in the `<size>` of MJCF", "conversion.mjcf.limits", "MOST_SIZE"),
    (
        "Links below each other in a robot that is converted to MJCF",
        "conversion.mjcf.limits",
        "MOST_NESTED",
    ),
    ("Mesh with its buffers [bytes]", "geometry.files", "LARGEST"),
    ("Mesh that is written as text [bytes]", "geometry.files", "LARGEST_TEXT"),
    ("Triangles of a mesh", "geometry.mesh.pieces", "MOST_TRIANGLES"),
    (
        "Triangles of a mesh with fewer bytes than that; else as many as bytes",
        "geometry.mesh.pieces",
        "FEW_TRIANGLES",
    ),
    ("Triangles of all meshes of a folder's robots", "geometry.mesh.loading", "PARSED_TRIANGLES"),
    ("All meshes of a folder's robots [bytes]", "geometry.mesh.loading", "PARSED_BYTES"),
    ("Triangles that a conversion to MJCF writes", "conversion.mjcf.assets", "MOST_WRITTEN"),
    ("Values in the JSON of all these meshes", "geometry.mesh.loading", "MOST_VALUES"),
    (
        "Meshes of a run that turn out to be invalid [bytes]",
        "geometry.mesh.loading",
        "MOST_INVALID",
    ),
    (
        "Material libraries of the meshes of a folder's robots [bytes]",
        "geometry.textures",
        "MOST_LIBRARIES",
    ),
    ("Rows of a PLY file up to its faces", "geometry.mesh.ply", "MOST_ROWS"),
    (
        "Numbers and lists of a binary PLY file whose lists are not equally long",
        "geometry.mesh.ply",
        "MOST_APART",
    ),
    ("Lines of an OBJ file", "geometry.mesh.obj", "MOST_LINES"),
    ("Elements of a COLLADA file, polygons aside", "geometry.mesh.collada_text", "MOST_ELEMENTS"),
    ("Nodes of a glTF scene", "geometry.mesh.gltf.scene", "MOST_PARTS"),
    ("Nodes of a COLLADA scene", "geometry.mesh.collada_text", "MOST_NODES"),
    ("Values in the JSON of a glTF file", "files.content", "MOST_MEMBERS"),
    ("Files that one mesh refers to", "geometry.files", "MOST_REFERENCES"),
    ("Picture [bytes]", "geometry.pictures", "LARGEST_IMAGE"),
    ("Pixels of a picture", "geometry.pictures", "MOST_PIXELS"),
    ("Pixels of a picture that is decoded", "geometry.pictures", "MOST_DECODED"),
    (
        "Pixels of all pictures of a folder's robots that are decoded",
        "geometry.pictures",
        "MOST_DECODED_IN_ALL",
    ),
    ("Scans of a JPEG picture that is decoded", "geometry.pictures", "MOST_SCANS"),
    ("Pictures of a mesh [bytes]", "geometry.mesh.looks", "MOST_PICTURE_BYTES"),
    ("Meshes and pictures of a scene [bytes]", "viewer.assets", "MOST_BYTES"),
    ("Meshes kept in memory [bytes]", "geometry.mesh.loading", "REMEMBERED_BYTES"),
    ("Script or shader in a bundle [bytes]", "files.content", "LARGEST_SCRIPT"),
    ("STL file in text in a bundle [bytes]", "files.content", "LARGEST_LINES"),
    (
        "Tags, comments and texts of a file that `bodyplan fmt` formats, and places that it changes",
        "edit.format",
        "MOST_PARTS",
    ),
    ("Wait for the program at the other end of a named pipe [s]", "files.streams", "PATIENCE"),
    ("Rounds of `bodyplan fix`", "lint.fix", "MAX_ROUNDS"),
    ("Links or joints of a URDF that `bodyplan show` shows", "report.robot", "MOST_PARTS"),
    (
        "Triangles of meshes that `simplify` replaces in other scales or poses, at least 1,000 each",
        "jobs.simplify",
        "MOST_REPEATED",
    ),
    ("Files in a bundle", "jobs.bundle.plan", "MOST_FILES"),
    ("Files in a bundle together [bytes]", "jobs.bundle.plan", "MOST_BYTES"),
    ("File of spheres in JSON or YAML [bytes]", "formats.sphere_files", "LARGEST"),
    ("Values in a file of spheres in JSON", "formats.sphere_files", "MOST_VALUES"),
    ("Values in a file of spheres in YAML", "formats.sphere_files", "MOST_NODES"),
    ("Spheres of one file", "formats.sphere_files", "MOST"),
    ("Spheres of one link in a file", "formats.sphere_files", "MOST_OF_LINK"),
    ("Triangles of the shapes of a link to fit", "collision.solid", "MOST_TRIANGLES"),
    ("Triangles of all links to fit", "jobs.spheres._work", "MOST_TRIANGLES_IN_ALL"),
    ("Shapes of all links to fit", "jobs.spheres._work", "MOST_SHAPES"),
    (
        "Triangles that overlap at points of the links to fit, on average and together",
        "jobs.spheres._work",
        "MOST_OVERLAP",
    ),
    ("Links with different shapes to fit or measure", "jobs.spheres", "MOST_DIFFERENT"),
    ("Triangles of a mesh to decompose", "collision.simpler.meshes", "MOST_TRIANGLES"),
    ("Time to decompose a mesh [s]", "collision.simpler._child", "MOST_SECONDS"),
    ("Memory to decompose a mesh [bytes]", "collision.simpler._child", "MOST_MEMORY"),
    ("File whose result `--cache` keeps [bytes]", "cli.many.cache", "MOST_FILE"),
    ("Codes in a list of a configuration", "lint.settings", "MOST_CODES"),
    ("Patterns in `per-file-ignores` of a configuration", "lint.settings", "MOST_PATTERNS"),
    ("Shapes of a link that are compared for overlap", "inertia.overlap", "MOST_COMPARED"),
    ("Pairs of links of a robot", "collision.pairs", "MOST_PAIRS"),
    ("Tests of boxes for 10,000 random configurations", "collision.samples", "TESTS"),
    (
        "Steps in which collision shapes are compared in a query or command",
        "collision.model",
        "STEPS",
    ),
    ("Further such steps for each configuration", "collision.model", "STEPS_OF_EACH"),
    (
        "Pairs of links that collide in a configuration whose contacts are computed",
        "collision.model",
        "MOST_CONTACTS",
    ),
    ("Named states in which pairs of links are examined", "collision.pairs", "MOST_STATES"),
    (
        "Spheres of a link that are tried to meet a tolerance",
        "jobs.spheres._fits",
        "MOST_FOR_TOLERANCE",
    ),
    ("Pairs of measured spheres in all states", "jobs.spheres", "MOST_COMPARISONS"),
    ("Evidence beside an SRDF [bytes]", "jobs.collision", "LARGEST_EVIDENCE"),
    ("Values in the evidence beside an SRDF", "jobs.collision", "MOST_VALUES"),
    ("Values of named states in a page", "viewer._robot_scene", "MOST_STATE_VALUES"),
    ("Numbers in a file of configurations", "kinematics.configuration_file", "MAX_NUMBERS"),
)
"""What is limited, with its unit where it is not a count, and where the number is."""


def reader_limits() -> str:
    """Return the limits of the reader with their defaults and the text below each in the code."""
    return _declared(inspect.getsource(of_reader), "Limits", of_reader.DEFAULT_LIMITS)


def xacro_limits() -> str:
    """Return the limits of an expansion, in the same way."""
    return _declared(inspect.getsource(of_xacro), "XacroLimits", of_xacro.DEFAULT_LIMITS)


def _declared(code: str, name: str, defaults: object) -> str:
    (declaration,) = (
        node
        for node in ast.parse(code).body
        if isinstance(node, ast.ClassDef) and node.name == name
    )
    lines = ["| Limit | Default | Of |", "| --- | ---: | --- |"]
    for field, words in pairwise(declaration.body):
        if isinstance(field, ast.AnnAssign) and isinstance(words, ast.Expr):
            field_name = ast.unparse(field.target)
            meaning = " ".join(str(ast.literal_eval(words.value)).split())
            lines.append(f"| `{field_name}` | {getattr(defaults, field_name):,} | {meaning} |")
    return "\n".join(lines) + "\n"


def fixed_limits() -> str:
    """Return the limits that no option changes."""
    lines = ["| Of | Limit |", "| --- | ---: |"]
    for what, module, constant in FIXED:
        number = getattr(import_module(f"bodyplan.{module}"), constant)
        is_bytes = what.endswith("[bytes]")
        lines.append(
            f"| {what.removesuffix(' [bytes]')} | {_size(number) if is_bytes else f'{number:,}'} |"
        )
    return "\n".join(lines) + "\n"


def _size(number: int) -> str:
    unit, name = (_MIB, "MiB") if number >= _MIB else (_KIB, "KiB")
    return f"{number // unit:,} {name}"
