"""Generates a parsing function for each element class from its declaration.

The generated function reads valid elements by fast straight-line code. For everything else, it
calls the methods of ``Reading``, which report diagnostics.

For a short file, generating the functions takes longer than reading the file. Therefore, the first
functions handle only the child tags in that file. If a later file has another tag, the complete
function is generated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import REQUIRED
from bodyplan.spec.codec import STRING
from bodyplan.spec.element import Element, Field, Spec, blank_of, spec_of
from bodyplan.spec.faults import has_bounds, outside_code
from bodyplan.spec.marks import Child
from bodyplan.spec.raw import NOTHING, raw_of

if TYPE_CHECKING:
    from bodyplan.spec._reading import Reading


# if the file lacks fewer of the declared tags, the complete function is generated at once
_WORTH_LEAVING_OUT = 4
NAMES: dict[str, str] = {}
"""Interned tags and attribute names, so that the generated code can compare them by identity."""


def compile_reader(
    spec: Spec, *, with_text: bool, tags: AbstractSet[str] | None = None
) -> Callable[[Node, Reading], Any]:
    """Return a function that reads one element of this class and reports its problems.

    Args:
        spec: the declaration.
        with_text: whether the file has text between tags; if not, the function ignores text.
        tags: the child tags that occur in elements of this class in a short file.
    """
    if tags is not None:
        known = {tag for field in spec.fields for tag in field.tags}
        if len(known - tags) < _WORTH_LEAVING_OUT:
            tags = None
    return _Compiler(spec, tags, with_text=with_text).compile()


class _Compiler:
    """Generates the source code of one parsing function, for all tags or those of a short file."""

    def __init__(self, spec: Spec, tags: AbstractSet[str] | None, *, with_text: bool) -> None:
        self.spec = spec
        self.tags = tags
        self.with_text = with_text
        self.door = "read_with_text" if with_text else "read"
        self.lines: list[str] = []
        self.depth = 1
        self.names: dict[str, Any] = {
            "S": spec,
            "C": spec.cls,
            "M": _twin(spec.cls),
            "NOTHING": NOTHING,
            "raw_of": raw_of,
            "UNSEEN": REQUIRED,
        }

    def compile(self) -> Callable[[Node, Reading], Any]:
        if self.tags is not None:
            self.names |= {"T": self.tags, "whole": self.whole}
            self.add("for k in e:", "    if k.tag not in T:", "        return whole()(e, r)")
        self.add("o = M()", "o.extra = NOTHING")
        for index, field in enumerate(self.spec.fields):
            for name in (*field.tags, field.xml, field.attr):
                if name:
                    NAMES[sys.intern(name)] = sys.intern(name)
            self.names[f"F{index}"] = field
            if field.codec is not None:
                self.names[f"P{index}"] = field.codec.parse
        self.attributes()
        self.children()
        text = next((i for i, f in enumerate(self.spec.fields) if f.place == "text"), None)
        if text is not None:
            self.own_text(text)
        elif self.with_text and not any(field.place == "rest" for field in self.spec.fields):
            self.add("t = e.text", "if t and not t.isspace():", "    r.stray_text(e)")
        for field in self.spec.absent:
            value = () if field.is_many else blank_of(field) if field.is_required else field.default
            self.add(f"o.{field.name} = {self.constant(value, field.name)}")
        self.add("o.__class__ = C", "return o")
        source = "def read(e, r):\n" + "\n".join(self.lines) + "\n"
        exec(compile(source, f"<reader of {self.spec.cls.__name__}>", "exec"), self.names)  # noqa: S102
        reader: Callable[[Node, Reading], Any] = self.names["read"]
        return reader

    def whole(self) -> Callable[[Node, Reading], Any]:
        """Create the function for all tags, which replaces the one for a short file from now on."""
        made = compile_reader(self.spec, with_text=self.with_text)
        setattr(self.spec, self.door, made)
        return made

    def checked(self, index: int, field: Field, node: str) -> list[str]:
        """Return code that compares the value ``y`` with the bounds in the latest version."""
        mark = spec_of(self.spec.cls).by_name[field.name].mark
        if field.codec is None or not has_bounds(mark):
            return []
        outside = outside_code(mark, "y", field.codec.size)
        return [f"if {outside}:", f"    r.out_of_range(S, F{index}, {node}, y)"]

    def read(self, index: int, field: Field, node: str, text: str, before: str, after: str) -> None:
        """Add code that parses a value.

        Args:
            index: the index of the field.
            field: the field.
            node: the expression for the element.
            text: the expression for the text to parse.
            before: the code before the expression for the value.
            after: the code after it.
        """
        parsed, checks = f"P{index}({text})", self.checked(index, field, node)
        bad = f"{before}r.bad(S, F{index}, {node}, x){after}"
        if not checks:
            self.add(
                "try:", f"    {before}{parsed}{after}", "except ValueError as x:", f"    {bad}"
            )
            return
        self.add("try:", f"    y = {parsed}", "except ValueError as x:", f"    {bad}", "else:")
        self.add(f"    {before}y{after}", *(f"    {line}" for line in checks))

    def add(self, *lines: str) -> None:
        self.lines += ["    " * self.depth + line for line in lines]

    def constant(self, value: Any, hint: str) -> str:
        name = f"K{len(self.names)}_{hint}"
        self.names[name] = value
        return name

    def default(self, field: Field, otherwise: str) -> str:
        """Return the expression for the value of a field that the file does not contain."""
        if field.mark.required_before is not None:
            value = self.constant(field.default, field.name)
            return f"({value} if r.version >= {field.mark.required_before!r} else {otherwise})"
        if field.is_required or (field.place == "attribute" and self.is_asked_for(field)):
            return otherwise
        if self.is_asked_for(field):
            return f"r.assumed(S, F{self.spec.fields.index(field)}, e)"
        value = "None" if field.default is None else self.constant(field.default, field.name)
        if field.mark.default_since:
            since, later = field.mark.default_since
            return f"({self.constant(later, field.name)} if r.version >= {since!r} else {value})"
        return value

    def is_asked_for(self, field: Field) -> bool:
        """Return whether the format's schema requires a value, although it has a default."""
        version = self.spec.version
        return field.mark.needed and (version is None or field.first_after(version) is None)

    def attributes(self) -> None:
        fields = [(i, f) for i, f in enumerate(self.spec.fields) if f.place == "attribute"]
        rest = next((f for f in self.spec.fields if f.place == "rest_attributes"), None)
        if not fields and rest is None:
            # unlike ``attrib``, ``keys()`` does not create a dictionary that remains in memory
            self.add("if e.keys():", "    r.unknown_attributes(S, e, o)")
            return
        sure = sum(_is_sure(field) for _, field in fields)
        self.add("a = e.attrib", f"n = len(a) - {sure}" if sure else "n = len(a)")
        for index, field in sorted(fields, key=lambda pair: not _is_sure(pair[1])):
            # the attributes that nearly all elements have are read first; n is the number of other
            # attributes, and the generated code adds 1 to it if one is missing
            if _is_sure(field):
                self.sure_attribute(index, field)
            else:
                self.attribute(index, field)
        if rest is not None:
            self.add(f"o.{rest.name} = r.rest_attributes(S, e) if n else ()")
        else:
            self.add("if n:", "    r.unknown_attributes(S, e, o)")

    def sure_attribute(self, index: int, field: Field) -> None:
        """Add code for an attribute that is nearly always present, by an indexed lookup."""
        name = field.name
        missing = self.default(field, f"r.missing(S, F{index}, e)")
        value = f"a[{field.xml!r}]"
        checks: list[str] = []
        self.add("try:")
        if _is_string(field):
            self.add(f"    o.{name} = {_text(field, value)}")
        else:
            checks = self.checked(index, field, "e")
            self.add(f"    o.{name} = {'y = ' if checks else ''}P{index}({value})")
        self.add("except KeyError:", "    n += 1", f"    o.{name} = {missing}")
        if not _is_string(field):
            self.add("except ValueError as x:", f"    o.{name} = r.bad(S, F{index}, e, x)")
        if checks:
            self.add("else:", *(f"    {line}" for line in checks))

    def attribute(self, index: int, field: Field) -> None:
        name = field.name
        missing = self.default(field, f"r.missing(S, F{index}, e)")
        self.add(f"v = a.get({field.xml!r}) if n else None")
        if getattr(field.mark, "either", False):
            self.add(
                "if v is None and len(e):",
                f"    v = r.either(F{index}, e)",
                "    n += v is not None",
            )
        if field.mark.since is not None and self.spec.version is None:
            self.add(
                f"if v is not None and r.version < {field.mark.since!r}:",
                f"    r.too_new(F{index}, e)",
                "    v = None",
            )
        self.add("if v is None:", f"    o.{name} = {missing}", "else:", "    n -= 1")
        self.age(index, field, "    ", "e")
        if _is_string(field):
            self.add(f"    o.{name} = {_text(field, 'v')}")
        else:
            self.depth += 1
            self.read(index, field, "e", "v", f"o.{name} = ", "")
            self.depth -= 1

    def age(self, index: int, field: Field, indent: str, node: str) -> None:
        """Add code that reports a field that the file's declared version lacks or deprecates."""
        version, mark = self.spec.version, field.mark
        if version is None:
            return
        if field.first_after(version) is not None:
            self.add(f"{indent}r.newer(F{index}, {node})")
        if mark.deprecated is not None and version >= mark.deprecated:
            self.add(f"{indent}r.outdated(F{index}, {node})")

    def own_text(self, index: int) -> None:
        field = self.spec.fields[index]
        self.add("v = (e.text or '').strip()")
        self.read(index, field, "e", "v", f"o.{field.name} = ", "")

    def children(self) -> None:
        fields = [
            (index, field)
            for index, field in enumerate(self.spec.fields)
            if field.place in ("child", "value", "rest")
        ]
        taken = [f for f in self.spec.fields if getattr(f.mark, "either", False)]
        if not fields and not taken:
            self.add("if len(e):", "    for k in e:", "        r.unknown_child(S, e, k, o)")
            if self.with_text:
                self.add("        t = k.tail", "        if t and not t.isspace():")
                self.add("            r.stray_tail(e, k)")
            return
        every, fields = fields, [f for f in fields if self.knows(f[1])]
        for index, field in fields:
            self.add(f"x{index} = []" if field.is_many else f"x{index} = UNSEEN")
        self.add("for k in e[:]:", "    g = k.tag")
        self.depth += 1
        word = "if"
        for index, field in fields:
            for position, tag in enumerate(field.tags):
                if self.tags is not None and tag not in self.tags:
                    continue
                self.add(f"{word} g == {tag!r}:")
                word = "elif"
                self.depth += 1
                self.child(index, field, position)
                self.depth -= 1
        rest = next((index for index, field in fields if field.place == "rest"), None)
        other = (
            "r.unknown_child(S, e, k, o)"
            if rest is None
            else f"x{rest}.append(r.raw(k) if len(k) else raw_of(k))"
        )
        if taken:
            known = self.constant(frozenset(f.xml for f in taken), "either")
            other = f"{other} if g not in {known} else r.either_child(S, e, k)"
        self.add(*(["else:", f"    {other}"] if word == "elif" else [other]))
        if rest is None and self.with_text:
            self.add("t = k.tail", "if t and not t.isspace():", "    r.stray_tail(e, k)")
        self.depth -= 1
        for index, field in every:
            if self.knows(field):
                self.finish(index, field)
            else:
                self.leave_out(index, field)

    def knows(self, field: Field) -> bool:
        """Return whether the generated function handles the children of a field."""
        return self.tags is None or field.place == "rest" or not self.tags.isdisjoint(field.tags)

    def child(self, index: int, field: Field, position: int) -> None:
        """Add code for one child ``k`` whose tag belongs to the field."""
        self.age(index, field, "", "k")
        if field.is_many:
            self.value(index, field, position, f"x{index}.append(", ")")
            return
        self.add(f"if x{index} is UNSEEN:")
        self.depth += 1
        self.value(index, field, position, f"x{index} = ", "")
        self.depth -= 1
        self.add("else:", f"    r.repeated(S, F{index}, e, k)")

    def value(self, index: int, field: Field, position: int, before: str, after: str) -> None:
        if field.place == "child" and field.elements:
            child = field.elements[position]
            reader = self.constant(spec_of(child, self.spec.version), child.__name__)
            if child.SINCE is not None and self.spec.version is None:
                self.add(f"if r.version < {child.SINCE!r}:", f"    r.too_new_element({reader}, k)")
            read = f"{before}{reader}.{self.door}(k, r){after}"
            # elements of a class that contains itself can be nested to any depth
            if child is self.spec.cls:
                self.add("if r.goes_deeper(k):", f"    {read}", "    r.level -= 1")
            else:
                self.add(read)
        elif field.place == "child":
            self.add(f"{before}r.raw(k){after}")
        elif field.attr is not None:
            bare = field.mark.bare if isinstance(field.mark, Child) else None
            missing = (
                f"r.missing_in_child(S, F{index}, e, k)"
                if bare is None
                else self.constant(bare, "bare")
            )
            self.add("b = k.attrib", f"v = b.get({field.attr!r})", "m = len(b)")
            self.add("if v is None:", f"    {before}{missing}{after}", "else:", "    m -= 1")
            if _is_string(field) and _text(field, "v") != "v":
                self.add(f"    v = {_text(field, 'v')}")
            self.parsed(index, field, before, after, "k")
            self.add(
                "if m or len(k) or k.text and not k.text.isspace():",
                f"    r.unknown_in_child(S, F{index}, k)",
            )
        else:
            self.add("v = (k.text or '').strip()", "if True:")
            self.parsed(index, field, before, after, "k")
            self.add("if k.keys() or len(k):", f"    r.unknown_in_child(S, F{index}, k)")

    def parsed(self, index: int, field: Field, before: str, after: str, node: str) -> None:
        if _is_string(field):
            is_asked_for = self.is_asked_for(field) or field.is_required
            if is_asked_for and not field.is_many and self.spec.version is not None:
                self.add("    if not v:", f"        r.empty(S, F{index}, {node})")
            self.add(f"    {before}v{after}")
            return
        self.depth += 1
        self.read(index, field, node, "v", before, after)
        self.depth -= 1

    def finish(self, index: int, field: Field) -> None:
        """Add code that stores the children that the loop collected."""
        name = field.name
        if field.is_many:
            self.add(f"o.{name} = tuple(x{index})")
            call = self.none_of(index, field)
            if call:
                self.add(f"if not x{index}:", f"    {call}")
            return
        missing = self.default(field, f"r.missing(S, F{index}, e)")
        self.add(f"o.{name} = {missing} if x{index} is UNSEEN else x{index}")

    def leave_out(self, index: int, field: Field) -> None:
        """Add code for a field with child elements that do not occur in the short file."""
        if not field.is_many:
            self.add(f"o.{field.name} = {self.default(field, f'r.missing(S, F{index}, e)')}")
            return
        self.add(f"o.{field.name} = ()", *filter(None, [self.none_of(index, field)]))

    def none_of(self, index: int, field: Field) -> str:
        """Return code that reports a missing child element; "" if the list may be empty."""
        if field.is_required:
            return f"r.missing(S, F{index}, e)"
        return f"r.assumed(S, F{index}, e)" if self.is_asked_for(field) else ""


def _is_string(field: Field) -> bool:
    """Return whether the value of a field is the text itself, so that no codec is needed."""
    return field.codec is not None and field.codec.name == STRING.name


def _text(field: Field, value: str) -> str:
    """Return code for the text of a value; it is stripped if the field ignores whitespace."""
    return value if field.codec is STRING else f"{value}.strip()"


def _is_sure(field: Field) -> bool:
    """Return whether a field is an attribute that nearly all elements have."""
    return (
        field.is_required_in((0, 0))
        and field.mark.since is None
        and not getattr(field.mark, "either", False)
    )


def _twin(cls: type[Element]) -> type:
    """Return a mutable class with the same slots, whose objects can be converted to ``cls``."""
    namespace = {
        "__slots__": cls.__dict__["__slots__"],
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        # Python is fast only if both __setattr__ and __delattr__ are those of object
        "__delattr__": object.__delattr__,
    }
    return type.__new__(type(cls), f"_{cls.__name__}InTheMaking", cls.__bases__, namespace)
