"""glTF: what a file declares, its numbers, its scene and its materials."""
