"""Conversions from URDF to the robot model and back, and between versions of URDF."""
