"""Takes the place of functions of the ``xacro`` package: each does what it did, and keeps track.

The package walks through the document, and each function that it calls on its way is a name in its
module. Those that matter here are replaced by methods that note where the expansion is, call the
original, and remember with a fault where it happened. What the package computes stays its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from bodyplan.formats.xacro.worker.guard import TooLargeError
from bodyplan.formats.xacro.worker.inventory import Inventory
from bodyplan.formats.xacro.worker.origins import (
    Marked,
    Node,
    Place,
    Stamp,
    marked,
    plain,
    put_stamp,
    stamp_of,
)
from bodyplan.formats.xacro.worker.trace import Chain, Frame, Trace

BODY = "xacro:macro"
_USES = " uses"
"""Where a table of the package keeps our counts; with the blank, no property is called so."""
_WRAPPED = (
    *("eval_all", "eval_text", "process_include", "handle_macro_call", "resolve_macro"),
    *("grab_macro", "grab_property", "check_attrs", "reqd_attrs"),
)
_DEFINITIONS = (
    ("Property names must", "name"),
    ("Property attributes default", "attribute"),
    ("Invalid use of macro name", "name"),
    ("macro names must not", "name"),
)


class Hooks:
    """The functions that take the place of those of the package.

    Args:
        xacro: the package.
        trace: where the expansion is.
        inventory: what is defined and used.
    """

    def __init__(self, xacro: Any, trace: Trace, inventory: Inventory) -> None:
        self.xacro = xacro
        self.trace = trace
        self.inventory = inventory
        self._original: dict[str, Callable[..., Any]] = {}
        self._defining: dict[str, Any] | None = None
        self._body_is_next = True

    def install(self) -> None:
        """Replaces the functions.

        Raises:
            AttributeError: the package has other functions than those known here.
        """
        for name in _WRAPPED:
            self._original[name] = getattr(self.xacro, name)
            setattr(self.xacro, name, getattr(self, name))
        table = self.xacro.Table
        self._original["resolve"], self._original["setitem"] = table._resolve_, table._setitem  # noqa: SLF001
        hooks = self

        def resolve(table: Any, key: str) -> Any:
            return hooks._resolve(table, key)

        def setitem(table: Any, key: str, value: Any, unevaluated: bool) -> None:
            hooks._setitem(table, key, value, unevaluated)

        table._resolve_, table._setitem = resolve, setitem  # noqa: SLF001
        self.xacro.print_location = lambda *_, **__: None

    # Elements

    def eval_all(self, node: Node, macros: Any, symbols: Any) -> None:
        """Evaluates an element and what is in it."""
        trace = self.trace
        trace.elements += 1
        if trace.elements > trace.limits["max_elements"]:
            raise trace.over("max_elements", "the expansion has too many elements")
        at, chain = trace.at, trace.chain
        stamp = stamp_of(node)
        if stamp is not None:
            if node.tagName == BODY and self._body_is_next and trace.calls:
                trace.chain = trace.enter(trace.calls[-1])
            elif stamp.chain is None:
                put_stamp(node, Stamp(stamp.file, stamp.element, trace.chain))
            trace.at = Place(stamp.file, stamp.element)
        self._body_is_next = True
        try:
            self._original["eval_all"](node, macros, symbols)
        except Exception as error:
            self._blame(error, node, symbols)
            raise
        finally:
            trace.at, trace.chain = at, chain

    def _blame(self, error: Exception, node: Node, symbols: Any) -> None:
        """Says which child of an element a fault is about, where nothing closer has said so."""
        trace, seen = self.trace, self.trace.seen
        if seen is None or seen.parentNode is not node:
            trace.note(error)
            return
        words = str(error)
        match seen.tagName:
            case "xacro:insert_block" if words.startswith("Undefined block"):
                name = seen.getAttribute("name")
                known = [n.lstrip("*") for n in visible_names(symbols) if n.startswith("*")]
                message = f"there is no block {name!r} here"
                frame = trace.at_node(seen, "name")
                trace.note(error, frame, kind="block", message=message, name=name, known=known)
            case "xacro:if" | "xacro:unless" if "not a boolean" in words:
                frame = trace.at_node(seen, "value")
                trace.note(error, frame, kind="condition", message=_condition(words))
            case "xacro:element" | "xacro:attribute" if words.endswith("empty name"):
                attribute = "xacro:name" if seen.tagName == "xacro:element" else "name"
                frame = trace.at_node(seen, attribute)
                trace.note(error, frame, kind="name", message="the name is empty")
            case _:
                trace.note(error, trace.at_node(seen))

    def eval_text(self, text: Any, symbols: Any) -> Any:
        """The value of a text."""
        if not isinstance(text, str):
            text = str(text)
        place = text.place if isinstance(text, Marked) else None
        if "$" not in text:
            return text if place is not None and place.role == "setter" else plain(text)
        trace = self.trace
        if place is None and trace.frames:  # a part of the text that is evaluated already
            return self._evaluated(text, symbols)
        trace.frames.append(Frame(place or trace.at, self._chain_for(place)))
        try:
            value = self._evaluated(text, symbols)
            return self._settable(value, place) if place and place.role == "setter" else value
        except Exception as error:
            trace.note(error)
            raise
        finally:
            trace.frames.pop()

    def _chain_for(self, place: Place | None) -> int:
        """The chain of calls around a text: defaults of parameters belong to the call."""
        trace = self.trace
        if place is not None and place.role == "default" and trace.calls:
            return trace.enter(trace.calls[-1])
        return trace.chain

    def _evaluated(self, text: str, symbols: Any) -> Any:
        value = self._original["eval_text"](text, symbols)
        if isinstance(value, str) and len(value) > self.trace.limits["max_items"]:
            raise TooLargeError("max_items", f"a text has {len(value):,} characters")
        return value

    def _settable(self, value: Any, place: Place) -> Marked:
        """The value of a ``xacro:attribute``, which knows who sets it."""
        if not isinstance(value, str):
            kind = type(value).__name__
            message = (
                f"the xacro package cannot write a value of type {kind} here; use ${{str(...)}}"
            )
            self.trace.warn("value", message)
        return marked(str(value), place, self.trace.chain)

    # Attributes of xacro tags

    def check_attrs(self, tag: Node, required: list[str], optional: list[str]) -> list[Any]:
        """The values of the attributes of a xacro tag."""
        self.trace.seen = tag
        values: list[Any] = self._original["check_attrs"](tag, required, optional)
        if tag.tagName == "xacro:arg":
            name, default = values
            self.inventory.argument(self._origin(tag), plain(name), plain(default))
        return values

    def reqd_attrs(self, tag: Node, attrs: list[str]) -> list[Any]:
        """The values of attributes that must be there."""
        self.trace.seen = tag
        try:
            values: list[Any] = self._original["reqd_attrs"](tag, attrs)
        except Exception as error:
            missing = next((name for name in attrs if not tag.hasAttribute(name)), "")
            message = f"<{tag.tagName}> needs the attribute {missing!r}"
            frame, known = self.trace.at_node(tag), tag.attributes.keys()
            self.trace.note(
                error, frame, kind="attribute", message=message, name=missing, known=known
            )
            raise
        return values

    # Macros

    def grab_macro(self, elt: Node, macros: Any) -> None:
        """Defines a macro."""
        name, parameters = elt.getAttribute("name"), elt.getAttribute("params")
        at, self.trace.at = self.trace.at, self.trace.at_node(elt, "params").place
        try:
            self._original["grab_macro"](elt, macros)
        except Exception as error:
            if isinstance(error, IndexError):
                frame = self.trace.at_node(elt, "params")
                message = "the parameters cannot be read"
                self.trace.note(error, frame, kind="attribute", message=message)
            self._blame_definition(error, elt)
            raise
        finally:
            self.trace.at = at
        name = plain(name).removeprefix("xacro:")
        self.inventory.macro(self._origin(elt), name, plain(parameters))
        stamp = stamp_of(elt)
        macro = dict.get(macros, name)
        if stamp is None or macro is None:
            return
        place = Place(stamp.file, stamp.element, "params", "default")
        for parameter, (forward, default) in macro.defaultmap.items():
            if default is not None and "$" in default:
                macro.defaultmap[parameter] = forward, marked(default, place)

    def handle_macro_call(self, node: Node, macros: Any, symbols: Any) -> Any:
        """Calls the macro that an element names; false for one that names none."""
        tag = node.tagName
        if not tag.startswith("xacro:"):
            return False
        trace = self.trace
        trace.seen = node
        if tag == "xacro:call":  # the call itself comes in a moment, under its name
            return self._original["handle_macro_call"](node, macros, symbols)
        stamp = stamp_of(node) or Stamp(0, 0)
        trace.calls.append(Chain(0, tag[6:], stamp.file, stamp.element))
        if len(trace.calls) > trace.limits["max_calls"]:
            raise trace.over("max_calls", f"macros call each other too deeply: {self._nest()}")
        try:
            return self._original["handle_macro_call"](node, macros, symbols)
        except Exception as error:
            self._blame_call(error, node, macros, symbols)
            raise
        finally:
            trace.calls.pop()

    def _nest(self) -> str:
        """The innermost macro calls, as a message shows them."""
        names = [call.macro for call in self.trace.calls[-4:]]
        return " calls ".join(repr(name) for name in names)

    def _blame_call(self, error: Exception, node: Node, macros: Any, symbols: Any) -> None:
        """Says why a macro cannot be called, where nothing closer has said so."""
        trace, words, name = self.trace, str(error), node.tagName[6:]
        if words.startswith("unknown macro name"):
            message = f"there is no macro {name!r}"
            visible = list(_macro_names(macros))
            frame = trace.at_node(node)
            trace.note(error, frame, kind="macro", message=message, name=name, known=visible)
        elif words.startswith("Invalid parameter"):
            _, _, macro = self._original["resolve_macro"](name, macros, symbols)
            wrong = next((a for a, _ in node.attributes.items() if a not in macro.params), "")
            message = f"the macro {name!r} has no parameter {wrong!r}"
            known = [p for p in macro.params if not p.startswith("*")]
            frame = trace.at_node(node, wrong)
            trace.note(error, frame, kind="parameter", message=message, name=wrong, known=known)
        elif words.startswith("Undefined parameters"):
            missing = words[words.find("[") + 1 : words.find("]")].split(",")
            names = ", ".join(repr(n) for n in missing)
            message = f"the call of the macro {name!r} lacks {names}"
            frame, known = trace.at_node(node), list(node.attributes.keys())
            trace.note(
                error, frame, kind="parameter", message=message, name=missing[0], known=known
            )
        elif words.startswith("Undefined property to forward"):
            wanted = words.rpartition(": ")[2].split(" ")[0]
            message = (
                f"the macro {name!r} takes the property {wanted!r} of its caller, who has none"
            )
            frame, known = trace.at_node(node), visible_names(symbols)
            trace.note(error, frame, kind="property", message=message, name=wanted, known=known)
        elif words.startswith("Not enough blocks"):
            _, _, macro = self._original["resolve_macro"](name, macros, symbols)
            blocks = [p.lstrip("*") for p in macro.params if p.startswith("*")]
            given = sum(child.nodeType == child.ELEMENT_NODE for child in node.childNodes)
            absent = blocks[given] if given < len(blocks) else ""
            message = f"the call of the macro {name!r} lacks the block {absent!r}"
            trace.note(error, trace.at_node(node), kind="block", message=message, name=absent)
        elif words.startswith("Unused block"):
            left = words.partition('"')[2].rpartition('"')[0]
            message = f"the macro {name!r} takes no block <{left}> here"
            trace.note(error, trace.at_node(node), kind="block", message=message, name=left)
        else:
            trace.note(error, trace.at_node(node))

    def resolve_macro(self, fullname: str, macros: Any, symbols: Any) -> Any:
        """The macro of a name, and the tables it is called with."""
        found = self._original["resolve_macro"](fullname, macros, symbols)
        stamp = stamp_of(found[2].body)
        if stamp is not None:
            known = self.inventory.macros.get((stamp.file, stamp.element))
            if known is not None:
                known["uses"] += 1
        return found

    def _blame_definition(self, error: Exception, node: Node) -> None:
        """Remembers a fault by how the package's words for it begin."""
        words = str(error)
        kind = next((kind for start, kind in _DEFINITIONS if words.startswith(start)), None)
        frame = self.trace.at_node(node, "name" if kind == "name" else None)
        if kind is None:
            self.trace.note(error, frame)
        else:
            self.trace.note(error, frame, kind=kind, message=words)

    # Properties

    def grab_property(self, elt: Node, table: Any) -> None:
        """Defines a property."""
        name = plain(elt.getAttribute("name"))
        self._defining = self.inventory.property(self._origin(elt), name)
        try:
            self._original["grab_property"](elt, table)
        except Exception as error:
            self._blame_definition(error, elt)
            raise
        finally:
            self._defining = None

    def _setitem(self, table: Any, key: str, value: Any, unevaluated: bool) -> None:
        self._original["setitem"](table, key, value, unevaluated)
        known = table.__dict__.setdefault(_USES, {})
        known[key] = self._defining
        stored = dict.__getitem__(table, key)
        if isinstance(value, Marked) and type(stored) is str and "$" in stored:
            dict.__setitem__(table, key, marked(stored, value.place))  # it lost its quotes

    def _resolve(self, table: Any, key: str) -> Any:
        definition = table.__dict__.get(_USES, {}).get(key)
        if definition is not None:
            definition["uses"] += 1
        if key in table.unevaluated and key in table.recursive:
            chain = [*table.recursive, key]
            chain = chain[chain.index(key) :]
            error = self.xacro.XacroException("circular variable definition")
            message = f"properties are defined by each other: {' needs '.join(chain)}"
            self.trace.note(error, kind="circular", message=message, name=key)
            raise error
        return self._original["resolve"](table, key)

    def _origin(self, node: Node) -> tuple[int, int, int]:
        """File, element and chain of calls of a definition."""
        stamp = stamp_of(node)
        return (0, 0, 0) if stamp is None else (stamp.file, stamp.element, self.trace.chain)

    # Files

    def process_include(self, elt: Node, macros: Any, symbols: Any, func: Any) -> None:
        """Includes files."""

        def evaluate(root: Node, macros: Any, symbols: Any) -> None:
            self._body_is_next = False  # a root may be called xacro:macro, and is no body of one
            func(root, macros, symbols)

        trace = self.trace
        stack = self.xacro.filestack
        if len(stack) > trace.limits["max_includes"]:
            names = " includes ".join(repr(os.path.basename(name or "")) for name in stack[-4:])
            frame = trace.at_node(elt)
            message = f"files include each other too deeply: {names}"
            raise trace.stop("limit", message, frame, name="max_includes")
        trace.includes.append(elt)
        at, trace.at = trace.at, trace.at_node(elt).place
        try:
            self._original["process_include"](elt, macros, symbols, evaluate)
        except Exception as error:
            trace.note(error, trace.at_node(elt))
            raise
        finally:
            trace.includes.pop()
            trace.at = at


def _condition(words: str) -> str:
    """What a condition came to; the package quotes it behind the text of the condition."""
    value = words.partition('" evaluated to "')[2].partition('", which')[0]
    return f"the condition is {value!r}, which is neither true nor false"


def visible_names(symbols: Any) -> list[str]:
    """The names that an expression can use here."""
    found: dict[str, None] = {}
    while symbols is not None:
        found.update(dict.fromkeys(symbols))
        symbols = getattr(symbols, "parent", None)
    return [name for name in found if name != "__builtins__"]


def _macro_names(macros: Any) -> Iterator[str]:
    """The macros that can be called here."""
    while macros is not None:
        for name, macro in macros.items():
            if isinstance(macro, dict):
                yield from (f"{name}.{inner}" for inner in dict.keys(macro))
            else:
                yield name
        macros = getattr(macros, "parent", None)
