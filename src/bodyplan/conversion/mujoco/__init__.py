"""MuJoCo in a separate process, which opens no files."""
