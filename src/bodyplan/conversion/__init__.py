"""Conversions between each format and the robot model, with a list of what each one loses."""
