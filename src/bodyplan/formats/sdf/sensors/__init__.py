"""The sensors of SDFormat."""
