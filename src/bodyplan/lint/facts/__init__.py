"""What rules share: facts about a robot, computed once for a check."""
