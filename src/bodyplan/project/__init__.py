"""A robot as the files it is made of: checked together, loaded together."""
