"""SDFormat to the robot model and back: frames, includes, versions."""
