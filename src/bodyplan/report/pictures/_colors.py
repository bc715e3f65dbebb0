"""Colours of the joints in pictures: legible on light and on dark ground."""

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
"""By the type of the joint."""

BROKEN = "#d13438"
"""What is missing, repeated, or leads back."""
