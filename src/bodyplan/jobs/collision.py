"""Collisions of a robot, its collision matrix, and the evidence file beside the SRDF."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from bodyplan.collision.adjacency import ordered
from bodyplan.collision.evidence import (
    CHECKED,
    DISABLED,
    CollisionMatrix,
    Evidence,
    PairRow,
    SkippedLink,
)
from bodyplan.collision.matrix import ALWAYS, SAMPLES, Options, Progress, compute_matrix
from bodyplan.collision.model import STEPS, STEPS_OF_EACH, CollisionModel
from bodyplan.collision.pairs import MOST_PAIRS
from bodyplan.collision.proof import BUDGET
from bodyplan.core import replace
from bodyplan.description.load import load, robot_from
from bodyplan.diag.json_schema import VERSION, json_report, json_value
from bodyplan.files.opener import FileState, found_file
from bodyplan.jobs._configurations import file_of, rows_of
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import Semantics
from bodyplan.report.collisions import CollisionReport, ConfigurationCollisions
from bodyplan.report.configuration import DEFAULT, ConfigurationRequest

if TYPE_CHECKING:
    from bodyplan.collision.pairs import Pair
    from bodyplan.description.description import Description, Source
    from bodyplan.resources import Resources

_BLOCK = 1_000
"""The number of configurations that are tested at once."""
ENDING = ".collisions.json"
"""The extension of the file with the evidence."""
_REQUIRED = frozenset(("link1", "link2", "reason"))
_ROW: dict[str, type] = {
    **dict.fromkeys((*_REQUIRED, "evidence", "contained", "why", "key"), str),
    **dict.fromkeys(("clearance", "nearest"), float),
    **dict.fromkeys(("samples", "cells"), int),
    "witness": dict,
}
_SHARED = ("link1", "link2", "reason", "evidence")
_PAGE: dict[str, type] = {
    **dict.fromkeys(("seed", "samples", "rounds", "budget"), int),
    **dict.fromkeys(("is_proved", "strict_adjacent"), bool),
    "robot": str,
    "always": float,
}
_REASONS = frozenset((*DISABLED, CHECKED, "User"))
_INFINITE = 1e300
_EVIDENCE = frozenset((None, *get_args(Evidence)))
_START = b'{\n  "version": '
"""The first bytes of an evidence file of any version."""
LARGEST_EVIDENCE = 128 * 1024 * 1024
"""Limit on the size of an evidence file [bytes]; a larger file is ignored. A robot with 1,000 links
needs about 100 MB."""
MOST_VALUES = 8_000_000
"""Limit on the number of values in an evidence file; the limit on the number of lists is a quarter
of this. Both limit the memory for the parsed values, which is larger than their text."""


def collision_report(
    source: Source | Description | Robot,
    pairs: Iterable[Pair] | None = None,
    *,
    q: Any = None,
    request: ConfigurationRequest = DEFAULT,
    name: str | None = None,
    progress: Progress | None = None,
    resources: Resources | None = None,
) -> CollisionReport:
    """Return the colliding pairs of links of a robot in one or many configurations.

    Args:
        source: a robot, a description, a document, or a source for ``read``. Pairs that its SRDF
            disables are not checked.
        pairs: the pairs of links to check; by default those of ``collision.checked_pairs``.
        q: joint values by name; (nq,) or (rows, nq) numbers [rad] or [m]; or the result of
            ``kinematics.read_configurations``. By default, only ``request`` is used.
        request: the configuration of the joints that ``q`` does not set.
        name: the name of the file in the report; by default that of the description.
        progress: a function that shows the progress.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        UnknownNameError: a link does not exist.
        ConfigurationError: the robot cannot have the requested configuration.
        TooManyPairsError: too many links have collision geometry.
        TooManyStepsError: comparing the geometry needs too many steps, or too many pairs collide.
        ValueError: q does not fit the robot, or a quaternion has length zero.
    """
    robot = robot_from(source, resources)
    rows = rows_of(robot, request, q)
    model = CollisionModel(robot, pairs, steps=STEPS + STEPS_OF_EACH * len(rows.q))
    found = tuple(_colliding(model, rows.q, progress))
    return CollisionReport(
        file_of(source, name),
        robot.name,
        rows.facts,
        len(model.pairs),
        len(rows.q),
        len(found),
        found,
        tuple(model.skipped),
        rows.note,
    )


def _colliding(
    model: CollisionModel, q: Any, progress: Progress | None
) -> Iterator[ConfigurationCollisions]:
    starts = range(0, len(q), _BLOCK)
    for start in starts if progress is None else progress(starts, "testing"):
        hits: Any = ~model.is_free(q[start : start + _BLOCK])
        for row in hits.nonzero()[0].tolist():
            number = start + row
            yield ConfigurationCollisions(number + 1, model.contacts(q[number]))


def collision_matrix(
    source: Source | Robot | Semantics,
    *,
    robot: Source | Robot | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    always: float = ALWAYS,
    proof: bool = True,
    budget: int = BUDGET,
    strict_adjacent: bool = False,
    previous: CollisionMatrix | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    resources: Resources | None = None,
) -> CollisionMatrix:
    """Return the pairs of links that are not checked for collision, with reasons.

    The reasons are those of MoveIt's Setup Assistant; see ``collision.compute_matrix``. The named
    states of an SRDF are samples too. Pairs that were disabled by hand in the SRDF have the reason
    "User". The same arguments give the same matrix on every machine.

    Args:
        source: a robot, the semantics of an SRDF, a document, or a source for ``read``.
        robot: the robot of an SRDF; by default, it is searched near the SRDF.
        samples: number of random configurations for "Never".
        seed: the seed of the random configurations.
        always: the share of 200 configurations in which a pair must touch to be "Always".
        proof: whether to try to prove that pairs which never touched cannot touch.
        budget: the largest number of cells of the joint space that a proof examines.
        strict_adjacent: whether only links that a joint connects directly are "Adjacent".
        previous: the matrix of an earlier run; pairs that did not change since are reused.
        threads: number of threads; all processors by default. The result does not depend on it.
        progress: a function that shows the progress.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        ValueError: a number is out of range.
    """
    found: Any = source
    if not isinstance(source, Robot | Semantics):
        if robot is not None:
            found = load(source, robot=robot, resources=resources)
        else:
            found = load(source, resources=resources)
    own: Robot = found.robot if isinstance(found, Semantics) else found
    semantics = found if isinstance(found, Semantics) else own.semantics
    states = () if semantics is None else [one.values for one in semantics.states.values()]
    options = Options(samples, seed, always, proof, budget, strict_adjacent)
    matrix = compute_matrix(
        own, options, states=states, previous=previous, threads=threads, progress=progress
    )
    return matrix if semantics is None else _with_hand_written(matrix, semantics)


def _with_hand_written(matrix: CollisionMatrix, semantics: Semantics) -> CollisionMatrix:
    """Return a matrix with the reason "User" for pairs that an SRDF disables by hand.

    As in MoveIt, every reason that is not computed counts as "User".
    """
    reasons = (*DISABLED, CHECKED)
    hand = {
        ordered(one.link, one.other)
        for one in semantics.allowed_collision_matrix.entries
        if one.entry == "always" and one.reason not in reasons
    }
    rows = (
        replace(row, reason="User") if (row.link1, row.link2) in hand else row
        for row in matrix.rows
    )
    return replace(matrix, rows=tuple(rows)) if hand else matrix


class KeptEvidence(NamedTuple):
    """The evidence of an earlier run.

    Args:
        path: the path of its file.
        matrix: the matrix; None if the file does not exist, or cannot be used.
        state: the state of the file; None if it does not exist.
    """

    path: Path
    matrix: CollisionMatrix | None
    state: FileState | None

    @property
    def is_foreign(self) -> bool:
        """Whether the file exists but does not begin like an evidence file."""
        return self.state is not None and not self.state.data.startswith(_START)

    @property
    def problem(self) -> str | None:
        """Why the evidence cannot be used; None if it is valid or does not exist."""
        if self.state is None or self.is_foreign or self.matrix is not None:
            return None
        if len(self.state.data) > LARGEST_EVIDENCE:
            return f"it has more than {LARGEST_EVIDENCE:,} bytes"
        return "it is invalid, too large, or of another version"


def evidence_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of the evidence file of an SRDF: ``arm.collisions.json`` for ``arm.srdf``."""
    return Path(path).with_suffix(ENDING)


