"""Masses of SDFormat links are those of the reference; those worked out add up from the shapes."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import bodyplan
from bodyplan.conversion.sdf.from_sdf import from_sdf
from bodyplan.conversion.sdf.inertia import link_mass
from bodyplan.formats import sdf
from bodyplan.model import Inertial, Link
from tests.oracles import libsdformat

np = pytest.importorskip("numpy")

needs_reference = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
VERSIONS = ("1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9")
LINKS = """
  <link name="plain"/>
  <link name="heavy"><inertial><mass>12.5</mass></inertial></link>
  <link name="full">
    <inertial>
      <pose>0.1 -0.2 0.3 0.4 -0.5 0.6</pose>
      <mass>3.25</mass>
      <inertia>
        <ixx>0.3</ixx><ixy>0.01</ixy><ixz>-0.02</ixz><iyy>0.4</iyy><iyz>0.03</iyz><izz>0.5</izz>
      </inertia>
    </inertial>
  </link>
  <link name="half"><inertial><inertia><ixx>0.9</ixx></inertia></inertial></link>
"""


def symmetric(tensor):
    xx, xy, xz, yy, yz, zz = tensor
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def turn(pose):
    """The rotation of x y z, and the quaternion w x y z."""
    w, x, y, z = pose[3:]
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


@needs_reference
@pytest.mark.parametrize("version", VERSIONS)
def test_masses_and_inertias_are_those_of_the_reference(version):
    text = f'<sdf version="{version}"><model name="m">{LINKS}</model></sdf>'
    theirs = libsdformat.shared().load(text)
    document = bodyplan.read(text)
    for link in document.root.models[0].links:
        told = theirs.links[f"m::{link.name}"]
        ours = link_mass(link).mass
        assert ours is not None
        rotation = turn(told["inertial_pose"])
        moments = rotation @ np.array(told["inertia"]) @ rotation.T
        assert math.isclose(ours.mass, told["mass"], rel_tol=1e-12)
        assert np.allclose(ours.p_BC, told["inertial_pose"][:3], rtol=0, atol=1e-9)
        assert np.allclose(symmetric(ours.inertia), moments, rtol=0, atol=1e-9)


AUTO = """
<sdf version="1.12">
  <model name="m">
    <link name="l">
      <inertial auto="true">{inertial}</inertial>
      <collision name="a">
        <pose>0 0 1 0 0 0</pose>{density}
        <geometry><box><size>1 1 1</size></box></geometry>
      </collision>
      <collision name="b">
        <pose>0 0 -1 0 0 0</pose>
        <geometry><box><size>1 1 1</size></box></geometry>
      </collision>
      <collision name="c"><geometry><mesh><uri>cog.stl</uri></mesh></geometry></collision>
    </link>
  </model>
</sdf>
"""


def auto(inertial="", density=""):
    document = bodyplan.read(AUTO.format(inertial=inertial, density=density))
    return link_mass(document.root.models[0].links[0], document.written)


def test_an_automatic_mass_is_the_sum_of_the_shapes():
    found = auto()
    assert found.is_auto
    assert [collision.name for collision in found.without] == ["c"]
    assert found.mass is not None
    assert found.mass.mass == pytest.approx(2000.0)
    assert found.mass.p_BC == pytest.approx((0.0, 0.0, 0.0))
    assert found.mass.inertia[0] == pytest.approx(2 * (1000 / 6 + 1000))
    assert found.mass.inertia[5] == pytest.approx(2 * 1000 / 6)


def test_the_density_of_a_collision_counts_before_that_of_the_inertial():
    found = auto("<density>10</density>", "<density>30</density>")
    assert found.mass is not None
    assert found.mass.mass == pytest.approx(40.0)
    assert found.mass.p_BC[2] == pytest.approx((30 - 10) / 40)


def test_a_written_mass_scales_what_is_worked_out():
    found = auto("<mass>5</mass>")
    assert found.mass is not None
    assert found.mass.mass == pytest.approx(5.0)
    assert found.mass.inertia[5] == pytest.approx(5 / 6)


def test_what_is_written_beside_an_automatic_mass_is_named():
    found = auto("<pose>1 0 0 0 0 0</pose><inertia><ixx>3</ixx></inertia>")
    assert found.ignored == ("pose", "inertia")


def test_links_without_shapes_have_no_automatic_mass():
    link = sdf.Link(name="l", inertial=sdf.Inertial(auto=True))
    assert link_mass(link).mass is None


def test_every_fixture_of_the_reference_has_finite_masses_or_none():
    folder = Path(__file__).parents[1] / "formats" / "sdf" / "fixtures"
    for path in sorted(folder.rglob("*.sdf")):
        root = bodyplan.read(path).root
        models = root.models if isinstance(root, sdf.Root) else ()
        for link in (link for model in models for link in model.links):
            found = link_mass(link).mass
            assert found is None or len(found.inertia) == 6


CUBE = """
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""
WITH_MESH = """<sdf version="1.12"><model name="m"><link name="l">
  <inertial auto="true"><density>500</density></inertial>
  <collision name="c"><pose>1 0 0 0 0 0</pose><geometry><mesh>
    <uri>{}</uri><scale>2 1 1</scale>
  </mesh></geometry></collision>
</link></model></sdf>"""


