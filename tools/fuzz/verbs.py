"""What is done with a case: read, check, load, fix, fmt, convert, and what meshes are measured for."""

from __future__ import annotations

import contextlib
import io
import os
import re
from functools import cache
from pathlib import Path
from random import Random

from tools.fuzz import meshes, mjcf, pictures
from tools.fuzz.cases import MESHES, Case
from tools.fuzz.effects import CANARY

import bodyplan
from bodyplan.conversion.sdf.from_sdf import ModelChoiceError, from_sdf
from bodyplan.conversion.sdf.includes import frames
from bodyplan.conversion.sdf.versions import to_version
from bodyplan.core import replace
from bodyplan.diag.render import FORMATS as RENDERERS
from bodyplan.edit.format import format_document
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError, edited
from bodyplan.formats.sdf.upgrade import TARGETS
from bodyplan.geometry.files import references_in
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.loading import load_mesh
from bodyplan.geometry.mesh.mesh import TriangleMesh
from bodyplan.geometry.pictures import image_of
from bodyplan.inertia import ShapeError, computed
from bodyplan.lint.settings import Settings, SettingsError, load_settings
from bodyplan.resources import Resources
from bodyplan.resources.manifest import name_in

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that steer a terminal or turn the direction of writing."""
_OWN = re.compile("\x1b\\[[0-9;]*m|\r\x1b\\[K")
"""What the command itself writes on a terminal: colours, and a line of progress that goes away."""
_ROBOT = """<robot name="r">
  <link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="arm"/><link name="tip"/><link name="a"/><link name="b"/>
  <joint name="c" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="d" type="prismatic"><parent link="arm"/><child link="tip"/>
    <limit lower="0" upper="1" effort="1" velocity="1"/><mimic joint="c"/></joint>
  <joint name="shoulder" type="fixed"><parent link="tip"/><child link="a"/></joint>
  <joint name="elbow" type="continuous"><parent link="a"/><child link="b"/></joint>
  <ros2_control name="s" type="system"><joint name="c"><command_interface name="position"/></joint></ros2_control>
