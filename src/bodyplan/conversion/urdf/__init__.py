"""URDF to the robot model and back, and between its versions."""
