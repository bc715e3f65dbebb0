"""Data for motion planners: groups, states, the allowed collision matrix."""
