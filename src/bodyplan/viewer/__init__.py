"""The page that shows a robot: its scene, its server, and pictures of it."""
