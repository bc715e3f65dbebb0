"""Rules that compute collisions between links: C1xx.

They are loaded only if collisions are computed.
"""
