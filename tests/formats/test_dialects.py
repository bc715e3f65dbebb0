"""Vendor extensions: every declaration, what is no longer reported, and typed values."""

from __future__ import annotations

import re
from typing import Any

import pytest

import bodyplan
from bodyplan.formats.dialects import DIALECTS, dialect, quantity, written_extensions
from bodyplan.formats.read import read
from bodyplan.formats.registry import FORMATS
from bodyplan.spec import reachable, spec_of
from bodyplan.spec.raw import Extension

_PATH = re.compile(r"[\w:]+(/[\w:]+)*(/@[\w:]+)?|@[\w:]+(=\w+)?")
_EVERY = [
    pytest.param(format_, extension, id=f"{name}-{format_}-{extension.element}-{extension.path}")
    for name in DIALECTS
    for format_ in ("urdf", "srdf", "sdf")
    for extension in dialect(name).of_format(format_)
]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_says_what_it_is_who_reads_it_and_how_that_is_known(name: str) -> None:
    known = dialect(name)
    assert known.title
    assert known.about.endswith(".")
    assert known.reader
    assert known.source
    assert known.urdf or known.srdf or known.sdf


@pytest.mark.parametrize(("format_", "extension"), _EVERY)
def test_an_extension_has_a_meaning_a_reader_and_a_declared_element(
    format_: str, extension: Extension
) -> None:
    assert extension.meaning
    assert not extension.meaning.endswith(".")
    assert extension.reader
    assert _PATH.fullmatch(extension.path)
    classes = [c for c in reachable(FORMATS[format_].cls) if c.__name__ == extension.element]
    assert len(classes) == 1


@pytest.mark.parametrize(("format_", "extension"), _EVERY)
def test_an_extension_does_not_clash_with_the_standard(format_: str, extension: Extension) -> None:
    (cls,) = (c for c in reachable(FORMATS[format_].cls) if c.__name__ == extension.element)
    spec = spec_of(cls)
    first, *rest = extension.path.split("/")
    if first.startswith("@"):
        assert first[1:] not in spec.by_attribute
    elif first in spec.by_tag:
        field = spec.by_tag[first]
        assert rest, f"<{first}> is standard"
        assert not field.elements
        assert rest[0] != f"@{field.attr}"
    elif rest:
        declared = [one.path for name in DIALECTS for one in dialect(name).of_format(format_)]
        assert first in declared


def test_no_two_dialects_declare_the_same_name() -> None:
    names = [(p.values[0], p.values[1].element, p.values[1].path) for p in _EVERY]  # type: ignore[union-attr]
    assert len(set(names)) == len(names)


_ROBOT = """<robot name="arm"{root}>
  <link name="base"/>
  <link name="tip"><collision>{collision}<geometry{geometry}><sphere radius="1"/></geometry>
    </collision>{link}</link>
  <joint name="j" type="continuous"><parent link="base"/><child link="tip"/>
    <dynamics damping="1"{dynamics}/>{joint}</joint>{robot}
</robot>"""


def _robot(**parts: str) -> Any:
    names = ("root", "collision", "geometry", "link", "dynamics", "joint", "robot")
    return read(_ROBOT.format(**{name: parts.get(name, "") for name in names}))


@pytest.mark.parametrize(
    "parts",
    [
        {"geometry": ' name="ball"'},
        {"collision": "<surface/><material name='x'/><contact/><max_contacts>4</max_contacts>"},
        {"link": "<contact><lateral_friction value='1'/></contact><self_filter/><origin/>"},
        {"dynamics": ' K="7000" D="1" mu_coulomb="0" mu_viscous="16" armature="0.1"'},
        {"dynamics": ' gear_ratio="100" motor_inertia="1e-4" rotor_inertia="1"'},
        {"joint": "<joint_properties damping='1'/><position_based_velocity_limits/>"},
        {"robot": "<mujoco><compiler strippath='false'/></mujoco><loop_joint name='l'/>"},
        {"link": "<acme:paint/>", "root": ' xmlns:acme="urn:acme"'},
        {"dynamics": ' acme:wear="1"', "root": ' xmlns:acme="urn:acme"'},
        {"robot": "<drake:joint name='b' type='ball'/>"},
    ],
    ids=str,
)
def test_a_vendor_extension_is_not_reported_as_unknown(parts: dict[str, str]) -> None:
    assert _robot(**parts).diagnostics == ()


