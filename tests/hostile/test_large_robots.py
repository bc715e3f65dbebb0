"""Robots that a verb refuses because of their size or depth, and text that a search must read once."""

from __future__ import annotations

import pytest

from tests.hostile.runs import assert_harmless, run, without_own
from tests.hostile.sdformat_files import LINK, model
from tests.hostile.semantics import chain, inside, many

TO_MJCF = ("convert", "--to", "mjcf", "--losses", "none", "-o", "FOLDER/made.xml", "FOLDER/r.urdf")
TO_GAZEBO = ("convert", "--like", "libsdformat", "--losses", "none", "-o", "FOLDER/made.sdf")
SOLID = (
    '<link name="l#"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0"'
    ' izz="1"/></inertial><collision><geometry><box size="1 1 1"/></geometry></collision></link>'
)


def boxes(*sizes):
    return inside(
        "".join(
            f'<link name="l{number}"><collision><geometry><box size="{size}"/></geometry></collision>'
            "</link>"
            for number, size in enumerate(sizes)
        ).encode()
        + many(
            len(sizes) - 1,
            '<joint name="j#" type="fixed"><parent link="l#"/><child link="l@"/></joint>',
        )
    )


def in_one_place(count):
    return inside(
        many(
            count,
            '<link name="l#"><collision><geometry><box size="1 1 1"/></geometry></collision></link>',
        )
        + many(
            count - 1,
            '<joint name="j#" type="continuous"><parent link="l0"/><child link="l@"/></joint>',
        )
    )


CASES = {
    "a chain of 990 links, as MJCF": ("r.urdf", lambda: chain(990), TO_MJCF, "losses"),
    "a chain of 1,010 links, as MJCF": ("r.urdf", lambda: chain(1010), TO_MJCF, "in one chain"),
    "a chain of 20,000 links, as MJCF": (
        "r.urdf",
        lambda: chain(20_000),
        TO_MJCF,
        "in one chain",
    ),
    "a chain of 4,000 links with fixed joints, as Gazebo has it": (
        "r.urdf",
        lambda: inside(
            many(4000, SOLID)
            + many(
                3999,
                '<joint name="j#" type="fixed"><parent link="l#"/><child link="l@"/></joint>',
            )
        ),
        (*TO_GAZEBO, "FOLDER/r.urdf"),
        "3,999 losses",
    ),
    "37,000 links with fixed joints to one": (
        "r.urdf",
        lambda: inside(
            many(37_000, '<link name="l#"/>')
            + many(
                36_999,
                '<joint name="j#" type="fixed"><parent link="l0"/><child link="l@"/></joint>',
            )
        ),
        ("check", "FOLDER/r.urdf"),
        "no problems found in 1 file",
    ),
    "41,000 frames, as URDF": (
        "r.sdf",
        lambda: model(LINK.encode() + many(41_000, '<frame name="f#"/>')),
        ("convert", "--to", "urdf", "-o", "FOLDER/made.urdf", "FOLDER/r.sdf"),
        "41,000 frames exceed the limit of 40,000 for a conversion",
    ),
    "110,000 links": (
        "r.urdf",
        lambda: inside(many(110_000, '<link name="l#"/>')),
        ("show", "FOLDER/r.urdf"),
        "110,000 links exceed the limit of 100,000",
    ),
    "30,000 shapes of a link, as spheres": (
        "r.urdf",
        lambda: inside(
            b'<link name="l0">'
            + many(
                30_000, '<collision name="c#"><geometry><box size="1 1 1"/></geometry></collision>'
            )
            + b"</link>"
        ),
        ("spheres", "FOLDER/r.urdf", "--count", "1", "-o", "FOLDER/made.json"),
        "the links have more than 10,000 shapes together",
    ),
    "boxes of 1e30 m, as spheres within 0.1 m": (
        "r.urdf",
        lambda: boxes("1e30 1e30 1e30", "1e30 1e30 2e30", "1e30 1e30 3e30"),
        ("spheres", "FOLDER/r.urdf", "--tolerance", "0.1", "-o", "FOLDER/made.json"),
        "needs more than 500 spheres for a tolerance of 0.1 m",
    ),
    "boxes of 1e30 m, as a cover within 0.1 m": (
        "r.urdf",
        lambda: boxes("1e30 1e30 1e30", "1e30 1e30 2e30", "1e30 1e30 3e30"),
        ("spheres", "FOLDER/r.urdf", "--cover", "--tolerance", "0.1", "-o", "FOLDER/made.json"),
        "needs more than 500 spheres for a tolerance of 0.1 m",
    ),
    "a plate of 1 mm, as a cover within 10 mm": (
        "r.urdf",
        lambda: boxes("1 1 0.001"),
        ("spheres", "FOLDER/r.urdf", "--cover", "--tolerance", "0.01", "-o", "FOLDER/made.json"),
        "needs more than 500 spheres for a tolerance of 0.01 m",
    ),
    "500 boxes in one place, whose contacts are listed": (
        "r.urdf",
        lambda: in_one_place(500),
        ("collisions", "FOLDER/r.urdf"),
        "and 123,251 more pairs of links that collide; --json lists all",
    ),
    "three sheets of 10 m, as spheres within 0.1 m": (
        "r.urdf",
        lambda: boxes("10 10 0.001", "10 10.1 0.001", "10 10.2 0.001"),
        ("spheres", "FOLDER/r.urdf", "--tolerance", "0.1", "-o", "FOLDER/made.json"),
        "needs more than 500 spheres for a tolerance of 0.1 m",
    ),
    "three sheets of 10 m, as spheres within 0.5 m": (
        "r.urdf",
        lambda: boxes("10 10 0.001", "10 10.1 0.001", "10 10.2 0.001"),
        ("spheres", "FOLDER/r.urdf", "--tolerance", "0.5", "-o", "FOLDER/made.json"),
        "link 'l0': it is about 1.0 mm thick: its spheres leave",
    ),
    "300 different shapes, as 20 spheres each": (
        "r.urdf",
        lambda: boxes(*(f"1 {1 + 0.01 * number:g} 2" for number in range(300))),
        ("spheres", "FOLDER/r.urdf", "--count", "20", "-o", "FOLDER/made.json"),
        "the limit is 150 links with different shapes",
    ),
    "700 boxes in one place": (
        "r.urdf",
        lambda: in_one_place(700),
        ("collisions", "FOLDER/r.urdf", "--json"),
        "243,951 pairs of links collide; contacts are computed for at most 200,000",
    ),
    "MJCF with 900,000 comments that do not end": (
        "r.xml",
        lambda: b"<mujoco>" + b"<!--" * 900_000,
        ("check", "FOLDER"),
        "no robot description",
    ),
}
"""The name and content of a file, the command, and what it says."""


