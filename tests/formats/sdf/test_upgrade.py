"""SDFormat from version to version: against the reference, and what must never happen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from bodyplan import read
from bodyplan.conversion.sdf.versions import to_version
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.upgrade import TARGETS, Converted, upgrade, version_of
from tests.oracles import libsdformat
from tests.oracles.sdformat_answers import Loaded

FIXTURES = Path(__file__).parent / "fixtures" / "upgrade"
FILES = sorted(FIXTURES.glob("*.sdf"))
CONVERSIONS = Path("/usr/share/sdformat12")
NEWEST_OF_REFERENCE = (1, 9)
VERSION_TEXTS = [f"{major}.{minor}" for major, minor in TARGETS]

needs_reference = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)


def every_file(
    condition: Callable[[tuple[int, ...]], bool] = lambda _: True,
) -> pytest.MarkDecorator:
    """Runs a test for each fixture of the versions that fit."""
    chosen = [path for path in FILES if condition(_version(path))]
    return pytest.mark.parametrize("path", chosen, ids=lambda path: path.stem)


def _version(path: Path) -> tuple[int, ...]:
    return tuple(map(int, ET.parse(path).getroot().attrib["version"].split(".")))


def _text(document: Document) -> str:
    return document.source.text


# Against libsdformat

WRITTEN_OUT = (
    "surface/contact/collide_bitmask",
    "force_torque/frame",
    "geometry/heightmap/sampling",
    "friction/ode/mu",
    "friction/ode/mu2",
    "scene/ambient",
)
"""Defaults that changed: the reference silently takes the new one, we write the old one out."""

LEFT_OUT = (
    "axis/initial_position",
    "physics/ode/provide_feedback",
    "imu/topic",
    "actor[walker]/static",
)
"""What the newest version does not have: the reference keeps it as unknown, we tell the loss."""

EMPTY = ("imu/angular_velocity", "imu/linear_acceleration")
"""The reference adds empty ones where there is no noise."""


def _canonical(tree: list[Any]) -> Counter[str]:
    """Every element, attribute and value of a tree, whatever the order."""
    found: Counter[str] = Counter()
    stack = [(tree, "")]
    while stack:
        (name, attributes, value, _, children), path = stack.pop()
        own = f"{path}/{name}" + (f"[{attributes['name'][1]}]" if "name" in attributes else "")
        found[own] += 1
        for key, (_, text, _) in attributes.items():
            found[f"{own}/@{key}={text}"] += 1
        if value is not None:
            found[f"{own}={value[1]}"] += 1
        stack += [(child, own) for child in children]
    return found


def _unexplained(expected: list[Any], found: list[Any]) -> list[str]:
    one, other = _canonical(expected), _canonical(found)
    lines = [f"- {line}" for line in one - other] + [f"+ {line}" for line in other - one]
    known = {"-": (*LEFT_OUT, *EMPTY, *WRITTEN_OUT), "+": WRITTEN_OUT}
    return [
        line
        for line in lines
        if not any(line[2:].partition("=")[0].endswith(end) for end in known[line[0]])
    ]


def _near(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return set(one) == set(other) and all(_near(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_near, one, other))
    if isinstance(one, float | int) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return bool(one == other)


def _same_rotation(pose: list[float] | None) -> list[float] | None:
    """A pose with the one of the two quaternions that has a positive scalar."""
    if pose is None or pose[3] >= 0:
        return pose
    return [*pose[:3], *(-part for part in pose[3:])]


def _places(loaded: Loaded, *, frames: bool = True) -> dict[str, Any]:
    """Where everything is and how it moves, by name."""
    found: dict[str, Any] = {}
    for name, link in loaded.links.items():
        found[f"link {name}"] = [_same_rotation(link[key]) for key in ("pose", "pose_in_top")]
        found[f"mass {name}"] = [link["mass"], link["inertia"]]
    for name, joint in loaded.joints.items():
        found[f"joint {name}"] = [joint["type"], joint["parent_body"], joint["child_body"]]
        found[f"pose of {name}"] = _same_rotation(joint["pose_in_child"])
        for key in ("axis", "axis2"):
            axis = joint[key]
            if axis is not None:
                found[f"{key} {name}"] = [axis["xyz_model"], axis["lower"], axis["upper"]]
    for name, frame in loaded.frames.items() if frames else ():
        found[f"frame {name}"] = _same_rotation(frame["pose"])
    return found


def _assert_same_places(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert set(one) == set(other)
    different = {key: (one[key], other[key]) for key in one if not _near(one[key], other[key])}
    assert not different


@needs_reference
@every_file(lambda version: (1, 0) < version < NEWEST_OF_REFERENCE)
def test_an_upgraded_file_reads_like_the_original_in_libsdformat(path: Path) -> None:
    done = upgrade(read(path), NEWEST_OF_REFERENCE)
    reference = libsdformat.shared()
    expected = reference.load(path.read_bytes(), want="values,tree")
    found = reference.load(done.document.to_bytes(), want="values,tree")
    assert expected.accepted
    assert found.accepted, found.codes
    assert _unexplained(expected.tree or [], found.tree or []) == []
    _assert_same_places(_places(expected), _places(found))


@needs_reference
@pytest.mark.skipif(not CONVERSIONS.is_dir(), reason="needs the package sdformat-sdf")
def test_version_1_0_is_converted_as_by_the_conversion_file_of_libsdformat() -> None:
    # the library itself has lost the way from 1.0; its file is still there
    path = FIXTURES / "world-1.0.sdf"
    root = ET.parse(path).getroot()
    _convert(root, ET.parse(CONVERSIONS / "1.2" / "1_0.convert").getroot())
    _mend(root)
    root.set("version", "1.2")
    reference = libsdformat.shared()
    expected = reference.load(ET.tostring(root), want="values,tree")
    done = upgrade(read(path), NEWEST_OF_REFERENCE)
    found = reference.load(done.document.to_bytes(), want="values,tree")
    assert expected.accepted, expected.codes
    assert found.accepted, found.codes
    assert done.losses == ()
    assert _unexplained(expected.tree or [], found.tree or []) == []
    _assert_same_places(_places(expected), _places(found))


def _convert(element: ET.Element, rules: ET.Element) -> None:
    """A small reader of conversion files: what 1.0 needs of it."""
    for rule in rules:
        if rule.tag == "convert":
            for child in element.findall(rule.attrib["name"]):
                _convert(child, rule)
    for rule in rules.findall("rename"):
        source, target = rule.find("from"), rule.find("to")
        if source is None or target is None:
            continue
        tag, attribute = source.get("element"), source.get("attribute")
        holder = element if tag is None else element.find(tag)
        if holder is None or attribute is None or attribute not in holder.attrib:
            continue
        text = holder.attrib.pop(attribute)
        if tag is not None:
            element.remove(holder)
        ET.SubElement(element, target.attrib["element"]).text = text


def _mend(root: ET.Element) -> None:
    """What the file looks for in the wrong place: clip of a camera, limits of an ODE block."""
    for tag in ("clip", "limit", "suspension"):
        for element in root.iter(tag):
            for name in list(element.attrib):
                ET.SubElement(element, name).text = element.attrib.pop(name)


NOT_COMPARED = {
    ("world-1.5", (1, 4)): "there are no models in models",
    ("world-1.7", (1, 4)): "the reference gives up on names with colons in such old files",
}
"""Downgrades that have nothing to compare, and why."""

DOWNGRADES = [
    (path, version)
    for path in FILES
    for version in TARGETS
    if version < _version(path) <= NEWEST_OF_REFERENCE and (path.stem, version) not in NOT_COMPARED
]


@needs_reference
@pytest.mark.parametrize(
    ("path", "to"), DOWNGRADES, ids=[f"{path.stem}-to-{to[1]}" for path, to in DOWNGRADES]
)
def test_a_downgrade_leaves_everything_where_it_is(path: Path, to: tuple[int, int]) -> None:
    done = to_version(read(path), to)
    reference = libsdformat.shared()
    expected = reference.load(path.read_bytes(), want="values")
    found = reference.load(done.document.to_bytes(), want="values")
    assert found.accepted, found.codes
    places = _places(expected, frames=False), _places(found, frames=False)
    _assert_same_places(*(dict(_comparable(each)) for each in places))


def _comparable(places: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is the same in all versions: types of joints had other names, models other frames."""
    for name, place in places.items():
        kind, _, called = name.partition(" ")
        is_nested = called.count("::") > 1
        if kind == "link":
            yield name, place[1] if is_nested else place
        elif kind != "joint" and not (is_nested and "axis" in kind):
            yield name, place


