"""Conversions from the formats to the robot model and back, with the losses of each."""