@pytest.mark.parametrize(
    ("parts", "code", "hint"),
    [
        ({"link": "<colision/>"}, "X101", "did you mean <collision>?"),
        ({"dynamics": ' fricton="1"'}, "X102", "did you mean 'friction'?"),
        ({"joint": "<armature/>"}, "X101", None),
        ({"link": "<acme:paint/>"}, "X101", None),
        ({"link": "<loop_joint/>"}, "X101", None),
    ],
    ids=str,
)
def test_other_names_are_reported(parts: dict[str, str], code: str, hint: str | None) -> None:
    (diagnostic,) = _robot(**parts).diagnostics
    assert (diagnostic.code, diagnostic.hint) == (code, hint)


def test_an_unexpanded_macro_is_reported_although_its_prefix_is_declared() -> None:
    found = _robot(link="<xacro:paint/>", root=' xmlns:xacro="http://ros.org/wiki/xacro"')
    assert [diagnostic.code for diagnostic in found.diagnostics] == ["X110"]


def test_the_frame_names_of_gazebo_sensors_are_known_in_sdformat() -> None:
    text = """<sdf version="1.9"><model name="m"><link name="l">
      <sensor name="s" type="imu"><gz_frame_id>f</gz_frame_id></sensor>
      <sensor name="t" type="imu"><ignition_frame_id>f</ignition_frame_id></sensor>
      <sensor name="u" type="imu"><gz_frame>f</gz_frame></sensor></link></model></sdf>"""
    assert [one.message for one in read(text).diagnostics] == [
        "unknown element <gz_frame> in <sensor>"
    ]


def test_a_passive_joint_in_a_group_is_known() -> None:
    text = """<robot name="arm"><group name="g"><joint name="j"/><passive_joint name="k"/></group>
      <disable_collisions link1="a" link2="b" reason="Never"/></robot>"""
    assert read(text).diagnostics == ()


def test_a_converter_reads_the_quantities_of_an_element() -> None:
    joint = _robot(dynamics=' rotor_inertia="0.25" mu_coulomb="1.5" K="x"').root.joints[0]
    assert quantity("urdf", joint.dynamics, "armature") == 0.25
    assert quantity("urdf", joint.dynamics, "coulomb_friction") == 1.5
    assert quantity("urdf", joint.dynamics, "gear_ratio") is None
    numbers = {w.extension.path: w.number for w in written_extensions("urdf", joint.dynamics)}
    assert numbers["@K"] is None


def test_a_converter_reads_the_parts_of_vendor_elements() -> None:
    root = _robot(
        link="<contact><lateral_friction value='0.8'/></contact>",
        robot="""<loop_joint name="l" type="revolute"><link1 link="base" xyz="0 0 1"/>
                 <link2 link="tip" xyz="0 0 0"/></loop_joint>""",
    ).root
    (contact, friction) = written_extensions("urdf", root.link("tip"))
    assert (contact.extension.path, friction.number) == ("contact", 0.8)
    loop = {written.extension.path: written.value for written in written_extensions("urdf", root)}
    assert loop["loop_joint/link1/@xyz"] == "0 0 1"
    assert loop["loop_joint/link2/@link"] == "tip"


def test_extensions_stay_in_the_file() -> None:
    text = _ROBOT.format(
        root="", collision="", geometry=' name="b"', link="", dynamics=' K="1"', joint="", robot=""
    )
    assert bodyplan.read(text).to_bytes().decode() == text


_LIMITED = """<robot name="r" version="{}"><link name="a"/><link name="b"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/>
  <limit lower="0" upper="1" effort="1" velocity="1" acceleratoin="2"/></joint></robot>"""
_POSED = """<sdf version="{}"><model name="m"><link name="l"><sensor name="s" type="imu">
  <pose relativ_to="x">0 0 0 0 0 0</pose><frame_i>x</frame_i></sensor></link></model></sdf>"""


@pytest.mark.parametrize(
    ("text", "version", "hints"),
    [
        (_LIMITED, "1.1", [None]),
        (_LIMITED, "1.2", ["did you mean 'acceleration'?"]),
        (_POSED, "1.6", [None, "did you mean <frame>?"]),
        (_POSED, "1.12", ["did you mean 'relative_to'?", "did you mean <frame_id>?"]),
    ],
)
def test_a_hint_never_suggests_a_name_that_the_version_does_not_have(
    text: str, version: str, hints: list[str | None]
) -> None:
    found = [one for one in read(text.format(version)).diagnostics if "unknown" in one.message]
    assert sorted(map(str, (one.hint for one in found))) == sorted(map(str, hints))
    assert [one.fix is None for one in found] == [one.hint is None for one in found]
