"""The document of a text that was just written is read when anything but its bytes is needed."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from unittest.mock import patch

import pytest

from bodyplan.core import DEFAULT_LIMITS
from bodyplan.formats import unread
from bodyplan.formats.document import Document
from bodyplan.formats.read import read_bytes
from bodyplan.formats.unread import UnreadDocument
from bodyplan.resources import Resources

DATA = b'<robot name="r"><link name="a"/><QQQ/></robot>'
RESOURCES = Resources()


def unread_document():
    return UnreadDocument(
        DATA, "r.urdf", format="urdf", path=Path("there/r.urdf"), resources=RESOURCES
    )


def refusing(*_, **__):
    raise AssertionError("it was read")


def test_its_bytes_do_not_need_reading():
    document = unread_document()
    with patch.object(unread, "read_bytes", refusing):
        assert document.to_bytes() == DATA
        assert (document.name, document.format) == ("r.urdf", "urdf")
        assert (document.path, document.resources) == (Path("there/r.urdf"), RESOURCES)
        assert document.on_disk is None


@pytest.mark.parametrize("name", sorted(vars(read_bytes(DATA, "r.urdf"))))
def test_everything_else_is_that_of_a_document_that_was_read(name):
    document, expected = unread_document(), read_bytes(DATA, "r.urdf", path=Path("there/r.urdf"))
    given = {"on_disk": None, "resources": RESOURCES}
    found = getattr(document, name)
    if name in given:
        assert found is given[name]
    elif name in {"root", "version", "format", "path", "limits", "source"}:
        assert found == getattr(expected, name)
    else:
        assert type(found) is type(getattr(expected, name))
    assert document.diagnostics == expected.diagnostics
    assert document.node(document.root) is document.tree.root
    assert type(document) is Document


def test_what_is_set_before_it_is_read_stays():
    document = unread_document()
    document.resources = None
    document.arguments = {"a": "1"}
    assert document.root.name == "r"
    assert document.resources is None
    assert document.arguments == {"a": "1"}


def test_it_can_be_edited_and_copied():
    document = unread_document()
    for same in (copy.copy(document), pickle.loads(pickle.dumps(unread_document()))):  # noqa: S301
        assert same.to_bytes() == DATA
        assert same.root == document.root
    with document.editing() as edit:
        edit.set(document.root, name="s")
    assert b'name="s"' in document.to_bytes()


def test_a_result_may_have_more_elements_than_a_file():
    data = b'<robot name="r">' + b"<link/>" * DEFAULT_LIMITS.max_elements + b"</robot>"
    document = UnreadDocument(data, "r.urdf", format="urdf", path=None, resources=None)
    assert len(document.root.links) == DEFAULT_LIMITS.max_elements
    assert document.limits == DEFAULT_LIMITS  # of what it includes


def test_a_name_that_no_document_has_is_an_error():
    with pytest.raises(AttributeError, match="QQQ"):
        unread_document().QQQ  # noqa: B018
