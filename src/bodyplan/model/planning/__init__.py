"""Data of a robot for motion planners: groups, states, the allowed collision matrix."""
