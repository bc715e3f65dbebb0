"""Colours of the joints in pictures: legible on light and on dark backgrounds."""

from bodyplan.model.joint import JOINT_TYPES, Family

_OF_FAMILY: dict[Family, str] = {
    "rotary": "#2f7ed8",
    "endless": "#0f9f8f",
    "linear": "#dd7a1f",
    "several": "#8a5cd1",
    "other": "#cf3f98",
    "fixed": "#8a94a3",
}
COLORS: dict[str, str] = {kind: _OF_FAMILY[facts.family] for kind, facts in JOINT_TYPES.items()}
"""The colour of each type of joint."""

BROKEN = "#d13438"
"""The colour of links that are missing, repeated, or part of a loop."""
