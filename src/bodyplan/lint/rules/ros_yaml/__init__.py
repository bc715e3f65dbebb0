"""The rules for settings in YAML; loaded with the first file of these formats."""
