"""A difference that is planted into the text of a robot is found, where it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import bodyplan
from bodyplan.compare.result import Comparison, Difference
from tests.compare.planted import PLANTED
from tests.compare.planted_details import MORE

pytest.importorskip("numpy")
EVERY = [*PLANTED, *MORE]
NAMES = [f"{file}: {str(old)[:40]} -> {str(new)[:30]}" for file, old, new, *_ in EVERY]


@pytest.fixture(scope="module")
def originals(robots: Path) -> dict[str, bodyplan.Robot]:
    """The robots without a difference, loaded once."""
    return {}


def loaded(path: Path) -> bodyplan.Robot:
    """A robot; of an SRDF, the arm with it."""
    if path.suffix == ".srdf":
        return bodyplan.load(path.parent / "arm.urdf", srdf=path)
    if path.suffix == ".xml":
        pytest.importorskip("mujoco")
    return bodyplan.load(path)


def compared(originals: dict[str, bodyplan.Robot], path: Path, text: str) -> Comparison:
    """Compare a robot with one of another text."""
    if path.name not in originals:
        originals[path.name] = loaded(path)
    other = path.parent / f"new_{path.name}"
    other.write_text(text)
    return bodyplan.diff(originals[path.name], loaded(other), samples=2)


def edited(text: str, old: str | tuple[str, ...], new: str | tuple[str, ...]) -> str:
    """The text with its changes; a link of another name is renamed where it is used, too."""
    changes = [(old, new)] if isinstance(old, str) else list(zip(old, new, strict=True))
    for number, (before, after) in enumerate(changes):
        assert before in text
        if len(changes) == 1 and before.startswith("<link ") and after.startswith("<link name="):
            names = [part.split('"')[1] for part in (before, after)]
            text = text.replace(f'link="{names[0]}"', f'link="{names[1]}"')
        text = text.replace(before, f"\0{number}\0")
    for number, (_, after) in enumerate(changes):
        text = text.replace(f"\0{number}\0", after)
    return text


def named(found: Comparison, entity: str, field: str) -> Iterator[Difference]:
    """The differences of an entity whose field begins so."""
    for one in found.differences:
        is_it = one.entity.startswith(entity) or (entity == "robot" and not one.entity)
        if is_it and one.field.startswith(field):
            yield one


@pytest.mark.parametrize(("file", "old", "new", "entity", "field"), EVERY, ids=NAMES)
def test_a_planted_difference_is_named(originals, robots, file, old, new, entity, field):
    found = compared(originals, robots / file, edited((robots / file).read_text(), old, new))
    assert list(named(found, entity, field)), [str(one) for one in found.differences]
    assert not found.is_same
    assert all(one.amount is None or one.amount > 0.0 for one in found.differences)


def test_there_are_enough_planted_differences():
    assert len(EVERY) >= 270
    assert len({(file, old, new) for file, old, new, *_ in EVERY}) == len(EVERY)


BALL = '<worldbody><body name="a"><freejoint/><geom size="0.1"/></body>{}</worldbody></mujoco>'
CONTENT = {
    "checker": '<mujoco><asset><texture name="t" type="2d" builtin="checker" width="8" height="8" '
    'rgb1="{} 0 0"/></asset>' + BALL.format(""),
    "terrain": '<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1" '
    'elevation="{} 0 0 1"/></asset>' + BALL.format('<geom type="hfield" hfield="h"/>'),
}


@pytest.mark.parametrize("text", CONTENT.values(), ids=CONTENT)
def test_content_that_mjcf_has_in_itself_is_compared(text, tmp_path):
    pytest.importorskip("mujoco")
    for value in ("0", "0.5"):
        (tmp_path / f"{value}.xml").write_text(text.format(value))
    found = bodyplan.diff(tmp_path / "0.xml", tmp_path / "0.5.xml", samples=2)
    assert [one.entity for one in found.differences] in (["texture 't'"], ["hfield 'h'"])
    assert bodyplan.diff(tmp_path / "0.xml", tmp_path / "0.xml", samples=2).is_same
