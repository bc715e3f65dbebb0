"""Facts as text, for pictures and terminals."""

# ruff: noqa: RUF001  (the multiplication sign is intended)

from __future__ import annotations

import math

from bodyplan.core import listed, shown, visible
from bodyplan.core import plural as plural  # noqa: PLC0414  (used as a function of this module)
from bodyplan.model.joint import LINEAR, TWO_AXES, WITH_RANGE
from bodyplan.report.configuration import ConfigurationFacts
from bodyplan.report.facts import JointFacts

_ASCII = str.maketrans(
    {"±": "+-", "°": " deg", "∞": "inf", "×": "x", "…": "...", "−": "-", "·": "-", "→": "->"}
    | {"²": "^2", "³": "^3"}
)
_LONGEST_FILE = 40
_LONGEST_NAME = 1000
"""The maximum length of a name in characters; a file may contain a name of megabytes."""


def in_ascii(text: str) -> str:
    """Replace the special characters in texts of this module with ASCII."""
    return text.translate(_ASCII)


def number(value: float) -> str:
    """Return a number with at most four digits, for reading."""
    if math.isnan(value):
        return "?"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == 0:
        return "0"
    return f"{value:.0f}" if 1e4 <= abs(value) < 1e9 else f"{value:.4g}"


def name(text: str) -> str:
    """Return a name for display: never empty, without control characters."""
    if not text:
        return "(no name)"
    return visible(shown(text, _LONGEST_NAME))


def shape(text: str) -> str:
    """Return a short text for a shape: its kind, or the file name of the mesh."""
    if not text:
        return "nothing"
    base = name(text.replace("\\", "/").rstrip("/").rpartition("/")[2] or text)
    return base if len(base) <= _LONGEST_FILE else f"…{base[1 - _LONGEST_FILE :]}"


def shapes(texts: tuple[str, ...]) -> str:
    """Return a short text for several shapes; equal shapes are listed once, with their number."""
    counts: dict[str, int] = {}
    for text in texts:
        short = shape(text)
        counts[short] = counts.get(short, 0) + 1
    return ", ".join(k if count == 1 else f"{k} ×{count}" for k, count in counts.items())


_AXES: dict[tuple[float, ...], str] = {
    (1.0, 0.0, 0.0): "x",
    (0.0, 1.0, 0.0): "y",
    (0.0, 0.0, 1.0): "z",
}
_AXES |= {tuple(-part for part in axis): f"-{letter}" for axis, letter in _AXES.items()}


def axis(joint: JointFacts) -> str:
    """Return the axis or axes as text: "x" or "-x" for an axis of the frame, else three numbers."""
    known = [direction for direction in (joint.axis, joint.axis2) if direction is not None]
    return ", ".join(
        _AXES.get(direction) or f"({' '.join(map(number, direction))})" for direction in known
    )


def limits(joint: JointFacts, *, degrees: bool = True) -> str:
    """Return the limits as text: in radians, optionally also in degrees, or in metres."""
    if joint.type not in WITH_RANGE - TWO_AXES:
        return ""
    if joint.lower is None or joint.upper is None or -joint.lower == joint.upper == math.inf:
        return "no limit"
    if joint.type in LINEAR:
        return f"{_range(joint.lower, joint.upper)} m"
    radians = f"{_range(joint.lower, joint.upper)} rad"
    if not degrees:
        return radians
    ends = math.degrees(joint.lower), math.degrees(joint.upper)
    return f"{radians} ({_range(*ends, '°', digits=1)})"


def _range(lower: float, upper: float, unit: str = "", *, digits: int | None = None) -> str:
    def word(value: float) -> str:
        if digits is not None and math.isfinite(value) and abs(value) < 1e6:
            return f"{round(value, digits) + 0.0:g}{unit}"
        return f"{number(value)}{unit if math.isfinite(value) else ''}"

    if lower == -upper and upper > 0:
        return f"±{word(upper)}"
    return f"{word(lower)} … {word(upper)}"


def follows(joint: JointFacts) -> str:
    """Return a text about the joint that a mimic joint mimics; empty for other joints."""
    mimic = joint.mimic
    if mimic is None:
        return ""
    if not mimic.is_followed:
        return f"cannot mimic {name(mimic.leader)}"
    words = f"mimics {name(mimic.leader)}"
    if mimic.multiplier != 1:
        words += f" ×{number(mimic.multiplier)}"
    if mimic.offset:
        words += f" {'+' if mimic.offset > 0 else '-'} {number(abs(mimic.offset))}"
    return words


def kind(joint: JointFacts) -> str:
    """Return the type of a joint, or a placeholder if the type cannot be read."""
    return joint.type or "(no type)"


def mass(value: float | None) -> str:
    """Return a mass as text in kilograms; empty for None."""
    return "" if value is None else f"{number(value)} kg"


_MOST_JOINTS = 5
"""The maximum number of joints that are listed with their positions; further joints are counted."""


def configuration(facts: ConfigurationFacts) -> str:
    """Describe a configuration: which joints are not at zero, and why."""
    sources = [f"state '{name(one)}'" for one in facts.states]
    if facts.file:
        sources.append(f"from {name(facts.file)}")
    reasons = dict.fromkeys(facts.joints_set, "set")
    reasons |= dict.fromkeys(facts.at_middle, "middle of its limits")
    reasons |= dict.fromkeys(facts.at_limit, "its nearest limit")
    joints = [f"{_position(facts, joint)} ({reason})" for joint, reason in reasons.items()]
    if joints:
        sources.append(listed(joints, _MOST_JOINTS))
    if facts.at_zero:
        sources.append("other joints at zero" if sources else "all joints at zero")
    return "; ".join(sources)


def _position(facts: ConfigurationFacts, joint: str) -> str:
    """Return the name of a joint with its position; only the name for several variables."""
    if joint not in facts.q:
        return name(joint)
    return f"{name(joint)} at {number(facts.q[joint])} {facts.units[joint]}".rstrip()
