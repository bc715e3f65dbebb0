"""What a rule is given beside its value: the document, look-ups, and makers of findings and fixes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from bodyplan.diag import Diagnostic, Fix, Kind, Safety, Severity
from bodyplan.formats.document import Document, robot_of
from bodyplan.spec import Element, Part, Raw, Version, change, spec_of
from bodyplan.spec.bind import by_class, owners, walk
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.formats.urdf import Robot
    from bodyplan.lint.index import RobotIndex
    from bodyplan.model import Robot as Model
    from bodyplan.resources import Resources

FixMaker = Callable[[], Fix | None]
T = TypeVar("T")


class Run:
    """What is kept while one file after the other is checked, for all of them."""

    def __init__(self) -> None:
        self._made: dict[Callable[[], Any], Any] = {}
        self.watch: Callable[[int, int], None] | None = None
        """Is told how many meshes of a file were opened, and of how many."""

    def once(self, make: Callable[[], T]) -> T:
        """What a function makes; it is called the first time only.

        Args:
            make: a class, or a function of a module.
        """
        if make not in self._made:
            self._made[make] = make()
        made: T = self._made[make]
        return made


class Context:
    """One document under check.

    Args:
        document: what is checked.
        robot: the robot that a model_state or SRDF belongs to, if one is known; for an SRDF it may
            be one in the hub.
        resources: where meshes are looked for.
        run: what is kept for the files that are checked after it.
        opens_meshes: whether rules may open meshes.
    """

    def __init__(
        self,
        document: Document,
        robot: Robot | Model | None = None,
        resources: Resources | None = None,
        run: Run | None = None,
        *,
        opens_meshes: bool = False,
    ) -> None:
        self.document = document
        self.opens_meshes = opens_meshes
        self.run = run or Run()
        self._resources = resources
        self.kind: Kind
        """The kind of the rule that is running; the runner sets it."""
        self.partner = robot
        """The robot that a model_state or SRDF belongs to."""
        self._made: dict[Callable[[Context], Any], Any] = {}

    def once(self, make: Callable[[Context], T]) -> T:
        """What a function makes of this document; it is called the first time only.

        Args:
            make: a function of a module, not one made on the spot.
        """
        try:
            made: T = self._made[make]
        except KeyError:
            made = self._made[make] = make(self)
        return made

    def assume(self, make: Callable[[Context], T], made: T) -> None:
        """Says what a function makes of this document, so that it is not called."""
        self._made[make] = made

    @property
    def version(self) -> Version:
        """The version of the format in force."""
        return self.document.version or (1, 0)

    @cached_property
    def is_broken_off(self) -> bool:
        """Whether what is missed may be there: behind a fault of the XML, or in macros.

        Those are macros that were never expanded.
        """
        if self.document.tree.fault is not None:
            return True
        extra = getattr(self.document.root, "extra", None)
        return extra is not None and any(raw.tag.startswith("xacro:") for raw in extra.elements)

    @cached_property
    def robot(self) -> Robot | None:
        """The robot under check, or the one that a model_state or SRDF belongs to."""
        from bodyplan.formats.urdf import Robot

        return robot_of(self.document) or (
            self.partner if isinstance(self.partner, Robot) else None
        )

    @cached_property
    def model(self) -> Model | None:
        """The tree of that robot, as far as it is one; None when there is no robot."""
        from bodyplan.convert.from_urdf import from_urdf

        return None if self.robot is None else from_urdf(self.robot).robot

    @cached_property
    def resources(self) -> Resources:
        """Where meshes and packages are looked for."""
        from bodyplan.resources import Resources

        return self._resources or self.document.resources or Resources()

    @cached_property
    def index(self) -> RobotIndex:
        """Look-ups over the robot; empty ones when there is none."""
        from bodyplan.formats.urdf import Robot
        from bodyplan.lint.index import RobotIndex

        return RobotIndex(self.robot or Robot(name=""))

    @cached_property
    def values(self) -> dict[type[Element], list[Any]]:
        """All values that stand in the file, by their class."""
        return {} if self.document.root is None else by_class(self.document.root)

    @cached_property
    def _owners(self) -> dict[int, Element]:
        return owners(self.values)

    def owner(self, value: Element) -> Element | None:
        """The value that a value stands in."""
        return self._owners.get(id(value))

    def written(self, value: Element, field: str) -> bool:
        """Whether a field stands in the file, even with its default value."""
        return self.document.written(value, field)

    def reads(self, value: Element) -> bool:
        """Whether every attribute in a value, and in what it holds, is there and reads."""
        for inner in walk(value):
            node = self.document.node(inner)
            for field in () if node is None else spec_of(type(inner)).fields:
                if field.codec is None or field.place not in ("attribute", "value"):
                    continue
                holder = self.document.node(inner, field.name)
                attr = field.xml if field.place == "attribute" else field.attr
                text = None if holder is None or attr is None else holder.get(attr)
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
        value: Element | Raw,
        message: str,
        *,
        field: str | None = None,
        part: Part | None = None,
        severity: Severity | None = None,
        hint: str | Callable[[], str | None] | None = None,
        fix: FixMaker | None = None,
    ) -> Diagnostic:
        """A finding of the running rule.

        Args:
            value: what it is about; the place is its tag.
            message: what is wrong, with names and values.
            field: the field whose value is wrong; the place is that value, or the value's tag where
                the field is not written.
            part: "name" to point at the attribute's name, for one that should not be there.
            severity: other than the rule's own.
            hint: what to do about it.
            fix: from one of the ``fix_...`` methods.
        """
        place = partial(self.document.place, value, field, part)
        return Diagnostic(self.kind, message, place, severity=severity, hint=hint, fix=fix)

    # Fixes: made only when somebody asks. Titles are orders ("Swap lower and upper").

    def fix(self, title: str, safety: Safety, make: Callable[[], Iterable[Edit]]) -> FixMaker:
        """A fix from any edits; none where there is nothing to edit."""

        def build() -> Fix | None:
            try:
                edits = tuple(make())
            except ValueError:  # a value that no file can hold: there is nothing to offer
                return None
            return Fix(title, edits, safety) if edits else None

        return build

    def fix_set(self, title: str, safety: Safety, value: Element, /, **fields: Any) -> FixMaker:
        """A fix that gives fields new contents."""
        return self.fix(title, safety, lambda: change.set_fields(self.document, value, **fields))

    def fix_unset(self, title: str, safety: Safety, value: Element, field: str) -> FixMaker:
        """A fix that takes an optional field out of the text."""
        return self.fix(title, safety, lambda: change.unset(self.document, value, field))

    def fix_remove(self, title: str, safety: Safety, value: Element | Raw) -> FixMaker:
        """A fix that removes an element."""
        return self.fix(title, safety, lambda: [change.remove(self.document, value)])

    def fix_insert(
        self, title: str, safety: Safety, parent: Element, child: Element, field: str | None = None
    ) -> FixMaker:
        """A fix that adds a child element."""
        return self.fix(
            title, safety, lambda: [change.insert(self.document, parent, child, field=field)]
        )
