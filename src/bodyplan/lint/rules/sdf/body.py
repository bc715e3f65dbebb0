"""What links weigh and where their shapes are: the rules of any format, G109, I301, I302, I4xx, I5xx."""

from bodyplan.lint.rules import (
    geometry_beside,
    inertia_frame,
    inertia_placeholder,
    inertia_scale,
)

__all__ = ["geometry_beside", "inertia_frame", "inertia_placeholder", "inertia_scale"]