</robot>"""
"""A robot for what needs one and has none beside it."""


_MODELS = {
    "m": "<model name='m'><link name='l'/><link name='k'/><joint name='j' type='revolute'>"
    "<parent>l</parent><child>k</child><axis><xyz>0 0 1</xyz></axis></joint></model>",
    "loop": "<model name='o'><include><uri>model://loop</uri></include></model>",
    "spin": "<model name='s'><include merge='true'><uri>model://m</uri></include>"
    "<include><uri>model://m</uri><name>n</name><pose relative_to='l'>1 0 0 0 0 0</pose></include></model>",
}
"""Models that a case can include: plain, including itself, and merging another."""
_COMMANDS = (
    ("check", "--color", "always"),
    ("check", "--profile", "urdfdom"),
    ("check", "--meshes", "--format", "junit"),
    ("show",),
    ("show", "--json"),
    ("show", "--graph", "svg"),
    ("fix", "--unsafe"),
    ("fix", "--diff"),
    ("fmt",),
    ("convert", "--to", "sdf", "--diff"),
    ("inertia",),
    ("inertia", "--json"),
    ("inertia", "--repair", "--diff"),
    ("where",),
    ("fk",),
    ("expand",),
    ("expand", "--origins"),
    ("expand", "--list-arguments", "--json"),
    ("rename", "link", "base", "trunk"),
    ("bundle", "--force", "-o", "out"),
    ("srdf", "new", "-o", "out.srdf"),
)
"""Verbs as the command has them, each for some of the cases."""
_MESH_COMMANDS = (
    ("view", "--force", "-o", "out.html"),
    ("convert", "-o", "out.xml", "--force"),
    ("bundle", "--force", "-o", "out"),
    ("inertia",),
)
_MJCF_COMMANDS = (
    ("check",),
    ("show",),
    ("where", "--all"),
    ("fk",),
    ("convert", "-o", "out.urdf", "--force"),
    ("convert", "-o", "out.sdf", "--force"),
    ("bundle", "--force", "-o", "out"),
    ("view", "--force", "-o", "out.html"),
)
_SHOWING = frozenset(("fix", "fmt", "convert", "inertia", "expand", "srdf"))
"""Verbs that print text of the file itself, into a pipe with every character of it."""


class BrokenPromiseError(AssertionError):
    """Nothing was raised, and still the answer is not what it has to be."""


class _Named(io.BytesIO):
    """An open file with a name."""

    name: str


class _Stream(io.TextIOWrapper):
    """What a command prints, as a terminal or a pipe takes it.

    Args:
        is_terminal: whether it says that it is one.
    """

    def __init__(self, is_terminal: bool) -> None:
        self._bytes = io.BytesIO()
        self._is_terminal = is_terminal
        super().__init__(self._bytes, encoding="utf-8", errors="surrogateescape", newline="")

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._is_terminal

    def text(self) -> str:
        """Return what was printed."""
        self.flush()
        return self._bytes.getvalue().decode("utf-8", "surrogateescape")


class Bench:
    """Does everything with one case after the other.

    Args:
        scratch: a folder for files of cases.
        outside: another folder, in which no case may read.
    """

    def __init__(self, scratch: Path, outside: Path) -> None:
        self.scratch = scratch
        self.outside = outside
        self._resources = Resources(environment={})
        for folder in ("pkg", "meshes", "models/m", "models/loop", "models/spin"):
            (scratch / folder).mkdir(parents=True, exist_ok=True)
        for name, text in _MODELS.items():
            home = scratch / "models" / name
            (home / "model.sdf").write_text(f"<sdf version='1.9'>{text}</sdf>")
            (home / "model.config").write_text(
                f"<model><name>{name}</name><sdf version='1.9'>model.sdf</sdf></model>"
            )
        (scratch / "pkg" / "package.xml").write_text("<package><name>pkg</name></package>")
        (scratch / "pkg" / "robot.urdf").write_text(_ROBOT)
        (scratch / "pkg" / "model.sdf").write_text(
            "<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>"
        )
        self._build_package()
        self._lay_traps()

    def _build_package(self) -> None:
        """Make a package with all that build and launch files may name."""
        for name, text in (
            ("built/package.xml", "<package><name>built</name></package>"),
            (
                "built/r.urdf",
                _ROBOT.replace(
                    "<box size", "<mesh filename='package://built/meshes/a.stl'/><box size"
                ),
            ),
            (
                "built/config/r.srdf",
                '<robot name="r"><group name="g"><link name="a"/></group></robot>',
            ),
            ("built/config/controllers.yaml", "a:\n  ros__parameters:\n    joints: [c]\n"),
            ("built/parts/r.urdf", _ROBOT),
            ("built/launch/none", ""),
        ):
            path = self.scratch / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.scratch / "built/parts/a.stl").write_bytes(meshes.stl(Random(1)))

    def _lay_traps(self) -> None:
        """Put files outside, and links that lead to them, pipes and devices where cases name them."""
        png = pictures.PICTURES["png"]
        files = {
            "link.bin": CANARY.encode() * 20,
            "a.stl": b"solid " + CANARY.encode() + b"\nendsolid\n",
            "link.png": png,
            "a.yaml": f"a: {CANARY}\n".encode(),
            "model.sdf": f"<sdf version='1.9'><model name='{CANARY}'/></sdf>".encode(),
            "part.xml": f"<mujoco><worldbody><body name='{CANARY}'/></worldbody></mujoco>".encode(),
            "r.urdf": f"<robot name='r'><link name='{CANARY}'/></robot>".encode(),
            "CMakeLists.txt": f"install(DIRECTORY {CANARY} DESTINATION share/built)".encode(),
        }
        for name, data in files.items():
            (self.outside / name).write_bytes(data)
        for folder in (
            self.scratch / name for name in ("", "pkg", "meshes", "built", "mjcf", "models/m")
        ):
            folder.mkdir(exist_ok=True)
            (folder / "linked").symlink_to(self.outside)
            for name, target in (
                *(("link.bin", "link.bin"), ("link.stl", "a.stl"), ("link.png", "link.png")),
                *(("link.xml", "part.xml"), ("gone.stl", "none"), ("zero.bin", "/dev/zero")),
            ):
                (folder / name).symlink_to(self.outside / target)
            for name in ("pipe.stl", "pipe.bin", "pipe.xml") if hasattr(os, "mkfifo") else ():
                os.mkfifo(folder / name)
            (folder / "a.png").write_bytes(png)
        (self.scratch / "meshes" / "buffer.bin").write_bytes(bytes(200))
        with (self.scratch / "meshes" / "large.bin").open("wb") as stream:
            stream.truncate(4 * 1024**3)
        (self.scratch / "mjcf/meshes").mkdir()
        (self.scratch / "mjcf/sub").mkdir()
        (self.scratch / "mjcf/meshes/a.stl").write_bytes(meshes.stl(Random(1)))
        for name, data in mjcf.FILES.items():
            (self.scratch / "mjcf" / name).write_bytes(data)

    def use(self, format_: str, case: Case, number: int) -> None:
        """Do everything with a case.

        Args:
            format_: one of ``cases.FORMATS``.
            case: the file.
            number: of the case; what is done with only some of them goes by it.

        Raises:
            Exception: whatever a verb raises; a problem of content is none.
            BrokenPromiseError: an answer is not what it has to be.
        """
        if format_ == "picture":
            self._picture(case, number)
        elif format_ == "build":
            self._build(case, number)
        elif format_ == "mjcf":
            self._mjcf(case, number)
        elif format_ in MESHES:
            self._mesh(case, number)
        elif format_ == "manifest":
            self._manifest(case, number)
        elif format_ == "yaml":
            self._yaml(case, number)
        else:
            self._description(format_, case, number)

    # Descriptions

    def _description(self, format_: str, case: Case, number: int) -> None:
        often = {"xacro": 1, "sdf": 4}.get(format_, 16)
        if number % often == 0:  # a file, for what names others beside it
            path = self.scratch / f"case{case.ending}"
            path.write_bytes(case.data)
            document = bodyplan.read(path, resources=self._resources)
        else:
            stream = _Named(case.data)
            stream.name = f"case{case.ending}"
            document = bodyplan.read(stream, resources=self._resources)
        if document.to_bytes() != case.data:
            raise BrokenPromiseError("reading and writing changes the bytes")
        robot = self._partner(case) if format_ in {"srdf", "model_state"} else None
        resources = self._resources
        report = bodyplan.check(document, robot=robot, resources=resources)
        _look_at(report, number)
        self._load(document, format_, robot)
        fixed = bodyplan.fix(document, unsafe=bool(number % 2), robot=robot, resources=resources)
        _look_at_text(fixed.document.to_bytes().decode("utf-8", "replace"))
        _format(document)
        if document.format == "sdf":
            _convert(document, number)
        if number % 32 == 1:
            path = self.scratch / f"case{case.ending}"
            path.write_bytes(case.data)
            words = _COMMANDS[number // 32 % len(_COMMANDS)]
            self._command(*words, str(path), number=number)

    def _load(self, document: Document, format_: str, robot: Document | None) -> None:
        for strict in (True, False):
            with contextlib.suppress(bodyplan.DescriptionError, bodyplan.InputError):
                if format_ == "srdf" and robot is not None and document.format == "srdf":
                    bodyplan.load(document, robot=robot, resources=self._resources, strict=strict)
                else:
                    bodyplan.load(document, resources=self._resources, strict=strict)

    def _partner(self, case: Case) -> Document:
        path = case.folder / "robot.urdf" if case.folder is not None else None
        return _robot(path if path is not None and path.is_file() else None)

    # Other files

    def _yaml(self, case: Case, number: int) -> None:
        path = self.scratch / "case.yaml"
        path.write_bytes(case.data)
        robot = None if number % 16 == 0 else self._partner(case)
        with contextlib.suppress(bodyplan.InputError):
            _look_at(bodyplan.check(path, robot=robot, resources=self._resources), number)
        if number % 4 == 0:  # what is meant for descriptions says no in a sentence
            document = bodyplan.read(path)
            self._load(document, "yaml", None)
            bodyplan.fix(document, resources=self._resources)
            _format(document)

    def _manifest(self, case: Case, number: int) -> None:
        folder = self.scratch / "pkg"
        path = folder / case.ending
        before = path.read_bytes() if path.exists() else None
        path.write_bytes(case.data)
        settings: Settings | None = None
        try:
            if case.ending == "bodyplan.toml":
                with contextlib.suppress(SettingsError):  # the command refuses an unknown profile
                    settings = replace(load_settings(path), profile=None)
            else:
                name = name_in(str(path))
                Resources(folders=[self.scratch], environment={}).find_package(name, base=folder)
                if name:
                    self._resources.resolve(f"package://{name}/robot.urdf", base=folder)
            with contextlib.suppress(bodyplan.InputError, bodyplan.DescriptionError):
                bodyplan.load(folder, resources=self._resources)
            with contextlib.suppress(bodyplan.InputError):
                _look_at(bodyplan.check(folder, settings=settings), number)
            if case.ending == "bodyplan.toml" and number % 8 == 0:
                self._command("check", str(folder), number=number)
        finally:
            if before is None:
                path.unlink()
            else:
                path.write_bytes(before)

    def _build(self, case: Case, number: int) -> None:
        folder = self.scratch / "built"
        path = folder / case.ending
        if path.parent.name not in {"parts", "launch", "built"}:  # of a fixture
            path = folder / path.name
        path.write_bytes(case.data)
        resources = Resources(environment={})
        try:
            for name in ("meshes/a.stl", "meshes/b.stl", "urdf/r.urdf", "linked/a.stl", "x/y"):
                resources.resolve(f"package://built/{name}", base=folder)
            for source in (folder, folder / "config/r.srdf"):
                with contextlib.suppress(bodyplan.InputError, bodyplan.DescriptionError):
                    bodyplan.load(source, resources=resources)
            if number % 4 == 0:
                with contextlib.suppress(bodyplan.InputError):
                    _look_at(bodyplan.check(folder), number)
        finally:
            path.unlink()

    def _mjcf(self, case: Case, number: int) -> None:
        path = self.scratch / "mjcf" / "case.xml"
        path.write_bytes(case.data)
        with contextlib.suppress(bodyplan.InputError, bodyplan.DescriptionError):
            bodyplan.load(path, resources=self._resources)
        if number % 4 == 0:
            words = _MJCF_COMMANDS[number // 4 % len(_MJCF_COMMANDS)]
            self._command(*words, str(path), number=number)

    def _command(self, *words: str, number: int) -> None:
        """Run the command in this process, on a terminal or into a pipe.

        Args:
            words: its arguments.
            number: of the case.

        Raises:
            BrokenPromiseError: it ends with another status, or steers the terminal.
        """
        from bodyplan.cli import main

        is_terminal = number % 64 < 32
        out, err = _Stream(is_terminal), _Stream(is_terminal)
        here = Path.cwd()
        os.chdir(self.scratch / "pkg")
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = main(words)
        finally:
            os.chdir(here)
        if status not in {0, 1, 2}:
            raise BrokenPromiseError(f"{' '.join(words)} ends with status {status}")
        shows_file = words[0] in _SHOWING and not is_terminal
        for text in (_OWN.sub("", stream.text()) for stream in (out, err)):
            _look_at_text(text)
            found = _STEERING.search(text)
            if found is not None and not shows_file:
                shown = ascii(text[max(0, found.start() - 50) : found.end() + 20])
                raise BrokenPromiseError(f"{' '.join(words)} prints {shown}")

    # Meshes

    def _mesh(self, case: Case, number: int) -> None:
        path = self.scratch / "meshes" / f"case{case.ending}"
        path.write_bytes(case.data)
        references_in(case.data, case.ending[1:])
        if case.ending == ".mtl":
            return
        with contextlib.suppress(MeshError):
            _measure(load_mesh(path), number)
        if number % 4 == 0:
            with contextlib.suppress(MeshError):
                load_mesh(path, (1e-3, -1.0, 1e3), part="n", is_centered=True)
            self._robot_with_mesh(path, number)

    def _picture(self, case: Case, number: int) -> None:
        folder = self.scratch / "meshes"
        path = folder / f"picture{case.ending}"
        path.write_bytes(case.data)
        image_of(path)
        if number % 4 == 0:
            (folder / "picture.mtl").write_text(f"newmtl steel\nmap_Kd {path.name}\n")
            mesh = folder / "picture.obj"
            mesh.write_bytes(meshes.obj(Random(1)).replace(b"part.mtl", b"picture.mtl"))
            self._robot_with_mesh(mesh, number)

    def _robot_with_mesh(self, path: Path, number: int) -> None:
        text = (
            '<robot name="r"><link name="l"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0"'
            f' iyy="1" iyz="0" izz="1"/></inertial><visual><geometry><mesh filename="{path.name}"/></geometry>'
            f'</visual><collision><geometry><mesh filename="{path.name}" scale="0.001 0.001 0.001"/></geometry>'
            "</collision></link></robot>"
        )
        robot = path.with_name("robot.urdf")
        robot.write_text(text)
        document = bodyplan.read(robot, resources=self._resources)
        _look_at(bodyplan.check(document, meshes=True, resources=self._resources), number)
        settings = Settings(meshes=True)
        bodyplan.fix(document, unsafe=True, settings=settings, resources=self._resources)
        with contextlib.suppress(bodyplan.DescriptionError, ShapeError):
            loaded = bodyplan.load(document, resources=self._resources)
            computed(loaded.links[0], density=1000.0, resolve=lambda _: path)
        if number % 8 == 0:
            with contextlib.suppress(bodyplan.DescriptionError, bodyplan.InputError):
                bodyplan.load(document, resources=self._resources).to_glb()
        if number % 64 == 0:
            words = _MESH_COMMANDS[number // 64 % len(_MESH_COMMANDS)]
            self._command(*words, str(robot), number=number)


@cache
def _robot(path: Path | None) -> Document:
    return bodyplan.read(_ROBOT if path is None else path)


def _look_at(report: bodyplan.Report, number: int) -> None:
    """Look at everything that a report says.

    Raises:
        BrokenPromiseError: a text says what it must not.
    """
    names = ("json", "full", "concise", "sarif", "github", "junit")
    for name in {names[number % 6], names[(number // 6) % 2]}:
        text = RENDERERS[name](report)
        _look_at_text(text)
        found = _STEERING.search(text)
        if found is not None:
            raise BrokenPromiseError(
                f"{name} prints {text[max(0, found.start() - 50) : found.end() + 20]!a}"
            )


def _look_at_text(text: str) -> None:
    if CANARY in text:
        raise BrokenPromiseError("the value of an environment variable is in an answer")


def _format(document: Document) -> None:
    with contextlib.suppress(EditError):
        edits = format_document(document)
        if not edits:
            return
        after = edited(document, edits)
        again = format_document(after)
        if again:
            raise BrokenPromiseError(f"fmt changes what fmt wrote: {again[0]!r:.300}")


def _convert(document: Document, number: int) -> None:
    major, minor = TARGETS[number % len(TARGETS)]
    with contextlib.suppress(EditError):
        to_version(document, f"{major}.{minor}")
    with contextlib.suppress(ModelChoiceError):
        from_sdf(frames(document))


def _measure(mesh: TriangleMesh, number: int) -> None:
    """Ask a mesh for everything that it can be asked for."""
    _ = mesh.bounds, mesh.size, mesh.area, mesh.is_watertight, mesh.open_edges, mesh.leak
    _ = mesh.has_consistent_winding, mesh.is_inside_out
    for is_anyway in (False, True):
        with contextlib.suppress(MeshError):
            mesh.mass(anyway=is_anyway)
    if number % 2 == 0:
        for measure in (
            lambda: mesh.hull.volume,
            lambda: mesh.principal_box,
            lambda: mesh.smallest_sphere,
        ):
            with contextlib.suppress(MeshError):
                measure()
