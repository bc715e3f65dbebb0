"""MJCF to the robot model and back."""
