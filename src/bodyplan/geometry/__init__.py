"""Measures of shapes, as functions of values of the hub."""
