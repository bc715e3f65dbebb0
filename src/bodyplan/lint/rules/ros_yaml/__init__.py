"""The rules for ROS 2 parameter files (YAML); loaded with the first file of these formats."""
