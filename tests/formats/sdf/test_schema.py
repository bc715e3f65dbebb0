"""Our declarations say of every version what the format's own description files say."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from math import inf
from typing import NamedTuple

import pytest

from bodyplan.formats.sdf import Root
from bodyplan.formats.sdf.common import VERSIONS
from bodyplan.spec import REQUIRED, Element, Field, Version, spec_of
from tests.formats.sdf.description import WANTED, Description, Row, folder

pytestmark = pytest.mark.skipif(folder() is None, reason=WANTED)
DESCRIBED = tuple(version for version in VERSIONS if version <= (1, 9))
"""The versions that Debian's package has."""

KINDS = {
    "boolean": {"bool"},
    "color": {"color"},
    "float": {"double", "float"},
    "integer": {"int"},
    "pose": {"pose"},
    "time": {"time"},
    "unsigned integer": {"unsigned int"},
    "2 floats": {"vector2d"},
    "3 floats": {"vector3"},
}


class Difference(NamedTuple):
    """One thing that we say otherwise than the files."""

    place: str
    """Row of the files, or class and field of ours where the files have no such row."""
    about: str
    """ "undeclared", "undescribed", "type", "default", "required", "least", "most", "rest"."""
    ours: object = None
    theirs: object = None


class Known(NamedTuple):
    """Differences that are meant to be."""

    places: str
    """Patterns of the places, with blanks between them."""
    about: str
    since: Version
    until: Version
    reason: str

    def covers(self, difference: Difference, version: Version) -> bool:
        """Whether this is one of them."""
        return (
            self.since <= version <= self.until
            and difference.about == self.about
            and any(fnmatchcase(difference.place, pattern) for pattern in self.places.split())
        )


OLDEST, LAST = DESCRIBED[0], DESCRIBED[-1]
KNOWN = (
    # Our table is of the newest library; its authors went on adding to old versions.
    Known(
        "camera/camera_info_topic camera/image/anti_aliasing camera/lens/projection "
        "camera/optical_frame_id material/shininess projector/visibility_flags",
        "undescribed",
        (1, 7),
        LAST,
        "later libraries have it in this version too",
    ),
    Known(
        "light/light_on light/visualize",
        "undescribed",
        (1, 8),
        LAST,
        "later libraries have it in this version too",
    ),
    Known(
        "camera/trigger_topic camera/triggered lidar/visibility_mask ray/visibility_mask "
        "scene/sky/cubemap_uri",
        "undescribed",
        (1, 9),
        LAST,
        "later libraries have it in this version too",
    ),
    Known("camera/horizontal_fov", "least", (1, 5), LAST, "later libraries allow 0.001"),
    Known(
        "root/include gazebo/include",
        "undescribed",
        OLDEST,
        LAST,
        "the library includes a file here, but no description says so",
    ),
    Known("sensor/navsat", "undescribed", (1, 7), LAST, "the package forgets navsat.sdf"),
    Known(
        "sensor/camera contact/collision",
        "required",
        OLDEST,
        LAST,
        "Gazebo reads all cameras of a multicamera, and all collisions of a contact sensor",
    ),
    # One class serves several elements.
    Known(
        "joint/axis2/limit joint/axis2/limit/*",
        "required",
        OLDEST,
        LAST,
        "the second axis is of the class of the first, which asks for limits",
    ),
    Known(
        "model/include/pose/@frame actor/script/trajectory/waypoint/pose/@frame",
        "undescribed",
        (1, 5),
        (1, 6),
        "all poses are of one class; these have no frame",
    ),
    Known(
        "inertial/pose/@relative_to actor/script/trajectory/waypoint/pose/@*",
        "undescribed",
        (1, 7),
        LAST,
        "all poses are of one class; these are told in one frame",
    ),
    Known(
        "world/include/@merge",
        "undescribed",
        (1, 9),
        (1, 9),
        "models could be merged a version before worlds; both have the class Include",
    ),
    Known(
        "root/model root/light root/actor world/physics",
        "required",
        OLDEST,
        LAST,
        "a list in all versions, though some allow a single one",
    ),
    Known(
        "visual/material/script/uri",
        "required",
        (1, 2),
        (1, 2),
        "a list in all versions, though some allow a single one",
    ),
    Known(
        "geometry/polyline", "required", (1, 5), LAST, "readers take several: outlines and holes"
    ),
    # What the oldest version has in attributes.
    Known(
        "camera/*@* scene/fog/@* surface/*@*",
        "least",
        OLDEST,
        OLDEST,
        "readers turn it into the element of 1.2, and that has bounds",
    ),
    Known(
        "camera/*@* surface/*@*",
        "most",
        OLDEST,
        OLDEST,
        "readers turn it into the element of 1.2, and that has bounds",
    ),
    # What the files say is not what readers do.
    Known("*/@version", "default", OLDEST, LAST, "a file must say its version"),
    Known("light/@name", "required", OLDEST, (1, 5), "readers ask for it in all versions"),
    Known(
        "pose/@frame pose/@relative_to",
        "required",
        (1, 5),
        (1, 8),
        "an attribute cannot stand many times",
    ),
    Known("frame/@attached_to", "required", (1, 7), LAST, "an attribute cannot stand many times"),
    Known(
        "geometry/plane/size plane_shape/size",
        "least",
        (1, 2),
        LAST,
        "our bounds are for single numbers",
    ),
    Known(
        "actor/script/trajectory/@tension",
        "least",
        (1, 6),
        LAST,
        "readers know bounds of elements, not of attributes",
    ),
    Known(
        "actor/script/trajectory/@tension",
        "most",
        (1, 6),
        LAST,
        "readers know bounds of elements, not of attributes",
    ),
    Known(
        "model/include/static world/include/static",
        "default",
        (1, 5),
        LAST,
        "what is not written leaves the included model as it is",
    ),
)