def kept_evidence(path: str | os.PathLike[str]) -> KeptEvidence:
    """Return the evidence of the file beside an SRDF, without a matrix if it cannot be used.

    A symbolic link out of the folder is ignored, because it may come from the author of the SRDF.
    """
    place = evidence_path(path)
    try:
        with found_file(place).open() as stream:
            data = stream.read(LARGEST_EVIDENCE + 1)
    except OSError:
        return KeptEvidence(place, None, None)
    matrix = matrix_from(data) if len(data) <= LARGEST_EVIDENCE else None
    return KeptEvidence(place, matrix, FileState(data))


def evidence_of(matrix: CollisionMatrix) -> bytes:
    """Return the content of the evidence file: JSON with one line for each row."""
    page = json_report(replace(matrix, rows=()))
    del page["rows"]
    head = json.dumps(page, indent=2).removesuffix("\n}")
    rows = ",\n".join(json.dumps(json_value(row), separators=(",", ":")) for row in matrix.rows)
    return f'{head},\n  "rows": [\n{rows}\n  ]\n}}\n'.encode()


def matrix_from(data: bytes) -> CollisionMatrix | None:
    """Return the matrix in the content of an evidence file; None if invalid or too large."""
    if data.count(b",") > MOST_VALUES or data.count(b"[") > MOST_VALUES // 4:
        return None
    try:
        page = json.loads(data, object_hook=_Rows().read)
    except (ValueError, RecursionError):
        return None
    if not isinstance(page, dict) or page.pop("version", None) != VERSION:
        return None
    rows, unchecked, loops = (page.pop(key, None) for key in ("rows", "unchecked", "loops"))
    is_whole = (
        _has_types(page, _PAGE)
        and page.keys() == _PAGE.keys()
        and isinstance(rows, list)
        and all(isinstance(row, PairRow) for row in rows)
        and isinstance(loops, list)
        and all(isinstance(one, str) for one in loops)
        and isinstance(unchecked, list)
        and all(map(_is_unchecked, unchecked))
    )
    if not is_whole:
        return None
    return CollisionMatrix(
        **page,
        rows=tuple(rows),
        unchecked=tuple(SkippedLink(**one) for one in unchecked),
        loops=tuple(loops),
    )


