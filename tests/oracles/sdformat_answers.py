"""What the oracle for SDFormat answers, and the verdicts that the fixtures note in their comments.

Here because the fixtures' verdicts can be read where the library is not installed. The oracle itself
is `libsdformat.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

COMMAND_CHECKS = (
    "canonical_link_names",
    "joint_parent_child_names",
    "frame_attached_to_graph",
    "pose_relative_to_graph",
    "sibling_unique_names",
)
"""The public checks that the command `ign sdf --check` runs, once a load gave back no error."""


class Code(NamedTuple):
    """One entry of the list of errors that a load gives back.

    Attributes:
        number: the number in *this* version of the library (later ones count differently).
        name: the name of the number, the same in every version.
        message: the words.
        line: line in the file, where it is known.
        path: place in the document, such as ``/sdf/model[@name="arm"]/link``.
        file: the file, or ``<data-string>``.
    """

    number: int
    name: str
    message: str
    line: int | None
    path: str | None
    file: str | None


class Line(NamedTuple):
    """One message that the library printed instead of, or beside, giving it back.

    Attributes:
        kind: ``warning`` or ``error`` for the library's own marks, ``code`` for a printed entry
            of an error list (what is found inside included files ends here), else ``other``.
        text: the words, the library's own file and line left out.
    """

    kind: str
    text: str


def _follows(code: Code) -> bool:
    """Whether the code only says that something inside went wrong."""
    if code.name == "ELEMENT_INVALID":
        return code.message.startswith(("Error reading", "Errors were found", "Failed to load"))
    # "Unable to read file[...]" is another: of an included file, and the cause here
    return code.message.startswith(("Unable to read file:", "Unable to read SDF string:"))


@dataclass(frozen=True, slots=True)
class Answer:
    """What every answer has.

    Attributes:
        accepted: the load gave back no error at all.
        codes: those errors, in order.
        console: what was printed meanwhile: warnings are only here.
        crash: empty, or how the process died: ``signal 6: Aborted``, ``exception: ...``.
    """

    accepted: bool = False
    codes: tuple[Code, ...] = ()
    console: tuple[Line, ...] = ()
    crash: str = ""

    def names(self) -> list[str]:
        """The names of the codes, in order, repeats kept."""
        return [code.name for code in self.codes]

    def causes(self) -> set[str]:
        """The names of the codes without those that only follow from others.

        A fault that is met in reading is followed by ELEMENT_INVALID for each element around it and by
        FILE_READ or STRING_READ at the end; a fault in a graph by further ones of that graph.
        """
        first = {code.name for code in self.codes if not _follows(code)}
        if any(not name.endswith("_GRAPH_ERROR") for name in first):
            first = {name for name in first if not name.endswith("_GRAPH_ERROR")}
        return first or {code.name for code in self.codes[:1]}

    def said(self, kind: str = "") -> str:
        """The printed messages of a kind (all, without one), a line each."""
        return "\n".join(line.text for line in self.console if kind in {"", line.kind})


@dataclass(frozen=True, slots=True)
class Loaded(Answer):
    """A document as the library reads it. A load with errors still fills what it could.

    Attributes:
        kind: what stands under the root beside worlds: ``model``, ``light``, ``actor`` or nothing.
        version: the version it was read as, always the newest (``1.9``).
        original_version: the version in the file.
        worlds: name, gravity, magnetic_field, wind, lights, actors (names), physics.
        models: by scoped name: pose (in the scope around), pose_in_top, raw_pose, relative_to,
            static, canonical_link (as written), canonical_body, placement_frame ...
        links: pose (in the own model's frame), pose_in_top (in the world, or in the frame of the
            outermost model), raw_pose, relative_to, mass, inertia (three rows, about the centre of
            mass, in the axes of inertial_pose), inertial_pose, visuals, collisions, sensors,
            lights (each with pose in the link).
        joints: as links; type, parent, child (as named), parent_body, child_body (resolved),
            pose_in_child, thread_pitch, axis and axis2: raw_xyz, xyz (unit, in the joint's frame),
            xyz_model, expressed_in, lower, upper, effort, velocity, damping, friction,
            spring_reference, spring_stiffness, stiffness, dissipation; sensors.
        frames: as links; attached_to, attached_body.
        light: the light of a file that has only that.
        resolved: an answer for each question in `resolve`: ``pose``, or None and ``pose_errors``.
        upgraded: the document as the library prints it in the newest version (vectors and poses
            lose digits there: 6 decimals).
        tree: the same, exact: [name, {attribute: [type, value, was it written]},
            [type, value] or None, was it written, [children]].

    A pose that cannot be resolved is None, and a key ``pose_errors`` says why.
    """

    kind: str = ""
    version: str = ""
    original_version: str = ""
    worlds: list[dict[str, Any]] = field(default_factory=list)
    models: dict[str, dict[str, Any]] = field(default_factory=dict)
    links: dict[str, dict[str, Any]] = field(default_factory=dict)
    joints: dict[str, dict[str, Any]] = field(default_factory=dict)
    frames: dict[str, dict[str, Any]] = field(default_factory=dict)
    light: dict[str, Any] | None = None
    resolved: list[dict[str, Any]] = field(default_factory=list)
    upgraded: str = ""
    tree: list[Any] | None = None


@dataclass(frozen=True, slots=True)
class Checked(Answer):
    """What `ign sdf --check` says, and each of the public checks alone.

    Attributes:
        checks: the answer of each public check function by name; none where nothing was read.
        command: the exit status of the command itself was 0; None unless it was asked for.
    """

    checks: dict[str, bool] = field(default_factory=dict)
    command: bool | None = None

    @property
    def valid(self) -> bool:
        """The command's verdict: the load gave back no error, and the checks it runs say yes."""
        return self.accepted and all(self.checks[name] for name in COMMAND_CHECKS)


@dataclass(frozen=True, slots=True)
class Value(Answer):
    """One value text, read as one type.

    Attributes:
        value: the value: a number, a truth, a text, or a list of numbers (a pose has seven).
        string: the value as the library writes it.
        is_set: the library counts it as given (an empty text is not).
    """

    value: Any = None
    string: str = ""
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Upgraded(Answer):
    """A document converted to a newer version, as text (see `Loaded.upgraded`) and as a tree."""

    text: str = ""
    tree: list[Any] | None = None


class Noted(NamedTuple):
    """The verdict in the comment of a fixture; it can be had without the library.

    Attributes:
        accepted: the load gave back no error.
        codes: the names of the errors, each once, in order.
        prints: ``warnings``, ``errors``: what an accepted load printed.
        valid: the command says so, too.
        dies: the library ends the process.
    """

    accepted: bool
    codes: tuple[str, ...]
    prints: tuple[str, ...]
    valid: bool
    dies: bool

    @property
    def text(self) -> str:
        """The words of the comment."""
        if self.dies:
            return "dies"
        if not self.accepted:
            return "refused: " + " ".join(self.codes)
        printed = " with " + " and ".join(self.prints) if self.prints else ""
        return "accepted" + printed + ("" if self.valid else ", not valid")


_NOTED = re.compile(r"libsdformat 12\.3: (\S+?)[:,]?(?: (?!not)([^,\n]*?))?(, not valid)? -->")


def noted(path: Path) -> Noted:
    """The verdict that the comment at the head of a fixture notes.

    Raises:
        ValueError: there is no such comment.
    """
    found = _NOTED.search(path.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{path} notes no verdict")
    word, words, bad = found.groups()
    rest = (words or "").split()
    return Noted(
        accepted=word == "accepted",
        codes=tuple(rest) if word == "refused" else (),
        prints=tuple(w for w in rest if w.endswith("s")) if word == "accepted" else (),
        valid=word == "accepted" and bad is None,
        dies=word == "dies",
    )
