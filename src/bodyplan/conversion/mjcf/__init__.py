"""Conversions from MJCF to the robot model and back."""
