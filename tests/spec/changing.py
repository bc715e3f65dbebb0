"""Random changes of typed values, made from the declarations."""

from __future__ import annotations

from hypothesis import strategies as st

from bodyplan.formats.urdf import Robot
from bodyplan.spec import Element, spec_of
from tests.spec.values import contents, extras


def may_change(value, field, version):
    """Whether a field can be changed in a document of a version, and means what it says."""
    if field.mark.since is not None and field.mark.since > version:
        return False  # readers ignore it
    # a new version of the robot gives another meaning to what is not written
    return not (type(value) is Robot and field.name == "version")


def with_content(value, name, content):
    """A value with another content of one field, whatever the field is called."""
    names = [field.name for field in spec_of(type(value)).fields]
    kept = {field: getattr(value, field) for field in (*names, "extra")}
    return type(value)(**{**kept, name: content})


def fitting(content, version):
    """The same content without what a version of the format has not."""
    if isinstance(content, tuple):
        return tuple(fitting(member, version) for member in content)
    if isinstance(content, Element):
        for field in spec_of(type(content)).fields:
            inner = getattr(content, field.name)
            is_new = field.mark.since is not None and field.mark.since > version
            inner = field.default if is_new else fitting(inner, version)
            content = with_content(content, field.name, inner)
    return content


@st.composite
def changed(draw, value, version):
    """The same value with one change somewhere in it."""
    has_rest = any(f.place.startswith("rest") for f in spec_of(type(value)).fields)
    fields = [f for f in spec_of(type(value)).fields if may_change(value, f, version)]
    inner = [f for f in fields if f.elements and getattr(value, f.name)]
    if inner and draw(st.integers(0, 3)):
        field = draw(st.sampled_from(inner))
        content = getattr(value, field.name)
        if field.is_many:
            index = draw(st.integers(0, len(content) - 1))
            member = draw(changed(content[index], version))
            return with_content(
                value, field.name, (*content[:index], member, *content[index + 1 :])
            )
        return with_content(value, field.name, draw(changed(content, version)))
    if not has_rest and (not fields or draw(st.integers(0, 9)) == 0):
        return with_content(value, "extra", draw(extras))
    if not fields:
        return value
    field = draw(st.sampled_from(fields))
    content = draw(other(field, getattr(value, field.name)))
    return with_content(value, field.name, fitting(content, version))


@st.composite
def other(draw, field, content):
    """Another content of a field."""
    if not field.is_many or field.place == "rest_attributes":
        return draw(contents(field, 1))
    members = list(content)
    how = draw(st.sampled_from(["add", "add", "remove", "swap", "new"]))
    if how == "add":
        members[(at := draw(st.integers(0, len(members)))) : at] = draw(contents(field, 1))
    elif how == "remove" and members:
        del members[draw(st.integers(0, len(members) - 1))]
    elif how == "swap" and members:
        member = members.pop(draw(st.integers(0, len(members) - 1)))
        members.insert(draw(st.integers(0, len(members))), member)
    elif how == "new":
        members = list(draw(contents(field, 1)))
    return tuple(members)
