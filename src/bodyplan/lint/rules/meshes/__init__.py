"""Rules that open meshes: G5xx. They are loaded only when meshes are opened."""
