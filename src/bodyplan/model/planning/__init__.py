"""What planners need to know of a robot: groups, states, the collision matrix."""
