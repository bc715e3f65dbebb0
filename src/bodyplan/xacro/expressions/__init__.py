"""Expressions of xacro: parsed and evaluated without running Python."""
