"""The oracle for SDFormat says what it is asked, survives what kills the library, and the page of
what the library does is in step with it: each fixture of codes has the verdict in its comment."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracles import libsdformat
from tests.oracles.libsdformat import LibSdformat
from tests.oracles.sdformat_answers import Noted, noted
from tests.slices import amount

pytestmark = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)

CODES = Path(__file__).parents[1] / "formats" / "sdf" / "fixtures" / "codes"

CRANE = """\
<sdf version="1.6">
  <model name="crane">
    <pose>9 9 9 0 0 0</pose>
    <link name="base">
      <pose>0 0 1 0 0 1.5707963267948966</pose>
    </link>
    <link name="boom">
      <pose>1 0 1 0 0 0</pose>
      <inertial>
        <pose>0.5 0 0 0 0 0</pose>
        <mass>3</mass>
        <inertia>
          <ixx>2</ixx>
          <iyy>2.5</iyy>
          <izz>3</izz>
          <ixy>0.1</ixy>
          <ixz>0</ixz>
          <iyz>0</iyz>
        </inertia>
      </inertial>
    </link>
    <joint name="slew" type="Revolute">
      <parent>base</parent>
      <child>boom</child>
      <axis>
        <xyz>0 0 2</xyz>
        <limit>
          <lower>-1</lower>
          <upper>1</upper>
          <effort>-1</effort>
        </limit>
      </axis>
    </joint>
  </model>
