"""Colours of the joints in pictures: legible on light and on dark ground."""

COLORS = {
    "revolute": "#2f7ed8",
    "continuous": "#0f9f8f",
    "prismatic": "#dd7a1f",
    "planar": "#8a5cd1",
    "floating": "#cf3f98",
    "fixed": "#8a94a3",
    "ball": "#8a5cd1",
    "universal": "#8a5cd1",
    "revolute2": "#8a5cd1",
    "screw": "#dd7a1f",
    "gearbox": "#cf3f98",
}
"""By the type of the joint."""

BROKEN = "#d13438"
"""What is missing, repeated, or leads back."""