class _Rows:
    """Converts each row while the JSON is parsed, to save memory."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}  # interned strings
        self._left = MOST_PAIRS

    def read(self, found: dict[str, Any]) -> object:
        """Return a JSON object: a ``PairRow`` if it is a row, otherwise the same dictionary.

        Raises:
            ValueError: there are too many rows.
        """
        if not found.keys() >= _REQUIRED or not _is_row(found):
            return found
        self._left -= 1
        if self._left < 0:
            raise ValueError("too many rows")
        for name in _SHARED:
            if name in found:
                found[name] = self._texts.setdefault(found[name], found[name])
        return PairRow(**found)


def _is_row(row: dict[str, Any]) -> bool:
    """Return whether a JSON object is a valid row of the matrix."""
    if not _has_types(row, _ROW):
        return False
    return (
        row["reason"] in _REASONS
        and row.get("evidence") in _EVIDENCE
        and row.get("contained") in {None, row["link1"], row["link2"]}
        and all(_has_type(one, float) for one in row.get("witness", {}).values())
    )


def _is_unchecked(one: object) -> bool:
    """Return whether a JSON value is a valid ``SkippedLink``."""
    kinds: dict[str, type] = {"link": str, "reason": str}
    return isinstance(one, dict) and _has_types(one, kinds) and one.keys() == kinds.keys()


def _has_types(values: dict[str, object], types: Mapping[str, type]) -> bool:
    """Return whether all members of a JSON object are in ``types`` and have these types."""
    return all(name in types and _has_type(one, types[name]) for name, one in values.items())


def _has_type(value: object, kind: type) -> bool:
    """Return whether a JSON value has a type; numbers must be finite."""
    if kind is float:
        return type(value) in {int, float} and abs(value) < _INFINITE  # type: ignore[arg-type]
    return type(value) is kind and (kind is not int or abs(value) < _INFINITE)  # type: ignore[arg-type]
