"""Simpler collision geometry: fitted shapes, convex parts, fewer triangles."""