def test_a_mesh_beside_the_file_gives_an_automatic_mass(tmp_path):
    pytest.importorskip("trimesh")
    (tmp_path / "cube.obj").write_text(CUBE)
    (tmp_path / "m.sdf").write_text(WITH_MESH.format("cube.obj"))
    inertial = bodyplan.load(tmp_path / "m.sdf").link("l").inertial
    assert inertial.mass == pytest.approx(1000.0)
    assert inertial.origin.p == pytest.approx((2.0, 0.5, 0.5))
    assert inertial.inertia == pytest.approx(
        (1000 / 6, 0, 0, 1000 * 5 / 12, 0, 1000 * 5 / 12), abs=1e-9
    )


def test_a_mesh_that_is_open_gives_no_automatic_mass_and_says_so(tmp_path):
    pytest.importorskip("trimesh")
    (tmp_path / "open.obj").write_text(CUBE.replace("f 4 1 5 8\n", ""))
    (tmp_path / "m.sdf").write_text(WITH_MESH.format("open.obj"))
    lifted = from_sdf(bodyplan.read(tmp_path / "m.sdf"))
    assert lifted.robot.link("l").inertial is None
    assert any("open edges" in loss.reason for loss in lifted.losses)


def test_a_shape_counts_at_its_location_whatever_that_is_relative_to():
    text = """<sdf version="1.11"><model name="m">
      <frame name="f"><pose>5 0 0 0 0 1.5707963267948966</pose></frame>
      <link name="a"><pose>1 0 0 0 0 0</pose><inertial auto="true"/>
        <collision name="c"><pose relative_to="f">0 1 0 0 0 0</pose>
          <geometry><box><size>1 2 3</size></box></geometry></collision></link>
    </model></sdf>"""
    inertial = from_sdf(bodyplan.read(text.encode())).robot.root_link.inertial
    assert inertial.origin.p == pytest.approx((3.0, 0.0, 0.0))
    assert inertial.inertia[::3] == pytest.approx((5000.0, 6500.0))  # of a box turned by a quarter
    text = text.replace('relative_to="f"', 'relative_to="QQQ"')
    lifted = from_sdf(bodyplan.read(text.encode()))
    assert lifted.robot.root_link.inertial is None
    assert "dropped <density> of <collision> 'c': its pose cannot be resolved" in map(
        str, lifted.losses
    )


def test_a_flat_body_whose_axes_are_turned_is_possible_to_libsdformat() -> None:
    tensor = (9e-06, -1e-06, 0.0, 1e-06, 0.0, 1e-05)  # A + B = C
    plate = Link("plate", Inertial(0.02, inertia=tensor))
    done = bodyplan.convert(bodyplan.Robot("r", [plate]), "sdf")
    assert done.losses == ()
    assert bodyplan.load(done.document).links[0].inertial.inertia == pytest.approx(tensor, rel=1e-9)
    if libsdformat.available():
        assert libsdformat.shared().load(done.document.to_bytes()).accepted
