"""S606 and S607 for links whose collision geometry is a mesh, which `--meshes` opens."""

from __future__ import annotations

import re

import pytest

np = pytest.importorskip("numpy")
trimesh = pytest.importorskip("trimesh")

import bodyplan  # noqa: E402

URDF = """<robot name="r"><link name="a"><collision><origin xyz="0 0 0.5"/><geometry>
<mesh filename="meshes/rod.stl"/></geometry></collision></link></robot>"""


def found(folder, spheres, *, meshes=True, urdf=URDF, size=(0.1, 0.1, 1.0)):
    """The diagnostics on spheres of a link whose mesh is a rod above its frame."""
    (folder / "meshes").mkdir(exist_ok=True)
    rod = trimesh.creation.box(size)
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
    share, gap = re.fullmatch(
        r".*: (\d+)% of the surface and .* by up to (\S+) m", message
    ).groups()
    assert int(share) == pytest.approx(100 * (gaps > 0.0).mean(), abs=1.0)
    assert float(gap) == pytest.approx(gaps.max(), abs=0.002)


@pytest.mark.parametrize(("radius", "is_reported"), [(0.045, True), (0.055, False), (0.074, False)])
def test_gaps_are_reported_from_25_mm_on(tmp_path, radius, is_reported):
    spheres = [(f"0 0 {z / 20}", radius) for z in range(21)]  # corners of 0.1 x 0.1 m: 30, 20, 1 mm
    assert [one[1] for one in found(tmp_path, spheres)] == ["warning"] * is_reported


def test_small_gaps_all_around_are_reported_by_the_volume(tmp_path):
    spheres = [(f"0 0 {z / 100}", 0.028) for z in range(101)]
    ((_, severity, message),) = found(tmp_path, spheres, size=(0.06, 0.06, 1.0))
    volume, gap = re.fullmatch(r".* and (\d+)% of the volume .* by up to (\S+) m", message).groups()
    assert severity == "warning"
    assert int(volume) == pytest.approx(100 - 100 * np.pi * 0.028**2 / 0.06**2, abs=2.0)
    assert float(gap) == pytest.approx(np.hypot(0.03, 0.03) - 0.028, abs=5e-4)


def test_tight_spheres_of_published_quality_are_no_problem(tmp_path):
    found(tmp_path, ALONG)
    (link,) = bodyplan.fit_spheres(bodyplan.load(tmp_path / "r.urdf"), count=20).links
    own = [(" ".join(map(str, one.center)), one.radius) for one in link.spheres]
    assert link.measures.largest_gap > 0.01
    assert found(tmp_path, own) == []


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
    assert f"{1.0 - link.measures.surface_covered:.0%} of the surface" in message


def test_links_that_exceed_the_work_of_a_document_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr("bodyplan.lint.rules.meshes.sphere_meshes._MOST_STEPS", 1_000)
    (one,) = found(tmp_path, [("0 0 5", 0.1)])
    assert one[:2] == ("S607", "info")
    assert "link 'a': its spheres are not compared with its meshes" in one[2]
