"""The recipes of CONTRIBUTING.md for an attribute, a rule, a verb, a format and a shape, followed in a copy of the source."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "bodyplan"
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
URDF = """\
<robot name="r">
  <link name="Q1"/>
  <link name="b"/>
  <joint name="j" type="fixed">
    <parent link="Q1"/>
    <child link="b"/>
    <dynamics damping="1" {attribute}/>
  </joint>
</robot>
"""
SDF = '<sdf version="1.11"><model name="m"><link name="Q1"/></model></sdf>\n'


RUN = """\
import sys
sys.meta_path[:] = [one for one in sys.meta_path if isinstance(one, type)]
sys.path.insert(0, sys.argv.pop(1))
from bodyplan.cli import main
raise SystemExit(main())
"""
"""Runs the command from a folder, even where the package is installed as editable: that adds a finder."""


def example(heading: str, language: str) -> str:
    """The first block of a language below a heading of the guide."""
    section = GUIDE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    block = re.search(rf"^( *)```{language}\n(.*?)^\1```", section, re.DOTALL | re.MULTILINE)
    assert block is not None, heading
    return dedent(block[2])


@pytest.fixture
def copy(tmp_path):
    """A folder with a copy of the source."""
    shutil.copytree(
        SOURCE, tmp_path / "src" / "bodyplan", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "r.urdf").write_text(URDF.format(attribute=""))
    (tmp_path / "m.sdf").write_text(SDF)
    return tmp_path


def bodyplan(folder: Path, *words: str) -> str:
    """What the command prints when it runs from the copy."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(folder / "src"), *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_an_attribute_with_a_bound_is_one_field(copy):
    declared = "class Dynamics(Element):"
    folder = copy / "src" / "bodyplan" / "formats" / "urdf"
    (path,) = (one for one in folder.glob("*.py") if declared in one.read_text("utf-8"))
    text = path.read_text("utf-8")
    start = text.index(declared)
    end = text.index("\n\n\n", start)
    field = example("Add an attribute or element", "text").strip()
    path.write_text(f"{text[:end]}\n    {field}{text[end:]}", "utf-8")

    (copy / "r.urdf").write_text(URDF.format(attribute='stiction="-1"'))
    assert "stiction" in bodyplan(copy, "check", "r.urdf", "--select", "X114")
    (copy / "r.urdf").write_text(URDF.format(attribute='stiction="1"'))
    assert "stiction" not in bodyplan(copy, "check", "r.urdf", "--select", "X")
    assert '"stiction"' in bodyplan(copy, "schema", "urdf")


def test_a_rule_about_links_of_every_format_is_one_file(copy):
    rules = copy / "src" / "bodyplan" / "lint" / "rules" / "robot"
    (rules / "name_with_q.py").write_text(example("Add a rule", "python"), "utf-8")

    found = bodyplan(copy, "check", "r.urdf", "m.sdf", "--select", "N999", "--format", "concise")
    places = [line.partition(" ")[0] for line in found.splitlines() if "N999" in line]
    assert sorted(places) == ["m.sdf:1:49:", "r.urdf:2:15:"]
    assert "begins with Q" in bodyplan(copy, "explain", "N999")


def test_a_verb_is_one_file(copy):
    verb = copy / "src" / "bodyplan" / "cli" / "verbs" / "links.py"
    verb.write_text(example("Add a verb", "python"), "utf-8")

    assert bodyplan(copy, "links", "r.urdf") == "Q1\nb\n"
    assert "  links       print the names of the links\n" in bodyplan(copy, "--help")


SKETCH = {
    "formats/sketch/__init__.py": '''\
"""Sketch: a format of names."""

from bodyplan.spec import Annotated, Element, Raw, Rest, element


@element("sketch", source="a trial")
class Sketch(Element):
    """The links of a robot."""

    content: Annotated[tuple[Raw, ...], Rest("everything inside, kept")] = ()
''',
    "conversion/sketch/__init__.py": '"""Conversion to sketches."""\n',
    "conversion/sketch/to_sketch.py": '''\
"""The hub to a sketch."""

from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.direction import Written
from bodyplan.conversion.loss import RobotLossLog


def convert(robot, options):
    """Convert a robot to a sketch."""
    root, log = Node("sketch"), RobotLossLog()
    for link in robot.links:
        root.append(Node("link", {"name": link.name}))
    for joint in robot.joints:
        log.add("dropped", joint, "", "a sketch has no joints", changes_meaning=True)
    return Written(root, tuple(log.losses))
''',
}
"""The files that add a format that robots are converted to and not read from."""
ROW = """\
    "sketch": Format(
        "sketch", "sketch", "bodyplan.formats.sketch", "Sketch", title="Sketch", endings=(".sketch",),
        is_edited=False,
    ),
"""


