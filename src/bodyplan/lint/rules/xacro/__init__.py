"""The rules for xacro; loaded with the first file of that format."""
