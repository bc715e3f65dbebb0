"""Parameters of an include (`<experimental:params>`), which change the included file."""