def test_a_target_of_conversions_is_three_files_and_a_row(copy):
    source = copy / "src" / "bodyplan"
    for name, text in SKETCH.items():
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text(text, "utf-8")
    registry = source / "formats" / "registry.py"
    before, xacro, after = registry.read_text("utf-8").partition('    "xacro": Format(')
    registry.write_text(before + ROW + xacro + after, "utf-8")

    words = ("-o", "r.sketch", "--force", "--json")
    assert "a sketch has no joints" in bodyplan(copy, "convert", "r.urdf", *words)
    assert '<link name="Q1"/>' in (copy / "r.sketch").read_text()
    assert "X012" not in bodyplan(copy, "check", "r.sketch")


WEDGE = {
    "model/shape.py": {
        "class Plane(": '''\
class Wedge(Record):
    """Half a box, cut along the diagonal in x and z; it is higher at negative x.

    Args:
        size: full edge lengths of the box along x, y, z [m].
    """

    size: Vec3


class Plane(''',
        "| Ellipsoid | Cone |": "| Ellipsoid | Cone | Wedge |",
        "Primitive = Box |": "Primitive = Wedge | Box |",
        "Ellipsoid, Sphere)": "Ellipsoid, Sphere, Wedge)",
    },
    "model/__init__.py": {'Shape Sphere"': 'Shape Sphere Wedge"'},
    "formats/sdf/_shapes.py": {
        '@element("capsule"': '''\
@element("wedge", source="a trial")
class Wedge(Sdf):
    """Half a box."""

    size: Annotated[Vec3, Child("edge lengths", unit=LENGTH, gt=0.0)] = (1.0, 1.0, 1.0)


@element("capsule"''',
        "    cone: Ann": """\
    wedge: Annotated[Wedge | None, Child("half a box", since=(1, 12))] = None
    cone: Ann""",
    },
    "geometry/tessellation.py": {
        "    Sphere,\n)": "    Sphere,\n    Wedge,\n)",
        "        case Cylinder(": """\
        case Wedge(size=(x, y, z)):
            ends = ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5))
            corners = [(i * x, j * y, k * z) for j in (-0.5, 0.5) for i, k in ends]
            sides = [(0, 1, 2), (3, 5, 4), (0, 3, 4), (0, 4, 1)]
            sides += [(1, 4, 5), (1, 5, 2), (0, 2, 5), (0, 5, 3)]
            return TriangleMesh(corners, sides, name)
        case Cylinder(""",
    },
    "geometry/solids.py": {
        "Shape, Sphere\n": "Shape, Sphere, Wedge\n",
        "        case Cylinder(": """\
        case Wedge(size=(x, y, z)):
            mass = density * x * y * z / 2.0
            xx, yy, zz = mass / 18.0 * x * x, mass / 12.0 * y * y, mass / 18.0 * z * z
            inertia = (yy + zz, 0.0, mass / 36.0 * x * z, xx + zz, 0.0, xx + yy)
            return Mass(mass, (-x / 6.0, 0.0, -z / 6.0), inertia)
        case Cylinder(""",
    },
    "geometry/bounds.py": {
        "Sphere, sizes": "Sphere, Wedge, sizes",
        "case Box(size=(x, y, z)):": "case Box(size=(x, y, z)) | Wedge(size=(x, y, z)):",
    },
}
"""The changes that add a shape, by file."""
OF_WEDGES = """\
<sdf version="1.12"><model name="m">
<link name="a"><inertial auto="true"/><collision name="c"><density>1000</density><geometry>
<wedge><size>0.2 0.3 0.4</size></wedge></geometry></collision></link>
<link name="b"><pose>0 0 0.1 0 0 0</pose><collision name="c"><geometry>
<wedge><size>0.2 0.3 0.4</size></wedge></geometry></collision></link>
<joint name="j" type="prismatic"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>
</joint></model></sdf>
"""


@pytest.mark.long
def test_a_shape_is_six_files(copy):
    for name, changes in WEDGE.items():
        path = copy / "src" / "bodyplan" / name
        text = path.read_text("utf-8")
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new, 1)
        path.write_text(text, "utf-8")
    (copy / "w.sdf").write_text(OF_WEDGES)

    assert len(WEDGE) <= 6
    assert bodyplan(copy, "check", "w.sdf", "--select", "X,G") == "no problems found in 1 file\n"
    assert "/ wedge" in bodyplan(copy, "show", "w.sdf")
    for target, outcome in (("urdf", "URDF has no wedge"), ("mjcf", "it becomes a mesh")):
        words = ("--to", target, "-o", f"w.{target}", "--json", "--losses", "none")
        assert outcome in bodyplan(copy, "convert", "w.sdf", *words)
    assert "12       -0.03333 0 -0.06667" in bodyplan(copy, "inertia", "w.sdf")
    # 0.1 m along z, seen along the normal of the slope
    assert "a  b  44.7 mm deep" in bodyplan(copy, "collisions", "w.sdf", "--pair", "a,b")
    bodyplan(copy, "view", "w.sdf", "-o", "w.html", "--quiet")
    assert (copy / "w.html").stat().st_size > 100_000
