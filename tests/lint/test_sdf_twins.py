"""Masses and shapes of links are judged alike in URDF and SDFormat; poses of shapes against frames."""

from pathlib import Path

import pytest

from bodyplan.formats.read import read, read_bytes
from bodyplan.geometry.bounds import Bounds
from bodyplan.lint.check import check_document
from bodyplan.lint.context import Context
from bodyplan.lint.rules.robot.link_masses import link_shapes, masses
from bodyplan.lint.settings import Settings
from tests.lint import cases
from tests.lint.sdf_twin import sdf_twin
from tests.oracles import urdfdom

JUDGED = ("G109", "I301", "I302", "I401", "I402", "I403", "I404", "I405", "I501", "I502", "I503")
NOT_ALIKE = ("bad_both", "bad_six_times_the_same", "good_zero")
"""Six equal numbers are an error in SDFormat, D119; of zeros, another rule of URDF speaks."""
FILES = [
    path
    for folder in cases.folders()
    if folder.name.startswith(JUDGED)
    for path in folder.iterdir()
    if path.suffix == ".urdf" and path.stem not in NOT_ALIKE
]
ROBOTS = {path.name: path for path in map(Path, urdfdom.example_robots())}


def told(document, *, meshes):
    found = check_document(document, Settings(select=JUDGED, meshes=meshes))
    return sorted(
        (
            one.code,
            str(one.severity),
            one.message,
            hint_of(one, document),
            one.fix and one.fix.title,
        )
        for one in found
    )


def hint_of(found, document):
    """A hint without the name of the file, which is in commands."""
    return found.hint and found.hint.replace(document.name, "FILE")


def twin(document):
    """The same links in SDFormat, as a file in the same folder."""
    text = sdf_twin(document.root).encode()
    made = read_bytes(text, "twin.sdf", path=document.path.with_name("twin.sdf"))
    made.resources = document.resources
    return made


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name[:4]} {path.stem}")
def test_fixtures_have_the_same_diagnostics_in_both_formats(path):
    document = cases.document_in_folder(path)
    meshes = cases.settings(path.parent).meshes
    assert told(twin(document), meshes=meshes) == told(document, meshes=meshes)


@pytest.mark.parametrize("name", ["ur5_robot.urdf", "allegro_left_hand.urdf", "panda.urdf"])
def test_real_robots_with_meshes_have_the_same_diagnostics_in_both_formats(name):
    document = read(ROBOTS[name])
    assert told(twin(document), meshes=True) == told(document, meshes=True)


def bounds(shape, pose="", *, version="1.9", around=""):
    """The box around one collision of a link."""
    text = (
        f'<sdf version="{version}"><model name="m">{around}<link name="l"><pose>1 0 0 0 0 0</pose>'
        f'<collision name="c">{pose}<geometry>{shape}</geometry></collision></link></model></sdf>'
    )
    context = Context(read_bytes(text.encode(), "m.sdf"))
    found = [shapes.bounds for shapes in link_shapes(context).values()]
    return found[0] if found else None


BALL = "<sphere><radius>1</radius></sphere>"
CONE = "<cone><radius>1</radius><length>2</length></cone>"


@pytest.mark.parametrize(
    ("shape", "pose", "low", "high"),
    [
        (BALL, "<pose>0 0 5 0 0 0</pose>", (-1, -1, 4), (1, 1, 6)),
        (CONE, "", (-1, -1, -1), (1, 1, 1)),
        (CONE, '<pose degrees="true">0 0 0 0 90 0</pose>', (-1, -1, -1), (1, 1, 1)),
        (
            CONE,
            '<pose degrees="true">0 0 0 0 45 0</pose>',
            (-(2**0.5), -1, -(2**0.5)),
            (0.5**0.5, 1, 0.5**0.5),
        ),
        (
            "<ellipsoid><radii>1 2 3</radii></ellipsoid>",
            '<pose rotation_format="quat_xyzw">0 0 0 0 0.5 0 0.5</pose>',
            (-3, -2, -1),
            (3, 2, 1),
        ),
        (BALL, '<pose relative_to="far">0 0 0 0 0 0</pose>', (8, -1, -1), (10, 1, 1)),
        (BALL, '<pose relative_to="l">0 0 1 0 0 0</pose>', (-1, -1, 0), (1, 1, 2)),
    ],
    ids=["ball", "cone", "lying cone", "leaning cone", "turned ellipsoid", "by frame", "by link"],
)
def test_boxes_around_shapes_are_in_the_frame_of_the_link(shape, pose, low, high):
    frame = '<frame name="far"><pose>10 0 0 0 0 0</pose></frame>'
    found = bounds(shape, pose, version="1.11", around=frame)
    assert found == Bounds(pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize(
    ("shape", "pose"),
    [
        ("<plane/>", ""),
        ("<box><size>1 0 1</size></box>", ""),
        ("<mesh><uri>a.stl</uri></mesh>", ""),
        ("<heightmap><uri>a.png</uri></heightmap>", ""),
        ("", ""),
        (BALL, '<pose relative_to="QQQ">0 0 0 0 0 0</pose>'),
        (BALL, "<pose>QQQ</pose>"),
        (BALL, '<pose rotation_format="QQQ">0 0 0 0 0 0</pose>'),
        ("<plane/>" + BALL, ""),
    ],
)
def test_what_cannot_be_measured_has_no_box(shape, pose):
    assert bounds(shape, pose) is None


def test_an_empty_geometry_next_to_a_shape_is_ignored():
    nothing = '<collision name="e"><geometry><empty/></geometry></collision>'
    text = (
        f'<sdf version="1.9"><model name="m"><link name="l">{nothing}<visual name="v"><geometry>'
        f"{BALL}</geometry></visual></link></model></sdf>"
    )
    context = Context(read_bytes(text.encode(), "m.sdf"))
    found = [shapes.bounds for shapes in link_shapes(context).values()]
    assert found == [Bounds((-1, -1, -1), (1, 1, 1))]


INERTIA = "<inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz></inertia>"


@pytest.mark.parametrize(
    ("inertial", "static"),
    [
        ("", ""),
        (f"<inertial>{INERTIA}</inertial>", ""),
        (f"<inertial><mass>0</mass>{INERTIA}</inertial>", ""),
        (f"<inertial><mass>-1</mass>{INERTIA}</inertial>", ""),
        (f"<inertial><mass>QQQ</mass>{INERTIA}</inertial>", ""),
        (f"<inertial><mass>1</mass><pose>QQQ</pose>{INERTIA}</inertial>", ""),
        (f"<inertial><mass>1</mass>{INERTIA}</inertial>", "<static>true</static>"),
        ('<inertial auto="true"><mass>1</mass></inertial>', ""),
        ("<inertial><mass>1</mass><inertia><ixx>inf</ixx></inertia></inertial>", ""),
    ],
)
def test_missing_and_meaningless_masses_are_not_checked(inertial, static):
    text = (
        f'<sdf version="1.11"><model name="m">{static}<link name="l">{inertial}</link>'
        f'<link name="k"><inertial><mass>3</mass></inertial></link></model></sdf>'
    )
    context = Context(read_bytes(text.encode(), "m.sdf"))
    names = [link.name for parts in context.parts for link, _ in masses(parts)]
    assert names == ([] if static else ["k"])


def test_the_samples_in_sdformat_are_judged_without_a_diagnostic():
    for name in ("arm", "rover", "quadruped"):
        assert told(twin(read(f"sample:{name}")), meshes=True) == []
