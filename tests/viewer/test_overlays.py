"""What is added to a scene by hand."""

from __future__ import annotations

import pytest

from bodyplan.core.names import UnknownNameError
from bodyplan.model import Joint, Link, Robot, Transform

np = pytest.importorskip("numpy")

from bodyplan.viewer import Scene  # noqa: E402

ROBOT = Robot("r", [Link("a"), Link("b")], [Joint("j", "revolute", "a", "b")])


def test_what_was_added_is_in_the_scene():
    scene = Scene(ROBOT)
    scene.add_points(np.zeros((3, 3)), color="red", parent="b")
    scene.add_lines([[0, 0, 0], [1, 0, 0]])
    scene.add_frame(Transform(p=(1.0, 2.0, 3.0)), size=0.2)
    scene.add_label("tool", (0, 0, 1))
    scene.add_trajectory([[0.0], [1.0]], times=[0.0, 2.0])
    assert [one["kind"] for one in scene.data().overlays] == [
        *("points", "lines", "frame", "label", "trajectory")
    ]
    assert scene.overlays[2]["pose"][3::4] == (1.0, 2.0, 3.0)


@pytest.mark.parametrize(
    ("add", "error"),
    [
        (lambda s: s.add_points([[0, 0]]), r"points must have shape \(n, 3\)"),
        (lambda s: s.add_points([[0, 0, np.nan]]), "finite"),
        (lambda s: s.add_lines([[0, 0, 0]]), "n >= 2"),
        (lambda s: s.add_trajectory([[0.0, 1.0]]), r"q must have shape \(n, 1\)"),
        (lambda s: s.add_trajectory([[0.0], [1.0]], times=[1.0, 0.0]), "must not decrease"),
        (lambda s: s.add_trajectory([[0.0]], robot=1), "robot 1 does not exist"),
        (lambda s: s.add_trajectory([[np.inf]]), "finite"),
    ],
)
def test_values_that_do_not_fit_are_refused(add, error):
    with pytest.raises(ValueError, match=error):
        add(Scene(ROBOT))


def test_an_unknown_link_is_refused():
    with pytest.raises(UnknownNameError, match="QQQ"):
        Scene(ROBOT).add_points([[0, 0, 0]], parent="QQQ")
