"""Conversions from each format to the robot model and back, with lists of their losses."""
