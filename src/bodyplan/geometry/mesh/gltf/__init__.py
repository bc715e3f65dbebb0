"""Reading glTF: checks of declared counts, numeric data, the scene, and materials."""
