"""Conversions from SDFormat to the robot model and back, with frames, includes and versions."""
