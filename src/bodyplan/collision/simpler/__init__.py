"""Simplification of collision geometry: fitted shapes, convex parts, fewer triangles."""
