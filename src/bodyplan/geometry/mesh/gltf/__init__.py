"""glTF: what a file claims, its numbers, its scene and its materials."""
