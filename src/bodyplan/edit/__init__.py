"""Surgery on descriptions as text edits: layout, and what changes the robot."""
