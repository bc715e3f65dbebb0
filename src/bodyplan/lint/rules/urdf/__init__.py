"""The rules about elements and mistakes that only URDF files have."""
