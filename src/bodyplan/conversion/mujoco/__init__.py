"""MuJoCo in a process of its own, which opens nothing."""
