"""Macros: their definition and their calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.xacro._parameters import parse_parameters
from bodyplan.xacro._processor import Frame
from bodyplan.xacro._symbols import (
    Entry,
    Macro,
    Macros,
    Place,
    PoisonedError,
    Table,
    Use,
    stored,
)
from bodyplan.xacro._tags import Tags
from bodyplan.xacro.expansion import Call
from bodyplan.xacro.expressions.values import Value
from bodyplan.xacro.nodes import PREFIX, Element, Static, Trail

if TYPE_CHECKING:
    from bodyplan.xacro._problems import Problems
    from bodyplan.xacro._substitution import TextEvaluator
    from bodyplan.xacro.limits import XacroLimits


class Calling:
    """A call of a macro.

    Args:
        tag: the tag that calls the macro.
        name: the name in the call, without ``xacro:``.
        frame: the frame (scope and output) in which the tag is evaluated.
        macro: the macro.
        macros: the macros that the body of the macro can call.
        symbols: the names that expressions in the body can use.
    """

    __slots__ = (
        "body",
        "frame",
        "is_misspelled",
        "macro",
        "macros",
        "missing",
        "name",
        "symbols",
        "tag",
        "trail",
    )

    def __init__(
        self,
        tag: Element,
        name: str,
        frame: Frame,
        macro: Macro,
        macros: Macros,
        symbols: Table,
    ) -> None:
        self.tag = tag
        self.name = name
        self.frame = frame
        self.macro = macro
        self.macros = macros
        self.symbols = symbols
        self.body = macro.body
        self.missing = list(macro.parameters)
        """The parameters that have no value yet."""
        self.is_misspelled = False
        """Whether an argument has an unknown name, so that a missing parameter may be misspelt."""
        self.trail = Trail(frame.trail, Call(name, tag.file, tag.number))


class Language(Tags):
    """Evaluates the tags that define and call macros.

    Args:
        texts: evaluates texts.
        problems: records what goes wrong.
        limits: the limits of the expansion.
    """

    def __init__(self, texts: TextEvaluator, problems: Problems, limits: XacroLimits) -> None:
        super().__init__(texts, problems, limits)
        self.macros: dict[tuple[int, int], Use] = {}

    def tag(self, child: Element, frame: Frame) -> Frame | None:
        """Evaluate a xacro tag; return a frame that remains to be evaluated, or None."""
        handler = self._handlers.get(child.tag)
        if handler is not None:
            return handler(child, frame)
        if child.tag == "xacro:macro":
            self._define_macro(child, frame)
            return None
        if child.tag == "xacro:call":
            return self._dynamic_call(child, frame)
        return self._call(child, child.attributes, child.tag.removeprefix(PREFIX), frame)

    # Definition

    def _define_macro(self, tag: Element, frame: Frame) -> None:
        self.drop_comments(frame)
        found = self.attributes(tag, frame, ("name",), ("params",))
        if found is None:
            return
        name = found["name"]
        message = ""
        if name == "call":
            message = "'call' is not a valid macro name"
        elif "." in name:
            message = f"macro name {quoted(name)} must not contain a dot"
        if message:
            self.complain("name", message, tag, frame, "name", name=name)
            return
        if name.startswith(PREFIX):
            message = f"macro name {quoted(name)} must not have the prefix xacro:"
            place = Place(tag, None, frame.trail)
            self.problems.warn("deprecated", message, place, name=name)
            name = name.removeprefix(PREFIX)
        place = Place(tag, "params", frame.trail)
        try:
            names, defaults = self._parameters(found.get("params", ""), place)
        except PoisonedError:
            return
        first = Use(name, Place(tag, None, frame.trail), found.get("params", ""))
        use = self.macros.setdefault((tag.file, tag.number), first)
        known = frame.macros.entries.get(name)
        if type(known) is Macro:
            # The macro object itself is changed, so that calls in progress use the new definition,
            # too.
            if use is first:
                use.replaces = known.definition.place
            known.body, known.parameters, known.defaults = tag, names, defaults
            known.definition = use
        elif known is not None:
            message = f"macro {quoted(name)}: an include has a namespace of this name"
            self.complain("name", message, tag, frame, "name", name=name)
        else:
            frame.macros.entries[name] = Macro(tag, names, defaults, use)

    def _parameters(
        self, text: str, place: Place
    ) -> tuple[tuple[str, ...], dict[str, tuple[str | None, str | None]]]:
        """Return the names and defaults of the parameters that a macro declares.

        Raises:
            PoisonedError: the declaration is not valid; the problem is recorded.
        """
        try:
            return self.settled(lambda: parse_parameters(text, self.texts.spend), place)  # type: ignore[no-any-return]
        except ValueError as error:
            element = Place(place.element, None, place.trail)
            self.problems.add("attribute", str(error), element, name="params")
            raise PoisonedError from None

    # Calls

    def _dynamic_call(self, tag: Element, frame: Frame) -> Frame | None:
        attributes = dict(tag.attributes)
        text = attributes.pop("macro", None)
        if not text:
            message = "missing required attribute 'macro' on <xacro:call>"
            self.complain("attribute", message, tag, frame, name="macro", known=attributes)
            return None
        place = Place(tag, "macro", frame.trail)
        try:
            name = self.settled_text(self.value(text, place, frame.symbols), place)
        except PoisonedError:
            return self._content(tag, frame)
        return self._call(tag, attributes, name, frame)

    def _call(
        self, tag: Element, attributes: dict[str, str], name: str, frame: Frame
    ) -> Frame | None:
        found = self._resolved(name, frame)
        if found is None:
            message = f"macro {quoted(name)} is not defined"
            known = frame.macros.names()
            self.complain("macro", message, tag, frame, name=name, known=known)
            for attribute, text in attributes.items():
                self.text(text, Place(tag, attribute, frame.trail), frame.symbols)
            return self._content(tag, frame)
        macro, macros, symbols = found
        macro.definition.uses += 1
        if frame.calls >= self.limits.max_calls:
            names = [quoted(one.macro) for one in frame.trail.calls[-3:]]
            shown = " -> ".join([*names, quoted(name)])
            self.exceeded("max_calls", f"macro calls are nested too deeply: {shown}", tag, frame)
        call = Calling(tag, name, frame, macro, Macros(macros), self.table(symbols))
        # each argument of a call is searched in the list of parameters
        count = len(macro.parameters)
        steps = len(attributes) * count // 8 + 20 * count + count * count // 64
        self.spend(steps, tag, frame.trail)
        for attribute, text in attributes.items():
            self._bind_argument(call, attribute, text)
        inner = self._content(tag, frame)
        inner.calls += 1
        inner.finish = lambda: self._expand(call, inner.target)
        return inner

    def _content(self, tag: Element, frame: Frame) -> Frame:
        """Return a frame that evaluates the children of a macro call into a separate element."""
        target = Element(tag.tag, {}, tag.file, tag.number, frame.trail)
        return self.inside(tag, target, frame)

    def _resolved(self, name: str, frame: Frame) -> tuple[Macro, Macros, Table] | None:
        """Return the macro that a call names, and the macros and symbols of its body's scope."""
        macros, symbols = frame.macros, frame.symbols
        found = macros.lookup(name)
        if found is None:
            *spaces, last = name.split(".")
            for space in spaces:
                outer = macros.lookup(space)
                entry = symbols.find(space)
                if type(outer) is not Macros or entry is None or type(entry.value) is not Table:
                    return None
                macros, symbols = outer, entry.value
            found = macros.lookup(last) if spaces else None
        return (found, macros, symbols) if type(found) is Macro else None

    def _bind_argument(self, call: Calling, attribute: str, text: str) -> None:
        """Assign an argument of a call to its parameter."""
        tag, frame, symbols = call.tag, call.frame, call.frame.symbols
        is_wanted = attribute in call.missing
        if is_wanted:
            call.missing.remove(attribute)
        else:
            call.is_misspelled = True
            known = [one for one in call.macro.parameters if one[0] != "*"]
            message = f"macro {quoted(call.name)} has no parameter {quoted(attribute)}"
            self.complain("parameter", message, tag, frame, attribute, name=attribute, known=known)
        try:
            value = self.value(text, (tag, attribute, frame.trail), symbols)
            entry = stored(value, lazy=False)
        except PoisonedError:
            entry = Entry("", "poisoned")
        if is_wanted:
            self.store(call.symbols, attribute, entry, tag, frame)

    def _expand(self, call: Calling, content: Element) -> Frame:
        """Bind the arguments of a call, and return a frame that evaluates the body of the macro.

        Args:
            call: the call.
            content: the evaluated children of the call.
        """
        self._bind_blocks(call, content)
        self._bind_defaults(call)
        if call.missing and not call.is_misspelled:
            names = ", ".join(map(quoted, call.missing))
            noun = "parameter" if len(call.missing) == 1 else "parameters"
            message = f"call of macro {quoted(call.name)}: missing {noun} {names}"
            self.complain(
                "missing_parameter", message, call.tag, call.frame, name=call.missing[0],
                known=call.tag.attributes,
            )  # fmt: skip
        for name in call.missing:
            call.symbols.entries[name] = Entry("", "poisoned")
        call.macros.skip_empty()
        frame = call.frame
        inner = Frame(call.body, call.body, call.macros, call.symbols, call.trail, frame.calls + 1)
        body = inner.target = self.made(call.body, inner)

        def finish() -> None:
            self.drop_comments(frame)
            self.lift_namespaces(body, call.tag, frame)
            self.join(body, frame.target)

        inner.finish = finish
        return inner

    def _bind_blocks(self, call: Calling, content: Element) -> None:
        """Assign the child elements of a call to the block parameters of the macro, in order."""
        blocks = (one for one in content.children if type(one) in {Element, Static})
        for name in [one for one in call.missing if one[0] == "*"]:
            call.missing.remove(name)
            block = next(blocks, None)
            # the call to which the block was not passed has already reported it
            if block is None and _has_lost_block(call):
                call.symbols.entries[name] = Entry("", "poisoned")
            elif block is None:
                shown = quoted(name.lstrip("*"))
                message = f"call of macro {quoted(call.name)}: missing block {shown}"
                self.complain("block_count", message, call.tag, call.frame, name=name.lstrip("*"))
                call.symbols.entries[name] = Entry("", "poisoned")
            else:
                call.symbols.entries[name] = Entry(block)
        left = next(blocks, None)
        if left is not None:
            tag = left.element.tag if type(left) is Static else getattr(left, "tag", "")
            message = f"macro {quoted(call.name)} has no parameter for the block <{tag}>"
            self.complain("block_count", message, call.tag, call.frame, name=tag)

    def _bind_defaults(self, call: Calling) -> None:
        """Assign to each parameter for which the call has no argument its default value."""
        macro = call.macro
        for name in call.missing[:]:
            forward, default = macro.defaults.get(name, (None, None))
            if forward is None and default is None:
                continue
            call.missing.remove(name)
            place = Place(macro.body, "params", call.trail)
            try:
                value = self._default(call, forward, default, place)
                entry = stored(value, lazy=False)
            except PoisonedError:
                entry = Entry("", "poisoned")
            self.store(call.symbols, name, entry, call.tag, call.frame)

    def _default(
        self, call: Calling, forward: str | None, default: str | None, place: Place
    ) -> Value:
        """Return the default value of a parameter.

        Raises:
            PoisonedError: the default cannot be evaluated; the problem is recorded.
        """
        symbols = call.frame.symbols
        if forward is not None:
            try:
                tag = Place(call.tag, None, call.frame.trail)
                return self.settled(lambda: self.texts.property(forward, symbols), tag)
            except KeyError:
                if default is None:
                    message = (
                        f"macro {quoted(call.name)} requires property {quoted(forward)} from its "
                        "caller, which does not define it"
                    )
                    known = symbols.names()
                    self.complain(
                        "property", message, call.tag, call.frame, name=forward, known=known
                    )
                    raise PoisonedError from None
        return self.value(default or "", place, symbols)


def _has_lost_block(call: Calling) -> bool:
    """Return whether a call passes on a block that the calling macro itself did not receive."""
    for child in call.tag.children:
        if type(child) is Element and child.tag == f"{PREFIX}insert_block":
            name = child.attributes.get("name", "")
            entry = call.frame.symbols.find(f"**{name}") or call.frame.symbols.find(f"*{name}")
            if entry is not None and entry.state == "poisoned":
                return True
    return False
