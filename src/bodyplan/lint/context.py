"""The context of a rule: the document, look-ups, and methods that create diagnostics and fixes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from bodyplan.core import Record, quoted
from bodyplan.diag import Budget, Diagnostic, Fix, Kind, Safety, Severity, Where
from bodyplan.formats.document import Document
from bodyplan.formats.registry import robot_of
from bodyplan.lint._parts import Place, hub_of
from bodyplan.spec import Element, Part, Raw, Version, change, spec_of
from bodyplan.spec.bind import by_class, owners, walk
from bodyplan.spec.recorder import Places
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.formats.urdf import Robot
    from bodyplan.lint._robot_index import RobotIndex
    from bodyplan.model import Parts
    from bodyplan.model import Robot as Model
    from bodyplan.resources import Resources

FixMaker = Callable[[], Fix | None]
T = TypeVar("T")


_OFTEN_UNNAMED = frozenset({"visual", "collision", "inertial"})
_PARTS = _OFTEN_UNNAMED | frozenset(
    {"sensor", "light", "particle_emitter", "projector", "battery", "camera", "animation"}
)
"""Elements that messages name together with the link, joint or sensor that contains them."""
_WHOLES = frozenset(
    {"link", "joint", "frame", "model", "world", "actor", "physics", "plugin", "gripper", "road"}
    | {"population"}
)
"""Elements that messages name by their own name only."""


class CheckRun:
    """Settings and cached results that all files of one invocation share."""

    def __init__(self) -> None:
        self._made: dict[Callable[[], Any], Any] = {}
        self.watch: Callable[[int, int], None] | None = None
        """Called with the number of opened meshes of a file, and the number of all its meshes."""
        self.partner_folder: str | None = None
        """Base folder of relative URIs in the robot of an SRDF; None without a file."""
        self.is_of_folder = False
        """Whether the file was found in a folder whose other files are checked too."""
        self.budget: Budget | None = None
        """Limit on the search for similar names, shared by all checks; None for one limit per
        document."""

    def once(self, make: Callable[[], T]) -> T:
        """Return the cached result of a function, which is called at the first request of any file.

        Args:
            make: a class, or a function at module level.
        """
        if make not in self._made:
            self._made[make] = make()
        made: T = self._made[make]
        return made


class Context:
    """One document under check.

    Args:
        document: the checked document.
        robot: the robot that a model_state or SRDF belongs to, if it is known; for an SRDF it may
            be a ``model``.
        resources: finds meshes.
        run: the cache that all files of one invocation share.
        opens_meshes: whether rules may open meshes.
        computes_collisions: whether rules may compute collisions between links.
    """

    def __init__(
        self,
        document: Document,
        robot: Robot | Model | None = None,
        resources: Resources | None = None,
        run: CheckRun | None = None,
        *,
        opens_meshes: bool = False,
        computes_collisions: bool = False,
    ) -> None:
        self.document = document
        self.opens_meshes = opens_meshes
        self.computes_collisions = computes_collisions
        self.run = run or CheckRun()
        self._resources = resources
        self.kind: Kind
        """The kind of the rule that is running; the runner sets it."""
        self.severity: Severity | None = None
        """The severity of this rule in this format; None for the severity of the kind."""
        self.partner = robot
        """The robot that a model_state or SRDF belongs to."""
        self._made: dict[Callable[[Context], Any], Any] = {}

    def once(self, make: Callable[[Context], T]) -> T:
        """Return the cached result of a function of this context, called at the first request.

        Args:
            make: a function at module level, because it is the key of the cache.
        """
        try:
            made: T = self._made[make]
        except KeyError:
            made = self._made[make] = make(self)
        return made

    def assume(self, make: Callable[[Context], T], made: T) -> None:
        """Store a result that ``once`` returns for a function, instead of calling the function."""
        self._made[make] = made

    @property
    def version(self) -> Version:
        """The format version of the document; 1.0 if it is unknown."""
        return self.document.version or (1, 0)

    @property
    def is_expansion(self) -> bool:
        """Whether the document is an expanded xacro file, whose text exists only in memory."""
        return type(self.document.places) is not Places

    @cached_property
    def is_broken_off(self) -> bool:
        """Whether a part of the document was not read, so that missing elements may exist there.

        The unread part is the text after an XML error, or the result of unexpanded macro calls.
        """
        if self.document.tree.fault is not None:
            return True
        extra = getattr(self.document.root, "extra", None)
        return extra is not None and any(raw.tag.startswith("xacro:") for raw in extra.elements)

    @cached_property
    def robot(self) -> Robot | None:
        """The checked robot, or the robot that a model_state or SRDF belongs to."""
        from bodyplan.formats.urdf import Robot

        return robot_of(self.document) or (
            self.partner if isinstance(self.partner, Robot) else None
        )

    @cached_property
    def parts(self) -> tuple[Parts, ...]:
        """The links and joints of each robot that the document defines, as ``model`` classes."""
        return self._hub[0]

    @cached_property
    def _hub(self) -> tuple[tuple[Parts, ...], Place]:
        return hub_of(self)

    def source(self, value: Record | Raw) -> Any:
        """Return the element of the document that a value of ``parts`` was converted from.

        Args:
            value: an object in ``parts``, compared by identity; an element is returned unchanged.

        Raises:
            LookupError: no element is known for this value.
        """
        if isinstance(value, Element | Raw):
            return value
        try:
            return self._sources[id(value)][1]
        except KeyError:
            raise LookupError(f"no element is the origin of {value!r}") from None

    @cached_property
    def _sources(self) -> dict[int, tuple[Record, Any]]:
        """The values of ``parts`` with the elements that they were converted from, by ``id``."""
        found: dict[int, tuple[Record, Any]] = {}
        for parts in self.parts:
            found.update(parts.origins.known)
        return found

    def describe(self, value: Record) -> str:
        """Return the name of a value for messages, with the names of the elements that contain it.

        For example, "visual 'skin' of link 'arm'".

        Args:
            value: an element, or a value of ``parts``.
        """
        element: Element = self.source(value)
        inner = ""
        current: Element | None = element
        while current is not None:
            tag, name = current.TAG, getattr(current, "name", "")
            words = f"{tag} {quoted(name)}" if name else tag
            if tag in _WHOLES:
                return inner + (words if name else f"<{tag}>")
            if tag in _PARTS and (name or tag in _OFTEN_UNNAMED):
                inner += f"{words} of "
            current = self.owner(current)
        return inner.removesuffix(" of ") or f"<{element.TAG}>"

    def _located(self, value: Any, field: str | None) -> tuple[Any, str | None]:
        """Return the element that a value was converted from, and the field of this element."""
        if isinstance(value, Element | Raw):
            return value, field
        source = self.source(value)
        return (source, None) if field is None else self._hub[1](source, field)

    @cached_property
    def model(self) -> Model | None:
        """The links and joints that form a tree, as a ``model.Robot``; None without a robot."""
        from bodyplan.conversion.urdf.from_urdf import from_urdf

        return None if self.robot is None else from_urdf(self.robot).robot

    @cached_property
    def resources(self) -> Resources:
        """Finds meshes and packages."""
        from bodyplan.resources import Resources

        return self._resources or self.document.resources or self.run.once(Resources)

    @cached_property
    def index(self) -> RobotIndex:
        """Look-ups in the robot; they are empty without a robot."""
        from bodyplan.lint._robot_index import RobotIndex

        return RobotIndex(self.robot)

    @cached_property
    def values(self) -> dict[type[Element], list[Any]]:
        """All values in the file, by their class."""
        return {} if self.document.root is None else by_class(self.document.root)

    @cached_property
    def _owners(self) -> dict[int, Element]:
        return owners(self.values)

    def owner(self, value: Element) -> Element | None:
        """Return the element that contains an element; None for the root."""
        return self._owners.get(id(value))

    def line(self, value: Record) -> str:
        """Return the line of a value for messages: "12", or "12 of arm.xacro" in another file.

        Args:
            value: an element, or a value of ``parts``.
        """
        element = self.source(value)
        document, node = self.document, self.document.node(element)
        # faster than place(), which also computes a path
        if node is not None and not self.is_expansion:
            return str(document.source.position(document.layout.span(node).start)[0])
        where = document.place(element)
        return f"{where.line}{'' if where.file == document.name else f' of {where.file}'}"

    def written(self, value: Record, field: str) -> bool:
        """Return whether a field is written in the file, even with its default value."""
        element, name = self._located(value, field)
        return name is not None and self.document.written(element, name)

    def reads(self, value: Record) -> bool:
        """Return whether all attributes of a value are valid and all required ones are present.

        The elements inside the value are checked too.
        """
        for inner in walk(self.source(value)):
            node = self.document.node(inner)
            for declared in () if node is None else spec_of(type(inner)).fields:
                field = declared.at(self.version)
                if field.codec is None or field.place not in ("attribute", "value"):
                    continue
                holder = self.document.node(inner, field.name)
                attr = field.xml if field.place == "attribute" else field.attr
                text = None if holder is None else holder.text if attr is None else holder.get(attr)
                if text is None:
                    if field.is_required:
                        return False
                    continue
                try:
                    field.codec.parse(text)
                except ValueError:
                    return False
        return True

    def report(
        self,
        value: Record | Raw,
        message: str,
        *,
        field: str | None = None,
        part: Part | None = None,
        severity: Severity | None = None,
        hint: str | Callable[[], str | None] | None = None,
        fix: FixMaker | None = None,
        needs: str = "",
    ) -> Diagnostic:
        """Return a diagnostic of the running rule.

        Args:
            value: an element or a value of ``parts``; the location is its tag.
            message: what is wrong, with names and values.
            field: the field whose value is wrong. The location is the value of the field, or the
                tag if the field is not written.
            part: "name" if the location is the name of the attribute, because the attribute is not
                allowed.
            severity: the severity, if it differs from the severity of the rule.
            hint: what to do about the problem.
            fix: the result of one of the ``fix_...`` methods.
            needs: a package or other resource outside the file that is missing; see ``Diagnostic``.
        """
        place = partial(self._place, value, field, part)
        return Diagnostic(
            self.kind,
            message,
            place,
            severity=self.severity if severity is None else severity,
            hint=hint,
            fix=fix,
            needs=needs,
        )

    def _place(self, value: Record | Raw, field: str | None, part: Part | None) -> Where:
        element, name = self._located(value, field)
        return self.document.place(element, name, part)

    # The methods below return functions, so that fixes are only made on request. The title of
    # a fix is an imperative ("Swap lower and upper").

    def fix(self, title: str, safety: Safety, make: Callable[[], Iterable[Edit]]) -> FixMaker:
        """Return a function that creates a fix; it returns None if there is nothing to edit."""

        def build() -> Fix | None:
            try:
                edits = tuple(make())
            except ValueError:  # no fix, because the value cannot be written in a file
                return None
            return Fix(title, edits, safety) if edits else None

        return build

    def fix_set(self, title: str, safety: Safety, value: Record, /, **fields: Any) -> FixMaker:
        """Return a fix that gives fields new values.

        Args:
            title: the title of the fix.
            safety: the safety of the fix.
            value: an element, or a value of ``parts``.
            fields: the new contents. For a pose, a position of three numbers keeps the rotation.
        """

        def edits() -> Iterable[Edit]:
            contents: dict[int, tuple[Any, dict[str, Any]]] = {}
            for field, content in fields.items():
                element, name = self._located(value, field)
                assert name is not None
                old = getattr(element, name)
                if isinstance(content, tuple) and isinstance(old, tuple):
                    content = (*content, *old[len(content) :])  # noqa: PLW2901
                contents.setdefault(id(element), (element, {}))[1][name] = content
            return [
                edit
                for element, new in contents.values()
                for edit in change.set_fields(self.document, element, **new)
            ]

        return self.fix(title, safety, edits)

    def fix_unset(self, title: str, safety: Safety, value: Record, field: str) -> FixMaker:
        """Return a fix that removes an optional field from the text."""

        def edits() -> Iterable[Edit]:
            element, name = self._located(value, field)
            return () if name is None else change.unset(self.document, element, name)

        return self.fix(title, safety, edits)

    def fix_remove(self, title: str, safety: Safety, value: Record | Raw) -> FixMaker:
        """Return a fix that removes an element."""
        return self.fix(
            title, safety, lambda: [change.remove(self.document, self._located(value, None)[0])]
        )

    def fix_insert(
        self, title: str, safety: Safety, parent: Element, child: Element, field: str | None = None
    ) -> FixMaker:
        """Return a fix that adds a child element."""
        return self.fix(
            title, safety, lambda: [change.insert(self.document, parent, child, field=field)]
        )
