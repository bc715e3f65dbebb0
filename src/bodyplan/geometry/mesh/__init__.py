"""Reads mesh files, within input limits, and measures meshes."""
