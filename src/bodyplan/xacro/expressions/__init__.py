"""Parses and evaluates xacro expressions, without running them as Python code."""
