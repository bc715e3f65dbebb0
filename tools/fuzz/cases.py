"""Cases: what each format is made from, and the case of a seed and a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from tools.fuzz import meshes, mjcf, pictures
from tools.fuzz.grow import grown
from tools.fuzz.mutate import encoded, mutated_text, spoilt

ROOT = Path(__file__).resolve().parents[2]
_LARGE = 6_000
"""Bytes from which on a document is chosen rarely."""
_LARGEST = 60_000


class Case(NamedTuple):
    """One mutated file.

    Args:
        data: its content.
        ending: of its name, with the point, or the whole name of a manifest.
        folder: where the file that it was made from lies, with its robot; None for none.
    """

    data: bytes
    ending: str
    folder: Path | None = None


class _Seed(NamedTuple):
    text: str
    folder: Path
    name: str


_FIXTURES = {
    "urdf": ("*.urdf",),
    "srdf": ("*.srdf",),
    "sdf": ("*.sdf", "*.world"),
    "model_state": ("*.xml",),
    "xacro": ("*.xacro",),
    "yaml": ("*.yaml",),
    "mjcf": (),
    "manifest": ("package.xml", "model.config", "bodyplan.toml"),
    "build": ("CMakeLists.txt", "setup.py", "setup.cfg", "*.launch.py", "*.launch.xml"),
}
_PLACES = ("tests", "examples", "src/bodyplan/samples")
_PACKAGE = """<?xml version="1.0"?>
<package format="3">
  <!-- a robot -->
  <name>pkg</name>
  <version>1.0.0</version>
  <author email="a@b.invalid"><name>A</name></author>
  <export><build_type>ament_cmake</build_type></export>
</package>
"""
_MODEL = """<?xml version="1.0"?>
<model>
  <name>m</name>
  <version>1.0</version>
  <sdf version="1.9">model.sdf</sdf>
  <sdf version="1.5">old/model.sdf</sdf>
  <author><name>A</name><email>a@b.invalid</email></author>
</model>
"""
_CONFIGURATION = """select = ["X", "J", "T"]
ignore = ["J2"]
fail-on = "warning"
meshes = false
folders = ["more"]

[severity]
J301 = "warning"

[per-file-ignores]
"*.urdf" = ["X1"]

[packages]
pkg = "."

[limits]
max_bytes = 100000
max_depth = 50
"""
_LIMITS = """[limits]
max_elements = 100

[packages]
"a b" = "sub/folder"
"""
_CMAKE = """cmake_minimum_required(VERSION 3.8)
project(built)
set(DIRS meshes urdf)
foreach(dir ${DIRS})
  install(DIRECTORY ${dir} DESTINATION share/${PROJECT_NAME} PATTERN "*.in" EXCLUDE)
endforeach()
install(FILES parts/a.stl DESTINATION ${CMAKE_INSTALL_PREFIX}/share/built/meshes RENAME b.stl)
add_custom_command(OUTPUT r.urdf COMMAND xacro r.urdf.xacro DEPENDS r.urdf.xacro)
if(BUILD_TESTING)
  add_subdirectory(parts)
