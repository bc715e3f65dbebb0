"""XML that no element class declares, and the descriptions of known vendor extensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.text import parse


class Raw:
    """An undeclared element, as a read-only view of its XML tree.

    Raw elements are equal if their tags, attributes, texts and children are equal.
    """

    __slots__ = ("node",)

    node: Node
    """The element in the tree of the document; it must not be changed."""

    def __init__(self, node: Node) -> None:
        object.__setattr__(self, "node", node)

    @classmethod
    def parse(cls, text: str) -> Raw:
        """Parse a text with one element.

        Raises:
            ValueError: the text is not one well-formed element.
        """
        tree = parse(text.encode())
        if tree.root is None or tree.fault is not None:
            raise ValueError(tree.fault.message if tree.fault else "no element")
        return cls(tree.root)

    @property
    def tag(self) -> str:
        """The tag as written, with its prefix."""
        return self.node.tag

    @property
    def attributes(self) -> Mapping[str, str]:
        """Attributes by name, in the order of the file."""
        return MappingProxyType(self.node.attrib)

    @property
    def text(self) -> str:
        """The text before the first child, without surrounding whitespace."""
        return (self.node.text or "").strip()

    def __iter__(self) -> Iterator[Raw]:
        return (Raw(child) for child in self.node)

    def __len__(self) -> int:
        return len(self.node)

    def find(self, tag: str) -> Raw | None:
        """Return the first child with this tag."""
        return next((child for child in self if child.tag == tag), None)

    def get(self, name: str) -> str | None:
        """Return an attribute's value."""
        return self.node.get(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Raw) and same_content(self.node, other.node)

    def __hash__(self) -> int:
        # iterative, because elements may be nested deeper than Python's recursion limit
        return hash(tuple(map(_own, self.node.iter())))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Raw is read-only; cannot set {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return raw_of, (self.node,)

    def __repr__(self) -> str:
        return f"<Raw {self.tag!r} with {len(self.node)} children>"


def same_content(one: Node, other: Node) -> bool:
    """Return whether two elements have the same tags, attributes, texts and children."""
    # both trees are compared in document order up to the first difference; _own() includes the
    # number of children, so that equal sequences mean equal trees
    return one is other or all(
        _own(left) == _own(right) for left, right in zip(one.iter(), other.iter(), strict=False)
    )


def _own(node: Node) -> tuple[Any, ...]:
    """Return tag, attributes, text and number of children of an element."""
    return node.tag, tuple(node.items()), (node.text or "").strip(), len(node)


class _RawInTheMaking:
    """A mutable class with the slots of ``Raw``, whose objects ``raw_of`` converts to ``Raw``."""

    __slots__ = ("node",)
    node: Node


def raw_of(node: Node) -> Raw:
    """Create a ``Raw`` in half the time of its constructor; a file may contain hundreds of them."""
    made: Any = _RawInTheMaking()
    made.node = node
    made.__class__ = Raw
    return made  # type: ignore[no-any-return]


class Extra:
    """The undeclared attributes and child elements of an element."""

    __slots__ = ("attributes", "elements")

    attributes: tuple[tuple[str, str], ...]
    elements: tuple[Raw, ...]

    def __init__(
        self, attributes: tuple[tuple[str, str], ...] = (), elements: tuple[Raw, ...] = ()
    ) -> None:
        object.__setattr__(self, "attributes", attributes)
        object.__setattr__(self, "elements", elements)

    def __bool__(self) -> bool:
        return bool(self.attributes or self.elements)

    def __eq__(self, other: object) -> bool:
        if other is self:
            return True
        if not isinstance(other, Extra):
            return NotImplemented
        # attributes are sorted: their order has no meaning in XML, and edits preserve that of the
        # file
        return (
            sorted(self.attributes) == sorted(other.attributes) and self.elements == other.elements
        )

    def __hash__(self) -> int:
        return hash((frozenset(self.attributes), self.elements))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Extra is read-only; cannot set {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Extra, (self.attributes, self.elements)

    def __repr__(self) -> str:
        return f"Extra(attributes={self.attributes!r}, elements={self.elements!r})"


NOTHING = Extra()
"""The ``extra`` of an element without unknown content."""


ValueKind = Literal["number", "numbers", "text", "flag", "content"]
"""The type of the value of an extension: a number, several numbers, text, a boolean, or
elements."""

Quantity = Literal[
    "armature",
    "rotor_inertia",
    "gear_ratio",
    "coulomb_friction",
    "viscous_friction",
    "spring_stiffness",
    "spring_reference",
    "acceleration_limit",
    "loop_joint",
]
"""A physical quantity in an extension that converters can transfer to other formats."""

NO_READER = "none"
"""The ``reader`` of an extension that occurs in files, although no program is known to read it."""


class Extension(NamedTuple):
    """An undeclared element or attribute that some program reads, or that real files contain.

    Args:
        element: the class name of the declared element that contains it, such as "Dynamics".
        path: the path in that element: "tag", "@attribute", a path such as "axis/@rpy" or
            "loop_joint/link1/@link", or "@attribute=value" for an additional value of a declared
            attribute.
        meaning: the meaning of the extension.
        reader: the program that reads it, or ``NO_READER``; by default, the reader of the dialect.
        holds: the type of the value.
        unit: the unit of the value.
        quantity: the physical quantity of the value, if converters can transfer it.
    """

    element: str
    path: str
    meaning: str
    reader: str = ""
    holds: ValueKind = "content"
    unit: str = ""
    quantity: Quantity | None = None


class Dialect(NamedTuple):
    """The extensions of one vendor or program, by format.

    Args:
        title: the name of the dialect.
        about: one or two sentences about the dialect.
        reader: the program that reads the extensions.
        source: where the extensions are documented or implemented.
        urdf: the extensions of URDF.
        srdf: the extensions of SRDF.
        sdf: the extensions of SDFormat.
    """

    title: str
    about: str
    reader: str
    source: str
    urdf: tuple[Extension, ...] = ()
    srdf: tuple[Extension, ...] = ()
    sdf: tuple[Extension, ...] = ()

    def of_format(self, name: str) -> tuple[Extension, ...]:
        """Return the extensions of a format, each with its reader.

        Args:
            name: "urdf", "srdf" or "sdf"; other formats have none.
        """
        known = {"urdf": self.urdf, "srdf": self.srdf, "sdf": self.sdf}.get(name, ())
        return tuple(one._replace(reader=one.reader or self.reader) for one in known)
