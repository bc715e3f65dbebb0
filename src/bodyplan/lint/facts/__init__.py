"""Facts about a robot that several rules use, computed once for a check."""
