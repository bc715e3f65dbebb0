"""The verbs below ``bodyplan srdf``."""
