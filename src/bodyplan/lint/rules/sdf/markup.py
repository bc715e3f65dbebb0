"""Rules on the XML that hold for SDFormat as for URDF."""

from bodyplan.lint.rules.urdf import markup_around

__all__ = ["markup_around"]
