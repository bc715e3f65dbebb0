"""S606 and S607 for links whose collision geometry is a mesh, which `--meshes` opens."""

from __future__ import annotations

import re

import pytest

np = pytest.importorskip("numpy")
trimesh = pytest.importorskip("trimesh")

import bodyplan  # noqa: E402

URDF = """<robot name="r"><link name="a"><collision><origin xyz="0 0 0.5"/><geometry>
<mesh filename="meshes/rod.stl"/></geometry></collision></link></robot>"""


def found(folder, spheres, *, meshes=True, urdf=URDF):
    """The diagnostics on spheres of a link whose mesh is a rod of 0.1 x 0.1 x 1 m above its frame."""
    (folder / "meshes").mkdir(exist_ok=True)
    rod = trimesh.creation.box((0.1, 0.1, 1.0))
    (folder / "meshes" / "rod.stl").write_bytes(rod.export(file_type="stl"))
    (folder / "r.urdf").write_text(urdf)
    rows = "".join(f'<sphere center="{center}" radius="{radius}"/>' for center, radius in spheres)
    text = f'<robot name="r"><link_sphere_approximation link="a">{rows}</link_sphere_approximation></robot>'
    (folder / "r.srdf").write_text(text)
    report = bodyplan.check(folder / "r.srdf", robot=folder / "r.urdf", meshes=meshes)
    return [
        (one.code, str(one.severity), one.message)
        for one in report.diagnostics
        if one.code in {"S606", "S607"}
    ]


ALONG = [(f"0 0 {z / 20}", 0.09) for z in range(21)]


def test_spheres_that_contain_the_mesh_are_right(tmp_path):
    assert found(tmp_path, ALONG) == []


def test_a_sphere_away_from_the_mesh_is_reported_with_its_distance(tmp_path):
    ((code, severity, message),) = found(tmp_path, [*ALONG, ("0.35 0 0.5", 0.1)])
    assert (code, severity) == ("S606", "warning")
    assert message == "sphere 22 of link 'a' is 0.2 m away from its collision geometry"


def test_a_mesh_outside_of_the_spheres_is_reported_with_its_share_and_gap(tmp_path):
    half = [(f"0 0 {z / 20}", 0.09) for z in range(11)]  # up to about 0.55 of 1 m
    ((code, severity, message),) = found(tmp_path, half)
    assert (code, severity) == ("S607", "warning")
    surface = trimesh.sample.sample_surface(trimesh.creation.box((0.1, 0.1, 1.0)), 200_000, seed=1)[
        0
    ] + (0.0, 0.0, 0.5)
    centers = np.array([[0.0, 0.0, z / 20] for z in range(11)])
    gaps = (np.linalg.norm(surface[:, None] - centers, axis=2) - 0.09).min(axis=1)
    share, gap = re.fullmatch(r".*: (\d+)% of the surface .* by up to (\S+) m", message).groups()
    assert int(share) == pytest.approx(100 * (gaps > 0.0).mean(), abs=1.0)
    assert float(gap) == pytest.approx(gaps.max(), abs=0.002)


@pytest.mark.parametrize(("radius", "severity"), [(0.06, "info"), (0.074, None)])
def test_small_gaps_are_information_or_nothing(tmp_path, radius, severity):
    spheres = [(f"0 0 {z / 20}", radius) for z in range(21)]
    assert [one[1] for one in found(tmp_path, spheres)] == ([severity] if severity else [])


def test_meshes_are_not_opened_without_being_asked(tmp_path):
    assert found(tmp_path, [("5 0 0", 0.1)], meshes=False) == []


def test_a_mesh_that_cannot_be_read_has_other_diagnostics(tmp_path):
    assert found(tmp_path, ALONG, urdf=URDF.replace("rod.stl", "QQQ.stl")) == []


def test_the_gap_is_that_of_measured_spheres(tmp_path):
    half = [(f"0 0 {z / 20}", 0.09) for z in range(11)]
    ((_, _, message),) = found(tmp_path, half)
    overlay = bodyplan.load(tmp_path / "r.srdf", robot=tmp_path / "r.urdf")
    own = {"a": overlay.spheres["a"].spheres}
    (link,) = bodyplan.measure_sphere_set(overlay, own).links
    assert message.endswith(f"by up to {link.measures.largest_gap:.3f} m")
    assert f"{1.0 - link.measures.surface_covered:.0%} of" in message
