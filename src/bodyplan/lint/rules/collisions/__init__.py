"""Rules that compute collisions between links: C1xx. They are loaded only when these are computed."""
