"""Running MuJoCo in a child process that cannot open files."""