def _parsed(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


# What every conversion keeps


@every_file()
def test_a_file_in_the_version_it_has_stays_as_it_is(path: Path) -> None:
    document = read(path)
    done = upgrade(document, version_of(document))
    assert done.document is document
    assert (done.changes, done.losses) == ((), ())


@pytest.mark.long(keep=25)
@every_file()
@pytest.mark.parametrize("to", VERSION_TEXTS)
def test_every_file_reaches_every_version_from_1_4_on(path: Path, to: str) -> None:
    done = to_version(read(path), to)
    assert version_of(done.document) == _parsed(to)
    assert done.document.tree.root is not None
    assert done.document.tree.root.tag == "sdf"
    assert upgrade(done.document, to).document is done.document


@every_file()
@pytest.mark.parametrize("to", ["1.4", "1.9", "1.12"])
def test_comments_and_plugins_stay(path: Path, to: str) -> None:
    before, after = path.read_text(), _text(to_version(read(path), to).document)
    for word in ("<!--", "-->"):
        inside_gone = before.count(word) - after.count(word)
        assert inside_gone <= _comments_in_what_is_lost(path, to)
    plugins = [_content(plugin) for plugin in ET.fromstring(before).iter("plugin")]
    assert [_content(plugin) for plugin in ET.fromstring(after).iter("plugin")] == plugins


def _comments_in_what_is_lost(path: Path, to: str) -> int:
    return 1 if path.stem == "world-1.5" else 0  # that in the noise of the imu


def _content(plugin: ET.Element) -> list[bytes]:
    return [ET.tostring(child).strip() for child in plugin]


@pytest.mark.long(keep=4)
@every_file(lambda version: version < (1, 9))
def test_one_step_after_the_other_is_the_same_as_all_at_once(path: Path) -> None:
    document = read(path)
    at_once = _canonical_xml(upgrade(document, "1.12").document)
    for version in TARGETS:
        if version > version_of(document):
            document = upgrade(document, version).document
    assert _canonical_xml(document) == at_once


def _canonical_xml(document: Document) -> Counter[str]:
    found: Counter[str] = Counter()
    stack = [(ET.fromstring(_text(document)), "")]
    while stack:
        node, path = stack.pop()
        own = f"{path}/{node.tag}[{node.get('name')}]"
        found[f"{own} {sorted(node.attrib.items())} {(node.text or '').strip()}"] += 1
        stack += [(child, own) for child in node]
    return found


@every_file(lambda version: version >= (1, 4))
def test_a_round_trip_keeps_what_was_not_lost(path: Path) -> None:
    document = read(path)
    version = version_of(document)
    for lower in [step for step in TARGETS if step < version][-2:]:
        down = to_version(document, lower)
        if down.losses:
            continue
        again = upgrade(down.document, version)
        assert again.losses == ()
        before, after = _values(document), _values(again.document)
        # a default that was written out on the way is no difference
        assert not [line for line in before - after if not _is_told_otherwise(line)]


def _values(document: Document) -> Counter[str]:
    return Counter(
        f"{node.tag}={' '.join(_number(word) for word in (node.text or '').split())}"
        for node in ET.fromstring(_text(document)).iter()
        if len(node) == 0
    )


def _number(word: str) -> str:
    try:
        return f"{float(word) + 0.0:.9g}"
    except ValueError:
        return word


def _is_told_otherwise(line: str) -> bool:
    return line.startswith(("pose=", "velocity", "noise", "use_parent_model_frame=false"))


def _all_conversions() -> Iterator[Converted]:
    for path in FILES:
        for to in VERSION_TEXTS:
            yield to_version(read(path), to)


def test_every_change_and_loss_has_a_location() -> None:
    for done in _all_conversions():
        told = [(change.step, change.place) for change in done.changes]
        told += [(loss.step, loss.source) for loss in done.losses]
        for step, place in told:
            assert place.line >= 1
            assert place.path.startswith(("/sdf", "/gazebo"))
            assert " to " in step