class Comparison:
    """Walks our declarations and the files of one version side by side."""

    def __init__(self, version: Version) -> None:
        place = folder()
        assert place is not None
        self.version = version
        self.described = Description(place / f"{version[0]}.{version[1]}")
        self.met: set[int] = set()
        self.differences: list[Difference] = []
        self._seen: set[tuple[type[Element], int]] = set()
        self._element(Root, self.described.root)

    def _says(self, place: str, about: str, ours: object, theirs: object) -> None:
        self.differences.append(Difference(place, about, ours, theirs))

    def _fields(self, cls: type[Element]) -> Iterator[Field]:
        """The fields that the version has, and not only its readers."""
        for field in spec_of(cls, self.version).fields:
            since = field.first_after(self.version) or cls.SINCE or DESCRIBED[0]
            if since <= self.version:
                yield field

    def _element(self, cls: type[Element], row: Row) -> None:
        if (cls, id(row)) in self._seen:
            return
        self._seen.add((cls, id(row)))
        self.met.add(id(row))
        taken: set[str] = set()
        halves: dict[str, set[str]] = {}
        has_text = takes_any = False
        for field in self._fields(cls):
            where = f"{cls.__name__}.{field.name}"
            if field.place == "attribute":
                taken.add(f"@{field.xml}")
                self._attribute(where, field, row, row.attributes.get(field.xml))
            elif field.place == "text":
                has_text = True
                if row.kind is None:
                    self._says(row.path, "undescribed", where, None)
                else:
                    self._value(row.path, field, row)
            elif field.place == "rest":
                takes_any = True
            else:
                assert len(field.tags) == 1, where
                taken.add(field.xml)
                self._child(where, field, row)
                if field.attr is not None:
                    halves.setdefault(field.xml, set()).add(field.attr)
        if row.kind is not None and not has_text:
            self._says(row.path, "undeclared", None, f"text, {row.kind}")
        if takes_any is not row.takes_any:
            self._says(row.path, "rest", takes_any, row.takes_any)
        self._left(row, taken)
        for tag, attributes in halves.items():
            if tag in row.children:
                self._left(row.children[tag].row, {f"@{name}" for name in attributes})

    def _left(self, row: Row, taken: set[str]) -> None:
        """Tells what is described of an element, and not declared."""
        inner = {f"@{name}": attribute for name, attribute in row.attributes.items()}
        inner |= {tag: child.row for tag, child in row.children.items()}
        for name, left in inner.items():
            if name not in taken:
                self._says(f"{row.path}/{name}", "undeclared", None, left.kind)
                self.met |= {id(below) for below in left.all()}

    def _attribute(self, where: str, field: Field, row: Row, attribute: Row | None) -> None:
        if attribute is None:
            self._says(f"{row.path}/@{field.xml}", "undescribed", where, None)
            return
        self.met.add(id(attribute))
        self._often(attribute.path, field, attribute.required)
        self._value(attribute.path, field, attribute)

    def _child(self, where: str, field: Field, row: Row) -> None:
        path = f"{row.path}/{field.xml}"
        child = row.children.get(field.xml)
        if child is None:
            self._says(path, "undescribed", where, None)
        elif field.attr is not None:  # the oldest version: the value was an attribute of the child
            attribute = child.row.attributes.get(field.attr)
            if attribute is None:
                self._says(f"{path}/@{field.attr}", "undescribed", where, None)
                return
            self.met |= {id(child.row), id(attribute)}
            self._often(path, field, min(child.required, attribute.required))
            self._value(attribute.path, field, attribute)
        else:
            self._often(path, field, child.required)
            if field.elements:
                self._element(field.elements[0], child.row)
                return
            self.met.add(id(child.row))
            self._value(path, field, child.row)
            self._left(child.row, set())

    def _often(self, path: str, field: Field, required: str) -> None:
        needed = field.is_required or field.mark.needed
        ours = ("*" if field.is_many else "0") if not needed else "+" if field.is_many else "1"
        if field.mark.deprecated is not None and field.mark.deprecated <= self.version:
            ours = "-1"
        if ours != required:
            self._says(path, "required", ours, required)

    def _value(self, path: str, field: Field, row: Row) -> None:
        codec = field.codec
        assert codec is not None, path
        is_text = codec.name == "string" or codec.blank == ""  # text, or one of a few keywords
        if row.kind not in ({"string"} if is_text else KINDS[codec.name]):
            self._says(path, "type", codec.name, row.kind)
            return
        for about, ours, theirs, none in (
            ("least", None if field.mark.severity else field.mark.ge, row.least, -inf),
            ("most", None if field.mark.severity else field.mark.le, row.most, inf),
        ):
            bound = none if theirs is None else max(map(float, theirs.split()))
            if (none if ours is None else ours) != bound:
                self._says(path, about, ours, theirs)
        if field.is_many:
            return  # none of them is there unless written
        if is_text and row.default in {"", "__default__", "__default"}:
            same = field.default in {REQUIRED, ""}  # the files' word for "not given"
        else:
            same = field.default is not REQUIRED and codec.parse(row.default) == field.default
        if not same:
            self._says(path, "default", field.default, row.default)


@cache
def comparison(version: Version) -> Comparison:
    """Our declarations and the files of one version, compared."""
    return Comparison(version)


each_version = pytest.mark.parametrize("version", DESCRIBED, ids=lambda v: f"{v[0]}.{v[1]}")


@each_version
def test_what_we_declare_is_what_the_files_describe(version: Version) -> None:
    new = [
        difference
        for difference in comparison(version).differences
        if not any(known.covers(difference, version) for known in KNOWN)
    ]
    assert not new


@each_version
def test_every_row_of_every_file_is_looked_at(version: Version) -> None:
    described = comparison(version).described
    met = comparison(version).met
    assert [row.path for row in described.rows if id(row) not in met] == []
    assert described.names() == sorted(described.files)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known.places}-{known.about}")
def test_a_known_difference_is_still_one(known: Known) -> None:
    for pattern in known.places.split():
        alone = known._replace(places=pattern)
        assert any(
            alone.covers(difference, version)
            for version in DESCRIBED
            for difference in comparison(version).differences
        ), pattern


def test_thousands_of_rows_are_compared() -> None:
    assert sum(len(comparison(version).described.rows) for version in DESCRIBED) > 4500
