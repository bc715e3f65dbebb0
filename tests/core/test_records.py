"""Records: what their errors name, and the names that others use for their attributes."""

from __future__ import annotations

import pickle

import pytest

from bodyplan import model
from bodyplan.core import Record
from bodyplan.core.record import RecordMeta
from bodyplan.formats import sdf, srdf, urdf

ORIGIN = model.Transform()
INSTEAD = {
    "the type of a joint": (model.Joint("j", "fixed", "a", "b"), "kind", "type"),
    "the limit of a joint": (model.Joint("j", "fixed", "a", "b"), "bounds", "limit"),
    "the pose of a joint": (model.Joint("j", "fixed", "a", "b"), "X_PJ", "origin"),
    "the mimicked joint": (model.Mimic("j"), "joint", "leader"),
    "the shape of a geometry": (model.Geometry(None), "geometry", "shape"),
    "the pose of a geometry": (model.Geometry(None), "X_LG", "origin"),
    "the file of a mesh": (model.Mesh("a.stl"), "filename", "uri"),
    "the pose of an inertial": (model.Inertial(1.0), "X_LI", "origin"),
    "the mass of a link": (model.Link("a"), "mass", "inertial.mass"),
    "the pose of a frame": (model.Frame("f", "a"), "X_LF", "origin"),
    "the position of a pose": (ORIGIN, "xyz", "p"),
    "the type in a URDF": (
        urdf.Joint(name="j", type="fixed", parent="a", child="b"),
        "kind",
        "type",
    ),
    "the limit in a URDF": (
        *(urdf.Joint(name="j", type="fixed", parent="a", child="b"), "bounds", "limit"),
    ),
    "the mimicked joint in a URDF": (urdf.Mimic(joint="j"), "leader", "joint"),
    "the file in a URDF": (urdf.Mesh(filename="a.stl"), "uri", "filename"),
    "the pose in a URDF": (urdf.Inertial(mass=1.0, inertia=None), "pose", "origin"),
    "the pose in SDFormat": (sdf.Link(name="a"), "origin", "pose"),
    "the limit in SDFormat": (
        *(sdf.Joint(name="j", type="fixed", parent="a", child="b"), "limit", "axis.limit"),
    ),
    "the links in SDFormat": (sdf.Root(version="1.11"), "links", "model(name).links"),
}


@pytest.mark.parametrize("case", INSTEAD)
def test_the_error_for_a_name_of_another_vocabulary_names_the_right_one(case):
    value, name, right = INSTEAD[case]
    with pytest.raises(AttributeError) as caught:
        getattr(value, name)
    package = type(value).__module__.split(".")[-2]
    called = f"{package}.{type(value).__name__}"
    assert str(caught.value) == f"{called} has no attribute '{name}'; use '{right}'"
    assert not hasattr(value, name)
    assert name not in dir(value)
    assert name not in dir(type(value))


@pytest.mark.parametrize("case", INSTEAD)
def test_the_right_name_exists(case):
    value, _, right = INSTEAD[case]
    first = right.partition(".")[0].partition("(")[0]
    assert hasattr(value, first)


def test_no_record_has_an_attribute_under_a_name_that_an_error_replaces():
    for cls in records():
        others = [name for base in cls.__mro__ for name in vars(base) if name in cls._defaults]
        for name in others:
            getattr(cls, name)


def records(base: RecordMeta = Record) -> list[RecordMeta]:
    return [cls for sub in base.__subclasses__() for cls in (sub, *records(sub))]


def test_reading_an_attribute_costs_no_more_than_in_any_class_with_slots():
    assert not hasattr(Record, "__getattr__")
    assert all("__getattr__" not in vars(cls) for cls in records())


UNKNOWN = {
    "a near name": (
        lambda: model.Limit(lowr=1.0),
        "model.Limit has no field 'lowr'; did you mean 'lower'?",
    ),
    "a name of another vocabulary": (
        lambda: model.Joint("j", "fixed", "a", "b", bounds=None),
        "model.Joint has no field 'bounds'; use 'limit'",
    ),
    "no near name": (
        lambda: model.Sphere(1.0, QQQ=1),
        "model.Sphere has no field 'QQQ'; fields are radius",
    ),
    "in a file": (
        lambda: urdf.Limit(lowr=1.0),
        "urdf.Limit has no field 'lowr'; did you mean 'lower'?",
    ),
    "two values": (
        lambda: model.Limit(1.0, lower=2.0),
        "model.Limit got two values for field 'lower'",
    ),
    "too many values": (
        lambda: model.Sphere(1.0, 2.0),
        "model.Sphere accepts at most 1 value, got 2",
    ),
    "no value": (model.Sphere, "model.Sphere requires a value for 'radius'"),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_a_wrong_field_of_a_new_value_is_an_error_that_names_class_and_field(case):
    make, message = UNKNOWN[case]
    with pytest.raises(TypeError) as caught:
        make()
    assert str(caught.value) == message


def test_elements_of_files_show_their_format():
    assert repr(urdf.Robot(name="arm")) == "urdf.Robot(name='arm')"
    assert repr(srdf.Robot(name="arm")) == "srdf.Robot(name='arm')"
    assert repr(sdf.Link(name="a")) == "sdf.Link(name='a')"
    assert (
        repr(model.Robot("arm", [model.Link("a")]))
        == "<model.Robot 'arm' with 1 link and 0 joints>"
    )


def test_values_with_other_names_are_pickled_and_compared_as_before():
    joint = model.Joint("j", "fixed", "a", "b")
    assert pickle.loads(pickle.dumps(joint)) == joint  # noqa: S301  (our own bytes)