@pytest.mark.parametrize("case", CASES)
def test_it_ends_soon_with_a_sentence(case, tmp_path):
    name, content, words, said = CASES[case]
    folder = tmp_path / "robots"
    folder.mkdir()
    (folder / name).write_bytes(content())
    named = [word.replace("FOLDER", str(folder)) for word in words]
    answer = run(named, tmp_path, folder)
    assert said in answer.err + answer.out
    assert_harmless(without_own(answer), seconds=10)


def test_a_page_leaves_out_named_states_and_says_how_many(tmp_path):
    robot, poses, page = tmp_path / "r.urdf", tmp_path / "r.srdf", tmp_path / "made.html"
    robot.write_bytes(
        inside(
            many(4_001, '<link name="l#"/>')
            + many(
                4_000,
                '<joint name="j#" type="continuous"><parent link="l0"/><child link="l@"/></joint>',
            )
        )
    )
    poses.write_bytes(
        inside(
            b'<group name="g"><joint name="j0"/></group>'
            + many(
                600, '<group_state name="s#" group="g"><joint name="j0" value="1"/></group_state>'
            )
        )
    )
    answer = run(["view", str(robot), "--srdf", str(poses), "-o", str(page)], tmp_path, tmp_path)
    assert_harmless(without_own(answer), seconds=10)
    assert "350 named states of 600 not shown" in page.read_text()


def test_a_page_of_very_many_frames_takes_little_memory(tmp_path):
    (tmp_path / "r.sdf").write_bytes(model(LINK.encode() + many(149_000, '<frame name="f#"/>')))
    words = ["view", str(tmp_path / "r.sdf"), "-o", str(tmp_path / "made.html")]
    answer = run(words, tmp_path, tmp_path)
    assert (answer.status, "f148999" in (tmp_path / "made.html").read_text()) == (0, True)
    assert_harmless(without_own(answer), seconds=10, megabytes=420)


def test_many_scales_of_a_mesh_take_no_more_memory_in_mujoco_than_other_small_files(tmp_path):
    count = 2_312
    (tmp_path / "a.obj").write_text(
        "".join(f"v {n % 50} {n // 50} {n % 3}\n" for n in range(count + 2))
        + "".join(f"f {n + 1} {n + 2} {n + 3}\n" for n in range(count))
    )
    visual = '<visual><geometry><mesh filename="a.obj" scale="1.#1 1 1"/></geometry></visual>'
    (tmp_path / "r.urdf").write_bytes(inside(b'<link name="l0">' + many(300, visual) + b"</link>"))
    words = [word.replace("FOLDER", str(tmp_path)) for word in TO_MJCF]
    answer = run(words, tmp_path, tmp_path)
    assert answer.status == 0
    assert_harmless(without_own(answer), seconds=10, megabytes=420)
