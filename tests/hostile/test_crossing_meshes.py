"""Meshes whose triangles lie across each other, so that all of them have to be compared with all others.

Work on meshes is counted in steps, and a query that needs more than its limit ends with a sentence.
"""

from __future__ import annotations

import pytest

import bodyplan
import bodyplan.native
from bodyplan.collision import contacts, distance, is_free
from bodyplan.collision.pairs import TooManyStepsError
from bodyplan.collision.samples import GIVEN_UP
from tests.hostile.runs import assert_harmless, run, without_own

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    bodyplan.native.Scene is None, reason="without the extension, steps are not counted"
)

COUNT = 60_000
"""Triangles of a mesh."""
LIMITS = '<limit lower="-0.001" upper="0.001" effort="1" velocity="1"/>'
ROBOT = (
    '<robot name="r">'
    + "".join(
        f'<link name="l{n}"><collision><geometry><{shape}/></geometry></collision></link>'
        for n, shape in enumerate(
            ('mesh filename="a.stl"', 'box size="1 1 1"', 'mesh filename="b.stl"')
        )
    )
    + "".join(
        f'<joint name="j{n}" type="revolute"><parent link="l{n}"/><child link="l{n + 1}"/>'
        f'<axis xyz="0 0 1"/>{LIMITS}</joint>'
        for n in range(2)
    )
    + "</robot>"
)
STATE = '<group_state name="s{n}" group="g"><joint name="j0" value="0.000{n}"/></group_state>'
SRDF = (
    '<robot name="r"><group name="g"><chain base_link="l0" tip_link="l2"/></group>'
    + "".join(STATE.format(n=n) for n in range(10))
    + '<disable_collisions link1="l0" link2="l1" reason="Adjacent"/>'
    '<disable_collisions link1="l1" link2="l2" reason="Adjacent"/></robot>'
)


def needles(axis: int, seed: int, height: float, *, is_oblique: bool):
    """Thin triangles along one axis of a plane, side by side in no order; the plane may be oblique.

    They face both sides in equal parts, so that they wind around nothing. One triangle is beside the
    others, above or below the plane: the convex hulls of two such meshes overlap.
    """
    random = np.random.default_rng(seed)
    made = np.zeros((COUNT, 3, 3))
    made[:, :, axis] = (-1.0, 1.0, 1.0)
    made[:, :, 1 - axis] = random.uniform(-1.0, 1.0, (COUNT, 1)) + np.array((0.0, 0.0, 1e-4))
    made[:, :, 2] = random.uniform(-1e-3, 1e-3, (COUNT, 1)) + np.array((0.0, 0.0, 1e-3)) + height
    made[0] = np.array(((1.5, 1.5, 0.1), (1.51, 1.5, 0.1), (1.5, 1.51, 0.1))) * (-1) ** seed
    made[::2] = made[::2, ::-1]
    z, x, y = (
        np.ones(3) / 3**0.5,
        np.array((1.0, -1.0, 0.0)) / 2**0.5,
        np.array((1.0, 1.0, -2.0)) / 6**0.5,
    )
    frame = np.array((0.8 * x + 0.6 * y, 0.8 * y - 0.6 * x, z))
    return made @ frame if is_oblique else made


KINDS = {
    "all touch all": lambda: (
        needles(0, 0, 0.0, is_oblique=False),
        needles(1, 1, 0.0, is_oblique=False),
    ),
    "the boxes of all touch those of all": lambda: (
        needles(0, 0, 0.0, is_oblique=True),
        needles(1, 1, 4e-3, is_oblique=True),
    ),
}
TOO_MANY = "comparing their collision shapes takes too many steps"
VERBS = {
    "collisions": ("collisions r.urdf", ("at least", TOO_MANY)),
    "pairs": ("srdf pairs r.urdf --samples 20 --json", ("Default", GIVEN_UP)),
    "pairs with states": (
        "srdf pairs r.srdf --robot r.urdf --samples 20 --diff",
        ("Default", "1 checked"),
    ),
    "new": ("srdf new r.urdf", ("Default", TOO_MANY)),
    "check": ("check r.srdf --robot r.urdf --collisions", ("C103", TOO_MANY)),
    "hulls": ("simplify r.urdf --to hulls -o made.urdf --force", ("replaced", "replaced")),
    "difference": ("diff r.urdf other.urdf --samples 2", ("l0", "l0")),
    "spheres": ("spheres r.urdf --count 1 --json", ("overlap at a point", "overlap at a point")),
}


def write(folder, first, second):
    """Write a robot of two meshes, and its SRDF."""
    (folder / "a.stl").write_bytes(stl(first))
    (folder / "b.stl").write_bytes(stl(second))
    (folder / "r.urdf").write_text(ROBOT)
    (folder / "other.urdf").write_text(ROBOT.replace("a.stl", "b.stl"))
    (folder / "r.srdf").write_text(SRDF)


def stl(triangles) -> bytes:
    """A binary STL file."""
    rows = np.zeros(len(triangles), dtype=[("n", "<f4", 3), ("at", "<f4", (3, 3)), ("a", "<u2")])
    rows["at"] = triangles
    return b" " * 80 + len(triangles).to_bytes(4, "little") + rows.tobytes()


@pytest.fixture(scope="module")
def robots(tmp_path_factory):
    """The robots of all kinds."""
    found = {}
    for kind, made in KINDS.items():
        place = tmp_path_factory.mktemp("robot")
        write(place, *made())
        found[kind] = bodyplan.load(place / "r.urdf")
    return found


def test_links_that_certainly_touch_have_a_depth_that_is_the_same_for_any_number_of_threads(robots):
    robot = robots["all touch all"]
    (contact,) = contacts(robot)
    assert contact.is_at_least
    assert not is_free(robot)
    assert -contact.depth == distance(robot) == distance(robot, threads=3)


def test_links_of_which_that_is_unknown_are_an_error_and_no_answer(robots):
    robot = robots["the boxes of all touch those of all"]
    with pytest.raises(TooManyStepsError, match="links 'l0' and 'l2'"):
        contacts(robot)


@pytest.mark.long(keep=5, each=("kind",))
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("kind", KINDS)
def test_it_ends_soon_with_an_answer_or_a_sentence(kind, verb, folder, tmp_path):
    write(folder, *KINDS[kind]())
    words, said = VERBS[verb]
    answer = without_own(
        run(
            words.split(),
            tmp_path,
            *(folder, tmp_path),
            cwd=folder,
            BODYPLAN_CACHE="0",
            TMPDIR=str(tmp_path),
        )
    )
    assert said[[*KINDS].index(kind)] in " ".join(f"{answer.out} {answer.err}".split())
    shows_content = "--diff" in words
    assert_harmless(answer, shows_content=shows_content)
