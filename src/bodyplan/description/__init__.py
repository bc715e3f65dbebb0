"""Descriptions of robots: each is opened once, together with the files that belong to it."""