endif()
"""
_SETUP = """from glob import glob
from setuptools import setup
package_name = 'built'
setup(
    name=package_name,
    data_files=[
        ('share/' + package_name, ['package.xml']),
        (f'share/{package_name}/meshes', glob('parts/*.stl')),
        (os.path.join('share', package_name, 'urdf'), ['parts/r.urdf']),
    ],
)
"""
_SETUP_CFG = """[metadata]
name = built
[options.data_files]
share/built/meshes = parts/a.stl
share/built/urdf = parts/r.urdf, parts/*.xacro
"""
_LAUNCH = """from launch import LaunchDescription
from launch.substitutions import Command, PathJoinSubstitution
def generate_launch_description():
    robot = PathJoinSubstitution([FindPackageShare('built'), 'r.urdf'])
    limits = os.path.join(get_package_share_directory('built'), 'config', 'controllers.yaml')
    DeclareLaunchArgument('prefix', default_value='"a"')
    text = Command(['xacro ', robot, ' prefix:=', LaunchConfiguration('prefix')])
    return LaunchDescription([Node(package='a', parameters=[{'robot_description': text}, limits])])
"""
_LAUNCH_XML = """<launch>
  <param name="robot_description" command="xacro $(find built)/r.urdf prefix:=a_"/>
  <rosparam file="$(find-pkg-share built)/config/controllers.yaml"/>
</launch>
"""
_ASSISTANT = """moveit_setup_assistant_config:
  URDF:
    package: built
    relative_path: r.urdf
    xacro_args: "prefix:=a_ size:=1"
  SRDF:
    relative_path: config/r.srdf
"""
_WHOLE: dict[str, tuple[tuple[str, str], ...]] = {
    "manifest": (
        ("package.xml", _PACKAGE),
        ("model.config", _MODEL),
        ("model.config", _MODEL.replace("old/", "../outside/")),
        ("model.config", _MODEL.replace("old/", "linked/")),
        ("bodyplan.toml", _CONFIGURATION),
        ("bodyplan.toml", _LIMITS),
    ),
    "build": (
        ("CMakeLists.txt", _CMAKE),
        ("parts/CMakeLists.txt", _CMAKE),
        ("setup.py", _SETUP),
        ("setup.cfg", _SETUP_CFG),
        ("launch/r.launch.py", _LAUNCH),
        ("launch/r.launch.xml", _LAUNCH_XML),
        ("launch/r.launch", _LAUNCH_XML),
        (".setup_assistant", _ASSISTANT),
    ),
    "mjcf": tuple((".xml", text) for text in mjcf.SEEDS),
}
"""Whole files, which come as often as all others of the format; each with its name, or its ending."""
NAMED = ("manifest", "build")
"""Formats whose files are known by their names."""


@cache
def seeds(format_: str) -> tuple[tuple[_Seed, ...], tuple[_Seed, ...]]:
    """Return the small and the large documents of a format that lie in the repository."""
    found: dict[str, _Seed] = {}
    for place in _PLACES:
        for pattern in _FIXTURES[format_]:
            for path in sorted((ROOT / place).rglob(pattern)):
                if "crashers" in path.parts or path.stat().st_size > _LARGEST:
                    continue
                text = path.read_text(encoding="utf-8", errors="replace")
                if format_ != "model_state" or "<model_state" in text:
                    found.setdefault(text, _Seed(text, path.parent, path.name))
    whole = _WHOLE.get(format_, ())
    for number in range(8 * len(whole)):
        name, text = whole[number % len(whole)]
        found[f"{number} {text}"] = _Seed(text, ROOT, name)
    small = tuple(seed for seed in found.values() if len(seed.text) <= _LARGE)
    return small, tuple(seed for seed in found.values() if len(seed.text) > _LARGE) or small


@cache
def _pool(format_: str) -> tuple[str, ...]:
    return tuple(seed.text for part in seeds(format_) for seed in part)


def _described(format_: str, kind: str, ending: str, rng: Random) -> Case:
    """Return a mutated document: of a fixture, of a sample, or of one grown from the declarations."""
    small, large = seeds(format_)
    chance = rng.random()
    folder: Path | None = None
    name = ""
    if chance < 0.35 and format_ in {"urdf", "srdf", "sdf", "model_state"}:
        text = grown(format_, rng)
    else:
        seed = rng.choice(large if chance > 0.99 else small)
        text, folder, name = seed
    pool = _pool(format_)
    if rng.random() < 0.02:
        pool = _pool(rng.choice(tuple(_FIXTURES)))
    if rng.random() < 0.005:
        return Case(
            spoilt(text.encode(errors="replace"), rng),
            name if format_ in NAMED else ending,
            folder,
        )
    if format_ in NAMED:
        is_xml = name.endswith((".xml", ".config", ".launch"))
        kind = rng.choice(("xml", "lines")) if is_xml else kind
        kind = "toml" if name.endswith(".toml") else kind
        ending = name
    elif rng.random() < 0.01:
        kind = "xacro"
    return Case(encoded(mutated_text(text, kind, rng, pool), rng), ending, folder)


def _mesh(make: Callable[[Random], bytes], kind: str, ending: str, rng: Random) -> Case:
    """Return a mutated mesh: as text, where it is one, or as bytes."""
    data = make(rng)
    if kind == "binary" or rng.random() < 0.15:
        return Case(meshes.mutated_bytes(data, rng), ending)
    other = make(rng).decode()
    text = mutated_text(data.decode(), kind, rng, (other,))
    return Case(
        encoded(text, rng) if rng.random() < 0.2 else text.encode("utf-8", "replace"), ending
    )


def _glb(rng: Random) -> Case:
    """Return a mutated binary glTF; of every second one the table is mutated as text."""
    data = meshes.glb(rng)
    if rng.random() < 0.5:
        return Case(meshes.mutated_bytes(data, rng), ".glb")
    length = int.from_bytes(data[12:16], "little")
    table, rest = data[20 : 20 + length], data[20 + length :]
    text = mutated_text(table.decode(), "json", rng, (table.decode(),)).encode("utf-8", "replace")
    text += b" " * (-len(text) % 4)
    total = (20 + len(text) + len(rest)).to_bytes(4, "little")
    return Case(
        data[:8] + total + len(text).to_bytes(4, "little") + data[16:20] + text + rest, ".glb"
    )


def _picture(rng: Random) -> Case:
    """Return a mutated picture, under a name that is often of another format."""
    data = pictures.picture(rng)
    return Case(
        meshes.mutated_bytes(data, rng) if rng.random() < 0.8 else data,
        rng.choice(pictures.ENDINGS),
    )


DESCRIPTIONS: dict[str, Callable[[Random], Case]] = {
    "urdf": partial(_described, "urdf", "xml", ".urdf"),
    "srdf": partial(_described, "srdf", "xml", ".srdf"),
    "sdf": partial(_described, "sdf", "xml", ".sdf"),
    "xacro": partial(_described, "xacro", "xacro", ".xacro"),
    "model_state": partial(_described, "model_state", "xml", ".xml"),
    "yaml": partial(_described, "yaml", "yaml", ".yaml"),
    "manifest": partial(_described, "manifest", "lines", ""),
    "build": partial(_described, "build", "build", ""),
    "mjcf": partial(_described, "mjcf", "xml", ".xml"),
}
MESHES: dict[str, Callable[[Random], Case]] = {
    "stl": partial(_mesh, meshes.stl, "binary", ".stl"),
    "stl-ascii": partial(_mesh, meshes.stl_ascii, "lines", ".stl"),
    "obj": partial(_mesh, meshes.obj, "lines", ".obj"),
    "mtl": partial(_mesh, meshes.mtl, "lines", ".mtl"),
    "dae": partial(_mesh, meshes.dae, "xml", ".dae"),
    "ply-ascii": partial(_mesh, partial(meshes.ply, is_ascii=True), "lines", ".ply"),
    "ply": partial(_mesh, partial(meshes.ply, is_ascii=False), "binary", ".ply"),
    "glb": _glb,
    "gltf": partial(_mesh, meshes.gltf, "json", ".gltf"),
    "picture": _picture,
}
FORMATS = {**DESCRIPTIONS, **MESHES}
"""What makes a case of each format."""


def case(format_: str, seed: int, number: int) -> Case:
    """Return the case of a number; the same one for the same seed, in every run.

    Args:
        format_: one of ``FORMATS``.
        seed: of the campaign.
        number: of the case.
    """
    return FORMATS[format_](Random(f"{seed}/{format_}/{number}"))
