"""The processor: visits the tree of a file and builds the expanded tree.

Elements are evaluated in document order, with an explicit stack instead of Python's recursion, so
that ``XacroLimits`` alone limits the nesting. The result of a xacro tag is first collected in a
temporary element; its children are then moved to the parent element.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from bodyplan.core import quoted
from bodyplan.text import over
from bodyplan.xacro._problems import Problems
from bodyplan.xacro._substitution import TextEvaluator
from bodyplan.xacro._symbols import BOOLEANS, Entry, Macros, Place, PoisonedError, Table
from bodyplan.xacro.expressions.values import ExpressionError, Value
from bodyplan.xacro.nodes import (
    DECLARATION,
    PREFIX,
    SEPARATING,
    SWITCH,
    Element,
    Node,
    Other,
    Separator,
    Static,
    Trail,
    forbidden,
)

if TYPE_CHECKING:
    from bodyplan.xacro.expansion import ProblemKind
    from bodyplan.xacro.limits import XacroLimits


Written: TypeAlias = tuple[Element, str | None, Trail]
"""The location of a text, as a tuple of the fields of a ``Place``: a tuple is faster to create."""


class OptionalFileError(Exception):
    """A file cannot be read, and the reference to it is in a file of an optional include."""


class Frame:
    """An element whose children are being evaluated, with their scope.

    Args:
        source: the element in the source file.
        target: the element of the expanded tree to which the results are appended.
        macros: the macros that can be called.
        symbols: the names that expressions can use.
        trail: the macro calls that lead to the element.
        calls: the nesting depth of macro calls.
        finish: a function that is called after all children are evaluated; if it returns a frame,
            that frame is evaluated next.
    """

    __slots__ = (
        "calls",
        "catches",
        "children",
        "evaluates_comments",
        "finish",
        "index",
        "macros",
        "source",
        "symbols",
        "target",
        "trail",
    )

    def __init__(
        self,
        source: Element,
        target: Element,
        macros: Macros,
        symbols: Table,
        trail: Trail,
        calls: int,
        finish: Callable[[], Frame | None] | None = None,
    ) -> None:
        self.source = source
        self.children: Sequence[Node] = source.children
        self.index = 0
        self.target = target
        self.macros = macros
        self.symbols = symbols
        self.trail = trail
        self.calls = calls
        """Number of nested macro calls, including the calls whose blocks are being evaluated."""
        self.finish = finish
        self.catches: Callable[[], Frame | None] | None = None
        """For an optional include: a function that continues after an unreadable file."""
        self.evaluates_comments = False


class Processor:
    """Evaluates elements; the subclass ``Tags`` in ``_tags`` implements each xacro tag.

    Args:
        texts: evaluates texts.
        problems: records what goes wrong.
        limits: the limits of the expansion.
    """

    def __init__(self, texts: TextEvaluator, problems: Problems, limits: XacroLimits) -> None:
        self.texts = texts
        self.problems = problems
        self.limits = limits
        self.frames: list[Frame] = []
        self.elements = 0
        self._most_elements = limits.max_elements
        self._separator = Separator(SEPARATING)
        self._separator_frame: Frame | None = None
        self._separator_list: list[Node] | None = None

    def tag(self, child: Element, frame: Frame) -> Frame | None:
        """Evaluate a xacro tag; return a frame that remains to be evaluated, or None."""
        raise NotImplementedError

    # Texts, with their locations

    def value(self, text: str, place: Written, symbols: Table) -> Value:
        """Return the value of a text.

        Raises:
            PoisonedError: the text has no value; the problem is recorded.
            OptionalFileError: a file inside an optional include cannot be read.
        """
        if "$" not in text:
            return text
        self.problems.here = place
        try:
            return self.texts.value(text, symbols)
        except ExpressionError as error:
            raise self._poisoned(error) from None

    def text(self, text: str, place: Written, symbols: Table) -> str:
        """Return the value of a text as a string; if it has no value, record why and return ""."""
        if "$" not in text:
            return text
        self.problems.here = place
        try:
            value = self.texts.value(text, symbols)
            made: str = value if type(value) is str else self.texts.as_text(value)
            wrong = forbidden(made)
            if wrong is None:
                return made
            message = f"the value has the character {wrong!a}, which XML does not allow"
            raise ExpressionError("error", message)
        except ExpressionError as error:
            self._poisoned(error)
        except PoisonedError:
            pass
        return ""

    def settled(self, compute: Callable[[], Value], place: Written) -> Value:
        """Call a function that evaluates the text at a location, and return its result.

        Raises:
            PoisonedError: the text has no value; the problem is recorded.
            OptionalFileError: a file inside an optional include cannot be read.
        """
        self.problems.here = place
        try:
            return compute()
        except ExpressionError as error:
            raise self._poisoned(error) from None

    def _poisoned(self, error: ExpressionError) -> PoisonedError:
        """Record why a text has no value, and return the exception to raise.

        Raises:
            OptionalFileError: a file inside an optional include cannot be read.
        """
        if error.kind == "file" and self._is_optional():
            raise OptionalFileError
        self.problems.record(error)
        return PoisonedError()

    def _is_optional(self) -> bool:
        return any(frame.catches is not None for frame in self.frames)

    # Elements

    def run(self, first: Frame) -> None:
        """Evaluate the children of a frame, including all frames that this adds to the stack."""
        self.frames.append(first)
        while self.frames:
            try:
                self._go_on()
            except OptionalFileError:
                while (catches := self.frames.pop().catches) is None:
                    pass
                self._push(catches())

    def _push(self, frame: Frame | None) -> None:
        if frame is not None:
            self.frames.append(frame)
        elif self.frames:
            self._settle_separator(self.frames[-1])

    def _go_on(self) -> None:
        """Evaluate until the stack of frames is empty."""
        frames = self.frames
        while frames:
            frame = frames[-1]
            children, output = frame.children, frame.target.children
            inner: Frame | None = None
            index, size = frame.index, len(children)
            if not index:
                self.spend(size, frame.source, frame.trail)
            while index < size:
                child = children[index]
                index += 1
                kind = type(child)
                if kind is str:
                    text: str = child  # type: ignore[assignment]
                    if "$" in text:
                        text = self.text(text, (frame.source, None, frame.trail), frame.symbols)
                    if frame.evaluates_comments and text and not text.isspace():
                        frame.evaluates_comments = False
                    output.append(text)
                elif kind is Element:
                    element: Element = child  # type: ignore[assignment]
                    frame.evaluates_comments = False
                    frame.index = index
                    if element.size:
                        self.count(element.size, element, frame)
                        output.append(Static(element, frame.trail))
                    elif element.tag[:6] == "xacro:":
                        self.count(1, element, frame)
                        inner = self.tag(element, frame)
                        if inner is not None:
                            break
                        if self._separator_frame is frame:
                            self._settle_separator(frame)
                    else:
                        made = self.made(element, frame)
                        output.append(made)
                        if element.children:
                            inner = self.inside(element, made, frame)
                            break
                elif kind is Static:
                    static: Static = child  # type: ignore[assignment]
                    frame.evaluates_comments = False
                    self.count(static.element.size, static.element, frame)
                    output.append(static)
                else:
                    self._append_other(child, frame)
            frame.index = index
            if inner is None:
                frames.pop()
                if frame.finish is not None:
                    inner = frame.finish()
                if inner is None:
                    if frames and self._separator_frame is frames[-1]:
                        self._settle_separator(frames[-1])
                    continue
            frames.append(inner)

    def inside(
        self,
        source: Element,
        target: Element,
        frame: Frame,
        finish: Callable[[], Frame | None] | None = None,
    ) -> Frame:
        """Return a frame that evaluates an element's children in the scope of another frame."""
        return Frame(source, target, frame.macros, frame.symbols, frame.trail, frame.calls, finish)

    def made(self, element: Element, frame: Frame) -> Element:
        """Return the expanded element for a source element: evaluated attributes, no children."""
        self.count(1, element, frame)
        trail = element.trail or frame.trail
        attributes = dict(element.attributes)
        is_dynamic = False
        if element.is_dynamic:
            self.spend(len(attributes), element, frame.trail)
            for name, text in element.attributes.items():
                if name[:6] == PREFIX or name == DECLARATION:
                    del attributes[name]
                elif "$" in text:
                    value = self.text(text, (element, name, frame.trail), frame.symbols)
                    attributes[name] = value
                    is_dynamic = is_dynamic or "$" in value
        made = Element(element.tag, attributes, element.file, element.number, trail)
        made.is_dynamic = is_dynamic
        made.setters = element.setters
        return made

    def count(self, elements: int, element: Element, frame: Frame) -> None:
        """Add to the number of evaluated elements, and check it against the limit."""
        self.elements += elements
        if self.elements > self._most_elements:
            self.exceeded("max_elements", "the expansion has too many elements", element, frame)

    def spend(self, steps: int, element: Element, trail: Trail) -> None:
        """Count steps of work that the number of elements does not limit, such as on attributes.

        Raises:
            StopError: the limit on steps is exceeded.
        """
        evaluation = self.texts.evaluation
        evaluation.left -= steps
        if evaluation.left < 0:
            try:
                evaluation.spend(0)
            except ExpressionError as error:
                place = Place(element, None, trail)
                self.problems.add(error.kind, error.message, place, name=error.name)

    def exceeded(self, limit: str, message: str, element: Element, frame: Frame) -> None:
        """Record that a limit is exceeded, and end the expansion.

        Raises:
            StopError: always.
        """
        message = f"{message}: {over(limit, getattr(self.limits, limit))}"
        self.problems.add("limit", message, Place(element, None, frame.trail), name=limit)

    def _append_other(self, child: Node, frame: Frame) -> None:
        """Copy a CDATA section, processing instruction or comment; comments may be evaluated."""
        if type(child) is Other and child.kind == "comment":
            if SWITCH in child.data:
                frame.evaluates_comments = f"{SWITCH}:off" not in child.data
                return
            if frame.evaluates_comments and "$" in child.data:
                data = self.text(child.data, (frame.source, None, frame.trail), frame.symbols)
                child = Other("comment", data)
        frame.target.children.append(SEPARATING if type(child) is Separator else child)

    # Comments before a xacro tag, and the output of the tag

    def drop_comments(self, frame: Frame) -> None:
        """Remove the comments before the tag that is being evaluated.

        The comments may be separated by blank text with at most one newline. Unless the tag is the
        last child, the separator is then placed after the output of the tag, so that later tags
        do not remove comments before this tag.
        """
        output = frame.target.children
        last = len(output) - 1
        while last >= 0:
            node = output[last]
            if isinstance(node, str) and node.isspace() and node.count("\n") <= 1:
                last -= 1
                node = output[last] if last >= 0 else ""
            if type(node) is Other and node.kind == "comment":
                del output[last]
                last -= 1
            else:
                if frame.index < len(frame.children):
                    self._take_separator()
                    self._separator_frame = frame
                return

    def _take_separator(self) -> None:
        """Remove the separator from the list of children that contains it."""
        self._separator_frame = None
        place, self._separator_list = self._separator_list, None
        if place is not None:
            for index in range(len(place) - 1, -1, -1):
                if place[index] is self._separator:
                    del place[index]
                    return

    def _settle_separator(self, frame: Frame) -> None:
        """Append the separator after the output of a tag, if ``drop_comments`` moved it there."""
        if self._separator_frame is frame:
            frame.target.children.append(self._separator)
            self._separator_list = frame.target.children
            self._separator_frame = None

    def join(self, made: Element, target: Element) -> None:
        """Move the output of an evaluated tag to the parent element."""
        if self._separator_list is made.children:
            self._separator_list = target.children
        target.children += made.children

    def has_separator(self, element: Element) -> bool:
        """Return whether an element contains the separator."""
        place = self._separator_list
        if place is None or not element.children:
            return False
        return any(one.children is place for one in element.iter())

    # Attributes of tags

    def attributes(
        self, tag: Element, frame: Frame, required: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> dict[str, str] | None:
        """Return the attributes of a tag; None if a required one is missing, which is recorded."""
        found = tag.attributes
        for name in required:
            if name not in found:
                message = f"missing required attribute {quoted(name)} on <{tag.tag}>"
                self.complain("attribute", message, tag, frame, name=name, known=found)
                return None
        for name in found:
            if name not in required and name not in optional and not name.startswith("xmlns:"):
                extra = [a for a in found if a not in (*required, *optional) and a[:6] != "xmlns:"]
                self.ignored(
                    f"unknown attribute {', '.join(map(quoted, extra))} on <{tag.tag}>",
                    tag,
                    frame,
                    name=", ".join(extra),
                )
                break
        return found

    def complain(
        self,
        kind: ProblemKind,
        message: str,
        tag: Element,
        frame: Frame,
        attribute: str | None = None,
        **more: object,
    ) -> None:
        """Record a problem of a tag; ``more`` has further arguments for ``Problems.add``."""
        self.problems.add(kind, message, Place(tag, attribute, frame.trail), **more)  # type: ignore[arg-type]

    def ignored(self, message: str, tag: Element, frame: Frame, name: str = "") -> None:
        """Record a warning that part of a tag is ignored."""
        self.problems.warn("ignored", message, Place(tag, None, frame.trail), name=name)

    def boolean(self, value: Value, place: Place) -> bool:
        """Return whether a value is true.

        Raises:
            PoisonedError: the value is neither true nor false; the problem is recorded.
        """
        if type(value) is not str:
            return bool(value)
        if value in BOOLEANS:
            return BOOLEANS[value]
        try:
            return bool(int(value))
        except ValueError:
            message = f"the value {quoted(value)} is neither true nor false"
            self.problems.add("condition", message, place, name=value)
            raise PoisonedError from None

    # Names

    def table(self, parent: Table | None, *, is_namespace: bool = False) -> Table:
        """Return a new scope."""
        return Table(parent, self.texts.resolve, is_namespace=is_namespace)

    def store(self, table: Table, name: str, entry: Entry, tag: Element, frame: Frame) -> None:
        """Define a name in a scope."""
        if self.texts.is_global(name):
            message = f"{quoted(name)} hides a name of the expression language"
            self.problems.warn("redefined", message, Place(tag, None, frame.trail), name=name)
        table.entries[name] = entry
