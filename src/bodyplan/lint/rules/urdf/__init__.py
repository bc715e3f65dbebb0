"""The rules for what only URDF has or can get wrong."""