</sdf>
"""


@pytest.fixture(scope="module")
def oracle() -> Iterator[LibSdformat]:
    with LibSdformat(seconds=10, megabytes=1500) as running:
        yield running


def test_values_of_a_model_come_resolved(oracle: LibSdformat) -> None:
    crane = oracle.load(CRANE, resolve=[("link", "crane::boom", "base"), ("link", "QQQ", "")])

    assert crane.accepted
    assert (crane.kind, crane.original_version, crane.version) == ("model", "1.6", "1.9")
    assert crane.links["crane::boom"]["pose"] == [1, 0, 1, 1, 0, 0, 0]
    assert crane.links["crane::boom"]["mass"] == 3
    assert crane.links["crane::boom"]["inertia"] == [[2, 0.1, 0], [0.1, 2.5, 0], [0, 0, 3]]
    assert crane.links["crane::boom"]["inertial_pose"] == [0.5, 0, 0, 1, 0, 0, 0]
    slew = crane.joints["crane::slew"]
    assert (slew["type"], slew["parent_body"], slew["child_body"]) == ("revolute", "base", "boom")
    assert slew["axis"]["xyz"] == [0, 0, 1]
    assert (slew["axis"]["upper"], slew["axis"]["effort"]) == (1, math.inf)
    assert slew["axis2"] is None
    half = math.sqrt(0.5)
    assert crane.resolved[0]["pose"] == pytest.approx([0, -1, 0, half, 0, 0, -half])
    assert crane.resolved[1] == {}
    assert "<sdf version='1.9'>" in crane.upgraded


def test_codes_and_warnings_are_distinguished(oracle: LibSdformat) -> None:
    broken = oracle.load(
        CRANE.replace("<child>boom", "<child>QQQ").replace("<mass>", "<QQQ/><mass>")
    )

    assert not broken.accepted
    assert broken.codes[0].name == "JOINT_CHILD_LINK_INVALID"
    assert "JOINT_CHILD_LINK_INVALID" in broken.causes()
    assert "QQQ" in broken.said("warning")
    assert list(broken.links) == ["crane::base", "crane::boom"]


def test_a_problem_in_reading_has_a_line_a_path_and_one_cause(oracle: LibSdformat) -> None:
    broken = oracle.load(CRANE.replace("<mass>3", "<mass>QQQ"))

    assert broken.causes() == {"ELEMENT_INVALID"}
    assert broken.codes[0].line == 11
    assert broken.codes[0].path == '/sdf/model[@name="crane"]/link[@name="boom"]/inertial/mass'
    assert broken.names()[-1] == "STRING_READ"
    assert not broken.links


def test_what_kills_the_library_is_an_answer(oracle: LibSdformat) -> None:
    killed = oracle.load(CRANE.replace('"1.6"', '"QQQ"'))

    assert killed.crash.startswith("exception")
    assert oracle.load(CRANE).accepted


def test_a_text_and_its_bytes_and_its_file_are_read_alike(
    oracle: LibSdformat, tmp_path: Path
) -> None:
    path = tmp_path / "crane.sdf"
    path.write_text(CRANE)

    answers = [oracle.load(source).links for source in (CRANE, CRANE.encode(), path)]

    assert answers[0] == answers[1] == answers[2]


def test_the_program_starts_again_after_its_end(tmp_path: Path) -> None:
    oracle = LibSdformat()
    assert oracle.load(CRANE).accepted
    oracle.close()
    assert oracle.load(CRANE).accepted
    oracle.close()


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("double", "2 kg", 2),
        ("double", "0x1F", 31),
        ("double", "true", 1),
        ("double", "-inf", -math.inf),
        ("double", "QQQ", None),
        ("double", "1e-310", None),
        ("int", "010", 10),
        ("unsigned int", "-1", 4294967295),
        ("bool", "TRUE", True),
        ("bool", "yes", None),
        ("vector3", "1 2 3 QQQ", [1, 2, 3]),
        ("vector3", "1 2", None),
        ("color", "1 0 0", [1, 0, 0, 1]),
        ("color", "2 0 0", None),
        ("time", "1 2", [1, 2]),
        ("angle", "7", 7),
        ("pose", "1 2 3 0 0 0", [1, 2, 3, 1, 0, 0, 0]),
        ("pose", "1 2 3", None),
        ("string", "False", "0"),
    ],
)
def test_values_are_read_as_the_page_says(
    oracle: LibSdformat, kind: str, text: str, value: object
) -> None:
    answer = oracle.param(kind, text)

    assert answer.accepted == (value is not None)
    if value is not None:
        assert answer.value == value


def test_attributes_steer_a_pose(oracle: LibSdformat) -> None:
    quaternion = {"rotation_format": "quat_xyzw"}

    assert oracle.param("pose", "1 2 3 0 0 0 2", attributes=quaternion).value == [
        1,
        2,
        3,
        2,
        0,
        0,
        0,
    ]
    assert not oracle.param("pose", "1 2 3 0 0 0", attributes=quaternion).accepted
    turned = oracle.param("pose", "0 0 0 0 0 180", attributes={"degrees": "true"})
    assert turned.value[6] == pytest.approx(1)


def test_an_empty_value_is_its_default_unless_it_is_required(oracle: LibSdformat) -> None:
    answer = oracle.param("double", "", default="7")

    assert (answer.accepted, answer.value, answer.is_set) == (True, 7, False)
    assert not oracle.param("double", "", default="7", required=True).accepted


def test_a_document_is_upgraded_to_a_version(oracle: LibSdformat) -> None:
    old = CRANE.replace("</xyz>", "</xyz><use_parent_model_frame>1</use_parent_model_frame>")

    assert "expressed_in='__model__'" in oracle.upgrade(old).text
    assert "use_parent_model_frame" not in oracle.upgrade(old, "1.7").text
    assert not oracle.upgrade(old, "1.5").accepted


@pytest.mark.parametrize(
    "name",
    [
        "00-none-world",
        "02-duplicate-name-visual-collision",
        "02-duplicate-name-plugins",
        "16-model-canonical-link-invalid-static",
        "17-model-without-link",
        "39-conversion-error-newer",
    ],
)
def test_the_command_agrees_with_its_checks(oracle: LibSdformat, name: str) -> None:
    checked = oracle.check(CODES / f"{name}.sdf", command=True)

    assert checked.command == checked.valid


def _verdict(oracle: LibSdformat, path: Path) -> Noted:
    """What the comment of a fixture notes, asked anew."""
    loaded = oracle.load(path, want="")
    kinds = {line.kind for line in loaded.console} if loaded.accepted else set()
    return Noted(
        accepted=loaded.accepted,
        codes=tuple(dict.fromkeys(loaded.names())),
        prints=tuple(f"{kind}s" for kind in ("warning", "error") if kind in kinds),
        valid=loaded.accepted and oracle.check(path).valid,
        dies=bool(loaded.crash),
    )


def test_each_fixture_has_its_verdict_in_its_comment() -> None:
    paths = sorted(CODES.glob("*.sdf"))[:: amount(1, short=8)]
    with LibSdformat(seconds=10, megabytes=400) as oracle:
        wrong = [
            f"{path.name}: {verdict.text}"
            for path in paths
            if (verdict := _verdict(oracle, path)) != noted(path)
        ]

    assert len(paths) > amount(150, short=15)
    assert not wrong


def test_a_noted_verdict_is_read_as_it_is_written() -> None:
    for path in CODES.glob("*.sdf"):
        assert f"libsdformat 12.3: {noted(path).text} -->" in path.read_text()
